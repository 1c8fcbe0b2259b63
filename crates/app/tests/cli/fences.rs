//! Fences from the command line: refused texts, broken rules, impossible boards, views.

use crate::command_line::json;
use crate::common::sixfold;

/// Refused by both verbs with exit 2, at a place and with words.
fn refused(text: &str, place: &str, words: &str, expected: &str) {
    for verb in ["check", "solve"] {
        let outcome = sixfold(&[verb, "-"], text);
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{verb} {text:?}");
        for part in [&format!("<stdin>:{place}\n"), words, expected] {
            assert!(outcome.stderr.contains(part), "{verb} {text:?}: {}", outcome.stderr);
        }
    }
}

#[test]
fn boards_that_are_none_are_refused() {
    let board = |token: &str| format!("fences 2\n. {token}\n. . .\n. .\n");
    let number = "expected `.` or an integer from 1 to 9999";
    for token in ["0", "-3", "10000", "99999999999999999999"] {
        refused(&board(token), "2:3", "is out of range for a post's number", number);
    }
    for token in ["x", "?", "1.5"] {
        refused(&board(token), "2:3", "is not a post's number", number);
    }
    for order in ["1", "0", "-2", "129"] {
        let order = format!("fences {order}\n.\n");
        refused(&order, "1:8", "out of range for an order", "an integer from 2 to 128");
    }
    let words = "one of: any, rotation, mirror, none";
    refused("fences 3 symmetry=glide\n", "1:19", "unknown symmetry `glide`", words);
    refused("fences 3 turns=sharp\n", "1:16", "unknown turns `sharp`", "one of: wide, any");
}

