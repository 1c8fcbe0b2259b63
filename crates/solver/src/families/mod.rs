//! One registration for each family of this program. What a family offers beyond its rules is a value; everything
//! else asks that value. A new family adds a module, a value, and a line in [`REGISTRY`](crate::REGISTRY).

mod balto;
mod fences;
mod hexiom;
mod magic;
mod neighbors;

use sixfold_puzzle::families as rules;

use crate::registry::Registration;

/// Hexagonal Neighbors.
pub static NEIGHBORS: Registration = Registration {
    engines: neighbors::ENGINES,
    usual: neighbors::USUAL,
    lemmas: neighbors::LEMMAS,
    trainer: Some(&neighbors::TRAINER),
    benchmarks: || neighbors::bench::CASES,
    specimens: neighbors::zoo::ZOO,
    ..Registration::of(rules::NEIGHBORS)
};

/// Magic hexagons.
pub static MAGIC: Registration = Registration {
    engines: magic::ENGINES,
    maker: Some(&magic::MAKER),
    benchmarks: magic::benchmarks,
    pictures: magic::PICTURES,
    specimens: magic::zoo::ZOO,
    ..Registration::of(rules::MAGIC)
};

/// Hexiom.
pub static HEXIOM: Registration = Registration {
    engines: hexiom::ENGINES,
    maker: Some(&hexiom::MAKER),
    benchmarks: || hexiom::bench::CASES,
    specimens: hexiom::zoo::ZOO,
    ..Registration::of(rules::HEXIOM)
};

/// Fence posts with a symmetric loop.
pub static FENCES: Registration = Registration {
    engines: fences::ENGINES,
    maker: Some(&fences::MAKER),
    benchmarks: || fences::bench::CASES,
    specimens: fences::zoo::ZOO,
    ..Registration::of(rules::FENCES)
};

/// Balto's Puzzle.
pub static BALTO: Registration = Registration {
    engines: balto::ENGINES,
    maker: Some(&balto::MAKER),
    trainer: Some(&balto::TRAINER),
    benchmarks: || balto::bench::CASES,
    specimens: balto::zoo::ZOO,
    ..Registration::of(rules::BALTO)
};
