//! The store against exact counts and against every board of a small order, and its text.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use super::super::level;
use super::super::tests::{self, BEST, penalty, solved};
use super::chunk::cut;
use super::*;
use crate::claim::Claim;
use crate::families::neighbors::board::blank;
use crate::families::neighbors::count::list::each_best;
use crate::run::{Budget, Charge};

/// The boards that a beam finds up to a level, as they are cut for a store.
fn beam_boards(order: usize, level: u8, width: usize) -> Base {
    let options = BeamOptions::of_width(width);
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    beam::boards(&blank(order), options, level, &run).unwrap()
}

/// A store with chunks of some of the best boards of a beam, closed under turning and cutting again.
fn closed(base: &Base, order: usize, penalty: usize, seeds: usize, limit: usize) -> Shelf {
    let (hexagon, level) = (Hexagon::new(order), base.level);
    let mut shelf = Shelf::default();
    let best = base.boards.iter().filter(|(it, _)| *it as usize == penalty).take(seeds);
    best.for_each(|(_, values)| _ = shelf.add(&hexagon, values, level));
    let (stop, mut random) = (AtomicBool::new(false), Random::new(1));
    let run = Run::alone(1, &stop);
    loop {
        let boards = laid_out(&shelf, order, level, penalty);
        let boards = some(&boards, penalty, limit, &mut random);
        let base = Base { level, boards };
        if turned_and_cut(&mut shelf, &hexagon, &base, &run).unwrap() == 0 {
            return shelf;
        }
    }
}

/// The boards that there are chunks for.
fn laid_out(shelf: &Shelf, order: usize, level: u8, most: usize) -> Boards {
    let budget = Budget::unlimited();
    let boards = Boards::new(shelf, order, level, most, &mut Charge::none(&budget));
    boards.unwrap().unwrap()
}

#[test]
fn enough_boards_of_orders_4_and_5_lead_to_all_that_there_are() {
    // The least penalties and how many boards at level 4 have them, which `tally` counts as well.
    for (order, penalty, number) in [(4, 3, 48), (5, 9, 948)] {
        let base = beam_boards(order, 4, 10_000);
        let shelf = closed(&base, order, penalty, usize::MAX, usize::MAX);
        let boards = laid_out(&shelf, order, 4, penalty);
        assert_eq!((boards.least(), boards.exactly(penalty)), (Some(penalty), number), "{order}");
        let known: BTreeSet<_> =
            base.boards.iter().filter(|(it, _)| *it as usize == penalty).collect();
        assert!(order < 5 || known.len() < number as usize);
    }
}

/// As in Tomas Rokicki's report: all boards of order 7 at level 4, and what is left of them.
#[test]
fn all_boards_of_order_7_become_as_many_chunks_as_published() {
    let (mut shelf, mut number) = (Shelf::default(), 0);
    let instance = blank(7);
    each_best(&instance, 4, &mut |values| {
        shelf.add(&instance.hexagon, values, 4);
        number += 1;
    });
    assert_eq!((number, shelf.len()), (410_832, 8706));
    assert_eq!(laid_out(&shelf, 7, 4, 17).exactly(17), 410_832);
}

/// From one board its twelve images are reached, from ten some that are no image of them.
#[test]
fn boards_are_crossed() {
    let base = beam_boards(6, 4, 10_000);
    for (seeds, number) in [(1, 12..=12), (10, 121..=4128)] {
        let shelf = closed(&base, 6, 13, seeds, usize::MAX);
        let found = laid_out(&shelf, 6, 4, 13).exactly(13);
        assert!(number.contains(&found), "{seeds} {found}");
    }
}

#[test]
fn boards_have_the_penalty_that_they_are_listed_with_and_all_differ() {
    let (order, level) = (4, 3);
    let (hexagon, base) = (Hexagon::new(order), beam_boards(order, level, 50));
    let mut shelf = Shelf::default();
    base.boards.iter().for_each(|(_, values)| _ = shelf.add(&hexagon, values, level));
    let most = 8;
    let boards = laid_out(&shelf, order, level, most);
    let listed: Vec<_> =
        (0..boards.at_most(most)).map(|number| boards.board(number, most)).collect();
    for (penalty, values) in &listed {
        assert_eq!(level::penalty(&hexagon, values, level), Some(*penalty));
    }
    for penalty in 0..=most {
        let number = listed.iter().filter(|(it, _)| *it as usize == penalty).count();
        assert_eq!(boards.exactly(penalty), number as u128);
    }
    let different: BTreeSet<_> = listed.iter().map(|(_, values)| values).collect();
    assert_eq!(different.len(), listed.len());
    let wanted = base.boards.iter().filter(|(it, _)| *it as usize <= most);
    assert!(wanted.map(|(_, values)| values).all(|values| different.contains(values)));
    assert!(listed.len() > 60, "{}", listed.len());
}

