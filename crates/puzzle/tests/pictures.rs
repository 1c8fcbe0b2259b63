//! Snapshot tests of one board per family, and the distinctions that a theme must make.

use std::collections::BTreeSet;

use sixfold_puzzle::families::fences::REGIONS;
use sixfold_puzzle::picture::{Theme, svg, terminal};
use sixfold_puzzle::scene::{Role, Scene};
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

/// The picture of a board of a family's folder, in a view.
fn drawn(family: &str, folder: &str, name: &str, view: View) -> Scene {
    let text = puzzles::text(family, folder, name).expect("it is a board");
    family_named(FAMILIES, family).unwrap().scene(text, view).unwrap()
}

/// Pictures of boards that keep and break the rules, in every view.
fn scenes() -> impl Iterator<Item = Scene> {
    FAMILIES.iter().flat_map(|rules| {
        let views = rules.about().views.iter().map(|term| Some(term.word)).chain([None]);
        let views: Vec<View> = views.map(|name| View { step: None, name }).collect();
        let boards = ["good", "bad"].map(|folder| {
            puzzles::names(rules.name(), folder).into_iter().map(move |name| (folder, name))
        });
        let boards = boards.into_iter().flatten();
        boards.flat_map(move |(folder, name)| {
            let scene = |&view: &View| drawn(rules.name(), folder, &name, view);
            views.iter().map(scene).collect::<Vec<Scene>>()
        })
    })
}

/// The values of an attribute of all elements with a name.
fn values<'a>(picture: &'a str, element: &str, attribute: &str) -> Vec<&'a str> {
    let (element, attribute) = (format!("<{element} "), format!(" {attribute}=\""));
    let tags = picture.split(&element).skip(1).filter_map(|rest| rest.split('>').next());
    let value = |tag: &'a str| tag.split_once(&attribute)?.1.split('"').next();
    tags.filter_map(value).collect()
}

/// The width that a picture asks for.
fn width(picture: &str) -> f64 {
    values(picture, "svg", "width")[0].parse().unwrap()
}

#[test]
fn locks_are_seen_without_colour() {
    let scene = drawn("hexiom", "", "06", PLAIN);
    let plain = terminal(&scene, None);
    assert_eq!(
        (plain.matches("+1").count(), plain.matches('#').count()),
        (2 + 1, 3 + 1),
        "{plain}"
    );
    assert!(plain.contains("+1 locked tile, # blocked slot\n"), "{plain}");
    for theme in Theme::ALL {
        let picture = svg(&scene, &theme);
        let patterned = |pattern: &str| {
            values(&picture, "use", "fill").iter().filter(|fill| fill.contains(pattern)).count()
        };
        assert_eq!((patterned("rising"), patterned("cross")), (2, 3), "{}", theme.name);
        assert!(picture.contains(">locked tile<") && picture.contains(">blocked slot<"));
    }
    let free = drawn("hexiom", "good", "08", PLAIN);
    assert!(free.legend.is_empty() && !terminal(&free, None).contains('+'));
}

/// The names of cells are no numbers of tiles.
#[test]
fn coordinates_of_locked_tiles_have_no_plus_sign() {
    let plain = terminal(&drawn("hexiom", "", "06", PLAIN).with_coordinates(), None);
    assert!(!plain.contains('+') && !plain.contains("locked"), "{plain}");
}

#[test]
fn captions_wrap_and_never_shrink_the_board() {
    for mut scene in scenes().filter(|scene| scene.curves.is_empty()) {
        let before = svg(&scene, &Theme::LIGHT);
        scene.title = "A title of some more words ".repeat(9);
        scene.note("a note of many words ".repeat(20));
        let after = svg(&scene, &Theme::LIGHT);
        assert_eq!(width(&before), width(&after));
        assert!(after.matches("<text").count() > before.matches("<text").count() + 3);
    }
    let long = "a note of many words ".repeat(20);
    let mut plot = drawn("balto", "good", "3", View { step: None, name: Some("plot") });
    plot.note(&long);
    assert!(!svg(&plot, &Theme::LIGHT).contains(&format!(">{long}")));
}

#[test]
fn penalty_edges_have_a_legend() {
    let view = |name| View { step: None, name };
    let picture = |name| drawn("neighbors", "good", "8", view(name));
    let plain = picture(None);
    assert!(
        terminal(&plain, None).contains("= penalty: equal values, ~ penalty: duplicate support\n")
    );
    for theme in Theme::ALL {
        let picture = svg(&plain, &theme);
        assert!(picture.contains(">penalty: equal values<"));
        assert!(picture.contains(">penalty: duplicate support<"));
    }
    let potential = terminal(&picture(Some("potential")), None);
    assert!(potential.contains("= equal values, ~ group of duplicate supports\n"), "{potential}");
    let correct = drawn("neighbors", "good", "3", PLAIN);
    assert_eq!(correct.legend.len(), 1, "only what occurs");
}

