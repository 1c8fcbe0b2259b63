//! Encodings of `cubes`: one for a cube, one for the sector bounds. Search and proof use the same.
//!
//! The encoding of a cube takes the sector bounds as clauses without showing them. Its refutation
//! holds only if they do. In a proof the part of a cube has every clause of the part about sectors,
//! in the same variables, and the facts that it shows; clauses link them to the counts of the cube.

use super::tree::Cube;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::formula::{BoardFormula, FormulaInput};
use crate::families::neighbors::encode::sector_counts::{BOARD, SectorBounds, SectorCounts};
use crate::families::neighbors::proof::case_proof::too_large;
use crate::families::neighbors::proof::shown_facts::ShownFacts;
use crate::run::Run;
use crate::sat::{Embedding, Lit};

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

/// The encoding of a cube.
pub(super) struct CubeModel {
    pub(super) model: BoardFormula,
    /// Whether the decided cells hold a 1, for each cell.
    ones: Vec<Option<bool>>,
    /// The sectors whose bounds are clauses, and the places of these clauses.
    taken: Vec<(usize, usize)>,
}

/// The encoding that shows the sector bounds.
pub(super) struct Sectors {
    pub(super) shown: ShownFacts,
    /// The sectors of the facts, in their order.
    parts: Vec<usize>,
}

impl CubeFormulas<'_> {
    /// The formula that a cube has a better board, as far as so many levels tell.
    pub(super) fn cube(&self, cube: &Cube, levels: usize) -> Result<CubeModel, String> {
        let ones = cube.facts(&self.split.instance.hexagon);
        let input = FormulaInput { ones: &ones, ..self.split.formula_input(0, levels, None) };
        let mut bounds = self.bounds.clone();
        bounds.least[BOARD] = self.best;
        let (mut model, facts) = counted(&input, &bounds)?;
        let ((_, board), parts) = facts.split_last().ok_or(ODD)?;
        model.formula.group("sector bounds");
        let mut taken = Vec::new();
        for &(part, fact) in parts {
            taken.push((part, model.formula.len()));
            model.formula.clause(&[fact]);
        }
        model.formula.group("the board is below its bound");
        model.formula.clause(&[-board]);
        Ok(CubeModel { model, ones, taken })
    }

    /// The encoding that the sector bounds follow from.
    pub(super) fn sectors(&self) -> Result<Sectors, String> {
        let (model, facts) = counted(&self.split.formula_input(0, FIRST, None), self.bounds)?;
        let (parts, facts) = facts.into_iter().unzip();
        Ok(Sectors { shown: ShownFacts { model, facts }, parts })
    }
}

impl CubeModel {
    /// The formula that the proof of the cube is about.
    pub(super) fn within(&self, sectors: &Sectors) -> Result<Embedding, String> {
        let Sectors { shown, parts } = sectors;
        let cells = self.ones.iter().enumerate();
        let ones = cells.filter_map(|(cell, one)| {
            let literal = shown.model.holds(cell, 1)?;
            one.map(|one| if one { literal } else { -literal })
        });
        let excluded = self.model.excluded_edges(&shown.model).into_iter().map(|edge| -edge);
        let fixed: Vec<Lit> = ones.chain(excluded).collect();
        let fact = |part: usize| {
            let place = parts.iter().position(|&shown| shown == part);
            place.map(|place| shown.facts[place]).ok_or_else(|| ODD.to_owned())
        };
        let taken = self.taken.iter().map(|&(part, place)| Ok((place, fact(part)?)));
        let taken = taken.collect::<Result<Vec<(usize, Lit)>, String>>()?;
        let shared = self.model.shared_with(&shown.model);
        Embedding::new(shown.granted(&fixed), &self.model.formula, &shared, &taken)
    }
}

/// A model with sector counts, and the literals of the bounds, small parts first.
fn counted(
    input: &FormulaInput<'_>,
    bounds: &SectorBounds,
) -> Result<(BoardFormula, Vec<(usize, Lit)>), String> {
    let run = &Run::unlimited();
    let mut model = BoardFormula::new(input, run).map_err(too_large)?;
    let edges = input.hexagon.edges().count();
    let counts = SectorCounts::showing(&mut model, edges, bounds, run).map_err(too_large)?;
    let facts = counts.facts(bounds).ok_or(ODD)?;
    Ok((model, facts))
}
