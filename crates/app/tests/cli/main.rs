//! End-to-end tests of the command line.

mod articles;
mod balto;
mod campaign;
mod claims;
mod command_line;
mod common;
mod enumerate;
mod fake;
mod fences;
mod foreign;
mod incumbents;
mod json_lines;
mod json_reference;
mod liar;
mod limits;
mod magic_script;
mod make_hint;
mod neighbors;
mod newcomer;
mod process;
mod readme;
mod runs;
mod schema_check;
mod sweep;
mod transform;
