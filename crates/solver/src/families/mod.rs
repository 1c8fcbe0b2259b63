//! One registration for each family. What a family offers beyond its rules is a value; everything else asks
//! that value. A new family adds a module, a value, and one arm in [`registration`].

mod balto;
mod fences;
mod hexiom;
mod magic;
mod neighbors;

use sixfold_puzzle::Kind;

use crate::benchmark::{Case, Picture};
use crate::engine::Engine;
use crate::lemma::Lemma;
use crate::make::Maker;
use crate::specimen::Specimen;
use crate::train::Trainer;

/// What a family offers beyond its rules.
pub struct Registration {
    /// The engines, in the order in which they are tried.
    pub engines: &'static [&'static dyn Engine],
    /// The maker of new puzzles, if there is one.
    pub maker: Option<&'static Maker>,
    /// The trainer of a learned heuristic, if there is one.
    pub trainer: Option<&'static Trainer>,
    /// Lemmas that can be proved by computer.
    pub lemmas: &'static [Lemma],
    /// Benchmark cases.
    pub benchmarks: fn() -> &'static [Case],
    /// Pictures that go with the benchmark cases.
    pub pictures: &'static [Picture],
    /// Degenerate boards on which engines must keep to their limits.
    pub specimens: &'static [Specimen],
}

static MAGIC: Registration = Registration {
    engines: magic::ENGINES,
    maker: Some(&magic::MAKER),
    trainer: None,
    lemmas: &[],
    benchmarks: magic::benchmarks,
    pictures: magic::PICTURES,
    specimens: magic::zoo::ZOO,
};

static HEXIOM: Registration = Registration {
    engines: hexiom::ENGINES,
    maker: Some(&hexiom::MAKER),
    trainer: None,
    lemmas: &[],
    benchmarks: || hexiom::bench::CASES,
    pictures: &[],
    specimens: hexiom::zoo::ZOO,
};

static FENCES: Registration = Registration {
    engines: fences::ENGINES,
    maker: Some(&fences::MAKER),
    trainer: None,
    lemmas: &[],
    benchmarks: || fences::bench::CASES,
    pictures: &[],
    specimens: fences::zoo::ZOO,
};

static NEIGHBORS: Registration = Registration {
    engines: neighbors::ENGINES,
    maker: None,
    trainer: None,
    lemmas: neighbors::LEMMAS,
    benchmarks: || neighbors::bench::CASES,
    pictures: &[],
    specimens: neighbors::zoo::ZOO,
};

static BALTO: Registration = Registration {
    engines: balto::ENGINES,
    maker: Some(&balto::MAKER),
    trainer: Some(&balto::TRAINER),
    lemmas: &[],
    benchmarks: || balto::bench::CASES,
    pictures: &[],
    specimens: balto::zoo::ZOO,
};

/// The registration of a family.
#[must_use]
pub const fn registration(kind: Kind) -> &'static Registration {
    match kind {
        Kind::Magic => &MAGIC,
        Kind::Hexiom => &HEXIOM,
        Kind::Fences => &FENCES,
        Kind::Neighbors => &NEIGHBORS,
        Kind::Balto => &BALTO,
    }
}

/// The engines of a family, as a registry that sessions take.
#[must_use]
pub fn engines(kind: Kind) -> &'static [&'static dyn Engine] {
    registration(kind).engines
}
