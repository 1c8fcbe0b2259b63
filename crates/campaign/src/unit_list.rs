//! A list of units, such as `3`, `1-20` or `1-5,9`.

use std::str::FromStr;

use sixfold_host::digest;

/// Numbers of units, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitList(Vec<usize>);

/// The most units of a campaign.
pub(crate) const MOST_UNITS: usize = 1_000_000;

impl UnitList {
    /// A list of some units.
    #[must_use]
    pub fn of(units: Vec<usize>) -> Self {
        Self(units)
    }

    /// Some of these units, drawn by a seed: those whose SHA-256 of `SEED UNIT` is least, in ascending order. The same
    /// numbers and seed give the same draw.
    #[must_use]
    pub fn drawn(units: impl IntoIterator<Item = usize>, most: usize, seed: u64) -> Self {
        let mut units: Vec<usize> = units.into_iter().collect();
        units.sort_by_cached_key(|unit| digest(format!("{seed} {unit}").as_bytes()));
        units.truncate(most);
        units.sort_unstable();
        Self(units)
    }

    /// The numbers in their order.
    #[must_use]
    pub fn numbers(&self) -> &[usize] {
        &self.0
    }
}

impl FromStr for UnitList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected units such as 3, 1-20 or 1-5,9".to_owned();
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (from, to): (usize, usize) =
                (from.parse().map_err(|_| wrong())?, to.parse().map_err(|_| wrong())?);
            if from == 0 || from > to || to > MOST_UNITS {
                return Err(wrong());
            }
            numbers.extend(from..=to);
        }
        Ok(Self(numbers))
    }
}

/// The shortest list, as Slurm's arrays take it, too.
impl std::fmt::Display for UnitList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        for &number in &self.0 {
            match parts.last_mut() {
                Some((_, to)) if *to + 1 == number => *to = number,
                _ => parts.push((number, number)),
            }
        }
        let word = |&(from, to): &(usize, usize)| match from == to {
            true => from.to_string(),
            false => format!("{from}-{to}"),
        };
        f.write_str(&parts.iter().map(word).collect::<Vec<String>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_depends_on_its_seed_alone() {
        let draw = |seed| UnitList::drawn(1..=280, 28, seed);
        assert_eq!(draw(13), draw(13));
        assert_ne!(draw(13), draw(14));
        assert_eq!(draw(13).numbers().len(), 28);
        assert!(draw(13).numbers().is_sorted_by(|a, b| a < b));
        assert_eq!(UnitList::drawn([4, 2], 9, 1).numbers(), [2, 4]);
    }

    #[test]
    fn lists_are_read_and_printed() {
        for text in ["3", "1-20", "1-5,9", "2,4,6-7"] {
            assert_eq!(text.parse::<UnitList>().unwrap().to_string(), text);
        }
        for text in ["", "0", "5-2", "a", "1-", "1,,2", "1-99999999999"] {
            assert!(text.parse::<UnitList>().is_err(), "{text}");
        }
    }
}
