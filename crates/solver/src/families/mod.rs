//! The engines of each family: a table per family, in the order in which they are tried. The
//! compiler asks for an arm here when a family is added.

#[cfg_attr(not(test), expect(dead_code, reason = "its engines are not in the table yet"))]
mod hexiom;
mod magic;

use sixfold_puzzle::Kind;

use crate::engine::Engine;

/// The engines of a family.
#[must_use]
pub fn engines(kind: Kind) -> &'static [Engine] {
    match kind {
        Kind::Magic => magic::ENGINES,
        Kind::Neighbors | Kind::Hexiom | Kind::Fences | Kind::Balto => &[],
    }
}
