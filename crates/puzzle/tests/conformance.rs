//! Conformance suite: the properties that every family must have, tested for all of them.

use std::collections::BTreeSet;

use sixfold_puzzle::family::Term;
use sixfold_puzzle::hex::Symmetry;
use sixfold_puzzle::picture::{Theme, svg, terminal};
use sixfold_puzzle::{FAMILIES, Objective, Puzzle, View, family_named, family_of, puzzles, verify};

/// Every embedded text of a family with its name.
fn texts(puzzle: &dyn Puzzle) -> Vec<(String, String)> {
    let name = puzzle.about().name;
    let read = |preset: String| (preset.clone(), puzzle.preset(&preset).unwrap());
    let mut texts: Vec<_> = puzzle.presets().into_iter().map(read).collect();
    // Large boards are parsed in the test of the presets; here they would only take time.
    texts.retain(|(_, text)| text.len() < 1500);
    for folder in ["good", "bad", "impossible"] {
        for file in puzzles::names(name, folder) {
            let text = puzzles::text(name, folder, &file).unwrap().to_owned();
            texts.push((format!("{folder}/{file}"), text));
        }
    }
    texts
}

fn all_texts() -> impl Iterator<Item = (&'static dyn Puzzle, String, String)> {
    FAMILIES
        .iter()
        .flat_map(|&family| texts(family).into_iter().map(move |(name, text)| (family, name, text)))
}

fn words(terms: &[Term]) -> BTreeSet<String> {
    terms.iter().map(|term| term.word.to_owned()).collect()
}

/// The part of an objective that is invariant under symmetries. The numbers quoted with it are sorted,
/// because a rotation permutes those of regions.
fn numbers(objective: Option<&Objective>) -> Option<(i128, Vec<i128>)> {
    objective.map(|found| {
        let mut beside: Vec<i128> = found.beside.iter().map(|&(_, value)| value).collect();
        beside.sort_unstable();
        (found.value, beside)
    })
}

fn codes(puzzle: &dyn Puzzle, text: &str) -> BTreeSet<&'static str> {
    puzzle.check(text).unwrap().violations.iter().map(|violation| violation.code).collect()
}

#[test]
fn presets_are_the_promised_ones_and_possible() {
    let count = |name: &str| family_named(FAMILIES, name).unwrap().presets().len();
    assert_eq!((count("hexiom"), count("balto"), count("fences")), (41, 25, 2));
    assert_eq!((count("magic"), count("neighbors")), (8, 128));
    for &family in FAMILIES {
        let puzzle = family;
        for name in puzzle.presets() {
            let text = puzzle.preset(&name).unwrap();
            assert_eq!(family_of(FAMILIES, &text), Ok(family));
            assert_eq!(puzzle.impossible(&text), Ok(None), "{name}");
            let verdict = puzzle.check(&text).unwrap();
            assert!(verdict.ok() && !verdict.complete, "{name}");
        }
        assert_eq!(puzzle.preset("no such board"), None);
    }
}

#[test]
fn known_solutions_verify() {
    for &family in FAMILIES {
        let name = family.name();
        let files = puzzles::names(name, "good");
        assert!(!files.is_empty(), "{name} has no known solution");
        for file in files {
            let text = puzzles::text(name, "good", &file).unwrap();
            let verdict = family.check(text).unwrap();
            assert!(verdict.solved(), "{name}/{file}: {:?}", verdict.violations);
            let about = family.about();
            if let Some(objective) = &verdict.objective {
                assert_eq!(Some(objective.name), about.objective);
            }
            let instance = family.instance(text).unwrap();
            let solution = family.solution(text).unwrap().unwrap();
            assert_eq!(verify(&instance, &solution), Ok(verdict));
            assert_eq!(family.impossible(text), Ok(None));
        }
    }
}

#[test]
fn every_rule_has_one_board_that_breaks_exactly_it() {
    for &family in FAMILIES {
        let puzzle = family;
        let about = puzzle.about();
        let files = puzzles::names(about.name, "bad");
        assert_eq!(files.iter().cloned().collect::<BTreeSet<_>>(), words(about.rules));
        for file in files {
            let text = puzzles::text(about.name, "bad", &file).unwrap();
            assert_eq!(codes(puzzle, text), BTreeSet::from([&*file]), "{}/{file}", about.name);
            let violations = puzzle.check(text).unwrap().violations;
            assert!(violations.iter().all(|violation| violation.message.len() > 10));
        }
    }
}

