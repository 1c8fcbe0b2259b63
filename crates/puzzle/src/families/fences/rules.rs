//! Rules of Fences, one function per rule, and the quick tests for impossible instances.

use std::collections::BTreeMap;

use super::curve::{Analysis, SIDES, steps};
use super::{Curve, Instance, Lengths, Solution, Turns, Wanted, region};
use crate::family::Violation;
use crate::hex::{Cell, Direction};

/// Every broken rule.
pub(super) fn violations(instance: &Instance, solution: &Solution) -> Vec<Violation> {
    let mut violations = missing(instance, solution);
    violations.extend(totals(instance, solution));
    violations.extend(outside(instance, solution));
    let occupants = occupants(instance, solution);
    violations.extend(crossings(instance, &occupants));
    if let Curve::Cells(cells) = &solution.curve {
        violations.extend(loop_violations(instance, cells, &occupants));
    }
    violations
}

fn missing(instance: &Instance, solution: &Solution) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (&(index, number), lengths) in instance.posts.iter().zip(&solution.fences) {
        if lengths.is_none() {
            let cell = instance.hexagon.cell(index);
            let message = format!("the fences of the post {number} at {cell} are missing");
            violations.push(Violation::new("missing", vec![cell], message));
        }
    }
    if solution.curve == Curve::Missing {
        violations.push(Violation::new("missing", Vec::new(), "the loop is missing"));
    }
    violations
}

/// Post index, number and lengths of every post that has a line.
fn fenced<'a>(
    instance: &'a Instance,
    solution: &'a Solution,
) -> impl Iterator<Item = (usize, u32, &'a Lengths)> {
    let posts = instance.posts.iter().zip(&solution.fences);
    posts.filter_map(|(&(index, number), lengths)| Some((index, number, lengths.as_ref()?)))
}

fn totals(instance: &Instance, solution: &Solution) -> Vec<Violation> {
    let wrong = |(index, number, lengths): (usize, u32, &Lengths)| {
        let total: u32 = lengths.iter().flatten().sum();
        let open = lengths.contains(&None);
        let broken = total > number || (!open && total < number);
        let cell = instance.hexagon.cell(index);
        let message = format!("the fences of the post {number} at {cell} add up to {total}");
        broken.then(|| Violation::new("total", vec![cell], message))
    };
    fenced(instance, solution).filter_map(wrong).collect()
}

fn outside(instance: &Instance, solution: &Solution) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (index, number, lengths) in fenced(instance, solution) {
        for direction in Direction::ALL {
            let room = instance.hexagon.ray(index, direction).count();
            let length = lengths[direction as usize].unwrap_or(0) as usize;
            if length > room {
                let cell = instance.hexagon.cell(index);
                let message = format!(
                    "the {direction} fence of the post {number} at {cell} is {length} long, \
                     the board ends after {room}"
                );
                violations.push(Violation::new("outside", vec![cell], message));
            }
        }
    }
    violations
}

/// The posts that occupy a cell, by standing on it or by a fence: their number and the first few.
#[derive(Clone, Default)]
struct Occupants {
    count: usize,
    posts: Vec<usize>,
}

/// The most posts that a message names.
const MAX_NAMED: usize = 3;

impl Occupants {
    fn add(&mut self, post: usize) {
        self.count += 1;
        if self.posts.len() < MAX_NAMED {
            self.posts.push(post);
        }
    }
}

fn occupants(instance: &Instance, solution: &Solution) -> Vec<Occupants> {
    let mut occupants = vec![Occupants::default(); instance.hexagon.len()];
    for &(index, _) in &instance.posts {
        occupants[index].add(index);
    }
    for (index, _, lengths) in fenced(instance, solution) {
        for direction in Direction::ALL {
            let length = lengths[direction as usize].unwrap_or(0) as usize;
            for cell in instance.hexagon.ray(index, direction).take(length) {
                occupants[cell].add(index);
            }
        }
    }
    occupants
}

fn crossings(instance: &Instance, occupants: &[Occupants]) -> Vec<Violation> {
    let shared =
        occupants.iter().enumerate().filter(|(_, cell_occupants)| cell_occupants.count > 1);
    let violation = |(index, cell_occupants): (usize, &Occupants)| {
        let cell = instance.hexagon.cell(index);
        let posts = cell_occupants.posts.iter();
        let names: Vec<String> =
            posts.map(|&post| instance.hexagon.cell(post).to_string()).collect();
        let (names, count) = (names.join(" and "), cell_occupants.count);
        let more = if count > MAX_NAMED { format!(" ({count} posts)") } else { String::new() };
        let message = format!("the posts at {names}{more} claim the cell {cell}");
        Violation::new("crossing", vec![cell], message)
    };
    shared.map(violation).collect()
}

fn loop_violations(instance: &Instance, cells: &[Cell], occupants: &[Occupants]) -> Vec<Violation> {
    let mut violations: Vec<Violation> = loop_outside(instance, cells)
        .into_iter()
        .chain(jumps(cells))
        .chain(repeats(cells))
        .collect();
    let on_board = violations.is_empty();
    let analysis = Analysis::of(cells);
    violations.extend(turns(instance, cells));
    violations.extend(occupied(instance, cells, occupants));
    violations.extend(regions(&analysis));
    // A curve that is not a simple closed loop has no symmetry worth speaking of.
    if on_board && analysis.simple {
        violations.extend(symmetry(instance, &analysis));
    }
    violations
}

