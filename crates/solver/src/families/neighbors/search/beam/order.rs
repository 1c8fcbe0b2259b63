//! The orders in which a beam decides the cells.
//!
//! By rows is what one writes first. The clock takes cells by their angle seen from the centre, like
//! a hand that turns once; the report found it better. Best there, with very wide beams, was a spiral
//! from the centre and then the clock: the middle, where penalties are rare, is laid first. With the
//! widths that are usual here the clock alone is better more often (docs/neighbors-classic.md).

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
