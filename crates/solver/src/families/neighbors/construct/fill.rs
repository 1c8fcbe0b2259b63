//! Completion above level 3 by core-guided MaxSAT: values 1 to 3 are fixed, and further penalty
//! edges are minimised.
//!
//! `boundary_dp` and the schedule decide levels 1 to 3 first, because the difficulty lies there.
//! `finish` adds the values without variables.
//!
//! The board is optimal for these values of 1 to 3 and the extra clauses of the caller only. `None`
//! means that the limit on conflicts was reached or that nothing fits; it refutes nothing.

use sixfold_puzzle::families::neighbors::{Known, LARGEST};

use crate::families::neighbors::construct::finish::finish;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::formula::{BoardFormula, FormulaInput};
use crate::run::{Halt, Run};
use crate::sat::{self, BackendName, CoreStep, Fewest};

/// The limit on conflicts for a completion.
const PATIENCE: u64 = 20_000;
/// The largest fixed value.
const KNOWN: u8 = 3;

/// Completes the values above 3 with the fewest penalty edges, under extra clauses that `demand`
/// adds. `None` at the limit on conflicts, or if nothing fits.
pub(crate) fn fill(
    split: &CaseSplit,
    backend: BackendName,
    values: &[u8],
    demand: impl FnOnce(&mut BoardFormula),
    run: &Run<'_>,
) -> Result<Option<Vec<u8>>, Halt> {
    let known = |(&value, &given): (&u8, &Known)| match value {
        1..=KNOWN => Known::exactly(value),
        _ => given.raised(KNOWN + 1),
    };
    let givens: Vec<Known> = values.iter().zip(&split.instance.givens).map(known).collect();
    let split = split.joined();
    let input = FormulaInput { givens: &givens, ..split.formula_input(0, split.levels, None) };
    let mut model = BoardFormula::new(&input, run)?;
    demand(&mut model);
    let open = model.open();
    let most = open.len();
    let backend = sat::backend(backend, run);
    let mut fewest = Fewest::new(model.formula.clone(), open, most, backend, run);
    loop {
        match fewest.step(Some(PATIENCE))? {
            CoreStep::Raised => {}
            CoreStep::Found => {
                let values = model.board(|literal| fewest.value(literal));
                return Ok(completed(&split, &values));
            }
            CoreStep::Limit | CoreStep::Nothing => return Ok(None),
        }
    }
}

/// The board with the values that have no variables.
pub(crate) fn completed(split: &CaseSplit, values: &[u8]) -> Option<Vec<u8>> {
    let above = split.levels.min(usize::from(LARGEST) - 1) as u8 + 1;
    let known = |&it: &u8| if it > 0 { Known::exactly(it) } else { Known::at_least(above) };
    let known: Vec<Known> = values.iter().map(known).collect();
    finish(&split.instance.hexagon, &known).map(|finished| finished.values)
}
