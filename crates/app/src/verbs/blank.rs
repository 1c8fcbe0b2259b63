//! `sixfold blank`: a board with nothing on it.

use sixfold_host::AtomicFile;
use sixfold_wire::{Begin, TextResult, Verb};

use crate::args::Blank;
use crate::failure::Failure;
use crate::output::{Exit, Output, SUCCESS};
use crate::verbs::list::named;

pub(crate) fn run(args: &Blank, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let family = named(output.world().registry, &args.family)?;
    let text = sixfold_service::blank(family.rules, args.order, &args.settings);
    let text = text.map_err(|problem| {
        let help = format!("`sixfold list {}` shows the settings of the first line", args.family);
        Failure::with_help(problem, help)
    })?;
    output.begin(Begin { order: Some(args.order), ..Begin::of(Verb::Blank) })?;
    match args.output.as_deref().filter(|&path| path != "-") {
        None => output.answer(&text.clone(), TextResult { path: None, text })?,
        Some(path) => {
            AtomicFile::open(path)?.finish(text.as_bytes())?;
            output.answer("", TextResult { path: Some(path.to_owned()), text })?;
        }
    }
    Ok(SUCCESS)
}
