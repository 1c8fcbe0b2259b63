//! Maker of boards: a random symmetric loop, posts in the cells that it leaves free, their numbers.
//!
//! The hidden loop is a solution by construction. It is the only one only if `unique` was asked for and finished.

use super::board::Board;
use super::layout::{Layout, some_fill};
use super::orbits::{Fold, LoopSearch, Maps, Propagator};
use super::random_loop;
use super::unique::{BACKEND, Stuck, UniqueLayout, Uniqueness, folds};
use crate::maker::{Made, MakeTask, Maker, Solvable, Unmade};
use crate::options::{OptionKind, OptionRow};
use crate::random::Random;
use crate::run::{Halt, Run};
use sixfold_puzzle::families::fences::Fences;
use sixfold_puzzle::family::Family;
use sixfold_puzzle::hex::Hexagon;

const UNIQUE: OptionRow = OptionRow {
    name: "unique",
    meaning: "with --unique: whether there is one loop, or one filling too",
    kind: OptionKind::Choice(&["loop", "filling"]),
    restricts: false,
};

/// The largest order for which unique boards are made in reasonable time.
const LARGEST: usize = 12;
/// So many cells have one post among them at the beginning.
const CELLS_PER_POST: usize = 14;

pub(in crate::families) static MAKER: Maker = Maker {
    description: "posts round a random symmetric loop; unique boards by adding posts",
    options: &[UNIQUE],
    largest: LARGEST,
    single: |options| match options.choice(&UNIQUE, Uniqueness::ALL) {
        Uniqueness::Loop => Some("loops"),
        Uniqueness::Filling => None,
    },
    make,
};

fn make(task: &MakeTask<'_>) -> Result<Made, Unmade> {
    let uniqueness = task.options.choice(&UNIQUE, Uniqueness::ALL);
    if task.order == 2 {
        let problem = "order 2 has one loop, and beside it no room for a post with a fence";
        return Err(Unmade::Refused(problem.to_owned()));
    }
    let hexagon = Hexagon::new(task.order);
    let blank = Layout::new(hexagon.clone(), Vec::new()).board();
    let maps = Maps::new(&blank, task.run).map_err(Unmade::Halted)?;
    let folds = folds(&blank, &maps);
    let mut random = Random::new(task.run.seed);
    loop {
        let curve = random_loop::random_loop(&blank, &maps, &mut random, task.run)
            .map_err(Unmade::Halted)?;
        let layout = scattered(Layout::new(hexagon.clone(), curve), &mut random);
        if layout.posts().is_empty() {
            continue;
        }
        let layout = match task.unique {
            true => unique_layout(layout, &folds, uniqueness, &mut random, task.run),
            false => Ok(layout),
        };
        match layout {
            Ok(layout) => return made(&layout, &folds, task.run).map_err(Unmade::Halted),
            Err(Stuck::Full) => {}
            Err(Stuck::Halted(halt)) => return Err(Unmade::Halted(halt)),
        }
    }
}

/// A few random posts.
fn scattered(mut layout: Layout, random: &mut Random) -> Layout {
    let cells = layout.board().hexagon().len();
    for _ in 0..cells.div_ceil(CELLS_PER_POST) {
        let sites = layout.sites();
        if sites.is_empty() {
            break;
        }
        let mut some = || sites[random.below(sites.len())];
        let view = |site: &usize| layout.room(*site).iter().sum::<u32>();
        let site = [some(), some(), some()].into_iter().max_by_key(view).expect("three sites");
        layout.add(site, some_fill(&layout.room(site), random));
    }
    layout
}

/// More posts, until there is no other loop and if asked for no other filling; and no more than
/// needed.
fn unique_layout(
    layout: Layout,
    folds: &[Fold],
    uniqueness: Uniqueness,
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Layout, Stuck> {
    let mut search = UniqueLayout::new(layout, folds, random, run);
    search.settle(uniqueness)?;
    search.thin_out(uniqueness)?;
    Ok(search.layout)
}

fn made(layout: &Layout, folds: &[Fold], run: &Run<'_>) -> Result<Made, Halt> {
    let board = layout.board();
    let difficulty = difficulty(&board, layout, folds, run)?;
    let solution = board.text(&layout.fills(), &layout.curve);
    Ok(Made {
        instance: Fences::print(&board.instance),
        solvable: Solvable::Shown(solution),
        difficulty,
    })
}

/// How hard a board is: posts, length of the loop, symmetries that propagation does not refute, and
/// conflicts of the search for loops with those.
fn difficulty(
    board: &Board,
    layout: &Layout,
    folds: &[Fold],
    run: &Run<'_>,
) -> Result<Vec<(&'static str, u64)>, Halt> {
    let propagator = Propagator::new(board, run)?;
    let (mut left, mut conflicts) = (0, 0);
    for fold in folds {
        if let Some(halt) = run.halted() {
            return Err(halt);
        }
        let Some(domains) = propagator.domains(fold, run)? else { continue };
        left += 1;
        let mut search = LoopSearch::new(board, fold, &domains, BACKEND, run)?;
        search.next()?;
        conflicts += search.conflicts();
    }
    Ok(vec![
        ("posts", layout.posts().len() as u64),
        ("loop", layout.curve.len() as u64),
        ("symmetries-left", left),
        ("conflicts", conflicts),
    ])
}
