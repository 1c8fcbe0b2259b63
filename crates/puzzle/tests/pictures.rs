//! Snapshot tests of one board per family, and the distinctions that a theme must make.

use sixfold_puzzle::picture::{Theme, svg, terminal};
use sixfold_puzzle::scene::Role;
use sixfold_puzzle::{FAMILIES, View, family_named, puzzles};

const PLAIN: View = View { step: None, name: None };
const FOLD: View = View { step: None, name: Some("fold") };
const FIVE: View = View { step: Some(5), name: None };

/// The name of a snapshot, and what it shows.
const BOARDS: [(&str, &str, &str, View); 9] = [
    ("neighbors", "neighbors", "good/3", PLAIN),
    ("magic", "magic", "good/3", PLAIN),
    ("close", "magic", "good/close-3", PLAIN),
    ("hexiom", "hexiom", "good/08", PLAIN),
    ("fences", "fences", "good/example-12", PLAIN),
    ("fold-rotation", "fences", "good/example-12", FOLD),
    ("fold-mirror", "fences", "good/order-10", FOLD),
    ("fold-nearly", "fences", "bad/symmetry", FOLD),
    ("balto", "balto", "good/3", FIVE),
];

#[test]
fn svg_and_terminal_pictures_are_as_before() {
    for (title, family, board, view) in BOARDS {
        let (folder, name) = board.split_once('/').unwrap();
        let text = puzzles::text(family, folder, name).unwrap();
        let scene = family_named(FAMILIES, family).unwrap().scene(text, view).unwrap();
        insta::assert_snapshot!(format!("{title}-svg"), svg(&scene, &Theme::LIGHT));
        insta::assert_snapshot!(format!("{title}-terminal"), terminal(&scene, None));
        let coloured = terminal(&scene, Some(&Theme::DARK)).replace('\x1b', "ESC");
        insta::assert_snapshot!(format!("{title}-colour"), coloured);
    }
}

/// Roles that stand beside each other in one family's pictures must not look the same.
#[test]
fn themes_tell_apart_what_must_be_told_apart() {
    let groups: [&[Role]; 12] = [
        &[Role::Level(1), Role::Level(2), Role::Level(3), Role::Level(4), Role::Level(7)],
        &[Role::EqualPair, Role::SpareSupport],
        &[Role::Slot, Role::Blocked, Role::FixedTile],
        &[Role::Tile, Role::Blocked, Role::FixedTile],
        &[Role::Given, Role::Filled],
        &[Role::Tried, Role::Computed],
        &[Role::Measured, Role::Extrapolated],
        &[Role::Sum, Role::WrongSum, Role::OpenSum],
        &[Role::Sum, Role::Over(1), Role::Under(1), Role::OpenSum],
        &[Role::Loop, Role::Image, Role::Fence],
        &[Role::Image, Role::Broken],
        &[Role::Hole, Role::Home, Role::Away],
    ];
    for theme in Theme::ALL {
        for group in groups {
            for (index, &role) in group.iter().enumerate() {
                for &other in &group[..index] {
                    assert_ne!(theme.colour(role), theme.colour(other), "{} {role:?}", theme.name);
                }
            }
        }
    }
    // In light and dark the six regions differ in colour; in print it is the pattern that differs.
    for theme in [Theme::LIGHT, Theme::DARK] {
        let colours: Vec<_> = (0..6).map(|region| theme.colour(Role::Region(region))).collect();
        for index in 0..6 {
            assert!(!colours[..index].contains(&colours[index]));
        }
    }
}
