//! Variables of two encodings of a board that mean the same.
//!
//! A proof shows a fact in one encoding and uses it in another. So it needs to know which variables the two share:
//! values of cells, the helpers of symmetry breaking, and the penalty edges of the first group of levels.
//!
//! The clauses of a penalty edge say when it must be one, never when it must not. So the variable of an edge that
//! stands for more levels can take the place of one that stands for fewer: it keeps all their clauses.

use std::collections::HashMap;

use crate::families::neighbors::encode::formula::{BoardFormula, Fact};
use crate::sat::Lit;

impl BoardFormula {
    /// Pairs of a literal of this encoding and one of another, which means the same. Both are about the same case.
    pub(crate) fn shared_with(&self, other: &Self) -> Vec<(Lit, Lit)> {
        let cells = self.values.iter().zip(&other.values);
        let facts = cells.flat_map(|(mine, theirs)| mine.iter().zip(theirs));
        let values = facts.filter_map(|pair| match pair {
            (&Fact::Lit(mine), &Fact::Lit(theirs)) => Some((mine, theirs)),
            _ => None,
        });
        debug_assert_eq!(self.symmetry.len(), other.symmetry.len(), "the same case");
        let helpers = self.symmetry.clone().zip(other.symmetry.clone());
        let theirs = other.first_edges();
        let edges = self.first_edges();
        let edges = edges.iter().filter_map(|(place, &mine)| Some((mine, *theirs.get(place)?)));
        values.chain(helpers).chain(edges).collect()
    }

    /// The penalty edges of another encoding, in its first group of levels, that cannot be penalty edges in this one.
    pub(crate) fn excluded_edges(&self, other: &Self) -> Vec<Lit> {
        let mine = self.first_edges();
        let theirs = other.penalty_edges.iter().take(1).flatten();
        theirs.filter(|edge| !mine.contains_key(&edge.place)).map(|edge| edge.name).collect()
    }

    /// The penalty edges of the first group of levels by their places.
    fn first_edges(&self) -> HashMap<usize, Lit> {
        let edges = self.penalty_edges.iter().take(1).flatten();
        edges.map(|edge| (edge.place, edge.name)).collect()
    }
}