#[test]
fn solutions_that_are_none_are_refused() {
    let lines = [
        ("post 0,0 1 0 0 0 0 0", "6:6", "there is no post at 0,0"),
        ("post 9,9 1 0 0 0 0 0", "6:6", "there is no post at 9,9"),
        ("post 1,-1 1 0 0 0 0", "6:20", "the line ends too early"),
        ("post 1,-1 1 0 0 0 0 0 0", "6:23", "unexpected `0` after six lengths"),
        ("post 1,-1 1 0 0 0 0 -1", "6:21", "`-1` is out of range for a length"),
        ("post 1,-1 1 0 0 0 0 E", "6:21", "`E` is not a length"),
        ("post 1,-1 1 0 0 0 0 0\npost 1,-1 1 0 0 0 0 0", "7:6", "the post 1,-1 occurs twice"),
        ("loop", "6:5", "the loop has no cells"),
        ("loop 1;1", "6:6", "`1;1` is not a cell"),
        ("loop 0,99999", "6:6", "`0,99999` is not a cell"),
        ("loop ?\nloop ?", "7:1", "there is a second loop"),
        ("hedge 1,1", "6:1", "unknown word `hedge`"),
    ];
    for (line, place, words) in lines {
        let text = format!("fences 2\n. 1\n. . .\n. .\nsolution\n{line}\n");
        let outcome = sixfold(&["check", "-"], &text);
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{line}");
        assert!(outcome.stderr.contains(&format!("<stdin>:{place}\n")), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(words), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn broken_rules_are_told_in_words() {
    for (board, words) in [
        ("missing", "the fences of the post 5 at 3,-2 are missing"),
        ("total", "the fences of the post 6 at 3,-2 add up to 5"),
        ("outside", "the E fence of the post 1 at 2,-1 is 1 long, the board ends after 0"),
        ("crossing", "the posts at 2,-2 and 2,0 claim the cell 2,-1"),
        ("loop-outside", "the loop's cell 0,-2 is not on the board"),
        ("jump", "the loop goes from 0,-2 to 2,-2, which are not neighbours"),
        ("repeat", "the loop visits -1,0 2 times"),
        ("turn", "the loop has a corner of 60° at -1,-1"),
        ("occupied", "the loop's cell 1,0 holds a fence of the post at 2,0"),
        ("region", "the loop misses the regions: upper left, bottom, lower left"),
        ("symmetry", "the loop has no symmetry"),
    ] {
        let outcome = sixfold(&["check", &format!("fences/bad/{board}")], "");
        let line = format!("broken: {board}: {words}\n");
        assert_eq!((outcome.code, outcome.stdout.starts_with(&line)), (1, true), "{outcome:?}");
    }
}

#[test]
fn a_number_beyond_sight_leaves_no_solution() {
    let board = "fences 2\n. 7\n. . .\n. .\n";
    let reason = "the post 7 at 1,-1 sees only 4 cells\n";
    let solved = sixfold(&["solve", "-"], board);
    assert_eq!((solved.code, &*solved.stdout), (1, ""), "{solved:?}");
    assert!(solved.stderr.ends_with(&format!("none: {reason}")), "{}", solved.stderr);
    let checked = sixfold(&["check", "-"], board);
    assert_eq!((checked.code, checked.stdout), (1, format!("broken: out-of-reach: {reason}")));
}

#[test]
fn check_quotes_regions_and_symmetries_beside_the_answer() {
    let regions = "blue 20, green 19, yellow 19, orange 14, red 2, purple 2";
    let outcome = sixfold(&["check", "fences/good/order-10"], "");
    let wanted = format!("ok: correct, answer 404320, {regions}, mirrors 1, rotations 0\n");
    assert_eq!((outcome.code, outcome.stdout), (0, wanted));
    let lines = json(&sixfold(&["check", "fences/good/example-12", "--json"], ""));
    let verdict = lines.iter().find(|line| !line["data"]["objective"].is_null()).unwrap();
    assert_eq!(
        (&verdict["data"]["objective"], &verdict["data"]["orange"]),
        (&48.into(), &3.into())
    );
    assert_eq!(
        (&verdict["data"]["mirrors"], &verdict["data"]["rotations"]),
        (&0.into(), &1.into())
    );
}

#[test]
fn a_view_is_one_that_the_family_has() {
    let board = "fences/good/order-10";
    let drawn = |view: &str| sixfold(&["draw", board, "-o", "-", "--view", view], "").stdout;
    assert_eq!(drawn("plain"), sixfold(&["draw", board, "-o", "-"], "").stdout);
    assert!(drawn("fold").contains("folding along the dashed axis"));
    assert_eq!(sixfold(&["draw", board, "--view", "fold"], "").code, 0, "in the terminal too");
    for (board, words) in [
        (board, "the views of the family fences are: plain, fold, coordinates"),
        ("magic/3", "the views of the family magic are: coordinates"),
    ] {
        let outcome = sixfold(&["draw", board, "--view", "upside-down"], "");
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""));
        assert!(outcome.stderr.contains("there is no view `upside-down`"), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    }
    assert!(sixfold(&["list", "fences"], "").stdout.contains("    fold           the loop laid"));
    let listed = json(&sixfold(&["list", "fences", "--json"], ""));
    let views = listed.iter().find_map(|line| line["data"]["views"].as_array()).unwrap();
    assert_eq!(views.len(), 2);
    assert!(sixfold(&["draw", "--help"], "").stdout.contains("--view <NAME>"));
}

#[test]
fn a_count_separates_loops_fillings_and_answers() {
    let result = |arguments: &[&str]| {
        let lines = json(&sixfold(arguments, ""));
        lines.into_iter().find(|line| line["type"] == "result").unwrap()["data"].clone()
    };
    let example = result(&["count", "fences/example", "--json"]);
    assert_eq!((&example["count"], &example["loops"]), (&"49".into(), &"2".into()));
    let mut fillings: Vec<&str> =
        example["fillings"].as_array().unwrap().iter().filter_map(|it| it.as_str()).collect();
    fillings.sort_unstable();
    assert_eq!(fillings, ["1", "48"]);
    assert_eq!(example["answers"], serde_json::json!(["4", "48"]));
    assert_eq!(example["unique"], serde_json::json!([]));
    assert_eq!(example["certified"], serde_json::json!([]));
    let large = result(&["count", "fences/order-10", "--json"]);
    assert_eq!(large["unique"], serde_json::json!(["loop", "filling", "answer"]));
    let proved = result(&["count", "fences/example", "--prove", "--json"]);
    assert_eq!(proved["certified"], serde_json::json!(["loops", "answers"]));
}

#[test]
fn no_loop_is_none_and_very_many_are_not_counted_to_the_end() {
    let none = "fences 3\n. . .\n. 1 . .\n. . . 3 .\n. . . .\n. 2 .\n";
    let outcome = sixfold(&["count", "-"], none);
    assert_eq!((outcome.code, &*outcome.stdout), (1, "0\n"));
    assert!(outcome.stderr.contains("none: the complete count found no solution"));
    let outcome = sixfold(&["solve", "-", "--prove"], none);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("none: there is no solution, proof checked"));
    let blank = "fences 5\n. . . . .\n. . . . . .\n. . . . . . .\n. . . . . . . .\n. . . . . . . . .\n\
                 . . . . . . . .\n. . . . . . .\n. . . . . .\n. . . . .\n";
    let outcome = sixfold(&["count", "-", "--set", "loops=20", "--threads", "1"], blank);
    assert_eq!(outcome.code, 3);
    assert!(outcome.stderr.contains("the count is not complete"), "{}", outcome.stderr);
}
