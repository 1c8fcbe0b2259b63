//! Lines and requests come back as they were written, whatever they hold.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sixfold_puzzle::{View, puzzles};
use sixfold_solver::job::{JobEvent, JobProgress};
use sixfold_solver::{
    MakeRequest, REGISTRY, Request, Run, SweepRequest, Tally, count, hint, make, solve, sweep,
};
use sixfold_wire::{
    Begin, BenchResult, CheckResult, CountResult, Decimal, DrawnFile, DrawnPicture, End, Failure,
    Family, FolderResult, HintResult, Improved, Lemma, LemmaHolds, LemmaList, LemmaNotShown, Line,
    MakeResult, Named, Objective, Progress, ProofHolds, ProofNotFollowed, RecordResult,
    RecordTotal, RecordVerified, RunProblem, RunRemoved, RunResult, Scene, ScoreResult, ScoreTotal,
    SolveResult, SweepResult, TextResult, TourResult, TrainResult, TransformResult, Unit, Verb,
};

/// Writes and reads a value; panics if it changes.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    let back: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&back, value, "{text}");
    assert_eq!(serde_json::to_string(&back).unwrap(), text);
}

fn request(text: &str) -> Request<'_> {
    Request { text, engine: None, prove: false, settings: &[] }
}

fn board(name: &str) -> String {
    let (family, rest) = name.split_once('/').unwrap();
    match rest.split_once('/') {
        None => REGISTRY.named(family).unwrap().rules.preset(rest).unwrap(),
        Some((folder, file)) => puzzles::text(family, folder, file).unwrap().to_owned(),
    }
}

fn solved(name: &str) -> SolveResult {
    let report = solve(REGISTRY, &request(&board(name)), &Run::unlimited()).unwrap();
    SolveResult::from(&report)
}

#[test]
fn results_of_sessions_come_back() {
    let run = Run::unlimited();
    for name in ["magic/3", "neighbors/3", "hexiom/02", "magic/impossible/no-integer-sum"] {
        round_trip(&Line::from(solved(name)));
        let counted = count(REGISTRY, &request(&board(name)), &Tally::default(), &run).unwrap();
        round_trip(&Line::from(CountResult::from(&counted)));
    }
    let hinted = hint(REGISTRY, &request(&board("hexiom/02")), &run).unwrap();
    round_trip(&Line::from(HintResult::from(&hinted)));
    let hexiom = REGISTRY.named("hexiom").unwrap();
    let asked = MakeRequest { family: hexiom, order: 3, unique: true, engine: None, settings: &[] };
    let made = MakeResult::new(&make(REGISTRY, &asked, &run).unwrap(), 1);
    assert!(made.text.is_some());
    round_trip(&Line::from(made));
    let settings = [("start".to_owned(), "-3..2".to_owned())];
    let magic = REGISTRY.named("magic").unwrap();
    let asked = SweepRequest { family: magic, order: 3, engine: None, settings: &settings };
    let swept = sweep(REGISTRY, &asked, &run).unwrap();
    assert_eq!(swept.rows.len(), 6);
    swept.rows.iter().for_each(|row| round_trip(&Line::from(SweepResult::new(&swept, row))));
}

#[test]
fn verdicts_families_and_scenes_come_back() {
    for &family in REGISTRY.families() {
        round_trip(&Line::from(Family::from(family)));
        let name = family.name();
        let boards = ["good", "bad"]
            .map(|folder| puzzles::names(name, folder).into_iter().map(move |it| (folder, it)));
        for (folder, board) in boards.into_iter().flatten() {
            let text = puzzles::text(name, folder, &board).unwrap();
            let verdict = family.rules.check(text).unwrap();
            round_trip(&Line::from(CheckResult::new(name, &verdict)));
            if let Some(objective) = &verdict.objective {
                round_trip(&Objective::from(objective));
            }
            let scene = Scene::from(&family.rules.scene(text, View::default()).unwrap());
            assert!(!scene.marks.is_empty());
            round_trip(&scene);
        }
        for view in family.rules.about().views {
            let text = puzzles::names(name, "good").pop().unwrap();
            let text = puzzles::text(name, "good", &text).unwrap();
            let view = View { step: None, name: Some(view.word) };
            round_trip(&Scene::from(&family.rules.scene(text, view).unwrap()));
        }
    }
}

