//! Balto's Puzzle from the command line: refused texts, broken rules, impossible boards, weights from
//! a file, the plot of a solution.

use std::fs;

use crate::common::sixfold;

/// The home position of order 2.
const HOME: &str = "balto 2\n1 2\n3 0 4\n5 6\n";

#[test]
fn boards_that_are_none_are_refused_with_their_place() {
    for (text, place, words) in [
        ("balto 2\n1 1\n3 0 4\n5 6\n", "2:3", "the tile 1 occurs twice"),
        ("balto 2\n1 2\n3 0 0\n5 6\n", "3:5", "the tile 0 occurs twice"),
        ("balto 2\n1 7\n3 0 4\n5 6\n", "2:3", "0 to 6"),
        ("balto 2\n1 -2\n3 0 4\n5 6\n", "2:3", "0 to 6"),
        ("balto 2\n1 x\n3 0 4\n5 6\n", "2:3", "`x` is not a tile"),
        ("balto 2\n1\n3 0 4\n5 6\n", "2:", "2"),
        ("balto 2\n1 2 3\n0 4\n5 6\n", "2:5", "2"),
        ("balto 2\n1 2\n3 0 4\n", "", "row"),
        ("balto 2\n1 2\n3 0 4\n5 6\n1 2\n", "5:1", ""),
        ("balto 1\n0\n", "1:7", "2 to 128"),
    ] {
        for verb in ["check", "solve", "draw"] {
            let outcome = sixfold(&[verb, "-"], text);
            assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{verb} {text:?}");
            assert!(outcome.stderr.contains(&format!("<stdin>:{place}")), "{}", outcome.stderr);
            assert!(outcome.stderr.contains(words), "{verb} {text:?}: {}", outcome.stderr);
        }
    }
}

#[test]
fn moves_that_are_none_are_refused_and_broken_rules_told() {
    for (moves, code, words) in [
        ("1x", 2, "<stdin>:6:2"),
        ("1g3", 2, "`g` (move 2) is not a move"),
        ("17", 2, "1..6 for a clockwise turn, A..F for an anticlockwise one"),
        ("1a", 2, "<stdin>:6:2"),
        ("1 C", 2, "all moves on one line, unbroken"),
        ("1C", 0, "correct"),
        ("12", 1, "moves 1 and 2 turn the same way"),
        ("1", 1, "after 1 moves 3 cells are not as at home"),
    ] {
        let outcome = sixfold(&["check", "-"], &format!("{HOME}solution\n{moves}\n"));
        let said = outcome.stdout + &outcome.stderr;
        assert_eq!((outcome.code, said.contains(words)), (code, true), "{moves}: {said}");
    }
}

/// A board with two tiles exchanged is odd, however large; nothing is searched.
#[test]
fn an_odd_board_is_unreachable_at_once() {
    let board = sixfold(&["export", "balto/27", "--format", "rows"], "").stdout;
    let mut rows: Vec<Vec<&str>> =
        board.lines().map(|line| line.split_ascii_whitespace().collect()).collect();
    rows[0].swap(0, 1);
    let odd = rows.iter().map(|row| row.join(" ") + "\n").collect::<String>();
    let outcome = sixfold(&["solve", "-"], &format!("balto 27\n{odd}"));
    assert_eq!((outcome.code, &*outcome.stdout), (1, ""));
    assert!(outcome.stderr.contains("unreachable: the board is an odd"), "{}", outcome.stderr);
}

#[test]
fn weights_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights.txt");
    let set = format!("weights={}", path.display());
    let solve = |order: &str| {
        sixfold(
            &[
                "solve",
                order,
                "--engine",
                "beam",
                "--set",
                "width=100",
                "--set",
                &set,
                "--threads",
                "1",
            ],
            "",
        )
    };
    let missing = solve("balto/4");
    assert_eq!((missing.code, missing.stderr.contains("there is no file `")), (2, true));
    fs::write(&path, "").unwrap();
    let empty = solve("balto/4");
    assert_eq!((empty.code, empty.stderr.contains("is empty")), (2, true), "{}", empty.stderr);
    let good = include_str!("../../../solver/src/families/balto/weights/5.txt");
    fs::write(&path, good).unwrap();
    for order in ["balto/3", "balto/5", "balto/6"] {
        assert_eq!(solve(order).code, 0, "of another order they are used too");
    }
    let built_in = ["solve", "balto/5", "--engine", "beam", "--set", "width=100", "--threads", "1"];
    assert_eq!(solve("balto/5").stdout, sixfold(&built_in, "").stdout);
    for (damage, words) in [
        (
            good.replacen("balto weights 1", "balto weights 9", 1),
            "line 1: expected `balto weights 1`",
        ),
        (good.replacen("order 5", "order five", 1), "line 2: expected an order"),
        (good.replacen("order 5", "order 6", 1), "line 4: there are"),
        (good.replacen("distances 0", "distances 0 x", 1), "line 4: `x` is not a weight"),
        (good.replacen("record ", "record a", 1), "line 6: the hash does not fit"),
        (good.lines().take(4).collect::<Vec<_>>().join("\n"), "the end: expected `neighbourhoods`"),
    ] {
        fs::write(&path, &damage).unwrap();
        let outcome = solve("balto/5");
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{words}");
        assert!(outcome.stderr.contains(words), "{words}: {}", outcome.stderr);
    }
}

