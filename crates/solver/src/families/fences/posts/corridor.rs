//! The cells that are left for a loop with a given symmetry.
//!
//! The article takes a connected component of the empty cells that sees all six regions, intersects
//! it with its image and asks whether the rest still sees them. Here that is made as strict as it
//! can be while no loop is lost: the loop lies in the cells whose whole orbit is empty, and in one
//! connected component of them, which the symmetry maps to itself. Cells that no loop can pass, such
//! as the ends of blind alleys, can be dropped first.

use std::rc::Rc;

use super::board::{Board, Map, RAINBOW};
use super::hunch::Hunch;

/// How a region is tested after a fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Test {
    /// As `Trimmed`, and there must be a loop, as far as a short look tells.
    Loop,
    /// Cells that no loop can pass are dropped, then as `Rainbow`.
    Trimmed,
    /// A component must see all six regions.
    Rainbow,
    /// Not at all.
    Off,
}

/// What a component has to be like to be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sieve {
    pub(super) test: Test,
    pub(super) hunch: Hunch,
}

/// A symmetry and the cells where loops that have it can still run; it maps them to themselves.
#[derive(Clone)]
pub(super) struct Corridor {
    pub(super) map: usize,
    /// By cell index, with one more for the outside. Shared, since most fills leave most corridors
    /// as they are.
    pub(super) cells: Rc<[bool]>,
    /// A loop that was found in it.
    pub(super) example: Option<Rc<[usize]>>,
    /// Whether it has been tested since it was made from the empty board.
    tested: bool,
}

impl Corridor {
    /// The cells whose orbits stay on the board, for each symmetry of the board.
    pub(super) fn all(board: &Board) -> Vec<Self> {
        let outside = board.outside();
        let stays = |map: &Map, cell| map.orbit(cell).all(|image| image != outside);
        let cells = |map| (0..=outside).map(|cell| stays(map, cell)).collect();
        let maps = board.maps.iter().enumerate();
        maps.map(|(at, map)| Self { map: at, cells: cells(map), example: None, tested: false })
            .collect()
    }

    /// What remains of the corridor in the free cells, if a loop may still fit in.
    pub(super) fn narrowed(&self, board: &Board, free: &[bool], sieve: Sieve) -> Option<Self> {
        if self.tested && self.is_free(free) {
            return Some(self.clone());
        }
        let map = &board.maps[self.map];
        let remains = |cell: usize| self.cells[cell] && map.orbit(cell).all(|image| free[image]);
        let mut cells: Vec<bool> = (0..self.cells.len()).map(remains).collect();
        if matches!(sieve.test, Test::Trimmed | Test::Loop) {
            trim(board, &mut cells);
        }
        let mut kept = vec![false; cells.len()];
        for component in board.components(cells) {
            if fits(board, map, sieve.hunch, &component) {
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
fn trim(board: &Board, cells: &mut [bool]) {
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
fn fits(board: &Board, map: &Map, hunch: Hunch, component: &[usize]) -> bool {
    let seen = component.iter().fold(0, |seen, &cell| seen | board.region(cell));
    seen == RAINBOW
        && component.contains(&map.image(component[0]))
        && hunch.agrees(board, component)
}
