//! Local search for orders beyond exhaustive search, and for boards that are close to magic.
//!
//! A round is simulated annealing, tabu search, and an exact finisher (`balance`). Rounds restart
//! from random boards; with a given incumbent every second round starts from the best board.
//!
//! A zero-centred board (numbers −k to k) can be restricted to antisymmetric ones: every cell holds
//! the negative of the opposite cell. Then opposite lines fail together and lines through the centre
//! never do. Half of the sums remain, which makes a board as easy to find as a free one of half the
//! order.
//!
//! Incomplete: it finds boards and refutes nothing, so the restriction is harmless.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::hex::Axis;
use sixfold_puzzle::text::Block;

use super::parse;
use crate::balance::{Arm, BalanceModel, Round, round, round_from};
use crate::engine::{Answer, Task};
use crate::random::Random;
use crate::run::{Event, Halt, Run};

/// From this order on a zero-centred board is antisymmetric by default.
/// Below it the free search is as fast.
const ANTISYMMETRIC_FROM: usize = 7;

/// From this energy on every improvement is reported.
const NEWS: i64 = 40;

/// A board as a model of `balance`, and how to read a board from the model.
pub(super) struct BalanceBoard<'a> {
    instance: &'a Instance,
    antisymmetric: bool,
    /// For an antisymmetric board: the sign of the number in each cell before the centre.
    signs: Vec<i64>,
    /// The cells of the model's places.
    cells: Vec<usize>,
    pub(super) model: BalanceModel,
}

impl<'a> BalanceBoard<'a> {
    /// A board for the style that the options ask for.
    pub(super) fn new(instance: &'a Instance, style: &str, seed: u64) -> Self {
        let centred = instance.start + instance.last() == 0;
        let blank = instance.givens.iter().all(Option::is_none);
        let large = instance.hexagon.order() >= ANTISYMMETRIC_FROM;
        let wanted = style == "antisymmetric" || (style == "auto" && large);
        match centred && blank && wanted {
            true => {
                let mut random = Random::new(!seed);
                let sign = |_| 1 - 2 * random.below(2) as i64;
                Self::antisymmetric(instance, (0..instance.hexagon.centre()).map(sign).collect())
            }
            false => Self::free(instance),
        }
    }

    /// The board on which a given filling is an arrangement, and the numbers of its places. It is
    /// antisymmetric if the filling is and the style allows it.
    fn around(instance: &'a Instance, style: &str, values: &[Option<i64>]) -> (Self, Vec<i64>) {
        let value = |cell: usize| values[cell].unwrap_or(0);
        let opposite = |cell: usize| value(values.len() - 1 - cell);
        let blank = instance.givens.iter().all(Option::is_none);
        let centred = instance.start + instance.last() == 0;
        let mirrored = (0..values.len()).all(|cell| value(cell) == -opposite(cell));
        let board = if centred && blank && mirrored && style != "free" {
            let signs = (0..instance.hexagon.centre()).map(|cell| value(cell).signum()).collect();
            Self::antisymmetric(instance, signs)
        } else {
            Self::free(instance)
        };
        let signed = |(place, &cell): (usize, &usize)| match board.signs.get(place) {
            Some(sign) => sign * value(cell),
            None => value(cell),
        };
        let numbers = board.cells.iter().enumerate().map(signed).collect();
        (board, numbers)
    }

    /// Any numbers in any cells that are not given.
    fn free(instance: &'a Instance) -> Self {
        let hexagon = &instance.hexagon;
        let target = if instance.close { 0 } else { instance.line_sum().unwrap_or(0) };
        let mut errors = vec![-target; 3 * hexagon.row_count()];
        let arms = |cell: usize| {
            [0, 1, 2].map(|axis| Arm { line: line(instance, Axis::ALL[axis], cell, axis), sign: 1 })
        };
        let mut free = vec![true; hexagon.len()];
        for (cell, given) in instance.givens.iter().enumerate() {
            let Some(given) = given else { continue };
            free[(given - instance.start) as usize] = false;
            arms(cell).iter().for_each(|arm| errors[arm.line] += given);
        }
        let cells: Vec<usize> =
            (0..hexagon.len()).filter(|&cell| instance.givens[cell].is_none()).collect();
        let numbers = (instance.start..=instance.last())
            .filter(|number| free[(number - instance.start) as usize])
            .collect();
        let places = cells.iter().map(|&cell| arms(cell)).collect();
        let model = BalanceModel { numbers, places, errors };
        Self { instance, antisymmetric: false, signs: Vec::new(), cells, model }
    }

