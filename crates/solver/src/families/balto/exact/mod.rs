//! Shortest solutions, proved: two walks, one from the board and one from home, that meet in the
//! middle. A beam gives a solution first; then all lengths below it are refuted, two at a time,
//! until nothing is left or a shorter solution is found.
//!
//! * `space` numbers cells and gives each state a word: a hash and a lower bound.
//! * `words` leaves out moves that do what others do.
//! * `walk` goes through all states that are so many moves from one end.
//! * `filter` is a set of hashes in few bits.
//! * `meeting` brings two walks together and says why none is missed.

mod filter;
mod meeting;
mod space;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use std::sync::atomic::AtomicU64;

use sixfold_puzzle::families::balto::{Balto, Instance, Solution};
use sixfold_puzzle::family::Family as _;

use self::meeting::{Meeting, Room};
use self::space::{Computed, Space, Steps, Tabled};
use self::walk::{End, LONGEST_PATH, Meter};
use self::words::Automaton;
use super::rounds::{Manners, Rounds};
use super::weights::Weights;
use super::{boards, parse};
use crate::beam::Manner;
use crate::engine::{Answer, Engine, Power, Refutation, Task};
use crate::run::{Event, Halt, Run};

pub(super) const EXACT: Engine = Engine {
    name: "exact",
    description: "search from both ends until they meet, for order 3 and boards that are nearly solved",
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
/// The order up to which all boards are near enough.
const SMALL: usize = 3;
/// The width of the beam that goes ahead.
const WIDTH: usize = 1000;
/// The words of the filter, unless the ceiling is lower: 512 MiB.
const WORDS: usize = 1 << 26;
/// The states that are kept, unless the ceiling is lower: 64 MiB.
const KEPT: usize = 1 << 22;
/// The states from which moves are made, without a deadline, on boards that are not small.
const BUDGET: u64 = 1 << 30;

fn serves(text: &str) -> Result<(), String> {
    let instance = parse(text);
    let order = instance.hexagon().order();
    if order > super::LARGEST {
        return Err(format!("order {order} is beyond it, it goes up to {}", super::LARGEST));
    }
    let least = least(&Space::new(&instance), &instance);
    match order <= SMALL || least <= NEAR {
        true => Ok(()),
        false => {
            Err(format!("at least {least} moves are needed, and it goes up to {NEAR} of these"))
        }
    }
}

/// The least number of moves that could be enough: a move brings two tiles one step nearer at best.
fn least(space: &Space, instance: &Instance) -> u32 {
    let [board, home] = ends(instance);
    space.ways(&board, &home).div_ceil(2) as u32
}

fn ends(instance: &Instance) -> [Vec<u16>; 2] {
    [&instance.tiles, &instance.home()].map(|tiles| Space::board(instance, tiles))
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
    let ending = match halt {
        Some(halt) => Ending::Early(halt, 0),
        None => {
            let mut search = Search::new(&instance, task.run);
            let ending = search.shorter(known.as_ref().map(|known| known.len() as u32));
            answer.effort.push(("states", search.states));
            ending
        }
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

/// A search for solutions with few moves.
struct Search<'a> {
    instance: &'a Instance,
    run: &'a Run<'a>,
    room: Room,
    /// The states from which moves were made, and the most that there may be.
    states: u64,
    most: u64,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance, run: &'a Run<'a>) -> Self {
        let bytes = run.ceiling.map_or(usize::MAX, |ceiling| ceiling as usize);
        let room = Room { words: WORDS.min(bytes / 16), kept: KEPT.min(bytes / 128) };
        let endless = run.deadline.is_some() || instance.hexagon().order() <= SMALL;
        let most = if endless { u64::MAX } else { BUDGET };
        Self { instance, run, room, states: 0, most }
    }

    /// Searches for a solution with fewer moves than are known.
    fn shorter(&mut self, known: Option<u32>) -> Ending {
        let space = Space::new(self.instance);
        let [board, home] = ends(self.instance);
        let to_home = Computed::new(&space, &home);
        let to_board = Computed::new(&space, &board);
        let words = [to_home.word(&board), to_board.word(&home)];
        let boards = [(board, words[0]), (home, words[1])];
        match Tabled::fits(&space) {
            true => self.passes(&space, boards, [&to_home, &to_board].map(Tabled::new), known),
            false => self.passes(&space, boards, [to_home, to_board], known),
        }
    }

    fn passes<S: Steps>(
        &mut self,
        space: &Space,
        boards: [(Vec<u16>, u64); 2],
        steps: [S; 2],
        known: Option<u32>,
    ) -> Ending {
        let automaton = Automaton::new(space);
        let end = |((board, word), steps)| End {
            around: &space.around,
            automaton: &automaton,
            steps,
            board,
            word,
        };
        let [first, second] = boards;
        let [to_home, to_board] = steps;
        let meeting = Meeting {
            instance: self.instance,
            board: end((first, to_home)),
            home: end((second, to_board)),
            room: self.room,
            meter: Meter { states: AtomicU64::new(0), most: self.most },
            run: self.run,
        };
        let ending = lengths(&meeting, least(space, self.instance), known);
        self.states = meeting.meter.states.into_inner();
        ending
    }
}

/// Refutes two lengths with each pass, so that the last one ends just below what is known.
fn lengths<S: Steps>(meeting: &Meeting<'_, S>, least: u32, known: Option<u32>) -> Ending {
    let mut length = match known {
        Some(known) if known <= least => return Ending::Nothing,
        Some(known) => least + (known - 1 - least) % 2,
        None => least,
    };
    let mut refuted = least;
    while known.is_none_or(|known| length < known) {
        if length > 2 * LONGEST_PATH {
            return Ending::Early(Halt::Budget, refuted);
        }
        match meeting.pass(length, least) {
            Ok(Some(solution)) => return Ending::Shortest(solution),
            Ok(None) => refuted = length + 1,
            Err(halt) => return Ending::Early(halt, refuted),
        }
        meeting.run.emit(&Event::Bound(refuted.into()));
        length += 2;
    }
    Ending::Nothing
}
