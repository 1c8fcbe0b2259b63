//! The wrapped board as a cyclic group.
//!
//! It has k = 3n² − 3n + 1 cells, and going east from the centre visits all of them before it returns.
//! Numbered in this order, the cells are the residues modulo k. The neighbours of a cell are at six
//! constant differences, and the way between two cells is their difference.

use sixfold_puzzle::families::balto::Torus;

/// East among the neighbours that the puzzle counts clockwise from the upper right.
const EAST: usize = 1;

/// The numbering of the cells.
#[derive(Clone, Debug)]
pub(super) struct Cyclic {
    /// From the index of a cell to its residue.
    residues: Vec<u16>,
    /// From a residue to the index of the cell.
    indices: Vec<u16>,
    /// What leads to the six neighbours, clockwise from the upper right.
    steps: [u16; 6],
}

impl Cyclic {
    pub(super) fn new(torus: &Torus) -> Self {
        let centre = torus.hexagon().centre();
        let mut residues = vec![0; torus.hexagon().len()];
        let mut indices = Vec::with_capacity(residues.len());
        let mut at = centre;
        for residue in 0..residues.len() {
            residues[at] = residue as u16;
            indices.push(at as u16);
            at = torus.neighbours(at)[EAST];
        }
        let steps = torus.neighbours(centre).map(|index| residues[index]);
        Self { residues, indices, steps }
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.residues.len()
    }

    /// The residue of the cell with an index.
    pub(super) fn residue(&self, index: usize) -> u16 {
        self.residues[index]
    }

    /// The index of the cell with a residue.
    pub(super) fn index(&self, residue: usize) -> usize {
        self.indices[residue].into()
    }

    /// What leads to the six neighbours.
    pub(super) fn steps(&self) -> [u16; 6] {
        self.steps
    }

    /// The sum of two residues.
    pub(super) fn sum(&self, one: u16, other: u16) -> u16 {
        let (sum, cells) = (one + other, self.len() as u16);
        if sum >= cells { sum - cells } else { sum }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use sixfold_puzzle::hex::{Cell, Hexagon};

    use super::*;

    #[test]
    fn neighbours_are_constant_differences() {
        for order in 2..=30 {
            let torus = Torus::new(Hexagon::new(order));
            let cyclic = Cyclic::new(&torus);
            for index in 0..cyclic.len() {
                assert_eq!(cyclic.index(cyclic.residue(index).into()), index, "each cell once");
                let around = cyclic.steps().map(|step| cyclic.sum(cyclic.residue(index), step));
                assert_eq!(
                    around.map(|residue| cyclic.index(residue.into())),
                    torus.neighbours(index)
                );
            }
        }
    }

    /// The cell of a residue, seen from the centre, is the shortest way round the torus.
    #[test]
    fn the_distance_from_the_centre_is_that_of_the_torus() {
        for order in 2..=12 {
            let torus = Torus::new(Hexagon::new(order));
            let centre = torus.hexagon().centre();
            let mut far = vec![u32::MAX; torus.hexagon().len()];
            far[centre] = 0;
            let mut queue = VecDeque::from([centre]);
            while let Some(at) = queue.pop_front() {
                for next in torus.neighbours(at) {
                    if far[next] == u32::MAX {
                        far[next] = far[at] + 1;
                        queue.push_back(next);
                    }
                }
            }
            for (index, &distance) in far.iter().enumerate() {
                assert_eq!(torus.hexagon().cell(index).distance(Cell::CENTRE), distance);
            }
        }
    }
}
