//! Options of engines: rows in a table, and the scope that the restricting ones leave.
//!
//! The scope of a refutation is made from the options in force; the session compares the two, so an engine cannot
//! claim to have searched the whole problem while a restricting option was on.

use std::fmt;

use crate::nearest::did_you_mean;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// An integer in a range; absent unless there is a default.
    Integer {
        /// The default.
        default: Option<i64>,
        /// The least value.
        least: i64,
        /// The largest value.
        most: i64,
    },
    /// An integer that names a part of the search space: whatever its value, even the one that
    /// the default holds, something is left out.
    Part {
        /// The default.
        default: i64,
        /// The least value.
        least: i64,
        /// The largest value.
        most: i64,
    },
    /// One of a few words; the first is the default.
    Choice(&'static [&'static str]),
    /// Any text; it must be given.
    Text,
    /// The name of a unit of a search that breaks symmetries: of the images of a solution only one
    /// is looked for, so a unit without solutions says nothing about the images of others.
    Unit,
    /// The text of a file; absent by default. Users name the file, front ends read it, and
    /// engines see its text alone, so that a run can go on without the file.
    File,
    /// The name of a file that may be large; absent by default. An engine opens it through
    /// [`Outside::open_file`](crate::run::Outside::open_file) and reads it as a stream.
    Stream,
    /// A program of the computer with its arguments; it must be given. An engine runs it.
    Program,
    /// The largest size of a proof in MiB, at least 1. It has an effect only where a proof is asked for.
    ProofSize {
        /// The default.
        default: i64,
    },
}

/// What the value of an option names outside of the process. A front end that serves strangers refuses such options:
/// their values would choose what it runs or reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutsideName {
    /// A program that the engine runs.
    Program,
    /// A file that is read.
    File,
}

impl OutsideName {
    /// The name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::File => "file",
        }
    }
}

/// The largest value of an option for the size of a proof, in MiB.
const LARGEST_PROOF: i64 = 1 << 20;

/// A row of an engine's table of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionRow {
    /// The name, as in `--set name=value`.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its values.
    pub kind: OptionKind,
    /// Whether it excludes a part of the search space when it is set.
    pub restricts: bool,
}

impl OptionRow {
    /// The option for the largest size of a proof.
    #[must_use]
    pub const fn proof_limit(default: i64) -> Self {
        let (name, meaning) = ("proof-mib", "give up the proof beyond this size");
        Self { name, meaning, kind: OptionKind::ProofSize { default }, restricts: false }
    }

    /// The default.
    #[must_use]
    pub fn default(&self) -> Option<String> {
        match self.kind {
            OptionKind::Integer { default, .. } => default.map(|value| value.to_string()),
            OptionKind::Part { default, .. } | OptionKind::ProofSize { default } => {
                Some(default.to_string())
            }
            OptionKind::Choice(words) => words.first().map(ToString::to_string),
            OptionKind::Text
            | OptionKind::Unit
            | OptionKind::File
            | OptionKind::Stream
            | OptionKind::Program => None,
        }
    }

    /// What its value names outside of the process, if it names anything there.
    #[must_use]
    pub const fn outside(&self) -> Option<OutsideName> {
        match self.kind {
            OptionKind::Program => Some(OutsideName::Program),
            OptionKind::File | OptionKind::Stream => Some(OutsideName::File),
            OptionKind::Integer { .. }
            | OptionKind::Part { .. }
            | OptionKind::Choice(_)
            | OptionKind::Text
            | OptionKind::Unit
            | OptionKind::ProofSize { .. } => None,
        }
    }

    /// The values it takes, in words.
    #[must_use]
    pub fn range(&self) -> String {
        match self.kind {
            OptionKind::Integer { least, most, .. } | OptionKind::Part { least, most, .. } => {
                format!("{least}..{most}")
            }
            OptionKind::Choice(words) => words.join("|"),
            OptionKind::Text => "TEXT".to_owned(),
            OptionKind::Unit => "UNIT".to_owned(),
            OptionKind::File | OptionKind::Stream => "FILE".to_owned(),
            OptionKind::Program => "PROGRAM".to_owned(),
            OptionKind::ProofSize { .. } => format!("1..{LARGEST_PROOF}"),
        }
    }

