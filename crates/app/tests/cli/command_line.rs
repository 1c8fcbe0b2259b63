//! Exit codes, messages, files, and the split between standard output and standard error.

use std::fs;

use crate::common::{Outcome, sixfold};
use sixfold_puzzle::puzzles;

pub(crate) const BLANK: &str = "? ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n";

pub(crate) fn json(outcome: &Outcome) -> Vec<serde_json::Value> {
    outcome.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn check_names_broken_rules_and_sets_the_exit_code() {
    for family in sixfold_solver::REGISTRY.families() {
        let name = family.name();
        for (folder, code) in [("good", 0), ("bad", 1), ("impossible", 1)] {
            for file in puzzles::names(name, folder) {
                let outcome = sixfold(&["check", &format!("{name}/{folder}/{file}")], "");
                assert_eq!(outcome.code, code, "{name}/{folder}/{file}: {outcome:?}");
                let start =
                    if code == 0 { "ok: correct".into() } else { format!("broken: {file}: ") };
                assert!(outcome.stdout.starts_with(&start), "{}", outcome.stdout);
                assert_eq!(outcome.stderr, "");
            }
        }
    }
    let incomplete = sixfold(&["check", "hexiom/08"], "");
    assert_eq!((incomplete.code, incomplete.stdout.contains("incomplete")), (0, true));
}

#[test]
fn solve_of_a_family_without_an_engine_says_so() {
    for family in sixfold_solver::REGISTRY.families() {
        if family.engines.is_empty() {
            let puzzle = family.rules;
            let preset = format!("{}/{}", puzzle.about().name, puzzle.presets()[0]);
            let outcome = sixfold(&["solve", &preset], "");
            assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{preset}");
            assert!(
                outcome.stderr.contains("there is no engine for the family"),
                "{}",
                outcome.stderr
            );
        }
    }
}

#[test]
fn solve_prints_a_document_that_check_accepts() {
    let solved = sixfold(&["solve", "magic/3"], "");
    assert_eq!(solved.code, 0);
    assert_eq!(solved.stderr, "found a solution\nsolved, solution verified\n");
    assert_eq!(sixfold(&["check", "-"], &solved.stdout).stdout, "ok: correct\n");
    assert_eq!(sixfold(&["solve", "-", "-q"], &solved.stdout).stdout, solved.stdout);
    assert_eq!(sixfold(&["solve", "magic/3", "-q"], "").stderr, "");
    assert_eq!(sixfold(&["draw", "-"], &solved.stdout).code, 0);
}

/// File, line, column, the offending text with a caret, what was expected; exit 2.
#[test]
fn bad_texts_are_refused_with_a_caret() {
    let cases = [
        ("", "1:1", "the text is empty"),
        ("# only a comment\n", "1:17", "the text is empty"),
        ("chess 3\n", "1:1", "unknown family `chess`"),
        ("magic\n", "1:6", "the order is missing"),
        ("magic 1000000000\n", "1:7", "out of range"),
        ("magic 3 start=one\n", "1:15", "`one` is not a start"),
        ("magic 3 color=red\n", "1:9", "unknown setting"),
        ("magic 3 start=1 start=1\n", "1:17", "written twice"),
        ("magic 3\n? ? ?\n? ? ? ?\n", "3:8", "ends after 2 rows"),
        ("magic 3\n? ?\n", "2:4", "only 2 of 3 cells"),
        ("magic 3\n? ? ? ?\n", "2:7", "too many cells"),
        ("magic 2\n? 99999999999999999999\n? ? ?\n? ?\n", "2:3", "out of range"),
        ("neighbors 2\n1 8\n? ? ?\n? ?\n", "2:3", "out of range"),
        ("hexiom 2\n. 7\n. . .\n. .\n", "2:3", "`7` is not a slot"),
        ("fences 2\n. 0\n. . .\n. .\n", "2:3", "out of range"),
        ("balto 2\n1 1\n3 0 4\n5 6\n", "2:3", "twice"),
    ];
    for (text, place, message) in cases {
        let outcome = sixfold(&["check", "-"], text);
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{text:?}");
        assert!(
            outcome.stderr.contains(&format!("<stdin>:{place}")),
            "{text:?}: {}",
            outcome.stderr
        );
        assert!(outcome.stderr.contains(message), "{text:?}: {}", outcome.stderr);
        assert!(
            outcome.stderr.contains('^') && outcome.stderr.contains("expected"),
            "{}",
            outcome.stderr
        );
        let last = json(&sixfold(&["check", "-", "--json"], text)).pop().unwrap();
        assert_eq!(last["type"], "error");
        let (line, column) = place.split_once(':').unwrap();
        assert_eq!(last["data"]["line"].to_string(), line);
        assert_eq!(last["data"]["column"].to_string(), column);
    }
}

#[test]
fn bad_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(path("binary"), b"magic 3\n\xff\xfe\x00").unwrap();
    fs::write(path("empty"), b"").unwrap();
    fs::write(path("bom"), "\u{feff}magic 1\n1\n").unwrap();
    fs::write(path("huge"), vec![b' '; 17 << 20]).unwrap();
    let refused = |file: &str, message: &str| {
        for verb in ["check", "draw", "solve", "import", "export"] {
            let outcome = sixfold(&[verb, file], "");
            assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{verb} {file}");
            assert!(outcome.stderr.contains(message), "{verb} {file}: {}", outcome.stderr);
        }
    };
    refused(&path("missing"), "there is no file, preset or record");
    refused("hexiom/41", "sixfold list hexiom");
    refused("chess/1", "sixfold list");
    refused(&path(""), "is a directory");
    refused(&path("binary"), "binary:2:1");
    refused(&path("binary"), "it has the byte 0xff");
    refused(&path("huge"), "larger than the limit of 16 MiB");
    let empty = sixfold(&["check", &path("empty")], "");
    assert_eq!((empty.code, empty.stderr.contains("the text is empty")), (2, true));
    assert_eq!(sixfold(&["check", &path("bom")], "").code, 0, "a byte order mark is no mistake");
}

