//! `enumerate` from the command line.

use crate::command_line::json;
use crate::common::{sixfold, sixfold_in};

/// The solutions in what `enumerate` printed.
fn blocks(stdout: &str) -> Vec<&str> {
    stdout.split("\n# solution ").collect()
}

#[test]
fn every_solution_is_printed_below_its_puzzle() {
    let outcome = sixfold(&["enumerate", "magic/3"], "");
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(outcome.stderr, "12 solutions: complete list\n");
    let blocks = blocks(&outcome.stdout);
    assert_eq!(blocks.len(), 12);
    for block in blocks {
        let (_, board) = block.split_once('\n').unwrap();
        assert_eq!(sixfold(&["check", "-"], board).code, 0, "{board}");
    }
    let once = sixfold(&["enumerate", "magic/3", "--up-to-symmetry"], "");
    assert_eq!(once.stderr, "1 solution up to symmetry: complete list\n");
    let few = sixfold(&["enumerate", "magic/3", "--limit", "5", "--json"], "");
    let lines = json(&few);
    let results: Vec<_> = lines.iter().filter(|line| line["type"] == "result").collect();
    assert_eq!((few.code, results.len()), (0, 6));
    assert_eq!(results[4]["data"]["number"], 5);
    assert_eq!(results[5]["data"]["complete"], false);
}

#[test]
fn what_cannot_be_listed_is_refused_and_none_is_none() {
    let refused = sixfold(&["enumerate", "neighbors/3"], "");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused.stderr.contains("no engine of neighbors can list the solutions"),
        "{}",
        refused.stderr
    );
    let none = sixfold(&["enumerate", "hexiom/impossible/odd-sum"], "");
    assert_eq!((none.code, &*none.stdout), (1, ""), "{none:?}");
    assert_eq!(sixfold(&["enumerate", "-"], "magic 3\n1 2\n").code, 2);
}

/// A list stopped by the clock is resumed, and nothing is printed twice or left out.
#[test]
fn a_stopped_list_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let runs = || Some(folder.path().join("runs"));
    let registry = sixfold_solver::REGISTRY;
    let words = ["enumerate", "fences/example", "--checkpoint-every", "1ms"];
    let whole = sixfold(&words[..2], "");
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    let mut pieces = String::new();
    let mut outcome = sixfold_in(runs(), registry, &[&words[..], &["--time", "20ms"]].concat(), "");
    // On a slow machine the time is up before the first solution; each resumed run gets more of it.
    for more in 1.. {
        pieces.push_str(&outcome.stdout);
        if outcome.code == 0 {
            break;
        }
        assert_eq!(outcome.code, 3, "{outcome:?}");
        let time = format!("{}ms", 20 << more.min(20));
        let again: &[&str] = match outcome.stderr.contains("sixfold resume") {
            true => &["resume", "--time", &time],
            false => &["enumerate", "fences/example", "--time", &time],
        };
        outcome = sixfold_in(runs(), registry, again, "");
    }
    assert_eq!(pieces, whole.stdout);
}
