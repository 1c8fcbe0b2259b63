//! Every verb with `--json`: each line has exactly the fields of its type in the crate `wire`, and fits the schema.
//!
//! A line is read as a [`Line`] and written again. A field that the types do not know would be lost on the way, and one
//! that is null in the place of absent would appear, so the two texts are compared.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde_json::Value;
use sixfold::{Terminal, World};
use sixfold_puzzle::families;
use sixfold_solver::{
    Answer, Counted, Engine, EngineRow, Event, Halt, Power, Progress, REGISTRY, Registration,
    Registry, Request, Role, Run, SweepRequest, Tally, count, hint, solve, sweep,
};
use sixfold_wire::{
    Begin, CheckResult, CountResult, Family, HintResult, Line, ResultData, SolveResult,
    SweepResult, Verb, schema,
};

use crate::command_line::json;
use crate::common::{Outcome, sixfold, sixfold_in, sixfold_stopped, sixfold_with};
use crate::fake::{FakeEngine, FakeTask, everywhere};
use crate::schema_check::SchemaCheck;

/// Reports everything that there is to report, and is interrupted.
static REPORTER: FakeEngine = FakeEngine {
    row: EngineRow {
        name: "reporter",
        description: "reports everything",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    powers: &[Power::Finds, Power::Counts],
    solve: |task| {
        report(task, "one line\n");
        Answer { halt: Some(Halt::Interrupted), ..Answer::default() }
    },
    count: |task| {
        report(task, LEDGER);
        Counted { count: 3, halt: Some(Halt::Interrupted), ..Counted::default() }
    },
};
static REPORTERS: &[&dyn Engine] = &[&REPORTER];

/// A state of work in units.
const LEDGER: &str = "1 of 2 units finished, 3 solutions\nwork test 1\nunits 2 0000000000000000\n\
                      counters nodes\nunit 0 0=9 3 17\n";

fn report(task: &FakeTask<'_>, state: &str) {
    task.run.emit(&Progress::of("search").counted("nodes", 17).into());
    task.run.emit(&Event::Bound(i128::MIN));
    task.run.save_state(state).unwrap();
}

/// A temporary folder for files and runs.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    /// Runs a verb with the real engines.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Outcome {
        sixfold_in(None, REGISTRY, &[arguments, &["--json"]].concat(), input)
    }

    /// Runs a verb with the engine that is always interrupted.
    fn interrupted(&self, arguments: &[&str]) -> Outcome {
        let runs = Some(PathBuf::from(self.file("runs")));
        sixfold_in(runs, everywhere(REPORTERS), &[arguments, &["--json"]].concat(), "")
    }
}

/// The name of the form of a result.
fn form(result: &ResultData) -> String {
    format!("{result:?}").split('(').next().unwrap().to_owned()
}

/// Reads all lines of a run; panics if one is not as its type says. Returns the forms of its results.
fn forms(outcome: &Outcome) -> Vec<String> {
    let document = schema().to_value();
    let check = SchemaCheck { document: &document };
    let mut forms = Vec::new();
    for text in outcome.stdout.lines() {
        let line: Line = serde_json::from_str(text).unwrap_or_else(|it| panic!("{text}: {it}"));
        let written = serde_json::to_value(&line).unwrap();
        check.fits("Line", &written).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        // As texts: the order of fields and the digits of numbers count, too.
        assert_eq!(written.to_string(), text);
        if let Line::Result(result) = &line {
            forms.push(form(result));
        }
    }
    let last = outcome.stdout.lines().last().expect("there is a last line");
    let ended = serde_json::from_str::<Line>(last).unwrap();
    assert!(matches!(ended, Line::End(_) | Line::Error(_)), "{last}");
    forms
}

/// Asserts that a run has results of one form only.
fn assert_form(outcome: &Outcome, wanted: &str) {
    let forms = forms(outcome);
    assert!(!forms.is_empty() && forms.iter().all(|form| form == wanted), "{forms:?}: {outcome:?}");
}

