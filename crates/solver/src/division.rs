//! Division: the work of an engine as a list of units, for several machines.
//!
//! A divided search relies on two promises of the engine: the units are a partition of what the options leave, and the
//! list follows from the instance and the options alone, so another machine computes the same one.

use sixfold_puzzle::Family;

use crate::run::{Halt, Run};

/// How the work of an engine is divided into units. The option [`SHARE`](crate::units::SHARE) takes one of several
/// shares of them.
pub struct Division<F: Family, O> {
    /// The names of the units that the options leave, all different, or why there are none.
    pub units: NameUnits<F, O>,
    /// Why the units are the whole of what is searched, each part of it once.
    pub reason: &'static str,
    /// Samples of the size of the whole search tree, by random dives (Knuth 1975): each is an unbiased estimate of the
    /// number of nodes.
    pub tree: Option<SampleTree<F, O>>,
}

/// Names the units that the options leave.
pub type NameUnits<F, O> = fn(
    instance: &<F as Family>::Instance,
    options: &O,
    run: &Run<'_>,
) -> Result<Vec<String>, String>;

/// Samples the size of a search tree by so many random dives.
pub type SampleTree<F, O> = fn(
    instance: &<F as Family>::Instance,
    options: &O,
    dives: usize,
    run: &Run<'_>,
) -> Result<Vec<f64>, Halt>;
