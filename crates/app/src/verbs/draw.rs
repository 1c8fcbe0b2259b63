//! `sixfold draw`: renders a board in the terminal or as SVG, PNG or animated GIF.

use sixfold_host::picture::{animate, png, sampled_steps};
use sixfold_host::{AtomicFile, Source};
use sixfold_puzzle::picture::{svg, terminal};
use sixfold_puzzle::scene::Scene;
use sixfold_puzzle::{Puzzle, View};
use sixfold_wire::{Begin, DrawnFile, DrawnPicture, Verb};

use crate::args::Draw;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};

/// The output format.
enum PictureFormat {
    Terminal,
    Svg,
    Png,
    Gif,
}

pub(crate) fn run(args: &Draw, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let format = format(args.output.as_deref())?;
    let theme = args.theme.theme();
    if args.steps.is_some() && !matches!(format, PictureFormat::Gif) {
        return Err(Failure::usage(
            "--steps needs an animation: expected an output file that ends with .gif",
        ));
    }
    let board = read(args, output)?;
    let scene = scene(args, &board)?;
    output.begin(Begin { theme: Some(theme.name.to_owned()), ..Begin::of(Verb::Draw) })?;
    let picture = match format {
        PictureFormat::Gif => animation(args, &board)?,
        PictureFormat::Terminal => {
            let colours = output.world().terminal.colour && !output.is_json();
            terminal(&scene, colours.then_some(&theme)).into_bytes()
        }
        PictureFormat::Svg => svg(&scene, &theme).into_bytes(),
        PictureFormat::Png => png(&svg(&scene, &theme))?,
    };
    match args.output.as_deref() {
        Some(path) if path != "-" => {
            AtomicFile::open(path)?.finish(&picture)?;
            output.answer("", DrawnFile { path: path.to_owned(), bytes: picture.len() })?;
        }
        _ if output.is_json() => {
            let picture = String::from_utf8_lossy(&picture).into_owned();
            output.answer("", DrawnPicture { picture, scene: None })?;
        }
        _ => output.bytes(&picture)?,
    }
    Ok(SUCCESS)
}

fn format(path: Option<&str>) -> Result<PictureFormat, Failure> {
    let extension = path.and_then(|path| path.rsplit_once('.')).map(|(_, end)| end.to_lowercase());
    match (path, extension.as_deref()) {
        (None, _) => Ok(PictureFormat::Terminal),
        (Some("-"), _) | (_, Some("svg")) => Ok(PictureFormat::Svg),
        (_, Some("png")) => Ok(PictureFormat::Png),
        (_, Some("gif")) => Ok(PictureFormat::Gif),
        (Some(path), _) => Err(Failure::with_help(
            format!("`{path}` has no known picture extension"),
            "end the name with .svg, .png or .gif",
        )),
    }
}

/// The board to be drawn.
struct Board {
    source: Source,
    rules: &'static dyn Puzzle,
    /// The number of moves, if the solution is a move sequence.
    steps: Option<usize>,
}

fn read(args: &Draw, output: &mut Output<'_, '_>) -> Result<Board, Failure> {
    let source = input::read(&args.file, output)?.source;
    let in_text = |error| Failure::text(source.clone(), error);
    let rules = output.world().registry.family_of(&source.text).map_err(in_text)?.rules;
    let steps = rules.steps(&source.text).map_err(in_text)?;
    Ok(Board { source, rules, steps })
}

/// The moves of a solution as an animated GIF.
fn animation(args: &Draw, board: &Board) -> Result<Vec<u8>, Failure> {
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
        board.rules.scene(&board.source.text, view).map_err(in_text)
    };
    animate(&sampled_steps(from, to), &args.theme.theme(), scene)
}

fn scene(args: &Draw, board: &Board) -> Result<Scene, Failure> {
    let Board { source, rules, steps } = board;
    let (rules, steps) = (*rules, *steps);
    let in_text = |error| Failure::text(source.clone(), error);
    let name = args.view.as_deref().map(|name| view(rules, name)).transpose()?;
    match (args.step, steps) {
        (Some(_), None) => {
            Err(Failure::usage(format!("`{}` has no moves to step through", args.file)))
        }
        (Some(step), Some(steps)) if step > steps => {
            Err(Failure::usage(format!("there is no step {step}: the solution has {steps} moves")))
        }
        _ => rules.scene(&source.text, View { step: args.step, name }).map_err(in_text),
    }
}

/// The family's view with a name.
fn view(rules: &dyn Puzzle, name: &str) -> Result<&'static str, Failure> {
    let about = rules.about();
    let words: Vec<&str> = about.views.iter().map(|term| term.word).collect();
    let found = words.iter().copied().find(|&word| word == name);
    found.ok_or_else(|| {
        let help = match &words[..] {
            [] => format!("the family {} has only one view", about.name),
            _ => format!("the views of the family {} are: {}", about.name, words.join(", ")),
        };
        Failure::with_help(format!("there is no view `{name}`"), help)
    })
}
