//! `sixfold bench`: runs benchmark cases over several seeds and reports medians.
//!
//! Baselines are measured in the same run, so ratios compare like with like. `--compare` adds the
//! medians of an earlier run.

use std::path::Path;
use std::sync::atomic::Ordering;

use sixfold_campaign::{CAMPAIGN_CASES, CAMPAIGNS};
use sixfold_host::bench::{
    JOBS, LIMITS, Measurement, SCALING, chosen, count_instructions, draw_pictures, groups, measure,
};
use sixfold_host::input::read_file;
use sixfold_host::{AtomicFile, HostError, machine};
use sixfold_service::{bench_cases, bench_file, bench_line, bench_table};
use sixfold_solver::benchmark::Case;
use sixfold_wire::{Begin, BenchDocument, BenchResult, Verb};

use crate::args::Bench;
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};
use crate::verbs::{limits, list};

pub(crate) fn run(args: &Bench, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    if args.family.as_deref() == Some(LIMITS) {
        return limits::run(args, output);
    }
    let registry = output.world().registry;
    let draw = |rows: &[BenchResult]| match args.pictures.as_deref().map(Path::new) {
        Some(folder) => draw_pictures(folder, registry, rows, &args.theme.theme()),
        None => Ok(()),
    };
    if let Some(saved) = args.from.as_deref().map(read_earlier).transpose()? {
        let saved = saved.of(args.family.as_deref());
        draw(&saved.rows)?;
        return output.text(bench_table(&saved, args.family.as_deref())).map(|()| SUCCESS);
    }
    let families = match args.family.as_deref() {
        None | Some(JOBS | SCALING | CAMPAIGNS) => registry.families().to_vec(),
        Some(name) => vec![list::named(registry, name)?],
    };
    let groups = groups(&families, args.family.as_deref(), &[(CAMPAIGNS, CAMPAIGN_CASES)]);
    if args.list {
        return output.text(output.fitted(&bench_cases(&groups))).map(|()| SUCCESS);
    }
    let earlier = args.compare.as_deref().map(read_earlier).transpose()?;
    let destination = args.output.as_deref().map(AtomicFile::open).transpose()?;
    let machine = machine::processor();
    let named = (Some(machine.clone()), Some(machine::commit()));
    output.begin(Begin { machine: named.0, commit: named.1, ..Begin::of(Verb::Bench) })?;
    output.remark(&format!(
        "{machine}; commit {}; one thread where the name says nothing else",
        machine::commit()
    ));
    let baselines = !args.only && !args.instructions;
    let mut rows: Vec<Measurement> = Vec::new();
    for (family, cases) in groups {
        for case in chosen(cases, &args.cases, baselines) {
            let rows_of_case = match args.instructions {
                true => Some(vec![instructions(family, case)?]),
                false => measured(family, case, args, output)?,
            };
            let Some(rows_of_case) = rows_of_case else { return Ok(STOPPED) };
            for mut row in rows_of_case {
                row.compare_with(&rows, earlier.as_ref());
                let data = BenchResult::from(&row);
                output.answer(&bench_line(&data), data)?;
                rows.push(row);
            }
        }
    }
    if rows.is_empty() {
        return Err(Failure::usage("no such benchmark case; `sixfold bench --cases` lists them"));
    }
    let results = rows.iter().map(BenchResult::from).collect();
    let document = BenchDocument { machine, commit: machine::commit(), rows: results };
    if let Some((destination, path)) = destination.zip(args.output.as_deref()) {
        destination.finish(bench_file(&document, path).as_bytes())?;
    }
    draw(&document.rows)?;
    let missed = rows.iter().filter(|row| row.kept() == Some(false)).count();
    output.remark(&format!("{} rows, {missed} beyond their target", rows.len()));
    Ok(if missed == 0 { SUCCESS } else { NEGATIVE })
}

/// Measures a case with several seeds; `None` if it was interrupted.
fn measured(
    family: &'static str,
    case: &'static Case,
    args: &Bench,
    output: &Output<'_, '_>,
) -> Result<Option<Vec<Measurement>>, Failure> {
    let world = output.world();
    world.idle.store(false, Ordering::Relaxed);
    let measured = measure(family, case, args.seeds, world.stop);
    world.idle.store(true, Ordering::Relaxed);
    Ok(measured?)
}

/// Counts the instructions of one measurement with the first seed, by running this program under
/// valgrind. The count includes the start of the program.
fn instructions(family: &'static str, case: &'static Case) -> Result<Measurement, Failure> {
    let program = std::env::current_exe();
    let program = program.map_err(|error| HostError::Instructions(error.to_string()))?;
    let arguments = ["bench", family, "--case", case.name, "--seeds", "1", "--only", "-q"];
    Ok(Measurement::instructions(family, case, count_instructions(&program, &arguments)?))
}

/// An earlier run.
fn read_earlier(path: &str) -> Result<BenchDocument, Failure> {
    let text = read_file(path)?;
    BenchDocument::parse(&text).map_err(|problem| {
        Failure::usage(format!("`{path}` is not a JSON result of `sixfold bench`: {problem}"))
    })
}
