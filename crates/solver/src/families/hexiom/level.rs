//! A level as the engines see it: a set of occupied slots decides everything.
//!
//! Each occupied slot must show the number of its occupied neighbours. So a set is a solution exactly
//! if the numbers that result are the tiles of the level and the locks are kept.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::hexiom::{Content, Hexiom, Instance, Slot};
use sixfold_puzzle::hex::Symmetry;

use super::count::symmetries;

/// How many tiles there are of each number 0..=6.
pub(super) type Supply = [usize; 7];

/// What the engines need to know about a level.
pub(super) struct Level<'a> {
    pub(super) instance: &'a Instance,
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl<'a> Level<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        let hexagon = &instance.hexagon;
        let neighbours = (0..hexagon.len()).map(|at| hexagon.neighbours(at).collect()).collect();
        Self { instance, neighbours }
    }

    /// Whether a slot is occupied in every solution, or in none; `None` if it is free.
    pub(super) fn forced(&self, index: usize) -> Option<bool> {
        match self.instance.slots[index] {
            Slot::Fixed(_) => Some(true),
            Slot::Blocked => Some(false),
            Slot::Empty | Slot::Tile(_) => None,
        }
    }

    /// The number of a fixed tile.
    pub(super) fn fixed(&self, index: usize) -> Option<u8> {
        match self.instance.slots[index] {
            Slot::Fixed(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn supply(&self) -> Supply {
        self.instance.supply()
    }

    /// What every slot holds, once it is known which are occupied.
    pub(super) fn contents(&self, mask: &[bool]) -> Vec<Content> {
        let content = |index: usize| {
            let around = self.neighbours[index].iter().filter(|&&next| mask[next]).count();
            if mask[index] { Content::Tile(around as u8) } else { Content::Empty }
        };
        (0..mask.len()).map(content).collect()
    }

    /// The tiles as text, once it is known which slots are occupied.
    pub(super) fn solution(&self, mask: &[bool]) -> String {
        Hexiom::print_solution(self.instance, &self.contents(mask))
    }

    /// The symmetries of the board, other than the identity, that keep every lock, as
    /// permutations of the slots.
    pub(super) fn symmetries(&self) -> Vec<Vec<usize>> {
        let keeping = symmetries(self.instance).into_iter();
        let others = keeping.filter(|&symmetry| symmetry != Symmetry::IDENTITY);
        others.map(|symmetry| symmetry.permutation(&self.instance.hexagon)).collect()
    }
}
