//! The engine `local`: rounds of local search on all threads, until a board is magic or a limit is
//! reached.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::magic::{Instance, Magic};

use super::balance_board::{BalanceBoard, Style};
use super::incumbent::Incumbent;
use crate::answer::{Answer, Refutation};
use crate::balance::{Round, round, round_from};
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::options::{OptionKind, OptionRow, Options};
use crate::random::Random;
use crate::run::{Halt, Run};

const STEPS: OptionRow = OptionRow {
    name: "steps",
    meaning: "give up, or be content, after so many swaps",
    kind: OptionKind::Integer { default: Some(DEFAULT_STEPS), least: 1, most: i64::MAX },
    restricts: false,
};
const STYLE: OptionRow = OptionRow {
    name: "style",
    meaning: "whether a zero-centred board holds opposite numbers in opposite cells",
    kind: OptionKind::Choice(&["auto", "free", "antisymmetric"]),
    restricts: false,
};

const DEFAULT_STEPS: i64 = 100_000_000;

/// From this energy on every improvement is reported.
const NEWS: i64 = 40;

/// The engine.
pub(in super::super) static LOCAL: TypedEngine<Magic, LocalOptions> = TypedEngine {
    row: EngineRow {
        name: "local",
        description: "annealing, a walk that undoes nothing, an exact finisher for the last lines",
        role: Role::Production,
        searched: None,
        options: &[STEPS, STYLE],
    },
    read: |options, _| Ok(LocalOptions::read(options)),
    supports: |_| Ok(()),
    solve: Some(Solve { run, proves: false, improves: true }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
#[derive(PartialEq, Eq, Debug)]
pub(in super::super) struct LocalOptions {
    /// The most steps of all rounds together; a round that has begun is finished.
    pub(in super::super) steps: u64,
    /// Which boards are looked at.
    pub(in super::super) style: Style,
}

impl Default for LocalOptions {
    fn default() -> Self {
        Self { steps: DEFAULT_STEPS.unsigned_abs(), style: Style::Auto }
    }
}

impl LocalOptions {
    fn read(options: &Options) -> Self {
        let styles = [Style::Auto, Style::Free, Style::Antisymmetric];
        Self { steps: options.budget(&STEPS), style: options.choice(&STYLE, styles) }
    }
}

type LocalTask<'a> = Task<'a, Magic, LocalOptions>;

/// The first incumbent: the better one of the checkpoint and the given incumbent. Only boards that
/// are to be close have either.
fn start(task: &LocalTask<'_>) -> Result<Incumbent, String> {
    let instance = task.instance;
    let parsed = |incumbent: Option<Incumbent>, what: &str| {
        incumbent.ok_or_else(|| format!("the {what} is not one of this board"))
    };
    let saved = task.run.saved_state().filter(|_| instance.close);
    let given = task.incumbent.filter(|_| instance.close);
    let mut incumbent = match saved {
        Some(state) => parsed(Incumbent::parse(&state, instance), "saved state")?,
        None => Incumbent::NOTHING,
    };
    if let Some(values) = given {
        let given = parsed(Incumbent::filling(values.clone(), instance), "incumbent")?;
        if given.energy < incumbent.energy {
            incumbent = Incumbent { rounds: incumbent.rounds, steps: incumbent.steps, ..given };
        }
    }
    Ok(incumbent)
}

/// Searches on all threads until one succeeds, the budget is used up or a limit is reached.
pub(in super::super) fn run(task: &LocalTask<'_>) -> Answer {
    let LocalOptions { steps, style } = *task.options;
    let instance = task.instance;
    let incumbent = match start(task) {
        Ok(incumbent) => incumbent,
        Err(problem) => return Answer::failed(problem),
    };
    if incumbent.energy == 0 {
        return answer(task, incumbent);
    }
    incumbent.event(instance).into_iter().for_each(|event| task.run.emit(&event));
    let search = LocalSearch {
        instance,
        style,
        budget: steps,
        improves: task.incumbent.is_some() && instance.close,
        // Rounds that an earlier run has finished are not run again.
        next: AtomicU64::new(incumbent.rounds),
        incumbent: Mutex::new(incumbent),
        done: AtomicBool::new(false),
        run: task.run,
    };
    let shared = task.run.shared(&search.done);
    task.run.side_by_side(vec![&|| search.rounds(&shared); task.run.workers()]);
    let incumbent = search.incumbent.into_inner().unwrap_or_else(PoisonError::into_inner);
    if instance.close && incumbent.halt.is_some() && incumbent.solution.is_some() {
        // The owner of the checkpoint reports a failure; the answer stands.
        let _ = task.run.save_state(&incumbent.print(instance));
    }
    answer(task, incumbent)
}

/// The least score that a board can have, since squares are not negative. It needs no search.
const LEAST_SCORE: i128 = 1;

/// A close board is answered by the best one within the budget, any other by a magic board only.
fn answer(task: &LocalTask<'_>, incumbent: Incumbent) -> Answer {
    let instance = task.instance;
    let halt = match incumbent.halt {
        _ if incumbent.energy == 0 => None,
        None if instance.close => None,
        None => Some(Halt::Budget),
        halted => halted,
    };
    let best = incumbent.solution.filter(|_| incumbent.energy == 0 || instance.close);
    let witness = best.map(|values| Magic::print_solution(instance, &values));
    let refutation = instance.close.then(|| Refutation::nothing_better(task.scope(), LEAST_SCORE));
    let effort = vec![("steps", incumbent.steps)];
    Answer { witness, refutation, halt, effort, ..Answer::default() }
}

/// What the threads share.
struct LocalSearch<'a> {
    instance: &'a Instance,
    style: Style,
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
        let around = best.map(|values| BalanceBoard::around(self.instance, self.style, &values));
        let (board, start) = match around {
            Some((board, numbers)) => (board, Some(numbers)),
            None => (BalanceBoard::new(self.instance, self.style, seed), None),
        };
        let mut improved = |energy: i64, numbers: &dyn Fn() -> Vec<i64>| {
            self.improved(&board, energy, numbers);
        };
        match start {
            Some(numbers) => round_from(&board.model, &numbers, seed, run, &mut improved),
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
        let news = energy <= NEWS || energy <= incumbent.told / 2;
        let event = incumbent.event(self.instance).filter(|_| news);
        if news {
            incumbent.told = energy;
        }
        if close && energy > 0 && self.run.save_due() {
            let _ = self.run.save_state(&incumbent.print(self.instance));
        }
        drop(incumbent);
        event.into_iter().for_each(|event| self.run.emit(&event));
    }
}