#[test]
fn a_long_line_is_not_printed_whole() {
    let board = puzzles::text("balto", "", "3").unwrap();
    let text = format!("{board}solution\n{}x{}\n", "1A".repeat(8000), "1A".repeat(8000));
    let outcome = sixfold(&["check", "-"], &text);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("(move 16001)"), "{}", outcome.stderr);
    assert!(outcome.stderr.len() < 1000, "{} characters", outcome.stderr.len());
}

#[test]
fn nothing_is_written_when_something_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let empty = || fs::read_dir(folder.path()).unwrap().count() == 0;
    for arguments in [
        vec!["solve", "balto/impossible/odd", "-o", "x.txt"],
        vec!["solve", "magic/impossible/order-2", "-o", "x.txt"],
        vec!["draw", "hexiom/41", "-o", "x.svg"],
        vec!["draw", "hexiom/08", "-o", "x.jpeg"],
        vec!["draw", "hexiom/08", "--step", "1", "-o", "x.svg"],
        vec!["draw", "balto/good/3", "--step", "31", "-o", "x.svg"],
        vec!["export", "hexiom/08", "--format", "entry", "-o", "x.txt"],
        vec!["import", "hexiom/08", "--format", "hexiom-classic", "-o", "x.txt"],
    ] {
        let mut arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let last = arguments.len() - 1;
        arguments[last] = file(&arguments[last]);
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let outcome = sixfold(&words, "");
        assert!(matches!(outcome.code, 1 | 2), "{words:?}: {outcome:?}");
        assert!(empty(), "{words:?}");
    }
    let nowhere = format!("{}/no/such/folder/x.txt", folder.path().display());
    let outcome = sixfold(&["solve", "magic/3", "-o", &nowhere], "");
    assert_eq!((outcome.code, outcome.stderr.contains("cannot be written")), (2, true));
}

#[test]
fn files_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (text, svg, png) = (file("x.txt"), file("x.svg"), file("x.png"));
    assert_eq!(sixfold(&["solve", "magic/3", "-o", &text], "").stdout, "");
    assert_eq!(sixfold(&["check", &text], "").stdout, "ok: correct\n");
    for theme in ["light", "dark", "print"] {
        assert_eq!(sixfold(&["draw", &text, "-o", &svg, "--theme", theme], "").code, 0);
        assert_eq!(
            fs::read_to_string(&svg).unwrap(),
            sixfold(&["draw", &text, "-o", "-", "--theme", theme], "").stdout
        );
        assert_eq!(sixfold(&["draw", &text, "-o", &png, "--theme", theme], "").code, 0);
        let picture = fs::read(&png).unwrap();
        assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no part files are left");
}

