//! What helps people who are new: completion, how long things take, what to do next.

use std::fs;

use crate::common::sixfold;
use crate::process::program;

/// What a shell is offered after some words, the last of which is begun.
fn offered(shell: &str, words: &[&str]) -> Vec<String> {
    let output = program()
        .env("COMPLETE", shell)
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string())
        .env("_CLAP_IFS", "\n")
        .args(["--", "sixfold"])
        .args(words)
        .output()
        .unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.split(['\t', ':']).next().unwrap().to_owned()).collect()
}

#[test]
fn a_shell_is_offered_what_the_program_knows() {
    for shell in ["bash", "zsh", "fish"] {
        for (words, offer) in [
            (&["so"][..], "solve"),
            (&["solve", "hex"], "hexiom/"),
            (&["solve", "hexiom/3"], "hexiom/38"),
            (&["check", "hexiom/bad/c"], "hexiom/bad/count"),
            (&["draw", "records/balto/1"], "records/balto/10"),
            (&["solve", "hexiom/38", "--engine", "an"], "anneal"),
            (&["solve", "neighbors/9", "--set", "co"], "code="),
            (&["draw", "balto/3", "--view", "coo"], "coordinates"),
            (&["sweep", "ma"], "magic"),
            (&["campaign", "split", "neighbors/1"], "neighbors/13"),
        ] {
            let offers = offered(shell, words);
            assert!(offers.iter().any(|it| it == offer), "{shell}: {words:?}: {offers:?}");
        }
        let none = offered(shell, &["solve", "hexiom/38", "--engine", "bea"]);
        assert!(!none.iter().any(|it| it == "beam"), "{shell}: {none:?}");
    }
}

/// Stored runs are offered by their names.
#[test]
fn a_shell_is_offered_the_stored_runs() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("sixfold/runs/neighbors-solve-abc")).unwrap();
    let output = program()
        .env("XDG_STATE_HOME", folder.path())
        .env("COMPLETE", "fish")
        .args(["--", "sixfold", "resume", "neigh"])
        .output()
        .unwrap();
    let offers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(offers.trim(), "neighbors-solve-abc");
}

#[test]
fn the_script_of_a_shell_asks_the_program_or_stands_alone() {
    for shell in ["bash", "zsh", "fish"] {
        let asking = sixfold(&["completions", shell], "").stdout;
        assert!(asking.contains("COMPLETE"), "{asking}");
        let alone = sixfold(&["completions", shell, "--static"], "").stdout;
        assert!(!alone.contains("COMPLETE=") && alone.contains("prove-check"), "{shell}");
    }
}

#[test]
fn a_long_search_says_how_long_it_usually_takes() {
    let long = sixfold(&["solve", "neighbors/20", "--time", "10ms", "--threads", "1"], "");
    assert!(long.stderr.starts_with("this usually takes 1 to 5 minutes\n"), "{long:?}");
    let short = sixfold(&["solve", "neighbors/4", "--threads", "1"], "");
    assert!(!short.stderr.contains("usually"), "{short:?}");
    let other = ["solve", "neighbors/20", "--time", "10ms", "--set", "code=2", "--threads", "1"];
    assert!(!sixfold(&other, "").stderr.contains("usually"));
}

#[test]
fn a_search_without_hope_tells_its_outlook() {
    let hopeless = ["solve", "magic/3", "--engine", "permute-lines", "--set", "steps=1000000"];
    let told = sixfold(&hopeless, "");
    assert_eq!(told.code, 3, "{told:?}");
    let line = told.stderr.lines().find(|line| line.starts_with("at this rate about ")).unwrap();
    assert!(line.contains(" to the first solution, about ") && line.ends_with(" for all boards"));
}

#[test]
fn a_search_that_ran_out_of_time_says_that_more_time_may_help() {
    let search = ["solve", "balto/4", "--time", "300ms", "--threads", "1"];
    let told = sixfold(&search, "");
    assert!(told.stderr.contains("a longer `--time` may find a better one\n"), "{told:?}");
}

