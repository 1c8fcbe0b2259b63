//! `make` and `hint` from the command line.

use std::fs;

use crate::common::{Outcome, sixfold};

fn result(outcome: &Outcome) -> serde_json::Value {
    let line = outcome.stdout.lines().find(|line| line.contains("\"type\":\"result\""));
    serde_json::from_str::<serde_json::Value>(line.expect("a result")).unwrap()["data"].clone()
}

const UNIQUE: [&str; 5] = ["make", "hexiom", "--order", "3", "--unique"];

#[test]
fn a_made_level_goes_through_the_pipeline() {
    let made = sixfold(&UNIQUE, "");
    assert_eq!(made.code, 0, "{made:?}");
    assert!(made.stdout.starts_with("# made by sixfold: seed 1, "), "{}", made.stdout);
    assert!(made.stderr.starts_with("made: unique, complete count; locks "), "{}", made.stderr);
    assert_eq!(sixfold(&UNIQUE, "").stdout, made.stdout, "the same seed, the same level");
    let counted = sixfold(&["count", "-", "--engine", "sat"], &made.stdout);
    assert_eq!((counted.code, &*counted.stdout), (0, "1\n"));
    let solved = sixfold(&["solve", "-"], &made.stdout);
    assert_eq!(sixfold(&["check", "-"], &solved.stdout).stdout, "ok: correct\n");
    let done = sixfold(&["hint", "-"], &solved.stdout);
    assert_eq!((done.code, &*done.stdout), (0, ""));
    assert_eq!(done.stderr, "solved: nothing is left to decide\n");
}

#[test]
fn a_made_level_for_a_machine() {
    let made = result(&sixfold(&[&UNIQUE[..], &["--json", "--engine", "sat"]].concat(), ""));
    assert_eq!((&made["unique"], &made["engine"]), (&true.into(), &"sat".into()));
    assert!(made["difficulty"]["conflicts"].is_u64());
    assert_eq!(made["text"].as_str().unwrap(), sixfold(&UNIQUE, "").stdout);
    let made = result(&sixfold(&["make", "hexiom", "--order", "6", "--json"], ""));
    assert!(made["unique"].is_null());
}

#[test]
fn a_made_level_is_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.txt");
    let outcome = sixfold(&[&UNIQUE[..], &["-o", path.to_str().unwrap()]].concat(), "");
    assert_eq!((outcome.code, &*outcome.stdout), (0, ""));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), sixfold(&UNIQUE, "").stdout);
}

#[test]
fn a_unique_loop_is_not_called_a_unique_solution() {
    let command = ["make", "fences", "--order", "4", "--unique"];
    let made = sixfold(&command, "");
    assert_eq!(made.code, 0, "{made:?}");
    assert!(made.stderr.starts_with("made: unique loop, complete count; posts "), "{made:?}");
    let counted = sixfold(&["count", "-"], &made.stdout);
    assert!(counted.stderr.contains("; unique loop; "), "{counted:?}");
    let solved = sixfold(&["solve", "-"], &made.stdout);
    assert_eq!(sixfold(&["check", "-"], &solved.stdout).code, 0);
    let data = result(&sixfold(&[&command[..], &["--json"]].concat(), ""));
    assert_eq!((&data["unique"], &data["facet"]), (&true.into(), &"loops".into()));
    let filling = sixfold(&[&command[..], &["--set", "unique=filling"]].concat(), "");
    assert!(filling.stderr.starts_with("made: unique, complete count; posts "), "{filling:?}");
    assert_eq!(sixfold(&["count", "-"], &filling.stdout).stdout, "1\n");
}

#[test]
fn wrong_arguments_of_make_are_refused() {
    for (arguments, message) in [
        ("chess --order 3", "there is no family `chess`"),
        ("neighbors --order 3", "neighbors has no maker of puzzles"),
        ("balto --order 1", "expected 2 to 64"),
        ("balto --order 3 --unique", "no board has one solution only"),
        ("magic --order 2", "order 2 has no solution"),
        ("magic --order 9", "expected 1 to 8"),
        ("magic --order 3 --set start=2", "2 + … + 20 = 209 is not divisible by the 5 rows"),
        ("magic --order 3 --set start=6", "order 3 has no magic hexagon with start=6"),
        ("magic --order 3 --set givens=20", "too many for a board of 19 cells"),
        ("fences --order 2", "no room for a post with a fence"),
        ("fences --order 129", "expected 2 to 128"),
        ("fences --order 13 --unique", "too large for --unique, which is possible up to 12"),
        ("fences --order 4 --set unique=solution", "unique=solution"),
        ("hexiom", "--order"),
        ("hexiom --order 0", "expected 1 to 16"),
        ("hexiom --order 129", "expected 1 to 16"),
        ("hexiom --order few", "invalid value"),
        ("hexiom --order 2 --set locks=8", "too many for a board of 7 slots"),
        ("hexiom --order 2 --set locks=-1", "locks=-1 is not possible"),
        ("hexiom --order 2 --set colour=red", "has no option colour"),
        ("hexiom --order 2 --engine sat", "--engine needs --unique"),
        ("hexiom --order 2 --unique --engine slow", "no engine slow"),
        ("hexiom --order 2 --unique --engine anneal", "anneal only finds"),
    ] {
        let words: Vec<&str> = std::iter::once("make").chain(arguments.split(' ')).collect();
        let outcome = sixfold(&words, "");
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{arguments}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{arguments}: {}", outcome.stderr);
    }
}