    /// The numbers 1 to k in the cells before the centre, each with a sign that stays with the
    /// cell, and the negative of each in the cell opposite. A line is represented by the one of the
    /// two opposite lines whose constant coordinate is positive.
    fn antisymmetric(instance: &'a Instance, signs: Vec<i64>) -> Self {
        let hexagon = &instance.hexagon;
        let half = hexagon.centre();
        let rays = hexagon.order() - 1;
        let arm = |cell: usize, axis: usize| {
            let constant = i64::from(Axis::ALL[axis].constant(hexagon.cell(cell)));
            let line = axis * rays + (constant.unsigned_abs() as usize).saturating_sub(1);
            Arm { line, sign: constant.signum() * signs[cell] }
        };
        let places = (0..half).map(|cell| [0, 1, 2].map(|axis| arm(cell, axis))).collect();
        let model = BalanceModel {
            numbers: (1..=half as i64).collect(),
            places,
            errors: vec![0; 3 * rays],
        };
        Self { instance, antisymmetric: true, signs, cells: (0..half).collect(), model }
    }

    /// The energy of the whole board: an antisymmetric one has every error twice.
    fn whole(&self, energy: i64) -> i64 {
        if self.antisymmetric { 2 * energy } else { energy }
    }

    /// The numbers of the places as a solution.
    pub(super) fn solution(&self, numbers: &[i64]) -> String {
        let mut values = self.instance.givens.clone();
        for (place, (&cell, &number)) in self.cells.iter().zip(numbers).enumerate() {
            if self.antisymmetric {
                let signed = self.signs[place] * number;
                values[cell] = Some(signed);
                values[self.instance.hexagon.len() - 1 - cell] = Some(-signed);
            } else {
                values[cell] = Some(number);
            }
        }
        if self.antisymmetric {
            values[self.instance.hexagon.centre()] = Some(0);
        }
        Magic::print_solution(self.instance, &values)
    }
}

/// The line of a cell along an axis, as an index into all lines.
fn line(instance: &Instance, axis: Axis, cell: usize, at: usize) -> usize {
    let rows = instance.hexagon.row_count();
    let last = instance.hexagon.order() as i32 - 1;
    at * rows + (axis.constant(instance.hexagon.cell(cell)) + last) as usize
}

/// The best board of all threads, and the effort.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Incumbent {
    energy: i64,
    /// A magic board, or the best one if it is to be close.
    solution: Option<String>,
    rounds: u64,
    steps: u64,
    halt: Option<Halt>,
    /// The energy that was reported last.
    told: i64,
}

impl Incumbent {
    const NOTHING: Self =
        Self { energy: i64::MAX, solution: None, rounds: 0, steps: 0, halt: None, told: i64::MAX };

    /// The text of a checkpoint; its first line is for people.
    fn print(&self) -> String {
        let Self { energy, rounds, steps, .. } = self;
        let solution = self.solution.as_deref().unwrap_or_default();
        let score = i128::from(*energy) / 2 + 1;
        format!("score {score}, rounds {rounds}\n{rounds} {steps}\n{solution}")
    }

    /// Reads the text of a checkpoint; the energy is recomputed.
    fn parse(state: &str, instance: &Instance) -> Option<Self> {
        let (_, rest) = state.split_once('\n')?;
        let (numbers, solution) = rest.split_once('\n')?;
        let (rounds, steps) = numbers.split_once(' ')?;
        let (rounds, steps) = (rounds.parse().ok()?, steps.parse().ok()?);
        Some(Self { rounds, steps, ..Self::filling(solution, instance)? })
    }

    /// A complete filling before the first round.
    fn filling(solution: &str, instance: &Instance) -> Option<Self> {
        let values = Magic::parse_solution(instance, &Block::new(solution)).ok()?;
        let right =
            Magic::complete(instance, &values) && Magic::violations(instance, &values).is_empty();
        let score = Magic::objective(instance, &values).filter(|_| right)?.value;
        let energy = i64::try_from(2 * (score - 1)).ok()?;
        Some(Self { energy, told: energy, solution: Some(solution.to_owned()), ..Self::NOTHING })
    }
}

