//! `sixfold draw`: renders a board in the terminal or as SVG, PNG or animated GIF.

use sixfold_host::AtomicFile;
use sixfold_host::picture::{Board, PictureFile, png};
use sixfold_puzzle::picture::{svg, terminal};
use sixfold_wire::{Begin, DrawnFile, DrawnPicture, Verb};

use crate::args::Draw;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};

pub(crate) fn run(args: &Draw, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let file = file(args.output.as_deref())?;
    let theme = args.theme.theme();
    if args.steps.is_some() && file != Some(PictureFile::Gif) {
        return Err(Failure::usage(
            "--steps needs an animation: expected an output file that ends with .gif",
        ));
    }
    if args.width.is_some() && file != Some(PictureFile::Png) {
        return Err(Failure::usage(
            "--width needs pixels: expected an output file ending with .png",
        ));
    }
    let source = input::read(&args.file, output)?.source;
    let board = Board::read(output.world().registry, source)?;
    let scene = board.scene(args.step, args.view.as_deref())?;
    output.begin(Begin { theme: Some(theme.name.to_owned()), ..Begin::of(Verb::Draw) })?;
    let picture = match file {
        None => {
            let colours = output.world().terminal.colour && !output.is_json();
            terminal(&scene, colours.then_some(&theme)).into_bytes()
        }
        Some(PictureFile::Svg) => svg(&scene, &theme).into_bytes(),
        Some(PictureFile::Png) => png(&svg(&scene, &theme), args.width)?,
        Some(PictureFile::Gif) => board.animation(args.steps, &theme)?,
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
        _ => output.write(&picture)?,
    }
    Ok(SUCCESS)
}

/// The format of the output; none for the terminal.
fn file(path: Option<&str>) -> Result<Option<PictureFile>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let format = if path == "-" { Some(PictureFile::Svg) } else { PictureFile::of_path(path) };
    let unknown = || {
        let message = format!("`{path}` has no known picture extension");
        Failure::with_help(message, "end the name with .svg, .png or .gif")
    };
    format.map(Some).ok_or_else(unknown)
}
