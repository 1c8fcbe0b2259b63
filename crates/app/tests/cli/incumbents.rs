//! A solution in the input file is the first incumbent; no answer is worse.

use std::fs;
use std::path::Path;

use sixfold_puzzle::{families, join, puzzles};
use sixfold_solver::{Answer, Counted, Engine, EngineRow, Power, REGISTRY, Role};

use crate::command_line::json;
use crate::common::{Outcome, sixfold, sixfold_with};
use crate::fake::{FakeEngine, FakeTask, everywhere};

/// Answers with a board of 1s: correct, and as bad as can be.
fn ones(task: &FakeTask<'_>) -> Answer {
    let rows = task.instance.lines().skip(1);
    let row = |row: &str| row.replace('?', "1") + "\n";
    Answer { witness: Some(rows.map(row).collect()), ..Answer::default() }
}

/// Answers with the incumbent.
fn given(task: &FakeTask<'_>) -> Answer {
    Answer { witness: task.incumbent.map(str::to_owned), ..Answer::default() }
}

static ONES: FakeEngine = FakeEngine {
    row: EngineRow {
        name: "ones",
        description: "fills the board with 1s",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    powers: &[Power::Finds],
    solve: ones,
    count: |_| Counted::default(),
};
static GIVEN: FakeEngine = FakeEngine {
    row: EngineRow {
        name: "given",
        description: "answers with the incumbent",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    powers: &[Power::Finds, Power::Improves],
    solve: given,
    count: |_| Counted::default(),
};
static BOTH: [&dyn Engine; 2] = [&ONES, &GIVEN];

fn run(arguments: &[&str]) -> Outcome {
    sixfold_with(everywhere(&BOTH), arguments, "")
}

/// A best board of order 3, with a comment, in a file of a folder.
fn best_board(folder: &Path) -> (String, String) {
    let text = puzzles::text("neighbors", "good", "3").unwrap();
    let text = format!("# found long ago\n{text}");
    let path = folder.join("board.txt").to_string_lossy().into_owned();
    fs::write(&path, &text).unwrap();
    (path, text)
}

fn penalty(text: &str) -> i128 {
    let verdict = families::NEIGHBORS.check(text).unwrap();
    assert!(verdict.solved(), "{text}");
    verdict.objective.unwrap().value
}

/// `solve FILE -o FILE` replaced a record of 20 by 43.
#[test]
fn an_answer_is_never_worse_than_the_solution_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, text) = best_board(folder.path());
    let best = penalty(&text);
    for engine in ["ones", "given"] {
        let solved = run(&["solve", &path, "--engine", engine]);
        assert_eq!((solved.code, penalty(&solved.stdout)), (0, best), "{solved:?}");
        let compared = solved.stderr.contains("does not start from");
        assert_eq!(compared, engine == "ones", "{}", solved.stderr);
        let claim = solved.stderr.lines().last().unwrap();
        assert_eq!(claim, format!("penalty {best}: best found"));
    }
    let data = json(&run(&["solve", &path, "--json"]));
    let result = data.iter().find(|line| line["type"] == "result").unwrap();
    assert_eq!(result["data"]["incumbent"], serde_json::json!(best));
    assert_eq!(run(&["solve", &path, "-o", &path]).code, 0);
    assert_eq!(penalty(&fs::read_to_string(&path).unwrap()), best);
    // With the solution ignored, the answer is the engine's own.
    let fresh = run(&["solve", &path, "--fresh"]);
    assert!(penalty(&fresh.stdout) > best, "{fresh:?}");
}

#[test]
fn a_better_solution_in_the_output_file_stays_unless_it_is_to_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (path, text) = best_board(folder.path());
    let stays = run(&["solve", "neighbors/3", "-o", &path]);
    assert_eq!((stays.code, &*stays.stdout), (0, ""), "{stays:?}");
    assert!(
        stays.stderr.contains("was not overwritten: its solution is better"),
        "{}",
        stays.stderr
    );
    assert!(stays.stderr.ends_with("penalty 42: best found\n"), "{}", stays.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    let data = json(&run(&["solve", "neighbors/3", "-o", &path, "--json"]));
    let result = data.iter().find(|line| line["type"] == "result").unwrap();
    assert_eq!(result["data"]["kept"], serde_json::json!(penalty(&text)));
    // A solution of another board, a broken one, or any text is no reason to stay.
    for other in ["neighbors 2\n? ?\n? ? ?\n? ?\nsolution\n1 1\n1 1 1\n1 1\n", "a letter\n"] {
        fs::write(&path, other).unwrap();
        assert_eq!(run(&["solve", "neighbors/3", "-o", &path]).code, 0);
        assert_eq!(penalty(&fs::read_to_string(&path).unwrap()), 42);
    }
    fs::write(&path, &text).unwrap();
    assert_eq!(run(&["solve", "neighbors/3", "-o", &path, "--replace"]).code, 0);
    assert_eq!(penalty(&fs::read_to_string(&path).unwrap()), 42);
}

