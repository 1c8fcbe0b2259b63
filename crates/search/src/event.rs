//! What an engine reports while it works: incumbents, bounds and progress, as data from which any front end can make
//! its display.
//!
//! An incumbent carries its solution, so that a listener can show it and the session can verify it. Progress tells
//! amounts of work from levels: a listener computes rates from the former and draws the latter as they are.
//!
//! Invariant: no event is emitted while a lock is held. A listener may be slow, and may call back into what the lock
//! guards. Events of several threads can therefore overtake each other; who needs an order compares what they say.

use std::fmt;

/// What an engine reports while it works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Still working.
    Progress(Progress),
    /// A better solution was found. The session verifies it before a listener hears of it.
    Improved {
        /// Its objective, where the family has one.
        objective: Option<i128>,
        /// The solution as text without header and rows, as in an answer.
        solution: String,
    },
    /// A better bound on the objective was proved.
    Bound(i128),
    /// A solution that will be listed with a count. The session verifies it at once, so that no
    /// more than a few are left to verify when the run is stopped.
    Listed(String),
}

impl From<Progress> for Event {
    fn from(progress: Progress) -> Self {
        Self::Progress(progress)
    }
}

/// How far the work is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What the engine does now, in a few plain words.
    pub phase: &'static str,
    /// The finished part of the work, where the whole is known.
    pub done: Option<Done>,
    /// Amounts of work since the phase began, each named by its unit in the plural. They only grow, so that a
    /// listener can compute rates.
    pub counters: Vec<(&'static str, u64)>,
    /// Levels, which go up and down.
    pub gauges: Vec<Gauge>,
}

/// A finished part of a known whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// How much is finished.
    pub done: u64,
    /// How much there is.
    pub total: u64,
    /// What is counted, in the plural.
    pub unit: &'static str,
}

/// A level that goes up and down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: u64,
    /// The unit of the value, in the plural.
    pub unit: &'static str,
}

impl Progress {
    /// Progress in a phase of which nothing is known yet.
    #[must_use]
    pub const fn of(phase: &'static str) -> Self {
        Self { phase, done: None, counters: Vec::new(), gauges: Vec::new() }
    }

    /// With the finished part of a known whole.
    #[must_use]
    pub fn done(self, done: u64, total: u64, unit: &'static str) -> Self {
        Self { done: Some(Done { done, total, unit }), ..self }
    }

    /// With an amount of work, named by its unit in the plural.
    #[must_use]
    pub fn counted(mut self, unit: &'static str, amount: u64) -> Self {
        self.counters.push((unit, amount));
        self
    }

    /// With several amounts of work.
    #[must_use]
    pub fn counted_all(mut self, amounts: impl IntoIterator<Item = (&'static str, u64)>) -> Self {
        self.counters.extend(amounts);
        self
    }

    /// With a level and the unit of its value.
    #[must_use]
    pub fn gauge(mut self, name: &'static str, value: u64, unit: &'static str) -> Self {
        self.gauges.push(Gauge { name, value, unit });
        self
    }

    /// All numbers by name: the finished part under its unit and the whole as `of`, then counters and gauges.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, u64)> {
        let done = self.done.map(|it| [(it.unit, it.done), ("of", it.total)]);
        let counters = self.counters.iter().copied();
        let gauges = self.gauges.iter().map(|gauge| (gauge.name, gauge.value));
        done.into_iter().flatten().chain(counters).chain(gauges).collect()
    }
}

/// The phase and all numbers.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.phase)?;
        for (place, (name, value)) in self.fields().into_iter().enumerate() {
            let before = if place == 0 { ":" } else { "," };
            write!(f, "{before} {name} {value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_every_number_by_name() {
        let progress = Progress::of("beam")
            .gauge("width", 8, "boards")
            .done(3, 7, "units")
            .counted("nodes", 5)
            .counted_all([("states", 6)]);
        let fields = [("units", 3), ("of", 7), ("nodes", 5), ("states", 6), ("width", 8)];
        assert_eq!(progress.fields(), fields);
        assert_eq!(Progress::of("search").fields(), []);
        assert_eq!(progress.to_string(), "beam: units 3, of 7, nodes 5, states 6, width 8");
        assert_eq!(Progress::of("proof check").to_string(), "proof check");
    }
}