#[test]
fn black_and_white_pictures_have_no_colour_words() {
    let others = ["black", "white", "grey", "gray", "colour", "coloured"];
    let colours: BTreeSet<&str> = REGIONS.into_iter().chain(others).collect();
    for scene in scenes() {
        let meanings = scene.legend.iter().map(|entry| &entry.meaning);
        for text in scene.notes.iter().chain(meanings).chain([&scene.title]) {
            let mut words = text.split(|letter: char| !letter.is_alphabetic());
            assert!(!words.any(|word| colours.contains(word)), "{text}");
        }
    }
}

/// A number of one digit is as large as its neighbours with four.
#[test]
fn numbers_of_a_large_board_have_one_readable_size() {
    let sizes = |scene: &Scene, texts: usize| {
        let picture = svg(scene, &Theme::LIGHT);
        let sizes = values(&picture, "text", "font-size");
        assert!(sizes.len() > texts, "{}", sizes.len());
        // The captions come before and after.
        let numbers = sizes[1..].iter().filter(|size| **size != "13");
        numbers.map(|size| (*size).to_owned()).collect::<BTreeSet<String>>()
    };
    let balto = drawn("balto", "", "27", PLAIN);
    assert_eq!(sizes(&balto, 2106), BTreeSet::from(["12.5".to_owned()]));
    assert_eq!(sizes(&balto.with_coordinates(), 2106).len(), 1);
    let hexiom = drawn("hexiom", "", "27", PLAIN);
    assert_eq!(sizes(&hexiom, 10), BTreeSet::from(["16".to_owned()]));
}

#[test]
fn broken_cells_are_seen_on_cells_of_the_same_colour() {
    let scene = drawn("neighbors", "good", "8", View { step: None, name: Some("code") });
    let picture = svg(&scene, &Theme::PRINT);
    let outlines: Vec<&str> =
        picture.lines().filter(|line| line.starts_with("<use href=\"#inner\"")).collect();
    assert!(!outlines.is_empty());
    for pair in outlines.chunks(2) {
        assert!(pair[0].contains("stroke=\"#ffffff\""), "{}", pair[0]);
        assert!(pair[1].contains("stroke=\"#000000\"") && pair[1].contains("dasharray"));
    }
}

/// A line of the code passes below the digits on it.
#[test]
fn lines_do_not_cut_digits() {
    let scene = drawn("neighbors", "good", "8", View { step: None, name: Some("code") });
    let picture = svg(&scene, &Theme::PRINT);
    let last_line = picture.rfind("stroke-dasharray=\"10 5\"").unwrap();
    let first_digit = picture.find("font-size=\"16\"").unwrap();
    assert!(last_line < first_digit);
}

#[test]
fn blank_boards_have_no_specks() {
    for family in ["magic", "neighbors", "hexiom", "fences"] {
        let rules = family_named(FAMILIES, family).unwrap();
        let scene = rules.scene(&rules.blank(3, &[]).unwrap(), PLAIN).unwrap();
        let picture = svg(&scene, &Theme::LIGHT);
        let mut sizes = values(&picture, "text", "font-size").into_iter();
        assert!(sizes.all(|size| ["13", "17"].contains(&size)), "{family}: only captions");
        assert!(!terminal(&scene, None).contains('·'), "{family}");
    }
}

/// A board that is not full promises nothing.
#[test]
fn a_blank_magic_hexagon_must_still_get_its_sums() {
    let rules = family_named(FAMILIES, "magic").unwrap();
    let scene = rules.scene(&rules.blank(3, &[]).unwrap(), PLAIN).unwrap();
    assert_eq!(scene.notes, ["numbers 1 to 19, every line must sum to 38"]);
}

/// A small board is not wider than it is, where no caption needs room.
#[test]
fn a_picture_without_captions_is_as_wide_as_its_board() {
    let rules = family_named(FAMILIES, "neighbors").unwrap();
    let mut scene = rules.scene(&rules.blank(2, &[]).unwrap(), PLAIN).unwrap();
    assert_eq!(width(&svg(&scene, &Theme::LIGHT)), 301.13);
    scene.title.clear();
    assert_eq!(width(&svg(&scene, &Theme::LIGHT)), 127.92);
}

#[test]
fn a_picture_without_a_title_is_lower_and_otherwise_the_same() {
    let mut scene = drawn("magic", "good", "3", PLAIN);
    let titled = (svg(&scene, &Theme::LIGHT), terminal(&scene, None));
    scene.title.clear();
    let untitled = (svg(&scene, &Theme::LIGHT), terminal(&scene, None));
    assert!(!untitled.0.contains("<title>") && !untitled.0.contains("Magic hexagon"));
    assert_eq!(titled.1, format!("Magic hexagon, order 3\n{}", untitled.1));
    assert_eq!(width(&titled.0), width(&untitled.0));
    let height = |picture: &str| values(picture, "svg", "height")[0].parse::<f64>().unwrap();
    assert!(height(&untitled.0) < height(&titled.0));
}
