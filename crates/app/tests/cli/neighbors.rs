//! Hexagonal Neighbors from the command line: certified optima, stored proofs, lemmas.

use std::fs;

use crate::command_line::json;
use crate::common::sixfold;

#[test]
fn an_optimum_is_certified_and_its_proof_can_be_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof.lrat").to_string_lossy().into_owned();
    let solved = sixfold(&["solve", "neighbors/4", "--proof", &proof, "--threads", "1"], "");
    assert_eq!(solved.code, 0, "{solved:?}");
    assert!(solved.stderr.ends_with("penalty 3: optimal, proof checked\n"), "{solved:?}");
    let check = || sixfold(&["prove-check", "neighbors/4", &proof], "");
    let words = "ok: no solution is better than 3; the proof of ";
    assert!(check().stdout.starts_with(words), "{:?}", check());
    assert_eq!(sixfold(&["prove-check", "neighbors/3", &proof], "").code, 1);
    let text = fs::read_to_string(&proof).unwrap();
    let forged = [
        ("c bound 3\n", "c bound 4\n", "a better bound than was proved"),
        ("c bound 3\n", "", "nothing at all"),
        ("c part low centred\nc least 2", "c part low centred\nc least 1", "a weaker lemma"),
        ("c part low centred\nc least 2", "c part low centred\nc least 9", "a stronger lemma"),
        ("c part beside\nc least 3", "c part beside\nc least 2", "a fact that nobody shows"),
        ("c part low beside", "c part beside", "a part left out"),
    ];
    for (original, forgery, what) in forged {
        assert!(text.contains(original), "{what}: {}", &text[..200]);
        fs::write(&proof, text.replacen(original, forgery, 1)).unwrap();
        let outcome = check();
        assert_eq!(outcome.code, 1, "{what}: {outcome:?}");
    }
}

/// Within a restricted scope a proof is checked too, and says what it is about.
#[test]
fn a_proof_of_a_class_says_that_it_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof.lrat").to_string_lossy().into_owned();
    let words = ["solve", "neighbors/8", "--engine", "class", "--proof", &proof, "--json"];
    let lines = json(&sixfold(&words, ""));
    let result = &lines.iter().find(|line| line["type"] == "result").unwrap()["data"];
    assert_eq!((&result["claim"], result["bound"].is_null()), (&"found".into(), true));
    let said = "penalty 20: best found; no board with a regular inside (code=4 bits=5) is better, proof checked; \
                others are not excluded";
    assert_eq!(result["words"], said);
    let checked = sixfold(&["prove-check", "neighbors/8", &proof], "");
    let start = "ok: no solution within code=4 bits=5 is better than 20; the proof of ";
    assert!(checked.stdout.starts_with(start), "{checked:?}");
}

#[test]
fn boards_that_cannot_be_completed_are_refuted_with_a_proof() {
    let board = "neighbors 3\n? ? ?\n? 3 3 ?\n? 3 3 3 ?\n? 3 3 ?\n? ? ?\n";
    let solved = sixfold(&["solve", "-", "--prove", "--threads", "1"], board);
    assert_eq!(solved.code, 1, "{solved:?}");
    assert!(solved.stderr.starts_with("none: "), "{solved:?}");
    let values = sixfold(&["solve", "-"], &board.replacen('?', "8", 1));
    assert_eq!(values.code, 2, "{values:?}");
}

#[test]
fn lemmas_are_listed_shown_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("lemma.lrat").to_string_lossy().into_owned();
    let listed = sixfold(&["lemma"], "");
    assert_eq!((listed.code, listed.stdout.lines().count()), (0, 2), "{listed:?}");
    for (name, radii) in [("neighbors-code", "3..6"), ("neighbors-axis", "4..6")] {
        let shown = sixfold(&["lemma", name, "--radius", radii, "--proof", &proof], "");
        assert_eq!(shown.code, 0, "{shown:?}");
        assert!(shown.stdout.starts_with(&format!("holds for R = {radii}: ")), "{shown:?}");
        let check =
            |radii: &str| sixfold(&["lemma", name, "--radius", radii, "--check", &proof], "");
        assert_eq!(check(radii).code, 0);
        assert_eq!(check("5..6").code, 1, "the proof is of other radii");
        let text = fs::read_to_string(&proof).unwrap();
        fs::write(&proof, &text[..text.len() * 2 / 3]).unwrap();
        assert_eq!(check(radii).code, 1, "the proof is cut off");
    }
    for words in [&["lemma", "no-such"][..], &["lemma", "neighbors-code", "--radius", "2"]] {
        assert_eq!(sixfold(words, "").code, 2);
    }
}

