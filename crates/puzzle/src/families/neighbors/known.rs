//! What is known of a cell: a value, "k or more", or nothing.
//!
//! "k or more" is how a board stands when the levels below k are placed and those from k on are not. A token `2+` says so,
//! as a given and in a solution. `1+` says nothing and is `?`; `7+` leaves one value and is `7`. So equal knowledge has one form.

use std::fmt;

use super::LARGEST;
use crate::text::{Token, UNDECIDED, quoted};
use crate::text_error::{ErrorCode, TextError};

/// The values that a cell may hold: one, or all from a least one on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Known {
    least: u8,
    /// The value itself, or [`LARGEST`].
    most: u8,
}

impl Known {
    /// Nothing is known.
    pub const OPEN: Self = Self { least: 1, most: LARGEST };

    /// A cell that holds a value.
    ///
    /// # Panics
    /// If the value is not from 1 to 7.
    #[must_use]
    pub fn exactly(value: u8) -> Self {
        assert!((1..=LARGEST).contains(&value), "{value} is no value");
        Self { least: value, most: value }
    }

    /// A cell that holds a value or more.
    ///
    /// # Panics
    /// If the value is not from 1 to 7.
    #[must_use]
    pub fn at_least(value: u8) -> Self {
        assert!((1..=LARGEST).contains(&value), "{value} is no value");
        Self { least: value, most: LARGEST }
    }

    /// The least value that it may hold.
    #[must_use]
    pub fn least(self) -> u8 {
        self.least
    }

    /// The largest value that it may hold.
    #[must_use]
    pub fn most(self) -> u8 {
        self.most
    }

    /// The value, if it is decided.
    #[must_use]
    pub fn value(self) -> Option<u8> {
        (self.least == self.most).then_some(self.least)
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_open(self) -> bool {
        self == Self::OPEN
    }

    /// Whether it may hold a value.
    #[must_use]
    pub fn allows(self, value: u8) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// Whether it is known to be below, equal to, or above a value.
    #[must_use]
    pub fn decides(self, value: u8) -> bool {
        self.value().is_some() || self.least > value
    }

    /// Whether all that is allowed here is allowed there.
    #[must_use]
    pub fn is_within(self, other: Self) -> bool {
        other.least <= self.least && self.most <= other.most
    }

    /// The same, and at least `least`. A decided value stays as it is.
    #[must_use]
    pub fn raised(self, least: u8) -> Self {
        Self { least: self.least.max(least).min(self.most), ..self }
    }

    /// What a solution says of a cell that an instance knows something about. A solution that says less leaves the given
    /// as it is; one that contradicts it stays, and the rule `given` is broken.
    #[must_use]
    pub(super) fn over(self, given: Self) -> Self {
        match self.value() {
            None if self.least <= given.most => given.raised(self.least),
            _ => self,
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{value}"),
            None if self.is_open() => f.write_str(UNDECIDED),
            None => write!(f, "{}+", self.least),
        }
    }
}

/// What a token says, expected in an error message.
const EXPECTED: &str = "`?`, a value from 1 to 7, or such a value and more, as `2+`";

/// Reads a token.
pub(super) fn parse(token: &Token<'_>) -> Result<Known, TextError> {
    if token.text == UNDECIDED {
        return Ok(Known::OPEN);
    }
    let expected = |error| TextError { expected: EXPECTED.to_owned(), ..error };
    let Some(least) = token.text.strip_suffix('+') else {
        let value = token.integer("a value", 1, i64::from(LARGEST)).map_err(expected)?;
        return Ok(Known::exactly(value as u8));
    };
    let digit = least.bytes().next().filter(|_| least.len() == 1);
    match digit.map(|digit| digit.wrapping_sub(b'0')) {
        Some(value) if (1..=LARGEST).contains(&value) => Ok(Known::at_least(value)),
        _ => {
            let message = format!("{} is not a value and more", quoted(token.text));
            Err(token.error(ErrorCode::Token, message, EXPECTED))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Block;

    fn read(word: &str) -> Result<Known, TextError> {
        let hexagon = crate::hex::Hexagon::new(1);
        parse(&Block::new(word).rows(&hexagon).unwrap()[0])
    }

    #[test]
    fn every_token_has_one_form() {
        for value in 1..=LARGEST {
            for known in [Known::exactly(value), Known::at_least(value)] {
                assert_eq!(read(&known.to_string()), Ok(known));
            }
            assert_eq!(read(&value.to_string()), Ok(Known::exactly(value)));
        }
        assert_eq!((read("1+"), read("?")), (Ok(Known::OPEN), Ok(Known::OPEN)));
        assert_eq!(read("7+"), Ok(Known::exactly(7)));
        for wrong in ["0+", "8+", "+", "12+", "2++", "-2+", "a+", "²+"] {
            let error = read(wrong).unwrap_err();
            assert_eq!(
                (error.code, error.expected.as_str()),
                (ErrorCode::Token, EXPECTED),
                "{wrong}"
            );
        }
    }

    /// The relations between two cells, from the sets of values that they allow.
    #[test]
    fn relations_are_those_of_sets() {
        let all: Vec<Known> = (1..=LARGEST)
            .flat_map(|value| [Known::exactly(value), Known::at_least(value)])
            .collect();
        let set = |known: Known| (1..=LARGEST).filter(move |&value| known.allows(value));
        for &one in &all {
            assert_eq!(one.value().is_some(), set(one).count() == 1);
            for value in 1..=LARGEST {
                let orders: std::collections::BTreeSet<_> =
                    set(one).map(|held| held.cmp(&value)).collect();
                assert_eq!(one.decides(value), orders.len() == 1, "{one} {value}");
            }
            for &given in &all {
                assert_eq!(one.is_within(given), set(one).all(|value| given.allows(value)));
                let both: Vec<u8> = set(one).filter(|&value| given.allows(value)).collect();
                let over = one.over(given);
                match one.value() {
                    None if !both.is_empty() => assert!(set(over).eq(both), "{one} over {given}"),
                    _ => assert_eq!(over, one),
                }
            }
        }
    }
}
