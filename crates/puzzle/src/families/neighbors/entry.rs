//! Contest entry format of Hexagonal Neighbors, with values from 1 to 7.

use super::{Instance, LARGEST, Neighbors};
use crate::entry;
use crate::family::{Family, Format, join};
use crate::text::TextError;

pub(super) const FORMAT: Format = Format {
    name: "entry",
    description: "contest entry: (2,1),(3,4,2),(1,2); grids separated by ;",
    import,
    takes_board: false,
    export: |text| entry::write::<Neighbors, u8>(text, |instance| &instance.hexagon),
    separator: entry::SEPARATOR,
};

fn value(word: &str) -> Option<u8> {
    word.parse().ok().filter(|value| (1..=LARGEST).contains(value))
}

fn import(text: &str, _: Option<&str>) -> Result<Vec<String>, TextError> {
    Ok(entry::read(text, value, "a value from 1 to 7")?.into_iter().map(document).collect())
}

fn document(grid: entry::Grid<u8>) -> String {
    let instance = Instance { givens: vec![None; grid.hexagon.len()], hexagon: grid.hexagon };
    let solution = grid.values.into_iter().map(Some).collect();
    join(&Neighbors::print(&instance), &Neighbors::print_solution(&instance, &solution))
}
