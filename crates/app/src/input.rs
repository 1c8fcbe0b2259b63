//! The FILE argument: a path, a preset, or `-` for standard input.

use sixfold_host::Source;
use sixfold_host::input::{self, Input};

use crate::failure::Failure;
use crate::output::Output;

/// Reads a FILE argument.
pub(crate) fn read(name: &str, output: &mut Output<'_, '_>) -> Result<Input, Failure> {
    if name == "-" {
        let text = input::read_stream("standard input", output.stdin()?)?;
        return Ok(Input { source: Source { name: "<stdin>".to_owned(), text }, preset: None });
    }
    Ok(input::read(output.world().registry, name)?)
}
