//! Forgeries by kind, and what became of them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use crate::mutate::Kind;

/// Forgeries of each family, unless the environment says otherwise.
const FORGERIES: usize = 4000;

/// The table, and how long it goes on.
pub(crate) struct Table {
    begun: Instant,
    forgeries: usize,
    seconds: Option<u64>,
    /// Refused, and accepted because the claim is true.
    rows: BTreeMap<Kind, [usize; 2]>,
    done: usize,
    idle: usize,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().expect("a number is expected"))
}

impl Table {
    pub(crate) fn begin() -> Self {
        let forgeries = number("SIXFOLD_FORGERIES").map_or(FORGERIES, |it| it as usize);
        let seconds = number("SIXFOLD_FORGER_SECONDS");
        let (begun, rows) = (Instant::now(), BTreeMap::new());
        Self { begun, forgeries, seconds, rows, done: 0, idle: 0 }
    }

    /// Whether there are forgeries to be made.
    pub(crate) fn goes_on(&self) -> bool {
        match self.seconds {
            Some(seconds) => self.begun.elapsed() < Duration::from_secs(seconds),
            None => self.done < self.forgeries,
        }
    }

    /// How many attempts there were, also such that changed nothing.
    pub(crate) fn forgeries(&self) -> usize {
        self.done + self.idle
    }

    pub(crate) fn idle(&mut self, _: Kind) {
        self.idle += 1;
    }

    pub(crate) fn refused(&mut self, kind: Kind) {
        self.rows.entry(kind).or_default()[0] += 1;
        self.done += 1;
    }

    pub(crate) fn accepted(&mut self, kind: Kind) {
        self.rows.entry(kind).or_default()[1] += 1;
        self.done += 1;
    }

    /// How many were refused, and how many accepted.
    pub(crate) fn totals(&self) -> [usize; 2] {
        self.rows.values().fold([0, 0], |sum, row| [sum[0] + row[0], sum[1] + row[1]])
    }

    /// How many of a kind were refused.
    pub(crate) fn refused_of(&self, kind: Kind) -> usize {
        self.rows.get(&kind).map_or(0, |row| row[0])
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<14}{:>8}{:>10}{:>16}", "kind", "refused", "true", "false accepted")?;
        for (kind, [refused, accepted]) in &self.rows {
            writeln!(f, "{:<14}{refused:>8}{accepted:>10}{:>16}", format!("{kind:?}"), 0)?;
        }
        let [refused, accepted] = self.totals();
        writeln!(f, "{:<14}{refused:>8}{accepted:>10}{:>16}", "all", 0)
    }
}
