//! No text panics or hangs: every family's reader, rules, pictures and foreign formats.
//!
//! A text with a line `%` is cut there into a puzzle and a solution or foreign board.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sixfold_puzzle::picture::{Theme, svg, terminal};
use sixfold_puzzle::{FAMILIES, Verdict, View, family_of, verify};

fuzz_target!(|text: &str| {
    let (text, other) = text.split_once("\n%\n").unwrap_or((text, text));
    if let Ok(puzzle) = family_of(FAMILIES, text) {
        let _ = puzzle.impossible(text);
        if let Ok(verdict) = puzzle.check(text) {
            for &symmetry in puzzle.symmetries() {
                let image = puzzle.transform(text, symmetry).expect("what is read can be turned");
                let after = puzzle.check(&image).expect("what is printed can be read");
                assert_eq!(after.violations.len(), verdict.violations.len());
                let value = |verdict: &Verdict| verdict.objective.as_ref().map(|found| found.value);
                assert_eq!(value(&after), value(&verdict));
            }
            let named = puzzle.about().views.iter().map(|view| (None, Some(view.word)));
            for (step, name) in [(None, None), (Some(2), None)].into_iter().chain(named) {
                let view = View { step, name };
                let scene = puzzle.scene(text, view).expect("what is read can be drawn");
                let _ = (svg(&scene, &Theme::LIGHT), terminal(&scene, None));
            }
        }
    }
    let _ = verify(text, other);
    for &family in FAMILIES {
        for format in family.formats() {
            for ours in (format.import)(text, Some(other)).unwrap_or_default() {
                family.check(&ours).expect("what is imported can be read");
            }
            let _ = (format.export)(text);
        }
    }
});
