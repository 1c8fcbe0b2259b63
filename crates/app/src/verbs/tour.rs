//! `sixfold tour`: checks or solves one board per solved example and draws an HTML gallery.
//!
//! A board is solved if it is a preset and its family has an engine that finds solutions; otherwise
//! its known solution is checked.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use sixfold_puzzle::picture::{Theme, svg};
use sixfold_puzzle::{Kind, View, join, puzzles};
use sixfold_solver::{Budget, Clock as _, Never, Nowhere, Power, Request, Run, solve};

use crate::args::Tour;
use crate::atomic_file::AtomicFile;
use crate::engine_run::WallClock;
use crate::failure::{Failure, Source};
use crate::gallery::{Card, page};
use crate::output::{Exit, NEGATIVE, Output, SUCCESS};
use crate::png::png;
use crate::verbs::check;

/// When the tour stops an engine that has not finished. This is no deadline of the run, because some
/// engines use all of a deadline, and the tour shows `solve` without one.
const STOP_AFTER: Duration = Duration::from_secs(40);

pub(crate) fn run(args: &Tour, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let clock = WallClock::start();
    let folder = Path::new(&args.output);
    fs::create_dir_all(folder)
        .map_err(|error| Failure::usage(format!("`{}` cannot be created: {error}", args.output)))?;
    output.begin("tour", json!({ "path": args.output }))?;
    let mut cards = Vec::new();
    for &kind in Kind::ALL {
        for board in boards(kind, output)? {
            draw(folder, &board)?;
            let state = if board.good { "ok" } else { "BROKEN" };
            let text = format!("{state}: {:22} {}\n", board.card.title, board.card.result);
            let data = json!({
                "family": kind.puzzle().about().name,
                "board": board.card.title,
                "ok": board.good,
                "result": board.card.result,
            });
            output.answer(&text, data)?;
            cards.push(board);
        }
    }
    let good = cards.iter().all(|board| board.good);
    let cards: Vec<Card> = cards.into_iter().map(|board| board.card).collect();
    let index = format!("{}/index.html", args.output);
    AtomicFile::open(&index)?.finish(page(&cards).as_bytes())?;
    let seconds = clock.elapsed().as_secs_f64();
    output.remark(&format!("{} boards in {seconds:.1} s; open {index}", cards.len()));
    Ok(if good { SUCCESS } else { NEGATIVE })
}

/// A board of the tour.
struct TourBoard {
    text: String,
    good: bool,
    card: Card,
}

/// The boards of a family: solved now if an engine can, else with the known solution, checked.
fn boards(kind: Kind, output: &Output<'_, '_>) -> Result<Vec<TourBoard>, Failure> {
    let family = kind.puzzle().about().name;
    let engines = (output.world().registry)(kind);
    let finds = engines.iter().any(|engine| engine.can(Power::Finds));
    let mut boards = Vec::new();
    for name in puzzles::names(family, "good") {
        if finds && kind.puzzle().preset(&name).is_some() {
            boards.push(solved(kind, &name, output)?);
        } else {
            let title = format!("{family}/good/{name}");
            let text = puzzles::text(family, "good", &name).unwrap_or_default().to_owned();
            let command = format!("sixfold check {title}");
            boards.push(example(kind, title, text, command)?);
        }
    }
    Ok(boards)
}

/// An embedded board with its solution, checked.
fn example(kind: Kind, title: String, text: String, command: String) -> Result<TourBoard, Failure> {
    let source = Source { name: title.clone(), text };
    let verdict = kind.puzzle().check(&source.text);
    let verdict = verdict.map_err(|error| Failure::text(source.clone(), error))?;
    let result = format!("checked: {}", check::describe(&verdict).trim_end());
    let about = kind.puzzle().about();
    let card = Card { family: about.name, about: about.description, title, command, result };
    Ok(TourBoard { text: source.text, good: verdict.solved(), card })
}

/// A preset, solved now.
fn solved(kind: Kind, preset: &str, output: &Output<'_, '_>) -> Result<TourBoard, Failure> {
    let about = kind.puzzle().about();
    let title = format!("{}/{preset}", about.name);
    let text = kind.puzzle().preset(preset).unwrap_or_default();
    let source = Source { name: title.clone(), text };
    let request = Request { text: &source.text, engine: None, prove: false, settings: &[] };
    let (clock, late) = (WallClock::start(), AtomicBool::new(false));
    let run = Run {
        seed: 1,
        threads: crate::engine_run::cores(),
        clock: &clock,
        deadline: None,
        stop: output.world().stop,
        sink: &|_| late.store(clock.elapsed() > STOP_AFTER, Ordering::Relaxed),
        ceiling: None,
        budget: &Budget::unlimited(),
        outside: &Nowhere,
        checkpoint: &Never,
        cancelled: None,
    };
    let report = solve(output.world().registry, &request, &run.shared(&late))
        .map_err(|error| Failure::session(&source, error))?;
    let milliseconds = report.seconds * 1000.0;
    let engine = report.engine().unwrap_or("no engine");
    let result = format!("{engine}, {milliseconds:.1} ms: {}", report.words());
    let command = format!("sixfold solve {title}");
    let good = report.solution().is_some();
    let text = match report.solution() {
        Some(solution) => join(&report.instance, solution),
        None => report.instance.clone(),
    };
    let card = Card { family: about.name, about: about.description, title, command, result };
    Ok(TourBoard { text, good, card })
}

fn draw(folder: &Path, board: &TourBoard) -> Result<(), Failure> {
    let source = || Source { name: board.card.title.clone(), text: board.text.clone() };
    let puzzle = Kind::named(board.card.family).expect("the tour visits families").puzzle();
    let scene = puzzle.scene(&board.text, View::default());
    let scene = scene.map_err(|error| Failure::text(source(), error))?;
    let write = |ending: &str, content: &[u8]| {
        let path = folder.join(format!("{}{ending}", board.card.file()));
        AtomicFile::open(&path.to_string_lossy())?.finish(content)
    };
    let light = svg(&scene, &Theme::LIGHT);
    write(".txt", board.text.as_bytes())?;
    write(".svg", light.as_bytes())?;
    write("-dark.svg", svg(&scene, &Theme::DARK).as_bytes())?;
    write(".png", &png(&light)?)
}
