//! Shortest solutions, proved: two searches in layers, one from the board and one from home, that
//! meet in the middle. A state is a board and the sense of its next move, and the first sense is free
//! on both sides, so both searches begin with two states and all cases are one search.
//!
//! A beam gives a solution first. States that cannot be on the way to a shorter one are left out:
//! `patterns` has the lower bounds for order 3, the sum of the ways home does for boards that are
//! nearly solved. `layers` has the layers. The number of moves that is refuted grows by one with each
//! layer, so the first meeting is the shortest.

mod layers;
mod patterns;
#[cfg(test)]
mod tests;

use sixfold_puzzle::families::balto::{Balto, Instance, Move, Solution};
use sixfold_puzzle::family::Family as _;
use sixfold_puzzle::hex::Cell;

use self::layers::{Layers, Packed, Small, Space};
use self::patterns::Patterns;
use super::cyclic::Cyclic;
use super::rounds::{Manners, Rounds};
use super::weights::Weights;
use super::{boards, parse};
use crate::beam::Manner;
use crate::engine::{Answer, Engine, Power, Refutation, Task};
use crate::run::{Event, Halt, Run};

pub(super) const EXACT: Engine = Engine {
    name: "exact",
    description: "search from both ends until they meet, on order 3 and on boards nearly solved",
    powers: &[Power::Finds, Power::Proves],
    options: &[],
    serves,
    run,
    count: None,
    hint: None,
    clausal: None,
};

/// The largest order that is served whatever the board is.
const SMALL: usize = 3;
/// Of larger boards those are nearly solved whose tiles have no more than twice so many steps home.
const NEAR: u32 = 7;
/// The width of the beam that goes ahead.
const WIDTH: usize = 1000;
/// The most memory, unless a ceiling is set: tables and layers.
const MEMORY: u64 = 2 << 30;

fn serves(text: &str) -> Result<(), String> {
    let instance = parse(text);
    let order = instance.hexagon().order();
    match order <= SMALL || order <= super::LARGEST && least_moves(&instance) <= NEAR {
        true => Ok(()),
        false => Err(format!("only order {SMALL} and boards nearly solved can be searched")),
    }
}

/// The distances of all cells from the centre, by residue.
fn distances(instance: &Instance, cyclic: &Cyclic) -> Vec<u32> {
    let cell = |residue| instance.hexagon().cell(cyclic.index(residue));
    (0..cyclic.len()).map(|residue| cell(residue).distance(Cell::CENTRE)).collect()
}

/// A move brings two tiles one step nearer at best.
fn least_moves(instance: &Instance) -> u32 {
    let cyclic = Cyclic::new(&instance.torus);
    let distances = distances(instance, &cyclic);
    let (tiles, cells) = (named(instance, &instance.tiles, &cyclic), cyclic.len());
    let way = |(cell, &tile): (usize, &u16)| distances[(usize::from(tile) + cells - cell) % cells];
    let tiles = tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
    tiles.map(way).sum::<u32>().div_ceil(2)
}

/// The tiles by residue of their cells, named by the residues of their homes.
fn named(instance: &Instance, tiles: &[u16], cyclic: &Cyclic) -> Vec<u16> {
    let mut names = vec![0; tiles.len()];
    for (index, &tile) in instance.home().iter().enumerate() {
        names[usize::from(tile)] = cyclic.residue(index);
    }
    let tile = |residue| names[usize::from(tiles[cyclic.index(residue)])];
    (0..tiles.len()).map(tile).collect()
}

/// Both states of a board: the next move may turn either way.
fn states<P: Packed>(tiles: &[u16]) -> Vec<P> {
    let empty = tiles.iter().position(|tile| *tile == 0).unwrap_or(0) as u16;
    [0, 1].map(|sense| P::pack(tiles, 2 * empty + sense)).to_vec()
}

/// How a search ended.
enum Ending {
    /// With the shortest solution.
    Shortest(Solution),
    /// Nothing is shorter than what was known.
    Nothing,
    /// Early; nothing has fewer moves than this.
    Early(Halt, u32),
}

fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let weights = Weights::quadratic_and_size(instance.hexagon().order());
    let manners = Manners { weights: &weights, manner: Manner::Tour };
    let mut rounds = Rounds::new(&instance, manners, task.run);
    let halt = rounds.once(WIDTH);
    let known = rounds.best().map(boards::solution);
    let mut answer = Answer { effort: rounds.effort(), ..Answer::default() };
    let ending = match (halt, &known) {
        (Some(halt), _) => Ending::Early(halt, 0),
        (None, None) => Ending::Early(Halt::Budget, 0),
        (None, Some(known)) => searched(&instance, known.len() as u32, task.run),
    };
    let (best, least) = match ending {
        Ending::Shortest(solution) => (Some(solution), None),
        Ending::Nothing => (known, None),
        Ending::Early(halt, least) => {
            answer.halt = Some(halt);
            (known, Some(least))
        }
    };
    let least = least.or(best.as_ref().map(|best| best.len() as u32));
    let bound = |least: u32| Refutation::nothing_better(task.options, least.into());
    answer.refutation = least.filter(|least| *least > 0 || answer.halt.is_none()).map(bound);
    answer.witness = best.map(|best| Balto::print_solution(&instance, &best));
    answer
}

