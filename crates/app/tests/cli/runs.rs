//! Checkpoints: runs that are interrupted, killed, damaged, mixed up, and resumed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use sixfold_puzzle::families;
use sixfold_solver::Registry;
use sixfold_solver::{
    Answer, Counted, Engine, EngineRow, Halt, OptionKind, OptionRow, Power, REGISTRY, Role,
};

use crate::command_line::json;
use crate::common::{Outcome, sixfold_in};
use crate::fake::{FakeEngine, FakeTask, everywhere};
use crate::process::program;

/// Counts to three and is interrupted after each step.
const STEPPER: FakeEngine = FakeEngine {
    row: EngineRow {
        name: "stepper",
        description: "counts to three",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    powers: &[Power::Counts, Power::Orbits, Power::Finds],
    solve: |_| Answer { halt: Some(Halt::Time), ..Answer::default() },
    count: step,
};

fn step(task: &FakeTask<'_>) -> Counted {
    let before = task.run.saved_state();
    let before = before.map_or(Ok(0), |state| state.trim_end().parse::<u128>());
    let Ok(before) = before else {
        return Counted { failure: Some("no number".to_owned()), ..Counted::default() };
    };
    let (count, complete) = (before + 1, before == 2);
    if !complete {
        // A place that cannot be written is for the program to report.
        let _ = task.run.save_state(&format!("{count}\n"));
    }
    let halt = (!complete).then_some(Halt::Interrupted);
    Counted { count, orbits: Some(1), complete, halt, ..Counted::default() }
}

static PLAIN: &[&dyn Engine] = &[&STEPPER];
static WITH_OPTION: &[&dyn Engine] = &[&LATER_STEPPER];
static LATER_STEPPER: FakeEngine = FakeEngine {
    row: EngineRow {
        options: &[OptionRow {
            name: "stride",
            meaning: "new in this version",
            kind: OptionKind::Integer { default: Some(1), least: 1, most: 9 },
            restricts: false,
        }],
        ..STEPPER.row
    },
    ..STEPPER
};

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn runs(&self) -> PathBuf {
        self.0.path().join("runs")
    }

    fn with(&self, registry: Registry, arguments: &[&str]) -> Outcome {
        sixfold_in(Some(self.runs()), registry, arguments, "")
    }

    fn step(&self, arguments: &[&str]) -> Outcome {
        self.with(everywhere(PLAIN), arguments)
    }

    /// A run that has made one step; its name.
    fn begun(&self) -> String {
        let outcome = self.step(&["count", "magic/3", "--up-to-symmetry"]);
        assert_eq!((outcome.code, &*outcome.stdout), (3, "at least 1\n"), "{outcome:?}");
        let line = outcome.stderr.lines().next().unwrap();
        line.strip_prefix("go on with: sixfold resume ").expect(line).to_owned()
    }

    /// A board of order 40 that is to be close to magic, and is not after a moment.
    fn far_from_magic(&self) -> String {
        let order = 40;
        let board = self.0.path().join("board.txt");
        let width = |y: usize| 2 * order - 1 - y.abs_diff(order - 1);
        let rows: Vec<String> = (0..2 * order - 1).map(|y| vec!["?"; width(y)].join(" ")).collect();
        let text = format!("magic 40 start=-2340 goal=close\n{}\n", rows.join("\n"));
        fs::write(&board, text).unwrap();
        board.to_string_lossy().into_owned()
    }

    fn file(&self, run: &str, file: &str) -> PathBuf {
        self.runs().join(run).join(file)
    }
}