    fn accepts(&self, value: &str) -> bool {
        match self.kind {
            OptionKind::Integer { least, most, .. } | OptionKind::Part { least, most, .. } => {
                value.parse().is_ok_and(|value: i64| (least..=most).contains(&value))
            }
            OptionKind::ProofSize { .. } => {
                value.parse().is_ok_and(|value: i64| (1..=LARGEST_PROOF).contains(&value))
            }
            OptionKind::Choice(words) => words.contains(&value),
            OptionKind::Text
            | OptionKind::Unit
            | OptionKind::File
            | OptionKind::Stream
            | OptionKind::Program => !value.is_empty(),
        }
    }
}

/// A setting that the engine does not understand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("the engine {engine} has no option {name}; it has: {known}")]
    Unknown {
        /// The engine.
        engine: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The value is not one of the option's.
    #[error("{name}={value} is not possible; expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What was expected.
        expected: String,
    },
    /// The option is set twice.
    #[error("the option {0} is set twice")]
    Twice(&'static str),
    /// The option names something outside of the process, which the front end does not allow.
    #[error("the option {name} names a {}; this front end does not accept it", outside.name())]
    Outside {
        /// The option.
        name: &'static str,
        /// What it names.
        outside: OutsideName,
    },
}

/// Refuses settings whose values name a program or a file, by the rows of any number of tables. An unknown setting is
/// no error here.
///
/// # Errors
/// [`OptionError::Outside`] for the first such setting.
pub fn refuse_outside<'a>(
    rows: impl IntoIterator<Item = &'a OptionRow>,
    settings: &[(String, String)],
) -> Result<(), OptionError> {
    let set = |row: &OptionRow| settings.iter().any(|(name, _)| name == row.name);
    let mut outside = rows.into_iter().filter_map(|row| Some((row, row.outside()?)));
    match outside.find(|(row, _)| set(row)) {
        Some((row, outside)) => Err(OptionError::Outside { name: row.name, outside }),
        None => Ok(()),
    }
}

/// The options in force in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    values: Vec<(&'static OptionRow, Option<String>)>,
}

impl Options {
    /// Joins an engine's table with what the user set.
    ///
    /// # Errors
    /// If a setting is unknown, repeated, or out of range.
    pub fn resolve(
        engine: &'static str,
        table: &'static [OptionRow],
        settings: &[(String, String)],
    ) -> Result<Self, OptionError> {
        let mut values: Vec<_> = table.iter().map(|row| (row, row.default())).collect();
        for (index, (name, value)) in settings.iter().enumerate() {
            let Some((row, slot)) = values.iter_mut().find(|(row, _)| row.name == name) else {
                let known: Vec<_> = table.iter().map(|row| row.name).collect();
                let meant = did_you_mean(name, &known);
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let known = known + &meant;
                return Err(OptionError::Unknown { engine, name: name.clone(), known });
            };
            if settings[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(OptionError::Twice(row.name));
            }
            if !row.accepts(value) {
                let (name, value, expected) = (row.name, value.clone(), row.range());
                return Err(OptionError::Value { name, value, expected });
            }
            *slot = Some(value.clone());
        }
        Ok(Self { values })
    }

    /// The value of an option, as text.
    ///
    /// # Panics
    /// If the row is not in the engine's table.
    #[must_use]
    pub fn text(&self, row: &OptionRow) -> Option<&str> {
        let found = self.values.iter().find(|(known, _)| *known == row);
        found.expect("an engine reads only options of its table").1.as_deref()
    }

    /// The value of an integer option.
    ///
    /// # Panics
    /// If the row is not in the engine's table, or is not an integer.
    #[must_use]
    pub fn integer(&self, row: &OptionRow) -> Option<i64> {
        self.text(row).map(|text| text.parse().expect("integer options are checked on the way in"))
    }

