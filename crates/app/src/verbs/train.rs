//! `sixfold train`: learns what guides a search heuristic, such as weights from random boards.
//!
//! What is learned guides a search; it never changes what an answer claims.

use std::io::{self, Write};

use sixfold_host::AtomicFile;
use sixfold_host::input::read_files;
use sixfold_solver::{Halt, MAX_TEXT, TrainRequest, train};
use sixfold_wire::{TrainResult, Verb};

use crate::args::Train;
use crate::engine_run::{RunSetup, run_session};
use crate::failure::Failure;
use crate::output::{Exit, Output, STOPPED, SUCCESS};
use crate::verbs::list::named;

pub(crate) fn run(args: &Train, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let family = named(output.world().registry, &args.family)?;
    if args.options.engine.is_some() {
        return Err(Failure::usage("`train` takes no --engine"));
    }
    let mut settings = args.options.settings.clone();
    let rows = family.trainer.iter().flat_map(|trainer| trainer.options);
    read_files(&rows.collect::<Vec<_>>(), &mut settings)?;
    let path = args.output.as_deref().filter(|&path| path != "-");
    let file = path.map(AtomicFile::open).transpose()?;
    let mut text = TrainedText { file, kept: Some(Vec::new()), json: output.is_json() };
    output.begin(args.options.begin_order(Verb::Train, args.order))?;
    let request =
        TrainRequest { family, order: args.order.into(), rounds: args.rounds, settings: &settings };
    let setup = RunSetup::transient(&args.options);
    let (trained, _) = run_session(&setup, output, |_, run| train(&request, run, &mut text))?;
    let trained = trained.map_err(|error| Failure::without_text(&args.family, error))?;
    let TrainedText { file, kept, .. } = text;
    let written = file.is_some();
    if let (Some(file), true) = (file, trained.learned) {
        file.complete()?;
    }
    let kept = kept.filter(|_| trained.learned).map(String::from_utf8).transpose();
    let kept = kept.map_err(|error| Failure::Bug(format!("a trainer wrote no text: {error}")))?;
    match output.is_json() {
        true => {
            let seed = args.options.seed;
            let data = TrainResult::new(&args.family, args.order, seed, &trained, kept);
            output.answer("", data)?;
        }
        false => output.write(kept.filter(|_| !written).unwrap_or_default().as_bytes())?,
    }
    output.remark(&trained.words);
    Ok(match (trained.learned, trained.halt) {
        // A time limit ends training normally: the weights learned so far are the result.
        (true, None | Some(Halt::Time)) => SUCCESS,
        _ => STOPPED,
    })
}

/// Takes the text of what was learned. It goes to the file, if there is one. For the answer it is kept in
/// memory; beside a file only for machines, and no more than other texts may have.
struct TrainedText {
    file: Option<AtomicFile>,
    kept: Option<Vec<u8>>,
    json: bool,
}

impl Write for TrainedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.as_mut().map_or(Ok(bytes.len()), |file| file.write(bytes))?;
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(&bytes[..count]);
            let most = if self.json { MAX_TEXT } else { 0 };
            if self.file.is_some() && kept.len() as u64 > most {
                self.kept = None;
            }
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}