/// The report's sample of order 3: levels 1 and 2, then the rest, each command fed with the board of the one before.
#[test]
fn levels_are_placed_by_one_command_and_carried_on_by_the_next() {
    let low = ["solve", "neighbors/3", "--engine", "sat", "--set", "levels=1..2"];
    let placed = sixfold(&low, "");
    assert_eq!(placed.code, 0, "{placed:?}");
    assert!(
        placed.stdout.starts_with("neighbors 3\n") && placed.stdout.contains("3+"),
        "{placed:?}"
    );
    let words = "penalty 3 at levels 1 to 2: no board has less there, complete search; what is above is undecided\n";
    assert!(placed.stderr.ends_with(words), "{placed:?}");
    let checked = sixfold(&["check", "-"], &placed.stdout);
    let lines: Vec<&str> = checked.stdout.lines().collect();
    assert_eq!(lines[0], "ok: incomplete, nothing is broken so far", "{checked:?}");
    assert!(lines[1].starts_with("penalty by level: "), "{checked:?}");
    let carried_on =
        sixfold(&["solve", "-", "--engine", "backtrack", "--threads", "1"], &placed.stdout);
    assert_eq!(carried_on.code, 0, "{carried_on:?}");
    assert!(
        sixfold(&["check", "-"], &carried_on.stdout).stdout.starts_with("ok: correct, penalty ")
    );
    let lines = json(&sixfold(&[&low[..], &["--json"]].concat(), ""));
    let result = &lines.iter().find(|line| line["type"] == "result").unwrap()["data"];
    assert_eq!((&result["verdict"], &result["claim"]), (&"partial".into(), &"found".into()));
    assert!(result["solution"].is_null() && result["objective"].is_null(), "{result}");
    let board = &result["partial"];
    assert_eq!((&board["by"], &board["through"]), (&"level".into(), &2.into()));
    assert_eq!((&board["value"], &board["bound"]), (&3.into(), &3.into()));
    assert_eq!(board["puzzle"], placed.stdout);
}

/// A partial board does not take the place of a solution in a file.
#[test]
fn a_partial_board_overwrites_no_solution() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("three.txt").to_string_lossy().into_owned();
    let solved = sixfold(&["solve", "neighbors/3", "-o", &file], "");
    assert_eq!(solved.code, 0, "{solved:?}");
    let before = fs::read_to_string(&file).unwrap();
    let low = ["solve", "neighbors/3", "--engine", "sat", "--set", "levels=1", "-o", &file];
    let kept = sixfold(&low, "");
    assert!(kept.stderr.contains("was not overwritten"), "{kept:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

/// The 25 boards of the contest: the report's own have the same sum, divided otherwise.
#[test]
fn the_records_of_the_contest_are_added_up_by_level() {
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records");
    let total = ["records", "neighbors", "--names", "3..27", "--total", "--folder", records];
    let total = sixfold(&total, "");
    let lines: Vec<&str> = total.stdout.lines().collect();
    assert_eq!(lines[0], "25 records of neighbors, sum of objectives 1123", "{total:?}");
    assert_eq!(lines[1], "penalty by level: 854 at 1, 222 at 2, 46 at 3, 1 at 4");
    assert_eq!(sixfold(&["records", "--total", "--folder", records], "").code, 2);
}

/// A store of chunks that are no board's, above the limit of texts. The rows above count in binary.
fn large_store() -> String {
    let mut text = "sixfold row3 2\n".to_owned();
    for number in 0..28_000 {
        let bits = format!("{number:020b}").replace('1', "+").replace('0', "1");
        let (upper, middle, rest) = ("1".repeat(200), "1".repeat(201), "1".repeat(178));
        text.push_str(&format!("1 {upper}/{middle}/+1{bits}{rest}++\n"));
    }
    // FNV-1a, as the format has it.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    text + &format!("end 28000 chunks {hash:016x}\n")
}

/// Stores above the limit of texts are merged and queried from files, by the trainer and by the engine.
#[test]
fn a_large_store_is_merged_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (large, solved) = (path("large.row3"), path("solved.txt"));
    let text = large_store();
    assert!(text.len() > 16 << 20);
    fs::write(&large, &text).unwrap();
    let board = sixfold(&["transform", "records/neighbors/04", "--rotate", "0"], "");
    fs::write(&solved, &board.stdout).unwrap();
    let train = |settings: &[&str], output: &str| {
        let begin = ["train", "neighbors", "--order", "4", "--set", "level=4", "-o", output];
        let settings = settings.iter().flat_map(|setting| ["--set", setting]);
        sixfold(&begin.into_iter().chain(settings).collect::<Vec<_>>(), "")
    };
    let small = path("small.row3");
    let made = train(&[&format!("solved={solved}")], &small);
    assert_eq!((made.code, made.stdout.as_str()), (0, ""), "{made:?}");
    let (chunks, merge) = (format!("chunks={large}"), format!("merge={small}"));
    let merged = train(&[&chunks, &merge], &large);
    let boards = made.stderr.split_once("; ").unwrap().1;
    assert!(boards.contains("boards of penalty 3"), "{boards}");
    assert!(merged.code == 0 && merged.stderr.ends_with(boards), "{merged:?}");
    assert!(merged.stderr.starts_with("280"), "{merged:?}");
    let whole = fs::read_to_string(&large).unwrap();
    assert_eq!(
        whole.lines().count(),
        text.lines().count() + fs::read_to_string(&small).unwrap().lines().count() - 2
    );
    let engine =
        ["solve", "neighbors/4", "--engine", "store", "--set", "level=4", "--set", "beams=0"];
    let found = sixfold(&[&engine[..], &["--set", &chunks]].concat(), "");
    assert!(found.code == 0 && found.stderr.contains("penalty 3"), "{found:?}");
    // A file that is refused leaves the result of before.
    fs::write(&small, whole.replacen("1 1", "1 +", 1)).unwrap();
    let refused = train(&[&chunks, &merge], &large);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("merge: line 2: "), "{refused:?}");
    assert_eq!(fs::read_to_string(&large).unwrap(), whole);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}
