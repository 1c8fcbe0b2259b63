//! Shape tests of the article that guess whether a region contains a loop.
//!
//! Three tests: a walk along the boundary, Pick's theorem on that walk, and whether the region
//! surrounds something.
//!
//! Heuristic: each of them may be wrong, see `shape_counterexamples`. A search that uses one may
//! miss solutions, so it counts as restricted. `corridor` and `loops` replace them.

use sixfold_puzzle::hex::Direction;

use super::board::SymmetricBoard;

/// What the shape of a region is taken to say about loops in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShapeTest {
    /// Nothing.
    None,
    /// It has a loop if the walk along its boundary comes back.
    Walk,
    /// It has a loop if Pick's theorem holds on that walk.
    Pick,
    /// It has a loop if it surrounds something.
    Hole,
}

impl ShapeTest {
    /// Whether a connected region looks as if it had a loop.
    pub(super) fn agrees(self, board: &SymmetricBoard, region: &[usize]) -> bool {
        match self {
            Self::None => true,
            Self::Walk => boundary_walk(board, region).is_some(),
            Self::Pick => pick_agrees(board, region),
            Self::Hole => surrounds(board, region),
        }
    }
}

fn marks(board: &SymmetricBoard, region: &[usize]) -> Vec<bool> {
    let mut inside = vec![false; board.outside() + 1];
    region.iter().for_each(|&cell| inside[cell] = true);
    inside
}

/// Whether a cell has all six neighbours in the region.
fn is_interior(board: &SymmetricBoard, inside: &[bool], cell: usize) -> bool {
    board.neighbours(cell).iter().all(|&next| inside[next])
}

/// Walks along the boundary with the outside on the left, from the first cell of the region, and
/// never enters a cell again; `None` if the walk gets stuck before it is back.
///
/// The article leaves open in which order its search takes boundary cells. Keeping to the left is
/// the reading that succeeds most often.
pub(super) fn boundary_walk(board: &SymmetricBoard, region: &[usize]) -> Option<Vec<usize>> {
    let inside = marks(board, region);
    let mut open: Vec<bool> = inside.clone();
    region.iter().for_each(|&cell| open[cell] = !is_interior(board, &inside, cell));
    let start = *region.iter().min()?;
    let (mut walk, mut incoming) = (vec![start], Direction::E);
    loop {
        let at = *walk.last()?;
        // Two cells are no polygon: going straight back is not coming back.
        open[start] = walk.len() > 2;
        let left_first = [2, 1, 0, 5, 4].map(|sixths| incoming.turned(sixths));
        incoming = left_first.into_iter().find(|&way| open[board.next(at, way)])?;
        let next = board.next(at, incoming);
        if next == start {
            return Some(walk);
        }
        open[next] = false;
        walk.push(next);
    }
}

/// Pick's theorem, doubled: 2·area = 2·interior + boundary − 2. The area is that of the walk in
/// axial coordinates, where the cells are the points of a square lattice.
fn pick_agrees(board: &SymmetricBoard, region: &[usize]) -> bool {
    let Some(walk) = boundary_walk(board, region) else { return false };
    let inside = marks(board, region);
    let interior = region.iter().filter(|&&cell| is_interior(board, &inside, cell)).count() as i32;
    doubled_area(board, &walk).abs() == 2 * interior + walk.len() as i32 - 2
}

/// The shoelace formula.
fn doubled_area(board: &SymmetricBoard, walk: &[usize]) -> i32 {
    let cells = walk.iter().map(|&at| board.hexagon.cell(at));
    let next = cells.clone().cycle().skip(1);
    cells.zip(next).map(|(a, b)| a.q * b.r - b.q * a.r).sum()
}

/// Whether a component of everything else keeps away from the rim.
fn surrounds(board: &SymmetricBoard, region: &[usize]) -> bool {
    let mut others: Vec<bool> = marks(board, region).iter().map(|&inside| !inside).collect();
    others[board.outside()] = false;
    let on_rim = |cell: &usize| board.neighbours(*cell).contains(&board.outside());
    board.components(others).iter().any(|component| !component.iter().any(on_rim))
}
