//! The program as a user meets it.

mod command_line;
mod common;
mod liar;
mod make_hint;
mod process;
mod readme;
