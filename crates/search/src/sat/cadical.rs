//! CaDiCaL, embedded. The default, and the only one whose refutations can be certified.
//!
//! The solver asks a terminator every few decisions whether to stop. The terminator polls the limits of the run in the
//! same thread, so nothing else has to watch. A terminator must own what it asks, and the run is borrowed: so it finds
//! the run in a variable of the thread, which is set while the solver works.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use cadical_sys::{CaDiCal, Learner, Status, Terminator};
use scoped_tls_hkt::scoped_thread_local;

use super::formula::Lit;
use super::learned::Learned;
use super::model::{Backend, Intake, Sat, Verdict};
use super::proof::ProofLog;
use crate::run::{Progress, Run};

/// How often the limits of the run are polled, by the clock and, should it stand still, by calls of the solver.
const PULSE: Duration = Duration::from_millis(20);
const CALLS: u32 = 1 << 8;

scoped_thread_local!(
    /// The run of the solver that works in this thread, if its limits are polled.
    static POLLED: for<'a> &'a Run<'a>
);

/// Polls the limits of the run.
#[derive(Default)]
struct LimitPoll {
    last: Duration,
    calls: u32,
}

impl LimitPoll {
    fn poll(&mut self, run: &Run<'_>) -> bool {
        let now = run.clock.elapsed();
        self.calls = self.calls.wrapping_add(1);
        let due = now.saturating_sub(self.last) >= PULSE || self.calls.is_multiple_of(CALLS);
        if due {
            self.last = now;
        }
        due && run.halted().is_some()
    }
}

impl Terminator for LimitPoll {
    fn terminated(&mut self) -> bool {
        POLLED.is_set() && POLLED.with(|run| self.poll(run))
    }
}

/// Collects learned clauses; the solver owns one handle.
#[derive(Clone, Default)]
struct Collector(Rc<RefCell<Learned>>);

impl Learner for Collector {
    fn learning(&mut self, size: i32) -> bool {
        usize::try_from(size).is_ok_and(|size| size <= self.0.borrow().longest)
    }

    fn learn(&mut self, literal: i32) {
        self.0.borrow_mut().take(literal);
    }
}

/// The solver.
pub(super) struct Cadical<'a> {
    solver: CaDiCal,
    collector: Collector,
    run: &'a Run<'a>,
    /// Whether a proof is written.
    proving: bool,
    intake: Intake<'a>,
}

impl<'a> Cadical<'a> {
    /// A solver, which writes a proof if it is given a log.
    pub(super) fn new(run: &'a Run<'a>, log: Option<ProofLog>) -> Self {
        let mut solver = CaDiCal::new();
        // Bounded variable addition derives clauses that do not follow from the formula.
        solver.set("factor", 0);
        solver.set("seed", i32::try_from(run.seed % 1_000_000_007).unwrap_or(0));
        let proving = log.is_some();
        if let Some(log) = log {
            // The solver must count antecedents from its first clause on.
            solver.set("lrat", 1);
            solver.connect_proof_tracer1(log, true, false);
        }
        solver.connect_terminator(LimitPoll::default());
        let (collector, intake) = (Collector::default(), Intake::new(run));
        Self { solver, collector, run, proving, intake }
    }
}

impl Backend for Cadical<'_> {
    fn clause(&mut self, literals: &[Lit]) {
        if self.intake.admits(literals, self.run) {
            literals.iter().for_each(|&literal| self.solver.add(literal));
            self.solver.add(0);
        }
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: Option<u64>) -> Sat {
        if let Some(halt) = self.intake.halted(self.run) {
            return Sat::Halted(halt);
        }
        assumptions.iter().for_each(|&literal| self.solver.assume(literal));
        let limit = conflicts.map_or(-1, |limit| i32::try_from(limit).unwrap_or(i32::MAX));
        self.solver.limit("conflicts", limit);
        let short = conflicts.is_some_and(|limit| self.intake.is_quick(limit));
        let solver = &mut self.solver;
        let status = if short { solver.solve() } else { POLLED.set(self.run, || solver.solve()) };
        // Only then the proof says that the assumptions cannot be.
        if self.proving && status == Status::UNSATISFIABLE && !assumptions.is_empty() {
            self.solver.conclude();
        }
        let counter = |name| u64::try_from(self.solver.get_statistic_value(name)).unwrap_or(0);
        // Gauges: a run has many solvers, and each begins at 0.
        let names = ["conflicts", "decisions", "propagations"];
        let gauge = |progress: Progress, name| progress.gauge(name, counter(name), name);
        self.run.emit(&names.into_iter().fold(Progress::of("SAT"), gauge).into());
        // Learned clauses that a longer call has left stay until the next reduction.
        let learned = counter("redundant") as usize;
        let memory = self.intake.learned(learned);
        match (status, memory.or_else(|| self.run.halted())) {
            (Status::SATISFIABLE, _) => Sat::Done(Verdict::Satisfiable),
            (Status::UNSATISFIABLE, _) => Sat::Done(Verdict::Unsatisfiable),
            (Status::UNKNOWN, Some(halt)) => Sat::Halted(halt),
            (Status::UNKNOWN, None) => Sat::Done(Verdict::Limit),
        }
    }

    fn value(&mut self, literal: Lit) -> bool {
        // The answer is the literal itself if it is true, and its negation if not.
        self.solver.val(literal) == literal
    }

    fn failed(&mut self, assumption: Lit) -> bool {
        self.solver.failed(assumption)
    }

    fn collect_learned(&mut self, longest: usize) {
        self.collector.0.borrow_mut().longest = longest;
        self.solver.connect_learner(self.collector.clone());
    }

    fn learned(&self) -> Vec<Vec<Lit>> {
        self.collector.0.borrow().clauses.clone()
    }

    fn fresh_learned(&mut self, longest: usize) -> Vec<Vec<Lit>> {
        self.collector.0.borrow_mut().take_fresh(longest)
    }

    fn implies(&mut self, clause: &[Lit]) -> bool {
        clause.iter().for_each(|&literal| self.solver.assume(-literal));
        self.solver.propagate() == Status::UNSATISFIABLE
    }

    fn conflicts(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0)
    }
}
