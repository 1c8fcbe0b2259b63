//! `sixfold tour`: see everything once. For every family its solved examples are checked and
//! drawn, and where there is an engine a preset is solved, verified and drawn too.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use sixfold_puzzle::picture::{Theme, svg};
use sixfold_puzzle::{Kind, View, join, puzzles};
use sixfold_solver::{Clock as _, Never, Nowhere, Power, Request, Run, solve};

use crate::args::Tour;
use crate::destination::Destination;
use crate::failure::{Failure, Source};
use crate::gallery::{Card, page};
use crate::output::{Exit, NEGATIVE, Output, SUCCESS};
use crate::png::png;
use crate::verbs::check;
use crate::verbs::solve::WallClock;

/// How long the tour waits for one engine. It is no deadline, since an engine may use all of that:
/// the tour shows what `solve` does when it ends by itself, and stops an engine that does not.
const PATIENCE: Duration = Duration::from_secs(40);

pub(crate) fn run(args: &Tour, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let clock = WallClock::start();
    let folder = Path::new(&args.output);
    fs::create_dir_all(folder)
        .map_err(|error| Failure::usage(format!("`{}` cannot be made: {error}", args.output)))?;
    output.begin("tour", json!({ "path": args.output }))?;
    let mut cards = Vec::new();
    for &kind in Kind::ALL {
        for stop in stops(kind, output)? {
            draw(folder, &stop)?;
            let state = if stop.good { "ok" } else { "BROKEN" };
            let text = format!("{state}: {:22} {}\n", stop.card.title, stop.card.result);
            let data = json!({
                "family": kind.puzzle().about().name,
                "board": stop.card.title,
                "ok": stop.good,
                "result": stop.card.result,
            });
            output.answer(&text, data)?;
            cards.push(stop);
        }
    }
    let good = cards.iter().all(|stop| stop.good);
    let cards: Vec<Card> = cards.into_iter().map(|stop| stop.card).collect();
    let index = format!("{}/index.html", args.output);
    Destination::open(&index)?.finish(page(&cards).as_bytes())?;
    let seconds = clock.elapsed().as_secs_f64();
    output.remark(&format!("{} boards in {seconds:.1} s; open {index}", cards.len()));
    Ok(if good { SUCCESS } else { NEGATIVE })
}

/// A board on the tour.
struct Stop {
    text: String,
    good: bool,
    card: Card,
}

/// One stop for each board with a known solution: solved now where there is an engine that can,
/// else the known solution, checked.
fn stops(kind: Kind, output: &Output<'_, '_>) -> Result<Vec<Stop>, Failure> {
    let family = kind.puzzle().about().name;
    let engines = (output.world().registry)(kind);
    let finds = engines.iter().any(|engine| engine.powers.contains(&Power::Finds));
    let mut stops = Vec::new();
    for name in puzzles::names(family, "good") {
        if finds && kind.puzzle().preset(&name).is_some() {
            stops.push(solved(kind, &name, output)?);
        } else {
            let title = format!("{family}/good/{name}");
            let text = puzzles::text(family, "good", &name).unwrap_or_default().to_owned();
            let command = format!("sixfold check {title}");
            stops.push(example(kind, title, text, command)?);
        }
    }
    Ok(stops)
}

/// An embedded board with its solution, checked.
fn example(kind: Kind, title: String, text: String, command: String) -> Result<Stop, Failure> {
    let source = Source { name: title.clone(), text };
    let verdict = kind.puzzle().check(&source.text);
    let verdict = verdict.map_err(|error| Failure::text(source.clone(), error))?;
    let result = format!("checked: {}", check::describe(&verdict).trim_end());
    let about = kind.puzzle().about();
    let card = Card { family: about.name, about: about.description, title, command, result };
    Ok(Stop { text: source.text, good: verdict.solved(), card })
}

/// A preset, solved now.
fn solved(kind: Kind, preset: &str, output: &Output<'_, '_>) -> Result<Stop, Failure> {
    let about = kind.puzzle().about();
    let title = format!("{}/{preset}", about.name);
    let text = kind.puzzle().preset(preset).unwrap_or_default();
    let source = Source { name: title.clone(), text };
    let request = Request { text: &source.text, engine: None, prove: false, settings: &[] };
    let (clock, late) = (WallClock::start(), AtomicBool::new(false));
    let run = Run {
        seed: 1,
        threads: super::solve::cores(),
        clock: &clock,
        deadline: None,
        stop: output.world().stop,
        sink: &|_| late.store(clock.elapsed() > PATIENCE, Ordering::Relaxed),
        ceiling: None,
        outside: &Nowhere,
        checkpoint: &Never,
        cancelled: None,
    };
    let report = solve(output.world().registry, &request, &run.shared(&late))
        .map_err(|error| Failure::session(&source, error))?;
    let milliseconds = report.seconds * 1000.0;
    let engine = report.engine.unwrap_or("no engine");
    let result = format!("{engine}, {milliseconds:.1} ms: {}", report.words());
    let command = format!("sixfold solve {title}");
    let good = report.solution.is_some();
    let text = match &report.solution {
        Some(solution) => join(&report.instance, solution),
        None => report.instance.clone(),
    };
    let card = Card { family: about.name, about: about.description, title, command, result };
    Ok(Stop { text, good, card })
}

fn draw(folder: &Path, stop: &Stop) -> Result<(), Failure> {
    let source = || Source { name: stop.card.title.clone(), text: stop.text.clone() };
    let puzzle = Kind::named(stop.card.family).expect("the tour visits families").puzzle();
    let scene = puzzle.scene(&stop.text, View::default());
    let scene = scene.map_err(|error| Failure::text(source(), error))?;
    let write = |ending: &str, content: &[u8]| {
        let path = folder.join(format!("{}{ending}", stop.card.file()));
        Destination::open(&path.to_string_lossy())?.finish(content)
    };
    let light = svg(&scene, &Theme::LIGHT);
    write(".txt", stop.text.as_bytes())?;
    write(".svg", light.as_bytes())?;
    write("-dark.svg", svg(&scene, &Theme::DARK).as_bytes())?;
    write(".png", &png(&light)?)
}
