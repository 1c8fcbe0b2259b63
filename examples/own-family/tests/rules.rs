//! The rules: each is broken by one board that breaks nothing else, and symmetries and printing change nothing.

use std::collections::BTreeSet;

use own_family::RULES;
use own_family::boards::{BAD, Board, GOOD, IMPOSSIBLE, PRESETS};
use sixfold_puzzle::family::Term;
use sixfold_puzzle::hex::Symmetry;
use sixfold_puzzle::picture::{Theme, svg, terminal};
use sixfold_puzzle::text::ErrorCode;
use sixfold_puzzle::{Verdict, View};

fn check(text: &str) -> Verdict {
    RULES.check(text).unwrap()
}

fn codes(text: &str) -> Vec<&'static str> {
    check(text).violations.iter().map(|violation| violation.code).collect()
}

fn all_boards() -> impl Iterator<Item = &'static Board> {
    [PRESETS, GOOD, BAD, IMPOSSIBLE].into_iter().flatten()
}

fn assert_covers(boards: &[Board], terms: &[Term]) {
    let names: BTreeSet<_> = boards.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, terms.iter().map(|term| term.word).collect());
}

#[test]
fn good_boards_are_solved() {
    for (name, text) in GOOD {
        assert!(check(text).solved(), "{name}: {:?}", check(text));
    }
}

#[test]
fn presets_are_open_and_may_have_solutions() {
    for (name, text) in PRESETS {
        assert!(check(text).ok() && !check(text).complete, "{name}");
    }
}

#[test]
fn each_rule_has_a_board_that_breaks_only_it() {
    assert_covers(BAD, RULES.about().rules);
    for (code, text) in BAD {
        assert_eq!(codes(text), [*code]);
        assert!(check(text).complete, "{code}");
    }
}

#[test]
fn each_reason_has_a_board() {
    assert_covers(IMPOSSIBLE, RULES.about().reasons);
    for (code, text) in IMPOSSIBLE {
        assert_eq!(RULES.impossible(text).unwrap().unwrap().code, *code);
    }
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
fn printing_is_canonical() {
    for (name, text) in all_boards() {
        let canonical = RULES.transform(text, Symmetry::IDENTITY).unwrap();
        assert_eq!(RULES.transform(&canonical, Symmetry::IDENTITY).unwrap(), canonical, "{name}");
        assert_eq!(RULES.check(&canonical), RULES.check(text), "{name}");
    }
    let links = |links: &str| {
        RULES.instance(&format!("rikudo 2 links={links}\n ? ?\n? ? ?\n ? ?\n")).unwrap()
    };
    assert_eq!(links("1,0/0,0;0,0/0,-1;0,-1/0,0"), links("0,-1/0,0;0,0/1,0"));
}

#[test]
fn symmetries_change_nothing() {
    for (name, text) in all_boards() {
        for symmetry in Symmetry::ALL {
            let image = RULES.transform(text, symmetry).unwrap();
            assert_eq!(codes(&image), codes(text), "{name} {symmetry:?}");
            assert_eq!(check(&image).complete, check(text).complete, "{name}");
            for next in Symmetry::ALL {
                let twice = RULES.transform(&image, next).unwrap();
                assert_eq!(twice, RULES.transform(text, symmetry.then(next)).unwrap(), "{name}");
            }
        }
    }
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
