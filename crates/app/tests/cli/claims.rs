//! The claims of the program: none, stopped, certified, counted.

use std::fs;

use sixfold_puzzle::puzzles;

use crate::command_line::{BLANK, json};
use crate::common::{sixfold, sixfold_stopped};

/// A level without solution, for which no cheap reason is known: level 8 with a lock too many.
const REFUTABLE: &str = "hexiom 3\n4 1 4\n1 +. . 1\n4 . 6 . 4\n1 . . 1\n4 1 4\n";

/// Well formed but impossible: answered at once, for every family, engine or not.
#[test]
fn solve_answers_none_for_impossible_boards() {
    for family in sixfold_solver::REGISTRY.families() {
        let name = family.name();
        for file in puzzles::names(name, "impossible") {
            let outcome = sixfold(&["solve", &format!("{name}/impossible/{file}")], "");
            assert_eq!((outcome.code, &*outcome.stdout), (1, ""), "{name}/{file}");
            assert!(outcome.stderr.starts_with("none: "), "{}", outcome.stderr);
        }
    }
    let corner = sixfold(&["solve", "-"], "neighbors 2\n5 ?\n? ? ?\n? ?\n");
    assert_eq!(corner.code, 1, "{corner:?}");
    let data = &json(&sixfold(&["solve", "balto/impossible/odd", "--json"], ""))[1]["data"];
    assert_eq!(data["verdict"], "none");
    assert_eq!(data["reason"]["code"], "odd");
}

#[test]
fn solve_stops_when_told_and_says_so() {
    for arguments in [["--set", "nodes=1000"], ["--time", "0s"]] {
        let words = ["solve", "magic/5", "--engine", "exact", arguments[0], arguments[1]];
        let outcome = sixfold(&words, "");
        assert_eq!((outcome.code, &*outcome.stdout), (3, ""), "{outcome:?}");
        assert!(outcome.stderr.contains("nothing found, nothing proved"), "{}", outcome.stderr);
    }
    let restricted = sixfold(&["solve", "magic/3", "--engine", "exact", "--set", "unit=0=1"], "");
    assert_eq!(restricted.code, 3);
    assert!(restricted.stderr.starts_with("none within unit=0=1"), "{}", restricted.stderr);
    let whole = sixfold(&["solve", "-"], &format!("magic 3\n{}", BLANK.replacen('?', "1", 1)));
    assert_eq!((whole.code, &*whole.stderr), (1, "none: the complete search found no solution\n"));
}

#[test]
fn a_refutation_is_certified_and_its_proof_can_be_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (board, proof) = (file("board.txt"), file("proof.lrat"));
    fs::write(&board, REFUTABLE).unwrap();
    for settings in ["symmetry=keep", "symmetry=break", "model=classic", "counting=adder"] {
        for threads in ["1", "2"] {
            let words =
                ["solve", &board, "--proof", &proof, "--set", settings, "--threads", threads];
            let solved = sixfold(&words, "");
            assert_eq!(solved.code, 1, "{solved:?}");
            assert!(
                solved.stderr.ends_with("none: there is no solution, proof checked\n"),
                "{solved:?}"
            );
        }
        let checked = sixfold(&["prove-check", &board, &proof], "");
        assert_eq!(checked.code, 0, "{checked:?}");
        let other = sixfold(&["prove-check", "hexiom/08", &proof], "");
        assert_eq!(other.code, 1, "the proof is of another board: {other:?}");
    }
    let text = fs::read_to_string(&proof).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for cut in 3..lines.len() {
        fs::write(&proof, lines[..cut].join("\n")).unwrap();
        let outcome = sixfold(&["prove-check", &board, &proof], "");
        assert_eq!(outcome.code, 1, "cut after {cut} lines: {outcome:?}");
    }
    fs::write(&proof, "1 2 0 3 0\n").unwrap();
    assert_eq!(sixfold(&["prove-check", &board, &proof], "").code, 2, "a foreign proof");
}

/// A message names the line of the file, header and remarks counted.
#[test]
fn prove_check_names_the_line_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (board, proof) = (file("board.txt"), file("proof.lrat"));
    fs::write(&board, REFUTABLE).unwrap();
    let boards = [(&*board, "solve"), ("neighbors/3", "solve"), ("fences/example", "count")];
    for (board, verb) in boards {
        sixfold(&[verb, board, "--proof", &proof, "--threads", "1"], "");
        let text = fs::read_to_string(&proof).unwrap();
        let steps = |line: &&str| line.starts_with(|byte: char| byte.is_ascii_digit());
        for step in [0, text.lines().filter(steps).count() / 2] {
            let place = text.lines().enumerate().filter(|(_, line)| steps(line)).nth(step);
            let place = place.unwrap().0;
            let broken = |(at, line)| if at == place { "x" } else { line };
            let broken: Vec<&str> = text.lines().enumerate().map(broken).collect();
            fs::write(&proof, broken.join("\n") + "\n").unwrap();
            let outcome = sixfold(&["prove-check", board, &proof], "");
            let words = format!("line {}: unexpected byte 'x'", place + 1);
            assert!(outcome.code == 1 && outcome.stdout.contains(&words), "{words}: {outcome:?}");
        }
    }
}

