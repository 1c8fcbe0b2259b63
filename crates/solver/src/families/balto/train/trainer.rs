//! Training rounds: sample with the best weights, learn new ones, keep them if they are better.
//!
//! Validation boards, from which nothing is learned, decide which weights are better. Training ends
//! when rounds bring no improvement. Test boards, on which nothing was decided either, measure the
//! result.
//!
//! Determinism: the result depends on the seed, not on the number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::super::board_pair::{BoardPair, Tables};
use super::super::random_board::random_board;
use super::super::task::LARGEST;
use super::super::weights::Weights;
use super::features::flattened;
use super::ranking_descent::{Descent, shorter_ways};
use super::sampling::{SampleSettings, Samples, plan, samples, variant};
use crate::beam;
use crate::options::{OptionKind, OptionRow};
use crate::random::Random;
use crate::run::{Halt, Progress, Run};
use crate::trainer::{TrainTask, Trained, Trainer};

pub(in crate::families) const TRAINER: Trainer = Trainer {
    description: "weights of the estimate of the engine beam, for boards of one order",
    options: &[WIDTH, SAMPLES, TRIALS, BEGIN],
    largest: LARGEST,
    train: |task, output| {
        let (trained, text) = train(task);
        output.write_all(text.unwrap_or_default().as_bytes()).map_err(|error| error.to_string())?;
        Ok(trained)
    },
};

const WIDTH: OptionRow = OptionRow {
    name: "width",
    meaning: "how many states the beams keep from which samples are taken",
    kind: OptionKind::Integer { default: Some(500), least: 50, most: 1 << 16 },
    restricts: false,
};
const SAMPLES: OptionRow = OptionRow {
    name: "samples",
    meaning: "how many samples a round takes",
    kind: OptionKind::Integer { default: Some(1_000_000), least: 1000, most: 1 << 26 },
    restricts: false,
};
const TRIALS: OptionRow = OptionRow {
    name: "trials",
    meaning: "how many boards decide which weights are better",
    kind: OptionKind::Integer { default: Some(200), least: 1, most: 1 << 16 },
    restricts: false,
};

const BEGIN: OptionRow = OptionRow {
    name: "begin",
    meaning: "the weights of the first round: by formula, or what is built in",
    kind: OptionKind::Choice(&["f1-hamming", "learned"]),
    restricts: false,
};

/// The width at which weights are tried.
const TRIAL_WIDTH: usize = 500;
/// Boards from which samples are taken at a time, however many threads there are.
const TOGETHER: usize = 8;
/// Samples of each level of a beam.
const EACH: usize = 8;
/// How often a round goes through its samples.
const PASSES: usize = 4;
/// Rounds without an improvement before it ends.
const PATIENCE: u64 = 3;
/// The estimates that are compared in the end, for which time is left before a deadline.
const COMPARED: u32 = 3;
/// The weight of a tile one step from home. Weights are whole numbers, so it is the scale of all.
const UNIT: f64 = 10.0;

/// The first seeds of the validation boards and of the test boards.
const DECIDING: u64 = 1 << 40;
const UNSEEN: u64 = 1 << 41;

/// The state of a training run.
struct Training<'a> {
    task: &'a TrainTask<'a>,
    /// How many boards decide which weights are better.
    trials: usize,
    /// How many samples a round takes.
    wanted: usize,
    /// How many states the beams keep from which samples are taken.
    width: usize,
    best: Weights,
    /// The mean length of solutions with the best weights, on the boards that decide.
    length: f64,
    samples: usize,
    /// The mean lengths with two formulas and with the best weights, on the test boards.
    unseen: Option<[f64; 3]>,
}

