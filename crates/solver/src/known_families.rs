//! The list of this program's families. A program that embeds the library may bring another list.

use crate::families::{BALTO, FENCES, HEXIOM, MAGIC, NEIGHBORS};
use crate::registry::{Registration, Registry};

/// The families of this program.
pub const REGISTRY: Registry = Registry::new(&ALL);

static ALL: [&Registration; 5] = [&NEIGHBORS, &MAGIC, &HEXIOM, &FENCES, &BALTO];
