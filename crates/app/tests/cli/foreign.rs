//! Import and export: foreign formats and DIMACS formulas, round trips.

use std::fs;

use crate::common::sixfold;

#[test]
fn import_and_export_are_inverse() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (board, format) in [
        ("hexiom/38", "classic"),
        ("neighbors/good/8", "neighbors-entry"),
        ("magic/good/3", "magic-entry"),
        ("magic/good/close-3", "magic-entry"),
        ("balto/good/3", "entry"),
        ("balto/3", "balto-rows"),
    ] {
        let foreign = sixfold(&["export", board, "--format", format], "");
        assert_eq!(foreign.code, 0, "{board}: {}", foreign.stderr);
        let full = if format.contains('-') {
            format.to_owned()
        } else {
            format!("{}-{format}", board.split('/').next().unwrap())
        };
        let ours = sixfold(&["import", "-", "--format", &full], &foreign.stdout);
        assert_eq!(ours.code, 0, "{board}: {}", ours.stderr);
        let guessed = sixfold(&["import", "-"], &foreign.stdout);
        assert_eq!(guessed.stdout, ours.stdout, "{board}: {}", guessed.stderr);
        fs::write(file("ours.txt"), &ours.stdout).unwrap();
        let again = sixfold(&["export", &file("ours.txt"), "--format", format], "");
        assert_eq!(again.stdout, foreign.stdout);
    }
    let levels = sixfold(&["export", "hexiom/02", "hexiom/03", "--format", "classic"], "");
    assert!(levels.code == 2 && levels.stderr.contains("holds one board"), "{levels:?}");
    let several = sixfold(&["export", "balto/3", "balto/4", "--format", "rows"], "").stdout;
    let refused = sixfold(&["import", "-"], &several);
    assert_eq!((refused.code, refused.stderr.contains("--pick")), (2, true));
    let picked = sixfold(&["import", "-", "--pick", "2"], &several);
    assert!(picked.stdout.starts_with("balto 4\n"));
    assert_eq!(sixfold(&["import", "-", "--pick", "3"], &several).code, 2);
    assert_eq!(sixfold(&["import", "-", "-o", &file("all")], &several).code, 0);
    assert_eq!(fs::read_to_string(file("all/2.txt")).unwrap(), picked.stdout);
    let ambiguous = sixfold(&["export", "balto/good/3"], "");
    assert_eq!((ambiguous.code, ambiguous.stderr.contains("entry, rows")), (2, true));
    let blank = sixfold(&["export", "magic/close-10", "--format", "entry"], "");
    assert_eq!((blank.code, blank.stderr.contains("complete board")), (2, true), "{blank:?}");
    assert_eq!(sixfold(&["export", "fences/example"], "").code, 2);
    let none = sixfold(&["import", "-"], "hello\n");
    assert_eq!((none.code, none.stderr.contains("none of the foreign formats")), (2, true));
}

/// Values from 1 to 7 with repeats are of neighbors, other consecutive numbers of magic; what could
/// be both is never guessed.
#[test]
fn entries_of_two_families_are_told_apart() {
    let family = |entry: &str| {
        let outcome = sixfold(&["import", "-"], entry);
        outcome.stdout.split(' ').next().unwrap_or_default().to_owned()
    };
    assert_eq!(family("(2,1),(3,4,2),(1,2)"), "neighbors");
    assert_eq!(family("(-3,1),(2,0,-2),(-1,3)"), "magic");
    assert_eq!(family("(2,3),(4,5,6),(7,8)"), "magic");
    for entry in ["(1)", "(1,2),(3,4,5),(6,7)"] {
        let asked = sixfold(&["import", "-"], entry);
        assert_eq!((asked.code, &*asked.stdout), (2, ""), "{asked:?}");
        assert!(asked.stderr.contains("neighbors-entry, magic-entry"), "{asked:?}");
        let named = sixfold(&["import", "-", "--format", "magic-entry"], entry);
        assert_eq!((named.code, &named.stdout[..5]), (0, "magic"), "{named:?}");
    }
}