/// The first incumbent: the better one of the checkpoint and the given incumbent. Only boards that
/// are to be close have either.
fn start(task: &Task<'_>, instance: &Instance) -> Result<Incumbent, String> {
    let parsed = |incumbent: Option<Incumbent>, what: &str| {
        incumbent.ok_or_else(|| format!("the {what} is not one of this board"))
    };
    let saved = task.run.saved_state().filter(|_| instance.close);
    let given = task.incumbent.filter(|_| instance.close);
    let mut incumbent = match saved {
        Some(state) => parsed(Incumbent::parse(&state, instance), "saved state")?,
        None => Incumbent::NOTHING,
    };
    if let Some(text) = given {
        let given = parsed(Incumbent::filling(text, instance), "incumbent")?;
        if given.energy < incumbent.energy {
            incumbent = Incumbent { rounds: incumbent.rounds, steps: incumbent.steps, ..given };
        }
    }
    Ok(incumbent)
}

/// Searches on all threads until one succeeds, the budget is used up or a limit is reached.
pub(super) fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let incumbent = match start(task, &instance) {
        Ok(incumbent) => incumbent,
        Err(problem) => return Answer { failure: Some(problem), ..Answer::default() },
    };
    if incumbent.energy == 0 {
        return answer(&instance, incumbent);
    }
    let threads = task.run.threads.max(1) as u64;
    let search = LocalSearch {
        instance: &instance,
        style: task.options.text("style").unwrap_or_default(),
        budget: task.options.integer("steps").unwrap_or(i64::MAX).unsigned_abs(),
        improves: task.incumbent.is_some() && instance.close,
        // Rounds that an earlier run has finished are not run again.
        next: AtomicU64::new(incumbent.rounds),
        incumbent: Mutex::new(incumbent),
        done: AtomicBool::new(false),
        run: task.run,
    };
    let shared = task.run.shared(&search.done);
    thread::scope(|scope| {
        let (search, shared) = (&search, &shared);
        (1..threads).for_each(|_| drop(scope.spawn(|| search.rounds(shared))));
        search.rounds(shared);
    });
    let incumbent = search.incumbent.into_inner().unwrap_or_else(PoisonError::into_inner);
    if instance.close && incumbent.halt.is_some() && incumbent.solution.is_some() {
        // The owner of the checkpoint reports a failure; the answer stands.
        let _ = task.run.save_state(&incumbent.print());
    }
    answer(&instance, incumbent)
}

/// A close board is answered by the best one within the budget, any other by a magic board only.
fn answer(instance: &Instance, incumbent: Incumbent) -> Answer {
    let halt = match incumbent.halt {
        _ if incumbent.energy == 0 => None,
        None if instance.close => None,
        None => Some(Halt::Budget),
        halted => halted,
    };
    let witness = incumbent.solution.filter(|_| incumbent.energy == 0 || instance.close);
    Answer { witness, halt, effort: vec![("steps", incumbent.steps)], ..Answer::default() }
}

/// What the threads share.
struct LocalSearch<'a> {
    instance: &'a Instance,
    style: &'a str,
    budget: u64,
    /// Whether the run was given an incumbent: then every second round starts from the best filling.
    improves: bool,
    /// The number of the next round, from which its seed comes.
    next: AtomicU64,
    incumbent: Mutex<Incumbent>,
    done: AtomicBool,
    /// The run with the checkpoint.
    run: &'a Run<'a>,
}

