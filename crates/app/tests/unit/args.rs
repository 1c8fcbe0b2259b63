//! How command lines are read.

use super::*;

#[test]
fn a_verb_alone_reads_the_same_arguments() {
    let lines = [
        "check a.txt --json",
        "count -q hexiom/39 --engine frontier --set share=1/3 --threads 2",
        "draw a.txt -o a.png --theme dark",
        "list magic --json",
        "solve hexiom/38 --seed 7 --prove -q",
    ];
    for (line, (name, _)) in lines.iter().zip(QUICK) {
        let words: Vec<OsString> =
            ["sixfold"].into_iter().chain(line.split(' ')).map(OsString::from).collect();
        assert!(line.starts_with(name), "{line}");
        let matches = alone(name).unwrap().try_get_matches_from(&words);
        let quick = Arguments::from_arg_matches(&matches.unwrap()).unwrap();
        let usual = Arguments::try_parse_from(&words).unwrap();
        assert_eq!(format!("{quick:?}"), format!("{usual:?}"));
    }
    assert!(alone("tour").is_none());
}

#[test]
fn errors_know_every_verb() {
    for line in ["check", "check --help", "solve a --nonsense", "--json check a", "sovle a"] {
        let words: Vec<OsString> =
            ["sixfold"].into_iter().chain(line.split(' ')).map(OsString::from).collect();
        let told = |parsed: Result<Arguments, clap::Error>| match parsed {
            Ok(parsed) => format!("{parsed:?}"),
            Err(error) => error.render().to_string(),
        };
        let usual = told(Arguments::try_parse_from(&words));
        assert_eq!(told(Arguments::parse_words(&words)), usual, "{line}");
    }
}
