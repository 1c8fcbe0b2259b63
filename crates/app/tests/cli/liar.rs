//! A lying engine: the program never prints a wrong solution.
//!
//! A false "none" without a proof cannot be detected; certificates exist for that.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::common::sixfold_with;
use crate::fake::{FakeEngine, FakeTask, everywhere};
use sixfold_puzzle::{families, puzzles, verify};
use sixfold_solver::{
    Answer, Counted, Engine, EngineRow, Event, Halt, OptionKind, OptionRow, Options,
    PartialWitness, Power, Refutation, Request, Role, Run, SessionError, solve,
};

/// Which lie comes next.
static LIE: AtomicUsize = AtomicUsize::new(0);

static LIAR: FakeEngine = FakeEngine {
    row: EngineRow {
        name: "liar",
        description: "says something wrong",
        role: Role::Production,
        searched: None,
        options: &[OptionRow {
            name: "part",
            meaning: "looks at a part only",
            kind: OptionKind::Integer { default: None, least: 1, most: 9 },
            restricts: true,
        }],
    },
    powers: &[Power::Finds, Power::Proves],
    solve: lie,
    count: |_| Counted::default(),
};

static LIARS: &[&dyn Engine] = &[&LIAR];

/// A solution that is correct, of the instance at hand.
fn truth(instance: &str) -> Option<String> {
    let puzzle = sixfold_puzzle::family_of(sixfold_puzzle::FAMILIES, instance).unwrap();
    let name = puzzle.about().name;
    let texts = puzzles::names(name, "good").into_iter();
    let mut texts = texts.map(|file| puzzles::text(name, "good", &file).unwrap());
    let text = texts.find(|text| puzzle.instance(text).unwrap() == instance)?;
    puzzle.solution(text).unwrap()
}

/// Options that restrict nothing, whatever is really in force.
fn whole() -> Options {
    Options::resolve("liar", &[], &[]).unwrap()
}

/// The lies about a solution that is otherwise the truth.
fn lies(task: &FakeTask<'_>) -> Vec<Answer> {
    let truth = truth(task.instance).expect("the test asks for boards with a known solution");
    let witness = |text: String| Answer { witness: Some(text), ..Answer::default() };
    let nothing = Some(Refutation::nothing(task.options.scope()));
    let mut lies = vec![
        witness(String::new()),
        witness("nonsense".to_owned()),
        witness(format!("{truth}{truth}")),
        witness(truth.lines().rev().map(|line| format!("{line}\n")).collect()),
        witness(truth.replace('1', "2")),
        witness(truth.replace('2', "?")),
        // The solution is right, but the engine says at the same time that there is none.
        Answer { witness: Some(truth.clone()), refutation: nothing.clone(), ..Answer::default() },
        // It was stopped and says that it has searched everything.
        Answer { refutation: nothing, halt: Some(Halt::Time), ..Answer::default() },
        // It was allowed a part and says that it has searched the whole.
        Answer { refutation: Some(Refutation::nothing(whole().scope())), ..Answer::default() },
    ];
    // A partial board with a wrong penalty, and one of a family that has no levels.
    let partial = |text: &str, through, value, bound| {
        let partial = PartialWitness { text: text.to_owned(), by: "level", through, value, bound };
        Answer { partial: Some(partial), ..Answer::default() }
    };
    lies.push(partial(&truth, 3, 1_000_000, None));
    lies.push(partial("nonsense", 1, 0, None));
    // "Nothing is better than a million" beside a much better solution, where that is measured.
    let puzzle = sixfold_puzzle::family_of(sixfold_puzzle::FAMILIES, task.instance).unwrap();
    if puzzle.goal(task.instance) == Ok(sixfold_puzzle::Goal::Minimise) {
        let bound = Some(Refutation::nothing_better(task.options.scope(), 1_000_000));
        lies.push(Answer { witness: Some(truth.clone()), refutation: bound, ..Answer::default() });
    }
    // Another right answer is no lie.
    let right = |text: &String| {
        sixfold_puzzle::verify(task.instance, text).is_ok_and(|verdict| verdict.solved())
    };
    lies.retain(|lie| {
        lie.refutation.is_some()
            || lie.partial.is_some()
            || !lie.witness.as_ref().is_some_and(right)
    });
    lies
}

