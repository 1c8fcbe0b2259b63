//! `sweep` from the command line.

use crate::command_line::json;
use crate::common::sixfold;

const SWEEP: [&str; 6] = ["sweep", "magic", "--order", "3", "--set", "start=-5..2"];

#[test]
fn a_sweep_is_a_table() {
    let outcome = sixfold(&SWEEP, "");
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let table = concat!(
        "start  solutions  up to symmetry\n",
        "   -5          0               0  no-integer-sum\n",
        "   -4        432              36  complete\n",
        "-3..0          0               0  no-integer-sum\n",
        "    1         12               1  complete\n",
        "    2          0               0  no-integer-sum\n",
    );
    assert_eq!(outcome.stdout, table);
    let total = "444 solutions, 37 up to symmetry, for 2 of 8 values: complete count\n";
    assert_eq!(outcome.stderr, total);
    let exact = [&SWEEP[..], &["--engine", "exact", "--set", "units=9", "-q"]].concat();
    let exact = sixfold(&exact, "");
    assert_eq!((exact.code, &*exact.stdout, &*exact.stderr), (0, table, ""));
}

#[test]
fn a_sweep_for_a_machine_has_a_result_for_each_value() {
    let lines = json(&sixfold(&[&SWEEP[..], &["--json"]].concat(), ""));
    let results: Vec<_> = lines.iter().filter(|line| line["type"] == "result").collect();
    let values: Vec<_> = results.iter().map(|line| line["data"]["value"].as_i64()).collect();
    assert_eq!(values, (-5..=2).map(Some).collect::<Vec<_>>());
    let found = &results[1]["data"];
    assert_eq!((&found["family"], &found["setting"]), (&"magic".into(), &"start".into()));
    assert_eq!((&found["count"], &found["orbits"]), (&"432".into(), &"36".into()));
    assert_eq!((&found["claim"], &found["reason"]), (&"complete".into(), &().into()));
    assert!(found["seconds"].is_number());
    let none = &results[0]["data"];
    assert_eq!((&none["count"], &none["reason"]), (&"0".into(), &"no-integer-sum".into()));
}

#[test]
fn a_sweep_that_is_stopped_or_restricted_decides_nothing() {
    let stopped = sixfold(&[&SWEEP[..], &["--time", "0s"]].concat(), "");
    assert_eq!(stopped.code, 3, "{stopped:?}");
    assert!(stopped.stderr.starts_with("stopped: 0 of 8 values decided"), "{}", stopped.stderr);
    let unit = [&SWEEP[..], &["--engine", "exact", "--set", "unit=0=-4"]].concat();
    let unit = sixfold(&unit, "");
    assert_eq!(unit.code, 2, "-4 is no number of the first boards: {unit:?}");
    let unit = ["sweep", "magic", "--order", "3", "--engine", "exact", "--set", "unit=0=3"];
    let unit = sixfold(&[&unit[..], &["--set", "start=1..1"]].concat(), "");
    assert_eq!(unit.code, 3, "{unit:?}");
    assert!(unit.stderr.starts_with("stopped: 0 of 1 values decided"), "{}", unit.stderr);
}

#[test]
fn wrong_arguments_of_sweep_are_refused() {
    for (arguments, message) in [
        ("chess --order 3 --set start=1..2", "there is no family `chess`"),
        ("magic --set start=1..2", "--order"),
        ("magic --order 3", "expected one setting with a range a..b, such as --set start=1..5"),
        ("magic --order 3 --set start=1..2 --set goal=1..2", "2 settings have a range"),
        ("magic --order 3 --set start=2..1", "is empty"),
        ("magic --order 3 --set start=0..100000", "more than 100000 values"),
        ("magic --order 3 --set colour=1..2", "magic has no setting colour"),
        ("magic --order 200 --set start=1..2", "expected 1 to 128"),
        ("magic --order 3 --set start=2..3 --engine slow", "no engine slow"),
        ("hexiom --order 3 --set start=1..2", "hexiom has no setting start; it has: none"),
        ("fences --order 3 --set turns=1..2", "a blank board of the family fences"),
    ] {
        let words: Vec<&str> = std::iter::once("sweep").chain(arguments.split(' ')).collect();
        let outcome = sixfold(&words, "");
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{arguments}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{arguments}: {}", outcome.stderr);
    }
}
