//! Shortest solutions, proved: two searches in layers, one from the board and one from home, that
//! meet in the middle. A state is a board and the sense of its next move, and the first sense is free
//! on both sides, so both searches begin with two states and all cases are one search.
//!
//! A beam gives a solution first. States that cannot be on the way to a shorter one are left out,
//! by the sum of the ways home. The number of moves that is refuted grows by one with each layer, so the
//! first meeting is the shortest. `layers` has the layers.

mod layers;
#[cfg(test)]
mod tests;

use sixfold_puzzle::families::balto::{Balto, Instance, Move, Solution};
use sixfold_puzzle::family::Family as _;
use sixfold_puzzle::hex::Cell;

use self::layers::{Bound, Layers, Packed, Small, Space};
use super::cyclic::Cyclic;
use super::rounds::{Manners, Rounds};
use super::weights::Weights;
use super::{boards, parse};
use crate::beam::Manner;
use crate::engine::{Answer, Engine, Power, Refutation, Task};
use crate::run::{Event, Halt, Run};

pub(super) const EXACT: Engine = Engine {
    name: "exact",
    description: "search from both ends until they meet, for boards that are nearly solved",
    powers: &[Power::Finds, Power::Proves],
    options: &[],
    serves,
    run,
    count: None,
    hint: None,
    clausal: None,
};

/// Boards are nearly solved if their tiles have no more than twice so many steps home.
const NEAR: u32 = 8;
/// The width of the beam that goes ahead.
const WIDTH: usize = 1000;
/// The memory for layers, unless the ceiling is lower.
const MEMORY: u64 = 1 << 30;

fn serves(text: &str) -> Result<(), String> {
    let instance = parse(text);
    let order = instance.hexagon().order();
    if order > super::LARGEST {
        return Err(format!("order {order} is beyond it, it goes up to {}", super::LARGEST));
    }
    let space = Space::of(&instance);
    let [begin, end] = [&instance.tiles, &instance.home()].map(|tiles| states(&instance, tiles));
    let least = Bound::new(&space, &end[0]).least::<Box<[u16]>>(&begin[0]);
    match least <= NEAR {
        true => Ok(()),
        false => {
            Err(format!("at least {least} moves are needed, and it goes up to {NEAR} of these"))
        }
    }
}

impl Space {
    fn of(instance: &Instance) -> Self {
        let cyclic = Cyclic::new(&instance.torus);
        let cell = |residue| instance.hexagon().cell(cyclic.index(residue));
        let steps = |residue| cell(residue).distance(Cell::CENTRE);
        Self::new(cyclic.clone(), (0..cyclic.len()).map(steps).collect())
    }
}

/// Both states of a board, since the next move may turn either way. Tiles are listed by the residues
/// of their cells and named by the residues of their homes.
fn states<P: Packed>(instance: &Instance, tiles: &[u16]) -> Vec<P> {
    let cyclic = Cyclic::new(&instance.torus);
    let mut names = vec![0; tiles.len()];
    for (index, &tile) in instance.home().iter().enumerate() {
        names[usize::from(tile)] = cyclic.residue(index);
    }
    let name = |residue| names[usize::from(tiles[cyclic.index(residue)])];
    let named: Vec<u16> = (0..tiles.len()).map(name).collect();
    let empty = named.iter().position(|tile| *tile == 0).unwrap_or(0) as u16;
    [0, 1].map(|sense| P::pack(&named, 2 * empty + sense)).to_vec()
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
    let weights = Weights::learned(instance.hexagon().order());
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
    let space = Space::of(instance);
    match known.checked_sub(1) {
        None => Ending::Nothing,
        Some(most) if space.cells() < size_of::<Small>() => {
            Meeting::<Small>::new(&space, instance, run).run(most, run)
        }
        Some(most) => Meeting::<Box<[u16]>>::new(&space, instance, run).run(most, run),
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
    fn new(space: &'a Space, instance: &Instance, run: &Run<'_>) -> Self {
        // Two layers on each side, and one in the making with its duplicates and its copy.
        let bytes = size_of::<P>().max(2 * (space.cells() + 1) + size_of::<P>());
        let room = run.ceiling.map_or(MEMORY, |ceiling| ceiling.min(MEMORY));
        let most = (room / 8) as usize / bytes;
        Self {
            space,
            ends: [&instance.tiles, &instance.home()].map(|tiles| states(instance, tiles)),
            most,
        }
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
