//! The rules: the conformance suite of the library, and what is special to this family.

use own_family::RULES;
use own_family::boards::{BAD, Board, GOOD, IMPOSSIBLE, PRESETS};
use sixfold_puzzle::conformance::{Boards, problems};
use sixfold_puzzle::picture::{Theme, svg, terminal};
use sixfold_puzzle::{ErrorCode, Verdict, View};

fn check(text: &str) -> Verdict {
    RULES.check(text).unwrap()
}

fn codes(text: &str) -> Vec<&'static str> {
    check(text).violations.iter().map(|violation| violation.code).collect()
}

fn all_boards() -> impl Iterator<Item = &'static Board> {
    [PRESETS, GOOD, BAD, IMPOSSIBLE].into_iter().flatten()
}

/// Everything that holds for the families of the library holds for this one.
#[test]
fn the_family_conforms() {
    let owned = |boards: &[Board]| {
        boards.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
    };
    let boards = Boards { good: owned(GOOD), bad: owned(BAD), impossible: owned(IMPOSSIBLE) };
    assert_eq!(problems(RULES, &boards), [""; 0]);
}

#[test]
fn a_partial_board_breaks_what_no_filling_can_mend() {
    let board = |rows: &str| format!("rikudo 2\n ? ?\n? ? ?\n ? ?\nsolution\n{rows}");
    assert_eq!(codes(&board(" 1 ?\n? ? ?\n ? 2\n")), ["step"]);
    assert!(codes(&board(" 1 ?\n? ? ?\n ? 3\n")).is_empty());
    assert_eq!(codes(&board(" 1 ?\n? ? ?\n ? 1\n")), ["repeat"]);
    assert_eq!(codes(&board(" 1 .\n? ? ?\n ? ?\n")), ["given"]);
    // Givens that break a rule make a board impossible.
    let given = "rikudo 2\n 1 ?\n? ? ?\n ? 2\n";
    assert_eq!(RULES.impossible(given).unwrap().unwrap().code, "step");
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let error = |text: &str| {
        let error = RULES.check(text).unwrap_err();
        (error.code, error.span.line, error.span.column)
    };
    assert_eq!(error("rikudo 2\n 1 x\n? ? ?\n ? ?\n"), (ErrorCode::Token, 2, 4));
    assert_eq!(error("rikudo 2\n 1 0\n? ? ?\n ? ?\n"), (ErrorCode::Number, 2, 4));
    for links in ["", "0,0", "0,0/0,0", "0,0/9,9", "0,-1/0,1", "0,0/1,0;", "0,0/-1,0"] {
        let text = format!("rikudo 2 links={links}\n ? ?\n. ? ?\n ? ?\n");
        assert_eq!(error(&text), (ErrorCode::Setting, 1, 16), "{links}");
    }
}

#[test]
fn links_are_printed_in_one_order() {
    let links = |links: &str| {
        RULES.instance(&format!("rikudo 2 links={links}\n ? ?\n? ? ?\n ? ?\n")).unwrap()
    };
    assert_eq!(links("1,0/0,0;0,0/0,-1;0,-1/0,0"), links("0,-1/0,0;0,0/1,0"));
}

#[test]
fn every_board_can_be_drawn() {
    for (name, text) in all_boards() {
        let scene = RULES.scene(text, View::default()).unwrap();
        assert!(svg(&scene, &Theme::ALL[0]).contains("Rikudo"), "{name}");
        assert!(terminal(&scene, None).starts_with("Rikudo"), "{name}");
    }
    // Five steps join six numbers, and the terminal shows each of them.
    let scene = RULES.scene(GOOD[0].1, View::default()).unwrap();
    let strokes = |text: String| text.chars().filter(|sign| "-/\\".contains(*sign)).count();
    assert_eq!(strokes(terminal(&scene, None)), 5);
}
