//! Maker of boards: a random symmetric loop, posts in the cells that it leaves free, their numbers.
//!
//! Up to order 12 SAT finds the loop; on larger boards it is grown by a random walk.
//!
//! The hidden loop is a solution by construction. It is the only one only if `unique` was asked for and finished.

use super::grown_loop::grown_loop;
use super::layout::{Layout, some_fill};
use super::orbits::{Fold, LoopSearch, Maps, Propagator};
use super::random_loop;
use super::unique::{BACKEND, Stuck, UniqueLayout, Uniqueness, folds};
use crate::maker::{Made, MakeTask, Maker, Solvable, Unmade};
use crate::options::{OptionKind, OptionRow};
use crate::random::Random;
use crate::run::{Halt, Run};
use sixfold_puzzle::Family;
use sixfold_puzzle::families::fences::Fences;
use sixfold_puzzle::hex::{Hexagon, MAX_ORDER};

const UNIQUE: OptionRow = OptionRow {
    name: "unique",
    meaning: "with --unique: whether there is one loop, or one filling too",
    kind: OptionKind::Choice(&["loop", "filling"]),
    restricts: false,
};

const POSTS: OptionRow = OptionRow {
    name: "posts",
    meaning: "how many posts are laid out round the loop, as far as there is room; with --unique others follow",
    kind: OptionKind::Integer { default: None, least: 1, most: 2000 },
    restricts: false,
};

/// The largest order for which unique boards are made, and for which SAT finds a loop, in reasonable time.
const SMALL: usize = 12;
/// So many cells have one post among them at the beginning.
const CELLS_PER_POST: usize = 14;

pub(in crate::families) static MAKER: Maker = Maker {
    description: "posts round a random symmetric loop; unique boards by adding posts",
    options: &[UNIQUE, POSTS],
    largest: MAX_ORDER,
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
    if task.order > SMALL {
        return large(task);
    }
    let hexagon = Hexagon::new(task.order);
    let posts = posts(task);
    let blank = Layout::new(hexagon.clone(), Vec::new()).board();
    let maps = Maps::new(&blank, task.run).map_err(Unmade::Halted)?;
    let folds = folds(&blank, &maps);
    let mut random = Random::new(task.run.seed);
    loop {
        let curve = random_loop::random_loop(&blank, &maps, &mut random, task.run)
            .map_err(Unmade::Halted)?;
        let layout = scattered(Layout::new(hexagon.clone(), curve), posts, &mut random, task.run)
            .map_err(Unmade::Halted)?;
        if layout.posts().is_empty() {
            continue;
        }
        let layout = match task.unique {
            true => unique_layout(layout, &folds, uniqueness, &mut random, task.run),
            false => Ok(layout),
        };
        match layout {
            Ok(layout) => {
                let difficulty = difficulty(&layout, &folds, task.run).map_err(Unmade::Halted)?;
                return Ok(made(&layout, difficulty));
            }
            Err(Stuck::Full) => {}
            Err(Stuck::Halted(halt)) => return Err(Unmade::Halted(halt)),
        }
    }
}

/// How many posts a board has at the beginning.
fn posts(task: &MakeTask<'_>) -> usize {
    let cells = Hexagon::new(task.order).len();
    task.options.size(&POSTS).unwrap_or(cells.div_ceil(CELLS_PER_POST))
}

/// A large board: its loop is grown, and whether it is the only one is not asked.
fn large(task: &MakeTask<'_>) -> Result<Made, Unmade> {
    if task.unique {
        let problem = format!(
            "order {} is too large for --unique, which is possible up to {SMALL}",
            task.order
        );
        return Err(Unmade::Refused(problem));
    }
    let mut random = Random::new(task.run.seed);
    let layout = hidden(task.order, posts(task), &mut random, task.run).map_err(Unmade::Halted)?;
    let numbers = [("posts", layout.posts().len()), ("loop", layout.curve.len())];
    Ok(made(&layout, numbers.map(|(name, number)| (name, number as u64)).to_vec()))
}

/// Posts round a grown loop.
pub(super) fn hidden(
    order: usize,
    posts: usize,
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Layout, Halt> {
    let hexagon = Hexagon::new(order);
    let blank = Layout::new(hexagon.clone(), Vec::new()).board();
    let curve = grown_loop(&blank, random, run)?;
    scattered(Layout::new(hexagon, curve), posts, random, run)
}

/// A few random posts, as far as there is room.
pub(super) fn scattered(
    mut layout: Layout,
    posts: usize,
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Layout, Halt> {
    for _ in 0..posts {
        run.halted().map_or(Ok(()), Err)?;
        let sites = layout.sites();
        if sites.is_empty() {
            break;
        }
        let mut some = || sites[random.below(sites.len())];
        let view = |site: &usize| layout.room(*site).iter().sum::<u32>();
        let site = [some(), some(), some()].into_iter().max_by_key(view).expect("three sites");
        layout.add(site, some_fill(&layout.room(site), random));
    }
    Ok(layout)
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

fn made(layout: &Layout, difficulty: Vec<(&'static str, u64)>) -> Made {
    let board = layout.board();
    let solution = board.text(&layout.fills(), &layout.curve);
    let instance = Fences::print(&board.instance);
    Made { instance, solvable: Solvable::Shown(solution), difficulty }
}

/// How hard a board is: posts, length of the loop, symmetries that propagation does not refute, and
/// conflicts of the search for loops with those.
fn difficulty(
    layout: &Layout,
    folds: &[Fold],
    run: &Run<'_>,
) -> Result<Vec<(&'static str, u64)>, Halt> {
    let board = &layout.board();
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
