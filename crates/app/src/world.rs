//! The outside of the program, as values: streams, what is known about the terminal, the engines,
//! the stop flag. Tests hand in their own.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use sixfold_solver::session::Registry;

/// What is known about the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Whether the answer may be in colour.
    pub colour: bool,
    /// Whether messages may be in colour.
    pub error_colour: bool,
    /// Whether messages go to a terminal, so that progress can be shown live.
    pub live: bool,
}

/// The outside.
pub struct World<'a> {
    /// Where `-` is read from.
    pub stdin: &'a mut dyn Read,
    /// Where the answer goes.
    pub stdout: &'a mut (dyn Write + Send),
    /// Where everything else goes.
    pub stderr: &'a mut (dyn Write + Send),
    /// What is known about the terminal.
    pub facts: Facts,
    /// The engines.
    pub registry: Registry,
    /// The folder in which the states of long runs are kept; without one, nothing is.
    pub runs: Option<PathBuf>,
    /// Set from outside to ask for a stop.
    pub stop: &'a AtomicBool,
    /// Set while an engine runs, which heeds the stop flag.
    pub working: &'a AtomicBool,
}
