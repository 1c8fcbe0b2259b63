//! Contest entry format of Hexagonal Neighbors, with values from 1 to 7.

use super::{Instance, Known, LARGEST, Neighbors, Solution};
use crate::entry;
use crate::family::{Family, Format, join};
use crate::text_error::TextError;

pub(super) const FORMAT: Format = Format {
    name: "entry",
    description: "contest entry: (2,1),(3,4,2),(1,2); grids separated by ;",
    import,
    takes_board: false,
    export,
    separator: Some(entry::SEPARATOR),
};

fn value(word: &str) -> Option<u8> {
    word.parse().ok().filter(|value| (1..=LARGEST).contains(value))
}

fn import(text: &str, _: Option<&str>) -> Result<Vec<String>, TextError> {
    Ok(entry::read(text, value, "a value from 1 to 7")?.into_iter().map(document).collect())
}

fn export(text: &str) -> Result<String, String> {
    let decided = |solution: Solution| solution.into_iter().map(Known::value).collect();
    entry::write::<Neighbors, u8>(text, |instance| &instance.hexagon, decided)
}

fn document(grid: entry::Grid<u8>) -> String {
    let instance = Instance::blank(grid.hexagon.order());
    let solution = grid.values.into_iter().map(Known::exactly).collect();
    join(&Neighbors::print(&instance), &Neighbors::print_solution(&instance, &solution))
}