impl LocalSearch<'_> {
    fn incumbent(&self) -> MutexGuard<'_, Incumbent> {
        self.incumbent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one round after the other.
    fn rounds(&self, run: &Run<'_>) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let round = self.round(number, run);
            let mut incumbent = self.incumbent();
            incumbent.rounds += 1;
            incumbent.steps += round.steps;
            // With fewer than two free cells there is one arrangement, and no step to make.
            let only = round.steps == 0;
            let used_up = incumbent.steps >= self.budget;
            let over = incumbent.energy == 0 || used_up || only || round.halt.is_some();
            if over {
                // Only the first thread to end knows why; it stops the others.
                if !self.done.swap(true, Ordering::Relaxed) {
                    incumbent.halt = round.halt;
                }
                return;
            }
        }
    }

    /// Runs the round with a number.
    fn round(&self, number: u64, run: &Run<'_>) -> Round {
        let seed = Random::new(run.seed ^ number << 32).bits();
        let from = self.improves && number.is_multiple_of(2);
        let best = self.incumbent().solution.clone().filter(|_| from);
        let values =
            best.and_then(|text| Magic::parse_solution(self.instance, &Block::new(&text)).ok());
        let around = values.map(|values| BalanceBoard::around(self.instance, self.style, &values));
        let (board, start) = match around {
            Some((board, numbers)) => (board, Some(numbers)),
            None => (BalanceBoard::new(self.instance, self.style, seed), None),
        };
        let mut improved = |energy: i64, numbers: &dyn Fn() -> Vec<i64>| {
            self.improved(&board, energy, numbers);
        };
        match start {
            Some(numbers) => round_from(&board.model, &numbers, seed, (run, &mut improved)),
            None => round(&board.model, seed, run, &mut improved),
        }
    }

    /// Takes a board that is better than the incumbent; one that is not magic only if close counts.
    fn improved(&self, board: &BalanceBoard<'_>, energy: i64, numbers: &dyn Fn() -> Vec<i64>) {
        let energy = board.whole(energy);
        let close = self.instance.close;
        let mut incumbent = self.incumbent();
        if energy >= incumbent.energy || !(close || energy == 0) {
            return;
        }
        incumbent.energy = energy;
        incumbent.solution = Some(board.solution(&numbers()));
        // From a random board on, only every halving of the energy is reported.
        if energy <= NEWS || energy <= incumbent.told / 2 {
            incumbent.told = energy;
            self.run.emit(&Event::Improved(close.then_some(i128::from(energy) / 2 + 1)));
        }
        if close && energy > 0 && self.run.save_due() {
            let _ = self.run.save_state(&incumbent.print());
        }
    }
}

#[cfg(test)]
mod tests {
    use sixfold_puzzle::hex::Hexagon;

    use super::*;
    use crate::options::Options;

    fn blank(order: usize, start: i64, close: bool) -> Instance {
        let hexagon = Hexagon::new(order);
        Instance { givens: vec![None; hexagon.len()], hexagon, start, close }
    }

    /// The score of what a board of the model prints, from the rules.
    fn score(instance: &Instance, board: &BalanceBoard<'_>, numbers: &[i64]) -> i128 {
        let values = Magic::parse_solution(instance, &Block::new(&board.solution(numbers)));
        let values = values.expect("a board prints a solution");
        assert_eq!(Magic::violations(instance, &values), []);
        Magic::objective(instance, &values).expect("a board to be close").value
    }

    #[test]
    fn the_energy_of_either_style_is_the_score_of_the_board() {
        for (order, start) in [(3, -9), (5, -30), (8, -84)] {
            let instance = blank(order, start, true);
            for style in ["free", "antisymmetric"] {
                let board = BalanceBoard::new(&instance, style, 7);
                assert_eq!(board.antisymmetric, style == "antisymmetric");
                let mut numbers = board.model.numbers.clone();
                Random::new(order as u64).shuffle(&mut numbers);
                let mut errors = board.model.errors.clone();
                for (arms, number) in board.model.places.iter().zip(&numbers) {
                    arms.iter().for_each(|arm| errors[arm.line] += arm.sign * number);
                }
                let energy = errors.iter().map(|error| error * error).sum();
                let expected = i128::from(board.whole(energy) / 2 + 1);
                assert_eq!(score(&instance, &board, &numbers), expected, "{order} {style}");
            }
        }
    }

    #[test]
    fn givens_stay_and_forbid_the_antisymmetric_style() {
        let mut instance = blank(4, -18, true);
        instance.givens[5] = Some(11);
        instance.givens[30] = Some(-3);
        let board = BalanceBoard::new(&instance, "antisymmetric", 1);
        assert!(!board.antisymmetric);
        assert_eq!(board.model.numbers.len(), 35);
        score(&instance, &board, &board.model.numbers);
    }

