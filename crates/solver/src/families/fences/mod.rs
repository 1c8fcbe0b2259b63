//! Fences for the engines.

use crate::engine::Engine;

pub(super) static ENGINES: &[Engine] = &[];
