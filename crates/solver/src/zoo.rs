//! Degenerate boards, and every request that can be made about them: each engine of a family with
//! each of its powers, and the maker.
//!
//! Engines are tuned on boards that people play. Whether they keep to their limits shows on boards
//! that are full, empty, solved, given whole or as large as can be. A family's boards are rows of
//! data in its own folder; tests and the benchmark `limits` go through [`exhibits`].

use std::fmt;

use sixfold_puzzle::hex::MAX_ORDER;

use crate::checkpoint::Tally;
use crate::engine::{Engine, Power};
use crate::hint::hint;
use crate::make::{MakeRequest, make};
use crate::options::OptionKind;
use crate::registry::{Registration, Registry};
use crate::run::Run;
use crate::session::{Request, SessionError, count, solve};
use crate::specimen::Specimen;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// For a solution.
    Solve,
    /// For the number of solutions.
    Count,
    /// For a hint.
    Hint,
    /// For a new puzzle of the largest order.
    Make {
        /// Whether it must have one solution.
        unique: bool,
    },
}

impl Verb {
    fn of(power: Power) -> Option<Self> {
        match power {
            Power::Finds => Some(Self::Solve),
            Power::Counts => Some(Self::Count),
            Power::Hints => Some(Self::Hint),
            Power::Proves
            | Power::Orbits
            | Power::Relaxes
            | Power::Improves
            | Power::Lists
            | Power::Divides => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::Count => "count",
            Self::Hint => "hint",
            Self::Make { unique: false } => "make",
            Self::Make { unique: true } => "make-unique",
        }
    }
}

/// A board and a request about it.
#[derive(Clone, Copy)]
pub struct Exhibit {
    /// The family.
    pub family: &'static Registration,
    /// The board; for a maker there is none.
    pub specimen: Option<&'static Specimen>,
    /// The engine by name.
    pub engine: &'static str,
    /// What is asked.
    pub verb: Verb,
}

/// As in `hexiom/sixes-64/sat/solve`.
impl fmt::Display for Exhibit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = self.family.name();
        write!(f, "{family}/{}/{}/{}", self.board(), self.engine, self.verb.name())
    }
}

/// A program that never answers, for engines that run one.
const ENDLESS: &str = "tail -f";

/// Every request about every board of a family.
#[must_use]
pub fn exhibits(family: &'static Registration) -> Vec<Exhibit> {
    let mut exhibits = Vec::new();
    for engine in family.engines {
        for verb in engine.powers().iter().copied().filter_map(Verb::of) {
            let specimens = family.specimens.iter().map(Some);
            let engine = engine.name();
            exhibits.extend(specimens.map(|specimen| Exhibit { family, specimen, engine, verb }));
        }
    }
    if family.maker.is_some() {
        let verbs = [false, true].map(|unique| Verb::Make { unique });
        let made = |verb| Exhibit { family, specimen: None, engine: "maker", verb };
        exhibits.extend(verbs.map(made));
    }
    exhibits
}

impl Exhibit {
    /// The name of the board.
    #[must_use]
    pub fn board(&self) -> &'static str {
        self.specimen.map_or("largest", |specimen| specimen.name)
    }

    /// The name of what is asked.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        self.verb.name()
    }

    /// The text of the board.
    #[must_use]
    pub fn text(&self) -> String {
        self.specimen.map(|specimen| (specimen.text)()).unwrap_or_default()
    }

    /// Makes the request about a text. What comes of it does not matter here: the clock and the
    /// memory of the run tell how it went. An engine that does not serve the board is an error.
    ///
    /// # Errors
    /// As the session's.
    pub fn visit(&self, registry: Registry, text: &str, run: &Run<'_>) -> Result<(), SessionError> {
        let engine = self.family.engines.iter().find(|engine| engine.name() == self.engine);
        let settings: Vec<(String, String)> = engine.into_iter().flat_map(needed).collect();
        let request =
            Request { text, engine: Some(self.engine), prove: false, settings: &settings };
        match self.verb {
            Verb::Solve => solve(registry, &request, run).map(drop),
            Verb::Count => count(registry, &request, &Tally::default(), run).map(drop),
            Verb::Hint => hint(registry, &request, run).map(drop),
            Verb::Make { unique } => self.make(registry, unique, run),
        }
    }

    fn make(&self, registry: Registry, unique: bool, run: &Run<'_>) -> Result<(), SessionError> {
        let family = self.family;
        let maker = family.maker;
        let order = maker.map_or(MAX_ORDER, |maker| maker.largest.min(MAX_ORDER));
        let request = MakeRequest { family, order, unique, engine: None, settings: &[] };
        make(registry, &request, run).map(drop)
    }
}

/// The option of an engine that runs a program.
fn needed(engine: &&dyn Engine) -> impl Iterator<Item = (String, String)> {
    let programs = engine.row().options.iter().filter(|row| row.kind == OptionKind::Program);
    programs.map(|row| (row.name.to_owned(), ENDLESS.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::REGISTRY;

    #[test]
    fn every_specimen_is_a_board_of_its_family() {
        for &family in REGISTRY.families() {
            for specimen in family.specimens {
                let text = (specimen.text)();
                let read = family.rules.instance(&text);
                assert!(read.is_ok(), "{} {}: {read:?}", family.name(), specimen.name);
            }
        }
    }

    #[test]
    fn every_power_of_every_engine_is_shown_under_a_name_of_its_own() {
        for &family in REGISTRY.families() {
            let exhibits = exhibits(family);
            let names: BTreeSet<String> = exhibits.iter().map(Exhibit::to_string).collect();
            assert_eq!(names.len(), exhibits.len());
            for engine in family.engines {
                let shown = exhibits.iter().filter(|exhibit| exhibit.engine == engine.name());
                assert!(shown.count() >= family.specimens.len(), "{}", engine.name());
            }
            assert!(family.specimens.len() >= 7, "{} has a small zoo", family.name());
        }
    }
}
