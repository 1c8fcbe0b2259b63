//! Degenerate boards for tests of limits: no posts, a post everywhere, huge numbers.

use crate::specimen::{Specimen, board, uniform};

/// Boards without posts, with one huge number, and with posts on regular patterns.
pub(in super::super) static ZOO: &[Specimen] = &[
    Specimen { name: "blank-2", text: || uniform("fences 2", 2, ".") },
    Specimen { name: "blank-8", text: || uniform("fences 8", 8, ".") },
    Specimen { name: "blank-16", text: || uniform("fences 16", 16, ".") },
    Specimen { name: "blank-64", text: || uniform("fences 64", 64, ".") },
    Specimen { name: "blank-128", text: || uniform("fences 128", 128, ".") },
    Specimen { name: "free-64", text: || uniform("fences 64 turns=any symmetry=none", 64, ".") },
    Specimen { name: "full-8", text: || uniform("fences 8", 8, "1") },
    Specimen { name: "huge-16", text: || one_post(16, 60) },
    Specimen { name: "huge-128", text: || one_post(128, 400) },
    Specimen { name: "dense-16", text: || every(16, 13) },
    Specimen { name: "dense-64", text: || every(64, 13) },
];

/// One post in the centre.
fn one_post(order: usize, number: u32) -> String {
    board(&format!("fences {order}"), order, |hexagon, cell| {
        if cell == hexagon.centre() { number.to_string() } else { ".".to_owned() }
    })
}

/// A post on every so many cells.
fn every(order: usize, distance: i32) -> String {
    board(&format!("fences {order}"), order, |hexagon, cell| {
        let cell = hexagon.cell(cell);
        let post = (cell.q + 3 * cell.r).rem_euclid(distance) == 0;
        if post { "2" } else { "." }.to_owned()
    })
}