fn lie(task: &FakeTask<'_>) -> Answer {
    let lies = lies(task);
    LIE.fetch_add(1, Ordering::SeqCst);
    let index = LIE.load(Ordering::SeqCst) - 1;
    lies.get(index).cloned().unwrap_or_default()
}

#[test]
fn a_lie_is_never_printed() {
    let mut caught = 0;
    for family in sixfold_solver::REGISTRY.families() {
        let name = family.name();
        let file = &puzzles::names(name, "good")[0];
        let board = format!("{name}/good/{file}");
        LIE.store(0, Ordering::SeqCst);
        loop {
            let arguments = ["solve", &board, "--set", "part=1", "--fresh"];
            let outcome = sixfold_with(everywhere(LIARS), &arguments, "");
            if outcome.code == 3 {
                break; // No lie is left: an empty answer claims nothing.
            }
            assert_eq!(outcome.code, 4, "{board}: {outcome:?}");
            assert_eq!(outcome.stdout, "", "{board}");
            assert!(outcome.stderr.contains("a bug in sixfold"), "{}", outcome.stderr);
            // The same lie again, for a machine, and beside the solution in the file.
            LIE.fetch_sub(1, Ordering::SeqCst);
            let outcome = sixfold_with(
                everywhere(LIARS),
                &["solve", &board, "--set", "part=1", "--json"],
                "",
            );
            assert_eq!(outcome.code, 4);
            let last = outcome.stdout.lines().last().unwrap();
            assert!(last.starts_with("{\"type\":\"error\""), "{last}");
            assert!(!outcome.stdout.contains("\"result\""));
            caught += 1;
        }
    }
    assert!(caught >= 5 * 5, "only {caught} lies were told");
}

/// A partial board that is not decided as far as is said, whose penalty is another one, that breaks a rule, or that is said
/// to be worse than its bound.
#[test]
fn a_partial_board_is_verified_as_far_as_it_is_said_to_go() {
    static PARTIAL: Mutex<Option<PartialWitness>> = Mutex::new(None);
    static TELLER: FakeEngine = FakeEngine {
        row: EngineRow { name: "teller", ..LIAR.row },
        powers: &[Power::Finds],
        solve: |_| Answer { partial: PARTIAL.lock().unwrap().clone(), ..Answer::default() },
        count: |_| Counted::default(),
    };
    static TELLERS: &[&dyn Engine] = &[&TELLER];
    let told = |text: &str, through, value, bound| {
        let partial = PartialWitness { text: text.to_owned(), by: "level", through, value, bound };
        *PARTIAL.lock().unwrap() = Some(partial);
        sixfold_with(everywhere(TELLERS), &["solve", "neighbors/2"], "")
    };
    let ones = "2+ 2+\n2+ 1 2+\n2+ 2+\n";
    let right = told(ones, 1, 0, Some(0));
    assert_eq!(right.code, 0, "{right:?}");
    assert_eq!(right.stdout, format!("neighbors 2\n{}", "   2+  2+\n 2+   1  2+\n   2+  2+\n"));
    let lies = [
        (ones, 2, 0, None),
        (ones, 1, 1, None),
        (ones, 1, 0, Some(1)),
        ("2+ 2+\n2+ 2+ 2+\n2+ 2+\n", 1, 0, None),
    ];
    for (text, through, value, bound) in lies {
        let outcome = told(text, through, value, bound);
        assert_eq!((outcome.code, &*outcome.stdout), (4, ""), "{text} {outcome:?}");
    }
}

