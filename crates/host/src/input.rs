//! Reads input texts: a path, an embedded preset or record, or a stream.
//!
//! An existing file takes precedence over an embedded text of the same name. No text above a size limit is
//! read, and every text is valid UTF-8.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use sixfold_puzzle::{ErrorCode, Span, TextError, puzzles};
use sixfold_solver::MAX_TEXT;
use sixfold_solver::{OptionKind, OptionRow, Registration, Registry, nearest};

use crate::error::{HostError, MissingInput};
use crate::source::Source;

/// A text that was read.
pub struct Input {
    /// The text and its name.
    pub source: Source,
    /// The name of the preset, if it was one.
    pub preset: Option<String>,
}

impl Input {
    /// The puzzle in canonical form, without a solution.
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn instance(&self, registry: Registry) -> Result<String, TextError> {
        registry.family_of(&self.source.text)?.rules.instance(&self.source.text)
    }
}

/// Reads the file with this name, or else the embedded preset, such as `hexiom/08` or `hexiom/good/08`,
/// or the embedded record, such as `records/balto/10`, with or without `.txt`.
///
/// # Errors
/// If there is neither, or the file cannot be read.
pub fn read(registry: Registry, name: &str) -> Result<Input, HostError> {
    match opened(name)? {
        Some(source) => Ok(Input { source, preset: None }),
        None => match name.strip_prefix("records/") {
            Some(inside) => record(name, inside),
            None => preset(registry, name),
        },
    }
}

/// Reads a file that is not a puzzle, so a preset cannot stand in for it.
///
/// # Errors
/// If there is no such file, it cannot be read, or it is empty.
pub fn read_file(name: &str) -> Result<String, HostError> {
    let source = opened(name)?.ok_or_else(|| HostError::NoFile(name.to_owned()))?;
    match source.text.is_empty() {
        true => Err(HostError::EmptyFile(name.to_owned())),
        false => Ok(source.text),
    }
}

/// Replaces the names of files by their contents, for engine options that take a file.
///
/// # Errors
/// If a file cannot be read.
pub fn read_option_files(
    registry: Registry,
    text: &str,
    settings: &mut [(String, String)],
) -> Result<(), HostError> {
    // The session refuses an unknown family later, with its place.
    let Ok(family) = registry.family_of(text) else { return Ok(()) };
    let rows = family.engines.iter().flat_map(|engine| engine.row().options);
    read_files(&rows.collect::<Vec<_>>(), settings)
}

/// Replaces the names of files by their contents, for options of a table that take a file. The name of a file that
/// an engine reads as a stream becomes an absolute path, since a run may go on in another folder.
///
/// # Errors
/// If a file cannot be read.
pub fn read_files(rows: &[&OptionRow], settings: &mut [(String, String)]) -> Result<(), HostError> {
    for (name, value) in settings {
        match rows.iter().find(|row| row.name == name).map(|row| row.kind) {
            Some(OptionKind::File) => *value = read_file(value)?,
            Some(OptionKind::Stream) => *value = stream_path(value)?,
            _ => {}
        }
    }
    Ok(())
}

/// The absolute path of a file that can be read several times.
fn stream_path(name: &str) -> Result<String, HostError> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => HostError::NoFile(name.to_owned()),
        _ => HostError::Unreadable { what: format!("`{name}`"), error },
    };
    let data = fs::File::open(name).and_then(|file| file.metadata()).map_err(unreadable)?;
    if data.is_dir() {
        return Err(HostError::NotAFile(name.to_owned()));
    }
    if !data.is_file() {
        let error = io::Error::other("it is read several times; expected a regular file");
        return Err(HostError::Unreadable { what: format!("`{name}`"), error });
    }
    if data.len() == 0 {
        return Err(HostError::EmptyFile(name.to_owned()));
    }
    let path =
        fs::canonicalize(name).ok().and_then(|path| path.into_os_string().into_string().ok());
    Ok(path.unwrap_or_else(|| name.to_owned()))
}

