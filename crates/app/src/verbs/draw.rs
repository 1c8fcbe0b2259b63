//! `sixfold draw`: renders a board in the terminal or as SVG, PNG or animated GIF.

use sixfold_host::AtomicFile;
use sixfold_host::machine::WallClock;
use sixfold_host::picture::{Board, Drawing, PictureFile};
use sixfold_solver::{Clock as _, Progress};
use sixfold_wire::{Begin, DrawnFile, DrawnPicture, Verb};

use crate::args::Draw;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};

pub(crate) fn run(args: &Draw, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let drawing = Drawing {
        format: format(args.output.as_deref())?,
        theme: args.theme.theme(),
        coloured: output.world().terminal.colour && !output.is_json(),
        step: args.step,
        steps: args.steps,
        view: args.view.as_deref(),
        width: args.width,
        dpi: args.dpi,
    };
    drawing.check()?;
    let board = Board::read(output.world().registry, input::read(&args.file, output)?.source)?;
    let board = if args.no_title { board.untitled() } else { board };
    let (reporter, clock) = (output.reporter(None), WallClock::start());
    let picture = drawing.picture(&board, &|done, all| {
        let progress = Progress::of("drawing").done(done as u64, all as u64, "pictures");
        reporter.show(clock.elapsed(), progress);
    });
    reporter.finish();
    let picture = picture?;
    let theme = Some(drawing.theme.name.to_owned());
    output.begin(Begin { theme, ..Begin::of(Verb::Draw) })?;
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
fn format(path: Option<&str>) -> Result<Option<PictureFile>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let known = if path == "-" { Some(PictureFile::Svg) } else { PictureFile::of_path(path) };
    let unknown = || {
        let message = format!("`{path}` has no known picture extension");
        Failure::with_help(message, "end the name with .svg, .png or .gif")
    };
    known.map(Some).ok_or_else(unknown)
}