#[test]
fn small_results_come_back_as_the_form_that_they_were() {
    let lemma = REGISTRY.families().iter().flat_map(|family| family.lemmas).next().unwrap();
    let radii = 3..=4;
    let shown = sixfold_solver::Shown { cases: 2, steps: 70 };
    let problem = sixfold_solver::LemmaError::Failed("it does not hold".to_owned());
    let text = || "text\n".to_owned();
    let unit = Unit {
        unit: "0=9".to_owned(),
        count: Decimal::from(12),
        counters: Named(vec![("nodes".to_owned(), Decimal::from(3))]),
    };
    let run = RunResult {
        run: "magic-3-1".to_owned(),
        working: false,
        family: "magic".to_owned(),
        verb: "count".to_owned(),
        engine: "exact".to_owned(),
        seed: u64::MAX,
        version: text(),
        preset: None,
        when: None,
        seconds: 0.1,
        progress: text(),
        damaged: vec![text()],
        instance: Some(text()),
        work: Some(text()),
        units: Some(7),
        finished: Some(vec![unit]),
        state: None,
    };
    let record =
        sixfold_puzzle::verify(&board("magic/3"), "? ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n");
    let (name, path) = (text(), text());
    let lines: Vec<Line> = vec![
        LemmaList { lemmas: vec![Lemma::from(lemma)] }.into(),
        LemmaHolds::new(lemma, &radii, shown).into(),
        LemmaNotShown::new(lemma, &radii, &problem).into(),
        ProofHolds {
            ok: true,
            claim: sixfold_wire::Claim::Certified,
            scope: sixfold_wire::Scope::Restricted(vec!["ring=4".to_owned()]),
            bound: Some(i128::MIN),
            steps: 9,
            reasons: vec![],
            known: vec![text()],
        }
        .into(),
        ProofNotFollowed::refused("wrong").into(),
        ProofNotFollowed::stopped().into(),
        run.into(),
        RunProblem { run: name.clone(), working: true, problem: text() }.into(),
        RunRemoved { run: name.clone(), removed: true }.into(),
        RecordTotal::new("magic", &[record.clone().unwrap()]).into(),
        RecordResult::new("magic/3", &record.unwrap(), |_| None).into(),
        RecordVerified::new("magic/3", None).into(),
        ScoreResult {
            name: name.clone(),
            best_record: text(),
            objective: 28,
            best: 27,
            part: Some(27.0 / 28.0),
        }
        .into(),
        ScoreTotal { family: text(), puzzles: 1, of: Some(25), total: None }.into(),
        RecordVerified::new("magic/3", Some(text())).into(),
        TourResult { family: text(), board: text(), ok: true, result: text() }.into(),
        TrainResult {
            family: text(),
            order: 3,
            seed: 1,
            text: None,
            figures: Named(vec![("error".to_owned(), None), ("moves".to_owned(), Some(1.0))]),
            words: text(),
        }
        .into(),
        DrawnFile { path: path.clone(), bytes: 17 }.into(),
        DrawnPicture { picture: text(), scene: None }.into(),
        TransformResult { family: text(), text: text() }.into(),
        TextResult { path: None, text: text() }.into(),
        TextResult { path: Some(path.clone()), text: text() }.into(),
        FolderResult { path }.into(),
    ];
    lines.iter().for_each(round_trip);
}

