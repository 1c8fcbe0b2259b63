//! An upper bound on the number of true literals, chosen by an assumption. One formula serves for bound
//! descent: each better model tightens the bound, and learned clauses stay.

use std::ops::RangeInclusive;

use super::bitonic::{Direction, bitonic};
use super::cardinality::{Encoding, binary_sum, network, sequential, totalizer};
use super::formula::{Formula, Lit};
use crate::run::{Halt, Run};

/// The number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Output j is true if the number is above j. Only if: in all encodings but the bitonic one,
    /// whose upper bounds need no more than that.
    Unary(Vec<Lit>),
    /// Limit j implies that the number is at most `least` + j.
    Binary {
        /// The smallest bound.
        least: usize,
        /// One literal for each bound from there on.
        limits: Vec<Lit>,
    },
}

impl Limit {
    /// Counts literals for some bounds.
    pub fn new(
        formula: &mut Formula,
        literals: &[Lit],
        encoding: Encoding,
        bounds: RangeInclusive<usize>,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        let (least, most) = bounds.into_inner();
        let count = most + 1;
        Ok(match encoding {
            Encoding::Adder => {
                let bits = binary_sum(formula, literals, run)?;
                let limits = (least..=most).map(|bound| below(formula, &bits, bound)).collect();
                Self::Binary { least, limits }
            }
            Encoding::Sequential => Self::Unary(sequential(formula, literals, count, run)?),
            Encoding::Network => Self::Unary(network(formula, literals, count, run)?),
            Encoding::Bitonic => {
                Self::Unary(bitonic(formula, literals, count, Direction::Upwards, run)?)
            }
            Encoding::Pairwise | Encoding::Totalizer => {
                Self::Unary(totalizer(formula, literals, count, run)?)
            }
        })
    }

    /// What to assume for no more than so many, unless that is sure.
    pub fn at_most(&self, bound: usize) -> Option<Lit> {
        match self {
            Self::Unary(outputs) => outputs.get(bound).map(|output| -output),
            Self::Binary { least, limits } => {
                bound.checked_sub(*least).and_then(|at| limits.get(at)).copied()
            }
        }
    }
}

/// A literal that implies that a binary number is no larger than a bound: where the number has a 1
/// and the bound a 0, some higher 1 of the bound is a 0 of the number.
fn below(formula: &mut Formula, bits: &[Lit], bound: usize) -> Lit {
    let limit = formula.variable();
    for (place, &bit) in bits.iter().enumerate().filter(|(place, _)| bound >> place & 1 == 0) {
        let higher = (place + 1..bits.len()).filter(|higher| bound >> higher & 1 == 1);
        let mut clause = vec![-limit, -bit];
        clause.extend(higher.map(|higher| -bits[higher]));
        formula.clause(&clause);
    }
    limit
}
