//! The engines of each family: a table per family, in the order in which they are tried. The
//! compiler asks for an arm here when a family is added.

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
use crate::train::Trainer;
use crate::zoo::Specimen;

/// The engines of a family.
#[must_use]
pub fn engines(kind: Kind) -> &'static [Engine] {
    match kind {
        Kind::Magic => magic::engines(),
        Kind::Hexiom => hexiom::ENGINES,
        Kind::Fences => fences::ENGINES,
        Kind::Neighbors => neighbors::ENGINES,
        Kind::Balto => balto::ENGINES,
    }
}

/// The lemmas of a family.
#[must_use]
pub fn lemmas(kind: Kind) -> &'static [Lemma] {
    match kind {
        Kind::Neighbors => neighbors::LEMMAS,
        Kind::Magic | Kind::Hexiom | Kind::Fences | Kind::Balto => &[],
    }
}

/// The benchmark cases of a family.
#[must_use]
pub fn benchmarks(kind: Kind) -> &'static [Case] {
    match kind {
        Kind::Magic => magic::benchmarks(),
        Kind::Hexiom => hexiom::bench::CASES,
        Kind::Fences => fences::bench::CASES,
        Kind::Neighbors => neighbors::bench::CASES,
        Kind::Balto => balto::bench::CASES,
    }
}

/// The degenerate boards of a family.
#[must_use]
pub fn zoo(kind: Kind) -> &'static [Specimen] {
    match kind {
        Kind::Magic => magic::zoo::ZOO,
        Kind::Hexiom => hexiom::zoo::ZOO,
        Kind::Fences => fences::zoo::ZOO,
        Kind::Neighbors => neighbors::zoo::ZOO,
        Kind::Balto => balto::zoo::ZOO,
    }
}

/// The pictures that go with a family's benchmark cases.
#[must_use]
pub fn pictures(kind: Kind) -> &'static [Picture] {
    match kind {
        Kind::Magic => magic::PICTURES,
        Kind::Neighbors | Kind::Hexiom | Kind::Fences | Kind::Balto => &[],
    }
}

/// The maker of a family, where there is one.
#[must_use]
pub fn makers(kind: Kind) -> Option<&'static Maker> {
    match kind {
        Kind::Magic => Some(&magic::MAKER),
        Kind::Hexiom => Some(&hexiom::MAKER),
        Kind::Fences => Some(&fences::MAKER),
        Kind::Balto => Some(&balto::MAKER),
        Kind::Neighbors => None,
    }
}

/// What learns for a family, where there is anything to learn.
#[must_use]
pub fn trainers(kind: Kind) -> Option<&'static Trainer> {
    match kind {
        Kind::Balto => Some(&balto::TRAINER),
        Kind::Magic | Kind::Hexiom | Kind::Fences | Kind::Neighbors => None,
    }
}
