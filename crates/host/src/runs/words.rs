//! A stored run in words: a line of a list, or everything that is known of it.

use std::fmt::Write as _;
use std::time::Duration;

use humantime::{format_duration, format_rfc3339_seconds};
use sixfold_solver::storage::{Found, Ledger};

use super::folder::StoredRun;

impl StoredRun {
    /// When its newest checkpoint was written.
    #[must_use]
    pub fn date(&self) -> Option<String> {
        self.when.map(|when| format_rfc3339_seconds(when).to_string())
    }

    /// What it does and how far it is, in one line with its end.
    #[must_use]
    pub fn line(&self) -> String {
        let name = &self.name;
        match &self.found {
            Err(problem) => format!("{name:20} {problem}\n"),
            Ok(Found { saved, .. }) => {
                let (verb, engine) = (saved.identity.aim.verb(), &saved.identity.engine);
                let when = self.date().unwrap_or_default();
                let working = if self.working { ", at work" } else { "" };
                format!("{name:20} {verb:6} {engine:10} {when:20}  {}{working}\n", saved.progress())
            }
        }
    }

    /// All details: its instance and every finished unit.
    #[must_use]
    pub fn details(&self) -> String {
        let Ok(Found { saved, damaged }) = &self.found else { return self.line() };
        let identity = &saved.identity;
        let mut text = self.line();
        let settings = identity.settings.iter().map(|(name, value)| format!("{name}={value}"));
        let settings = settings.collect::<Vec<_>>().join(" ");
        let worked = format_duration(Duration::from_secs(saved.worked.as_secs()));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "seed {}, {settings}, version {}", identity.seed, identity.version);
        let _ = writeln!(text, "worked {worked}, checkpoint {}", saved.generation);
        damaged.iter().for_each(|damage| {
            let _ = writeln!(text, "damaged: {damage}");
        });
        text.push_str(&identity.instance);
        // Only the engine can read a state that is not a ledger of units.
        if let Ok(ledger) = Ledger::parse(&saved.state) {
            text.push_str(&ledger.table());
        }
        text
    }
}
