//! Answers to requests that need no engine.

use std::io::BufReader;

use sixfold_puzzle::hex::MAX_ORDER;
use sixfold_puzzle::picture::{svg, terminal};
use sixfold_puzzle::{Puzzle, puzzles};
use sixfold_solver::{Registration, Registry, SessionError, check_proof};
use sixfold_wire::{
    BlankRequest, Cell, CheckRequest, CheckResult, DrawRequest, DrawnPicture, Failure, Family,
    Line, PictureFormat, ProveCheckRequest, Request, ResultData, Scene, StrokeRequest, TextResult,
    TransformRequest, TransformResult, pairs,
};

use crate::board::{NAME, in_text, theme, view};
use crate::look::look;

/// The longest text of a board, as sessions and the command line have it.
const LONGEST: usize = 16 << 20;

type Answer = Result<Vec<Line>, Failure>;

/// Whether a request is one for an engine, hence for [`job`](crate::job).
#[must_use]
pub fn is_job(request: &Request) -> bool {
    matches!(
        request,
        Request::Solve(_)
            | Request::Count(_)
            | Request::Enumerate(_)
            | Request::Hint(_)
            | Request::Make(_)
    )
}

/// Answers a request that needs no engine. The last line is a result, or an error that says what is wrong.
#[must_use]
pub fn answer(registry: Registry, request: &Request) -> Vec<Line> {
    let answer = match request {
        Request::List(asked) => list(registry, asked.family.as_deref()),
        Request::Text(asked) => text(registry, &asked.name),
        Request::Blank(asked) => blank_text(registry, asked),
        Request::Look(asked) => with_rules(registry, &asked.text, |rules| look(rules, asked)),
        Request::Stroke(asked) => with_rules(registry, &asked.text, |rules| stroke(rules, asked)),
        Request::Check(asked) => with_rules(registry, &asked.text, |rules| check(rules, asked)),
        Request::Draw(asked) => with_rules(registry, &asked.text, |rules| draw(rules, asked)),
        Request::Transform(asked) => {
            with_rules(registry, &asked.text, |rules| transform(rules, asked))
        }
        Request::ProveCheck(asked) => prove_check(registry, asked),
        Request::Records(asked) => records(registry, asked.family.as_deref()),
        Request::Solve(_)
        | Request::Count(_)
        | Request::Enumerate(_)
        | Request::Hint(_)
        | Request::Make(_) => Err(Failure::new("this verb runs an engine: start it as a job")),
    };
    answer.unwrap_or_else(|failure| vec![Line::Error(failure)])
}

/// The answer of the rules of the text's family.
fn with_rules<T: Into<Line>>(
    registry: Registry,
    text: &str,
    answer: impl FnOnce(&'static dyn Puzzle) -> Result<T, Failure>,
) -> Answer {
    if text.len() > LONGEST {
        return Err(Failure::new(format!("the text is longer than {LONGEST} bytes")));
    }
    let family = registry.family_of(text).map_err(in_text)?;
    Ok(vec![answer(family.rules)?.into()])
}

/// The family with a name.
fn named(registry: Registry, name: &str) -> Result<&'static Registration, Failure> {
    let missing = || Failure {
        help: Some(format!("the families are {}", names(registry).join(", "))),
        ..Failure::new(format!("there is no family {name}"))
    };
    registry.named(name).ok_or_else(missing)
}

fn names(registry: Registry) -> Vec<&'static str> {
    registry.families().iter().map(|family| family.name()).collect()
}

fn list(registry: Registry, family: Option<&str>) -> Answer {
    match family {
        Some(name) => Ok(vec![Family::from(named(registry, name)?).into()]),
        None => Ok(registry.families().iter().map(|&family| Family::from(family).into()).collect()),
    }
}

/// A preset, an example of the folder `good`, or a record.
fn text(registry: Registry, name: &str) -> Answer {
    let missing = || Failure::new(format!("there is no preset, example or record `{name}`"));
    let text = if let Some(record) = name.strip_prefix("records/") {
        records::text(record).ok_or_else(missing)?
    } else {
        let (family, inside) = name.split_once('/').ok_or_else(missing)?;
        let rules = named(registry, family)?.rules;
        let example = |name| puzzles::text(family, "good", name).map(str::to_owned);
        let found = rules.preset(inside).or_else(|| inside.strip_prefix("good/").and_then(example));
        found.ok_or_else(missing)?
    };
    Ok(vec![TextResult { path: None, text }.into()])
}

fn blank_text(registry: Registry, asked: &BlankRequest) -> Answer {
    let rules = named(registry, &asked.family)?.rules;
    let text = blank(rules, asked.order, &pairs(&asked.settings)).map_err(Failure::new)?;
    Ok(vec![TextResult { path: None, text }.into()])
}