#[test]
fn a_solution_is_plotted() {
    let plot = |file: &str, path: &[&str]| {
        sixfold(&[&["draw", file, "--view", "plot"], path].concat(), "")
    };
    let svg = plot("balto/good/5", &["-o", "-"]).stdout;
    assert_eq!(svg.matches("<polyline").count(), 2, "{svg}");
    for words in ["tiles not at home", "sum of distances", "moves", "a solution of"] {
        assert!(svg.contains(words), "{words}");
    }
    assert!(
        plot("balto/3", &["-o", "-"]).stdout.contains("<polyline"),
        "a board alone has one place"
    );
    let table = plot("balto/good/3", &[]).stdout;
    assert_eq!(table.lines().count(), 14, "{table}");
}

/// It once said that the proof was too large, though this engine writes none.
#[test]
fn an_exhaustive_search_misses_no_proof() {
    // Home after one clockwise turn at the vertex to the north-east.
    let board = "balto 2\n1 0\n3 4 2\n5 6\n";
    let outcome = sixfold(&["solve", "-", "--prove"], board);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stderr.ends_with("optimal, complete search\n"), "{}", outcome.stderr);
}

#[test]
fn made_boards_are_random_and_can_be_solved() {
    let command = ["make", "balto", "--order", "4", "--seed", "7"];
    let made = sixfold(&command, "");
    assert_eq!(made.code, 0, "{made:?}");
    assert!(
        made.stderr.starts_with("made, an even permutation, so it can be solved; "),
        "{made:?}"
    );
    assert_eq!(sixfold(&command, "").stdout, made.stdout);
    let other = sixfold(&["make", "balto", "--order", "4", "--seed", "8"], "");
    assert_ne!(other.stdout, made.stdout);
    let beam = ["solve", "-", "--engine", "beam", "--set", "width=300"];
    let solved = sixfold(&beam, &made.stdout);
    assert_eq!(sixfold(&["check", "-"], &solved.stdout).code, 0, "{solved:?}");
}

/// The first senses of both boards decide how a solution begins and ends, and whether its length is
/// even.
#[test]
fn a_single_variant_begins_and_ends_as_it_says() {
    let solve = |settings: &[&str]| {
        let settings = settings.iter().flat_map(|it| ["--set", it]);
        let words = ["solve", "balto/3", "--engine", "beam"].into_iter().chain(settings);
        sixfold(&words.collect::<Vec<_>>(), "")
    };
    let mut ends = Vec::new();
    for variant in 1..=4 {
        let outcome = solve(&["width=200", &format!("variant={variant}")]);
        let moves = outcome.stdout.lines().last().unwrap().to_owned();
        let turns: Vec<bool> = moves.bytes().map(|it| it.is_ascii_digit()).collect();
        assert_eq!(
            (outcome.code, turns.len().is_multiple_of(2)),
            (0, variant <= 2),
            "{variant}: {moves}"
        );
        ends.push((turns[0], turns[turns.len() - 1]));
    }
    ends.sort_unstable();
    assert_eq!(ends, [(false, false), (false, true), (true, false), (true, true)]);
    for (settings, words) in [
        (&["variant=1"][..], "at a width, which is not set"),
        (&["width=9", "from=start", "variant=3"], "there are 2 if one board is moved, not 3"),
        (&["width=9", "variant=5"], "variant"),
    ] {
        let outcome = solve(settings);
        assert_eq!((outcome.code, outcome.stderr.contains(words)), (2, true), "{}", outcome.stderr);
    }
}
