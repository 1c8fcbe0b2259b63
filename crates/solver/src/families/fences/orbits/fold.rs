//! The symmetries under which a loop can be invariant, and the quotient of the board by one of them. The identity
//! is not among them: the rules require a symmetric loop.
//!
//! Every symmetry of a loop is an integer map p → Mp + t. A turn by a sixth implies turns by a third
//! and by a half. So half turns, third turns in one sense, and mirrors suffice.
//!
//! Invariant: only cells whose whole orbit is on the board are in the quotient. The loop is a union
//! of such orbits.

use std::cmp::Reverse;

use sixfold_puzzle::families::fences::Wanted;
use sixfold_puzzle::hex::{Cell, Hexagon, Isometry, Kind, Symmetry};

use super::super::board::{ALL_REGIONS, Board};
use super::kept_cells::KeptCells;
use crate::run::{Halt, Run};

/// The kinds of maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Turning {
    /// A half turn.
    Half,
    /// A third of a turn.
    Third,
    /// A mirror.
    Mirror,
    /// No symmetry is asked for: the map moves nothing.
    Nothing,
}

/// The quotient of a board by a map.
pub(in super::super) struct Fold {
    pub(in super::super) map: Isometry,
    pub(in super::super) turning: Turning,
    /// For each cell the number of its orbit; none if the orbit leaves the board.
    pub(in super::super) orbit_of: Vec<Option<u32>>,
    /// The cells of each orbit.
    pub(in super::super) orbits: Vec<Vec<usize>>,
}

/// A loop has at least a cell in every region.
const LEAST_CELLS: usize = 6;

impl Fold {
    pub(in super::super) fn new(board: &Board, map: Isometry, turning: Turning) -> Self {
        let hexagon = board.hexagon();
        let mut fold =
            Self { map, turning, orbit_of: vec![None; hexagon.len()], orbits: Vec::new() };
        for cell in 0..hexagon.len() {
            if fold.orbit_of[cell].is_some() {
                continue;
            }
            if let Some(orbit) = whole_orbit(hexagon, map, cell) {
                let number = fold.orbits.len() as u32;
                orbit.iter().for_each(|&cell| fold.orbit_of[cell] = Some(number));
                fold.orbits.push(orbit);
            }
        }
        fold
    }

    /// The orbit of a cell, if it is on the board.
    pub(in super::super) fn orbit(&self, cell: usize) -> Option<usize> {
        self.orbit_of[cell].map(|orbit| orbit as usize)
    }

    /// The image of a cell whose orbit is on the board.
    pub(in super::super) fn image(&self, hexagon: &Hexagon, cell: usize) -> usize {
        let image = hexagon.index(self.map.apply(hexagon.cell(cell)));
        image.expect("the whole orbit is on the board")
    }

    /// Whether the map keeps a cell.
    pub(in super::super) fn keeps(&self, cell: usize) -> bool {
        self.turning != Turning::Nothing
            && self.orbit(cell).is_some_and(|orbit| self.orbits[orbit].len() == 1)
    }
}

/// The orbit of a cell, unless it leaves the board.
fn whole_orbit(hexagon: &Hexagon, map: Isometry, start: usize) -> Option<Vec<usize>> {
    let mut orbit = vec![start];
    let mut at = hexagon.index(map.apply(hexagon.cell(start)))?;
    while at != start {
        orbit.push(at);
        at = hexagon.index(map.apply(hexagon.cell(at)))?;
    }
    Some(orbit)
}

/// The maps that may keep a loop on a board.
pub(in super::super) struct Maps {
    /// How many half turns, third turns and mirrors keep at least six cells.
    pub(in super::super) considered: [usize; 3],
    /// Those whose cells see all six regions.
    pub(in super::super) maps: Vec<(Isometry, Turning)>,
}

impl Maps {
    pub(in super::super) fn new(board: &Board, run: &Run<'_>) -> Result<Self, Halt> {
        let mut list = Self { considered: [0; 3], maps: Vec::new() };
        for (map, turning) in maps(board) {
            if let Some(halt) = run.halted() {
                return Err(halt);
            }
            let window = KeptCells::new(board.hexagon().order(), map);
            if window.count() < LEAST_CELLS {
                continue;
            }
            if let Some(count) = list.considered.get_mut(turning as usize) {
                *count += 1;
            }
            if window.seen() == ALL_REGIONS {
                list.maps.push((map, turning));
            }
        }
        Ok(list)
    }

    /// The board folded by the map with a number.
    pub(in super::super) fn fold(&self, board: &Board, at: usize) -> Fold {
        let (map, turning) = self.maps[at];
        Fold::new(board, map, turning)
    }

