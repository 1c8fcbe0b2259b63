//! `sixfold import` and `sixfold export`: conversion to and from foreign formats and DIMACS.

use serde_json::json;
use sixfold_host::{AtomicFile, Source, create_folder};
use sixfold_puzzle::{Format, Puzzle, TextError};
use sixfold_solver::{Registration, Registry, Request};
use sixfold_solver::{decode, dimacs};

use crate::args::{Export, Import};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};

/// A format with its full name and its family.
type NamedFormat = (String, &'static dyn Puzzle, &'static Format);

/// Every format with its full name.
fn formats(registry: Registry) -> Vec<NamedFormat> {
    let of = |family: &&'static Registration| {
        let rules = family.rules;
        let formats = rules.formats().iter();
        formats.map(move |format| (format!("{}-{}", rules.name(), format.name), rules, format))
    };
    registry.families().iter().flat_map(of).collect()
}

/// The formats that a name means: the full name, or the short one of any family.
fn matching(registry: Registry, name: Option<&str>) -> Result<Vec<NamedFormat>, Failure> {
    let all = formats(registry);
    let names: Vec<String> = all.iter().map(|(full, ..)| full.clone()).collect();
    let found: Vec<_> = all
        .into_iter()
        .filter(|(full, _, format)| name.is_none_or(|name| name == full || name == format.name))
        .collect();
    match (name, found.is_empty()) {
        (Some(name), true) => Err(Failure::with_help(
            format!("there is no format `{name}`"),
            format!("the formats are: {}", names.join(", ")),
        )),
        _ => Ok(found),
    }
}

/// The format that every family with a SAT engine has.
const DIMACS: &str = "dimacs";

/// The formula of a puzzle.
fn export_dimacs(args: &Export, output: &mut Output<'_, '_>) -> Result<String, Failure> {
    let [file] = &args.files[..] else {
        let count = args.files.len();
        return Err(Failure::usage(format!("dimacs takes one puzzle, not {count}")));
    };
    let source = input::read(file, output)?.source;
    let (engine, settings) = (args.engine.as_deref(), &args.settings[..]);
    let request = Request { text: &source.text, engine, prove: false, settings };
    let registry = output.world().registry;
    dimacs(registry, &request).map_err(|error| Failure::session(&source, error))
}

/// The solution that a solver's answer describes, verified.
fn import_dimacs(args: &Import, output: &mut Output<'_, '_>) -> Result<String, Failure> {
    let Some(board) = &args.board else {
        return Err(Failure::usage("dimacs needs --board, the puzzle of the formula"));
    };
    let board = input::read(board, output)?.source;
    let answer = input::read(&args.file, output)?.source;
    let (engine, settings) = (args.engine.as_deref(), &args.settings[..]);
    let request = Request { text: &board.text, engine, prove: false, settings };
    let registry = output.world().registry;
    decode(registry, &request, &answer.text).map_err(|error| Failure::session(&board, error))
}

pub(crate) fn import(args: &Import, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    if args.format.as_deref() == Some(DIMACS) {
        let text = import_dimacs(args, output)?;
        output.begin("import", json!({}))?;
        return write_one(&text, args.output.as_deref(), output);
    }
    let mut formats = matching(output.world().registry, args.format.as_deref())?;
    let source = input::read(&args.file, output)?.source;
    let board = match &args.board {
        Some(name) => Some(read_board(name, &mut formats, output)?),
        None => None,
    };
    output.begin("import", json!({}))?;
    let mut texts = read_foreign(&source, &formats, board.as_ref())?;
    let count = texts.len();
    if let Some(pick) = args.pick.map(|pick| pick as usize) {
        if pick > count {
            return Err(Failure::usage(format!(
                "there is no puzzle {pick}: expected 1 to {count}"
            )));
        }
        texts = vec![texts.swap_remove(pick - 1)];
    }
    match (&texts[..], args.output.as_deref().filter(|&path| path != "-")) {
        ([text], None) => output.answer(text, json!({ "text": text }))?,
        ([text], Some(path)) => {
            AtomicFile::open(path)?.finish(text.as_bytes())?;
            output.answer("", json!({ "path": path, "text": text }))?;
        }
        (texts, Some(folder)) => write_all(texts, folder, output)?,
        (_, None) => {
            return Err(Failure::with_help(
                format!("`{}` holds {count} puzzles", args.file),
                "take one with --pick K, or write all into a folder with -o FOLDER",
            ));
        }
    }
    Ok(SUCCESS)
}

/// Reads the board of a foreign solution, and drops the formats that take no board.
fn read_board(
    name: &str,
    formats: &mut Vec<NamedFormat>,
    output: &mut Output<'_, '_>,
) -> Result<Source, Failure> {
    let board = input::read(name, output)?.source;
    let in_board = |error: TextError| Failure::text(board.clone(), error);
    let family = output.world().registry.family_of(&board.text).map_err(in_board)?.rules;
    family.instance(&board.text).map_err(in_board)?;
    formats.retain(|(_, owner, format)| *owner == family && format.takes_board);
    if formats.is_empty() {
        let family = family.name();
        return Err(Failure::usage(format!(
            "no matching format takes a board of the family {family}"
        )));
    }
    Ok(board)
}

