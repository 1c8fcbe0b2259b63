//! Windows against all fillings of small boards, and varied stores against exact counts.

use std::collections::BTreeSet;

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::neighbors::{Instance, Known, Neighbors, penalty_edges};
use sixfold_puzzle::hex::Hexagon;

use super::super::level;
use super::chunk::{Row, cut, rows_of};
use super::shelf::Shelf;
use super::tests::{beam_boards, figure, gathered, laid_out};
use super::window::Window;
use crate::run::Budget;

/// All fillings of some rows of a board up to a penalty, by trying each.
fn tried(
    hexagon: &Hexagon,
    values: &[u8],
    level: u8,
    rows: [usize; 2],
    most: u32,
) -> BTreeSet<Vec<Row>> {
    let cells = hexagon.row(rows[0]).start..hexagon.row(rows[1]).end;
    let (mut values, mut found) = (values.to_vec(), BTreeSet::new());
    values[cells.clone()].fill(1);
    loop {
        if level::penalty(hexagon, &values, level).is_some_and(|penalty| penalty <= most) {
            found.insert((rows[0]..=rows[1]).map(|y| values[hexagon.row(y)].to_vec()).collect());
        }
        let Some(next) = cells.clone().find(|&cell| values[cell] <= level) else { return found };
        values[cells.start..next].fill(1);
        values[next] += 1;
    }
}

#[test]
fn windows_have_all_fillings_within_a_cost() {
    for (order, level, height) in [(3, 2, 1), (3, 2, 2), (4, 3, 1), (2, 2, 3), (1, 3, 1)] {
        let hexagon = Hexagon::new(order);
        let (penalty, values) = beam_boards(order, level, 20).boards.swap_remove(0);
        let rows = rows_of(&hexagon, &values);
        let mut several = 0;
        for first in 1..rows.len() - height {
            let window = Window { level, rows: &rows, first, height };
            let cost = window.cost().unwrap();
            let chunks = cut(&hexagon, &values, level).skip(first.max(2) - 2);
            let chunks = chunks.take(height + if first == 1 { 1 } else { 2 });
            assert_eq!(chunks.map(|chunk| chunk.cost().unwrap()).sum::<u32>(), cost);
            for slack in 0..3 {
                let wanted = tried(
                    &hexagon,
                    &values,
                    level,
                    [first - 1, first + height - 2],
                    penalty + slack,
                );
                let fillings = window.fillings(cost + slack, usize::MAX);
                assert_eq!(fillings.len(), wanted.len());
                several += usize::from(fillings.len() > 1);
                assert_eq!(fillings.into_iter().collect::<BTreeSet<_>>(), wanted);
            }
            assert_eq!(window.fillings(cost, 1).len(), 1);
            assert!(cost == 0 || window.fillings(cost - 1, 9).len() < 9);
        }
        assert!(order == 1 || several > 0, "{order} {level} {height}");
    }
}

/// A store with one board of an order.
fn seed(order: usize, level: u8) -> String {
    let base = beam_boards(order, level, 10_000);
    let best = base.boards.iter().min_by_key(|(penalty, _)| *penalty).unwrap();
    let mut shelf = Shelf::default();
    shelf.add(&Hexagon::new(order), &best.1, level);
    shelf.to_string()
}

/// Variation of one board leads to more than its images, and never to more than there are: `tally` counts
/// 948, 4128 and 410,832 at level 4.
#[test]
fn variations_of_one_board_are_no_more_than_all_boards() {
    for (order, least, all) in [(5, 9, 948), (6, 13, 4128), (7, 17, 410_832)] {
        let store = seed(order, 4);
        let files = [("chunks", store.as_str())];
        let figures = |vary: &str| {
            let settings =
                [("level", "4"), ("vary", vary), ("boards", "8"), ("slack", "1"), ("window", "1")];
            gathered(order, 0, &settings, &files, &Budget::unlimited()).unwrap().0
        };
        let (before, varied) = (figures("0"), figures("3"));
        assert_eq!(figure(&varied, "level-penalty"), least, "{}", varied.words);
        let found = figure(&varied, "level-boards");
        assert!(figure(&before, "level-boards") < found && found <= all, "{}", varied.words);
        assert!(figure(&varied, "level-boards-next") > 12, "{}", varied.words);
    }
}

/// Boards of a varied store are correct, by the rules of the puzzle.
#[test]
fn boards_put_together_after_variation_are_correct() {
    let (order, level) = (5, 3);
    let settings = [("level", "3"), ("vary", "2"), ("boards", "6"), ("slack", "1")];
    let store = seed(order, level);
    let files = [("chunks", store.as_str())];
    let (varied, text) = gathered(order, 0, &settings, &files, &Budget::unlimited()).unwrap();
    let shelf: Shelf = text.parse().unwrap();
    let boards = laid_out(&shelf, order, level, 20);
    let (least, instance) = (boards.least().unwrap(), Instance::blank(order));
    assert_eq!(figure(&varied, "level-boards-next"), boards.exactly(least + 1));
    let total = boards.at_most(least + 1);
    assert!(total > 100, "{total}");
    let mut different = BTreeSet::new();
    for number in (0..total).step_by(total as usize / 500 + 1) {
        let (penalty, values) = boards.board(number, least + 1);
        let known = |&value: &u8| match value > level {
            true => Known::at_least(value),
            false => Known::exactly(value),
        };
        let board: Vec<Known> = values.iter().map(known).collect();
        assert!(Neighbors::violations(&instance, &board).is_empty());
        assert_eq!(penalty_edges(&instance.hexagon, &board).len(), penalty as usize);
        assert!(different.insert(values));
    }
}