#[test]
fn the_costs_of_rows_add_up_to_the_penalty_of_the_board_either_way_up() {
    for order in 1..=5 {
        let hexagon = Hexagon::new(order);
        for (penalty, values) in beam_boards(order, 3, 20).boards {
            for symmetry in Symmetry::ALL {
                let image = symmetry.transform(&hexagon, &values);
                let costs = cut(&hexagon, &image, 3).map(|chunk| chunk.cost().unwrap());
                assert_eq!(costs.sum::<u32>(), penalty);
            }
        }
    }
}

#[test]
fn images_share_a_chunk_and_rows_are_shared_across_orders() {
    let (hexagon, base) = (Hexagon::new(4), beam_boards(4, 2, 10));
    let mut shelf = Shelf::default();
    assert!(shelf.add(&hexagon, &base.boards[0].1, 2) > 3);
    let rows = |symmetry: &&Symmetry| {
        let (row, image) = (hexagon.row(0), symmetry.permutation(&hexagon));
        let place = |cell: usize| image.iter().position(|&to| to == cell).unwrap();
        let last = hexagon.row(hexagon.row_count() - 1);
        row.clone().all(|cell| row.contains(&place(cell)))
            || row.clone().all(|cell| last.contains(&place(cell)))
    };
    let keeping: Vec<_> = Symmetry::ALL.iter().filter(rows).collect();
    assert_eq!(keeping.len(), 4);
    for symmetry in keeping {
        let image = symmetry.transform(&hexagon, &base.boards[0].1);
        assert_eq!(shelf.add(&hexagon, &image, 2), 0);
    }
    // Order 5 has such rows as well, but lacks its ends.
    let lengths: BTreeSet<_> =
        shelf.chunks(2).map(|chunk| chunk.rows.each_ref().map(Vec::len)).collect();
    assert!(lengths.contains(&[4, 5, 6]) || lengths.contains(&[6, 5, 4]));
    assert_eq!(laid_out(&shelf, 5, 2, 20).least(), None);
}

#[test]
fn the_text_of_a_store_is_read_back() {
    let mut shelf = Shelf::default();
    for (order, level) in [(1, 1), (2, 2), (4, 4), (5, 3)] {
        let hexagon = Hexagon::new(order);
        for (_, values) in beam_boards(order, level, 10).boards {
            shelf.add(&hexagon, &values, level);
        }
    }
    let text = shelf.to_string();
    assert!(text.starts_with("sixfold row3 1\n1 /1/\n2 "), "{text}");
    assert_eq!(text.parse(), Ok(shelf));
}

#[test]
fn errors_of_the_text_name_the_line() {
    let error = |lines: &str| lines.parse::<Shelf>().unwrap_err().to_string();
    assert_eq!(error("row3\n"), "line 1: expected `sixfold row3 1`");
    let chunk = |line: &str| error(&format!("sixfold row3 1\n1 /1/\n{line}\n"));
    for (line, problem) in [
        ("", "expected a level and three rows"),
        ("9 /1/", "`9` is no level; expected 1 to 6"),
        ("2 /1", "expected three rows with `/` between them, found 2"),
        ("2 /12/1x1", "`x` is no cell; expected 1 to 2, or + for more"),
        ("2 1/1/1", "rows of lengths [1, 1, 1] are nowhere consecutive"),
        ("2 /12/32+", "`3` is no cell; expected 1 to 2, or + for more"),
        ("2 /+2/222", "a cell in the middle row lacks a support"),
    ] {
        assert_eq!(chunk(line), format!("line 3: {problem}"));
    }
}

/// Beams this narrow do not find the best board by themselves.
#[test]
fn rows_of_poor_boards_make_a_better_one() {
    let alone = penalty(&solved(&tests::blank(5), "beam", &[("width", "30")])).unwrap();
    let words = [("width", "30"), ("beams", "6"), ("boards", "200")];
    let report = solved(&tests::blank(5), "store", &words);
    let together = penalty(&report).unwrap();
    assert!((BEST[4]..alone).contains(&together), "{alone} {together}");
    assert_eq!((report.claim(), report.bound()), (Claim::Found, None));
}

#[test]
fn a_store_goes_on_from_its_state_and_says_what_is_wrong_with_one() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let work = |shelf| StoreSearch {
        order: 4,
        level: 2,
        boards: 10,
        slack: 0,
        beam: BeamOptions::of_width(10),
        shelf,
        random: Random::new(1),
        run: &run,
    };
    let mut first = work(Shelf::default());
    first.fill(1).unwrap();
    let mut second = work(Shelf::default());
    second.go_on(&first.state()).unwrap();
    assert!(first.shelf.len() > 10 && second.shelf == first.shelf);
    let broken = second.go_on("2 chunks at level 2\nsixfold row3 1\nx\n");
    assert_eq!(broken.unwrap_err(), "the saved store, line 2: expected a level and three rows");
}