/// What was learned, and its text, if there is one.
pub(super) fn train(task: &TrainTask<'_>) -> (Trained, Option<String>) {
    let begin = task.options.choice(&BEGIN, [Weights::quadratic_and_size, Weights::learned]);
    let mut training = Training {
        task,
        trials: task.options.size(&TRIALS).unwrap_or(0),
        wanted: task.options.size(&SAMPLES).unwrap_or(0),
        width: task.options.size(&WIDTH).unwrap_or(0),
        best: begin(task.order),
        length: f64::MAX,
        samples: 0,
        unseen: None,
    };
    let halt = training.rounds().and_then(|()| training.compare()).err();
    training.report(halt)
}

impl Training<'_> {
    fn rounds(&mut self) -> Result<(), Halt> {
        let clock = self.task.run.clock;
        let begun = clock.elapsed();
        self.length = self.trial(&self.best, DECIDING, self.trials)?;
        let comparison = COMPARED * (clock.elapsed() - begun);
        let (mut last, mut stride, mut longest) = (0, 1.0, Duration::ZERO);
        for round in 1..=self.task.rounds {
            let begun = clock.elapsed();
            let late = |deadline: Duration| begun + longest + comparison > deadline;
            if round > last + PATIENCE || self.task.run.deadline.is_some_and(late) {
                break;
            }
            let weights = self.learned(round, stride)?;
            let length = self.trial(&weights, DECIDING, self.trials)?;
            if length < self.length {
                (self.best, self.length, last) = (weights, length, round);
            } else {
                stride /= 2.0;
            }
            let progress = Progress::of("training")
                .done(round, self.task.rounds, "rounds")
                .counted("samples", self.samples as u64)
                .gauge("round", round, "rounds")
                .gauge("thousandths", (1000.0 * length) as u64, "thousandths of a move")
                .gauge("best", (1000.0 * self.length) as u64, "thousandths of a move");
            self.task.run.emit(&progress.into());
            longest = longest.max(clock.elapsed() - begun);
        }
        Ok(())
    }

    /// The weights that a round makes of the best ones. Samples of a beam say where its own estimate
    /// is wrong, so what is learned from them may go too far: after a round that brought nothing
    /// the next one goes only a part of the way.
    fn learned(&mut self, round: u64, stride: f64) -> Result<Weights, Halt> {
        let seed = self.task.run.seed.wrapping_mul(1 << 32).wrapping_add(round << 16);
        let samples = self.samples(seed)?;
        self.samples += samples.len();
        let best = flattened(&self.best);
        let mut descent = Descent::new(&samples, self.task.order, &best);
        let before = descent.loss();
        descent.learn(PASSES, &mut Random::new(seed));
        let record = format!(
            "{round} rounds, {} samples, {before:.4} to {:.4}",
            self.samples,
            descent.loss()
        );
        Ok(rounded(&between(&best, descent.weights(), stride), self.task.order, record))
    }

    /// As many samples as are wanted.
    fn samples(&self, seed: u64) -> Result<Samples, Halt> {
        let settings = SampleSettings { weights: &self.best, width: self.width, each: EACH };
        let (mut all, mut boards) = (Samples::default(), 0);
        while all.len() < self.wanted {
            let run = self.task.run;
            let some = parallel_map(
                run,
                |at| samples(settings, seed + boards + at as u64, run),
                TOGETHER,
            )?;
            boards += some.len() as u64;
            some.iter().for_each(|some| all.join(some));
        }
        Ok(all)
    }

    /// The mean length of solutions of random boards.
    fn trial(&self, weights: &Weights, seed: u64, boards: usize) -> Result<f64, Halt> {
        let run = self.task.run;
        let lengths = parallel_map(run, |at| length(weights, seed + at as u64, run), boards)?;
        Ok(lengths.iter().sum::<usize>() as f64 / boards.max(1) as f64)
    }

    /// Compares the result with the formulas, on the test boards.
    fn compare(&mut self) -> Result<(), Halt> {
        let order = self.task.order;
        let formulas = [Weights::quadratic(order), Weights::quadratic_and_size(order)];
        let trial = |weights: &Weights| self.trial(weights, UNSEEN, self.trials);
        self.unseen = Some([trial(&formulas[0])?, trial(&formulas[1])?, trial(&self.best)?]);
        Ok(())
    }

    fn report(&self, halt: Option<Halt>) -> (Trained, Option<String>) {
        let mut figures = vec![("samples", self.samples as f64)];
        let mut words = "nothing was tried".to_owned();
        if self.length < f64::MAX {
            figures.push(("length", self.length));
            words = format!("mean length {:.2}, on the boards that decided", self.length);
        }
        if let Some([quadratic, size, learned]) = self.unseen {
            figures.extend([("unseen", learned), ("f1", quadratic), ("f1-hamming", size)]);
            let (one, other) = (learned / quadratic, learned / size);
            words = format!(
                "mean length {learned:.2} on unseen boards: {one:.3} of f1's, {other:.3} of f1-hamming's"
            );
        }
        let text = (self.length < f64::MAX).then(|| self.best.print());
        (Trained { learned: text.is_some(), figures, words, halt }, text)
    }
}