/// Tells the truth on the way, and lists something else besides.
static TALLYMAN: FakeEngine = FakeEngine {
    row: EngineRow {
        name: "tallyman",
        description: "lists one solution too many",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    powers: &[Power::Counts],
    solve: |_| Answer::default(),
    count: |task| {
        let truth = truth(task.instance).expect("the test asks for a board with a known solution");
        let wrong = truth.replace('1', "2");
        // Solutions reported on the way are verified at once, and again at the end.
        task.run.emit(&Event::Listed(truth.clone()));
        task.run.emit(&Event::Listed(wrong.clone()));
        Counted { count: 2, complete: true, witnesses: vec![truth, wrong], ..Counted::default() }
    },
};

static TALLYMEN: &[&dyn Engine] = &[&TALLYMAN];

#[test]
fn a_lie_in_a_list_is_found_out_though_it_was_told_before() {
    let outcome = sixfold_with(everywhere(TALLYMEN), &["count", "magic/good/3"], "");
    assert_eq!((outcome.code, &*outcome.stdout), (4, ""), "{outcome:?}");
}

/// Reports an incumbent that is wrong, then waits for the run to be cancelled and answers rightly.
static BOASTER: FakeEngine = FakeEngine {
    row: EngineRow {
        name: "boaster",
        description: "reports a wrong incumbent",
        role: Role::Production,
        searched: None,
        options: &[OptionRow {
            name: "boast",
            meaning: "what is wrong",
            kind: OptionKind::Choice(&["nothing", "solution", "objective", "no-objective"]),
            restricts: false,
        }],
    },
    powers: &[Power::Finds],
    solve: boast,
    count: |_| Counted::default(),
};

static BOASTERS: &[&dyn Engine] = &[&BOASTER];

fn boast(task: &FakeTask<'_>) -> Answer {
    let truth = truth(task.instance).expect("the test asks for a board with a known solution");
    let value = verify(task.instance, &truth).unwrap().objective.map(|it| it.value);
    let boast = task.options.words().concat();
    let (solution, objective) = match boast.strip_prefix("boast=") {
        Some("solution") => (truth.replace('2', "?"), value),
        Some("objective") => (truth.clone(), Some(value.unwrap_or(0) - 1)),
        Some("no-objective") => (truth.clone(), None),
        _ => (truth.clone(), value),
    };
    task.run.emit(&Event::Improved { objective, solution });
    let cancelled = task.run.halted() == Some(Halt::Interrupted);
    assert_eq!(cancelled, task.options.words() != ["boast=nothing"], "{boast}");
    // After a lie nothing is forwarded, however true.
    task.run.emit(&Event::Improved { objective: value, solution: truth.clone() });
    Answer { witness: Some(truth), ..Answer::default() }
}

#[test]
fn a_wrong_incumbent_is_a_lie_and_never_forwarded() {
    let stop = AtomicBool::new(false);
    for boast in ["nothing", "solution", "objective", "no-objective"] {
        let heard = Mutex::new(Vec::new());
        let sink = |event: &Event| heard.lock().unwrap().push(event.clone());
        let run = Run { sink: &sink, ..Run::alone(1, &stop) };
        let text = puzzles::text("neighbors", "good", "3").unwrap();
        let text = families::NEIGHBORS.instance(text).unwrap();
        let settings = [("boast".to_owned(), boast.to_owned())];
        let request = Request { text: &text, engine: None, prove: false, settings: &settings };
        let ended = solve(everywhere(BOASTERS), &request, &run);
        let heard = heard.into_inner().unwrap();
        if boast == "nothing" {
            assert_eq!((ended.is_ok(), heard.len()), (true, 1));
        } else {
            let lie = matches!(ended, Err(SessionError::Lie { engine: "boaster", .. }));
            assert!(lie, "{boast}: {ended:?}");
            assert_eq!(heard, [], "{boast}");
        }
    }
}
