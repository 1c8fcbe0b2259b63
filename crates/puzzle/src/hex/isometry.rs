//! Isometries of the lattice: p → Mp + t with M one of the twelve symmetries and t a cell.
//!
//! All arithmetic is exact, because M is an integer matrix. The centre of a rotation solves
//! (1 − M)c = t, and det(1 − M) is 1, 3 or 4. So the centre is a cell, a vertex or an edge midpoint,
//! which are all integer [`Point`]s. The axis of a reflection passes through t/2.

use super::{Cell, Direction, Point, Symmetry};

/// The map p → Mp + t.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Isometry {
    /// The linear part M.
    pub linear: Symmetry,
    /// The shift t, which is also the image of the centre cell.
    pub shift: Cell,
}

/// The classification of an isometry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Nothing moves.
    Identity,
    /// Everything moves by the same step.
    Translation,
    /// A turn about a point.
    Rotation {
        /// Sixths of a turn, clockwise, 1..=5.
        sixths: usize,
        /// The one point that stays: a cell centre, an edge midpoint or a vertex.
        centre: Point,
    },
    /// A mirror: the axis passes through a point along a direction, both exact.
    Reflection {
        /// A point of the axis.
        through: Point,
        /// The direction of the axis as a lattice vector.
        along: Cell,
    },
    /// A mirror and a step along its axis; no finite set of cells is kept by it.
    Glide,
}

impl Isometry {
    /// The image of a cell.
    #[must_use]
    pub fn apply(self, cell: Cell) -> Cell {
        self.linear.apply(cell) + self.shift
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self { linear: self.linear.then(next.linear), shift: next.apply(self.shift) }
    }

    /// The map that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        let linear = self.linear.inverse();
        Self { linear, shift: -linear.apply(self.shift) }
    }

    /// Classifies the map.
    #[must_use]
    pub fn kind(self) -> Kind {
        if self.linear.is_reflection() {
            self.mirror()
        } else if self.linear != Symmetry::IDENTITY {
            Kind::Rotation { sixths: self.linear.sixths(), centre: self.rotation_centre() }
        } else if self.shift == Cell::CENTRE {
            Kind::Identity
        } else {
            Kind::Translation
        }
    }

    /// A reflection exactly if Mt = −t: then t/2 is on the axis. The axis runs along p + Mp for
    /// any p; of the directions' images at least one is not zero.
    fn mirror(self) -> Kind {
        if self.linear.apply(self.shift) != -self.shift {
            return Kind::Glide;
        }
        let along = Direction::ALL
            .into_iter()
            .map(|direction| direction.delta() + self.linear.apply(direction.delta()))
            .find(|&sum| sum != Cell::CENTRE)
            .expect("a reflection keeps some direction");
        let through = Point::new(3 * self.shift.q, 3 * self.shift.r);
        Kind::Reflection { through, along }
    }

    /// Solves (1 − M)c = t in sixths. With M a rotation by k sixths, M satisfies its
    /// characteristic equation M² = τM − 1 with trace τ, which gives (1 − M)⁻¹ = (1 − M⁻¹)/(2 − τ).
    fn rotation_centre(self) -> Point {
        let divisor = [0, 1, 3, 4, 3, 1][self.linear.sixths()];
        let scaled = self.shift - self.linear.inverse().apply(self.shift);
        Point::new(6 * scaled.q / divisor, 6 * scaled.r / divisor)
    }
}
