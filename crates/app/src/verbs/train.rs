//! `sixfold train`: learns what guides a search heuristic, such as weights from random boards.
//!
//! What is learned guides a search; it never changes what an answer claims.

use sixfold_host::TextSink;
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
    let mut text = TextSink::open(path, if output.is_json() { MAX_TEXT } else { 0 })?;
    output.begin(args.options.begin_order(Verb::Train, args.order))?;
    let request =
        TrainRequest { family, order: args.order.into(), rounds: args.rounds, settings: &settings };
    let setup = RunSetup::transient(&args.options);
    let (trained, _) = run_session(&setup, output, |_, run| train(&request, run, &mut text))?;
    let trained = trained.map_err(|error| Failure::without_text(&args.family, error))?;
    let text = text.finish(trained.learned)?;
    let shown = text.clone().unwrap_or_default();
    let data = TrainResult::new(&args.family, args.order, args.options.seed, &trained, text);
    output.answer(&shown, data)?;
    output.remark(&trained.words);
    Ok(match (trained.learned, trained.halt) {
        // A time limit ends training normally: the weights learned so far are the result.
        (true, None | Some(Halt::Time)) => SUCCESS,
        _ => STOPPED,
    })
}
