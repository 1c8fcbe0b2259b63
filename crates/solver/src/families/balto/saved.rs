//! The state of a run as a checkpoint keeps it: the best solution, the width of the next round, and
//! the beams of searches that were stopped, so that no piece of a run begins where the one before began.
//!
//! A saved solution is verified before it is used, and of a saved beam every move.

use sixfold_puzzle::families::balto::Balto;
use sixfold_puzzle::family::Family as _;

use super::boards::{self, Ends};
use super::first::First;
use super::rounds::{Rounds, VARIANTS, WIDEST};
use crate::beam::Snapshot;

/// What the variants of a round have come to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Beams {
    finished: [bool; VARIANTS],
    unfinished: [Option<Snapshot>; VARIANTS],
}

impl Beams {
    /// Where a variant goes on; `None` if it is finished.
    pub(super) fn begin(&self, variant: usize) -> Option<Option<Snapshot>> {
        (!self.finished[variant]).then(|| self.unfinished[variant].clone())
    }

    pub(super) fn finish(&mut self, variant: usize) {
        (self.finished[variant], self.unfinished[variant]) = (true, None);
    }

    /// Keeps the beam of a variant; an older one if this one cannot be kept.
    pub(super) fn pause(&mut self, variant: usize, beam: Option<Snapshot>) {
        let kept = &mut self.unfinished[variant];
        *kept = beam.or(kept.take());
    }

    fn print(&self) -> String {
        let of_variant = |number: usize| match (&self.unfinished[number], self.finished[number]) {
            (_, true) => format!("finished {number}\n"),
            (Some(beam), _) => format!("beam {number} {}\n", beam.print()),
            (None, false) => String::new(),
        };
        (0..VARIANTS).map(of_variant).collect()
    }

    fn parse(state: &str, ends: Ends) -> Result<Self, String> {
        let bad = || "the saved state has a beam that is none".to_owned();
        let number = |word: &str| {
            let number = word.parse().ok().filter(|number| *number < ends.variants().len());
            number.ok_or_else(bad)
        };
        let mut beams = Self::default();
        for line in state.lines().skip(1) {
            if let Some(word) = line.strip_prefix("finished ") {
                beams.finish(number(word)?);
            } else if let Some(rest) = line.strip_prefix("beam ") {
                let (word, rest) = rest.split_once(' ').ok_or_else(bad)?;
                let number = number(word)?;
                let senses = ends.variants()[number];
                let beam = Snapshot::parse(rest, |path| boards::is_legal(path, senses, ends));
                beams.pause(number, Some(beam.ok_or_else(bad)?));
            }
        }
        Ok(beams)
    }
}

impl Rounds<'_> {
    /// Saves where the run is. The owner of the checkpoint reports a failure.
    pub(super) fn save(&self) {
        self.save_with(self.best(), self.first.as_ref(), &self.beams);
    }

    /// Saves with other searches than those that were stopped.
    pub(super) fn save_with(&self, best: Option<&[u8]>, first: Option<&First>, beams: &Beams) {
        let moves: String =
            best.unwrap_or_default().iter().map(|step| char::from(b'a' + step)).collect();
        let (round, width, spent, length) = (self.round, self.width, self.spent, moves.len());
        let known = if best.is_some() { format!("best {moves}\n") } else { String::new() };
        let stage = match first {
            Some(first) => first.stage(),
            None => format!("round {}, width {width}", round + 1),
        };
        let first = first.map(First::print).unwrap_or_default();
        let begun = if self.begun { "begun\n" } else { "" };
        let _ = self.run.save_state(&format!(
            "{stage}, {length} moves\nround {round}\nwidth {width}\nspent {spent}\n\
             {begun}{known}{first}{}",
            beams.print()
        ));
    }

    /// Goes on where a saved run stopped. The saved solution is as good as the given incumbent at least,
    /// and windows have looked at it.
    pub(super) fn resume(&mut self, ends: Ends) -> Result<(), String> {
        let Some(state) = self.run.saved_state() else { return Ok(()) };
        let value = |name: &str| state.lines().skip(1).find_map(|line| line.strip_prefix(name));
        let number = |name: &str| {
            let number = value(name).and_then(|value| value.trim().parse::<u64>().ok());
            number.ok_or_else(|| format!("the saved state has no {name}"))
        };
        (self.round, self.spent) = (number("round")?, number("spent")?);
        self.width = number("width")?.min(WIDEST as u64) as usize;
        let best = value("best ").map(|moves| self.path(moves)).transpose()?;
        if best.as_ref().is_some_and(|best| best.len() <= self.length()) {
            self.best = best;
        }
        self.raw = false;
        self.begun = value("begun").is_some();
        self.first = value("first ").map(First::parse).transpose()?;
        self.beams = Beams::parse(&state, ends)?;
        Ok(())
    }

    /// A saved path, if it solves the board.
    fn path(&self, moves: &str) -> Result<Vec<u8>, String> {
        let path: Vec<u8> = moves.bytes().map(|letter| letter.wrapping_sub(b'a')).collect();
        let known = path.iter().all(|step| *step < boards::STEPS);
        let solves = known && Balto::violations(self.instance, &boards::solution(&path)).is_empty();
        solves.then_some(path).ok_or_else(|| "the saved moves do not solve the board".to_owned())
    }
}
