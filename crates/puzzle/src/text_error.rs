//! Parse errors of the text format: what is wrong, where, and what was expected.
//!
//! A front end shows the place; programs go by the code, whose names are stable.

use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Byte offset from the beginning of the text.
    pub offset: usize,
    /// Length in bytes; 0 marks a gap where something is missing.
    pub length: usize,
}

/// The kind of a parse error. The names are stable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorCode {
    /// The bytes are not UTF-8.
    Encoding,
    /// The text has no content.
    Empty,
    /// The first line is not a header.
    Header,
    /// The family does not exist.
    Family,
    /// The order is missing, malformed or outside the family's range.
    Order,
    /// A `key=value` setting is unknown, repeated or malformed.
    Setting,
    /// There are too few or too many rows, or a row has too few or too many cells.
    Rows,
    /// A token is not one of the family's.
    Token,
    /// A number is malformed or out of range.
    Number,
    /// A value that may occur once occurs again.
    Repeated,
    /// The solution block is malformed.
    Solution,
}

impl ErrorCode {
    /// The stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Encoding => "encoding",
            Self::Empty => "empty",
            Self::Header => "header",
            Self::Family => "family",
            Self::Order => "order",
            Self::Setting => "setting",
            Self::Rows => "rows",
            Self::Token => "token",
            Self::Number => "number",
            Self::Repeated => "repeated",
            Self::Solution => "solution",
        }
    }
}

/// A parse error: what is wrong, where, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// The kind of mistake.
    pub code: ErrorCode,
    /// The message, a sentence without a full stop.
    pub message: String,
    /// The expected input.
    pub expected: String,
    /// The place of the error.
    pub span: Span,
}

impl TextError {
    /// An error at a place.
    pub fn new(
        code: ErrorCode,
        span: Span,
        message: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        Self { code, span, message: message.to_string(), expected: expected.to_string() }
    }
}
