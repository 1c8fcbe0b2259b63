//! Campaigns as processes: workers that are killed, several at once, on several hosts.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::process::program;

fn sixfold(arguments: &[&str], folder: &Path) -> Output {
    program().args(arguments).current_dir(folder).output().unwrap()
}

fn text(output: &Output) -> (i32, String) {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&both).into_owned())
}

fn split(folder: &Path, into: &str) {
    let split = ["campaign", "split", "magic/3", "--verb", "count", "--into", into, "all"];
    let (code, said) = text(&sixfold(&split, folder));
    assert_eq!(code, 0, "{said}");
    assert!(said.contains(&format!("{into} units by the engine exact")), "{said}");
}

#[test]
fn a_campaign_on_this_computer() {
    let folder = tempfile::tempdir().unwrap();
    split(folder.path(), "5");
    let (code, said) = text(&sixfold(&["campaign", "status", "all"], folder.path()));
    assert_eq!((code, &*said), (3, "0 of 5 units done\n"));
    let (code, said) = text(&sixfold(&["campaign", "merge", "all"], folder.path()));
    assert!(code == 3 && said.contains("5 units are missing: 1-5"), "{said}");
    let run = ["campaign", "run", "all", "--on", "local", "--workers", "2"];
    let (code, said) = text(&sixfold(&run, folder.path()));
    assert!(code == 0 && said.contains("5 of 5 units done"), "{said}");
    let (code, said) = text(&sixfold(&["campaign", "merge", "all"], folder.path()));
    assert!(code == 0 && said.contains("magic/3: 12 solutions: complete count"), "{said}");
    // Everything is done; nothing is done again.
    let (code, said) = text(&sixfold(&["campaign", "work", "all", "2-3"], folder.path()));
    assert_eq!((code, &*said), (0, "unit 2: was done before\nunit 3: was done before\n"));
    // A wrong result is named, with its own exit code.
    let path = folder.path().join("all/done/4.txt");
    fs::write(&path, fs::read_to_string(&path).unwrap().replace("count ", "count 9")).unwrap();
    let (code, said) = text(&sixfold(&["campaign", "merge", "all"], folder.path()));
    assert!(
        code == 1 && said.contains("unit 4: edited") && said.contains("nothing is claimed"),
        "{said}"
    );
}

/// The same through GNU parallel, which hands the units to the computers of a list: here this one.
#[test]
fn a_campaign_on_hosts() {
    let folder = tempfile::tempdir().unwrap();
    split(folder.path(), "4");
    fs::write(folder.path().join("hosts"), "2/:\n").unwrap();
    let run = ["campaign", "run", "all", "--on", "hosts:hosts"];
    let (code, said) = text(&sixfold(&run, folder.path()));
    assert!(code == 0 && said.contains("4 of 4 units done"), "{said}");
}

#[test]
fn what_is_wrong_with_a_campaign_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["campaign", "status", "nowhere"][..], "has no campaign"),
        (
            &["campaign", "split", "magic/3", "--verb", "count", "--into", "3"],
            "a board and a folder",
        ),
        (&["campaign", "split", "balto/3", "--verb", "count", "--into", "3", "x"], "no engine"),
        (&["campaign", "run", "x", "--on", "moon"], "expected local, slurm or hosts:FILE"),
        (&["campaign", "work", "x", "0"], "expected units such as 3, 1-20 or 1-5,9"),
    ] {
        let (code, said) = text(&sixfold(arguments, folder.path()));
        assert!(code == 2 && said.contains(expected), "{arguments:?}: {said}");
    }
}

/// Workers that are killed at random moments lose nothing. `SIXFOLD_KILLS` says how often; `./test --long` asks for 200.
#[test]
fn killed_workers_do_not_change_the_total() {
    let wanted: usize = std::env::var("SIXFOLD_KILLS").map_or(6, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mut kills, mut seed, mut round) = (0, 7_u64, 0);
    while kills < wanted || round == 0 {
        round += 1;
        let _ = fs::remove_dir_all(folder.path().join("all"));
        split(folder.path(), "3");
        for unit in 1..=3 {
            while !folder.path().join(format!("all/done/{unit}.txt")).exists() {
                let mut worker = program();
                worker.args([
                    "campaign",
                    "work",
                    "all",
                    &unit.to_string(),
                    "--checkpoint-every",
                    "0s",
                ]);
                worker.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
                let mut worker = worker.spawn().unwrap();
                if kills < wanted {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    sleep(Duration::from_micros((seed >> 33) % 90_000));
                    // It may have come to its end.
                    let _ = worker.kill();
                }
                kills += usize::from(worker.wait().unwrap().code().is_none());
            }
        }
        let (code, said) =
            text(&sixfold(&["campaign", "merge", "all", "--sample", "3"], folder.path()));
        assert!(code == 0 && said.contains("12 solutions: complete count"), "{said}");
    }
}

/// A run that is interrupted asks its workers to save their states, once, and waits for them.
#[test]
fn an_interrupted_run_leaves_checkpoints() {
    let folder = tempfile::tempdir().unwrap();
    let split = ["campaign", "split", "magic/4", "--verb", "count", "--into", "4", "all"];
    assert_eq!(text(&sixfold(&split, folder.path())).0, 0);
    let run = ["campaign", "run", "all", "--on", "local", "--workers", "1"];
    let mut child = program();
    child.args(run).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    let lock = folder.path().join("all").join("work").join("1.lock");
    let written = || fs::read_to_string(&lock).is_ok_and(|text| !text.is_empty());
    while !written() {
        sleep(Duration::from_millis(5));
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
    let (code, said) = text(&child.wait_with_output().unwrap());
    assert!(code == 3 && said.contains("0 of 4 units done"), "{said}");
    let (_, said) = text(&sixfold(&["campaign", "status", "all"], folder.path()));
    assert!(!said.contains("at work"), "no worker is left: {said}");
}
