//! `sixfold sweep`: counts the solutions of the blank board for each value of a setting.

use sixfold_solver::{SweepRequest, sweep};
use sixfold_wire::{SweepResult, Verb};

use crate::args::Sweep;
use crate::engine_run::{RunSetup, run_session};
use crate::failure::Failure;
use crate::output::{Exit, Output, STOPPED, SUCCESS};
use crate::verbs::list::named;

pub(crate) fn run(args: &Sweep, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let family = named(output.world().registry, &args.family)?;
    output.begin(args.options.begin_order(Verb::Sweep, args.order))?;
    let request = SweepRequest {
        family,
        order: args.order.into(),
        engine: args.options.engine.as_deref(),
        settings: &args.options.settings,
    };
    let setup = RunSetup::transient(&args.options);
    let (report, _) = run_session(&setup, output, |registry, run| sweep(registry, &request, run))?;
    let report = report.map_err(|error| Failure::without_text(&args.family, error))?;
    if output.is_json() {
        let mut rows = report.rows.iter();
        rows.try_for_each(|row| output.answer("", SweepResult::new(&report, row)))?;
    } else {
        output.text(report.table())?;
    }
    output.remark(&report.words());
    Ok(if report.decided() == report.asked { SUCCESS } else { STOPPED })
}
