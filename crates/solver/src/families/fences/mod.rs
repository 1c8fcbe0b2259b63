//! Fences for the engines.

mod posts;

use crate::engine::Engine;

pub(super) static ENGINES: &[Engine] = &[posts::POSTS];
