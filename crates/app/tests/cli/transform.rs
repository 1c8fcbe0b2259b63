//! `transform` from the command line.

use sixfold_puzzle::{FAMILIES, Puzzle, puzzles};

use crate::command_line::json;
use crate::common::sixfold;

/// A solved board of each family.
fn boards() -> impl Iterator<Item = (&'static dyn Puzzle, String)> {
    FAMILIES.iter().map(|&family| {
        let file = &puzzles::names(family.name(), "good")[0];
        (family, puzzles::text(family.name(), "good", file).unwrap().to_owned())
    })
}

fn transformed(board: &str, arguments: &[&str]) -> String {
    let outcome = sixfold(&[&["transform", "-"], arguments].concat(), board);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    outcome.stdout
}

#[test]
fn images_are_as_good_as_the_board_and_turning_on_brings_it_back() {
    for (family, board) in boards() {
        let mut image = transformed(&board, &["--rotate", "0"]);
        let home = image.clone();
        for _ in 0..6 {
            image = transformed(&image, &["--rotate", "1"]);
            let (verdict, own) = (family.check(&image), family.check(&board));
            let (verdict, own) = (verdict.unwrap(), own.unwrap());
            assert!(verdict.solved(), "{image}");
            let value = |objective: Option<sixfold_puzzle::Objective>| objective.map(|it| it.value);
            assert_eq!(value(verdict.objective), value(own.objective));
        }
        assert_eq!(image, home, "{board}");
        let there = transformed(&board, &["--rotate", "2"]);
        assert_eq!(transformed(&there, &["--rotate", "-2"]), home);
        assert_eq!(transformed(&board, &["--rotate", "8"]), there);
    }
}

#[test]
fn all_images_of_a_board_have_one_canonical_form() {
    for (family, board) in boards() {
        let canonical = transformed(&board, &["--canonical"]);
        assert_eq!(transformed(&canonical, &["--canonical"]), canonical);
        for &symmetry in family.symmetries() {
            let image = family.transform(&board, symmetry).unwrap();
            assert_eq!(transformed(&image, &["--canonical"]), canonical, "{symmetry:?}");
        }
        // The instance alone is turned as well.
        let instance = family.instance(&board).unwrap();
        assert!(!transformed(&instance, &["--canonical"]).contains("solution"));
    }
}

#[test]
fn a_reflection_is_refused_where_it_is_no_symmetry() {
    for (family, board) in boards() {
        let outcome = sixfold(&["transform", "-", "--reflect", "--rotate", "1"], &board);
        let reflects = family.symmetries().iter().any(|symmetry| symmetry.is_reflection());
        assert_eq!(outcome.code, if reflects { 0 } else { 2 }, "{outcome:?}");
        if !reflects {
            assert!(outcome.stderr.contains("a reflection is no symmetry"), "{}", outcome.stderr);
        }
    }
    for wrong in
        [&["transform", "magic/3"][..], &["transform", "magic/3", "--canonical", "--reflect"]]
    {
        assert_eq!(sixfold(wrong, "").code, 2);
    }
}

#[test]
fn a_machine_reads_the_image_as_text() {
    let lines = json(&sixfold(&["transform", "neighbors/good/3", "--reflect", "--json"], ""));
    let result = lines.iter().find(|line| line["type"] == "result").unwrap();
    let text = result["data"]["text"].as_str().unwrap();
    assert!(text.starts_with("neighbors 3\n") && text.contains("\nsolution\n"), "{text}");
    assert_eq!(result["data"]["family"], "neighbors");
}
