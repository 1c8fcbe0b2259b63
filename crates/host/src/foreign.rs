//! Foreign formats: which one is meant, and texts from and to it.
//!
//! A format has a full name, `family-format`, and a short one that several families may share. Where none is named, a
//! text is read in every format, and must fit exactly one.

use sixfold_puzzle::{Format, Puzzle, TextError};
use sixfold_solver::{Registration, Registry};

use crate::error::HostError;
use crate::source::Source;

/// A format with its full name and its family.
struct NamedFormat {
    full: String,
    family: &'static dyn Puzzle,
    format: &'static Format,
}

/// The formats that come into question.
pub struct ForeignFormats {
    registry: Registry,
    formats: Vec<NamedFormat>,
}

impl ForeignFormats {
    /// The formats that a name means: the full name, or the short one of any family. All of them without a name.
    ///
    /// # Errors
    /// If there is none with this name.
    pub fn named(registry: Registry, name: Option<&str>) -> Result<Self, HostError> {
        let of = |family: &&'static Registration| {
            let family = family.rules;
            let formats = family.formats().iter();
            formats.map(move |format| {
                let full = format!("{}-{}", family.name(), format.name);
                NamedFormat { full, family, format }
            })
        };
        let mut formats: Vec<NamedFormat> = registry.families().iter().flat_map(of).collect();
        let Some(name) = name else { return Ok(Self { registry, formats }) };
        let known = formats.iter().map(|it| it.full.clone()).collect();
        formats.retain(|it| name == it.full || name == it.format.name);
        match formats.is_empty() {
            true => Err(HostError::NoFormat { name: name.to_owned(), known }),
            false => Ok(Self { registry, formats }),
        }
    }

    /// Keeps those that read a solution of a board.
    ///
    /// # Errors
    /// If the board is malformed, or none is left.
    pub fn keep_for_board(&mut self, board: &Source) -> Result<(), HostError> {
        let in_board = |error: TextError| HostError::text(board.clone(), error);
        let family = self.registry.family_of(&board.text).map_err(in_board)?.rules;
        family.instance(&board.text).map_err(in_board)?;
        self.formats.retain(|it| it.family == family && it.format.takes_board);
        match self.formats.is_empty() {
            true => Err(HostError::NoBoardFormat(family.name())),
            false => Ok(()),
        }
    }

    /// Reads a foreign text, which may hold several puzzles, in the only format that comes into question or fits. A
    /// solution needs its board.
    ///
    /// # Errors
    /// If the text fits no format, or several.
    pub fn read(&self, source: &Source, board: Option<&Source>) -> Result<Vec<String>, HostError> {
        let board = board.map(|board| board.text.as_str());
        let read = |it: &NamedFormat| (it.format.import)(&source.text, board);
        if let [only] = &self.formats[..] {
            return read(only).map_err(|error| HostError::text(source.clone(), error));
        }
        let name = source.name.clone();
        let (mut formats, mut readings, mut tried) = (Vec::new(), Vec::new(), Vec::new());
        for it in &self.formats {
            match read(it) {
                Ok(texts) => {
                    formats.push(it.full.clone());
                    readings.push(texts);
                }
                Err(error) => tried.push((it.full.clone(), error)),
            }
        }
        match readings.len() {
            1 => Ok(readings.swap_remove(0)),
            0 => Err(HostError::NotForeign { name, tried }),
            _ => Err(HostError::ManyReadings { name, formats }),
        }
    }

    /// The format of a board that is to be exported. The board must break no rule.
    fn of(&self, source: &Source) -> Result<&NamedFormat, HostError> {
        let in_source = |error: TextError| HostError::text(source.clone(), error);
        let rules = self.registry.family_of(&source.text).map_err(in_source)?.rules;
        let verdict = rules.check(&source.text).map_err(in_source)?;
        if let Some(broken) = verdict.violations.first() {
            let (name, message) = (source.name.clone(), broken.message.clone());
            return Err(HostError::BrokenBoard { name, message });
        }
        let family = rules.name();
        let own: Vec<_> = self.formats.iter().filter(|it| it.family == rules).collect();
        match own[..] {
            [only] => Ok(only),
            [] => Err(HostError::NoFamilyFormat(family)),
            _ => {
                let formats = own.iter().map(|it| it.format.name).collect();
                Err(HostError::ManyFormats { family, formats })
            }
        }
    }
}

/// A foreign text that is being written.
#[derive(Default)]
pub struct ForeignText {
    family: Option<&'static dyn Puzzle>,
    separator: &'static str,
    parts: Vec<String>,
}

impl ForeignText {
    /// Adds a board.
    ///
    /// # Errors
    /// If it is malformed, breaks a rule, has no form in the format, or is of another family than those before.
    pub fn add(&mut self, formats: &ForeignFormats, board: &Source) -> Result<(), HostError> {
        let NamedFormat { family, format, .. } = formats.of(board)?;
        if *self.family.get_or_insert(*family) != *family {
            return Err(HostError::MixedFamilies);
        }
        if format.separator.is_none() && !self.parts.is_empty() {
            return Err(HostError::OneBoardOnly(format.name));
        }
        let part = (format.export)(&board.text).map_err(|problem| HostError::NotExportable {
            name: board.name.clone(),
            problem: problem.to_string(),
        })?;
        self.parts.push(part);
        self.separator = format.separator.unwrap_or_default();
        Ok(())
    }

    /// The whole text, with an end of line.
    #[must_use]
    pub fn finish(self) -> String {
        let mut text = self.parts.join(self.separator);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}