#[test]
fn verbs_that_search() {
    let place = Place::new();
    let (proof, campaign) = (place.file("proof.lrat"), place.file("campaign"));
    for (form, arguments) in [
        ("Solve", &["solve", "magic/3"][..]),
        ("Solve", &["solve", "neighbors/4", "--threads", "1"]),
        ("Solve", &["solve", "neighbors/3", "--engine", "sat", "--set", "levels=1..2"]),
        ("Solve", &["solve", "neighbors/3", "--proof", &proof]),
        ("ProofHolds", &["prove-check", "neighbors/3", &proof]),
        ("ProofNotFollowed", &["prove-check", "neighbors/4", &proof]),
        ("Solve", &["solve", "magic/impossible/no-integer-sum"]),
        ("Solve", &["solve", "magic/3", "--engine", "exact", "--set", "unit=0=1"]),
        ("Solve", &["solve", "neighbors/good/3", "--threads", "1"]),
        ("Count", &["count", "hexiom/02"]),
        ("Count", &["count", "magic/3", "--up-to-symmetry"]),
        ("Count", &["count", "magic/impossible/no-integer-sum"]),
        ("Count", &["count", "fences/example"]),
        ("EnumerateSummary", &["enumerate", "magic/3", "--limit", "0"]),
        ("EnumerateSummary", &["enumerate", "hexiom/impossible/odd-sum"]),
        ("Sweep", &["sweep", "magic", "--order", "3", "--set", "start=-3..2"]),
        ("Make", &["make", "hexiom", "--order", "3", "--unique"]),
        ("Make", &["make", "balto", "--order", "3"]),
        ("Hint", &["hint", "hexiom/08"]),
        ("Hint", &["hint", "magic/good/3"]),
        ("Hint", &["hint", "hexiom/bad/count"]),
        ("LemmaList", &["lemma"]),
        ("LemmaHolds", &["lemma", "neighbors-code", "--proof", &proof]),
        ("LemmaNotShown", &["lemma", "neighbors-axis", "--check", &proof]),
        (
            "CampaignSplit",
            &["campaign", "split", "magic/3", "--verb", "count", "--into", "2", &campaign],
        ),
        ("CampaignStatus", &["campaign", "status", &campaign]),
        ("CampaignUnit", &["campaign", "work", &campaign, "1-2"]),
        ("CampaignMerged", &["campaign", "merge", &campaign]),
        (
            "CampaignEstimate",
            &["campaign", "estimate", "magic/3", "--verb", "count", "--sample", "1"],
        ),
    ] {
        assert_form(&place.run(arguments, ""), form);
    }
    let mut listed = forms(&place.run(&["enumerate", "magic/3"], ""));
    assert_eq!(listed.pop().as_deref(), Some("EnumerateSummary"));
    assert!(listed.len() == 12 && listed.iter().all(|form| form == "Enumerate"), "{listed:?}");
    place.run(&["solve", "neighbors/3", "--proof", &proof], "");
    assert_form(
        &sixfold_stopped(&["prove-check", "neighbors/3", &proof, "--json"]),
        "ProofNotFollowed",
    );
    assert_form(&sixfold_stopped(&["solve", "magic/5", "--json"]), "Solve");
    assert_form(&sixfold_stopped(&["hint", "hexiom/08", "--json"]), "Hint");
}

#[test]
fn verbs_about_boards_and_texts() {
    let place = Place::new();
    let (picture, text) = (place.file("x.svg"), place.file("x.txt"));
    let (folder, man) = (place.file("all"), place.file("man"));
    for (form, arguments) in [
        ("Check", &["check", "neighbors/good/4"][..]),
        ("Check", &["check", "hexiom/bad/count"]),
        ("Check", &["check", "magic/3"]),
        ("DrawnPicture", &["draw", "hexiom/02"]),
        ("DrawnFile", &["draw", "hexiom/02", "-o", &picture]),
        ("Transform", &["transform", "neighbors/good/3", "--reflect"]),
        ("List", &["list"]),
        ("List", &["list", "magic"]),
        ("Text", &["export", "balto/3", "balto/4", "--format", "rows"]),
        ("Text", &["export", "balto/3", "balto/4", "--format", "rows", "-o", &text]),
        ("Text", &["import", &text, "--pick", "1"]),
        ("Text", &["completions", "bash"]),
        ("Text", &["man"]),
        ("Folder", &["man", "-o", &man]),
        ("Text", &["--help"]),
        ("Text", &["--version"]),
    ] {
        assert_form(&place.run(arguments, ""), form);
    }
    let rows = fs::read_to_string(&text).unwrap();
    assert_form(&place.run(&["import", "-", "-o", &folder], &rows), "Text");
    for (arguments, input) in [
        (&["check", "magic/99"][..], ""),
        (&["check", "-"], "magic 3\n? ?\n"),
        (&["solve", "magic/3", "--engine", "no-such"], ""),
        (&["fly"], ""),
        (&[], ""),
    ] {
        let outcome = place.run(arguments, input);
        assert_eq!((outcome.code, forms(&outcome)), (2, Vec::new()), "{arguments:?}");
    }
}

