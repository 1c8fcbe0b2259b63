//! Beam searches that were stopped, and their text in a checkpoint.
//!
//! Invariant: every move of a beam that was read is legal; a damaged text is refused.

use super::super::board_pair::Ends;
use super::super::parameters::{HOPELESS, VARIANTS};
use super::super::path;
use super::super::sides::{Sides, Variant};
use crate::beam::Snapshot;

/// A beam search that restarts from its nearest state when it is stuck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct RestartingBeam {
    /// The width at the beginning, the usual one by now, and the present one, which is larger after a
    /// beam was stuck.
    pub(super) initial: usize,
    pub(super) usual: usize,
    pub(super) width: usize,
    /// The moves from the root to the state where the present beam began.
    pub(super) prefix: Vec<u8>,
    /// The present beam, if it was stopped.
    pub(super) snapshot: Option<Snapshot>,
}

impl RestartingBeam {
    pub(super) fn new(width: usize) -> Self {
        Self { initial: width, usual: width, width, prefix: Vec::new(), snapshot: None }
    }

    /// How far the search is, for people.
    pub(super) fn stage(&self) -> String {
        let level = self.prefix.len() + self.snapshot.as_ref().map_or(0, Snapshot::level);
        format!("first solution, width {}, level {level}", self.width)
    }

    pub(super) fn print(&self) -> String {
        let Self { initial, usual, width, .. } = self;
        let prefix: String = self.prefix.iter().map(|step| char::from(b'a' + step)).collect();
        let beam =
            self.snapshot.as_ref().map(|beam| format!(" {}", beam.print())).unwrap_or_default();
        format!("first {initial} {usual} {width} .{prefix}{beam}\n")
    }

    pub(in super::super) fn parse(line: &str) -> Result<Self, String> {
        Self::read(line).ok_or_else(|| "the saved state has a first search that is none".to_owned())
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.splitn(5, ' ');
        let mut width = || words.next()?.parse().ok().filter(|it| (1..=HOPELESS).contains(it));
        let (initial, usual, width) = (width()?, width()?, width()?);
        let prefix = words.next()?.strip_prefix('.')?;
        let prefix: Vec<u8> = prefix.bytes().map(|letter| letter.wrapping_sub(b'a')).collect();
        let senses = Ends::Both.variants()[0];
        let legal = |path: &[u8]| path::is_legal(&[&prefix, path].concat(), senses, Ends::Both);
        let snapshot = match words.next() {
            None => None,
            Some(words) => Some(Snapshot::parse(words, legal)?),
        };
        legal(&[]).then_some(Self { initial, usual, width, prefix, snapshot })
    }
}

/// The beam of each variant of a round that was stopped.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct VariantBeams {
    finished: [bool; VARIANTS],
    unfinished: [Option<Snapshot>; VARIANTS],
}

impl VariantBeams {
    /// Where a variant goes on; `None` if it is finished.
    pub(super) fn begin(&self, variant: usize) -> Option<Option<Snapshot>> {
        (!self.finished[variant]).then(|| self.unfinished[variant].clone())
    }

    pub(super) fn finish(&mut self, variant: usize) {
        (self.finished[variant], self.unfinished[variant]) = (true, None);
    }

    /// Keeps the beam of a variant; an older one if this one cannot be kept.
    pub(super) fn pause(&mut self, variant: usize, beam: Option<Snapshot>) {
        let kept = &mut self.unfinished[variant];
        *kept = beam.or(kept.take());
    }

    pub(super) fn print(&self) -> String {
        let of_variant = |number: usize| match (&self.unfinished[number], self.finished[number]) {
            (_, true) => format!("finished {number}\n"),
            (Some(beam), _) => format!("beam {number} {}\n", beam.print()),
            (None, false) => String::new(),
        };
        (0..VARIANTS).map(of_variant).collect()
    }

    pub(super) fn parse(state: &str, sides: Sides) -> Result<Self, String> {
        let bad = || "the saved state has a beam that is none".to_owned();
        let variants = sides.variants();
        let number = |word: &str| {
            let number = word.parse().ok().filter(|number| *number < variants.len());
            number.ok_or_else(bad)
        };
        let mut beams = Self::default();
        for line in state.lines().skip(1) {
            if let Some(word) = line.strip_prefix("finished ") {
                beams.finish(number(word)?);
            } else if let Some(rest) = line.strip_prefix("beam ") {
                let (word, rest) = rest.split_once(' ').ok_or_else(bad)?;
                let number = number(word)?;
                let Variant { ends, senses } = variants[number];
                let beam = Snapshot::parse(rest, |path| path::is_legal(path, senses, ends));
                beams.pause(number, Some(beam.ok_or_else(bad)?));
            }
        }
        Ok(beams)
    }
}
