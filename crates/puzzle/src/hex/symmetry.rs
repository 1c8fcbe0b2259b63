//! The twelve symmetries of a hexagon: six rotations and six reflections about its centre.

use super::{Cell, Direction, Hexagon};

/// One of the twelve linear maps of the lattice onto itself: an optional reflection in the horizontal
/// axis, then a clockwise rotation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symmetry {
    sixths: u8,
    mirrored: bool,
}

impl Symmetry {
    /// The map that moves nothing.
    pub const IDENTITY: Self = Self { sixths: 0, mirrored: false };

    /// All twelve: the rotations first.
    pub const ALL: [Self; 12] = {
        let mut all = [Self::IDENTITY; 12];
        let mut k = 0;
        while k < 12 {
            all[k] = Self { sixths: (k % 6) as u8, mirrored: k >= 6 };
            k += 1;
        }
        all
    };

    /// The six rotations.
    #[must_use]
    pub fn rotations() -> &'static [Self] {
        &Self::ALL[..6]
    }

    /// A clockwise rotation by `sixths` of a turn.
    #[must_use]
    pub const fn rotation(sixths: usize) -> Self {
        Self::ALL[sixths % 6]
    }

    /// Whether this is a reflection: it turns clockwise into anticlockwise.
    #[must_use]
    pub const fn is_reflection(self) -> bool {
        self.mirrored
    }

    /// Sixths of a turn, clockwise, after the reflection if there is one.
    #[must_use]
    pub const fn sixths(self) -> usize {
        self.sixths as usize
    }

    /// The image of a cell.
    #[must_use]
    pub fn apply(self, cell: Cell) -> Cell {
        let mut image = if self.mirrored { Cell::new(cell.q + cell.r, -cell.r) } else { cell };
        for _ in 0..self.sixths {
            image = Cell::new(-image.r, image.q + image.r);
        }
        image
    }

    /// The image of a direction.
    #[must_use]
    pub fn apply_direction(self, direction: Direction) -> Direction {
        let mirrored = if self.mirrored { 6 - direction as usize } else { direction as usize };
        Direction::ALL[(mirrored + 6 - self.sixths()) % 6]
    }

    /// First `self`, then `next`.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        // Reflecting after a rotation by k is rotating by −k after the reflection.
        let carried = if next.mirrored { 6 - self.sixths } else { self.sixths };
        Self { sixths: (carried + next.sixths) % 6, mirrored: self.mirrored != next.mirrored }
    }

    /// The map that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.mirrored { self } else { Self { sixths: (6 - self.sixths) % 6, ..self } }
    }

    /// The permutation of a hexagon's cells: entry i is the index of the image of cell i.
    #[must_use]
    pub fn permutation(self, hexagon: &Hexagon) -> Vec<usize> {
        let image =
            |&cell: &Cell| hexagon.index(self.apply(cell)).expect("a symmetry keeps the hexagon");
        hexagon.cells().iter().map(image).collect()
    }

    /// The board that has at the image of each cell what `values` has at the cell.
    #[must_use]
    pub fn transform<T: Clone>(self, hexagon: &Hexagon, values: &[T]) -> Vec<T> {
        let undo = self.inverse().permutation(hexagon);
        undo.iter().map(|&source| values[source].clone()).collect()
    }
}