#[test]
fn a_saved_measurement_is_printed_as_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.json").to_str().unwrap().to_owned();
    let case = ["bench", "hexiom", "--case", "level-40", "--seeds", "1", "--only"];
    let measured = sixfold(&[&case[..], &["-o", &path]].concat(), "");
    assert!(measured.code < 2, "{measured:?}");
    let table = sixfold(&["bench", "--from", &path], "");
    assert_eq!((table.code, &*table.stderr), (0, ""), "{table:?}");
    assert!(table.stdout.contains("| hexiom/level-40: time | level 40, solved and verified | "));
    let other = sixfold(&["bench", "magic", "--from", &path], "");
    assert!(!other.stdout.contains("level-40"), "{other:?}");
    assert_eq!(sixfold(&["bench", "--from", &path, "--case", "levels"], "").code, 2);
}

/// Once, pictures were drawn only of what had just been measured.
#[test]
fn a_saved_measurement_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = folder.path().to_str().unwrap();
    let saved = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bench/scaling.json");
    let told = sixfold(&["bench", "scaling", "--from", saved, "--pictures", pictures], "");
    assert_eq!((told.code, &*told.stderr), (0, ""), "{told:?}");
    let drawn = std::fs::read_to_string(folder.path().join("scaling.svg")).unwrap();
    assert!(drawn.contains("hexiom-count, 2 threads"), "{drawn}");
    assert!(told.stdout.contains("≤ 0.556"), "a quotient is rounded: {told:?}");
}

/// Help names the family at hand, not a place for its name.
#[test]
fn the_help_about_an_engine_names_the_family() {
    for arguments in [
        &["solve", "hexiom/08", "--engine", "x"][..],
        &["make", "hexiom", "--order", "3", "--set", "x=1"],
    ] {
        let refused = sixfold(arguments, "");
        assert!(refused.stderr.contains("`sixfold list hexiom` shows"), "{refused:?}");
    }
}

/// The cases of benchmarks are listed without being run, of all families or of one.
#[test]
fn the_cases_of_benchmarks_are_listed() {
    let all = sixfold(&["bench", "--cases"], "");
    for case in ["hexiom/level-40 ", "balto/", "neighbors/", "jobs/", "scaling/", "campaigns/"] {
        assert!(all.stdout.lines().any(|line| line.starts_with(case)), "{case}: {}", all.stdout);
    }
    let one = sixfold(&["bench", "fences", "--cases"], "").stdout;
    assert!(one.lines().count() > 2 && one.lines().all(|line| line.starts_with("fences/")));
    let unknown = sixfold(&["bench", "fences", "--case", "quick"], "");
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("`sixfold bench --cases` lists them"), "{}", unknown.stderr);
}

/// A misspelt option or verb is told in two lines: what was wrong, and what was probably meant.
#[test]
fn a_misspelt_word_is_told_in_a_few_lines() {
    for (words, message, help) in [
        (&["solve", "hexiom/8", "--tme", "3s"][..], "unexpected argument '--tme'", "'--time'"),
        (&["slove", "hexiom/8"], "unrecognized subcommand 'slove'", "'solve'"),
        (&["check"], "required arguments", "Usage: sixfold check"),
    ] {
        let told = sixfold(words, "");
        assert_eq!(told.code, 2);
        assert!(told.stderr.contains(message) && told.stderr.contains(help), "{}", told.stderr);
        assert!(!told.stderr.contains("For more information"), "{}", told.stderr);
        assert!(told.stderr.lines().count() <= 4, "{}", told.stderr);
    }
}

/// A terminal of 30 columns folds a list between words; the JSON is the same as without a terminal.
#[test]
fn a_list_fits_the_terminal_and_json_does_not_depend_on_it() {
    let in_terminal = |words: &str| {
        let line = format!("stty cols 30 rows 24; {} {words}", env!("CARGO_BIN_EXE_sixfold"));
        let mut script = std::process::Command::new("script");
        let output = script.args(["-qec", &line, "/dev/null"]).output().unwrap();
        assert!(output.status.success(), "{words}: {output:?}");
        String::from_utf8(output.stdout).unwrap().replace('\r', "")
    };
    let words = ["bench", "fences", "--cases"];
    let listed = in_terminal(&words.join(" "));
    assert!(listed.lines().all(|line| line.chars().count() <= 30), "{listed}");
    let whole = sixfold(&words, "").stdout;
    let of = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(of(&listed), of(&whole));
    let json = sixfold(&[&words[..], &["--json"]].concat(), "").stdout;
    assert_eq!(in_terminal("bench fences --cases --json"), json);
}