#[test]
fn check_takes_a_solution_from_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let whole = puzzles::text("hexiom", "good", "08").unwrap();
    let rows = whole.split_once("solution\n").unwrap().1;
    for text in [whole.to_owned(), format!("solution\n{rows}"), rows.to_owned()] {
        let outcome = sixfold(&["check", "hexiom/08", &file("s.txt", &text)], "");
        assert_eq!((outcome.code, &*outcome.stdout), (0, "ok: correct\n"), "{text}");
    }
    let other = puzzles::text("hexiom", "good", "29").unwrap();
    let outcome = sixfold(&["check", "hexiom/08", &file("o.txt", other)], "");
    assert_eq!((outcome.code, outcome.stderr.contains("another puzzle")), (2, true));
    let outcome = sixfold(&["check", "magic/3", &file("s.txt", whole)], "");
    assert_eq!((outcome.code, outcome.stderr.contains("another puzzle")), (2, true), "{outcome:?}");
    let broken = sixfold(&["check", "hexiom/08", &file("b.txt", "1 2 3\n")], "");
    assert_eq!((broken.code, broken.stderr.contains("b.txt:1:6")), (2, true), "{broken:?}");
}

#[test]
fn a_wrong_engine_or_option_is_refused_even_for_impossible_boards() {
    for arguments in [["--engine", "nonsense"], ["--set", "speed=9"]] {
        let outcome =
            sixfold(&["solve", "hexiom/impossible/odd-sum", arguments[0], arguments[1]], "");
        assert_eq!(outcome.code, 2, "{outcome:?}");
    }
}

#[test]
fn usage_errors_and_help() {
    for arguments in [
        &["fly"][..],
        &["-q"],
        &["solve"],
        &["solve", "magic/3", "--time", "soon"],
        &["list", "chess"],
    ] {
        let outcome = sixfold(arguments, "");
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{arguments:?}");
        assert!(outcome.stderr.len() > 20);
    }
    let wrong = sixfold(&["solve", "magic/3", "--set", "speed=9"], "");
    assert!(wrong.stderr.contains("no option speed") && wrong.code == 2);
    let last = json(&sixfold(&["fly", "--json"], "")).pop().unwrap();
    assert_eq!((&last["type"], last["data"]["line"].is_null()), (&"error".into(), true));
    for arguments in [&["--help"][..], &["solve", "--help"], &["--version"], &["help", "draw"]] {
        let outcome = sixfold(arguments, "");
        assert_eq!((outcome.code, &*outcome.stderr), (0, ""), "{arguments:?}");
    }
    insta::assert_snapshot!("help", sixfold(&["--help"], "").stdout);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(sixfold(&["completions", shell], "").stdout.contains("sixfold"), "{shell}");
    }
    let man = sixfold(&["man"], "").stdout;
    assert!(man.contains(".TH sixfold 1"), "{man}");
}

/// Replaces the one number that differs from run to run.
fn without_seconds(text: &str) -> String {
    let mut parts = text.split("\"seconds\":");
    let mut result = parts.next().unwrap().to_owned();
    for part in parts {
        let rest = part.find([',', '}']).map_or("", |end| &part[end..]);
        result.push_str("\"seconds\":0");
        result.push_str(rest);
    }
    result
}

#[test]
fn machine_readable_output_is_as_before() {
    for (name, arguments) in [
        ("json-solve", &["solve", "magic/3", "--json"][..]),
        ("json-none", &["solve", "magic/impossible/no-integer-sum", "--json"]),
        (
            "json-restricted",
            &["solve", "magic/3", "--json", "--engine", "exact", "--set", "unit=0=1"],
        ),
        ("json-check-good", &["check", "neighbors/good/4", "--json"]),
        ("json-check-bad", &["check", "hexiom/bad/count", "--json"]),
        ("json-error", &["check", "magic/99", "--json"]),
        ("json-list", &["list", "magic", "--json"]),
        ("json-draw", &["draw", "hexiom/02", "--json"]),
        ("json-count", &["count", "hexiom/02", "--json", "-q"]),
    ] {
        let outcome = sixfold(arguments, "");
        let lines = json(&outcome);
        for line in &lines {
            assert_eq!(line["schema"], 1);
            assert!(line["data"].is_object());
        }
        let last = lines.last().unwrap();
        assert!(last["type"] == "end" || last["type"] == "error");
        insta::assert_snapshot!(name, without_seconds(&outcome.stdout));
    }
}

