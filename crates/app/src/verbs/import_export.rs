//! `sixfold import` and `sixfold export`: conversion to and from foreign formats and DIMACS.

use sixfold_host::foreign::{ForeignFormats, ForeignText};
use sixfold_host::{AtomicFile, create_folder};
use sixfold_solver::Request;
use sixfold_solver::{decode, dimacs};
use sixfold_wire::{Begin, TextResult, Verb};

use crate::args::{Export, Import};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};

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
        output.begin(Begin::of(Verb::Import))?;
        return write_one(text, args.output.as_deref(), output);
    }
    let mut formats = ForeignFormats::named(output.world().registry, args.format.as_deref())?;
    let source = input::read(&args.file, output)?.source;
    let board = match &args.board {
        Some(name) => {
            let board = input::read(name, output)?.source;
            formats.keep_for_board(&board)?;
            Some(board)
        }
        None => None,
    };
    output.begin(Begin::of(Verb::Import))?;
    let mut texts = formats.read(&source, board.as_ref())?;
    let count = texts.len();
    if let Some(pick) = args.pick.map(|pick| pick as usize) {
        if pick > count {
            return Err(Failure::usage(format!(
                "there is no puzzle {pick}: expected 1 to {count}"
            )));
        }
        texts = vec![texts.swap_remove(pick - 1)];
    }
    let path = args.output.as_deref();
    if let [text] = &mut texts[..] {
        return write_one(std::mem::take(text), path, output);
    }
    let Some(folder) = path.filter(|&path| path != "-") else {
        return Err(Failure::with_help(
            format!("`{}` holds {count} puzzles", args.file),
            "take one with --pick K, or write all into a folder with -o FOLDER",
        ));
    };
    create_folder(folder)?;
    for (index, text) in texts.into_iter().enumerate() {
        write_one(text, Some(&format!("{folder}/{}.txt", index + 1)), output)?;
    }
    Ok(SUCCESS)
}

pub(crate) fn export(args: &Export, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    if args.format.as_deref() == Some(DIMACS) {
        let text = export_dimacs(args, output)?;
        output.begin(Begin::of(Verb::Export))?;
        return write_one(text, args.output.as_deref(), output);
    }
    let formats = ForeignFormats::named(output.world().registry, args.format.as_deref())?;
    let mut text = ForeignText::default();
    for name in &args.files {
        text.add(&formats, &input::read(name, output)?.source)?;
    }
    output.begin(Begin::of(Verb::Export))?;
    write_one(text.finish(), args.output.as_deref(), output)
}

/// Writes a text to a file, or to standard output.
fn write_one(
    text: String,
    path: Option<&str>,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
    match path.filter(|&path| path != "-") {
        Some(path) => {
            AtomicFile::open(path)?.finish(text.as_bytes())?;
            output.answer("", TextResult { path: Some(path.to_owned()), text })?;
        }
        None => output.text(text)?,
    }
    Ok(SUCCESS)
}
