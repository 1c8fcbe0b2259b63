//! Degenerate boards for tests of limits: blank, all given, one cell free.

use crate::specimen::{Specimen, board, uniform};

/// The magic hexagon of order 3.
const THREE: [&str; 19] = [
    "3", "17", "18", "19", "7", "1", "11", "16", "2", "5", "6", "9", "12", "4", "8", "14", "10",
    "13", "15",
];

pub(in super::super) static ZOO: &[Specimen] = &[
    Specimen { name: "one", text: || uniform("magic 1", 1, "?") },
    Specimen { name: "blank-2", text: || uniform("magic 2", 2, "?") },
    Specimen { name: "close-2", text: || uniform("magic 2 start=-3 goal=close", 2, "?") },
    Specimen { name: "blank-3", text: || uniform("magic 3", 3, "?") },
    Specimen { name: "given-3", text: || board("magic 3", 3, |_, cell| THREE[cell].to_owned()) },
    Specimen { name: "one-free-3", text: one_free },
    Specimen { name: "blank-4", text: || uniform("magic 4 start=3", 4, "?") },
    Specimen { name: "blank-8", text: || uniform("magic 8 start=-84", 8, "?") },
    Specimen { name: "blank-127", text: || uniform("magic 127 start=-24003", 127, "?") },
    Specimen { name: "close-128", text: || uniform("magic 128 start=-24384 goal=close", 128, "?") },
    Specimen { name: "given-128", text: given },
];

fn one_free() -> String {
    board("magic 3", 3, |hexagon, cell| match cell == hexagon.centre() {
        true => "?".to_owned(),
        false => THREE[cell].to_owned(),
    })
}

/// Every number is given, in order.
fn given() -> String {
    board("magic 128 start=-24384 goal=close", 128, |_, cell| (cell as i64 - 24_384).to_string())
}
