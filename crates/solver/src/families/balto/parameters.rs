//! Parameters that all beam searches of this family share.
//!
//! A beam search needs weights for its evaluation function, a way to store the beam, and limits on
//! width, work and stagnation. `beam`, `local` and `train` use the same ones, so that their results can
//! be compared.

use super::weights::Weights;
use crate::beam::Representation;

/// The most combinations of first senses that a round runs.
pub(super) const VARIANTS: usize = 4;
/// The candidates that a search without a deadline may evaluate.
pub(super) const BUDGET: u64 = 96_000_000;
/// The widest beam.
pub(super) const WIDEST: usize = 1 << 18;
/// A search without a deadline gives up if it has found nothing at this width.
pub(super) const HOPELESS: usize = 1 << 14;
/// Copies are quicker on boards up to this order, in beams up to this width.
const COPIED_ORDER: usize = 8;
const COPIED_WIDTH: usize = 2048;

/// How many levels a beam may pass without a smaller estimate before it counts as stuck.
pub(super) fn patience(order: usize) -> usize {
    100 + 10 * order
}

/// The evaluation function and the storage of beams.
#[derive(Clone, Copy)]
pub(super) struct BeamSettings<'a> {
    pub(super) weights: &'a Weights,
    /// How states are stored; `None` chooses the quicker way.
    pub(super) keep: Option<Representation>,
}

impl BeamSettings<'_> {
    /// How the states of a beam are stored; both ways give the same beams. Copies of small states that
    /// all fit into the cache are quicker than an Euler tour.
    pub(super) fn keep(&self, order: usize, width: usize) -> Representation {
        let small = order <= COPIED_ORDER && width <= COPIED_WIDTH;
        self.keep.unwrap_or(if small { Representation::Copies } else { Representation::Tour })
    }
}