#[test]
fn a_broken_or_partial_solution_is_named_and_not_used() {
    let instance = families::NEIGHBORS.preset("2").unwrap();
    let cases = [
        ("2 2\n2 2 2\n2 2\n", "not used: "),
        ("? 1\n1 1 1\n1 1\n", "not used: its solution is not complete"),
        ("x 1\n1 1 1\n1 1\n", "not used: it cannot be read: "),
    ];
    for (solution, wanted) in cases {
        let outcome = sixfold_with(everywhere(&BOTH), &["solve", "-"], &join(&instance, solution));
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert!(outcome.stderr.contains(wanted), "{}", outcome.stderr);
        assert_eq!(penalty(&outcome.stdout), 12);
    }
}

#[test]
fn improve_takes_the_engine_that_improves_and_needs_something_to_improve() {
    let folder = tempfile::tempdir().unwrap();
    let (path, text) = best_board(folder.path());
    let improved = run(&["improve", &path]);
    assert_eq!((improved.code, penalty(&improved.stdout)), (0, penalty(&text)));
    assert!(improved.stderr.starts_with("given starts from the given solution"), "{improved:?}");
    for (words, wanted) in [
        (["improve", "neighbors/3"], "there is no solution to improve"),
        (["improve", "hexiom/good/08"], "are equally good"),
        (["improve", "fences/good/example-8"], "are equally good"),
        (["improve", "magic/good/3"], "are equally good"),
    ] {
        let refused = sixfold(&words, "");
        assert_eq!(refused.code, 2, "{words:?} {refused:?}");
        assert!(refused.stderr.contains(wanted), "{}", refused.stderr);
    }
    assert_eq!(run(&["improve", &path, "--fresh"]).code, 2);
}

/// Every family with a goal has an engine that starts from a known solution and never answers worse.
#[test]
fn every_family_with_a_goal_improves_a_known_solution() {
    for (family, file) in [("neighbors", "8"), ("balto", "3"), ("magic", "close-3")] {
        let rules = REGISTRY.named(family).unwrap().rules;
        let known = rules.check(puzzles::text(family, "good", file).unwrap()).unwrap();
        let known = known.objective.unwrap().value;
        let board = format!("{family}/good/{file}");
        let words = ["improve", &board, "--threads", "1", "--time", "1s", "--json"];
        let outcome = sixfold(&words, "");
        assert!(matches!(outcome.code, 0 | 3), "{outcome:?}");
        let data = json(&outcome);
        let result = data.iter().find(|line| line["type"] == "result").unwrap();
        let found = result["data"]["objective"].as_i64().unwrap();
        assert!(i128::from(found) <= known, "{board}: {found} is worse than {known}");
        let improved = data.iter().filter(|line| line["type"] == "improved");
        let worse = |line: &&serde_json::Value| {
            line["data"]["objective"].as_i64().is_some_and(|value| i128::from(value) >= known)
        };
        assert_eq!(improved.filter(worse).count(), 0, "the incumbent is no improvement");
    }
}

/// The solution that a run starts from is a part of what it is.
#[test]
fn another_start_is_another_run() {
    let identity = |text: &str| {
        let request = sixfold_solver::Request { text, engine: None, prove: false, settings: &[] };
        let identity = sixfold_solver::identity(REGISTRY, &request, sixfold_solver::Aim::Solve, 1);
        identity.unwrap().unwrap()
    };
    let known = puzzles::text("neighbors", "good", "8").unwrap();
    let blank = families::NEIGHBORS.preset("8").unwrap();
    let (start, fresh) = (identity(known), identity(&blank));
    assert_ne!(start.name(), fresh.name());
    assert_eq!(start.difference(&fresh).unwrap(), "the solution that it starts from is another");
    assert_eq!(start.instance, fresh.instance);
}
