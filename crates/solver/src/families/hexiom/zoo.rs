//! Degenerate levels for tests of limits: full, empty, blocked, and all tiles equal.

use sixfold_puzzle::hex::Hexagon;

use crate::random::Random;
use crate::specimen::{Specimen, board, uniform};

/// What a level has in its slots decides nothing but the tiles: a full board of sixes is as far from
/// a solution as can be, and a third of the slots with zeros leaves no choice at all.
pub(in super::super) static ZOO: &[Specimen] = &[
    Specimen { name: "one", text: || "hexiom 1\n0\n".to_owned() },
    Specimen { name: "full-2", text: || full(2, "") },
    Specimen { name: "full-64", text: || full(64, "") },
    Specimen { name: "given-64", text: || full(64, "+") },
    Specimen { name: "one-free-24", text: || one_free(24) },
    Specimen { name: "sixes-64", text: || uniform("hexiom 64", 64, "6") },
    Specimen { name: "sixes-128", text: || uniform("hexiom 128", 128, "6") },
    Specimen { name: "empty-128", text: || uniform("hexiom 128", 128, ".") },
    Specimen { name: "blocked-128", text: || uniform("hexiom 128", 128, "+.") },
    Specimen { name: "zeros-64", text: || zeros(64) },
    Specimen { name: "mixed-24", text: || mixed(24) },
    Specimen { name: "mixed-128", text: || mixed(128) },
];

/// Every slot has a tile, with the number of its neighbours.
fn full(order: usize, lock: &str) -> String {
    let token = |hexagon: &Hexagon, slot: usize| format!("{lock}{}", hexagon.degree(slot));
    board(&format!("hexiom {order}"), order, token)
}

/// Everything is given but the centre.
fn one_free(order: usize) -> String {
    board(&format!("hexiom {order}"), order, |hexagon, slot| {
        let lock = if slot == hexagon.centre() { "" } else { "+" };
        format!("{lock}{}", hexagon.degree(slot))
    })
}

/// As many lonely tiles as there is room for.
fn zeros(order: usize) -> String {
    board(&format!("hexiom {order}"), order, |hexagon, slot| {
        let cell = hexagon.cell(slot);
        let lonely = (cell.q - cell.r).rem_euclid(3) == 0;
        if lonely { "0" } else { "." }.to_owned()
    })
}

/// The tiles of a random set of slots.
fn mixed(order: usize) -> String {
    let mut random = Random::new(22);
    let mask: Vec<bool> = (0..Hexagon::new(order).len()).map(|_| random.below(5) < 3).collect();
    board(&format!("hexiom {order}"), order, |hexagon, slot| match mask[slot] {
        true => hexagon.neighbours(slot).filter(|&next| mask[next]).count().to_string(),
        false => ".".to_owned(),
    })
}
