//! Maker of levels: a random set of slots is the hidden solution.
//!
//! Its degrees are the tiles. Some are locked, and the others are shuffled onto the free slots.
//!
//! The level has the hidden solution and may have others, unless `unique` was asked for. Levels are not uniformly
//! distributed.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::hexiom::{Content, Hexiom, Instance, Slot};
use sixfold_puzzle::hex::{Hexagon, Symmetry, orbits};

use super::deduce::Candidates;
use super::formula::{EncodingStyle, encode};
use super::level::Level;
use super::unique;
use crate::maker::{Made, MakeTask, Maker, Solvable, Unmade};
use crate::options::{OptionKind, OptionRow, Options};
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::sat::{self, Sat, Verdict};

const LOCKS: OptionRow = OptionRow {
    name: "locks",
    meaning: "so many tiles and empty slots are locked from the start",
    kind: OptionKind::Integer { default: Some(0), least: 0, most: 1 << 16 },
    restricts: false,
};
const DENSITY: OptionRow = OptionRow {
    name: "density",
    meaning: "so many slots of a hundred hold a tile",
    kind: OptionKind::Integer { default: Some(60), least: 1, most: 100 },
    restricts: false,
};
const STYLE: OptionRow = OptionRow {
    name: "style",
    meaning: "where the tiles lie",
    kind: OptionKind::Choice(&["random", "symmetric", "clustered"]),
    restricts: false,
};

/// The largest order: beyond it the estimate of difficulty would take long.
const LARGEST: usize = 16;
/// The estimate gives up after so many conflicts.
const MOST_CONFLICTS: u64 = 20_000;
/// How often tiles are thrown again when they happen to lie right.
const THROWS: usize = 100;

pub(in crate::families) static MAKER: Maker = Maker {
    description: "levels from a random set of slots; unique ones by adding locks",
    options: &[LOCKS, DENSITY, STYLE],
    largest: LARGEST,
    single: |_| None,
    make,
};

/// Where the tiles lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MaskStyle {
    Random,
    Symmetric,
    Clustered,
}

/// The options of the maker.
struct MakeOptions {
    /// Slots that are locked from the start.
    locks: usize,
    /// Occupied slots of a hundred.
    density: usize,
    style: MaskStyle,
}

impl MakeOptions {
    fn read(options: &Options) -> Self {
        let styles = [MaskStyle::Random, MaskStyle::Symmetric, MaskStyle::Clustered];
        Self {
            locks: options.size(&LOCKS).unwrap_or(0),
            density: options.size(&DENSITY).unwrap_or(0),
            style: options.choice(&STYLE, styles),
        }
    }
}

fn make(task: &MakeTask<'_>) -> Result<Made, Unmade> {
    let MakeOptions { locks: wanted, density, style } = MakeOptions::read(task.options);
    let mut random = Random::new(task.run.seed);
    let hexagon = Hexagon::new(task.order);
    let slots = hexagon.len();
    if wanted > slots {
        let problem = format!("{wanted} locks are too many for a board of {slots} slots");
        return Err(Unmade::Refused(problem));
    }
    let tiles = (slots * density).div_ceil(100);
    let mask = mask(&hexagon, tiles, style, &mut random);
    let blank = Instance { hexagon: hexagon.clone(), slots: vec![Slot::Empty; slots] };
    let hidden = Level::new(&blank).contents(&mask);
    let mut locked = vec![false; slots];
    shuffled((0..slots).collect(), &mut random)[..wanted]
        .iter()
        .for_each(|&slot| locked[slot] = true);
    if task.unique {
        // Where the movable tiles lie means nothing, so they may lie where they belong.
        let level =
            Instance { hexagon: hexagon.clone(), slots: placed(&hidden, &vec![false; slots]) };
        let level = Level::new(&level);
        locked = unique::locks(&level, &hidden, locked, &mut random, task.run)
            .map_err(Unmade::Halted)?;
    }
    let instance = Instance { hexagon, slots: thrown(&hidden, &locked, &mut random) };
    let level = Level::new(&instance);
    let difficulty = difficulty(&level, &locked, task.run).map_err(Unmade::Halted)?;
    let solution = level.solution(&mask);
    Ok(Made { instance: Hexiom::print(&instance), solvable: Solvable::Shown(solution), difficulty })
}

