//! `sixfold records`: lists the project's best results, or verifies them all.

use std::path::Path;

use serde_json::{Value, json};
use sixfold_host::HostError;
use sixfold_host::records::{FIELDS, Record, collect};

use crate::args::Records;
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, SUCCESS, merge, objective};
use crate::verbs::list;

pub(crate) fn run(args: &Records, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let verify = args.what.as_deref() == Some("verify");
    let family = args.what.as_deref().filter(|_| !verify);
    if let Some(name) = family {
        list::named(output.world().registry, name)?;
    }
    let records = collect(Path::new(&args.folder), family).map_err(unreadable)?;
    output.begin("records", json!({ "folder": args.folder }))?;
    if verify { verify_all(&records, output) } else { list_all(&records, output) }
}

fn unreadable(error: HostError) -> Failure {
    Failure::with_help(error.to_string(), "--folder FOLDER says where the records are")
}

fn verify_all(records: &[Record], output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let mut broken = 0;
    for record in records {
        let problem = match record.problem(output.world().registry) {
            Ok(problem) => problem,
            Err(error) => Some(error.to_string()),
        };
        let text = match &problem {
            None => format!("ok: {}\n", record.name),
            Some(problem) => format!("broken: {}: {problem}\n", record.name),
        };
        broken += usize::from(problem.is_some());
        let ok = problem.is_none();
        output.answer(&text, json!({ "record": record.name, "ok": ok, "problem": problem }))?;
    }
    output.remark(&format!("{} records, {broken} broken", records.len()));
    Ok(if broken == 0 { SUCCESS } else { NEGATIVE })
}

fn list_all(records: &[Record], output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    for record in records {
        let verdict = match record.verdict(output.world().registry) {
            Ok(verdict) => verdict,
            Err(error) => {
                let (name, problem) = (&record.name, error.to_string());
                let data = json!({ "record": name, "ok": false, "problem": problem });
                output.answer(&format!("{name:16} BROKEN: {problem}\n"), data)?;
                continue;
            }
        };
        let number = verdict.objective.as_ref();
        let number = number.map(|found| format!("{} {}", found.name, found.value));
        let plain = if verdict.solved() { "solved" } else { "BROKEN" };
        let field = |name| record.field(name).unwrap_or("?");
        let text = format!(
            "{:16} {:14} {:10} {}  {}\n",
            record.name,
            number.unwrap_or_else(|| plain.to_owned()),
            field("claim"),
            field("date"),
            field("command"),
        );
        let mut data = json!({ "record": record.name, "ok": verdict.solved() });
        let fields = FIELDS.map(|name| (name.to_owned(), json!(record.field(name))));
        merge(&mut data, Value::Object(fields.into_iter().collect()));
        merge(&mut data, objective(verdict.objective.as_ref()));
        output.answer(&text, data)?;
    }
    Ok(SUCCESS)
}
