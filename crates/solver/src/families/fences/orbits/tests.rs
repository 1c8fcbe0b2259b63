//! The symmetries and the deductions, by themselves.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::fences::{Fences, Instance, Turns, Wanted};
use sixfold_puzzle::hex::{Hexagon, Isometry};
use sixfold_puzzle::{Family, parse, puzzles};

use super::super::board::{ALL_REGIONS, Board, Fill};
use super::super::make;
use super::fold::{Fold, Turning, maps};
use super::{Maps, Propagator};
use crate::claim::Outcome;
use crate::random::Random;
use crate::run::Run;
use crate::session::{Request, solve};

fn board(name: &str) -> Board {
    Board::new(parse::<Fences>(puzzles::text("fences", "", name).unwrap()).unwrap())
}

#[test]
fn the_symmetries_are_counted_by_kind() {
    for (name, considered, seeing) in
        [("example", [85, 55, 42], [19, 19, 24]), ("order-10", [967, 649, 156], [217, 217, 78])]
    {
        let stop = AtomicBool::new(false);
        let maps = Maps::new(&board(name), &Run::alone(0, &stop)).unwrap();
        assert_eq!((maps.considered, maps.kinds()), (considered, seeing), "{name}");
        assert_eq!(maps.maps.len(), seeing.iter().sum::<usize>());
        let mut names = maps.names();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), maps.maps.len());
    }
}

/// The list is made without looking at cells; here they are looked at.
#[test]
fn every_map_of_the_list_keeps_cells_in_all_regions() {
    for order in 2..7 {
        let hexagon = Hexagon::new(order);
        let (turns, symmetry) = (Turns::Wide, Wanted::Any);
        let board = Board::new(Instance { hexagon, posts: Vec::new(), turns, symmetry });
        let stop = AtomicBool::new(false);
        let listed = Maps::new(&board, &Run::alone(0, &stop)).unwrap();
        let sees_all = |&(map, turning): &(Isometry, Turning)| {
            let fold = Fold::new(&board, map, turning);
            let kept: Vec<usize> = fold.orbits.concat();
            kept.len() >= 6 && board.seen(kept) == ALL_REGIONS
        };
        let expected: Vec<_> = maps(&board).into_iter().filter(sees_all).collect();
        assert_eq!(listed.maps, expected, "order {order}");
    }
}

#[test]
fn deduction_leaves_three_folds_of_order_10() {
    let board = board("order-10");
    let stop = AtomicBool::new(false);
    let maps = Maps::new(&board, &Run::alone(0, &stop)).unwrap();
    let propagator = Propagator::new(&board, &Run::unlimited()).unwrap();
    let left = (0..maps.maps.len()).filter(|&at| {
        propagator.domains(&maps.fold(&board, at), &Run::unlimited()).unwrap().is_some()
    });
    assert_eq!(left.count(), 3);
}

/// Every way to make a number of six lengths.
fn lengths(room: &Fill, number: u32, fitting: &mut Vec<Fill>) {
    fn extend(room: &Fill, at: usize, left: u32, fill: &mut Fill, fitting: &mut Vec<Fill>) {
        if at == 6 {
            if left == 0 {
                fitting.push(*fill);
            }
            return;
        }
        let rest: u32 = room[at + 1..].iter().sum();
        for length in left.saturating_sub(rest)..=room[at].min(left) {
            fill[at] = length;
            extend(room, at + 1, left - length, fill, fitting);
        }
    }
    extend(room, 0, number, &mut [0; 6], fitting);
}

/// The fills of a post that leave every other post enough, each other post for itself.
fn pairwise(board: &Board, post: usize) -> Vec<Fill> {
    let room = board.rays[post].each_ref().map(|ray| ray.len() as u32);
    let mut fills = Vec::new();
    lengths(&room, board.instance.posts[post].1, &mut fills);
    fills.retain(|fill| {
        let mut fenced = vec![false; board.hexagon().len()];
        for (ray, &length) in board.rays[post].iter().zip(fill) {
            ray[..length as usize].iter().for_each(|&cell| fenced[cell] = true);
        }
        let others = (0..board.rays.len()).filter(|&other| other != post);
        others.into_iter().all(|other| {
            let seen = |ray: &Vec<usize>| ray.iter().take_while(|&&cell| !fenced[cell]).count();
            let room: usize = board.rays[other].iter().map(seen).sum();
            room >= board.instance.posts[other].1 as usize
        })
    });
    fills
}

#[test]
fn the_lengths_are_as_tight_as_those_of_fills_filtered_pairwise() {
    for name in ["example", "order-10"] {
        let board = board(name);
        let bounds = Propagator::new(&board, &Run::unlimited()).unwrap();
        let bounds = bounds.around(&[], &Run::unlimited()).unwrap().unwrap();
        for (post, (least, most)) in bounds.iter().enumerate() {
            let fills = pairwise(&board, post);
            for at in 0..6 {
                let shortest = fills.iter().map(|fill| fill[at]).min().unwrap();
                let longest = fills.iter().map(|fill| fill[at]).max().unwrap();
                assert!(least[at] >= shortest && most[at] <= longest, "{name}, post {post}");
            }
        }
    }
}

/// A loop near the centre is found with any number of threads, and it is the same one.
#[test]
fn large_boards_have_first_answers() {
    let stop = AtomicBool::new(false);
    for seed in 1..4 {
        let alone = Run::alone(seed, &stop);
        let layout = make::hidden(18, 20, &mut Random::new(seed), &alone).unwrap();
        let text = Fences::print(&layout.board().instance);
        let request = Request { text: &text, engine: None, prove: false, settings: &[] };
        let answer = |threads| {
            let report = solve(crate::REGISTRY, &request, &Run { threads, ..alone }).unwrap();
            assert_eq!(report.outcome(), Outcome::Solved, "seed {seed}");
            report.solution().map(str::to_owned)
        };
        assert_eq!(answer(1), answer(3), "seed {seed}");
    }
}
