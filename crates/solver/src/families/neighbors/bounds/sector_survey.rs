//! Survey: lower bounds on the penalty of every sector, raised from below by incremental SAT.
//!
//! Parts are taken from the smallest sectors to the board. A part starts at the sum of its halves.
//! A call assumes that it has no more; a refutation raises the bound by one and becomes a clause.
//! One solver serves all parts and keeps its learned clauses.
//!
//! A sector stops at a limit on conflicts, so its bound is valid but need not be tight. The bound
//! of the board is tight with `BoundGoal::Least`. With `BoundGoal::Assumed` it is taken over
//! unverified, and must not enter a claim.
//!
//! A survey that resumes from a checkpoint trusts the saved bounds. A certificate shows them again.

use crate::families::neighbors::board::LOW_LEVELS;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::formula::{BoardFormula, FormulaInput};
use crate::families::neighbors::encode::sector_counts::{BOARD, PARTS, SectorBounds, SectorCounts};
use crate::run::{Halt, Run};
use crate::sat::{self, Backend, BackendName, Sat, Verdict};

/// The limit on conflicts for a sector.
pub(crate) const SECTOR_CONFLICTS: u64 = 10_000;
/// Conflicts between two checks of the limits of the run.
const SLICE: u64 = 20_000;
/// How far beyond its share of the board a part is counted.
const SLACK: usize = 8;

/// The goal for the bound of the whole board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoundGoal {
    /// The least penalty.
    Least,
    /// No verification: this bound is taken over.
    Assumed(usize),
    /// A bound of this size is enough; the least penalty if that is smaller.
    AtLeast(usize),
}

/// The bounds so far; a run that was stopped resumes from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Survey {
    /// Lower bounds, those of unfinished parts included.
    pub(crate) bounds: SectorBounds,
    /// The current part; those with larger numbers are finished.
    pub(crate) part: usize,
    /// The conflicts of all solvers.
    pub(crate) conflicts: u64,
}

impl Survey {
    pub(crate) fn new() -> Self {
        Self { bounds: SectorBounds::of_board(0), part: PARTS - 1, conflicts: 0 }
    }

    /// The part and the bounds, as words.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.part, self.bounds.words())
    }

    /// Reads the words about a board with so many edges.
    pub(crate) fn read(words: &str, edges: usize) -> Result<Self, String> {
        let wrong = || format!("`{words}` is not a sector and bounds");
        let (part, rest) = words.split_once(' ').ok_or_else(wrong)?;
        let part = part.parse().ok().filter(|part| (BOARD..PARTS).contains(part));
        Ok(Self {
            bounds: SectorBounds::read(rest, edges)?,
            part: part.ok_or_else(wrong)?,
            conflicts: 0,
        })
    }
}

/// Surveys levels 1 and 2 of a case. A stopped survey is resumed, and left where this one stops.
pub(crate) fn case_bounds(
    split: &CaseSplit,
    case: usize,
    goal: BoundGoal,
    backend: BackendName,
    survey: &mut Survey,
    run: &Run<'_>,
) -> Result<(), Halt> {
    sector_bounds(
        &split.formula_input(case, LOW_LEVELS, None),
        goal,
        SECTOR_CONFLICTS,
        backend,
        survey,
        run,
    )
}

/// Surveys an encoding, with a limit on conflicts for each sector.
pub(crate) fn sector_bounds(
    input: &FormulaInput<'_>,
    goal: BoundGoal,
    conflicts: u64,
    backend: BackendName,
    survey: &mut Survey,
    run: &Run<'_>,
) -> Result<(), Halt> {
    let mut reach = 7 * input.hexagon.order() / 2;
    loop {
        let mut surveyor = Surveyor::new(input, reach, conflicts, backend, survey, run)?;
        let found = surveyor.raise_all(goal);
        let spent = surveyor.backend.conflicts();
        survey.conflicts += spent;
        if found? || reach >= input.hexagon.edges().count() {
            return Ok(());
        }
        reach *= 2;
    }
}

struct Surveyor<'a, 'b> {
    survey: &'b mut Survey,
    counts: SectorCounts,
    sector_conflicts: u64,
    backend: Box<dyn Backend + 'a>,
}

impl<'a, 'b> Surveyor<'a, 'b> {
    /// A solver that counts up to about `reach` on the board.
    fn new(
        input: &FormulaInput<'_>,
        reach: usize,
        sector_conflicts: u64,
        backend: BackendName,
        survey: &'b mut Survey,
        run: &'a Run<'a>,
    ) -> Result<Self, Halt> {
        let mut model = BoardFormula::new(input, run)?;
        let edges = input.hexagon.edges().count();
        let share = |part: usize| (reach >> part.ilog2()) + SLACK;
        let counts = SectorCounts::new(&mut model, edges, share, run)?;
        let mut backend = sat::backend(backend, run);
        backend.add(&model.formula);
        // Bounds of an earlier solver are clauses for this one.
        for part in (survey.part..PARTS).rev() {
            if let Some(fact) = counts.at_least(part, survey.bounds.least[part]) {
                backend.clause(&[fact]);
            }
        }
        Ok(Self { survey, counts, sector_conflicts, backend })
    }

