//! The program as a user meets it.

mod command_line;
mod common;
mod liar;
mod process;
mod readme;