fn loop_outside(instance: &Instance, cells: &[Cell]) -> Vec<Violation> {
    let outside = cells.iter().filter(|&&cell| !instance.hexagon.contains(cell));
    let violation = |&cell: &Cell| {
        let message = format!("the loop's cell {cell} is not on the board");
        Violation::new("loop-outside", vec![cell], message)
    };
    outside.map(violation).collect()
}

fn jumps(cells: &[Cell]) -> Vec<Violation> {
    let jump = |(from, to): &(Cell, Cell)| from.distance(*to) != 1;
    let violation = |(from, to): (Cell, Cell)| {
        let message = format!("the loop goes from {from} to {to}, which are not neighbours");
        Violation::new("jump", vec![from, to], message)
    };
    steps(cells).filter(jump).map(violation).collect()
}

fn repeats(cells: &[Cell]) -> Vec<Violation> {
    let mut visits: BTreeMap<Cell, usize> = BTreeMap::new();
    cells.iter().for_each(|&cell| *visits.entry(cell).or_default() += 1);
    let violation = |(cell, count)| {
        let message = format!("the loop visits {cell} {count} times");
        Violation::new("repeat", vec![cell], message)
    };
    visits.into_iter().filter(|&(_, count)| count > 1).map(violation).collect()
}

/// Straight on or a corner of 120°; with `turns=any` a corner of 60° too; never straight back.
fn turns(instance: &Instance, cells: &[Cell]) -> Vec<Violation> {
    let sharpest = match instance.turns {
        Turns::Wide => 1,
        Turns::Any => 2,
    };
    let directions: Vec<Option<Direction>> =
        steps(cells).map(|(from, to)| Direction::of(to - from)).collect();
    let mut violations = Vec::new();
    for (index, &cell) in cells.iter().enumerate() {
        let before = directions[(index + cells.len() - 1) % cells.len()];
        let (Some(before), Some(after)) = (before, directions[index]) else { continue };
        let turn = before.turn_to(after);
        if turn > sharpest {
            let corner = 180 - 60 * turn;
            let message = format!("the loop has a corner of {corner}° at {cell}");
            violations.push(Violation::new("turn", vec![cell], message));
        }
    }
    violations
}

fn occupied(instance: &Instance, cells: &[Cell], occupants: &[Occupants]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for &cell in cells {
        let owner = instance.hexagon.index(cell).and_then(|index| occupants[index].posts.first());
        if let Some(&post) = owner {
            let post = instance.hexagon.cell(post);
            let what = if post == cell { "the post" } else { "a fence of the post" };
            let message = format!("the loop's cell {cell} holds {what} at {post}");
            violations.push(Violation::new("occupied", vec![cell], message));
        }
    }
    violations
}

fn regions(analysis: &Analysis) -> Vec<Violation> {
    let missed: Vec<&str> =
        (0..6).filter(|&at| analysis.counts[at] == 0).map(|at| SIDES[at]).collect();
    let message = format!("the loop misses the regions: {}", missed.join(", "));
    let violation = || Violation::new("region", Vec::new(), message);
    (!missed.is_empty()).then(violation).into_iter().collect()
}

fn symmetry(instance: &Instance, analysis: &Analysis) -> Option<Violation> {
    let kept = analysis.symmetries.iter().any(|&map| instance.symmetry.accepts(map));
    let wanted = match instance.symmetry {
        Wanted::None => return None,
        Wanted::Any => "no symmetry",
        Wanted::Rotation => "no rotational symmetry",
        Wanted::Mirror => "no mirror symmetry",
    };
    (!kept).then(|| Violation::new("symmetry", Vec::new(), format!("the loop has {wanted}")))
}

/// A post that cannot see as many cells as its number, or a region without room for the loop.
pub(super) fn impossible(instance: &Instance) -> Option<Violation> {
    let hexagon = &instance.hexagon;
    let mut is_post = vec![false; hexagon.len()];
    instance.posts.iter().for_each(|&(index, _)| is_post[index] = true);
    let view = |index: usize, direction| {
        hexagon.ray(index, direction).take_while(|&cell| !is_post[cell]).count()
    };
    for &(index, number) in &instance.posts {
        let sight: usize = Direction::ALL.into_iter().map(|direction| view(index, direction)).sum();
        if sight < number as usize {
            let cell = hexagon.cell(index);
            let message = format!("the post {number} at {cell} sees only {sight} cells");
            return Some(Violation::new("out-of-reach", vec![cell], message));
        }
    }
    let free = (0..hexagon.len()).filter(|&index| !is_post[index]);
    let mut room = [false; 6];
    free.filter_map(|index| region(hexagon.cell(index))).for_each(|region| room[region] = true);
    let full = room.iter().position(|room| !room)?;
    let message = format!("the region at the {} has no free cell for the loop", SIDES[full]);
    Some(Violation::new("full-region", Vec::new(), message))
}
