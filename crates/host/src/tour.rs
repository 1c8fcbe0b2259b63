//! The tour: one board per solved example, solved or checked now, and drawn into an HTML gallery.
//!
//! A board is solved if it is a preset and its family has an engine that finds solutions; otherwise
//! its known solution is checked.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sixfold_puzzle::picture::{Theme, svg};
use sixfold_puzzle::{Puzzle, View, join, puzzles};
use sixfold_solver::{Clock as _, Halt, Power, Registration, Registry, Request, Run, solve};

use crate::atomic_file::AtomicFile;
use crate::error::HostError;
pub use crate::gallery::Card;
use crate::gallery::page;
use crate::machine::{WallClock, cores};
use crate::picture::{Board, PixelSize, png};
use crate::source::Source;

/// When the tour stops an engine that has not finished. This is no deadline of the run, because some
/// engines use all of a deadline, and the tour shows `solve` without one.
const STOP_AFTER: Duration = Duration::from_secs(40);

/// A board of the tour.
pub struct TourBoard {
    rules: &'static dyn Puzzle,
    text: String,
    /// Whether it has a solution that the verifier accepts.
    pub good: bool,
    /// What the gallery says about it.
    pub card: Card,
}

/// The boards of a family: solved now if an engine can, else with the known solution, checked.
///
/// # Errors
/// If a session fails.
pub fn boards(
    registration: &'static Registration,
    registry: Registry,
    stop: &AtomicBool,
) -> Result<Vec<TourBoard>, HostError> {
    let family = registration.name();
    let finds = registration.engines.iter().any(|engine| engine.can(Power::Finds));
    let mut boards = Vec::new();
    for name in puzzles::names(family, "good") {
        if finds && registration.rules.preset(&name).is_some() {
            boards.push(solved(registration, &name, registry, stop)?);
        } else {
            let title = format!("{family}/good/{name}");
            let text = puzzles::text(family, "good", &name).unwrap_or_default().to_owned();
            let command = format!("sixfold check {title}");
            boards.push(example(registration.rules, title, text, command)?);
        }
    }
    Ok(boards)
}

/// An embedded board with its solution, checked.
fn example(
    rules: &'static dyn Puzzle,
    title: String,
    text: String,
    command: String,
) -> Result<TourBoard, HostError> {
    let source = Source { name: title.clone(), text };
    let verdict = rules.check(&source.text);
    let verdict = verdict.map_err(|error| HostError::text(source.clone(), error))?;
    let result = format!("checked: {}", verdict.words());
    let about = rules.about();
    let moves = Board::of(rules, source.clone())?.moves();
    let card = Card { family: about.name, about: about.description, title, command, result, moves };
    Ok(TourBoard { rules, text: source.text, good: verdict.solved(), card })
}

/// A preset, solved now.
fn solved(
    registration: &'static Registration,
    preset: &str,
    registry: Registry,
    stop: &AtomicBool,
) -> Result<TourBoard, HostError> {
    let about = registration.rules.about();
    let title = format!("{}/{preset}", about.name);
    let text = registration.rules.preset(preset).unwrap_or_default();
    let source = Source { name: title.clone(), text };
    let request = Request { text: &source.text, engine: None, prove: false, settings: &[] };
    let (clock, late) = (WallClock::start(), AtomicBool::new(false));
    let run = Run {
        threads: cores(),
        clock: &clock,
        sink: &|_| late.store(clock.elapsed() > STOP_AFTER, Ordering::Relaxed),
        ..Run::alone(1, stop)
    };
    let report = solve(registry, &request, &run.shared(&late))
        .map_err(|error| HostError::session(source.clone(), error))?;
    let time = match report.seconds {
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1000.0),
        seconds => format!("{seconds:.1} s"),
    };
    let engine = report.engine().unwrap_or("no engine");
    let words = match late.load(Ordering::Relaxed) {
        true => report.words().replacen(Halt::Interrupted.words(), "time limit of the tour", 1),
        false => report.words(),
    };
    let result = format!("{engine}, {time}: {words}");
    let command = format!("sixfold solve {title}");
    let good = report.solution().is_some();
    let text = match report.solution() {
        Some(solution) => join(&report.instance, solution),
        None => report.instance.clone(),
    };
    let rules = registration.rules;
    let moves = Board::of(rules, Source { name: title.clone(), text: text.clone() })?.moves();
    let card = Card { family: about.name, about: about.description, title, command, result, moves };
    Ok(TourBoard { rules, text, good, card })
}

impl TourBoard {
    /// Writes text and pictures of the board into the folder of the gallery.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), HostError> {
        let source = || Source { name: self.card.title.clone(), text: self.text.clone() };
        let scene = self.rules.scene(&self.text, View::default());
        let scene = scene.map_err(|error| HostError::text(source(), error))?;
        let write = |ending: &str, content: &[u8]| {
            let path = folder.join(format!("{}{ending}", self.card.file()));
            AtomicFile::open(path)?.finish(content)
        };
        let light = svg(&scene, &Theme::LIGHT);
        write(".txt", self.text.as_bytes())?;
        write(".svg", light.as_bytes())?;
        write("-dark.svg", svg(&scene, &Theme::DARK).as_bytes())?;
        if self.card.moves {
            let board = Board::of(self.rules, source())?;
            write(".gif", &board.animation(None, &Theme::LIGHT, &|_, _| ())?)?;
        }
        write(".png", &png(&light, PixelSize::Sharp)?)
    }
}

/// Writes the page of the gallery, and returns its path.
///
/// # Errors
/// If it cannot be written.
pub fn write_page(folder: &Path, boards: &[TourBoard]) -> Result<PathBuf, HostError> {
    let path = folder.join("index.html");
    let cards: Vec<&Card> = boards.iter().map(|board| &board.card).collect();
    AtomicFile::open(&path)?.finish(page(&cards).as_bytes())?;
    Ok(path)
}