fn files(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

#[test]
fn an_interrupted_run_goes_on_and_leaves_nothing_behind() {
    let place = Place::new();
    let name = place.begun();
    assert!(name.starts_with("magic-3-"), "{name}");
    let listed = place.step(&["runs"]);
    assert!(listed.stdout.starts_with(&name) && listed.stdout.ends_with("  1\n"), "{listed:?}");
    let rows = json(&place.step(&["runs", "--json"]));
    let data = &rows[1]["data"];
    assert_eq!(
        (&data["run"], &data["verb"], &data["family"]),
        (&name.as_str().into(), &"count".into(), &"magic".into())
    );
    let second = json(&place.step(&["resume", &name, "--json"]));
    let data = &second[second.len() - 2]["data"];
    assert_eq!(
        (&data["count"], &data["preset"], &data["run"]),
        (&"2".into(), &"magic/3".into(), &name.as_str().into())
    );
    let third = place.step(&["resume", &name]);
    assert_eq!((third.code, &*third.stdout), (0, "1\n"), "orbits, as was asked at first");
    let wanted = "resumed: work of earlier runs counts for the claim\n\
                  3 solutions, 1 up to symmetry: complete count\n";
    assert_eq!(third.stderr, wanted);
    assert!(files(&place.runs()).is_empty());
    let gone = place.step(&["resume", &name]);
    assert_eq!(gone.code, 2);
    assert!(gone.stderr.contains("there is no run"), "{}", gone.stderr);
    assert_eq!(place.step(&["runs"]).stderr, "no run is kept\n");
}

/// The same command begins anew, says so, and does not touch what the earlier run has left.
#[test]
fn the_same_command_does_not_resume_by_itself() {
    let place = Place::new();
    let first = place.begun();
    let again = place.step(&["count", "magic/3", "--up-to-symmetry"]);
    let wanted = format!(
        "an earlier run can be resumed: sixfold resume {first}\n\
         go on with: sixfold resume {first}-2\n"
    );
    assert!(again.stderr.starts_with(&wanted), "{}", again.stderr);
    assert_eq!(files(&place.runs()), [first.clone(), format!("{first}-2")]);
    assert_eq!(place.step(&["runs", "--remove", &first]).code, 0);
    assert_eq!(files(&place.runs()), [format!("{first}-2")]);
    // Another seed is another task.
    let other = place.step(&["count", "magic/3", "--seed", "2"]);
    assert!(other.stderr.starts_with("go on with"), "{}", other.stderr);
    assert!(!other.stderr.contains(&first), "{}", other.stderr);
}

/// How to go on stands after the answer, directly above the claim.
#[test]
fn how_to_go_on_stands_above_the_claim() {
    let place = Place::new();
    let outcome = place.step(&["count", "magic/3"]);
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{outcome:?}");
    assert!(lines[0].starts_with("go on with: sixfold resume magic-3-"), "{outcome:?}");
    assert!(lines[1].contains("the count is not complete"), "{outcome:?}");
}

/// Without a name the newest run goes on; all runs can be removed at once.
#[test]
fn the_newest_run_goes_on_by_itself_and_all_can_be_removed() {
    let place = Place::new();
    assert_eq!(place.step(&["resume"]).code, 2);
    let first = place.begun();
    let other = place.step(&["count", "magic/4"]);
    assert_eq!(other.code, 3);
    // The times of files are compared, so the older one is made older.
    let old = File::options().write(true).open(place.file(&first, "checkpoint-1")).unwrap();
    old.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    let newest = place.step(&["resume"]);
    assert!(newest.stderr.starts_with("resuming magic-4-"), "{newest:?}");
    assert_eq!(files(&place.runs()).len(), 2);
    assert_eq!(place.step(&["runs", "--remove", "all"]).code, 0);
    assert!(files(&place.runs()).is_empty());
    assert_eq!(place.step(&["runs", "--remove", "all"]).stderr, "no run is kept\n");
}

/// The same command again and again leaves three runs, and names those that go.
#[test]
fn repeated_commands_do_not_pile_up_unseen() {
    let place = Place::new();
    let mut removed = 0;
    for again in 0..6 {
        let outcome = place.step(&["count", "magic/3"]);
        let told = outcome.stderr.contains("can be resumed");
        assert_eq!(told, again > 0, "{outcome:?}");
        removed += usize::from(outcome.stderr.contains("was removed: it has the least work"));
    }
    assert_eq!((files(&place.runs()).len(), removed), (3, 3));
}

/// A resumed run writes where the first one was to.
#[test]
fn a_resumed_run_writes_where_it_was_to() {
    let place = Place::new();
    let path = place.0.path().join("answer.txt");
    let path = path.to_str().unwrap();
    let board = place.far_from_magic();
    let words = ["solve", &board, "--time", "300ms", "--threads", "1", "-o", path, "-q"];
    let stopped = place.with(REGISTRY, &words);
    assert_eq!((stopped.code, &*stopped.stdout), (3, ""), "{stopped:?}");
    fs::remove_file(path).unwrap();
    let again = place.with(REGISTRY, &["resume", "--time", "300ms", "-q"]);
    assert_eq!((again.code, &*again.stdout), (3, ""), "{again:?}");
    let text = fs::read_to_string(path).unwrap();
    assert!(families::MAGIC.check(&text).unwrap().solved());
}

#[test]
fn what_needs_no_checkpoint_leaves_no_trace() {
    let place = Place::new();
    assert_eq!(place.with(REGISTRY, &["count", "magic/3"]).stdout, "12\n");
    let never = ["count", "magic/3", "--checkpoint-every", "never"];
    assert!(!place.step(&never).stderr.contains("go on"));
    assert_eq!(place.step(&["solve", "magic/3"]).code, 3, "stopped without a state");
    assert_eq!(place.step(&["count", "magic/impossible/no-integer-sum"]).code, 1);
    assert!(!place.runs().exists());
    let homeless = sixfold_in(None, everywhere(PLAIN), &["runs"], "");
    assert_eq!(homeless.code, 2);
}

#[test]
fn a_resume_refuses_foreign_state() {
    let place = Place::new();
    let name = place.begun();
    let refused = |registry: Registry, words: &str| {
        let outcome = place.with(registry, &["resume", &name]);
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    };
    refused(everywhere(WITH_OPTION), "option was `` and is `stride=1`");
    refused(REGISTRY, "magic has no engine stepper");
    // A state of another run under this name.
    let other = place.step(&["count", "magic/4"]).stderr;
    let other = other.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
    fs::copy(place.file(&other, "checkpoint-1"), place.file(&name, "checkpoint-1")).unwrap();
    refused(everywhere(PLAIN), "belongs to another run");
}

#[test]
fn a_damaged_checkpoint_falls_back_or_is_refused() {
    let place = Place::new();
    let name = place.begun();
    place.step(&["resume", &name]);
    assert_eq!(files(&place.runs().join(&name)), ["checkpoint-1", "checkpoint-2", "lock"]);
    let cut = |file: &str| {
        let path = place.file(&name, file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 9]).unwrap();
    };
    cut("checkpoint-2");
    let shown = place.step(&["runs", &name]);
    assert!(shown.stdout.contains("damaged: checkpoint-2: its checksum"), "{}", shown.stdout);
    let resumed = place.step(&["resume", &name]);
    assert!(resumed.stderr.starts_with("damaged, so an earlier checkpoint"), "{}", resumed.stderr);
    assert!(resumed.stderr.contains("at least 2"), "{}", resumed.stderr);
    assert_eq!(files(&place.runs().join(&name)), ["checkpoint-1", "checkpoint-3", "lock"]);
    cut("checkpoint-1");
    cut("checkpoint-3");
    let ruined = place.step(&["resume", &name]);
    assert_eq!(ruined.code, 2);
    assert!(ruined.stderr.contains("no checkpoint is whole"), "{}", ruined.stderr);
    assert!(place.step(&["runs"]).stdout.contains("no checkpoint is whole"));
    assert_eq!(place.step(&["runs", "--remove", &name]).code, 0);
}

