//! `sixfold records`: lists the project's best results, or verifies them all.
//!
//! A record is a puzzle with its solution in `records/<family>/<name>.txt`. Comment lines in
//! front say what is claimed and how it was made: `# claim:`, `# command:`, `# date:`,
//! `# version:`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sixfold_puzzle::Verdict;
use sixfold_solver::Registry;

use crate::args::Records;
use crate::failure::{Failure, Source};
use crate::output::{Exit, NEGATIVE, Output, SUCCESS, merge, objective};
use crate::verbs::{check, list};

/// The comments that every record must have.
const FIELDS: [&str; 4] = ["claim", "command", "date", "version"];

struct Record {
    name: String,
    source: Source,
}

impl Record {
    /// The value of a comment field.
    fn field(&self, name: &str) -> Option<&str> {
        let comments = self.source.text.lines().map_while(|line| line.strip_prefix('#'));
        let mut fields = comments.filter_map(|comment| comment.split_once(':'));
        fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
    }

    /// Runs the verifier.
    fn verdict(&self, registry: Registry) -> Result<Verdict, Failure> {
        let fail = |error| Failure::text(self.source.clone(), error);
        let rules = registry.family_of(&self.source.text).map_err(fail)?.rules;
        rules.check(&self.source.text).map_err(fail)
    }

    /// The first problem of the record, if any.
    fn problem(&self, registry: Registry) -> Result<Option<String>, Failure> {
        if let Some(missing) = FIELDS.iter().find(|field| self.field(field).is_none()) {
            return Ok(Some(format!("the comment `# {missing}:` is missing")));
        }
        let family = self.name.split('/').next().unwrap_or_default();
        let fail = |error| Failure::text(self.source.clone(), error);
        let rules = registry.family_of(&self.source.text).map_err(fail)?.rules;
        if rules.name() != family {
            return Ok(Some(format!("it is not a puzzle of the family {family}")));
        }
        let verdict = self.verdict(registry)?;
        Ok((!verdict.solved()).then(|| check::describe(&verdict).trim_end().replace('\n', "; ")))
    }
}

pub(crate) fn run(args: &Records, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let verify = args.what.as_deref() == Some("verify");
    let family = args.what.as_deref().filter(|_| !verify);
    if let Some(name) = family {
        list::named(output.world().registry, name)?;
    }
    let records = collect(Path::new(&args.folder), family)?;
    output.begin("records", json!({ "folder": args.folder }))?;
    if verify { verify_all(&records, output) } else { list_all(&records, output) }
}

fn verify_all(records: &[Record], output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let mut broken = 0;
    for record in records {
        let problem = match record.problem(output.world().registry) {
            Ok(problem) => problem,
            Err(failure) => Some(failure.message()),
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
            Err(failure) => {
                let (name, problem) = (&record.name, failure.message());
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

/// The records under a folder, by family and name.
fn collect(folder: &Path, family: Option<&str>) -> Result<Vec<Record>, Failure> {
    let mut records = Vec::new();
    for group in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        let group_name = file_name(&group);
        if family.is_some_and(|family| family != group_name) {
            continue;
        }
        for path in entries(&group)? {
            let stem = file_name(&path);
            let Some(stem) = stem.strip_suffix(".txt") else { continue };
            let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, &error))?;
            let source = Source { name: path.display().to_string(), text };
            records.push(Record { name: format!("{group_name}/{stem}"), source });
        }
    }
    Ok(records)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let read = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let paths: Result<Vec<PathBuf>, _> =
        read.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(|error| unreadable(folder, &error))?;
    let number =
        |path: &PathBuf| path.file_stem().and_then(|stem| stem.to_str()?.parse::<u32>().ok());
    paths.sort_by_key(|path| (number(path).unwrap_or(u32::MAX), path.clone()));
    Ok(paths)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::with_help(
        format!("`{}` cannot be read: {error}", path.display()),
        "--folder FOLDER says where the records are",
    )
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
