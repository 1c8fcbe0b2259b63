//! Low ranges: a case of a search divided by the number of penalty edges that levels 1 and 2 have.
//!
//! Every board has one such number, and no symmetry changes it. So ranges that follow each other from 0 on, the last of them
//! without an end, divide the boards of a case, and each range can be searched and refuted alone.

/// A range of the number of penalty edges of levels 1 and 2. The default has every number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LowRange {
    /// The least number.
    pub(crate) least: usize,
    /// The largest number, if there is one.
    pub(crate) most: Option<usize>,
}

impl LowRange {
    /// Up to the first number, each one between, and from the last on.
    pub(crate) fn division(first: usize, last: usize) -> Vec<Self> {
        let begin = Self { least: 0, most: Some(first) };
        let between = (first + 1..last).map(|number| Self { least: number, most: Some(number) });
        let end = Self { least: last, most: None };
        [begin].into_iter().chain(between).chain([end]).collect()
    }

    /// Its name: `..88`, `89`, `93..`.
    pub(crate) fn name(self) -> String {
        match self {
            Self { least, most: Some(most) } if least == most => least.to_string(),
            Self { least: 0, most: Some(most) } => format!("..{most}"),
            Self { least, most: Some(most) } => format!("{least}..{most}"),
            Self { least, most: None } => format!("{least}.."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_division_has_every_number_once() {
        for (first, last) in [(0, 1), (3, 4), (3, 9)] {
            let ranges = LowRange::division(first, last);
            for number in 0..20 {
                let holds = |range: &&LowRange| {
                    range.least <= number && range.most.is_none_or(|most| number <= most)
                };
                assert_eq!(ranges.iter().filter(holds).count(), 1, "{first} {last} {number}");
            }
        }
        let names: Vec<String> = LowRange::division(3, 6).into_iter().map(LowRange::name).collect();
        assert_eq!(names, ["..3", "4", "5", "6.."]);
    }
}
