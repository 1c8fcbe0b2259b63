//! Checkpoints of the beam search: the incumbent, the next width, and the beams that were stopped.
//!
//! A resumed run continues stopped beams level by level instead of restarting them.
//!
//! Invariant: a saved solution is verified before it is used, and of a saved beam every move.

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::balto::Balto;

use super::super::board_pair::STEPS;
use super::super::parameters::WIDEST;
use super::super::path;
use super::super::sides::Sides;
use super::super::task::improved;
use super::paused::{RestartingBeam, VariantBeams};
use super::state::BeamSearch;

impl BeamSearch<'_> {
    /// Saves the state. The owner of the checkpoint reports a failure.
    pub(super) fn save(&self) {
        self.save_with(self.best(), self.first.as_ref(), &self.beams);
    }

    /// Saves with other searches than those that were stopped.
    pub(super) fn save_with(
        &self,
        best: Option<&[u8]>,
        first: Option<&RestartingBeam>,
        beams: &VariantBeams,
    ) {
        let moves: String =
            best.unwrap_or_default().iter().map(|step| char::from(b'a' + step)).collect();
        let (round, width, spent, length) = (self.round, self.width, self.spent, moves.len());
        let known = if best.is_some() { format!("best {moves}\n") } else { String::new() };
        let stage = match first {
            Some(first) => first.stage(),
            None => format!("round {}, width {width}", round + 1),
        };
        let first = first.map(RestartingBeam::print).unwrap_or_default();
        let begun = if self.begun { "begun\n" } else { "" };
        let _ = self.run.save_state(&format!(
            "{stage}, {length} moves\nround {round}\nwidth {width}\nspent {spent}\n\
             {begun}{known}{first}{}",
            beams.print()
        ));
    }

    /// Resumes from a checkpoint. Its solution is at least as good as the given incumbent, and local
    /// improvement has seen it. Without a choice the sides are those of its width.
    pub(in super::super) fn resume(&mut self, sides: Option<Sides>) -> Result<(), String> {
        let Some(state) = self.run.saved_state() else { return Ok(()) };
        let value = |name: &str| state.lines().skip(1).find_map(|line| line.strip_prefix(name));
        let number = |name: &str| {
            let number = value(name).and_then(|value| value.trim().parse::<u64>().ok());
            number.ok_or_else(|| format!("the saved state has no {name}"))
        };
        (self.round, self.spent) = (number("round")?, number("spent")?);
        self.width = number("width")?.min(WIDEST as u64) as usize;
        let best = value("best ").map(|moves| self.path(moves)).transpose()?;
        if let Some(best) = best.filter(|best| best.len() <= self.length()) {
            self.run.emit(&improved(self.instance, &path::solution(&best)));
            self.best = Some(best);
        }
        self.raw = false;
        self.begun = value("begun").is_some();
        self.first = value("first ").map(RestartingBeam::parse).transpose()?;
        let sides = sides.unwrap_or_else(|| self.best_sides(self.width));
        self.beams = VariantBeams::parse(&state, sides)?;
        Ok(())
    }

    /// A saved path, if it solves the board.
    fn path(&self, moves: &str) -> Result<Vec<u8>, String> {
        let path: Vec<u8> = moves.bytes().map(|letter| letter.wrapping_sub(b'a')).collect();
        let known = path.iter().all(|step| *step < STEPS);
        let solves = known && Balto::violations(self.instance, &path::solution(&path)).is_empty();
        solves.then_some(path).ok_or_else(|| "the saved moves do not solve the board".to_owned())
    }
}
