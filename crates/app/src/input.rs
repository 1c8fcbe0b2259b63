//! Reads input texts: a path, an embedded preset, or standard input.
//!
//! An existing file takes precedence over a preset of the same name. No text above a size limit is
//! read, and every text is valid UTF-8.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use sixfold_puzzle::text::ErrorCode;
use sixfold_puzzle::{Span, TextError, puzzles};

use crate::failure::{Failure, Source};
use crate::output::Output;
use sixfold_solver::Registry;

/// The largest text that is read, in bytes. Boards are far smaller, but a move sequence may be long.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// A text that was read.
pub(crate) struct Input {
    pub(crate) source: Source,
    /// The name of the preset, if it was one.
    pub(crate) preset: Option<String>,
}

/// Reads a FILE argument.
pub(crate) fn read(name: &str, output: &mut Output<'_, '_>) -> Result<Input, Failure> {
    if name == "-" {
        let text = limited("standard input", output.stdin()?)?;
        return Ok(Input { source: Source { name: "<stdin>".to_owned(), text }, preset: None });
    }
    match opened(name)? {
        Some(source) => Ok(Input { source, preset: None }),
        None => preset(output.world().registry, name),
    }
}

/// Reads a file that is not a puzzle, so a preset cannot stand in for it.
pub(crate) fn read_file(name: &str) -> Result<String, Failure> {
    let source = opened(name)?;
    let source = source.ok_or_else(|| Failure::usage(format!("there is no file `{name}`")))?;
    match source.text.is_empty() {
        true => Err(Failure::usage(format!("`{name}` is empty"))),
        false => Ok(source.text),
    }
}

/// The text of a file, if there is one.
fn opened(name: &str) -> Result<Option<Source>, Failure> {
    let path = Path::new(name);
    if path.is_dir() {
        return Err(Failure::usage(format!("`{name}` is a directory, not a file")));
    }
    match fs::File::open(path) {
        Ok(mut file) => {
            let text = limited(&format!("`{name}`"), &mut file)?;
            Ok(Some(Source { name: name.to_owned(), text }))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::usage(format!("`{name}` cannot be read: {error}"))),
    }
}

/// The embedded text with a name such as `hexiom/08` or `hexiom/good/08`.
fn preset(registry: Registry, name: &str) -> Result<Input, Failure> {
    let missing = |help: String| {
        Err(Failure::with_help(format!("there is no file and no preset `{name}`"), help))
    };
    let Some((family, rest)) = name.split_once('/') else {
        return missing(
            "`sixfold list` shows the families, `sixfold list FAMILY` its presets".into(),
        );
    };
    let Some(registration) = registry.named(family) else {
        return missing("`sixfold list` shows the families".into());
    };
    let text = match rest.split_once('/') {
        None => registration.rules.preset(rest),
        Some((folder, file)) => puzzles::text(family, folder, file).map(str::to_owned),
    };
    match text {
        Some(text) => {
            let source = Source { name: name.to_owned(), text };
            Ok(Input { source, preset: Some(name.to_owned()) })
        }
        None => missing(format!("`sixfold list {family}` shows the presets of {family}")),
    }
}

/// Reads a UTF-8 text up to the size limit.
fn limited(name: &str, from: &mut dyn Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    from.take(MAX_TEXT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::usage(format!("{name} cannot be read: {error}")))?;
    if bytes.len() as u64 > MAX_TEXT {
        let limit = MAX_TEXT >> 20;
        return Err(Failure::usage(format!("{name} is larger than the limit of {limit} MiB")));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let (start, bytes) = (error.utf8_error().valid_up_to(), error.into_bytes());
        Failure::text(damaged(name, &bytes, start), invalid_utf8(&bytes, start))
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
