//! Visits: solutions shown one by one, by an engine that counts by visiting them.

use crate::run::Halt;

/// Takes the number of a unit and a solution as text, without header and rows; returns whether it wants no more.
pub type Visitor<'a> = dyn FnMut(usize, String) -> bool + 'a;

/// How a visit ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VisitEnd {
    /// There are no others.
    All,
    /// The visitor wants no more.
    Enough,
    /// A limit of the run, or of the engine.
    Halted(Halt),
    /// The engine could not work: why.
    Failed(String),
}
