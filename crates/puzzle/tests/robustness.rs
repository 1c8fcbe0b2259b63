//! No text panics or hangs: arbitrary texts, and mutations of good ones.

use proptest::prelude::*;
use sixfold_puzzle::picture::{Theme, svg, terminal};
use sixfold_puzzle::{FAMILIES, View, family_of, puzzles, verify};

/// Sends a text through everything that reads texts.
fn exercise(text: &str, other: &str) {
    if let Ok(family) = family_of(FAMILIES, text) {
        let puzzle = family;
        let _ = puzzle.check(text);
        let _ = puzzle.impossible(text);
        for &symmetry in puzzle.symmetries().iter().take(2) {
            let _ = puzzle.transform(text, symmetry);
        }
        if let Ok(scene) = puzzle.scene(text, View { step: Some(3), name: None }) {
            assert!(svg(&scene, &Theme::PRINT).ends_with("</svg>\n"));
            assert!(!terminal(&scene, Some(&Theme::DARK)).is_empty());
        }
        let _ = puzzle.scene(text, View::default());
        for view in puzzle.about().views {
            let _ = puzzle.scene(text, View { step: None, name: Some(view.word) });
        }
    }
    let _ = verify(text, other);
    for &family in FAMILIES {
        for format in family.formats() {
            let _ = (format.import)(text, Some(other));
            for ours in (format.import)(text, None).unwrap_or_default() {
                let verdict = family.check(&ours);
                assert!(verdict.is_ok(), "an import must be readable: {ours}");
            }
            let _ = (format.export)(text);
        }
    }
}

fn good_texts() -> Vec<String> {
    let mut texts = Vec::new();
    for &family in FAMILIES {
        let name = family.name();
        for folder in ["good", "bad", "impossible"] {
            for file in puzzles::names(name, folder) {
                let text = puzzles::text(name, folder, &file).unwrap().to_owned();
                for format in family.formats() {
                    texts.extend((format.export)(&text));
                }
                texts.push(text);
            }
        }
    }
    texts.retain(|text| text.len() < 1500);
    texts
}

/// Words that texts are made of, and some that should not be there.
const WORDS: [&str; 40] = [
    "magic",
    "hexiom",
    "fences",
    "balto",
    "neighbors",
    "solution",
    "post",
    "loop",
    "start=",
    "goal=close",
    "turns=any",
    "symmetry=none",
    "=",
    "1",
    "2",
    "3",
    "0",
    "-1",
    "7",
    "19",
    "999999999999999999999",
    "-9223372036854775808",
    "+",
    "+.",
    "+3",
    "2+",
    "++",
    ".",
    "?",
    "#",
    ",",
    "0,0",
    "9999,-9999",
    "-2147483648,0",
    "(",
    ")",
    ";",
    ":",
    "é",
    "\u{0}",
];

fn jumble() -> impl Strategy<Value = String> {
    let word = prop::sample::select(&WORDS[..]);
    let gap = prop::sample::select(&[" ", "\n", "", "\r\n", "\t", "  "][..]);
    prop::collection::vec((word, gap), 0..60)
        .prop_map(|parts| parts.into_iter().flat_map(|(word, gap)| [word, gap]).collect())
}

fn damaged() -> impl Strategy<Value = String> {
    let texts = good_texts();
    let word = prop::sample::select(&WORDS[..]);
    (prop::sample::select(texts), any::<prop::sample::Index>(), 0..4_usize, word).prop_map(
        |(text, at, cut, word)| {
            let letters: Vec<char> = text.chars().collect();
            let at = at.index(letters.len() + 1);
            let rest = letters[at..].iter().skip(cut);
            letters[..at].iter().copied().chain(word.chars()).chain(rest.copied()).collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_panics(text in any::<String>(), other in any::<String>()) {
        exercise(&text, &other);
    }

    #[test]
    fn no_jumble_of_words_panics(text in jumble(), other in jumble()) {
        exercise(&text, &other);
    }

    #[test]
    fn no_damage_panics(text in damaged(), other in jumble()) {
        exercise(&text, &other);
    }
}

#[test]
fn absurd_orders_are_refused_without_allocating() {
    for &family in FAMILIES {
        let name = family.name();
        for order in
            ["0", "129", "1000", "4294967297", "99999999999999999999999999", "-3", "1e3", "x"]
        {
            let text = format!("{name} {order}\n1 2 3\n");
            let error = family.check(&text).unwrap_err();
            assert_eq!(error.code.name(), "order", "{name} {order}: {error:?}");
            assert_eq!((error.span.line, error.span.column), (1, name.len() + 2));
        }
    }
}

#[test]
fn a_very_long_line_is_refused_quickly() {
    let text = format!("magic 3\n{}", "1 ".repeat(2_000_000));
    let error = family_of(FAMILIES, &text).unwrap().check(&text).unwrap_err();
    assert_eq!((error.code.name(), error.span.line, error.span.column), ("rows", 2, 7));
}
