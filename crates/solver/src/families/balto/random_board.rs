//! Draws an even permutation of the tiles from a seed, for `make`, `train` and the benchmarks. Every such board
//! can be solved. It says nothing about difficulty or the shortest solution.

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::balto::{Balto, Instance, Torus};
use sixfold_puzzle::hex::Hexagon;

use crate::random::Random;

/// A random board that can be solved.
pub(super) fn random_board(order: usize, seed: u64) -> Instance {
    let torus = Torus::new(Hexagon::new(order));
    let mut tiles: Vec<u16> = (0..torus.hexagon().len() as u16).collect();
    Random::new(seed).shuffle(&mut tiles);
    let mut instance = Instance { torus, tiles };
    if Balto::impossible(&instance).is_some() {
        instance.tiles.swap(0, 1);
    }
    instance
}