#[test]
fn every_reason_has_one_board_that_is_impossible_for_it() {
    for &family in FAMILIES {
        let puzzle = family;
        let about = puzzle.about();
        let files = puzzles::names(about.name, "impossible");
        assert_eq!(files.iter().cloned().collect::<BTreeSet<_>>(), words(about.reasons));
        for file in files {
            let text = puzzles::text(about.name, "impossible", &file).unwrap();
            assert_eq!(puzzle.impossible(text).unwrap().unwrap().code, file);
            assert_eq!(codes(puzzle, text), BTreeSet::from([&*file]), "{}/{file}", about.name);
        }
    }
}

#[test]
fn printing_is_canonical() {
    for (family, name, text) in all_texts() {
        let puzzle = family;
        let canonical = puzzle.transform(&text, Symmetry::IDENTITY).unwrap();
        assert_eq!(puzzle.transform(&canonical, Symmetry::IDENTITY).unwrap(), canonical, "{name}");
        assert_eq!(puzzle.check(&canonical), puzzle.check(&text), "{name}");
        // Comments, blank lines, line ends and indentation mean nothing.
        let noisy: String = text
            .lines()
            .map(|line| format!("\t{}   # remark\r\n\r\n", line.split('#').next().unwrap()))
            .collect();
        assert_eq!(puzzle.transform(&noisy, Symmetry::IDENTITY).unwrap(), canonical, "{name}");
    }
}

#[test]
fn the_familys_symmetries_change_nothing() {
    for (family, name, text) in all_texts() {
        let puzzle = family;
        let before = puzzle.check(&text).unwrap();
        let canonical = puzzle.transform(&text, Symmetry::IDENTITY).unwrap();
        for &symmetry in puzzle.symmetries() {
            let image = puzzle.transform(&text, symmetry).unwrap();
            let after = puzzle.check(&image).unwrap();
            assert_eq!(after.complete, before.complete, "{name}");
            let numbers = [&after, &before].map(|verdict| numbers(verdict.objective.as_ref()));
            assert_eq!(numbers[0], numbers[1], "{name}");
            assert_eq!(codes(puzzle, &image), codes(puzzle, &text), "{name} {symmetry:?}");
            assert_eq!(after.violations.len(), before.violations.len(), "{name}");
            let impossible =
                |text: &str| puzzle.impossible(text).unwrap().map(|reason| reason.code);
            assert_eq!(impossible(&image), impossible(&text), "{name}");
            let back = puzzle.transform(&image, symmetry.inverse()).unwrap();
            assert_eq!(back, canonical, "{name}");
            for &next in puzzle.symmetries() {
                assert_eq!(
                    puzzle.transform(&image, next).unwrap(),
                    puzzle.transform(&text, symmetry.then(next)).unwrap(),
                    "{name}"
                );
            }
        }
    }
}

/// The groups are the right ones: what is left out of a family's list is no symmetry of it.
#[test]
fn regions_and_wrapped_rims_are_handed() {
    let handed: Vec<_> = FAMILIES
        .iter()
        .filter(|puzzle| puzzle.symmetries().len() == 6)
        .map(|puzzle| puzzle.about().name)
        .collect();
    assert_eq!(handed, ["fences", "balto"]);
    for &puzzle in FAMILIES {
        assert!(matches!(puzzle.symmetries().len(), 6 | 12));
    }
}

#[test]
fn everything_can_be_drawn() {
    for (family, board, text) in all_texts() {
        let puzzle = family;
        let steps = puzzle.steps(&text).unwrap();
        let named = puzzle.about().views.iter().map(|view| (None, Some(view.word)));
        let stepped =
            [None, steps.map(|_| 0), steps.map(|steps| steps / 2)].map(|step| (step, None));
        for (step, name) in stepped.into_iter().chain(named) {
            let scene = puzzle.scene(&text, View { step, name }).unwrap();
            let something = !scene.marks.is_empty() || !scene.curves.is_empty();
            assert!(something && !scene.title.is_empty(), "{board}");
            for theme in Theme::ALL {
                let picture = svg(&scene, &theme);
                assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{board}");
                let plain = terminal(&scene, None);
                let coloured = terminal(&scene, Some(&theme));
                // A terminal shows curves as rows of numbers, which need no colour.
                let colour = scene.curves.is_empty();
                assert_eq!([plain.contains('\x1b'), coloured.contains('\x1b')], [false, colour]);
                assert_eq!(without_escapes(&coloured), plain, "{board}");
            }
        }
    }
}

fn without_escapes(text: &str) -> String {
    let mut plain = String::new();
    let mut escape = false;
    for letter in text.chars() {
        match letter {
            '\x1b' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            _ => plain.push(letter),
        }
    }
    plain
}