/// A set of slots in a style.
fn mask(hexagon: &Hexagon, tiles: usize, style: MaskStyle, random: &mut Random) -> Vec<bool> {
    let order = match style {
        MaskStyle::Random => shuffled((0..hexagon.len()).collect(), random),
        MaskStyle::Symmetric => by_orbits(hexagon, random),
        MaskStyle::Clustered => by_growth(hexagon, random),
    };
    let mut mask = vec![false; hexagon.len()];
    order.into_iter().take(tiles).for_each(|slot| mask[slot] = true);
    mask
}

fn shuffled<T>(mut items: Vec<T>, random: &mut Random) -> Vec<T> {
    (1..items.len()).for_each(|at| items.swap(at, random.below(at + 1)));
    items
}

/// The orbits of a random symmetry in random order: all of the set but perhaps the last orbit is
/// kept by it.
fn by_orbits(hexagon: &Hexagon, random: &mut Random) -> Vec<usize> {
    let others: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|&it| it != Symmetry::IDENTITY).collect();
    let symmetry = others[random.below(others.len())];
    shuffled(orbits(hexagon.len(), &[symmetry.permutation(hexagon)]), random).concat()
}

/// Slots in the order in which a random cluster grows.
fn by_growth(hexagon: &Hexagon, random: &mut Random) -> Vec<usize> {
    let mut grown = vec![random.below(hexagon.len())];
    let mut reached = vec![false; hexagon.len()];
    reached[grown[0]] = true;
    let mut rim: Vec<usize> = hexagon.neighbours(grown[0]).collect();
    rim.iter().for_each(|&slot| reached[slot] = true);
    while !rim.is_empty() {
        let slot = rim.swap_remove(random.below(rim.len()));
        grown.push(slot);
        for next in hexagon.neighbours(slot) {
            if !std::mem::replace(&mut reached[next], true) {
                rim.push(next);
            }
        }
    }
    grown
}

/// The solution as a level, with some slots locked.
fn placed(hidden: &[Content], locked: &[bool]) -> Vec<Slot> {
    let slot = |(&content, &locked): (&Content, &bool)| match (content, locked) {
        (Content::Tile(number), true) => Slot::Fixed(number),
        (Content::Tile(number), false) => Slot::Tile(number),
        (_, true) => Slot::Blocked,
        (_, false) => Slot::Empty,
    };
    hidden.iter().zip(locked).map(slot).collect()
}

/// The level with what is not locked thrown about, so that it does not show the solution.
fn thrown(hidden: &[Content], locked: &[bool], random: &mut Random) -> Vec<Slot> {
    let solution = placed(hidden, locked);
    let free: Vec<usize> = (0..locked.len()).filter(|&slot| !locked[slot]).collect();
    let mut slots = solution.clone();
    for _ in 0..THROWS {
        let images = shuffled(free.clone(), random);
        free.iter().zip(images).for_each(|(&slot, image)| slots[slot] = solution[image]);
        if slots != solution {
            break;
        }
    }
    slots
}

/// How hard a level is: its locks, how many free slots of a hundred follow by simple steps, how
/// many conflicts a SAT solver meets on the way to a solution (or, of a unique level, the solution).
fn difficulty(
    level: &Level<'_>,
    locked: &[bool],
    run: &Run<'_>,
) -> Result<Vec<(&'static str, u64)>, Halt> {
    let draft = Hexiom::draft(level.instance).unwrap_or_default();
    let decided = Candidates::new(level, &draft).exhaust();
    let decided = decided.iter().filter(|content| **content != Content::Undecided).count();
    let locks = locked.iter().filter(|locked| **locked).count();
    let free = locked.len() - locks;
    let forced = (100 * decided.saturating_sub(locks)).checked_div(free).unwrap_or(100);
    let conflicts = conflicts(level, run)?;
    Ok(vec![("locks", locks as u64), ("forced-percent", forced as u64), ("conflicts", conflicts)])
}

fn conflicts(level: &Level<'_>, run: &Run<'_>) -> Result<u64, Halt> {
    let mut backend = sat::backend(sat::BackendName::DEFAULT, run);
    backend.add(&encode(level, EncodingStyle::DEFAULT, run)?.formula);
    match backend.solve(&[], Some(MOST_CONFLICTS)) {
        Sat::Halted(halt) => Err(halt),
        Sat::Done(Verdict::Satisfiable | Verdict::Limit) => Ok(backend.conflicts()),
        other => unreachable!("a made level has a solution: {other:?}"),
    }
}