/// Searches for a solution with fewer moves than are known.
fn searched(instance: &Instance, known: u32, run: &Run<'_>) -> Ending {
    if known == 0 {
        return Ending::Nothing;
    }
    let cyclic = Cyclic::new(&instance.torus);
    let most = run.ceiling.map_or(MEMORY, |ceiling| ceiling.min(MEMORY));
    let cells = cyclic.len();
    let wanted = instance.hexagon().order() == SMALL && least_moves(instance) > NEAR;
    let (patterns, tables) = match wanted {
        true if Patterns::bytes(cells) > most / 2 => return Ending::Early(Halt::Memory, 0),
        true => match Patterns::new(&cyclic, run) {
            Ok(patterns) => (Some(patterns), Patterns::bytes(cells)),
            Err(halt) => return Ending::Early(halt, 0),
        },
        false => (None, 0),
    };
    let distances = distances(instance, &cyclic);
    let begin = named(instance, &instance.tiles, &cyclic);
    let end = named(instance, &instance.home(), &cyclic);
    let space = Space::new(cyclic, distances, patterns);
    let room = most - tables;
    match cells < size_of::<Small>() {
        true => Meeting::<Small>::new(&space, &begin, &end, room).run(known - 1, run),
        false => Meeting::<Box<[u16]>>::new(&space, &begin, &end, room).run(known - 1, run),
    }
}

/// The side whose turn it is: the one with fewer states, but neither stays behind at its beginning,
/// so that a way is always divided.
fn next<P>(sides: &[Layers<'_, P>; 2]) -> usize {
    match (sides[0].depth, sides[1].depth) {
        (0, 1..) => 0,
        (1.., 0) => 1,
        _ => usize::from(sides[1].newest.len() < sides[0].newest.len()),
    }
}

/// A search from both ends.
struct Meeting<'a, P> {
    space: &'a Space,
    ends: [Vec<P>; 2],
    /// The most states of a layer.
    most: usize,
}

impl<'a, P: Packed> Meeting<'a, P> {
    fn new(space: &'a Space, begin: &[u16], end: &[u16], room: u64) -> Self {
        // Two layers on each side, and one in the making with its duplicates and its copy.
        let bytes = size_of::<P>().max(2 * (begin.len() + 1)) as u64;
        let most = (room / bytes / 8) as usize;
        Self { space, ends: [states(begin), states(end)], most }
    }

    fn run(&self, most: u32, run: &Run<'_>) -> Ending {
        match self.meet(&self.ends[0], &self.ends[1], most, run) {
            Ok(Some(path)) => Ending::Shortest(path),
            Ok(None) => Ending::Nothing,
            Err((halt, least)) => Ending::Early(halt, least),
        }
    }

    /// The shortest way between two sets of states of one board each, of at most so many moves.
    fn meet(
        &self,
        begin: &[P],
        end: &[P],
        most: u32,
        run: &Run<'_>,
    ) -> Result<Option<Solution>, (Halt, u32)> {
        let mut sides = [
            Layers::new(self.space, begin.to_vec(), &end[0]),
            Layers::new(self.space, end.to_vec(), &begin[0]),
        ];
        loop {
            let moves = sides[0].depth + sides[1].depth;
            if let Some(middle) = sides[0].common(&sides[1]).cloned() {
                return self
                    .through(begin, &middle, end, sides.map(|side| side.depth), run)
                    .map(Some);
            }
            if moves == most {
                return Ok(None);
            }
            let side = next(&sides);
            sides[side].grow(most, run, self.most).map_err(|halt| (halt, moves + 1))?;
            let states = sides[side].newest.len() as u64;
            run.emit(&Event::Progress(vec![("moves", (moves + 1).into()), ("states", states)]));
        }
    }

    /// The moves through a state in the middle, from searches for both halves.
    fn through(
        &self,
        begin: &[P],
        middle: &P,
        end: &[P],
        moves: [u32; 2],
        run: &Run<'_>,
    ) -> Result<Solution, (Halt, u32)> {
        let middle = std::slice::from_ref(middle);
        let mut path = self.half(begin, middle, moves[0], run)?;
        path.extend(self.half(middle, end, moves[1], run)?);
        Ok(path)
    }

    fn half(
        &self,
        begin: &[P],
        end: &[P],
        moves: u32,
        run: &Run<'_>,
    ) -> Result<Solution, (Halt, u32)> {
        match moves {
            0 => Ok(Vec::new()),
            1 => Ok(vec![self.single(begin, end).expect("one move leads from layer to layer")]),
            _ => {
                let path = self.meet(begin, end, moves, run)?;
                Ok(path.expect("a state of a layer can be reached"))
            }
        }
    }

    /// The move that leads from one of some states to one of others.
    fn single(&self, begin: &[P], end: &[P]) -> Option<Move> {
        begin.iter().find_map(|state| {
            let vertex = (0..6).find(|&vertex| end.contains(&self.space.turned(state, vertex)))?;
            let letter = if state.at(self.space.cells()) % 2 == 0 { b'1' } else { b'A' };
            Move::parse(char::from(letter + vertex as u8))
        })
    }
}
