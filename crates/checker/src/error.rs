//! Error type of the checker: one variant per defect.
//!
//! Tests rely on the variants to demand that a broken proof is refused for the right reason.

use crate::assignment::MAX_VARIABLE;

/// The reason why a proof, or a step of it, is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofError {
    /// The id is 0, or so far beyond all others that the table of ids would cost more memory than the
    /// proof.
    #[error("{id} is not usable as the id of a clause: ids count from 1 and stay dense")]
    IdOutOfRange {
        /// The id.
        id: u64,
    },
    /// A clause has the id of another one, which may have been deleted since.
    #[error("the id {id} is used twice")]
    RepeatedId {
        /// The id.
        id: u64,
    },
    /// No clause ever had this id.
    #[error("there is no clause {id}")]
    UnknownId {
        /// The id.
        id: u64,
    },
    /// The clause with this id was deleted.
    #[error("the clause {id} was deleted before this step")]
    DeletedId {
        /// The id.
        id: u64,
    },
    /// The number is not a literal.
    #[error(
        "{literal} is not a literal: a variable from 1 to {MAX_VARIABLE} is expected, or minus one"
    )]
    LiteralOutOfRange {
        /// The number.
        literal: i64,
    },
    /// A derived clause speaks of a variable beyond those of the original clauses.
    #[error(
        "the literal {literal} is beyond the variables of the originals; define it by originals"
    )]
    UnknownVariable {
        /// The literal.
        literal: i32,
    },
    /// Two or more literals of a hint are undecided when it is reached.
    #[error("the hint {hint} is not unit: two or more of its literals are undecided")]
    OpenHint {
        /// The id of the hint.
        hint: u64,
    },
    /// A literal of a hint is true and another one undecided when it is reached, so the hint
    /// implies nothing.
    #[error("the hint {hint} is already satisfied and not unit")]
    SatisfiedHint {
        /// The id of the hint.
        hint: u64,
    },
    /// All hints were followed and nothing is contradicted.
    #[error("the hints end without a conflict")]
    NoConflict,
    /// A negative hint, which begins a case of a RAT step.
    #[error("the hint {hint} belongs to a RAT step; only reverse unit propagation is accepted")]
    RatHint {
        /// The hint as it was written.
        hint: i64,
    },
    /// The clauses alive at one time need more memory than the checker can address.
    #[error("the clauses alive at one time are too many or too long")]
    TooLarge,
    /// The text has a byte that cannot stand where it stands.
    #[error("unexpected byte '{}'; textual LRAT is expected", byte.escape_ascii())]
    UnexpectedByte {
        /// The byte.
        byte: u8,
    },
    /// A number does not fit into 64 bits.
    #[error("a number is too large")]
    NumberTooLarge,
    /// A negative number stands where an id is expected.
    #[error("an id is expected, not {number}")]
    NegativeId {
        /// The number.
        number: i64,
    },
    /// A line ends before the 0 that closes its list.
    #[error("the line ends before the 0 that closes it")]
    UnfinishedLine,
    /// A line goes on after the 0 that closes it.
    #[error("the line goes on after the 0 that closes it")]
    OverlongLine,
    /// A list has more numbers than any honest step.
    #[error("the line lists too many numbers")]
    TooManyNumbers,
    /// The source of the proof failed.
    #[error("the proof cannot be read: {reason}")]
    Unreadable {
        /// The error of the source.
        reason: String,
    },
    /// The proof ends and the empty clause was not derived.
    #[error("the proof ends without the empty clause, so it refutes nothing")]
    NotRefuted,
    /// The caller asked to stop, so nothing is known about the proof.
    #[error("the check was stopped before its end")]
    Stopped,
    /// An error with its line.
    #[error("line {line}: {error}")]
    At {
        /// The line of the proof's text, counted from 1.
        line: u64,
        /// The error.
        error: Box<ProofError>,
    },
}

impl ProofError {
    /// The error with its place. To be stopped is no fault of a line.
    pub(crate) fn at(self, line: u64) -> Self {
        match self {
            Self::Stopped => self,
            error => Self::At { line, error: Box::new(error) },
        }
    }

    /// The error where so many lines stand before the text that was checked.
    #[must_use]
    pub fn after(self, lines: u64) -> Self {
        match self {
            Self::At { line, error } => Self::At { line: line + lines, error },
            error => error,
        }
    }
}
