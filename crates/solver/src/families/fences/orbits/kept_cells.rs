//! The cells of a hexagon that a symmetry never moves off the board, however often it is applied; as ranges of coordinates,
//! without a look at each cell.
//!
//! A hexagon is a range for each of the coordinates q, r, s with sum zero, and a rotation or reflection permutes the three and
//! changes signs. So the kept cells are again given by three ranges. `fold` uses it to drop, before any table is built, the
//! symmetries that keep too few cells or miss a region. Posts are not looked at.
//!
//! Cost: O(order) for each symmetry, where a look at each cell would be O(order²).

use sixfold_puzzle::families::fences::region;
use sixfold_puzzle::hex::{Cell, Isometry, Symmetry};

/// A range for each coordinate, both ends included.
pub(super) struct KeptCells {
    low: [i32; 3],
    high: [i32; 3],
}

const IDENTITY: Isometry = Isometry { linear: Symmetry::IDENTITY, shift: Cell::CENTRE };

fn coordinates(cell: Cell) -> [i32; 3] {
    [cell.q, cell.r, cell.s()]
}

impl KeptCells {
    /// The cells of the hexagon of an order that a map keeps on it, however often it is applied.
    pub(super) fn new(order: usize, map: Isometry) -> Self {
        let reach = order as i32 - 1;
        let mut window = Self { low: [-reach; 3], high: [reach; 3] };
        let mut power = map;
        while power != IDENTITY {
            window.narrow(power, reach);
            power = power.then(map);
        }
        window
    }

    /// Keeps the cells whose images are within reach.
    fn narrow(&mut self, map: Isometry, reach: i32) {
        // The absolute values of its coordinates differ, so the permutation can be read off.
        let probe = Cell::new(1, 10);
        let (before, after) = (coordinates(probe), coordinates(map.linear.apply(probe)));
        for (image, shift) in after.into_iter().zip(coordinates(map.shift)) {
            let from = (0..3).find(|&at| before[at].abs() == image.abs());
            let from = from.expect("a linear map exchanges the coordinates");
            let sign = if before[from] == image { 1 } else { -1 };
            let ends = [sign * (-reach - shift), sign * (reach - shift)];
            self.low[from] = self.low[from].max(ends[0].min(ends[1]));
            self.high[from] = self.high[from].min(ends[0].max(ends[1]));
        }
    }

    /// The rows: r, the first and the last q.
    fn rows(&self) -> impl Iterator<Item = (i32, i32, i32)> + '_ {
        let row = |r: i32| {
            let first = self.low[0].max(-r - self.high[2]);
            (r, first, self.high[0].min(-r - self.low[2]))
        };
        (self.low[1]..=self.high[1]).map(row).filter(|(_, first, last)| first <= last)
    }

    /// How many cells there are.
    pub(super) fn count(&self) -> usize {
        self.rows().map(|(_, first, last)| (last - first + 1) as usize).sum()
    }

    /// The regions that they see, one bit each. Along a row the region changes only where q or s
    /// is zero.
    pub(super) fn seen(&self) -> u8 {
        let mut seen = 0;
        for (r, first, last) in self.rows() {
            let places = [first, last, -1, 0, 1, -r - 1, -r, -r + 1];
            let inside = places.into_iter().filter(|q| (first..=last).contains(q));
            let regions = inside.filter_map(|q| region(Cell::new(q, r)));
            regions.for_each(|region| seen |= 1 << region);
        }
        seen
    }
}