/// Errors in the board beside an entry are the board's; a board of another family is refused.
#[test]
fn a_wrong_board_beside_an_entry_is_refused() {
    let import =
        |board: &str| sixfold(&["import", "-", "--board", board, "--format", "entry"], "1A");
    assert_eq!(import("balto/4").code, 0);
    let other = import("magic/3");
    assert_eq!((other.code, other.stderr.contains("takes a board")), (2, true), "{other:?}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt").to_string_lossy().into_owned();
    fs::write(&path, "balto 2\n1 2\n3 0 4 9 9 9 9\n5 6\n").unwrap();
    let broken = import(&path);
    assert_eq!((broken.code, broken.stderr.contains("board.txt:3:7")), (2, true), "{broken:?}");
    assert_eq!(import("-").code, 2, "standard input can be read only once");
}

#[test]
fn a_wrong_board_is_not_exported() {
    for arguments in [
        &["hexiom/bad/lock"][..],
        &["neighbors/bad/support"],
        &["balto/good/3", "neighbors/good/3", "--format", "entry"],
    ] {
        let words: Vec<&str> = std::iter::once("export").chain(arguments.iter().copied()).collect();
        let outcome = sixfold(&words, "");
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{words:?}");
    }
}

#[test]
fn standard_output_can_be_named() {
    let plain = sixfold(&["solve", "magic/3", "-q"], "").stdout;
    assert_eq!(sixfold(&["solve", "magic/3", "-q", "-o", "-"], "").stdout, plain);
    let entry = sixfold(&["export", "neighbors/good/3"], "").stdout;
    assert_eq!(sixfold(&["export", "neighbors/good/3", "-o", "-"], "").stdout, entry);
    let board = sixfold(&["import", "-"], &entry).stdout;
    assert_eq!(sixfold(&["import", "-", "-o", "-"], &entry).stdout, board);
    let twice = sixfold(&["check", "-", "-"], "balto 2\n1 2\n3 0 4\n5 6\n");
    assert_eq!((twice.code, twice.stderr.contains("only once")), (2, true));
}

/// The formula goes out, a solver's answer comes back, and is verified on the way.
#[test]
fn a_formula_can_be_solved_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let formula = sixfold(&["export", "hexiom/08", "--format", "dimacs"], "");
    assert!(formula.stdout.contains("\np cnf "), "{}", formula.stdout);
    let named = |start: &str| {
        let lines = formula.stdout.lines().filter_map(|line| line.strip_prefix("c variable "));
        let found = lines.filter_map(|line| line.split_once(' ')).find(|(_, name)| *name == start);
        found.unwrap().0.to_owned()
    };
    // The solution of level 8, by hand: a star of tiles.
    let occupied = [
        "0,-2", "2,-2", "0,-1", "1,-1", "-2,0", "-1,0", "0,0", "1,0", "2,0", "-1,1", "0,1", "-2,2",
        "0,2",
    ];
    let literals: Vec<String> = occupied.map(|cell| named(&format!("occupied {cell}"))).to_vec();
    let answer = format!("c hello\ns SATISFIABLE\nv {}\nv 0\n", literals.join(" "));
    fs::write(file("answer"), &answer).unwrap();
    let import = |answer: &str| {
        fs::write(file("answer"), answer).unwrap();
        sixfold(&["import", &file("answer"), "--format", "dimacs", "--board", "hexiom/08"], "")
    };
    let solved = import(&answer);
    assert_eq!(solved.code, 0, "{solved:?}");
    assert_eq!(sixfold(&["check", "-"], &solved.stdout).stdout, "ok: correct\n");
    for wrong in ["s UNSATISFIABLE\n", "", "s SATISFIABLE\nv 1 2 3 0\n", "v x 0\n", "v 999999 0\n"]
    {
        let outcome = import(wrong);
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{wrong:?}");
    }
    assert_eq!(sixfold(&["export", "magic/3", "--format", "dimacs"], "").code, 2);
    let missing = ["solve", "hexiom/08", "--engine", "dimacs", "--set", "command=no-such-program"];
    let outcome = sixfold(&missing, "");
    assert_eq!((outcome.code, outcome.stderr.contains("cannot be run")), (2, true), "{outcome:?}");
}