    #[test]
    fn a_kept_board_is_read_as_it_was_written_and_rubbish_is_refused() {
        let instance = blank(3, -9, true);
        let board = BalanceBoard::new(&instance, "free", 1);
        let solution = board.solution(&board.model.numbers);
        let energy = 2 * (score(&instance, &board, &board.model.numbers) as i64 - 1);
        let solution = Some(solution);
        let incumbent =
            Incumbent { energy, solution, rounds: 3, steps: 99, halt: None, told: energy };
        assert_eq!(Incumbent::parse(&incumbent.print(), &instance), Some(incumbent.clone()));
        for (from, to) in [("9", "x"), ("-9", "8"), ("3 99", "3"), ("-9", "?")] {
            assert_eq!(
                Incumbent::parse(&incumbent.print().replacen(from, to, 9), &instance),
                None,
                "{from}"
            );
        }
        assert_eq!(Incumbent::parse("", &instance), None);
        assert_eq!(Incumbent::parse(&incumbent.print(), &blank(4, -18, true)), None);
    }

    fn answered(instance: &Instance, incumbent: &str, steps: &str, stopped: bool) -> Answer {
        let stop = AtomicBool::new(stopped);
        let run = Run::alone(1, &stop);
        let settings = [("steps".to_owned(), steps.to_owned())];
        let engine = &super::super::LOCAL;
        let options = Options::resolve(engine.name, engine.options, &settings).expect("a setting");
        super::run(&Task {
            instance: &Magic::print(instance),
            options: &options,
            prove: false,
            incumbent: Some(incumbent),
            engine: engine.name,
            run: &run,
        })
    }

    fn value(instance: &Instance, solution: &str) -> i128 {
        let values = Magic::parse_solution(instance, &Block::new(solution)).expect("a filling");
        assert!(
            Magic::complete(instance, &values) && Magic::violations(instance, &values).is_empty()
        );
        Magic::objective(instance, &values).expect("a board to be close").value
    }

    /// Stopped at once the incumbent is the answer; with time it is made better, in either style.
    #[test]
    fn the_local_search_starts_from_the_given_filling() {
        for (order, start, style) in [(5, -30, "free"), (8, -84, "free"), (8, -84, "antisymmetric")]
        {
            let instance = blank(order, start, true);
            let board = BalanceBoard::new(&instance, style, 3);
            let mut numbers = board.model.numbers.clone();
            Random::new(9).shuffle(&mut numbers);
            let given = board.solution(&numbers);
            let before = value(&instance, &given);
            let stopped = answered(&instance, &given, "1000000", true);
            assert_eq!(stopped.halt, Some(Halt::Interrupted));
            assert!(value(&instance, &stopped.witness.expect("the incumbent")) <= before);
            let better = answered(&instance, &given, "100000", false).witness.expect("a filling");
            assert!(value(&instance, &better) < before, "{order} {style}");
            let again = answered(&instance, &better, "1", false).witness.expect("a filling");
            assert!(value(&instance, &again) <= value(&instance, &better));
        }
    }

    /// The board around a filling has it as its arrangement, with opposite numbers where it has them.
    #[test]
    fn a_board_around_a_filling_prints_it_again() {
        let instance = blank(5, -30, true);
        for style in ["free", "antisymmetric"] {
            let board = BalanceBoard::new(&instance, style, 3);
            let mut numbers = board.model.numbers.clone();
            Random::new(2).shuffle(&mut numbers);
            let given = board.solution(&numbers);
            let values = Magic::parse_solution(&instance, &Block::new(&given)).expect("a filling");
            let (around, again) = BalanceBoard::around(&instance, "auto", &values);
            assert_eq!(around.antisymmetric, style == "antisymmetric");
            assert_eq!(around.solution(&again), given);
            assert!(!BalanceBoard::around(&instance, "free", &values).0.antisymmetric);
        }
    }

    #[test]
    fn a_filling_of_another_board_is_no_incumbent() {
        let answer = answered(&blank(5, -30, true), "1 2 3\n", "1000", false);
        assert!(answer.failure.is_some_and(|problem| problem.contains("incumbent")));
    }
}