    /// The numbers of the maps, those that keep the most cells on the board first.
    pub(in super::super) fn widest_first(&self, board: &Board) -> Vec<usize> {
        let order = board.hexagon().order();
        let mut numbers: Vec<usize> = (0..self.maps.len()).collect();
        numbers.sort_by_cached_key(|&at| {
            (Reverse(KeptCells::new(order, self.maps[at].0).count()), at)
        });
        numbers
    }

    /// How many of each kind see all regions.
    pub(in super::super) fn kinds(&self) -> [usize; 3] {
        let count = |kind| self.maps.iter().filter(|&&(_, turning)| turning == kind).count();
        [Turning::Half, Turning::Third, Turning::Mirror].map(count)
    }

    /// A name for each map, without blanks.
    pub(in super::super) fn names(&self) -> Vec<String> {
        self.maps.iter().map(|&(map, turning)| name(map, turning)).collect()
    }

    /// The number of the first map that keeps a loop.
    pub(in super::super) fn first_of(&self, hexagon: &Hexagon, cells: &[usize]) -> Option<usize> {
        self.maps.iter().position(|&(map, _)| keeps_loop(map, hexagon, cells))
    }
}

/// The kind, the linear part and the shift, as in `mirror:7:-2,1`.
pub(in super::super) fn name(map: Isometry, turning: Turning) -> String {
    let kind = match turning {
        Turning::Half => "half",
        Turning::Third => "third",
        Turning::Mirror => "mirror",
        Turning::Nothing => "none",
    };
    let linear = Symmetry::ALL.iter().position(|&linear| linear == map.linear);
    format!("{kind}:{}:{}", linear.unwrap_or(0), map.shift)
}

/// Whether a map keeps a loop, given by its cells in order, step onto step.
pub(in super::super) fn keeps_loop(map: Isometry, hexagon: &Hexagon, cells: &[usize]) -> bool {
    let length = cells.len();
    let image = |at: usize| hexagon.index(map.apply(hexagon.cell(cells[at])));
    let start = image(0).and_then(|first| cells.iter().position(|&cell| cell == first));
    let Some(start) = start else { return false };
    let forwards = (0..length).all(|at| image(at) == Some(cells[(start + at) % length]));
    forwards || (0..length).all(|at| image(at) == Some(cells[(start + length - at) % length]))
}

/// The maps of the kinds that the board asks for. A map that takes a cell of the board to a cell
/// of the board shifts the centre by at most twice the radius.
pub(super) fn maps(board: &Board) -> Vec<(Isometry, Turning)> {
    let kind = |linear: Symmetry| match (linear.is_reflection(), linear.sixths()) {
        (true, _) => Some(Turning::Mirror),
        (false, 2) => Some(Turning::Third),
        (false, 3) => Some(Turning::Half),
        (false, 0) => Some(Turning::Nothing),
        (false, _) => None,
    };
    let wanted = |turning: Turning| match board.instance.symmetry {
        Wanted::Any => turning != Turning::Nothing,
        Wanted::Rotation => matches!(turning, Turning::Half | Turning::Third),
        Wanted::Mirror => turning == Turning::Mirror,
        Wanted::None => turning == Turning::Nothing,
    };
    let reach = 2 * (board.hexagon().order() as i32 - 1);
    let row = |r: i32| (-reach - r.min(0)..=reach - r.max(0)).map(move |q| Cell::new(q, r));
    let shifts: Vec<Cell> = (-reach..=reach).flat_map(row).collect();
    let mut maps = Vec::new();
    for linear in Symmetry::ALL {
        let Some(turning) = kind(linear).filter(|&turning| wanted(turning)) else { continue };
        let exact = |shift: Cell| match turning {
            Turning::Mirror => linear.apply(shift) == -shift,
            Turning::Nothing => shift == Cell::CENTRE,
            Turning::Half | Turning::Third => true,
        };
        let fitting = shifts.iter().filter(|&&shift| exact(shift));
        maps.extend(fitting.map(|&shift| (Isometry { linear, shift }, turning)));
    }
    maps
}

impl Fold {
    /// The cells that touch the centre of a rotation: one, two about the middle of an edge, three
    /// about a vertex; none for other maps.
    pub(in super::super) fn hub(&self, hexagon: &Hexagon) -> Vec<usize> {
        let Kind::Rotation { centre, .. } = self.map.kind() else { return Vec::new() };
        let square = |cell: usize| {
            let cell = hexagon.cell(cell);
            let (q, r) = (6 * cell.q - centre.q, 6 * cell.r - centre.r);
            q * q + q * r + r * r
        };
        let nearest = (0..hexagon.len()).map(square).min().unwrap_or(0);
        (0..hexagon.len()).filter(|&cell| square(cell) == nearest).collect()
    }
}
