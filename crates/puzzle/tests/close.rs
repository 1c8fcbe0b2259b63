//! Boards close to magic: round trips of entries, and pictures of wrong lines.

use proptest::prelude::*;
use sixfold_puzzle::hex::{Hexagon, Symmetry};
use sixfold_puzzle::picture::{Theme, svg, terminal};
use sixfold_puzzle::scene::{Mark, Role, Scene};
use sixfold_puzzle::text::print_rows;
use sixfold_puzzle::{Format, TextError, View, families, puzzles};

fn entry() -> &'static Format {
    families::MAGIC.formats().iter().find(|format| format.name == "entry").unwrap()
}

fn import(text: &str) -> Result<Vec<String>, TextError> {
    (entry().import)(text, None)
}

/// A board with a solution, in canonical form.
fn board(order: usize, start: i64, settings: &str, values: &[i64]) -> String {
    let hexagon = Hexagon::new(order);
    let blank = print_rows(&hexagon, &vec!["?"; hexagon.len()]);
    let rows = print_rows(&hexagon, values);
    let text = format!("magic {order} start={start}{settings}\n{blank}solution\n{rows}");
    families::MAGIC.transform(&text, Symmetry::IDENTITY).unwrap()
}

/// A filling of a board of some order with the numbers from some start, or zero-centred ones.
fn fillings() -> impl Strategy<Value = (usize, i64, bool, Vec<i64>)> {
    (1..7_usize, prop::option::of(-500..500_i64)).prop_flat_map(|(order, start)| {
        let cells = Hexagon::new(order).len() as i64;
        let centred = -(cells - 1) / 2;
        let start = start.unwrap_or(centred);
        let values: Vec<i64> = (start..start + cells).collect();
        (Just(order), Just(start), Just(start == centred), Just(values).prop_shuffle())
    })
}

proptest! {
    #[test]
    fn entries_survive_the_round_trip((order, start, centred, values) in fillings()) {
        let text = board(order, start, if centred { " goal=close" } else { "" }, &values);
        let written = (entry().export)(&text).unwrap();
        prop_assert_eq!(import(&written).unwrap(), [text.clone()]);
        let twice = [&*written, &*written].join(entry().separator.unwrap());
        prop_assert_eq!(import(&twice).unwrap(), [text.clone(), text]);
    }
}

#[test]
fn an_entry_is_what_the_contest_reads() {
    let text = puzzles::text("magic", "good", "close-3").unwrap();
    let written = (entry().export)(text).unwrap();
    assert_eq!(written, "(9,-4,-6),(-3,0,5,-1),(-7,1,-9,8,7),(3,6,-2,-8),(4,-5,2)");
    // A magic board that is zero-centred comes back as a board close to magic: entries are that.
    let plain = text.replace(" goal=close", "");
    assert_eq!(import(&(entry().export)(&plain).unwrap()), import(&written));
    assert!(import("(0)").unwrap()[0].starts_with("magic 1 start=0 goal=close\n"));
    assert!(import(" ( 4,\n5 ),(6,7,8),(9,10);\n").unwrap()[0].starts_with("magic 2 start=4\n"));
}

#[test]
fn bad_entries_are_refused_at_the_right_place() {
    let place = |text: &str| {
        let error = import(text).unwrap_err();
        (error.code.name(), error.span.line, error.span.column)
    };
    assert_eq!(place("(-3,-2),(-1,0,1),(2,-3)"), ("repeated", 1, 21));
    assert_eq!(place("(-3,-2),(-1,0,1),(2,4)"), ("number", 1, 21), "3 is missing");
    assert_eq!(place("(-3,-2),\n(-1,0),(2,3)"), ("rows", 2, 1), "a short row");
    assert_eq!(place("(-3,-2),(-1,0,1)"), ("token", 1, 17), "a missing row");
    assert_eq!(place("(-3,-2),(-1,0,1),(2,3) x"), ("token", 1, 24));
    assert_eq!(place("(-3,é"), ("token", 1, 5));
    assert_eq!(place("(- 3"), ("token", 1, 2), "a sign with nothing after it");
    assert_eq!(place("(99999999999999999999)"), ("token", 1, 2));
    assert_eq!(place("(1000001)"), ("number", 1, 2), "the start is too large");
    assert_eq!(place(" \n"), ("empty", 1, 1));
    let missing = import("(-3,-2),(-1,0,1),(2,4)").unwrap_err();
    assert!(missing.message.contains("3 is missing"), "{missing:?}");
    assert_eq!(missing.expected, "the numbers -3 to 3");
}

