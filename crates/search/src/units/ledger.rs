//! The book of finished units: what is saved, what is restored, and what an auditor reads.
//!
//! ```text
//! 2 of 19 units finished, 6 solutions
//! work sums-1
//! units 19 0123456789abcdef       how many, and a hash of their names
//! counters nodes
//! unit 0 first=1 0 813            place, name, solutions, counters
//! unit 4 first=5 6 902
//! solution 4 3 17 18\n19 …        a solution of the unit at that place
//! ```

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use super::WorkList;
use crate::checkpoint::{escape, hash, unescape};

/// A finished unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its solutions.
    pub count: u128,
    /// A number for each counter.
    pub numbers: Vec<u128>,
    /// Solutions as texts.
    pub witnesses: Vec<String>,
}

/// The finished units of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger {
    /// What the units are, with a version.
    pub work: String,
    /// How many units there are in all.
    pub units: usize,
    /// A hash of the names of all units.
    pub names: u64,
    /// The names of the counters.
    pub counters: Vec<String>,
    /// The finished units by their place in the list.
    pub entries: BTreeMap<usize, Entry>,
    /// The solutions of all of them.
    pub count: u128,
}

impl Ledger {
    /// A table of the finished units, for people.
    #[must_use]
    pub fn table(&self) -> String {
        let names = self.counters.iter().map(|name| format!(" {name:>14}")).collect::<String>();
        let mut text = format!("{:20} {:>12}{names}\n", "unit", "count");
        for entry in self.entries.values() {
            let numbers = entry.numbers.iter().map(|number| format!(" {number:>14}"));
            let numbers = numbers.collect::<String>();
            text.push_str(&format!("{:20} {:>12}{numbers}\n", entry.name, entry.count));
        }
        text
    }

    /// A book without entries.
    pub(super) fn new(job: &WorkList<'_>) -> Self {
        let plain = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
        assert!(job.units.iter().all(|name| plain(name)), "units have names without blanks");
        let different: HashSet<&String> = job.units.iter().collect();
        assert_eq!(different.len(), job.units.len(), "no two units have the same name");
        Self {
            work: job.work.to_owned(),
            units: job.units.len(),
            names: hash(job.units.join(" ").as_bytes()),
            counters: job.counters.iter().map(ToString::to_string).collect(),
            entries: BTreeMap::new(),
            count: 0,
        }
    }

    /// The book that a state describes, if it is one of this job.
    pub(super) fn restore(job: &WorkList<'_>, state: &str) -> Result<Self, String> {
        let (fresh, saved) = (Self::new(job), Self::parse(state)?);
        if saved.work != fresh.work {
            return Err(format!("it is of the work {}, not {}", saved.work, fresh.work));
        }
        if (saved.units, saved.names) != (fresh.units, fresh.names) {
            return Err(format!("it has {} other units, not our {}", saved.units, fresh.units));
        }
        if saved.counters != fresh.counters {
            return Err(format!("it counts {:?}, not {:?}", saved.counters, fresh.counters));
        }
        for (&index, entry) in &saved.entries {
            if job.units.get(index) != Some(&entry.name) {
                return Err(format!("unit {index} is not called {}", entry.name));
            }
        }
        Ok(saved)
    }

    /// Enters a finished unit.
    pub(super) fn enter(&mut self, index: usize, entry: Entry) -> Result<(), String> {
        let sum = self.count.checked_add(entry.count);
        self.count = sum.ok_or("the count is beyond 128 bits")?;
        match self.entries.insert(index, entry) {
            None => Ok(()),
            Some(twice) => Err(format!("the unit {} is there twice", twice.name)),
        }
    }

    /// The sum of each counter. They measure effort; one that is beyond 128 bits stays there.
    #[must_use]
    pub fn sums(&self) -> Vec<u128> {
        let mut sums = vec![0_u128; self.counters.len()];
        for entry in self.entries.values() {
            sums.iter_mut().zip(&entry.numbers).for_each(|(sum, number)| {
                *sum = sum.saturating_add(*number);
            });
        }
        sums
    }

    pub(super) fn print(&self) -> String {
        let Self { work, units, names, counters, entries, count } = self;
        let finished = entries.len();
        let plural = if *count == 1 { "" } else { "s" };
        let mut text = format!("{finished} of {units} units finished, {count} solution{plural}\n");
        // Writing to a text cannot fail.
        let _ = writeln!(text, "work {work}\nunits {units} {names:016x}");
        let _ = writeln!(text, "counters {}", counters.join(" "));
        for (index, entry) in entries {
            let _ = write!(text, "unit {index} {} {}", entry.name, entry.count);
            entry.numbers.iter().for_each(|number| {
                let _ = write!(text, " {number}");
            });
            text.push('\n');
            for witness in &entry.witnesses {
                let _ = writeln!(text, "solution {index} {}", escape(witness));
            }
        }
        text
    }

    /// Reads a state, without knowing the job.
    ///
    /// # Errors
    /// If it is not a book of units; the message says where.
    pub fn parse(state: &str) -> Result<Self, String> {
        let mut lines = state.lines().skip(1);
        let mut head = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name));
            line.ok_or_else(|| format!("the line `{name}` is missing"))
        };
        let (work, units, counters) = (head("work ")?, head("units ")?, head("counters")?);
        let numbers = units.split_once(' ').and_then(|(units, names)| {
            Some((units.parse().ok()?, u64::from_str_radix(names, 16).ok()?))
        });
        let (units, names) = numbers.ok_or("the line `units` is wrong")?;
        let counters = counters.split_whitespace().map(str::to_owned).collect();
        let (work, entries) = (work.to_owned(), BTreeMap::new());
        let mut ledger = Self { work, units, names, counters, entries, count: 0 };
        // An engine may note other things after its units.
        for line in lines.filter(|line| !line.starts_with("note ")) {
            ledger.take(line).map_err(|problem| format!("`{line}`: {problem}"))?;
        }
        Ok(ledger)
    }

    /// Takes a line about a unit.
    fn take(&mut self, line: &str) -> Result<(), String> {
        let wrong = "this is neither a unit nor a solution of one";
        let mut words = line.splitn(3, ' ');
        let (Some(kind), Some(index), Some(rest)) = (words.next(), words.next(), words.next())
        else {
            return Err(wrong.to_owned());
        };
        let index = index.parse().map_err(|_| wrong)?;
        match kind {
            "unit" => self.enter(index, entry(rest, self.counters.len()).ok_or(wrong)?),
            "solution" => {
                let entry = self.entries.get_mut(&index).ok_or("its unit is not finished")?;
                entry.witnesses.push(unescape(rest));
                Ok(())
            }
            _ => Err(wrong.to_owned()),
        }
    }
}

/// A unit's name, solutions and counters.
fn entry(text: &str, counters: usize) -> Option<Entry> {
    let mut words = text.split(' ');
    let (name, count) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
    let numbers: Vec<u128> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (numbers.len() == counters).then_some(Entry { name, count, numbers, witnesses: Vec::new() })
}