#[test]
fn no_time_is_a_stop() {
    let made = sixfold(&[&UNIQUE[..], &["--time", "0s"]].concat(), "");
    assert_eq!((made.code, &*made.stdout), (3, ""));
    assert_eq!(made.stderr, "stopped: nothing was made\n");
    let hint = sixfold(&["hint", "hexiom/08", "--time", "0s"], "");
    assert_eq!((hint.code, &*hint.stdout), (3, ""));
}

const RING: &str = "hexiom 2\n 2 2\n2 . 2\n 2 2\nsolution\n";

#[test]
fn a_hint_names_the_slot_and_the_reason() {
    let board = format!("{RING} 2 2\n2 ? 2\n 2 ?\n");
    let outcome = sixfold(&["hint", "-"], &board);
    let words = "0,0 is empty: no tile that is left fits there\n";
    assert_eq!((outcome.code, &*outcome.stdout, &*outcome.stderr), (0, words, ""));
    let data = result(&sixfold(&["hint", "-", "--json"], &board));
    assert_eq!(data["cell"], serde_json::json!([0, 0]));
    assert_eq!((&data["value"], &data["kind"]), (&".".into(), &"simple".into()));
    let searched = result(&sixfold(&["hint", "hexiom/08", "--json"], ""));
    assert_eq!(searched["kind"], "search");
}

#[test]
fn a_hopeless_board_is_told_so_and_an_open_one_too() {
    let broken = sixfold(&["hint", "-"], &format!("{RING} . .\n? ? ?\n ? ?\n"));
    assert_eq!((broken.code, &*broken.stdout), (1, ""));
    assert_eq!(broken.stderr, "none: 6 tiles are left for 5 undecided slots\n");
    let hopeless = sixfold(&["hint", "-"], &format!("{RING} . ?\n? ? ?\n ? ?\n"));
    assert_eq!((hopeless.code, &*hopeless.stdout), (1, ""));
    assert_eq!(hopeless.stderr, "none: no solution agrees with the board\n");
    let odd = sixfold(&["hint", "hexiom/impossible/odd-sum"], "");
    assert_eq!(odd.code, 1, "{odd:?}");
    let open = sixfold(&["hint", "hexiom/01"], "");
    assert_eq!((open.code, &*open.stdout, &*open.stderr), (0, "", "nothing is forced here\n"));
    let unsupported = sixfold(&["hint", "balto/3"], "");
    assert_eq!((unsupported.code, unsupported.stderr.contains("no engine of balto")), (2, true));
}

/// A hint goes onto the board, and into a picture of it, until the board is solved.
#[test]
fn a_hint_is_applied_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let made = sixfold(&UNIQUE, "");
    let mut board = made.stdout;
    let mut steps = 0;
    loop {
        let hint = sixfold(&["hint", "-", "--apply", "-o", &path("hint.svg")], &board);
        assert_eq!(hint.code, 0, "{hint:?}");
        if hint.stdout.is_empty() {
            assert!(hint.stderr.starts_with("solved"), "{hint:?}");
            break;
        }
        let picture = fs::read_to_string(path("hint.svg")).unwrap();
        assert!(picture.starts_with("<svg"), "{picture}");
        assert!(hint.stderr.contains(": "), "{hint:?}");
        board = hint.stdout;
        assert_eq!(sixfold(&["check", "-"], &board).code, 0, "{board}");
        steps += 1;
        assert!(steps < 20, "{board}");
    }
    assert!(steps > 1);
    let refused = sixfold(&["hint", "-", "-o", &path("hint.txt")], &board);
    assert!(refused.code == 2 && refused.stderr.contains(".svg or .png"), "{refused:?}");
}
