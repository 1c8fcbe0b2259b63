//! The program `sixfold`. Everything happens in the library, so that tests can run it in-process.

use std::process::ExitCode;

fn main() -> ExitCode {
    sixfold::main()
}