#[test]
fn a_run_in_use_is_locked_for_other_processes() {
    let place = Place::new();
    let name = place.begun();
    let lock = File::open(place.file(&name, "lock")).unwrap();
    lock.lock().unwrap();
    for arguments in [&["resume", &name][..], &["runs", "--remove", &name]] {
        let outcome = place.step(arguments);
        assert_eq!(outcome.code, 2);
        assert!(outcome.stderr.contains("in use by another process"), "{}", outcome.stderr);
    }
    assert!(place.step(&["runs"]).stdout.contains(", at work"));
    drop(lock);
    assert_eq!(place.step(&["resume", &name]).code, 3);
}

#[test]
fn a_name_is_not_a_path() {
    let place = Place::new();
    let outside = place.0.path().join("precious");
    fs::create_dir_all(&outside).unwrap();
    place.begun();
    for name in ["../precious", ".", "..", "", outside.to_str().unwrap()] {
        assert_eq!(place.step(&["runs", "--remove", name]).code, 2, "{name}");
        assert_eq!(place.step(&["resume", name]).code, 2, "{name}");
    }
    assert!(outside.exists());
}

#[test]
fn a_place_that_cannot_be_written_does_not_stop_the_work() {
    let place = Place::new();
    fs::write(place.runs(), "a file where a folder should be").unwrap();
    let outcome = place.step(&["count", "magic/3"]);
    assert_eq!((outcome.code, &*outcome.stdout), (3, "at least 1\n"));
    assert!(outcome.stderr.contains("could not be saved"), "{}", outcome.stderr);
}

