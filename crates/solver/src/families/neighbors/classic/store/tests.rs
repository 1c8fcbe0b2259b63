//! The store against exact counts and against every board of a small order, and its text.

use std::collections::BTreeSet;
use std::io::{BufRead, Cursor};
use std::sync::atomic::AtomicBool;

use super::super::level;
use super::super::tests::{self, BEST, penalty, solved};
use super::build::Reach;
use super::chunk::cut;
use super::*;
use crate::checkpoint::hash;
use crate::claim::Claim;
use crate::families::neighbors::board::blank;
use crate::families::neighbors::count::list::each_best;
use crate::run::{Budget, Outside};
use crate::trainer::{TrainTask, Trained};

/// A text with its last line.
pub(super) fn sealed(lines: &str) -> String {
    let count = lines.lines().count().saturating_sub(1);
    format!("{lines}end {count} chunks {:016x}\n", hash(lines.as_bytes()))
}

/// The boards that a beam finds up to a level, as they are cut for a store.
pub(super) fn beam_boards(order: usize, level: u8, width: usize) -> Base {
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
pub(super) fn laid_out(shelf: &Shelf, order: usize, level: u8, most: usize) -> Boards {
    let budget = Budget::unlimited();
    let reach = Reach { most, slack: usize::MAX };
    let boards = Boards::new(shelf, order, level, reach, &mut Charge::none(&budget));
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
fn the_least_image_is_known_without_making_the_others() {
    for (order, level) in [(1, 1), (2, 2), (4, 3), (5, 2)] {
        for (_, values) in beam_boards(order, level, 20).boards {
            for image in cut(&Hexagon::new(order), &values, level).flat_map(|it| it.images()) {
                assert_eq!(image.is_canonical(), image == image.canonical(), "{image:?}");
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
        charge: Charge::none(run.budget),
        random: Random::new(1),
        run: &run,
    };
    let mut first = work(Shelf::default());
    first.fill(1).unwrap();
    let mut second = work(Shelf::default());
    second.go_on(&first.state()).unwrap();
    assert!(first.shelf.len() > 10 && second.shelf == first.shelf);
    let broken = second.go_on(&format!("2 chunks at level 2\n{}", sealed("sixfold row3 2\nx\n")));
    assert_eq!(broken.unwrap_err(), "the saved store, line 2: expected a level and three rows");
}

/// Within a slack the counts are those of the whole, in a smaller table.
#[test]
fn a_slack_counts_the_same_boards() {
    let mut shelf = Shelf::default();
    for (_, values) in beam_boards(5, 3, 300).boards {
        shelf.add(&Hexagon::new(5), &values, 3);
    }
    let whole = laid_out(&shelf, 5, 3, 40);
    let least = whole.least().unwrap();
    for slack in 0..6 {
        let budget = Budget::unlimited();
        let reach = Reach { most: 40, slack };
        let boards = Boards::new(&shelf, 5, 3, reach, &mut Charge::none(&budget));
        let boards = boards.unwrap().unwrap();
        assert_eq!(boards.least(), Some(least));
        for penalty in least..=least + slack {
            assert_eq!(boards.exactly(penalty), whole.exactly(penalty), "{slack} {penalty}");
        }
        let number = whole.at_most(least + slack) - 1;
        assert!(boards.board(number, least + slack).0 as usize <= least + slack);
    }
}

/// Files with a name and a content.
pub(super) struct Folder<'a>(pub(super) Vec<(&'a str, &'a str)>);

impl Outside for Folder<'_> {
    fn open_file(&self, name: &str) -> Result<Box<dyn BufRead>, String> {
        let found = self.0.iter().find(|(it, _)| *it == name);
        let (_, content) = found.ok_or_else(|| format!("there is no `{name}`"))?;
        Ok(Box::new(Cursor::new(content.as_bytes().to_vec())))
    }
}

/// What the trainer makes of some settings and files, and how much it is allowed to use; and the store
/// that it writes.
pub(super) fn gathered(
    order: usize,
    rounds: u64,
    settings: &[(&str, &str)],
    files: &[(&str, &str)],
    budget: &Budget,
) -> Result<(Trained, String), String> {
    let named = files.iter().map(|(name, _)| (*name, *name));
    let settings: Vec<_> = settings.iter().copied().chain(named).collect();
    let settings: Vec<_> = settings.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
    let options = Options::resolve("train", TRAINER.options, &settings).unwrap();
    let (stop, outside) = (AtomicBool::new(false), Folder(files.to_vec()));
    let run = Run { budget, outside: &outside, ..Run::alone(1, &stop) };
    let mut text = Vec::new();
    let task = TrainTask { order, rounds, options: &options, run: &run };
    let trained = (TRAINER.train)(&task, &mut text)?;
    Ok((trained, String::from_utf8(text).unwrap()))
}

/// A figure of what was learned.
pub(super) fn figure(trained: &Trained, name: &str) -> u128 {
    trained.figures.iter().find(|(it, _)| *it == name).unwrap().1 as u128
}

/// Stores of two orders are written, read, merged and counted, and the merged one serves both.
#[test]
fn stores_are_merged_and_shared_by_orders() {
    let free = Budget::unlimited();
    let fill = [("level", "3"), ("beams", "1"), ("width", "300")];
    let [four, five] = [4, 5].map(|order| gathered(order, 3, &fill, &[], &free).unwrap());
    let both = [("chunks", four.1.as_str()), ("merge", &five.1)];
    let query = |order: usize| gathered(order, 0, &[("level", "3")], &both, &free).unwrap();
    let (merged, text) = query(4);
    assert_eq!(query(5).1, text);
    let shelf: Shelf = text.parse().unwrap();
    let mut wanted: Shelf = four.1.parse().unwrap();
    let new =
        five.1.parse::<Shelf>().unwrap().all().filter(|&it| wanted.insert(it.clone())).count();
    assert!(shelf == wanted && new > 0);
    assert_eq!(
        (figure(&merged, "new"), figure(&merged, "bytes")),
        (new as u128, text.len() as u128)
    );
    for (order, alone) in [(4, &four.0), (5, &five.0)] {
        let (now, before) = (query(order).0, laid_out(&shelf, order, 3, 40));
        let least = before.least().unwrap();
        assert_eq!(figure(&now, "level-penalty"), least as u128);
        assert_eq!(figure(&now, "level-boards"), before.exactly(least));
        assert_eq!(figure(&now, "level-boards-next"), before.exactly(least + 1));
        assert!(figure(alone, "level-penalty") >= least as u128, "{}", alone.words);
    }
}

/// Solved boards are cut; what is wrong with one is said, with its place.
#[test]
fn solved_boards_fill_a_store() {
    let free = Budget::unlimited();
    let board = |order: usize| {
        let report = solved(&tests::blank(order), "beam", &[("width", "100")]);
        format!("# a board\n{}solution\n{}", tests::blank(order), report.solution().unwrap())
    };
    let text = format!("{}{}", board(3), board(4));
    let (store, cut) = gathered(4, 0, &[("level", "4"), ("solved", &text)], &[], &free).unwrap();
    // The board, and its images that keep rows.
    let words = &store.words;
    assert!(words.ends_with("order 4 to level 4: 4 boards of penalty 3, 0 of 4"), "{words}");
    let wrong = |text: &str| gathered(4, 0, &[("solved", text)], &[], &free).unwrap_err();
    assert!(wrong("magic 3\n").contains("expected `neighbors N`"));
    let unsolved = format!("{}{}", board(3), tests::blank(4));
    assert!(
        wrong(&unsolved).contains("board 2 (from line 14 on): it has no solution"),
        "{}",
        wrong(&unsolved)
    );
    let broken = wrong("neighbors 1\n?\nsolution\n7\n");
    assert!(broken.contains("board 1 (from line 1 on): the 7 at"), "{broken}");
    let cut = gathered(4, 0, &[], &[("chunks", &cut[..cut.len() - 5])], &free).unwrap_err();
    assert!(cut.starts_with("chunks: line ") && cut.contains("expected"), "{cut}");
}

/// The tables are charged before they are made: a small budget ends the work, and the store stays.
#[test]
fn a_store_keeps_to_its_budget() {
    let report = solved(&tests::blank(5), "beam", &[("width", "100")]);
    let text = format!("{}solution\n{}", tests::blank(5), report.solution().unwrap());
    let small = Budget::of(1_000);
    let settings = [("level", "4"), ("solved", text.as_str())];
    let (store, text) = gathered(5, 3, &settings, &[], &small).unwrap();
    assert_eq!((store.halt, small.used()), (Some(Halt::Memory), 0));
    assert!(text.parse::<Shelf>().unwrap().len() > 3);
}
