//! A search from level to level: its limits, its patience, its reports, and how it ends.
//!
//! It knows nothing of how a beam is carried on, and by how many threads.

use std::time::Duration;

use super::pulse::Pulse;
use super::snapshot::Snapshot;
use super::{Beam, BeamOutcome, BeamPlan, Turn, Walk, Watch};
use crate::run::{Charge, Halt, Progress, Run};

/// Candidates between two reports.
const PULSE: u64 = 1 << 17;

/// A search at work.
pub(super) struct LevelSearch<'a> {
    plan: &'a BeamPlan<'a>,
    run: &'a Run<'a>,
    level: usize,
    /// The least estimate so far and the level where it was met.
    least: (u32, usize),
    /// Candidates that were reported.
    reported: u64,
    memory: u64,
    /// Whether a new candidate was dropped on some level.
    cut: bool,
    /// The bytes of all of this.
    charge: Charge<'a>,
    pulse: Pulse<'a>,
    begun: Duration,
}

/// Why levels ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// With the moves to a goal.
    Goal(Vec<u8>),
    /// There is nothing left to do.
    Over,
    /// More threads may work from here on.
    Regroup,
}

impl<'a> LevelSearch<'a> {
    pub(super) fn new<W: Walk>(
        walk: &W,
        plan: &'a BeamPlan<'a>,
        run: &'a Run<'a>,
        charge: Charge<'a>,
    ) -> Self {
        Self {
            plan,
            run,
            level: 0,
            least: (walk.root().estimate, 0),
            reported: 0,
            memory: plan.memory(walk.bytes()),
            cut: false,
            charge,
            pulse: Pulse::new(run),
            begun: run.clock.elapsed(),
        }
    }

    /// Goes on from a beam that was saved.
    pub(super) fn restore(&mut self, snapshot: &Snapshot) {
        self.level = snapshot.level();
        self.least = (snapshot.least, self.level.saturating_sub(snapshot.stale));
        // What the earlier levels dropped is not known.
        self.cut = true;
    }

    pub(super) fn pulse(&self) -> &Pulse<'a> {
        &self.pulse
    }

    pub(super) fn finish<B: Beam>(self, beam: &B, ended: Result<Ending, Halt>) -> BeamOutcome {
        let (path, halt) = match ended {
            Ok(Ending::Goal(path)) => (Some(path), None),
            Ok(_) => (None, None),
            Err(halt) => (None, Some(halt)),
        };
        let exhaustive = halt.is_none() && !self.cut && !self.is_stuck();
        let ended = path.is_none() && halt.is_none();
        let nearest = if ended { beam.nearest().map(|node| beam.path(node)) } else { None };
        let unfinished = halt.and_then(|_| self.snapshot(beam));
        let (candidates, levels) = (beam.candidates(), self.level as u64);
        let memory = self.memory + beam.history();
        BeamOutcome { path, nearest, halt, candidates, levels, memory, exhaustive, unfinished }
    }

    /// The beam, if it is kept in a way that can be saved.
    fn snapshot<B: Beam>(&self, beam: &B) -> Option<Snapshot> {
        beam.snapshot(self.least.0, self.level.saturating_sub(self.least.1))
    }

    /// Whether no smaller estimate has come for too long.
    fn is_stuck(&self) -> bool {
        self.level.saturating_sub(self.least.1) > self.plan.patience
    }

    /// Goes through levels until the search ends, or until more threads are wanted for a beam of so many
    /// nodes.
    pub(super) fn levels<B: Beam>(
        &mut self,
        beam: &mut B,
        watch: &mut dyn Watch,
        regroups: &dyn Fn(usize) -> bool,
    ) -> Result<Ending, Halt> {
        if self.level == 0 && self.least.0 == 0 {
            return Ok(Ending::Goal(Vec::new()));
        }
        while (self.plan.worth)(self.level + 1) && !self.is_stuck() {
            if regroups(beam.nodes()) {
                return Ok(Ending::Regroup);
            }
            match self.turn(beam)? {
                Turn::Goal(path) => return Ok(Ending::Goal(path)),
                Turn::On { .. } if beam.nodes() == 0 => return Ok(Ending::Over),
                Turn::On { .. } => {
                    watch.level(self.level, beam.nodes(), &|node| beam.path(node));
                    self.report(beam, watch);
                }
            }
        }
        Ok(Ending::Over)
    }

    /// Goes on by one level.
    fn turn<B: Beam>(&mut self, beam: &mut B) -> Result<Turn, Halt> {
        let turn = beam.turn(&self.pulse)?;
        if let Turn::On { least, cut } = turn {
            self.cut |= cut;
            self.level += 1;
            if least < self.least.0 {
                self.least = (least, self.level);
            }
            let memory = self.memory + beam.history();
            if self.plan.is_beyond(memory, self.run) {
                return Err(Halt::Memory);
            }
            self.charge.grow_to(super::bytes(memory))?;
        }
        Ok(turn)
    }

    fn report<B: Beam>(&mut self, beam: &B, watch: &mut dyn Watch) {
        let candidates = beam.candidates();
        if candidates - self.reported < PULSE {
            return;
        }
        self.reported = candidates;
        watch.report(&|| self.snapshot(beam));
        let seconds = (self.run.clock.elapsed() - self.begun).as_secs_f64();
        let rate = if seconds > 0.0 { candidates as f64 / seconds } else { 0.0 };
        let progress = Progress::of("beam search")
            .counted("candidates", candidates)
            .gauge("level", self.level as u64, "levels")
            .gauge("estimate", self.least.0.into(), "moves")
            .gauge("width", self.plan.width as u64, "states")
            .gauge("rate", rate as u64, "candidates per second")
            .gauge("memory", self.memory, "bytes");
        self.run.emit(&progress.into());
    }
}
