//! Encodings of `cubes`: one for a cube, one for the sector bounds. Search and proof use the same.
//!
//! The encoding of a cube takes the sector bounds as clauses without showing them. Its refutation
//! holds only if they do.

use super::tree::Cube;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::formula::{BoardFormula, FormulaInput};
use crate::families::neighbors::encode::sector_counts::{BOARD, SectorBounds, SectorCounts};
use crate::families::neighbors::proof::case_proof::too_large;
use crate::run::Run;
use crate::sat::{Formula, Lit};

/// The levels of the relaxation, which the sector bounds are about.
pub(super) const FIRST: usize = 3;

/// The message for bounds that contradict each other.
const ODD: &str = "its numbers do not fit together";

/// The formulas of one incumbent and its sector bounds.
pub(super) struct CubeFormulas<'a> {
    pub(super) split: &'a CaseSplit,
    /// Lower bounds on the sectors of any board.
    pub(super) bounds: &'a SectorBounds,
    /// The penalty of the incumbent.
    pub(super) best: usize,
}

impl CubeFormulas<'_> {
    /// The formula that a cube has a better board, as far as so many levels tell.
    pub(super) fn cube(&self, cube: &Cube, levels: usize) -> Result<BoardFormula, String> {
        let ones = cube.facts(&self.split.instance.hexagon);
        let input = FormulaInput { ones: &ones, ..self.split.formula_input(0, levels, None) };
        let mut bounds = self.bounds.clone();
        bounds.least[BOARD] = self.best;
        let (mut model, facts) = counted(&input, &bounds)?;
        let (board, parts) = facts.split_last().ok_or(ODD)?;
        model.formula.group("sector bounds");
        parts.iter().for_each(|&fact| model.formula.clause(&[fact]));
        model.formula.group("the board is below its bound");
        model.formula.clause(&[-board]);
        Ok(model)
    }

    /// The formula that some sector has less than its bound, and the literals that its proof
    /// derives: the sector bounds.
    pub(super) fn sectors(&self) -> Result<(Formula, Vec<Lit>), String> {
        let (mut model, facts) = counted(&self.split.formula_input(0, FIRST, None), self.bounds)?;
        model.formula.group("some sector is below its bound");
        model.formula.clause(&facts.iter().map(|&fact| -fact).collect::<Vec<Lit>>());
        Ok((model.formula, facts))
    }
}

/// A model with sector counts, and the literals of the bounds, small parts first.
fn counted(
    input: &FormulaInput<'_>,
    bounds: &SectorBounds,
) -> Result<(BoardFormula, Vec<Lit>), String> {
    let run = &Run::unlimited();
    let mut model = BoardFormula::new(input, run).map_err(too_large)?;
    let edges = input.hexagon.edges().count();
    let counts = SectorCounts::showing(&mut model, edges, bounds, run).map_err(too_large)?;
    let facts = counts.facts(bounds).ok_or(ODD)?;
    Ok((model, facts))
}