    /// Raises all bounds; `false` if that of the board exceeds what is counted.
    fn raise_all(&mut self, goal: BoundGoal) -> Result<bool, Halt> {
        for part in (BOARD + 1..=self.survey.part).rev() {
            self.survey.part = part;
            self.raise_part(part, usize::MAX)?;
        }
        self.survey.part = BOARD;
        match goal {
            BoundGoal::Least => self.raise_part(BOARD, usize::MAX),
            BoundGoal::AtLeast(enough) => self.raise_part(BOARD, enough),
            BoundGoal::Assumed(least) => {
                let bounds = &mut self.survey.bounds;
                bounds.least[BOARD] = least.max(bounds.halves(BOARD));
                Ok(true)
            }
        }
    }

    /// Raises the bound of a part until it is tight or enough. A sector may stop below that at its
    /// limit on conflicts.
    fn raise_part(&mut self, part: usize, enough: usize) -> Result<bool, Halt> {
        let bounds = &self.survey.bounds;
        let mut least = bounds.least[part].max(bounds.halves(part));
        if let Some(fact) = self.counts.at_least(part, least) {
            self.backend.clause(&[fact]);
        }
        let limit = if part == BOARD { SLICE } else { self.sector_conflicts };
        loop {
            self.survey.bounds.least[part] = least;
            if least >= enough {
                return Ok(true);
            }
            let Some(more) = self.counts.at_least(part, least + 1) else { return Ok(false) };
            match self.backend.solve(&[-more], Some(limit)) {
                Sat::Done(Verdict::Satisfiable) => return Ok(true),
                Sat::Done(Verdict::Unsatisfiable) => {
                    self.backend.clause(&[more]);
                    least += 1;
                }
                Sat::Done(Verdict::Limit) if part == BOARD => {}
                Sat::Done(Verdict::Limit) => return Ok(true),
                Sat::Halted(halt) => return Err(halt),
                Sat::Failed(problem) => unreachable!("an embedded solver cannot fail: {problem}"),
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;
    use crate::families::neighbors::board::blank;
    use crate::families::neighbors::bounds::bounded_solve::least;
    use crate::run::Event;

    /// The bounds of a case from a survey of its own.
    pub(crate) fn surveyed(
        split: &CaseSplit,
        case: usize,
        goal: BoundGoal,
        run: &Run<'_>,
    ) -> SectorBounds {
        let mut survey = Survey::new();
        case_bounds(split, case, goal, BackendName::DEFAULT, &mut survey, run).unwrap();
        survey.bounds
    }

    /// A survey with one solver against bound descent without sectors with another.
    #[test]
    fn two_ways_and_two_solvers_find_the_same_least() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        for order in [8, 9] {
            let split = CaseSplit::usual_class(blank(order));
            for case in 0..split.cases.len() {
                let bounds = surveyed(&split, case, BoundGoal::Least, &run);
                let plain = least(
                    &split.formula_input(case, LOW_LEVELS, None),
                    7 * order / 2,
                    BackendName::Batsat,
                    &run,
                );
                assert_eq!(Ok(Some(bounds.least[BOARD])), plain, "{order} {case}");
                let parts = (BOARD..PARTS).all(|part| bounds.least[part] >= bounds.halves(part));
                assert!(parts, "{bounds:?}");
                let enough = bounds.least[BOARD] - 1;
                let goal = BoundGoal::AtLeast(enough);
                let reached = surveyed(&split, case, goal, &run);
                assert_eq!(reached.least[BOARD], enough.max(bounds.halves(BOARD)));
                let goal = BoundGoal::AtLeast(enough + 2);
                let reached = surveyed(&split, case, goal, &run);
                assert_eq!(reached.least[BOARD], bounds.least[BOARD]);
                assert_eq!(SectorBounds::read(&bounds.words(), 1000), Ok(bounds.clone()));
                for wrong in
                    [bounds.words() + " 0", bounds.words() + " ", format!("0{}", bounds.words())]
                {
                    assert!(SectorBounds::read(&wrong, 1000).is_err(), "{wrong}");
                }
                assert!(
                    SectorBounds::read(&bounds.words(), 3).is_err(),
                    "more than there are edges"
                );
            }
        }
    }

    /// A board without edges has no penalty, however far one counts.
    #[test]
    fn the_smallest_boards_have_a_least() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let split = CaseSplit { levels: LOW_LEVELS, ..CaseSplit::usual_class(blank(1)) };
        let split = CaseSplit { cases: vec![None], ..split };
        assert_eq!(surveyed(&split, 0, BoundGoal::Least, &run), SectorBounds::of_board(0));
    }

    /// A survey that is stopped again and again ends with the same bounds.
    #[test]
    fn a_stopped_survey_goes_on() {
        let stop = AtomicBool::new(false);
        let split = CaseSplit::usual_class(blank(9));
        let whole = surveyed(&split, 0, BoundGoal::Least, &Run::alone(1, &stop));
        let (mut survey, mut stops) = (Survey::new(), 0);
        loop {
            let seen = AtomicUsize::new(0);
            let stop = AtomicBool::new(false);
            let sink = |_: &Event| {
                if seen.fetch_add(1, Ordering::Relaxed) == 7 {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            let run = Run { sink: &sink, ..Run::alone(1, &stop) };
            match case_bounds(&split, 0, BoundGoal::Least, BackendName::DEFAULT, &mut survey, &run)
            {
                Ok(()) => break,
                Err(_) => stops += 1,
            }
            let edges = split.edges();
            assert_eq!(
                Survey::read(&survey.words(), edges),
                Ok(Survey { conflicts: 0, ..survey.clone() })
            );
        }
        assert!(stops > 1, "{stops}");
        assert_eq!(survey.bounds.least[BOARD], whole.least[BOARD]);
    }
}
