//! `sixfold draw`: a board in the terminal, or as a file.

use serde_json::json;
use sixfold_puzzle::picture::{svg, terminal};
use sixfold_puzzle::scene::Scene;
use sixfold_puzzle::{Kind, View, kind_of};

use crate::args::Draw;
use crate::destination::Destination;
use crate::failure::{Failure, Source};
use crate::gif;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};
use crate::png::png;

/// What kind of file is wanted.
enum Form {
    Terminal,
    Svg,
    Png,
    Gif,
}

pub(crate) fn run(args: &Draw, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let form = form(args.output.as_deref())?;
    let theme = args.theme.theme();
    if args.steps.is_some() && !matches!(form, Form::Gif) {
        return Err(Failure::usage("--steps is for moving pictures: end the name with .gif"));
    }
    let board = read(args, output)?;
    let scene = scene(args, &board)?;
    output.begin("draw", json!({ "theme": theme.name }))?;
    let picture = match form {
        Form::Gif => moving(args, &board)?,
        Form::Terminal => {
            let colours = output.world().facts.colour && !output.is_json();
            terminal(&scene, colours.then_some(&theme)).into_bytes()
        }
        Form::Svg => svg(&scene, &theme).into_bytes(),
        Form::Png => png(&svg(&scene, &theme))?,
    };
    match args.output.as_deref() {
        Some(path) if path != "-" => {
            Destination::open(path)?.finish(&picture)?;
            output.answer("", json!({ "path": path, "bytes": picture.len() }))?;
        }
        _ if output.is_json() => {
            output.answer("", json!({ "picture": String::from_utf8_lossy(&picture) }))?;
        }
        _ => output.bytes(&picture)?,
    }
    Ok(SUCCESS)
}

fn form(path: Option<&str>) -> Result<Form, Failure> {
    let extension = path.and_then(|path| path.rsplit_once('.')).map(|(_, end)| end.to_lowercase());
    match (path, extension.as_deref()) {
        (None, _) => Ok(Form::Terminal),
        (Some("-"), _) | (_, Some("svg")) => Ok(Form::Svg),
        (_, Some("png")) => Ok(Form::Png),
        (_, Some("gif")) => Ok(Form::Gif),
        (Some(path), _) => Err(Failure::with_help(
            format!("`{path}` does not say what kind of picture it is to be"),
            "end the name with .svg, .png or .gif",
        )),
    }
}

/// What is to be drawn.
struct Board {
    source: Source,
    kind: Kind,
    /// The number of moves, where there are any.
    steps: Option<usize>,
}

fn read(args: &Draw, output: &mut Output<'_, '_>) -> Result<Board, Failure> {
    let source = input::read(&args.file, output)?.source;
    let in_text = |error| Failure::text(source.clone(), error);
    let kind = kind_of(&source.text).map_err(in_text)?;
    let steps = kind.puzzle().steps(&source.text).map_err(in_text)?;
    Ok(Board { source, kind, steps })
}

/// The moves of a solution as a moving picture.
fn moving(args: &Draw, board: &Board) -> Result<Vec<u8>, Failure> {
    let Some(last) = board.steps else {
        return Err(Failure::usage(format!("`{}` has no moves to step through", args.file)));
    };
    let (from, to) = args.steps.unwrap_or((0, last));
    if to > last {
        return Err(Failure::usage(format!(
            "there is no step {to}: the solution has {last} moves"
        )));
    }
    let in_text = |error| Failure::text(board.source.clone(), error);
    let scene = |step| {
        let view = View { step: Some(step), name: None };
        board.kind.puzzle().scene(&board.source.text, view).map_err(in_text)
    };
    gif::film(&gif::chosen(from, to), &args.theme.theme(), scene)
}

fn scene(args: &Draw, board: &Board) -> Result<Scene, Failure> {
    let Board { source, kind, steps } = board;
    let (kind, steps) = (*kind, *steps);
    let in_text = |error| Failure::text(source.clone(), error);
    let name = args.view.as_deref().map(|name| view(kind, name)).transpose()?;
    match (args.step, steps) {
        (Some(_), None) => {
            Err(Failure::usage(format!("`{}` has no moves to step through", args.file)))
        }
        (Some(step), Some(steps)) if step > steps => {
            Err(Failure::usage(format!("there is no step {step}: the solution has {steps} moves")))
        }
        _ => kind.puzzle().scene(&source.text, View { step: args.step, name }).map_err(in_text),
    }
}

/// The family's view with a name.
fn view(kind: Kind, name: &str) -> Result<&'static str, Failure> {
    let about = kind.puzzle().about();
    let words: Vec<&str> = about.views.iter().map(|term| term.word).collect();
    let found = words.iter().copied().find(|&word| word == name);
    found.ok_or_else(|| {
        let help = match &words[..] {
            [] => format!("boards of the family {} are drawn in one way only", about.name),
            _ => format!("the views of the family {} are: {}", about.name, words.join(", ")),
        };
        Failure::with_help(format!("there is no view `{name}`"), help)
    })
}
