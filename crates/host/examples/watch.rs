//! Watches a job: every better board of a puzzle becomes an SVG file as soon as it is found.
//!
//!     cargo run --release -p sixfold-host --example watch -- neighbors/12 boards
//!
//! It stops after ten seconds. The boards were verified before they reach this program.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use sixfold_host::machine::{WallClock, cores};
use sixfold_host::{AtomicFile, create_folder, input};
use sixfold_puzzle::picture::{Theme, svg};
use sixfold_puzzle::{View, join};
use sixfold_solver::REGISTRY;
use sixfold_solver::job::{JobEvent, JobRequest, Limits, Surroundings, start};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let puzzle = words.next().unwrap_or("neighbors/12".to_owned());
    let folder = words.next().unwrap_or("boards".to_owned());
    let text = input::read(REGISTRY, &puzzle)?.source.text;
    let rules = REGISTRY.family_of(&text)?.rules;
    let instance = rules.instance(&text)?;
    create_folder(Path::new(&folder))?;

    let time = Some(Duration::from_secs(10));
    let limits = Limits { time, threads: cores(), ..Limits::default() };
    let request = JobRequest { limits, ..JobRequest::solve(text) };
    let clock = Box::new(WallClock::start());
    let job = start(REGISTRY, request, Surroundings { clock, ..Surroundings::default() });
    for event in job.events() {
        match event {
            JobEvent::Started { family, engine } => {
                println!("{family}, {}", engine.unwrap_or("by its rules alone"));
            }
            JobEvent::Incumbent { objective, solution } => {
                let scene = rules.scene(&join(&instance, &solution), View::default())?;
                let name = objective.map_or("solution".to_owned(), |value| value.to_string());
                let path = format!("{folder}/{name}.svg");
                AtomicFile::open(&path)?.finish(svg(&scene, &Theme::LIGHT).as_bytes())?;
                println!("{path}");
            }
            JobEvent::Bound(bound) => println!("nothing is better than {bound}"),
            JobEvent::Progress(_) | JobEvent::Listed(_) => {}
            JobEvent::Finished { words } => println!("{words}"),
        }
    }
    job.join()?;
    Ok(())
}
