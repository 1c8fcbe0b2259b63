//! Requests: what may be left out, and how a wrong one is refused.

use std::time::Duration;

use sixfold_wire::{Request, Setting, SolveRequest, pairs};

fn read(text: &str) -> Result<Request, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn a_request_of_every_verb_comes_back() {
    for text in [
        r#"{"verb":"solve","text":"magic 1\n?\n","prove":true,"seed":18446744073709551615,"time":0.10}"#,
        r#"{"verb":"count","text":"magic 1\n?\n","limit":7,"up_to_symmetry":true,"threads":2}"#,
        r#"{"verb":"enumerate","text":"magic 1\n?\n","memory":1000000}"#,
        r#"{"verb":"hint","text":"magic 1\n?\n","settings":[{"name":"model","value":"slots"}]}"#,
        r#"{"verb":"make","family":"hexiom","order":3,"unique":true,"engine":"sat"}"#,
        r#"{"verb":"check","text":"magic 1\n?\n","solution":"1"}"#,
        r#"{"verb":"draw","text":"magic 1\n?\n","format":"scene","step":0,"view":"sums","theme":"dark"}"#,
        r#"{"verb":"transform","text":"magic 1\n?\n","rotate":-1,"reflect":true}"#,
        r#"{"verb":"list","family":"magic"}"#,
        r#"{"verb":"text","name":"magic/3"}"#,
        r#"{"verb":"blank","family":"magic","order":3,"settings":[{"name":"start","value":"2"}]}"#,
        r#"{"verb":"look","text":"magic 1\n?\n","view":"sums","step":1,"theme":"print"}"#,
        r#"{"verb":"stroke","text":"magic 1\n?\n","cells":[[0,-1],[0,0]]}"#,
        r#"{"verb":"prove-check","text":"magic 1\n?\n","proof":"p"}"#,
        r#"{"verb":"records"}"#,
    ] {
        let request = read(text).unwrap();
        let written = serde_json::to_string(&request).unwrap();
        assert_eq!(read(&written).unwrap(), request, "{written}");
    }
}

#[test]
fn absent_fields_have_defaults() {
    let request = read(r#"{"verb":"solve","text":"t","settings":[{"name":"a","value":"b"}]}"#);
    let setting = Setting { name: "a".to_owned(), value: "b".to_owned() };
    let expected = SolveRequest {
        text: "t".to_owned(),
        prove: false,
        engine: None,
        settings: vec![setting],
        seed: 1,
        threads: None,
        time: None,
        memory: None,
    };
    assert_eq!(request, Ok(Request::Solve(expected.clone())));
    assert_eq!(pairs(&expected.settings), [("a".to_owned(), "b".to_owned())]);
    assert_eq!(expected.limits().unwrap().time, None);
    let time = |time| SolveRequest { time: Some(time), ..expected.clone() }.limits();
    assert_eq!(time(0.5).unwrap().time, Some(Duration::from_millis(500)));
    assert_eq!(time(-1.0), Err("the time -1 is not possible; expected seconds from 0".to_owned()));
}

#[test]
fn a_wrong_request_is_refused_by_name() {
    for (text, problem) in [
        (r#"{"text":"t"}"#, "missing field `verb`"),
        (r#"{"verb":"fly"}"#, "unknown variant `fly`, expected one of `solve`"),
        (r#"{"verb":"solve"}"#, "missing field `text`"),
        (r#"{"verb":"solve","text":"t","tiem":1}"#, "unknown field `tiem`, expected one of"),
        (r#"{"verb":"solve","text":"t","seed":-1}"#, "invalid value: integer `-1`"),
        (r#"{"verb":"make","family":"magic","order":70000}"#, "invalid value"),
        (r#"{"verb":1}"#, "`verb` is not a string"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(problem), "{text}: {error}");
    }
}