#[test]
fn runs_and_the_events_of_engines() {
    let place = Place::new();
    for verb in ["solve", "count"] {
        let outcome = place.interrupted(&[verb, "neighbors/3"]);
        assert_eq!(outcome.code, 3);
        forms(&outcome);
        let lines = json(&outcome);
        let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
        for kind in ["progress", "bound"] {
            assert!(kinds.contains(&kind), "{kinds:?}");
        }
        let run = lines[lines.len() - 2]["data"]["run"].as_str().unwrap().to_owned();
        assert_form(&place.interrupted(&["runs"]), "Run");
        let shown = place.interrupted(&["runs", &run]);
        assert_form(&shown, "Run");
        assert_eq!(shown.stdout.contains(r#""finished":[{"unit":"0=9","#), verb == "count");
        fs::write(place.file(&format!("runs/{run}/checkpoint-1")), "torn").unwrap();
        assert_form(&place.interrupted(&["runs", &run]), "RunProblem");
        assert_form(&place.interrupted(&["runs", "--remove", &run]), "RunRemoved");
    }
    place.interrupted(&["count", "neighbors/3"]);
    assert_form(&place.interrupted(&["resume"]), "Count");
    assert_form(&place.interrupted(&["runs", "--remove", "all"]), "RunRemoved");
    assert!(forms(&place.interrupted(&["runs"])).is_empty());
}

/// Records the bytes of each flush.
#[derive(Default)]
struct FlushLog {
    waiting: String,
    seen: Vec<String>,
}

impl Write for FlushLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting += &String::from_utf8_lossy(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.seen.push(std::mem::take(&mut self.waiting));
        Ok(())
    }
}

/// Lines used to wait in a buffer until the end of the run.
#[test]
fn each_event_is_flushed_at_once() {
    let mut reader = FlushLog::default();
    let mut world = World {
        stdin: &mut io::empty(),
        stdout: &mut reader,
        stderr: &mut io::sink(),
        terminal: Terminal::default(),
        registry: everywhere(REPORTERS),
        runs: None,
        stop: &AtomicBool::new(false),
        idle: &AtomicBool::new(true),
    };
    let words = ["sixfold", "solve", "neighbors/3", "--json"].map(OsString::from);
    assert_eq!(sixfold::run(words, &mut world), 3);
    let kinds = |text: &String| -> Vec<&'static str> {
        text.lines().map(|line| line.parse::<Line>().unwrap().kind()).collect()
    };
    let seen: Vec<Vec<&str>> = reader.seen.iter().map(kinds).collect();
    assert_eq!(seen, [vec!["begin", "progress"], vec!["bound"], vec!["result", "end"]]);
    assert_eq!(reader.waiting, "");
}

#[test]
fn verbs_that_measure_learn_and_show() {
    let place = Place::new();
    let own = place.file("records");
    fs::create_dir_all(format!("{own}/magic")).unwrap();
    fs::write(format!("{own}/magic/3.txt"), "magic 3\n? ?\n").unwrap();
    let small =
        ["--rounds", "1", "--set", "samples=1000", "--set", "trials=2", "--set", "width=50"];
    let train = [&["train", "balto", "--order", "3"], &small[..]].concat();
    let limits = ["bench", "limits", "--here", "--case", "hexiom/one/sat/solve", "--time", "100ms"];
    for (form, arguments) in [
        ("Record", &["records", "hexiom"][..]),
        ("Record", &["records", "neighbors"]),
        ("RecordTotal", &["records", "neighbors", "--total"]),
        ("Text", &["blank", "magic", "9", "start=-100"]),
        ("RecordVerified", &["records", "--folder", &own]),
        ("RecordVerified", &["records", "verify", "--folder", &own]),
        ("Train", &train),
        ("Bench", &["bench", "hexiom", "--case", "level-40", "--only", "--seeds", "1"]),
        ("Bench", &limits),
    ] {
        assert_form(&place.run(arguments, ""), form);
    }
    static ONE: &[&Registration] = &[&Registration::of(families::MAGIC)];
    let tour = ["tour", "-o", &place.file("tour"), "--json"];
    assert_form(&sixfold_with(Registry::new(ONE), &tour, ""), "Tour");
    let scored = place.run(&["score", "balto/good/3", "records/neighbors/03"], "");
    assert_eq!(forms(&scored), ["Score", "Score", "ScoreTotal", "ScoreTotal"]);
}

