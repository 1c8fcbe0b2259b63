//! A relaxation of the loop with a given symmetry: the cells where it can still run.
//!
//! The loop lies in cells whose whole orbit is empty, in one connected component of them. The
//! symmetry maps the component to itself, and the component meets all six regions. Cells that no loop can pass,
//! such as the ends of blind alleys, are removed first. The article intersects a component with
//! its image instead, which is weaker.
//!
//! Invariant: no loop with the symmetry is lost, unless a shape test is switched on.

use std::sync::Arc;

use super::board::{Map, RAINBOW, SymmetricBoard};
use super::shape_test::ShapeTest;

/// How a region is tested after a fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegionTest {
    /// As `Trimmed`, and a search with a step limit must not have refuted every loop.
    Loop,
    /// Cells that no loop can pass are dropped, then as `Rainbow`.
    Trimmed,
    /// A component must meet all six regions.
    Rainbow,
    /// No test.
    Off,
}

/// What a component has to be like to be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionFilter {
    pub(super) test: RegionTest,
    pub(super) shape: ShapeTest,
}

/// A symmetry and the cells where loops that have it can still run; it maps them to themselves.
#[derive(Clone)]
pub(super) struct Corridor {
    pub(super) map: usize,
    /// By cell index, with one more for the outside. Shared, since most fills leave most corridors
    /// as they are.
    pub(super) cells: Arc<[bool]>,
    /// A loop that was found in it.
    pub(super) example: Option<Arc<[usize]>>,
    /// Whether it has been tested since it was made from the empty board.
    tested: bool,
}

impl Corridor {
    /// The cells whose orbits stay on the board, for each symmetry of the board.
    pub(super) fn all(board: &SymmetricBoard) -> Vec<Self> {
        let outside = board.outside();
        let stays = |map: &Map, cell| map.orbit(cell).all(|image| image != outside);
        let cells = |map| (0..=outside).map(|cell| stays(map, cell)).collect();
        let maps = board.maps.iter().enumerate();
        maps.map(|(at, map)| Self { map: at, cells: cells(map), example: None, tested: false })
            .collect()
    }

    /// What remains of the corridor in the free cells, if a loop may still fit in.
    pub(super) fn narrowed(
        &self,
        board: &SymmetricBoard,
        free: &[bool],
        filter: RegionFilter,
    ) -> Option<Self> {
        if self.tested && self.is_free(free) {
            return Some(self.clone());
        }
        let map = &board.maps[self.map];
        let remains = |cell: usize| self.cells[cell] && map.orbit(cell).all(|image| free[image]);
        let mut cells: Vec<bool> = (0..self.cells.len()).map(remains).collect();
        if matches!(filter.test, RegionTest::Trimmed | RegionTest::Loop) {
            trim(board, &mut cells);
        }
        let mut kept = vec![false; cells.len()];
        for component in board.components(cells) {
            if fits(board, map, filter.shape, &component) {
                component.into_iter().for_each(|cell| kept[cell] = true);
            }
        }
        let (map, example) = (self.map, None);
        let rest = |kept: Vec<bool>| Self { map, cells: kept.into(), example, tested: true };
        kept.contains(&true).then(|| rest(kept))
    }

    /// Whether a loop is known that runs in free cells only.
    pub(super) fn has_example(&self, free: &[bool]) -> bool {
        self.example.as_ref().is_some_and(|cells| cells.iter().all(|&cell| free[cell]))
    }

    /// Whether all of its cells are free.
    fn is_free(&self, free: &[bool]) -> bool {
        self.cells.iter().zip(free).all(|(&inside, &free)| !inside || free)
    }
}

/// Drops cells that no loop can pass until there are none left.
fn trim(board: &SymmetricBoard, cells: &mut [bool]) {
    let mut doubtful: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell]).collect();
    while let Some(cell) = doubtful.pop() {
        if cells[cell] && !board.can_pass(cells, cell) {
            cells[cell] = false;
            doubtful.extend(board.neighbours(cell).iter().filter(|&&next| cells[next]));
        }
    }
}

/// Whether a loop with the symmetry may fit into a component. The map takes components to
/// components, so one cell tells whether it keeps this one.
fn fits(board: &SymmetricBoard, map: &Map, shape: ShapeTest, component: &[usize]) -> bool {
    let seen = component.iter().fold(0, |seen, &cell| seen | board.region(cell));
    seen == RAINBOW
        && component.contains(&map.image(component[0]))
        && shape.agrees(board, component)
}
