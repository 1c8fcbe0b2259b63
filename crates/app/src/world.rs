//! The process environment as a value: streams, terminal, engines, stop flag.
//!
//! `main` fills it from the process; tests fill it with buffers and engines of their own. Nothing
//! else in this crate reads standard streams or environment variables.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use sixfold_solver::Registry;

/// Capabilities of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terminal {
    /// Whether standard output may be in colour.
    pub colour: bool,
    /// Whether standard error may be in colour.
    pub error_colour: bool,
    /// Whether standard error is a terminal, so that progress can be shown live.
    pub live: bool,
    /// How many columns standard output has, if it is a terminal.
    pub columns: Option<usize>,
}

/// The environment of one program run.
pub struct World<'a> {
    /// The source of the file argument `-`.
    pub stdin: &'a mut dyn Read,
    /// The stream of the answer, and of JSON output.
    pub stdout: &'a mut (dyn Write + Send),
    /// The stream of remarks, progress and errors.
    pub stderr: &'a mut (dyn Write + Send),
    /// Capabilities of the terminal.
    pub terminal: Terminal,
    /// The engines.
    pub registry: Registry,
    /// The folder for the checkpoints of long runs; `None` keeps no checkpoint.
    pub runs: Option<PathBuf>,
    /// Asks the running engine to stop.
    pub stop: &'a AtomicBool,
    /// Set while no engine runs that polls the stop flag; a signal then ends the program at once.
    pub idle: &'a AtomicBool,
}
