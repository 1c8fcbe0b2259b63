//! Hexagonal Neighbors for the engines.
//!
//! * `tally`: how many boards have the least penalty, exactly, level by level.

mod tally;

use sixfold_puzzle::families::neighbors::{Instance, Neighbors};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

use crate::engine::Engine;

pub(super) static ENGINES: &[Engine] = &[tally::ENGINE];

fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Neighbors::parse(&document).expect("the session hands out readable instances")
}