/// A check that was stopped has found nothing wrong.
#[test]
fn a_stopped_prove_check_does_not_call_the_proof_broken() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof.lrat").to_string_lossy().into_owned();
    let words = ["solve", "neighbors/3", "--proof", &proof, "--threads", "1"];
    assert_eq!(sixfold(&words, "").code, 0);
    let outcome = sixfold_stopped(&["prove-check", "neighbors/3", &proof]);
    let words = "stopped: the proof was not checked to its end, it may hold or not\n";
    assert_eq!((outcome.code, &*outcome.stdout), (3, words), "{outcome:?}");
    let outcome = sixfold_stopped(&["prove-check", "neighbors/3", &proof, "--json"]);
    assert!(outcome.stdout.contains("\"ok\":null"), "{outcome:?}");
}

/// Whatever is relied on besides the formula is named, with the reason why it holds.
#[test]
fn prove_check_says_what_is_relied_on_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (board, proof) = (file("board.txt"), file("proof.lrat"));
    fs::write(&board, REFUTABLE).unwrap();
    let besides = |words: &[&str], board: &str| -> Vec<String> {
        sixfold(&[words, &["--proof", &proof, "--threads", "1"]].concat(), "");
        let checked = sixfold(&["prove-check", board, &proof], "");
        assert_eq!(checked.code, 0, "{checked:?}");
        let lines = checked.stdout.lines().filter_map(|line| line.strip_prefix("besides: "));
        lines.map(str::to_owned).collect()
    };
    let said = |lines: &[String], words: &[&str]| {
        assert_eq!(lines.len(), words.len(), "{lines:#?}");
        for word in words {
            assert!(lines.iter().any(|line| line.contains(word)), "{word}: {lines:#?}");
        }
    };
    said(&besides(&["solve", &board], &board), &["each pair counts at both of its tiles"]);
    said(&besides(&["solve", &board, "--set", "model=classic"], &board), &[]);
    let lines = besides(&["solve", &board, "--set", "symmetry=break"], &board);
    said(&lines, &["of the images of a solution the least is kept", "each pair counts"]);
    let lines = besides(&["solve", "neighbors/3"], "neighbors/3");
    let words = ["the cases are all boards up to symmetry", "less the sum of value − 1"];
    said(&lines, &[&words[..], &["have no variables", "lex-leader"]].concat());
    let lines = besides(&["count", "fences/example"], "fences/example");
    let words = ["one of 62 maps", "was verified to be complete and correct"];
    said(&lines, &[&words[..], &["is enclosed by it", "exactly twice"]].concat());
}

#[test]
fn counts_are_stated_with_their_price() {
    let count = |arguments: &[&str]| {
        let words: Vec<&str> = std::iter::once("count").chain(arguments.iter().copied()).collect();
        let outcome = sixfold(&words, "");
        (outcome.code, outcome.stdout, outcome.stderr)
    };
    let expect = |arguments: &[&str], code: u8, stdout: &str, stderr: &str| {
        assert_eq!(
            count(arguments),
            (code, stdout.to_owned(), format!("{stderr}\n")),
            "{arguments:?}"
        );
    };
    expect(&["hexiom/08"], 0, "1\n", "1 solution: unique, complete count");
    expect(&["hexiom/12"], 0, "258\n", "258 solutions, 26 up to symmetry: complete count");
    expect(
        &["hexiom/12", "--up-to-symmetry"],
        0,
        "26\n",
        "258 solutions, 26 up to symmetry: complete count",
    );
    let listed = ["hexiom/12", "--engine", "sat", "--limit", "100"];
    expect(&listed, 3, "at least 100\n", "at least 100 solutions: the count is not complete");
    let (code, stdout, _) = count(&["hexiom/impossible/odd-sum"]);
    assert_eq!((code, &*stdout), (1, "0\n"));
    expect(&["magic/3"], 0, "12\n", "12 solutions, 1 up to symmetry: complete count");
    assert_eq!(count(&["balto/3"]).0, 2, "no engine counts balto yet");
}

