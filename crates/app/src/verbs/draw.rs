//! `sixfold draw`: a board in the terminal, or as a file.

use serde_json::json;
use sixfold_puzzle::picture::{svg, terminal};
use sixfold_puzzle::scene::Scene;
use sixfold_puzzle::{Kind, View, kind_of};

use crate::args::Draw;
use crate::destination::Destination;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};
use crate::png::png;

/// What kind of file is wanted.
enum Form {
    Terminal,
    Svg,
    Png,
}

pub(crate) fn run(args: &Draw, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let form = form(args.output.as_deref())?;
    let theme = args.theme.theme();
    let scene = scene(args, output)?;
    output.begin("draw", json!({ "theme": theme.name }))?;
    let picture = match form {
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
        (Some(path), _) => Err(Failure::with_help(
            format!("`{path}` does not say what kind of picture it is to be"),
            "end the name with .svg or .png",
        )),
    }
}

fn scene(args: &Draw, output: &mut Output<'_, '_>) -> Result<Scene, Failure> {
    let source = input::read(&args.file, output)?.source;
    let in_text = |error| Failure::text(source.clone(), error);
    let kind = kind_of(&source.text).map_err(in_text)?;
    let steps = kind.puzzle().steps(&source.text).map_err(in_text)?;
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
