//! `sixfold records`: lists the project's best results, or verifies them all.

use std::path::Path;

use sixfold_host::HostError;
use sixfold_host::records::{collect, judge, judge_all};
use sixfold_host::scores::Tally;
use sixfold_records::Record;
use sixfold_wire::{Begin, RecordResult, RecordTotal, RecordVerified, ScoreTotal, Verb, finite};

use crate::args::Records;
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, SUCCESS};
use crate::verbs::list;

pub(crate) fn run(args: &Records, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let verify = args.what.as_deref() == Some("verify");
    let family = args.what.as_deref().filter(|_| !verify);
    if let Some(name) = family {
        list::named(output.world().registry, name)?;
    }
    let mut records = match &args.folder {
        Some(folder) => collect(Path::new(folder)).map_err(unreadable)?,
        None => sixfold_records::all(),
    };
    records.retain(|record| record.is_one_of(family, args.names.as_ref()));
    output.begin(Begin { folder: args.folder.clone(), ..Begin::of(Verb::Records) })?;
    if args.total {
        let family = family.ok_or_else(|| Failure::usage("--total adds up one family; name it"))?;
        let total = RecordTotal::new(family, &judge_all(output.world().registry, &records)?);
        let exit = if total.broken == 0 { SUCCESS } else { NEGATIVE };
        output.answer(&format!("{}\n", total.words()), total)?;
        return Ok(exit);
    }
    if verify { verify_all(&records, output) } else { list_all(&records, output) }
}

fn unreadable(error: HostError) -> Failure {
    Failure::with_help(error.to_string(), "--folder FOLDER says where the records are")
}

fn verify_all(records: &[Record], output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let mut broken = 0;
    for record in records {
        let problem = judge(output.world().registry, record, Record::problem);
        let problem = problem.unwrap_or_else(|error| Some(error.to_string()));
        let text = match &problem {
            None => format!("ok: {}\n", record.name),
            Some(problem) => format!("broken: {}: {problem}\n", record.name),
        };
        broken += usize::from(problem.is_some());
        output.answer(&text, RecordVerified::new(&record.name, problem))?;
    }
    output.remark(&format!("{} records, {broken} broken", records.len()));
    Ok(if broken == 0 { SUCCESS } else { NEGATIVE })
}

fn list_all(records: &[Record], output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let mut tally = Tally::default();
    for record in records {
        let verdict = match judge(output.world().registry, record, Record::verdict) {
            Ok(verdict) => verdict,
            Err(error) => {
                let (name, problem) = (&record.name, error.to_string());
                let text = format!("{name:16} BROKEN: {problem}\n");
                output.answer(&text, RecordVerified::new(name, Some(problem)))?;
                continue;
            }
        };
        let number = verdict.objective.as_ref();
        let number = number.map(|found| format!("{} {}", found.name, found.value));
        let plain = if verdict.solved() { "solved" } else { "BROKEN" };
        let field = |name| record.field(name).unwrap_or("?");
        let part = tally.record(output.world().registry, record, &verdict);
        let part = part.map_or(String::new(), |part| format!("{part:.4}"));
        let text = format!(
            "{:16} {:14} {part:6} {:10} {}  {}\n",
            record.name,
            number.unwrap_or_else(|| plain.to_owned()),
            field("claim"),
            field("date"),
            field("command"),
        );
        let field = |name: &str| record.field(name);
        output.answer(&text, RecordResult::new(&record.name, &verdict, field))?;
    }
    for (family, puzzles, of, total) in tally.totals() {
        let total = ScoreTotal { family, puzzles, of, total: finite(total) };
        output.remark(&format!("against the best known, {}", total.words()));
    }
    Ok(SUCCESS)
}
