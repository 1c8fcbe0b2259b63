//! The state of the iterative-widening beam search: incumbent, position in the schedule, and effort.
//!
//! `checkpoint`, `polish`, `first_solution` and `rounds` extend [`BeamSearch`] with what they do; it
//! calls none of them.
//!
//! Invariant: `best`, where there is one, solves the board.

use std::time::Duration;

use sixfold_puzzle::families::balto::{Instance, Move};

use super::super::board_pair::Ends;
use super::super::parameters::{BeamSettings, VARIANTS};
use super::super::path;
use super::super::sides::Sides;
use super::paused::{RestartingBeam, VariantBeams};
use crate::run::Run;

/// Boards from this order on are left to the search for a first solution, which uses up the budget:
/// rounds that are affordable there are too narrow.
const LARGE: usize = 12;

/// A sequence of beam searches and the shortest solution that they have found.
pub(in super::super) struct BeamSearch<'a> {
    pub(super) instance: &'a Instance,
    pub(super) settings: BeamSettings<'a>,
    pub(super) run: &'a Run<'a>,
    /// The incumbent as a path of the search.
    pub(super) best: Option<Vec<u8>>,
    pub(super) round: u64,
    pub(in super::super) width: usize,
    /// The boards that the present round moves.
    pub(super) sides: Sides,
    /// The one variant that is run, if not all are.
    pub(super) only: Option<usize>,
    /// Candidates that count against the budget.
    pub(super) spent: u64,
    pub(super) candidates: u64,
    pub(super) levels: u64,
    pub(super) memory: u64,
    pub(super) windows: WindowUse,
    /// Whether the incumbent was given, or comes of a given one by local improvement alone. Its meeting
    /// point is unknown then.
    pub(super) given: bool,
    /// Whether local improvement has not yet seen the given incumbent.
    pub(super) raw: bool,
    /// The search for a first solution, if it was stopped.
    pub(super) first: Option<RestartingBeam>,
    /// Whether the searches for a first solution are done.
    pub(in super::super) begun: bool,
    /// The searches of the present round, if it was stopped.
    pub(super) beams: VariantBeams,
    /// Whether the last round dropped no state, so that wider ones find nothing else.
    pub(super) exhausted: bool,
}

/// Whether local improvement by windows is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum WindowUse {
    On,
    Off,
}

impl<'a> BeamSearch<'a> {
    pub(in super::super) fn new(
        instance: &'a Instance,
        settings: BeamSettings<'a>,
        run: &'a Run<'a>,
    ) -> Self {
        Self {
            instance,
            settings,
            run,
            best: None,
            round: 0,
            width: 0,
            sides: Sides::Both,
            only: None,
            spent: 0,
            candidates: 0,
            levels: 0,
            memory: 0,
            windows: WindowUse::On,
            given: false,
            raw: false,
            first: None,
            begun: false,
            beams: VariantBeams::default(),
            exhausted: false,
        }
    }

    /// With a solution to start from, which must solve the board.
    pub(in super::super) fn with_incumbent(self, incumbent: Option<&[Move]>) -> Self {
        let best = incumbent.map(|moves| path::path(moves, moves.len() / 2));
        let given = best.is_some();
        Self { best, given, raw: given, ..self }
    }

    pub(in super::super) fn with_windows(self, windows: WindowUse) -> Self {
        Self { windows, ..self }
    }

    /// With one variant instead of all.
    pub(in super::super) fn with_only(self, only: Option<usize>) -> Self {
        Self { only, ..self }
    }

    /// The shortest path so far.
    pub(in super::super) fn best(&self) -> Option<&[u8]> {
        self.best.as_deref()
    }

    pub(in super::super) fn effort(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("candidates", self.candidates),
            ("levels", self.levels),
            ("rounds", self.round),
            ("width", self.width as u64),
            ("memory", self.memory),
        ]
    }

    pub(super) fn is_large(&self) -> bool {
        self.instance.hexagon().order() >= LARGE
    }

    /// Takes a solution that beams have found.
    pub(super) fn take(&mut self, path: Vec<u8>) {
        (self.best, self.given, self.raw) = (Some(path), false, false);
    }

    /// The length of the best solution; of none, more than any.
    pub(super) fn length(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, Vec::len)
    }

    /// Whether a round that takes so long has found something before the deadline: with few threads
    /// its variants come one after the other.
    pub(super) fn first_result_fits(&self, round: Duration) -> bool {
        let workers = self.run.workers().clamp(1, VARIANTS);
        let first = round * workers as u32 / VARIANTS as u32;
        self.run.deadline.is_none_or(|deadline| self.run.clock.elapsed() + first <= deadline)
    }

    /// The candidates of a round of some width: solutions have up to twice as many moves as the cube of
    /// the order.
    pub(super) fn candidates_at(&self, width: usize) -> u64 {
        let levels = 2 * self.instance.hexagon().order().pow(3);
        Ends::Both.candidates() * (width * levels) as u64
    }

    /// The largest width between two others, each twice the one before, at which a round looks at no
    /// more than so many candidates.
    pub(super) fn widest(&self, least: usize, most: usize, candidates: u64) -> usize {
        let fits = |width: &usize| self.candidates_at(*width) <= candidates;
        let widths = std::iter::successors(Some(least), |width| Some(2 * width));
        widths.take_while(|width| *width <= most).take_while(fits).last().unwrap_or(least)
    }
}
