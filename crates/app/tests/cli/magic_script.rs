//! The slowest rung of the magic ladder, a Python script beside the documentation, on a board that is nearly full.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::sixfold;

/// Runs the script. Without Python the test fails and says what is missing.
fn script(arguments: &[&str]) -> Output {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/magic-brute-force.py");
    let run = Command::new("python3").arg(path).args(arguments).output();
    run.expect("python3 must be installed for this test (Debian: apt-get install python3)")
}

fn words(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("the script writes UTF-8")
}

#[test]
fn the_script_finds_the_first_solution() {
    let printed = words(&script(&["--given", "14"]));
    let (board, rest) = printed.split_once('\n').expect("two lines");
    assert_eq!(rest, "1 solution among all 120 boards\n");
    let numbers: Vec<&str> = board.split(' ').collect();
    let rows = [0..3, 3..7, 7..12, 12..16, 16..19].map(|row| numbers[row].join(" ")).join("\n");
    let checked = sixfold(&["check", "-"], &format!("magic 3\n{rows}\n"));
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn the_script_says_how_long_it_would_take() {
    let printed = words(&script(&["--boards", "100"]));
    let (found, outlook) = printed.split_once('\n').expect("two lines");
    assert_eq!(found, "0 solutions among the first 100 of 121645100408832000 boards");
    assert!(outlook.contains(" years for all, extrapolated"), "{outlook}");
    assert!(!script(&["--given", "20"]).status.success(), "there are 19 cells");
}
