//! Sector counts: the penalty of nested sectors in unary, and lower bounds on them.
//!
//! The board is halved four times by angle. Part 1 is the board, and parts 2k and 2k + 1 are the
//! halves of part k. Each sector has a totalizer; each larger part is the unary sum of its halves.
//!
//! Most penalty edges lie near the boundary, and those of one sector hardly depend on the other
//! sectors. Once the bounds of the other sectors are clauses, unit propagation limits the penalty
//! that is left for one sector.
//!
//! `SectorBounds` is plain data. Numbers from a checkpoint or a proof remark are unverified until
//! `bounds::sector_survey` or a proof has shown them.
//!
//! Use: the bound of the board, and levels 1 to 3 in `cubes`. Refuting all levels within the class
//! gains nothing from them.

use crate::families::neighbors::encode::formula::BoardFormula;
use crate::run::{Halt, Run};
use crate::sat::{Lit, counts, unary_sum};

/// How often the board is halved.
const DEPTH: usize = 4;
/// How many parts there are: 1 is the whole board, 2k and 2k + 1 are the halves of k, and 0 is not
/// used.
pub(crate) const PARTS: usize = 2 << DEPTH;
/// The whole board.
pub(crate) const BOARD: usize = 1;

/// Lower bounds on the penalty of the encoded levels, for each part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SectorBounds {
    pub(crate) least: Vec<usize>,
}

impl SectorBounds {
    /// A bound for the board, and none for its parts.
    pub(crate) fn of_board(least: usize) -> Self {
        let mut bounds = Self { least: vec![0; PARTS] };
        bounds.least[BOARD] = least;
        bounds
    }

    /// The sum of the bounds of the halves, a lower bound for the part.
    pub(crate) fn halves(&self, part: usize) -> usize {
        if 2 * part < PARTS { self.least[2 * part] + self.least[2 * part + 1] } else { 0 }
    }

    /// The bounds with that of the board lowered to `most`, where no more is needed.
    pub(crate) fn no_more_than(mut self, most: usize) -> Self {
        self.least[BOARD] = self.least[BOARD].min(most).max(self.halves(BOARD));
        self
    }

    /// The largest penalty of a part if the board has no more than its bound: what the other parts
    /// leave.
    fn most(&self, part: usize) -> usize {
        let larger = std::iter::successors(Some(part), |part| Some(part / 2));
        let others = larger.take_while(|&part| part > BOARD).map(|part| self.least[part ^ 1]);
        self.least[BOARD].saturating_sub(others.sum())
    }

    /// The bounds as words.
    pub(crate) fn words(&self) -> String {
        let words: Vec<String> = self.least[BOARD..].iter().map(usize::to_string).collect();
        words.join(" ")
    }

    /// Reads words exactly as they are written. No bound may exceed the number of edges.
    pub(crate) fn read(words: &str, edges: usize) -> Result<Self, String> {
        let numbers = words.split(' ').map(|word| word.parse().ok());
        let least: Option<Vec<usize>> = [Some(0)].into_iter().chain(numbers).collect();
        let bounds = least.filter(|it| it.len() == PARTS).map(|least| Self { least });
        let bounds = bounds.filter(|bounds| bounds.words() == words);
        let bounds = bounds.ok_or_else(|| {
            format!("`{words}` is not a number of penalty edges for each of {} sectors", PARTS - 1)
        })?;
        match bounds.least.iter().find(|&&least| least > edges) {
            None => Ok(bounds),
            Some(least) => {
                Err(format!("{least} penalty edges are more than the {edges} edges of the board"))
            }
        }
    }
}

/// Counts in unary, for each part.
pub(crate) struct SectorCounts(Vec<Vec<Lit>>);

impl SectorCounts {
    /// Counts the penalty edges of a model, each part up to `reach`.
    pub(crate) fn new(
        model: &mut BoardFormula,
        edges: usize,
        reach: impl Fn(usize) -> usize,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        model.formula.group("penalties are counted");
        let mut sectors = vec![Vec::new(); PARTS / 2];
        for edge in model.penalty_edges.iter().flatten() {
            sectors[edge.place * (PARTS / 2) / edges].push(edge.name);
        }
        let mut numbers = vec![Vec::new(); PARTS];
        for part in (BOARD..PARTS).rev() {
            numbers[part] = match part.checked_sub(PARTS / 2) {
                Some(sector) => counts(&mut model.formula, &sectors[sector], reach(part), run)?,
                None => {
                    let halves = [numbers[2 * part].clone(), numbers[2 * part + 1].clone()];
                    unary_sum(&mut model.formula, &halves, reach(part), run)?
                }
            };
        }
        Ok(Self(numbers))
    }

    /// Counts as far as the proof of some bounds needs.
    pub(crate) fn showing(
        model: &mut BoardFormula,
        edges: usize,
        bounds: &SectorBounds,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        Self::new(model, edges, |part| bounds.most(part).max(1), run)
    }

    /// Literal: a part has at least this penalty. `None` if that is trivial or not counted.
    pub(crate) fn at_least(&self, part: usize, penalty: usize) -> Option<Lit> {
        self.0[part].get(penalty.checked_sub(1)?).copied()
    }

    /// The literals of all bounds with their parts, the small ones first; `None` if one of them is not counted.
    pub(crate) fn facts(&self, bounds: &SectorBounds) -> Option<Vec<(usize, Lit)>> {
        let parts = (BOARD..PARTS).rev().filter(|&part| bounds.least[part] > 0);
        parts.map(|part| Some((part, self.at_least(part, bounds.least[part])?))).collect()
    }
}
