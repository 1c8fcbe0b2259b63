//! What a page asks, family by family, without knowing one of them; and what it must not be able to ask.

use std::sync::atomic::AtomicBool;

use sixfold_service::{answer, begun, ended, is_job, job, title};
use sixfold_solver::job::{Surroundings, run};
use sixfold_solver::{REGISTRY, Reply};
use sixfold_wire::{Family, Line, LookLayer, LookResult, Request, ResultData};

fn request(text: &str) -> Request {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn lines(text: &str) -> Vec<Line> {
    answer(REGISTRY, &request(text))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn families() -> Vec<Family> {
    let family = |line| match line {
        Line::Result(ResultData::List(family)) => *family,
        other => panic!("{other:?}"),
    };
    lines(r#"{"verb":"list"}"#).into_iter().map(family).collect()
}

fn text(request: &str) -> String {
    match &lines(request)[..] {
        [Line::Result(ResultData::Text(result))] => result.text.clone(),
        other => panic!("{request}: {other:?}"),
    }
}

fn look(text: &str) -> LookResult {
    match lines(&format!(r#"{{"verb":"look","text":{}}}"#, quoted(text))).pop() {
        Some(Line::Result(ResultData::Look(look))) => *look,
        other => panic!("{other:?}\n{text}"),
    }
}

fn problem(request: &str) -> String {
    match lines(request).pop() {
        Some(Line::Error(failure)) => failure.message,
        other => panic!("{request}: {other:?}"),
    }
}

/// The word at a place of a text, as an editor would find it.
fn word_at(text: &str, line: usize, column: usize, length: usize) -> String {
    text.lines().nth(line - 1).unwrap().chars().skip(column - 1).take(length).collect()
}

#[test]
fn every_family_is_explained_and_has_a_small_solved_example() {
    for family in families() {
        assert!((2..=5).contains(&family.explanation.len()), "{}", family.family);
        let name = family.example.expect("an example");
        let look = look(&text(&format!(r#"{{"verb":"text","name":{}}}"#, quoted(&name))));
        assert!(look.check.ok && look.check.complete && look.solution, "{name}");
        assert!(look.svg.starts_with("<svg") && look.words.starts_with("ok"), "{name}");
        assert_eq!(look.answer, family.answer, "{name}");
    }
}

#[test]
fn words_of_cells_are_where_a_look_says() {
    for family in families() {
        let source =
            text(&format!(r#"{{"verb":"text","name":{}}}"#, quoted(&family.example.unwrap())));
        let source = format!("# a comment\n\n{source}# another\n");
        let look = look(&source);
        for word in &look.cells {
            assert_eq!(word_at(&source, word.line, word.column, word.length), word.word);
        }
        let count = |layer| look.cells.iter().filter(|word| word.layer == layer).count();
        let cells = 3 * look.order * (look.order - 1) + 1;
        assert_eq!(count(LookLayer::Puzzle), cells, "{}", family.family);
        let rows = !look.palette.solution.is_empty();
        assert_eq!(count(LookLayer::Solution), if rows { cells } else { 0 }, "{}", family.family);
    }
}

/// Every word that a palette offers can be read, in every family; where each stands once, two are exchanged.
#[test]
fn what_a_palette_offers_can_be_placed() {
    for family in families() {
        let name = &family.family;
        let blank = text(&format!(r#"{{"verb":"blank","family":{},"order":3}}"#, quoted(name)));
        let start = look(&blank);
        if start.palette.each_once {
            continue;
        }
        for word in &start.palette.puzzle {
            let at = &start.cells[0];
            let mut rows: Vec<String> = blank.lines().map(str::to_owned).collect();
            let row = &mut rows[at.line - 1];
            row.replace_range(at.column - 1..at.column - 1 + at.length, word);
            look(&(rows.join("\n") + "\n"));
        }
        let Some(draft) = start.draft else { continue };
        let start = look(&draft);
        for word in &start.palette.solution {
            let at = start.cells.iter().find(|it| it.layer == LookLayer::Solution).unwrap();
            let mut rows: Vec<String> = draft.lines().map(str::to_owned).collect();
            let row = &mut rows[at.line - 1];
            row.replace_range(at.column - 1..at.column - 1 + at.length, word);
            look(&(rows.join("\n") + "\n"));
        }
    }
}

#[test]
fn wrong_requests_are_errors_that_say_what_is_wrong() {
    for (request, wanted) in [
        (r#"{"verb":"list","family":"chess"}"#, "there is no family chess"),
        (r#"{"verb":"text","name":"magic/99"}"#, "there is no preset"),
        (r#"{"verb":"text","name":"records/../Cargo"}"#, "there is no preset"),
        (r#"{"verb":"text","name":"/etc/passwd"}"#, "there is no family"),
        (r#"{"verb":"blank","family":"magic","order":0}"#, "order"),
        (r#"{"verb":"blank","family":"magic","order":65535}"#, "order"),
        (
            r#"{"verb":"blank","family":"magic","order":3,"settings":[{"name":"start","value":"1\n#"}]}"#,
            "no setting",
        ),
        (r#"{"verb":"look","text":""}"#, "empty"),
        (r#"{"verb":"look","text":"magic 3\n1 2"}"#, "row 1 has only 2 of 3 cells"),
        (r#"{"verb":"look","text":"magic 1\n?","view":"no"}"#, "no view"),
        (r#"{"verb":"look","text":"magic 1\n?","step":3}"#, "no moves"),
        (r#"{"verb":"stroke","text":"magic 1\n?","cells":[[0,0]]}"#, "means nothing"),
        (
            r#"{"verb":"stroke","text":"magic 1\n?","cells":[[2147483647,2147483647]]}"#,
            "outside of every board",
        ),
        (r#"{"verb":"solve","text":"magic 1\n?"}"#, "start it as a job"),
        (
            r#"{"verb":"transform","text":"balto 2\n1 2\n3 0 4\n5 6\n","reflect":true}"#,
            "no symmetry",
        ),
    ] {
        let found = problem(request);
        assert!(found.contains(wanted), "{request}: {found}");
    }
    let refused = lines(r#"{"verb":"prove-check","text":"magic 1\n?","proof":"nonsense"}"#);
    assert!(!matches!(&refused[..], [Line::Result(ResultData::ProofHolds(_))]), "{refused:?}");
}

fn worked(asked: &Request) -> Vec<Line> {
    let report = run(
        REGISTRY,
        &job(asked, 1).unwrap(),
        &Surroundings::default(),
        &AtomicBool::new(false),
        &|_| Reply::More,
    );
    ended(asked, &report)
}

#[test]
fn jobs_begin_and_end_with_the_lines_of_the_command_line() {
    let board = quoted("hexiom 2\n . .\n1 . 1\n . .\n");
    for (verb, more, exit) in [
        ("solve", "", 0),
        ("count", "", 0),
        ("enumerate", "", 0),
        ("hint", "", 0),
        ("solve", r#","engine":"nobody""#, 2),
    ] {
        let asked = request(&format!(r#"{{"verb":"{verb}","text":{board}{more}}}"#));
        assert!(is_job(&asked) && title(&asked) == format!("{verb} hexiom 2"));
        assert!(matches!(begun(&asked), Line::Begin(_)));
        match worked(&asked).pop() {
            Some(Line::End(end)) => assert_eq!(end.exit, exit, "{verb}"),
            Some(Line::Error(_)) => assert_eq!(exit, 2, "{verb}"),
            other => panic!("{other:?}"),
        }
    }
    let made = worked(&request(r#"{"verb":"make","family":"hexiom","order":3,"seed":5}"#));
    assert!(matches!(&made[..], [Line::Result(ResultData::Make(_)), Line::End(_)]), "{made:?}");
    assert!(job(&request(r#"{"verb":"list"}"#), 1).is_err());
}

/// Each option of each engine, maker included, that names a program or a file.
#[test]
fn options_that_name_programs_or_files_are_refused() {
    let mut refused = 0;
    for family in families() {
        let preset = text(&format!(r#"{{"verb":"text","name":{}}}"#, quoted(&family.presets[0])));
        for engine in &family.engines {
            for option in engine.options.iter().filter(|option| option.outside.is_some()) {
                let asked = request(&format!(
                    r#"{{"verb":"solve","text":{},"engine":"{}","settings":[{{"name":"{}","value":"/bin/true"}}]}}"#,
                    quoted(&preset),
                    engine.name,
                    option.name
                ));
                let lines = worked(&asked);
                let Some(Line::Error(failure)) = lines.last() else { panic!("{lines:?}") };
                assert!(failure.message.contains(&option.name), "{}", failure.message);
                refused += 1;
            }
        }
    }
    assert!(refused > 2, "{refused}");
}

#[test]
fn records_can_be_listed_and_opened() {
    let lines = lines(r#"{"verb":"records","family":"magic"}"#);
    assert!(!lines.is_empty());
    for line in lines {
        let Line::Result(ResultData::Record(record)) = line else { panic!("{line:?}") };
        assert!(record.ok, "{}", record.record);
        let opened = text(&format!(r#"{{"verb":"text","name":"records/{}"}}"#, record.record));
        assert!(look(&opened).check.complete, "{}", record.record);
    }
}