#[test]
fn list_shows_what_there_is() {
    insta::assert_snapshot!("list", sixfold(&["list"], "").stdout);
    insta::assert_snapshot!("list-magic", sixfold(&["list", "magic"], "").stdout);
}

#[test]
fn the_tour_checks_solves_and_draws_every_family() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gallery").to_string_lossy().into_owned();
    let outcome = sixfold(&["tour", "-o", &path], "");
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let page = fs::read_to_string(format!("{path}/index.html")).unwrap();
    for family in sixfold_solver::REGISTRY.families() {
        let name = family.name();
        assert!(page.contains(&format!("<h2>{name}</h2>")));
        assert!(outcome.stdout.contains(&format!("ok: {name}/")));
    }
    // Every file that the page names is there.
    let pieces = page
        .split('"')
        .filter(|piece| [".svg", ".png", ".txt", ".gif"].iter().any(|end| piece.ends_with(end)));
    let files: Vec<&str> = pieces.collect();
    assert!(files.len() > 20 && files.iter().any(|file| file.ends_with(".gif")));
    for file in files {
        assert!(fs::metadata(format!("{path}/{file}")).unwrap().len() > 0, "{file}");
    }
}

/// Who types the name of the program alone is told three things to try, each of which it understands.
#[test]
fn the_program_alone_welcomes() {
    let welcome = sixfold(&[], "");
    assert_eq!((welcome.code, &*welcome.stderr), (0, ""), "{welcome:?}");
    let tries = welcome.stdout.lines().filter_map(|line| line.strip_prefix("  sixfold "));
    let tries: Vec<&str> = tries.map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(tries, ["tour", "solve hexiom/38", "serve --open"]);
    for verb in tries.iter().map(|line| line.split(' ').next().unwrap()) {
        assert_eq!(sixfold(&[verb, "--help"], "").code, 0, "{verb}");
    }
}

#[test]
fn a_blank_board_has_its_order_and_settings() {
    let blank = sixfold(&["blank", "magic", "9", "start=-108"], "");
    assert_eq!(blank.code, 0, "{blank:?}");
    assert!(blank.stdout.starts_with("magic 9 start=-108\n"), "{}", blank.stdout);
    assert_eq!(blank.stdout.matches('?').count(), 217);
    assert_eq!(sixfold(&["check", "-"], &blank.stdout).code, 0);
    for (arguments, message) in [
        ("chess 3", "there is no family `chess`"),
        ("magic 0", "0"),
        ("magic 129", "expected"),
        ("magic 3 start=x", "start"),
        ("magic 3 colour=red", "colour"),
        ("magic 3 start", "name=value"),
        ("hexiom 3 start=1", "start"),
    ] {
        let words: Vec<&str> = std::iter::once("blank").chain(arguments.split(' ')).collect();
        let refused = sixfold(&words, "");
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{arguments}: {refused:?}");
        assert!(refused.stderr.contains(message), "{arguments}: {}", refused.stderr);
    }
}

/// A picture of pixels is as wide as asked for.
#[test]
fn a_picture_has_the_width_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.png").to_str().unwrap().to_owned();
    for width in [64_u32, 777] {
        let drawn =
            sixfold(&["draw", "hexiom/good/08", "-o", &path, "--width", &width.to_string()], "");
        assert_eq!(drawn.code, 0, "{drawn:?}");
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes[16..20], width.to_be_bytes(), "{width}");
    }
    for arguments in [&["-o", "-", "--width", "100"][..], &["-o", &path, "--width", "0"]] {
        let refused = sixfold(&[&["draw", "hexiom/08"], arguments].concat(), "");
        assert_eq!(refused.code, 2, "{refused:?}");
    }
}

