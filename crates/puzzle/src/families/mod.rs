//! The five families: a module of rules for each, and the family as a value.

pub mod balto;
pub mod fences;
pub mod hexiom;
pub mod magic;
pub mod neighbors;

use crate::erased::ErasedFamily;
use crate::family::Puzzle;

/// Hexagonal Neighbors.
pub const NEIGHBORS: &dyn Puzzle = &ErasedFamily::<neighbors::Neighbors>::new();
/// Magic hexagons.
pub const MAGIC: &dyn Puzzle = &ErasedFamily::<magic::Magic>::new();
/// Hexiom.
pub const HEXIOM: &dyn Puzzle = &ErasedFamily::<hexiom::Hexiom>::new();
/// Fence posts with a symmetric loop.
pub const FENCES: &dyn Puzzle = &ErasedFamily::<fences::Fences>::new();
/// Balto's Puzzle.
pub const BALTO: &dyn Puzzle = &ErasedFamily::<balto::Balto>::new();
