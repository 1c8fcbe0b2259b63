//! A share of the units: every N-th of a list, for one of N machines.
//!
//! Shares of the same list are disjoint, and together they are the list. Neighbours in a list are often equally hard, so
//! taking every N-th balances the shares.

use crate::options::{OptionKind, OptionRow, Options};

/// The option of every engine whose work is divided into units.
pub const SHARE: OptionRow = OptionRow {
    name: "share",
    meaning: "only one of several shares of the units, such as 3/16",
    kind: OptionKind::Text,
    restricts: true,
};

/// One of several shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Which one, counted from 1.
    number: usize,
    /// How many there are.
    of: usize,
}

impl Share {
    /// Reads the option [`SHARE`] for a list of so many units; none if it is not set.
    ///
    /// # Errors
    /// If it is no share, or there are more shares than units.
    pub fn read(options: &Options, units: usize) -> Result<Option<Self>, String> {
        let Some(text) = options.text(&SHARE) else { return Ok(None) };
        let share = Self::parse(text).filter(|share| share.of <= units.max(1));
        share.map(Some).ok_or_else(|| {
            format!(
                "share={text} is not possible; expected one of several up to {units}, such as 3/16"
            )
        })
    }

    /// Reads `3/16`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        let share = Self { number: number.parse().ok()?, of: of.parse().ok()? };
        let written = format!("{}/{}", share.number, share.of) == text;
        ((1..=share.of).contains(&share.number) && written).then_some(share)
    }

    /// The items of a list that belong to this share.
    pub fn take<T>(self, items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        items.into_iter().skip(self.number - 1).step_by(self.of)
    }
}

/// The items that an optional share leaves of a list.
pub fn taken<T>(share: Option<Share>, items: Vec<T>) -> Vec<T> {
    match share {
        Some(share) => share.take(items).collect(),
        None => items,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_a_partition() {
        for of in 1..=7 {
            let mut all: Vec<usize> = Vec::new();
            for number in 1..=of {
                let share = Share::parse(&format!("{number}/{of}")).unwrap();
                all.extend(share.take(0..23));
            }
            all.sort_unstable();
            assert_eq!(all, (0..23).collect::<Vec<usize>>(), "{of}");
        }
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for text in ["0/3", "4/3", "1/0", "1", "1/3/4", "+1/3", "01/3", " 1/3", "a/b", ""] {
            assert_eq!(Share::parse(text), None, "{text}");
        }
    }
}