/// A picture has the pixels that its resolution needs, and the file states it.
#[test]
fn a_picture_has_the_resolution_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.png").to_str().unwrap().to_owned();
    let drawn = |dpi: &str| {
        let drawn = sixfold(&["draw", "hexiom/good/08", "-o", &path, "--dpi", dpi], "");
        assert_eq!(drawn.code, 0, "{drawn:?}");
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes[37..41], *b"pHYs");
        u32::from_be_bytes(bytes[16..20].try_into().unwrap())
    };
    let (screen, paper) = (drawn("96"), drawn("192"));
    assert!((2 * screen - 1..=2 * screen).contains(&paper), "{screen} and {paper}");
    let wide = ["-o", &path, "--dpi", "96", "--width", "100"];
    for (arguments, words) in [
        (&wide[..], "--dpi and the width both say how many pixels: expected one of them"),
        (&["-o", "-", "--dpi", "96"], "--dpi needs pixels: expected an output file ending"),
        (&["--width", "100"], "--width needs pixels: expected an output file ending"),
        (&["-o", &path, "--dpi", "5"], "16..=2400"),
        (
            &["-o", &path, "--dpi", "2400"],
            "--dpi 2400 makes a side longer than 8000 pixels: expected",
        ),
    ] {
        let board = if arguments.contains(&"2400") { "neighbors/27" } else { "hexiom/08" };
        let refused = sixfold(&[&["draw", board], arguments].concat(), "");
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
}

#[test]
fn a_picture_has_no_title_if_none_is_wanted() {
    let drawn = |arguments: &[&str]| {
        let drawn = sixfold(&[&["draw", "hexiom/06"], arguments].concat(), "");
        assert_eq!(drawn.code, 0, "{drawn:?}");
        drawn.stdout
    };
    let (with, without) = (drawn(&[]), drawn(&["--no-title"]));
    assert_eq!(with, format!("Hexiom, order 3\n{without}"));
    assert!(drawn(&["-o", "-"]).contains("Hexiom, order 3"));
    assert!(!drawn(&["-o", "-", "--no-title"]).contains("Hexiom, order 3"));
}

/// Every family can be drawn with the names of its cells, and `list` says what they mean.
#[test]
fn cells_are_drawn_with_their_names() {
    for family in sixfold_solver::REGISTRY.families() {
        let name = family.name();
        let preset = format!("{name}/{}", family.rules.presets()[1]);
        let drawn = sixfold(&["draw", &preset, "--view", "coordinates", "-o", "-"], "");
        assert_eq!(drawn.code, 0, "{drawn:?}");
        for cell in ["0,0", "1,0", "0,1", "-1,0"] {
            assert!(drawn.stdout.contains(&format!(">{cell}<")), "{preset}: {cell}");
        }
        assert!(sixfold(&["list", name], "").stdout.contains("a step to the right adds 1,0"));
        let refused = sixfold(&["draw", &preset, "--view", "coordinate"], "");
        assert!(refused.stderr.contains("coordinates"), "{refused:?}");
    }
}

#[test]
fn boards_are_scored_as_the_contests_did() {
    let scored = sixfold(&["score", "records/balto/03", "records/balto/3", "neighbors/good/3"], "");
    assert_eq!(scored.code, 0, "{scored:?}");
    let lines: Vec<&str> = scored.stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines[0].ends_with("moves 27, best known 27: 1.0000"), "{lines:?}");
    assert_eq!(lines[3], "balto: 1.00 for 1 puzzle; the contest had 25");
    assert!(lines[4].starts_with("neighbors: 1.00 for 1 puzzle"), "{lines:?}");
    for (file, message) in [
        ("hexiom/good/08", "no solution of it is better than another"),
        ("neighbors/3", "no complete solution"),
        ("neighbors/bad/support", "breaks a rule"),
    ] {
        let refused = sixfold(&["score", file], "");
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{file}: {refused:?}");
        assert!(refused.stderr.contains(message), "{file}: {}", refused.stderr);
    }
}

#[test]
fn records_are_listed_and_verified() {
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records");
    let verified = sixfold(&["records", "verify"], "");
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    let files = |family: &str| fs::read_dir(format!("{records}/{family}")).unwrap().count();
    let families = ["balto", "fences", "hexiom", "magic", "neighbors"];
    assert_eq!(verified.stdout.lines().count(), families.map(files).iter().sum::<usize>());
    let listed = sixfold(&["records", "magic"], "");
    assert!(listed.stdout.contains("magic/3"), "{listed:?}");
    assert_eq!(listed.stdout.lines().count(), files("magic"));
    let folder = sixfold(&["records", "magic", "--folder", records], "");
    assert_eq!(listed.stdout, folder.stdout);
    for name in ["records/magic/3", "records/magic/3.txt"] {
        assert_eq!(sixfold(&["check", name], "").code, 0, "{name}");
    }
    let missing = sixfold(&["check", "records/magic/0"], "");
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("`sixfold records` lists the records"), "{missing:?}");
    assert_eq!(sixfold(&["records", "chess"], "").code, 2);
    assert_eq!(sixfold(&["records", "--folder", "no-such-folder"], "").code, 2);
}

