//! What an engine can tell a player: a deduction about one cell, or why there is none. `hint` verifies it.

use sixfold_puzzle::hex::Cell;

use crate::run::Halt;

/// How a hint was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintKind {
    /// By a step that a person can follow on the board.
    Simple,
    /// By search: every other value was refuted.
    Search,
}

impl HintKind {
    /// The name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Search => "search",
        }
    }
}

/// Something that holds in every solution that agrees with the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Where.
    pub cell: Cell,
    /// What a solution has there, as it is written; nothing if only a part of it is known.
    pub value: Option<String>,
    /// What is known about the cell, as the rest of a sentence: `is empty`.
    pub fact: String,
    /// Why.
    pub reason: String,
    /// How it was found.
    pub kind: HintKind,
    /// A solution that agrees with the board, without header and rows.
    pub witness: String,
}

/// What an engine says to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hinted {
    /// Something is forced.
    Forced(Hint),
    /// No undecided cell is.
    Open,
    /// No solution agrees with the board.
    Hopeless,
    /// The engine had to end before it knew.
    Halted(Halt),
    /// The engine could not work at all.
    Failed(String),
}
