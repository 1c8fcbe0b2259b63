//! Where board and captions of a scene lie in its drawing, in SVG user units.

use super::captions::Captions;
use super::markup::PagePoint;
use crate::hex::{Cell, Point};
use crate::scene::{Mark, Scene};

/// Length of a cell's side.
pub(super) const SIDE: f64 = 20.0;
/// Distance of two neighbouring centres: √3 sides.
pub(super) const STEP: f64 = 34.641_016_151_377_55;
pub(super) const MARGIN: f64 = 12.0;
/// The least width of captions, whatever they say: titles fit into a line, and no board from order 5 on is narrower.
const NARROWEST: f64 = 8.0 * STEP;

/// The point of the drawing for a point of the lattice.
pub(super) fn place(point: Point) -> PagePoint {
    let (q, r) = (f64::from(point.q) / 6.0, f64::from(point.r) / 6.0);
    PagePoint::new(STEP * (q + r / 2.0), 1.5 * SIDE * r)
}

/// The point of the drawing at which a cell has its centre.
pub(super) fn centre(cell: Cell) -> PagePoint {
    place(Point::of(cell))
}

/// A rectangle of the drawing.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Bounds {
    /// The bounding box of a scene's marks.
    fn of(scene: &Scene) -> Self {
        let mut bounds = Self { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        for mark in &scene.marks {
            match mark {
                Mark::Hex { at, .. } | Mark::Outline { at, .. } | Mark::Text { at, .. } => {
                    bounds.include(centre(*at));
                }
                Mark::Link { from, to, .. } | Mark::Band { from, to, .. } => {
                    [from, to].iter().for_each(|cell| bounds.include(centre(**cell)))
                }
                Mark::Path { cells, .. } => {
                    cells.iter().for_each(|&cell| bounds.include(centre(cell)))
                }
                Mark::Stroke { from, to, .. } => {
                    [from, to].iter().for_each(|end| bounds.include(place(**end)))
                }
                Mark::Spot { at, .. } => bounds.include(place(*at)),
            }
        }
        bounds
    }

    fn include(&mut self, at: PagePoint) {
        self.left = self.left.min(at.x - STEP / 2.0);
        self.right = self.right.max(at.x + STEP / 2.0);
        self.top = self.top.min(at.y - SIDE);
        self.bottom = self.bottom.max(at.y + SIDE);
    }

    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }

    /// The same with more room at the sides, if it is narrower than this.
    fn at_least(mut self, width: f64) -> Self {
        let missing = (width - self.width()).max(0.0) / 2.0;
        self.left -= missing;
        self.right += missing;
        self
    }

    /// The bounding box of two boxes.
    fn joined(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The place of the board and the room for captions.
pub(super) struct Layout {
    /// The board, as wide as the captions.
    pub(super) board: Bounds,
    /// The heights of the captions.
    above: f64,
    below: f64,
}

impl Layout {
    /// The layout of a scene.
    pub(super) fn of(scene: &Scene) -> Self {
        let narrowest = if Captions::is_empty(scene) { 0.0 } else { NARROWEST };
        let board = Bounds::of(scene).at_least(narrowest);
        let captions = Captions::of(scene, board.width());
        Self { board, above: captions.above(), below: captions.below() }
    }

    /// A layout with room for both.
    pub(super) fn joined(&self, other: &Self) -> Self {
        Self {
            board: self.board.joined(&other.board),
            above: self.above.max(other.above),
            below: self.below.max(other.below),
        }
    }

    /// The whole drawing.
    pub(super) fn whole(&self) -> Bounds {
        Bounds {
            left: self.board.left - MARGIN,
            top: self.board.top - self.above - MARGIN,
            right: self.board.right + MARGIN,
            bottom: self.board.bottom + self.below + MARGIN,
        }
    }
}
