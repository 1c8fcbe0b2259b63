//! Degenerate instances: tiny, huge, full of 1s, with one free cell, with one given 7, with one given least value. Every engine
//! must keep its limits on each of them (`crate::zoo`).

use crate::specimen::{Specimen, board, uniform};

pub(crate) static ZOO: &[Specimen] = &[
    Specimen { name: "one", text: || uniform("neighbors 1", 1, "?") },
    Specimen { name: "blank-2", text: || uniform("neighbors 2", 2, "?") },
    Specimen { name: "blank-8", text: || uniform("neighbors 8", 8, "?") },
    Specimen { name: "blank-27", text: || uniform("neighbors 27", 27, "?") },
    Specimen { name: "blank-40", text: || uniform("neighbors 40", 40, "?") },
    Specimen { name: "blank-128", text: || uniform("neighbors 128", 128, "?") },
    Specimen { name: "ones-8", text: || uniform("neighbors 8", 8, "1") },
    Specimen { name: "ones-128", text: || uniform("neighbors 128", 128, "1") },
    Specimen { name: "one-free-16", text: || centre(16, "1", "?") },
    Specimen { name: "seven-8", text: || centre(8, "?", "7") },
    Specimen { name: "least-8", text: || centre(8, "?", "6+") },
    Specimen { name: "seven-128", text: || centre(128, "?", "7") },
];

/// One token in the centre, another one everywhere else.
fn centre(order: usize, elsewhere: &str, there: &str) -> String {
    board(&format!("neighbors {order}"), order, |hexagon, cell| {
        if cell == hexagon.centre() { there } else { elsewhere }.to_owned()
    })
}