    /// The value of an option that is a size.
    ///
    /// # Panics
    /// As [`Options::integer`], or if the table allows a negative value.
    #[must_use]
    pub fn size(&self, row: &OptionRow) -> Option<usize> {
        let natural = |value: i64| usize::try_from(value).expect("the table allows no such value");
        self.integer(row).map(natural)
    }

    /// The value of an option that limits an effort; without a value there is no limit.
    ///
    /// # Panics
    /// As [`Options::integer`].
    #[must_use]
    pub fn budget(&self, row: &OptionRow) -> u64 {
        self.integer(row).map_or(u64::MAX, i64::unsigned_abs)
    }

    /// What the chosen word of an option stands for; the values are in the order of the table's words.
    ///
    /// # Panics
    /// If the row is not in the engine's table, is no choice, or has another number of words.
    #[must_use]
    pub fn choice<T, const N: usize>(&self, row: &OptionRow, values: [T; N]) -> T {
        let OptionKind::Choice(words) = row.kind else { panic!("{} is no choice", row.name) };
        assert_eq!(words.len(), N, "one value for each word of {}", row.name);
        let chosen = words.iter().position(|&word| Some(word) == self.text(row));
        let value = chosen.and_then(|index| values.into_iter().nth(index));
        value.expect("a choice has a default and is checked on the way in")
    }

    /// The largest size of a proof in bytes, from an option of the kind [`OptionKind::ProofSize`].
    ///
    /// # Panics
    /// As [`Options::integer`].
    #[must_use]
    pub fn proof_bytes(&self, row: &OptionRow) -> u64 {
        self.budget(row).min(LARGEST_PROOF.unsigned_abs()) << 20
    }

    /// The option that limits the size of a proof, if it has another value than the default.
    #[must_use]
    pub fn limits_proof(&self) -> Option<&'static str> {
        let limit = |row: &OptionRow| matches!(row.kind, OptionKind::ProofSize { .. });
        let set = self.values.iter().find(|(row, value)| limit(row) && *value != row.default());
        set.map(|(row, _)| row.name)
    }

    /// Every option that has a value.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        let set = |(row, value): &(&OptionRow, Option<String>)| {
            Some((row.name.to_owned(), value.clone()?))
        };
        self.values.iter().filter_map(set).collect()
    }

    /// Every option that has a value, as `name=value`.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        self.settings().into_iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    /// What the restricting options leave of the search space.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let restricting = self.values.iter().filter(|(row, _)| row.restricts);
        let always = |row: &OptionRow| matches!(row.kind, OptionKind::Part { .. });
        let set = restricting.filter(|(row, value)| always(row) || *value != row.default());
        let mut scope = Scope { restrictions: Vec::new(), breaks_symmetry: false };
        for (row, value) in set {
            scope.breaks_symmetry |= row.kind == OptionKind::Unit;
            scope.restrictions.push(match value {
                Some(value) => format!("{}={value}", row.name),
                None => row.name.to_owned(),
            });
        }
        scope
    }
}

/// The part of a problem that a search covered: the whole, or what the named options left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    restrictions: Vec<String>,
    /// Whether the restrictions are about one image of each solution only.
    breaks_symmetry: bool,
}

impl Scope {
    /// The whole problem: for what was decided without an engine, and so without options.
    #[must_use]
    pub const fn whole() -> Self {
        Self { restrictions: Vec::new(), breaks_symmetry: false }
    }

    /// Whether nothing was left out.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.restrictions.is_empty()
    }

    /// The restricting options in force.
    #[must_use]
    pub fn restrictions(&self) -> &[String] {
        &self.restrictions
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole() {
            return f.write_str("whole");
        }
        f.write_str(&self.restrictions.join(" "))?;
        if self.breaks_symmetry {
            f.write_str(", where one image of each solution is looked for")?;
        }
        Ok(())
    }
}
