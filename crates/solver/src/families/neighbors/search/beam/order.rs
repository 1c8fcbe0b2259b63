//! Orders in which a beam decides the cells: by rows, by angle, or a spiral and then by angle.
//!
//! The order decides which partial boards are compared with each other. It changes the quality of a
//! beam, never its validity. docs/neighbors-classic.md compares them.

use sixfold_puzzle::hex::Hexagon;

/// An order of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// By angle, nearer cells first.
    Clock,
    /// Round the centre up to half of the rings, then by angle.
    SpiralClock,
    /// Row after row.
    Row,
}

impl Order {
    /// All cells in this order.
    pub(crate) fn cells(self, hexagon: &Hexagon) -> Vec<usize> {
        let rings = hexagon.order();
        match self {
            Self::Row => (0..hexagon.len()).collect(),
            Self::Clock => clock(hexagon, 0),
            Self::SpiralClock => {
                let inner = (0..rings / 2).flat_map(|radius| hexagon.ring(radius));
                inner.chain(clock(hexagon, rings / 2)).collect()
            }
        }
    }
}

/// The rings from a radius on, by angle. Along a ring the angle grows with the place, so two cells
/// compare like the fractions of their rings that lie before them.
fn clock(hexagon: &Hexagon, least: usize) -> Vec<usize> {
    let mut cells: Vec<(usize, usize, usize)> = Vec::new();
    for radius in least..hexagon.order() {
        let ring = hexagon.ring(radius).into_iter().enumerate();
        cells.extend(ring.map(|(place, cell)| (place, radius.max(1), cell)));
    }
    cells.sort_by_key(|&(_, radius, _)| radius);
    cells.sort_by(|one, other| (one.0 * other.1).cmp(&(other.0 * one.1)));
    cells.into_iter().map(|(_, _, cell)| cell).collect()
}