/// A blank board of an order, with settings of its first line.
///
/// # Errors
/// What is wrong with the order or a setting.
pub fn blank(
    rules: &dyn Puzzle,
    order: u16,
    settings: &[(String, String)],
) -> Result<String, String> {
    // Settings are words of one line.
    let plain = |word: &str| !word.contains(|it: char| it.is_whitespace() || it == '#');
    if let Some((name, value)) = settings.iter().find(|it| !plain(&it.0) || !plain(&it.1)) {
        return Err(format!("`{name}={value}` is no setting; expected words without blanks"));
    }
    let text = rules.blank(order.into(), settings);
    text.map_err(|error| format!("{}; expected {}", error.message, error.expected))
}

fn stroke(rules: &dyn Puzzle, asked: &StrokeRequest) -> Result<TextResult, Failure> {
    let far = MAX_ORDER as i32;
    let inside = |Cell(q, r): &Cell| (-far..=far).contains(q) && (-far..=far).contains(r);
    if !asked.cells.iter().all(inside) {
        return Err(Failure::new("a cell of the stroke lies outside of every board"));
    }
    let cells: Vec<_> = asked.cells.iter().map(|cell| (*cell).into()).collect();
    let text = rules.stroke(&asked.text, &cells).map_err(in_text)?;
    let text = text.ok_or_else(|| Failure::new("a stroke over these cells means nothing here"))?;
    Ok(TextResult { path: None, text })
}

fn check(rules: &dyn Puzzle, asked: &CheckRequest) -> Result<CheckResult, Failure> {
    let verdict = match &asked.solution {
        None => rules.check(&asked.text),
        Some(solution) => rules.verify(&asked.text, solution),
    };
    Ok(CheckResult::new(rules.name(), &verdict.map_err(in_text)?))
}

fn draw(rules: &dyn Puzzle, asked: &DrawRequest) -> Result<DrawnPicture, Failure> {
    let view = view(rules, &asked.text, asked.step, asked.view.as_deref())?;
    let scene = rules.scene(&asked.text, view).map_err(in_text)?;
    let theme = theme(asked.theme);
    let (picture, scene) = match asked.format {
        PictureFormat::Svg => (svg(&scene, &theme), None),
        PictureFormat::Terminal => (terminal(&scene, None), None),
        PictureFormat::Scene => (String::new(), Some(Scene::from(&scene))),
    };
    Ok(DrawnPicture { picture, scene })
}

fn transform(rules: &dyn Puzzle, asked: &TransformRequest) -> Result<TransformResult, Failure> {
    let family = rules.name();
    let image = if asked.canonical {
        rules.canonical(&asked.text)
    } else {
        let symmetry = rules.symmetry(asked.rotate, asked.reflect);
        let missing = || Failure::new(format!("a reflection is no symmetry of {family}"));
        rules.transform(&asked.text, symmetry.ok_or_else(missing)?)
    };
    Ok(TransformResult { family: family.to_owned(), text: image.map_err(in_text)? })
}

fn prove_check(registry: Registry, asked: &ProveCheckRequest) -> Answer {
    let mut proof = BufReader::new(asked.proof.as_bytes());
    let checked = check_proof(registry, &asked.text, &mut proof, &mut || false);
    let checked = checked.map_err(|error: SessionError| Failure::session(NAME, &error))?;
    Ok(vec![ResultData::from(checked).into()])
}

fn records(registry: Registry, family: Option<&str>) -> Answer {
    if let Some(name) = family {
        named(registry, name)?;
    }
    Ok(records::lines(registry, family))
}

/// The embedded records.
#[cfg(feature = "records")]
mod records {
    use sixfold_records::Record;
    use sixfold_solver::Registry;
    use sixfold_wire::{Line, RecordResult, RecordVerified};

    pub(super) fn text(name: &str) -> Option<String> {
        Some(sixfold_records::named(name)?.text.into_owned())
    }

    pub(super) fn lines(registry: Registry, family: Option<&str>) -> Vec<Line> {
        let records = sixfold_records::all();
        let chosen = records.iter().filter(|record| record.is_one_of(family, None));
        chosen.filter_map(|record| line(registry, record)).collect()
    }

    /// A record with the verdict on it; nothing for a family that this registry lacks.
    fn line(registry: Registry, record: &Record) -> Option<Line> {
        let rules = registry.named(record.family())?.rules;
        let field = |name: &str| record.field(name);
        Some(match record.verdict(rules) {
            Ok(verdict) => RecordResult::new(&record.name, &verdict, field).into(),
            Err(error) => RecordVerified::new(&record.name, Some(error.to_string())).into(),
        })
    }
}

/// A build without records: a static site has them in a file.
#[cfg(not(feature = "records"))]
mod records {
    use sixfold_solver::Registry;
    use sixfold_wire::Line;

    pub(super) fn text(_: &str) -> Option<String> {
        None
    }

    pub(super) fn lines(_: Registry, _: Option<&str>) -> Vec<Line> {
        Vec::new()
    }
}