/// The length that counts for a board that the beam does not solve: half as much again as usual.
fn unsolved(order: usize) -> usize {
    5 * order.pow(3) / 2
}

/// The length of the solution of a random board.
pub(in super::super) fn length(weights: &Weights, seed: u64, run: &Run<'_>) -> Result<usize, Halt> {
    let instance = random_board(weights.order, seed);
    let tables = Tables::new(&instance, weights, seed);
    let senses = variant(seed);
    let plan = plan(TRIAL_WIDTH, weights.order);
    let found = match tables.sees_neighbourhoods() {
        true => beam::search(&BoardPair::<true>::new(&instance, &tables, senses), &plan, run),
        false => beam::search(&BoardPair::<false>::new(&instance, &tables, senses), &plan, run),
    };
    match found.halt {
        Some(halt) => Err(halt),
        None => Ok(found.path.map_or(unsolved(weights.order), |path| path.len())),
    }
}

/// Calls a function for each number on all threads; the results are in their order.
fn parallel_map<T: Send>(
    run: &Run<'_>,
    work: impl Fn(usize) -> Result<T, Halt> + Sync,
    times: usize,
) -> Result<Vec<T>, Halt> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number < times);
        numbers.map(|number| (number, work(number))).collect::<Vec<_>>()
    };
    let done = run.side_by_side(vec![&worker; run.workers().min(times)]);
    let mut done: Vec<_> = done.into_iter().flatten().collect();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Weights between two others, which are brought to the same scale first.
pub(super) fn between(one: &[f64], other: &[f64], part: f64) -> Vec<f64> {
    let unit = |weights: &[f64]| weights[1].max(f64::MIN_POSITIVE);
    let scales = (unit(one), unit(other));
    let mix = |(one, other): (&f64, &f64)| (1.0 - part) * one / scales.0 + part * other / scales.1;
    one.iter().zip(other).map(mix).collect()
}

/// Whole numbers in the same proportions, with longer ways at least as heavy as shorter ones.
pub(super) fn rounded(weights: &[f64], order: usize, record: String) -> Weights {
    let mut learned = Weights { record, ..Weights::quadratic(order) };
    let scale = UNIT / weights[1].max(f64::MIN_POSITIVE);
    let whole = |weight: f64| {
        (weight * scale).round().clamp(0.0, f64::from(super::super::weights::MOST)) as u32
    };
    let (ways, neighbourhoods) = weights.split_at(learned.distances.len());
    for (class, shorter) in shorter_ways(order).into_iter().enumerate().skip(1) {
        let least = shorter.into_iter().map(|before| learned.distances[before]).max();
        learned.distances[class] = whole(ways[class]).max(least.unwrap_or(0)).max(1);
    }
    neighbourhoods
        .iter()
        .enumerate()
        .for_each(|(class, &weight)| learned.neighbourhoods[class] = whole(weight));
    learned
}