/// Infinite numbers are null, as JSON has no others.
#[test]
fn what_was_not_measured_is_null() {
    let row = BenchResult::measured(&[1.0, f64::INFINITY, f64::INFINITY]);
    assert_eq!((row.value, row.spread), (None, [Some(1.0), None]));
    let line = Line::from(BenchResult { unit: "MiB".to_owned(), ..row });
    assert!(line.to_string().contains(r#""value":null,"unit":"MiB","runs":3,"spread":[1.0,null]"#));
    round_trip(&line);
}

/// Such a number came back with another last digit, in one of a few runs.
#[test]
fn a_number_with_seventeen_digits_comes_back_as_it_was() {
    let row = BenchResult::measured(&[1.8325887239999998]);
    round_trip(&Line::from(BenchResult { unit: "s".to_owned(), ..row }));
}

#[test]
fn integers_of_any_size_are_numbers_and_keep_their_digits() {
    let large = SolveResult {
        objective: Some(i128::MAX),
        bound: Some(i128::MIN),
        beside: Named(vec![("sum".to_owned(), 7), ("score".to_owned(), -8)]),
        effort: Named(vec![("nodes".to_owned(), u64::MAX)]),
        ..solved("magic/3")
    };
    let line = Line::from(large);
    let text = line.to_string();
    let digits = format!(r#""objective":{},"sum":7,"score":-8,"bound":{}"#, i128::MAX, i128::MIN);
    assert!(text.contains(&digits), "{text}");
    round_trip(&line);
    round_trip(&Line::Bound(sixfold_wire::Bound { bound: i128::MIN }));
}

#[test]
fn events_keep_their_flat_counters() {
    let line = Line::event(&JobEvent::Progress(JobProgress {
        elapsed: std::time::Duration::ZERO,
        progress: sixfold_solver::Progress::of("search").done(3, 7, "units"),
        rates: Vec::new(),
    }))
    .unwrap();
    let text = r#"{"type":"progress","schema":1,"data":{"phase":"search","done":3,"total":7,"unit":"units","rates":{},"units":3,"of":7}}"#;
    assert_eq!(line.to_string(), format!("{text}\n"));
    assert_eq!(serde_json::from_str::<Line>(text).unwrap(), line);
    let whole = Progress {
        phase: "counting".to_owned(),
        done: Some(3),
        total: Some(7),
        unit: Some("units".to_owned()),
        rates: Named(vec![("nodes".to_owned(), 1.5e6)]),
        counters: Named(vec![("nodes".to_owned(), 9)]),
    };
    round_trip(&Line::Progress(whole));
    round_trip(&Line::Improved(Improved { objective: None, solution: String::new() }));
    round_trip(&Line::Improved(Improved { objective: Some(-3), solution: "1A".to_owned() }));
    assert_eq!(Line::event(&JobEvent::Started { family: "magic", engine: None }), None);
}

/// A preset that is null is not a preset that is absent.
#[test]
fn beginnings_ends_and_errors_come_back() {
    for preset in [None, Some(None), Some(Some("magic/3".to_owned()))] {
        round_trip(&Line::Begin(Begin { preset, seed: Some(1), ..Begin::of(Verb::Solve) }));
    }
    round_trip(&Line::Begin(Begin { time: Some(0.1), ..Begin::of(Verb::ProveCheck) }));
    round_trip(&Line::End(End { exit: 3 }));
    round_trip(&Line::Error(Failure::new("no")));
    let error = REGISTRY.family_of("").unwrap_err();
    let failure = Failure::session("<stdin>", &error.into());
    assert_eq!((failure.line, failure.column), (Some(1), Some(1)));
    round_trip(&Line::Error(failure));
}

#[test]
fn lines_that_are_none_are_refused() {
    for (line, problem) in [
        (r#"{"type":"end","schema":2,"data":{"exit":0}}"#, "the schema is 2; expected 1"),
        (r#"{"type":"end","schema":1,"data":{}}"#, "missing field `exit`"),
        (r#"{"type":"fin","schema":1,"data":{}}"#, "unknown variant `fin`"),
        (r#"{"schema":1,"data":{}}"#, "missing field `type`"),
        (r#"{"type":"result","schema":1,"data":{"x":1}}"#, "it has the fields of no result"),
        (
            r#"{"type":"progress","schema":1,"data":{"phase":"x","rates":{},"nodes":-1}}"#,
            "nodes is -1; expected a natural",
        ),
    ] {
        let error = serde_json::from_str::<Line>(line).unwrap_err().to_string();
        assert!(error.contains(problem), "{line}: {error}");
    }
}