/// The results in a program's output, without their times.
fn printed(arguments: &[&str]) -> Vec<Value> {
    let lines = json(&sixfold(&[arguments, &["--json", "--threads", "1"]].concat(), ""));
    let results = lines.into_iter().filter(|line| line["type"] == "result");
    results.map(|line| timeless(line["data"].clone())).collect()
}

fn timeless(mut data: Value) -> Value {
    if data.get("seconds").is_some() {
        data["seconds"] = 0.into();
    }
    data
}

fn built(result: impl Into<ResultData>) -> Value {
    timeless(serde_json::to_value(result.into()).unwrap())
}

fn board(name: &str) -> String {
    let (family, preset) = name.split_once('/').unwrap();
    REGISTRY.named(family).unwrap().rules.preset(preset).unwrap()
}

#[test]
fn results_built_from_the_library_are_those_that_the_program_prints() {
    let run = Run::unlimited();
    for name in ["magic/3", "neighbors/3", "hexiom/02", "fences/example"] {
        let text = board(name);
        let request = Request { text: &text, engine: None, prove: false, settings: &[] };
        let preset = Some(name.to_owned());
        let report = solve(REGISTRY, &request, &run).unwrap();
        let result = SolveResult { preset: preset.clone(), ..SolveResult::from(&report) };
        assert_eq!(printed(&["solve", name]), [built(result)]);
        if let Ok(report) = count(REGISTRY, &request, &Tally::default(), &run) {
            let result = CountResult { preset: preset.clone(), ..CountResult::from(&report) };
            assert_eq!(printed(&["count", name]), [built(result)]);
        }
        if let Ok(report) = hint(REGISTRY, &request, &run) {
            let result = HintResult { preset, ..HintResult::from(&report) };
            assert_eq!(printed(&["hint", name]), [built(result)]);
        }
    }
    let settings = [("start".to_owned(), "-3..2".to_owned())];
    let family = REGISTRY.named("magic").unwrap();
    let request = SweepRequest { family, order: 3, engine: None, settings: &settings };
    let report = sweep(REGISTRY, &request, &run).unwrap();
    let rows: Vec<Value> =
        report.rows.iter().map(|row| built(SweepResult::new(&report, row))).collect();
    assert_eq!(printed(&["sweep", "magic", "--order", "3", "--set", "start=-3..2"]), rows);
}

#[test]
fn verdicts_and_tables_built_from_the_library_are_those_that_the_program_prints() {
    for &family in REGISTRY.families() {
        let name = family.name();
        let listed = json(&sixfold(&["list", name, "--json"], ""));
        assert_eq!(listed[1]["data"], built(Family::from(family)));
        for folder in ["good", "bad"] {
            for file in sixfold_puzzle::puzzles::names(name, folder) {
                let text = sixfold_puzzle::puzzles::text(name, folder, &file).unwrap();
                let result = CheckResult::new(name, &family.rules.check(text).unwrap());
                let lines =
                    json(&sixfold(&["check", &format!("{name}/{folder}/{file}"), "--json"], ""));
                assert_eq!(lines[1]["data"], built(result), "{name}/{folder}/{file}");
            }
        }
    }
}

#[test]
fn a_beginning_has_the_version_of_the_program() {
    let lines = json(&sixfold(&["list", "magic", "--json"], ""));
    let begin = serde_json::to_value(Line::Begin(Begin::of(Verb::List))).unwrap();
    assert_eq!(lines[0], begin);
}