/// The run that is kept in a folder of runs, if there is one, and its whole checkpoints.
fn kept(folder: &Path) -> Option<(String, Vec<String>)> {
    let runs = files(folder);
    assert!(runs.len() <= 1, "{runs:?}");
    let run = runs.into_iter().next()?;
    let mut whole = files(&folder.join(&run));
    whole.retain(|name| name.starts_with("checkpoint-") && !name.ends_with(".part"));
    (!whole.is_empty()).then_some((run, whole))
}

/// Waits until a checkpoint has come or gone, or the program is at its end.
fn wait_for_change(folder: &Path, before: Option<&(String, Vec<String>)>, child: &mut Child) {
    while kept(folder).as_ref() == before && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
}

/// Killed at random moments, again and again, the count comes out right. `SIXFOLD_KILLS` says how
/// often; `./test --long` asks for a thousand. Every other moment counts from the first
/// checkpoint, so that a slow machine has something to resume.
#[test]
fn kills_do_not_change_a_count() {
    let wanted: usize = std::env::var("SIXFOLD_KILLS").map_or(10, |text| text.parse().unwrap());
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("sixfold/runs");
    let (mut kills, mut taken_up, mut seed) = (0, 0, 1_u64);
    loop {
        // Killed before anything was kept, it begins anew, in the folder that is there.
        let before = kept(&folder);
        taken_up += usize::from(before.is_some());
        let anew = vec!["count", "magic/3", "--engine", "exact"];
        let mut child = program()
            .args(before.as_ref().map_or(anew, |(run, _)| vec!["resume", run]))
            .args(["--threads", "2", "--checkpoint-every", "0s"])
            .env("XDG_STATE_HOME", state.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        if kills < wanted {
            if kills % 2 == 0 {
                wait_for_change(&folder, before.as_ref(), &mut child);
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            sleep(Duration::from_micros((seed >> 33) % 60_000));
            // It may have come to its end.
            let _ = child.kill();
        }
        let output = child.wait_with_output().unwrap();
        match output.status.code() {
            None => kills += 1,
            Some(code) => {
                assert_eq!((code, &*output.stdout), (0, &b"12\n"[..]), "{output:?}");
                if kills >= wanted {
                    break;
                }
            }
        }
    }
    assert!(wanted < 10 || taken_up > 0, "no run was ever taken up again");
}

/// The name of a run begins with that of its family and must not look like a path.
#[test]
fn names_of_runs_can_be_typed() {
    for family in REGISTRY.families() {
        let family = family.name();
        assert!(family.chars().all(|letter| letter.is_ascii_alphanumeric()), "{family}");
    }
}

/// A board close to magic of order 40 takes long, so the run is stopped with its best board. The
/// resumed run begins with that board.
#[test]
fn a_solve_that_was_stopped_goes_on_from_its_best_board() {
    let place = Place::new();
    let board = place.far_from_magic();
    let time = ["--time", "300ms", "--threads", "1", "--json"];
    let stopped = |arguments: &[&str]| {
        let outcome = place.with(REGISTRY, &[arguments, &time].concat());
        assert_eq!(outcome.code, 3, "{}", outcome.stderr);
        let result = json(&outcome).into_iter().find(|it| it["type"] == "result").unwrap();
        let score = result["data"]["objective"].as_i64().unwrap();
        (result["data"]["run"].as_str().unwrap().to_owned(), score)
    };
    let (run, score) = stopped(&["solve", &board]);
    let (again, better) = stopped(&["resume", &run]);
    assert_eq!(run, again);
    assert!(better <= score, "{better} is worse than {score}");
}