/// Reads with the format asked for, or with the only one that fits.
fn read_foreign(
    source: &Source,
    formats: &[NamedFormat],
    board: Option<&Source>,
) -> Result<Vec<String>, Failure> {
    let board = board.map(|board| board.text.as_str());
    let read = |format: &Format| (format.import)(&source.text, board);
    if let [(_, _, format)] = formats {
        return read(format).map_err(|error| Failure::text(source.clone(), error));
    }
    let mut fitting: Vec<(&str, Vec<String>)> = Vec::new();
    let mut errors: Vec<(&str, TextError)> = Vec::new();
    for (name, _, format) in formats {
        match read(format) {
            Ok(texts) => fitting.push((name, texts)),
            Err(error) => errors.push((name, error)),
        }
    }
    match fitting.len() {
        1 => Ok(fitting.swap_remove(0).1),
        0 => {
            let line = |(name, error): &(&str, TextError)| {
                let (line, column) = (error.span.line, error.span.column);
                format!("{name}: line {line}, column {column}: {}", error.message)
            };
            let lines: Vec<_> = errors.iter().map(line).collect();
            let message = format!("`{}` is in none of the foreign formats", source.name);
            Err(Failure::with_help(message, lines.join("\n")))
        }
        _ => {
            let names: Vec<_> = fitting.iter().map(|(name, _)| *name).collect();
            let message = format!("`{}` can be read in several formats", source.name);
            Err(Failure::with_help(message, format!("choose with --format: {}", names.join(", "))))
        }
    }
}

fn write_all(texts: &[String], folder: &str, output: &mut Output<'_, '_>) -> Result<(), Failure> {
    create_folder(folder)?;
    for (index, text) in texts.iter().enumerate() {
        let path = format!("{folder}/{}.txt", index + 1);
        AtomicFile::open(&path)?.finish(text.as_bytes())?;
        output.answer("", json!({ "path": path, "text": text }))?;
    }
    Ok(())
}

pub(crate) fn export(args: &Export, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    if args.format.as_deref() == Some(DIMACS) {
        let text = export_dimacs(args, output)?;
        output.begin("export", json!({}))?;
        return write_one(&text, args.output.as_deref(), output);
    }
    let formats = matching(output.world().registry, args.format.as_deref())?;
    let mut parts = Vec::new();
    let mut separator = "";
    let mut families: Vec<&'static dyn Puzzle> = Vec::new();
    for name in &args.files {
        let source = input::read(name, output)?.source;
        let (family, format) = format_for(&source, &formats, output)?;
        families.push(family);
        if families[0] != family {
            return Err(Failure::usage(
                "expected puzzles of one family: a foreign text cannot mix families",
            ));
        }
        let part = (format.export)(&source.text)
            .map_err(|problem| Failure::usage(format!("`{name}` cannot be exported: {problem}")))?;
        parts.push(part);
        separator = format.separator;
    }
    output.begin("export", json!({}))?;
    let mut text = parts.join(separator);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    write_one(&text, args.output.as_deref(), output)
}

/// Writes a text to a file, or to standard output.
fn write_one(text: &str, path: Option<&str>, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    match path {
        Some(path) if path != "-" => {
            AtomicFile::open(path)?.finish(text.as_bytes())?;
            output.answer("", json!({ "path": path, "text": text }))?;
        }
        _ => output.answer(text, json!({ "text": text }))?,
    }
    Ok(SUCCESS)
}

/// The format for a puzzle, which must break no rule.
fn format_for(
    source: &Source,
    formats: &[NamedFormat],
    output: &Output<'_, '_>,
) -> Result<(&'static dyn Puzzle, &'static Format), Failure> {
    let in_source = |error: TextError| Failure::text(source.clone(), error);
    let rules = output.world().registry.family_of(&source.text).map_err(in_source)?.rules;
    let verdict = rules.check(&source.text).map_err(in_source)?;
    if let Some(broken) = verdict.violations.first() {
        let message = format!("`{}` breaks a rule: {}", source.name, broken.message);
        return Err(Failure::with_help(message, "only boards that break no rule are exported"));
    }
    let family = rules.name();
    let own: Vec<_> = formats.iter().filter(|(_, owner, _)| *owner == rules).collect();
    match own[..] {
        [(_, _, format)] => Ok((rules, format)),
        [] => Err(Failure::with_help(
            format!("{family} has no matching foreign format"),
            format!("`sixfold list {family}` shows its formats"),
        )),
        _ => {
            let names: Vec<_> = own.iter().map(|(_, _, format)| format.name).collect();
            Err(Failure::with_help(
                format!("{family} has several foreign formats"),
                format!("choose with --format: {}", names.join(", ")),
            ))
        }
    }
}
