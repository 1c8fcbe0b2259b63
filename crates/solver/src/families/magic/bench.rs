//! Benchmark cases of magic hexagons.

use crate::benchmark::Case;

pub(crate) static CASES: &[Case] = &[];
