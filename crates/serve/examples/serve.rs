//! Serves the page: `serve PORT [PAGE [STATE]]`. With a folder PAGE, the files of the page come from there, as they are
//! now, and with `-` from the program; with a folder STATE, jobs are kept there. `sixfold serve` is the program for users.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use sixfold_serve::{ServeError, ServeOptions, bind};
use sixfold_solver::REGISTRY;

fn main() -> Result<(), ServeError> {
    let mut words = std::env::args().skip(1);
    let port = words.next().and_then(|port| port.parse().ok()).unwrap_or(0);
    let page = words.next().filter(|page| page != "-").map(PathBuf::from);
    let state = words.next().map(PathBuf::from);
    let runs = state.as_ref().map(|state| state.join("runs"));
    let folder = state.as_ref().map(|state| state.join("jobs"));
    let options = ServeOptions { port, page, runs, folder, ..ServeOptions::new(REGISTRY) };
    let server = bind(options)?;
    println!("{}", server.address());
    server.run(&AtomicBool::new(false))
}
