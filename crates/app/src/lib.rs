//! Command-line front end: argument parsing, output as text or JSON. Files, clock and stored runs come from the host.
//!
//! This crate knows no family by name; families and engines reach it as tables of data. It never
//! decides what may be claimed: the solver's session verifies every answer.

#![forbid(unsafe_code)]

mod args;
mod completion;
mod engine_run;
mod failure;
mod input;
mod output;
mod run_checkpoint;
mod verbs;
mod world;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::args::Arguments;
use crate::output::{Output, SUCCESS};
pub use crate::world::{Terminal, World};

/// Runs the program with the process's own arguments, streams and engines.
#[must_use]
pub fn main() -> ExitCode {
    if completion::is_asked() {
        return completion::answer();
    }
    let stop = Arc::new(AtomicBool::new(false));
    let idle = Arc::new(AtomicBool::new(true));
    sixfold_host::signals::catch(&stop, &idle);
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let terminal = Terminal {
        colour: stdout.is_terminal() && !plain,
        error_colour: stderr.is_terminal() && !plain,
        live: stderr.is_terminal(),
        columns: terminal_size::terminal_size_of(&stdout).map(|(columns, _)| columns.0.into()),
    };
    let mut world = World {
        stdin: &mut io::stdin(),
        stdout: &mut io::BufWriter::new(stdout),
        stderr: &mut io::stderr(),
        terminal,
        registry: sixfold_solver::REGISTRY,
        runs: sixfold_host::runs::state_folder(),
        stop: &stop,
        idle: &idle,
    };
    ExitCode::from(run(std::env::args_os(), &mut world))
}

/// Runs the program in a given environment and returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>, world: &mut World<'_>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let parsed = Arguments::parse_words(&arguments);
    let json = match &parsed {
        Ok(parsed) => parsed.globals.json,
        Err(_) => arguments.iter().any(|word| word == "--json"),
    };
    let quiet = parsed.as_ref().is_ok_and(|parsed| parsed.globals.quiet);
    let mut output = Output::new(world, json, quiet);
    let result = match parsed {
        Ok(parsed) => verbs::run(&parsed.verb, &mut output),
        Err(_) if arguments.len() < 2 => {
            output.text(sixfold_service::WELCOME.to_owned()).map(|()| SUCCESS)
        }
        Err(error) => output.usage(&error),
    };
    let ended = match result {
        Ok(exit) => output.end(exit).map(|()| exit),
        Err(failure) => Err(failure),
    };
    match ended {
        Ok(exit) => exit,
        Err(failure) => output.failed(&failure),
    }
}
