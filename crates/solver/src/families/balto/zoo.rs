//! Degenerate boards for tests of limits: at home, nearly at home, and far away.

use sixfold_puzzle::families::balto::{Move, Position, Torus};
use sixfold_puzzle::hex::Hexagon;

use crate::random::Random;
use crate::specimen::{Specimen, board};

pub(in super::super) static ZOO: &[Specimen] = &[
    Specimen { name: "home-2", text: || away(2, 0) },
    Specimen { name: "near-2", text: || away(2, 1) },
    Specimen { name: "far-2", text: || away(2, 40) },
    Specimen { name: "home-3", text: || away(3, 0) },
    Specimen { name: "near-3", text: || away(3, 1) },
    Specimen { name: "near-6", text: || away(6, 4) },
    Specimen { name: "far-12", text: || away(12, 5_000) },
    Specimen { name: "home-128", text: || away(128, 0) },
    Specimen { name: "near-128", text: || away(128, 1) },
    Specimen { name: "far-128", text: || away(128, 100_000) },
];

/// So many random moves away from home.
fn away(order: usize, moves: usize) -> String {
    let torus = Torus::new(Hexagon::new(order));
    let mut next = 0;
    let home = (0..torus.hexagon().len()).map(|cell| {
        let tile = if cell == torus.hexagon().centre() { 0 } else { next + 1 };
        next = next.max(tile);
        tile
    });
    let mut position = Position::new(&home.collect::<Vec<u16>>());
    let mut random = Random::new(22);
    for at in 0..moves {
        // Senses alternate.
        let letters = if at % 2 == 0 { "123456" } else { "ABCDEF" };
        let letter = letters.chars().nth(random.below(6));
        let step = letter.and_then(Move::parse).expect("these letters are moves");
        position.apply(&torus, step);
    }
    let tiles = position.tiles();
    board(&format!("balto {order}"), order, |_, cell| tiles[cell].to_string())
}