#[test]
fn an_incomplete_board_is_no_entry() {
    let problem = (entry().export)(puzzles::text("magic", "", "close-10").unwrap()).unwrap_err();
    assert!(problem.contains("complete board"), "{problem}");
    assert!(problem.contains("271 of 271 cells"), "{problem}");
}

fn scene(text: &str) -> Scene {
    families::MAGIC.scene(text, View::default()).unwrap()
}

fn bands(scene: &Scene) -> Vec<Role> {
    let bands = scene.marks.iter().filter(|mark| matches!(mark, Mark::Band { .. }));
    bands.map(Mark::role).collect()
}

/// The known solution of order 3 with two of its numbers exchanged.
fn exchanged(one: &str, other: &str) -> String {
    let text = puzzles::text("magic", "good", "3").unwrap();
    let (board, solution) = text.split_once("solution").unwrap();
    let swap = |word: &str| match word {
        word if word == one => other.to_owned(),
        word if word == other => one.to_owned(),
        word => word.to_owned(),
    };
    let line = |line: &str| line.split_whitespace().map(swap).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = solution.lines().map(line).collect();
    format!("{board}solution{}\n", rows.join("\n"))
}

#[test]
fn a_right_board_has_no_bands() {
    assert_eq!(bands(&scene(puzzles::text("magic", "good", "3").unwrap())), []);
    assert_eq!(bands(&scene(puzzles::text("magic", "", "close-10").unwrap())), []);
}

/// 3 and 15 are exchanged between opposite corners. The lines of one corner get 12 more, those of the
/// other 12 less; the common line stays right.
#[test]
fn wrong_lines_are_banded_by_sign_and_size() {
    let scene = scene(&exchanged("3", "15"));
    let (over, under) = (Role::Over(2), Role::Under(2));
    let mut found = bands(&scene);
    found.sort_unstable();
    assert_eq!(found, [over, over, under, under]);
    let near = self::scene(&exchanged("3", "4"));
    assert!(bands(&near).iter().all(|role| matches!(role, Role::Over(1) | Role::Under(1))));
    // A line with a band needs no outlines.
    assert!(!scene.marks.iter().any(|mark| mark.role() == Role::Broken));
    assert!(scene.notes.iter().any(|note| note == "4 of 15 lines are off, the worst by +12"));
    let picture = svg(&scene, &Theme::PRINT);
    let dashes = |picture: &str| picture.matches("stroke-dasharray").count();
    // The legend has one more of each kind.
    assert_eq!((picture.matches("stroke-opacity").count(), dashes(&picture)), (6, 3));
}

/// A band stands for a range of errors, and the legend says which.
#[test]
fn the_legend_says_the_range_of_each_band() {
    let shown =
        |text: &str| scene(text).legend.into_iter().map(|entry| (entry.role, entry.meaning));
    let far: Vec<_> = shown(&exchanged("3", "15")).collect();
    let (over, under) = ("+10 to +99".to_owned(), "-10 to -99".to_owned());
    assert_eq!(far, [(Role::Over(2), over), (Role::Under(2), under)]);
    let near: Vec<String> = shown(&exchanged("3", "4")).map(|(_, meaning)| meaning).collect();
    assert_eq!(near, ["+1 to +9", "-1 to -9"]);
    let plain = terminal(&scene(&exchanged("3", "15")), None);
    assert!(plain.contains("△ +10 to +99, ▽ -10 to -99\n"), "{plain}");
}

#[test]
fn a_terminal_shows_sign_and_size_by_glyphs() {
    let plain = terminal(&scene(&exchanged("3", "15")), None);
    assert_eq!(plain.matches("50△").count(), 2, "{plain}");
    assert_eq!(plain.matches("26▽").count(), 2, "{plain}");
    let near = terminal(&scene(&exchanged("3", "4")), None);
    assert!(near.contains("39▵") && near.contains("37▿"), "{near}");
}

/// A line that cannot be filled any more is not full, so nothing but outlines shows it.
#[test]
fn a_hopeless_line_with_gaps_is_outlined() {
    let scene = scene("magic 3\n1 2 ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?");
    assert_eq!(bands(&scene), []);
    assert_eq!(scene.marks.iter().filter(|mark| mark.role() == Role::Broken).count(), 3);
}
