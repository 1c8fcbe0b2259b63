//! Local search for one magic hexagon, of orders that no exhaustive search reaches, and for
//! boards that are close to magic.
//!
//! A zero-centred board (numbers −k to k) has a shortcut. Let every cell hold the negative of the
//! cell opposite: then a line and the opposite line fail together, the lines through the centre
//! never do, and half of the sums are left to be found. Such a board is as hard to find as a free
//! one of half the order. That leaves most boards out, which does no harm to a search that proves
//! nothing.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread;

use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::hex::Axis;

use super::parse;
use crate::balance::{Arm, Model, round};
use crate::engine::{Answer, Task};
use crate::random::Random;
use crate::run::{Event, Halt, Run};

/// From this order on a zero-centred board is taken to be antisymmetric unless told otherwise.
/// Below it the free search is as fast.
const ANTISYMMETRIC_FROM: usize = 7;

/// A board as a model, and the way back.
pub(super) struct Board<'a> {
    instance: &'a Instance,
    antisymmetric: bool,
    /// For an antisymmetric board: the sign of the number in each cell before the centre.
    signs: Vec<i64>,
    /// The cells of the model's places.
    cells: Vec<usize>,
    pub(super) model: Model,
}

impl<'a> Board<'a> {
    /// A board for the style that the options ask for.
    pub(super) fn new(instance: &'a Instance, style: &str, seed: u64) -> Self {
        let centred = instance.start + instance.last() == 0;
        let blank = instance.givens.iter().all(Option::is_none);
        let large = instance.hexagon.order() >= ANTISYMMETRIC_FROM;
        let wanted = style == "antisymmetric" || (style == "auto" && large);
        match centred && blank && wanted {
            true => Self::antisymmetric(instance, &mut Random::new(!seed)),
            false => Self::free(instance),
        }
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
        let model = Model { numbers, places, errors };
        Self { instance, antisymmetric: false, signs: Vec::new(), cells, model }
    }

    /// The numbers 1 to k in the cells before the centre, each with a sign that stays with the
    /// cell, and the negative of each in the cell opposite. A line is represented by the one of the
    /// two opposite lines whose constant coordinate is positive.
    fn antisymmetric(instance: &'a Instance, random: &mut Random) -> Self {
        let hexagon = &instance.hexagon;
        let half = hexagon.centre();
        let rays = hexagon.order() - 1;
        let signs: Vec<i64> = (0..half).map(|_| 1 - 2 * random.below(2) as i64).collect();
        let arm = |cell: usize, axis: usize| {
            let constant = i64::from(Axis::ALL[axis].constant(hexagon.cell(cell)));
            let line = axis * rays + (constant.unsigned_abs() as usize).saturating_sub(1);
            Arm { line, sign: constant.signum() * signs[cell] }
        };
        let places = (0..half).map(|cell| [0, 1, 2].map(|axis| arm(cell, axis))).collect();
        let model =
            Model { numbers: (1..=half as i64).collect(), places, errors: vec![0; 3 * rays] };
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

/// What one partner brings back.
struct Found {
    steps: u64,
    energy: i64,
    solution: Option<String>,
    halt: Option<Halt>,
}

/// Searches on all threads until one succeeds, the budget is used up or the world says stop.
pub(super) fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let threads = task.run.threads.max(1) as u64;
    let budget = task.options.integer("steps").unwrap_or(i64::MAX).unsigned_abs() / threads;
    let search = Search {
        instance: &instance,
        style: task.options.text("style").unwrap_or_default(),
        budget,
        announced: AtomicI64::new(i64::MAX),
        done: AtomicBool::new(false),
    };
    let run = task.run.shared(&search.done);
    let found: Vec<Found> = match threads {
        1 => vec![search.partner(0, &run)],
        _ => thread::scope(|scope| {
            let (search, run) = (&search, &run);
            let partners: Vec<_> = (0..threads)
                .map(|number| scope.spawn(move || search.partner(number, run)))
                .collect();
            partners.into_iter().map(|it| it.join().expect("no partner panics")).collect()
        }),
    };
    answer(&instance, found)
}

/// The best of what the partners found. The goal of a close board is what the budget brings, that
/// of any other a right board.
fn answer(instance: &Instance, found: Vec<Found>) -> Answer {
    let effort = vec![("steps", found.iter().map(|found| found.steps).sum())];
    let halted = found.iter().find_map(|found| found.halt);
    let best = found.into_iter().min_by_key(|found| found.energy).expect("at least one partner");
    let halt = match halted {
        _ if best.energy == 0 => None,
        None if instance.close => None,
        None => Some(Halt::Budget),
        halted => halted,
    };
    let witness = best.solution.filter(|_| best.energy == 0 || instance.close);
    Answer { witness, halt, effort, ..Answer::default() }
}

/// What the partners share.
struct Search<'a> {
    instance: &'a Instance,
    style: &'a str,
    budget: u64,
    /// The least energy that anybody has announced.
    announced: AtomicI64,
    done: AtomicBool,
}

impl Search<'_> {
    /// One partner's rounds.
    fn partner(&self, number: u64, run: &Run<'_>) -> Found {
        let mut found = Found { steps: 0, energy: i64::MAX, solution: None, halt: None };
        let mut seeds = Random::new(run.seed ^ number << 32);
        while found.energy > 0 && found.steps < self.budget && found.halt.is_none() {
            let seed = seeds.bits();
            let board = Board::new(self.instance, self.style, seed);
            let round = round(&board.model, seed, run, &mut |it| self.announce(&board, it, run));
            found.steps += round.steps;
            found.halt = round.halt;
            let energy = board.whole(round.energy);
            if energy < found.energy {
                found.energy = energy;
                found.solution = Some(board.solution(&round.numbers));
            }
        }
        self.done.fetch_or(found.energy == 0, Ordering::Relaxed);
        found
    }

    /// Tells about the best of all partners; of boards that are not right only where they count.
    fn announce(&self, board: &Board<'_>, energy: i64, run: &Run<'_>) {
        let energy = board.whole(energy);
        let close = self.instance.close;
        if energy < self.announced.fetch_min(energy, Ordering::Relaxed) && (close || energy == 0) {
            run.emit(&Event::Improved(close.then_some(i128::from(energy / 2 + 1))));
        }
    }
}