#[test]
fn a_broken_record_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join("magic").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let head =
        "# claim: found\n# command: sixfold solve magic/3\n# date: 2026-01-01\n# version: 0.1.0\n";
    let good = puzzles::text("magic", "good", "3").unwrap();
    write("good.txt", &format!("{head}{good}"));
    write("bad.txt", &format!("{head}{}", puzzles::text("magic", "bad", "sum").unwrap()));
    write("bare.txt", good);
    write("open.txt", &format!("{head}magic 3\n{BLANK}"));
    write("other.txt", &format!("{head}{}", puzzles::text("hexiom", "good", "08").unwrap()));
    write("text.txt", "hello\n");
    let folder = folder.path().to_string_lossy().into_owned();
    let outcome = sixfold(&["records", "verify", "--folder", &folder], "");
    assert_eq!(outcome.code, 1);
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(lines.len(), 6);
    let good: Vec<&&str> = lines.iter().filter(|line| line.starts_with("ok: ")).collect();
    assert_eq!(good, [&"ok: magic/good"]);
}

/// Solved in 30 moves.
const GOOD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzle/puzzles/balto/good/3.txt");

/// The pictures of a GIF: their count is that of the blocks which say how long a picture stands.
#[test]
fn the_moves_of_a_solution_are_drawn_as_a_moving_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let gif = path("x.gif");
    let pictures = |arguments: &[&str]| {
        let command = [&["draw", GOOD, "-o", &gif], arguments].concat();
        assert_eq!(sixfold(&command, "").code, 0);
        let bytes = fs::read(&gif).unwrap();
        assert_eq!(&bytes[..6], b"GIF89a");
        bytes.windows(3).filter(|bytes| *bytes == [0x21, 0xf9, 0x04]).count()
    };
    assert_eq!((pictures(&[]), pictures(&["--steps", "5..9"])), (31, 5));
    for (arguments, words) in [
        (vec!["draw", GOOD, "-o", &gif, "--steps", "5..99"], "30 moves"),
        (vec!["draw", GOOD, "-o", &gif, "--steps", "9..5"], "range"),
        (vec!["draw", "balto/3", "-o", &gif], "no moves"),
        (vec!["draw", "balto/3", "--steps", "1..2"], ".gif"),
    ] {
        let run = sixfold(&arguments, "");
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

#[test]
fn what_is_learned_is_printed_or_written() {
    let small =
        ["--rounds", "1", "--set", "samples=1000", "--set", "trials=2", "--set", "width=50"];
    let command = [&["train", "balto", "--order", "3"], &small[..]].concat();
    let run = sixfold(&command, "");
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("balto weights 1\norder 3\n"), "{}", run.stdout);
    assert!(run.stderr.contains("unseen"), "{}", run.stderr);
    for command in [["train", "magic", "--order", "3"], ["train", "balto", "--order", "99"]] {
        assert_eq!(sixfold(&command, "").code, 2, "{command:?}");
    }
}

/// Methods of the articles stand apart from the engines that one would choose.
#[test]
fn list_shows_the_methods_of_the_articles_apart() {
    for (family, usual, classic) in [
        ("neighbors", "region", "backtrack"),
        ("magic", "local", "permute-lines"),
        ("hexiom", "frontier", "backtrack"),
        ("fences", "orbits", "posts"),
    ] {
        let page = sixfold(&["list", family], "").stdout;
        let (before, after) = page.split_once("Methods of the articles").expect("there are some");
        let starts = |part: &str, name: &str| {
            part.lines()
                .any(|line| line.strip_prefix("    ").is_some_and(|it| it.starts_with(name)))
        };
        assert!(starts(before, usual) && !starts(before, classic), "{page}");
        assert!(starts(after, classic) && !starts(after, usual), "{page}");
        let data = sixfold(&["list", family, "--json"], "").stdout;
        assert!(data.contains("\"role\":\"production\"") && data.contains("\"role\":\"classic\""));
    }
}
