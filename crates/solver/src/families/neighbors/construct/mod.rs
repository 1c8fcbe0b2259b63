//! Construction of good boards without a search through the whole space.
//!
//! * `periodic`: the periodic pattern of seven values, repaired at the boundary.
//! * `boundary_dp`: boundary dynamic programming around a periodic inside.
//! * `fill`: values above 3 by core-guided MaxSAT.
//! * `finish`: values above 4 or 5 by dynamic programming along chains, exact.
//!
//! Heuristic: the boards are valid, but their penalty is an upper bound only.

pub(crate) mod boundary_dp;
pub(crate) mod fill;
pub(crate) mod finish;
pub(crate) mod periodic;