/// A proof that cannot be written is refused before any work.
#[test]
fn a_proof_that_no_engine_writes_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof").to_string_lossy().into_owned();
    for words in [
        &["solve", "magic/3", "--proof", &proof][..],
        &["solve", "balto/3", "--proof", &proof],
        &["solve", "neighbors/3", "--engine", "rows", "--proof", &proof],
        &["solve", "hexiom/08", "--engine", "backtrack", "--proof", &proof],
        &["count", "hexiom/08", "--engine", "frontier", "--proof", &proof],
        &["count", "magic/3", "--engine", "corners", "--prove"],
        &["count", "magic/6", "--proof", &proof],
        &["count", "neighbors/3", "--proof", &proof],
        &["count", "fences/example", "--engine", "posts", "--proof", &proof],
    ] {
        let refused = sixfold(words, "");
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{words:?} {refused:?}");
        let told = ["writes no", "has no certificates", "writes a proof of a count"];
        assert!(told.iter().any(|words| refused.stderr.contains(words)), "{}", refused.stderr);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Where the engine that decides best writes no certificates, `--prove` still takes it, and says so.
#[test]
fn an_engine_without_certificates_says_so_before_its_claim() {
    let blank = format!("magic 3 start=6\n{BLANK}");
    let none = sixfold(&["solve", "-", "--prove"], &blank);
    let lines: Vec<&str> = none.stderr.lines().rev().take(2).collect();
    assert!(lines[1].starts_with("the engine auto writes no certificate"), "{}", none.stderr);
    assert!(lines[0].starts_with("none") || lines[0].starts_with("solved"), "{}", none.stderr);
    let known = sixfold(&["solve", "balto/good/3", "--prove", "--time", "0s"], "");
    assert!(known.stderr.contains("balto has no certificates for this claim"), "{}", known.stderr);
}

/// A solution that any solver could have found needs no proof.
#[test]
fn a_solved_board_needs_no_proof_where_any_solution_will_do() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof").to_string_lossy().into_owned();
    let solved = sixfold(&["solve", "hexiom/08", "--proof", &proof], "");
    assert_eq!(solved.code, 0, "{solved:?}");
    assert!(solved.stderr.contains("was not written: a verified solution needs no proof"));
    let none = sixfold(&["solve", "hexiom/impossible/odd-sum", "--proof", &proof], "");
    assert_eq!(none.code, 1);
    assert!(none.stderr.contains("was not written: the reason below needs no proof"), "{none:?}");
}

/// Two of the twelve solutions have a 9 in the first cell, but none that the broken symmetry keeps.
#[test]
fn a_unit_of_a_search_with_broken_symmetry_says_so() {
    let words = ["solve", "magic/3", "--engine", "exact", "--set", "unit=0=9", "--json"];
    let restricted = sixfold(&words, "");
    let data = json(&restricted);
    let result = data.iter().find(|line| line["type"] == "result").unwrap();
    assert_eq!(result["data"]["scope"], serde_json::json!(["unit=0=9"]));
    let wanted = "none within unit=0=9, where one image of each solution is looked for \
                  (restricted search)";
    assert_eq!(result["data"]["words"], wanted);
    let given = format!("magic 3\n{}", BLANK.replacen('?', "9", 1));
    assert_eq!(sixfold(&["count", "-"], &given).stdout, "2\n");
}

/// Up to symmetry is refused where it is not known, instead of an empty answer.
#[test]
fn orbits_that_no_engine_knows_are_refused() {
    for words in [
        &["count", "neighbors/3", "--up-to-symmetry"][..],
        &["count", "fences/example", "--engine", "posts", "--up-to-symmetry"],
    ] {
        let refused = sixfold(words, "");
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{refused:?}");
        assert!(refused.stderr.contains("does not count up to symmetry"), "{}", refused.stderr);
    }
}

/// A limit that has no effect says so; one that has tells nothing beyond it.
#[test]
fn a_limit_is_kept_or_said_to_have_no_effect() {
    let all = sixfold(&["count", "hexiom/12", "--limit", "5"], "");
    assert_eq!((all.code, &*all.stdout), (0, "258\n"));
    assert!(all.stderr.starts_with("--limit has no effect: frontier"), "{}", all.stderr);
    let loops = sixfold(&["count", "fences/example", "--limit", "1", "--threads", "1"], "");
    assert_eq!((loops.code, &*loops.stdout), (3, "at least 1\n"), "{loops:?}");
    assert_eq!(loops.stderr, "at least 1 solution: the count is not complete\n");
}

/// Options that change nothing are refused.
#[test]
fn an_option_without_effect_is_refused() {
    for words in [
        &["solve", "hexiom/08", "--set", "model=classic", "--set", "counting=adder"][..],
        &["solve", "hexiom/38", "--engine", "sat", "--set", "counting=pairwise"],
        &["solve", "hexiom/40", "--engine", "sat", "--set", "counting=pairwise"],
        &["export", "hexiom/40", "--format", "dimacs", "--set", "counting=pairwise"],
        &["solve", "hexiom/08", "--prove", "--set", "backend=batsat"],
        &["solve", "hexiom/08", "--prove", "--set", "shuffle=yes"],
        &["solve", "hexiom/08", "--set", "proof-mib=7"],
        &["count", "hexiom/08", "--engine", "sat", "--set", "symmetry=break"],
        &["solve", "fences/example", "--set", "fillings=no"],
        &["solve", "magic/3", "--engine", "exact", "--set", "unit=0=9", "--set", "units=9"],
    ] {
        let refused = sixfold(words, "");
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{words:?} {refused:?}");
        assert!(refused.stderr.contains("no effect"), "{}", refused.stderr);
    }
    let small = ["solve", "hexiom/02", "--engine", "sat", "--set", "counting=pairwise"];
    assert_eq!(sixfold(&small, "").code, 0, "here it has an effect");
}