/// The text of a file, if there is one.
fn opened(name: &str) -> Result<Option<Source>, HostError> {
    let path = Path::new(name);
    if path.is_dir() {
        return Err(HostError::NotAFile(name.to_owned()));
    }
    match fs::File::open(path) {
        Ok(mut file) => {
            let text = read_stream(&format!("`{name}`"), &mut file)?;
            Ok(Some(Source { name: name.to_owned(), text }))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(HostError::Unreadable { what: format!("`{name}`"), error }),
    }
}

/// The embedded record with a name such as `records/balto/10` or `records/balto/10.txt`.
fn record(name: &str, inside: &str) -> Result<Input, HostError> {
    let record = sixfold_records::named(inside.strip_suffix(".txt").unwrap_or(inside));
    let missing = || {
        let names = sixfold_records::all().into_iter();
        let names = names.map(|record| format!("records/{}", record.name));
        let meant = if is_number(inside) { None } else { nearest(name, names) };
        HostError::NoInput { name: name.to_owned(), missing: MissingInput::Record, meant }
    };
    let text = record.ok_or_else(missing)?.text.into_owned();
    Ok(Input { source: Source { name: name.to_owned(), text }, preset: None })
}

/// The embedded text with a name such as `hexiom/08` or `hexiom/good/08`. Numbers may have more or fewer zeros in front.
fn preset(registry: Registry, name: &str) -> Result<Input, HostError> {
    let missing = |missing| HostError::NoInput {
        name: name.to_owned(),
        missing,
        meant: meant(registry, name, missing),
    };
    let (family, rest) = name.split_once('/').ok_or_else(|| missing(MissingInput::NotAPreset))?;
    let registration = registry.named(family).ok_or_else(|| missing(MissingInput::Family))?;
    let found = match rest.split_once('/') {
        None => {
            let same = same_number(rest, registration.rules.presets());
            let text = |file: &str| Some((file.to_owned(), registration.rules.preset(file)?));
            text(rest).or_else(|| text(&same?))
        }
        Some((folder, file)) => {
            let same = same_number(file, puzzles::names(family, folder));
            let names = [Some(file), same.as_deref()];
            let mut texts = names.into_iter().flatten().filter_map(|file| {
                Some((format!("{folder}/{file}"), puzzles::text(family, folder, file)?.to_owned()))
            });
            texts.next()
        }
    };
    let (file, text) = found.ok_or_else(|| missing(MissingInput::Preset(registration.name())))?;
    let name = format!("{family}/{file}");
    Ok(Input { source: Source { name: name.clone(), text }, preset: Some(name) })
}

/// The name with the same number.
fn same_number(name: &str, names: Vec<String>) -> Option<String> {
    let number = name.parse::<u32>().ok()?;
    names.into_iter().find(|other| other.parse() == Ok(number))
}

/// The preset that may have been meant. A number that does not exist is no misspelt one.
fn meant(registry: Registry, name: &str, missing: MissingInput) -> Option<String> {
    let families = registry.families().iter();
    if missing == MissingInput::Family {
        let (family, rest) = name.split_once('/')?;
        let near = nearest(family, families.map(|family| family.name()))?;
        return Some(format!("{near}/{rest}"));
    }
    let of = |family: &&'static Registration| {
        let presets = family.rules.presets().into_iter();
        presets.map(|preset| format!("{}/{preset}", family.name())).collect::<Vec<_>>()
    };
    let asked = |family: &&&'static Registration| match missing {
        MissingInput::Preset(name) => family.name() == name,
        _ => true,
    };
    let names = families.filter(asked).flat_map(of);
    if is_number(name) { None } else { nearest(name, names) }
}

/// Whether the last part of a name is a number.
fn is_number(name: &str) -> bool {
    name.rsplit('/').next().is_some_and(|last| last.parse::<u32>().is_ok())
}

/// Reads a UTF-8 text up to [`MAX_TEXT`]. Messages name the stream as `what`, such as "standard input".
///
/// # Errors
/// If the stream cannot be read, is longer, or is not UTF-8.
pub fn read_stream(what: &str, from: &mut dyn Read) -> Result<String, HostError> {
    let mut bytes = Vec::new();
    from.take(MAX_TEXT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| HostError::Unreadable { what: what.to_owned(), error })?;
    if bytes.len() as u64 > MAX_TEXT {
        return Err(HostError::TooLarge { what: what.to_owned(), limit: MAX_TEXT });
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let (start, bytes) = (error.utf8_error().valid_up_to(), error.into_bytes());
        HostError::text(damaged(what, &bytes, start), invalid_utf8(&bytes, start))
    })
}

/// The text up to the end of the line with the first invalid byte.
fn damaged(name: &str, bytes: &[u8], start: usize) -> Source {
    let rest = bytes[start..].iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len() - start);
    let text = String::from_utf8_lossy(&bytes[..start + rest]).into_owned();
    Source { name: name.trim_matches('`').to_owned(), text }
}

/// The error at the first invalid byte.
fn invalid_utf8(bytes: &[u8], start: usize) -> TextError {
    let before = String::from_utf8_lossy(&bytes[..start]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let length = char::REPLACEMENT_CHARACTER.len_utf8();
    let span = Span { line, column, offset: start, length };
    let message = format!("this is not UTF-8 text: it has the byte 0x{:02x}", bytes[start]);
    TextError::new(ErrorCode::Encoding, span, message, "UTF-8")
}
