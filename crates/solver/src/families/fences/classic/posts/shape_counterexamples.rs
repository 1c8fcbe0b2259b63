//! Unit tests of `shape_test`: regions for which a shape test of the article gives the wrong answer.
//!
//! For each region brute force lists all loops, which settles whether there is one. The tests document why shape tests
//! restrict the scope of a claim.

use sixfold_puzzle::families::fences::{Instance, Turns, Wanted};
use sixfold_puzzle::hex::{Cell, Hexagon};

use super::board::SymmetricBoard;
use super::brute_force;
use super::shape_test::{ShapeTest, boundary_walk};

fn board() -> SymmetricBoard {
    let (posts, turns, symmetry) = (Vec::new(), Turns::Wide, Wanted::Any);
    let instance = Instance { hexagon: Hexagon::new(5), posts, turns, symmetry };
    let Ok(board) = SymmetricBoard::new(&instance, &mut || Ok::<(), std::convert::Infallible>(()));
    board
}

fn region(board: &SymmetricBoard, cells: &[(i32, i32)]) -> Vec<usize> {
    let index = |&(q, r): &(i32, i32)| board.hexagon.index(Cell::new(q, r)).unwrap();
    cells.iter().map(index).collect()
}

/// The cells at a distance from a cell.
fn ring(board: &SymmetricBoard, centre: Cell, radius: u32) -> Vec<usize> {
    let at = |&cell: &usize| board.hexagon.cell(cell).distance(centre) == radius;
    (0..board.outside()).filter(at).collect()
}

/// The cells up to a distance from a cell.
fn disk(board: &SymmetricBoard, centre: Cell, radius: u32) -> Vec<usize> {
    (0..=radius).flat_map(|radius| ring(board, centre, radius)).collect()
}

fn loops_in(board: &SymmetricBoard, region: &[usize], turns: Turns) -> Vec<Vec<usize>> {
    let allowed: Vec<bool> = (0..board.outside()).map(|cell| region.contains(&cell)).collect();
    brute_force::cycles(&board.hexagon, &allowed, turns)
}

/// Whether there is a loop, and what walk, Pick's theorem and the hole say.
fn opinions(region: &[usize]) -> [bool; 4] {
    let board = board();
    let truth = !loops_in(&board, region, Turns::Wide).is_empty();
    let agrees = |test: ShapeTest| test.agrees(&board, region);
    [truth, agrees(ShapeTest::Walk), agrees(ShapeTest::Pick), agrees(ShapeTest::Hole)]
}

/// Where there is nothing to be wrong about: a filled hexagon has a loop, a straight row none.
#[test]
fn walk_and_pick_are_right_about_a_hexagon_and_a_row() {
    let board = board();
    assert_eq!(opinions(&disk(&board, Cell::CENTRE, 2))[..3], [true, true, true]);
    assert_eq!(opinions(&region(&board, &[(-1, 0), (0, 0), (1, 0)])), [false; 4]);
    let walk = boundary_walk(&board, &disk(&board, Cell::CENTRE, 2)).unwrap();
    assert_eq!(walk.len(), 12);
}

/// A strip two cells wide is a fine polygon, but every closed loop in it has sharp corners.
#[test]
fn a_strip_looks_like_a_loop_and_has_none() {
    let board = board();
    let strip = region(&board, &[(-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]);
    assert_eq!(opinions(&strip), [false, true, true, false]);
    assert!(!loops_in(&board, &strip, Turns::Any).is_empty());
}

/// So is a triangle, whose corners are sharp.
#[test]
fn a_triangle_looks_like_a_loop_and_has_none() {
    let triangle = region(&board(), &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)]);
    assert_eq!(opinions(&triangle), [false, true, true, false]);
}

/// A ring is a loop and nothing else. Pick's theorem counts the points inside the polygon, and the
/// one in the middle is not in the region: the very shape that is looked for is refused.
#[test]
fn pick_refuses_a_ring() {
    let board = board();
    assert_eq!(opinions(&ring(&board, Cell::CENTRE, 1)), [true, true, false, true]);
    let mut thick = ring(&board, Cell::CENTRE, 1);
    thick.extend(ring(&board, Cell::CENTRE, 2));
    assert_eq!(opinions(&thick), [true, true, false, true]);
}

/// A ring with one more cell outside: the walk goes there and is stuck.
#[test]
fn the_walk_is_lost_in_a_blind_alley() {
    let board = board();
    let mut tail = ring(&board, Cell::CENTRE, 1);
    tail.extend(region(&board, &[(0, -2), (0, -3)]));
    assert_eq!(opinions(&tail), [true, false, false, true]);
}

/// Two hexagons with one cell between them have interior points and loops, though none that enters
/// both. The article is right that the interior proves little; walk and Pick refuse the loops that
/// there are.
#[test]
fn a_figure_eight_is_refused_with_its_loops() {
    let board = board();
    let (left, right) = (disk(&board, Cell::new(-2, 0), 1), disk(&board, Cell::new(2, 0), 1));
    let eight = [&left[..], &right, &[board.hexagon.centre()]].concat();
    assert_eq!(opinions(&eight), [true, false, false, false]);
    let enters = |cycle: &[usize], lobe: &[usize]| cycle.iter().any(|cell| lobe.contains(cell));
    let loops = loops_in(&board, &eight, Turns::Wide);
    assert!(!loops.iter().any(|cycle| enters(cycle, &left) && enters(cycle, &right)));
}

/// The check that the article really used: a filled-in region surrounds nothing.
#[test]
fn a_filled_region_has_loops_without_a_hole() {
    let board = board();
    assert_eq!(opinions(&disk(&board, Cell::CENTRE, 1)), [true, true, true, false]);
}

/// A hole has a loop round it, but not one that goes wherever the region goes: here the region sees
/// all six regions of the board and its loops do not.
#[test]
fn a_hole_says_nothing_about_the_rest_of_the_region() {
    let board = board();
    let mut lasso = ring(&board, Cell::new(0, -3), 1);
    lasso.extend(
        ring(&board, Cell::CENTRE, 2).into_iter().filter(|&cell| cell != lasso_gap(&board)),
    );
    lasso.sort_unstable();
    lasso.dedup();
    assert!(ShapeTest::Hole.agrees(&board, &lasso));
    let seen = |cells: &[usize]| cells.iter().fold(0, |seen, &cell| seen | board.region(cell));
    assert_eq!(seen(&lasso), super::board::RAINBOW);
    let loops = loops_in(&board, &lasso, Turns::Wide);
    assert!(!loops.is_empty() && loops.iter().all(|cells| seen(cells) != super::board::RAINBOW));
}

/// Where the ring of the lasso is open.
fn lasso_gap(board: &SymmetricBoard) -> usize {
    board.hexagon.index(Cell::new(0, 2)).unwrap()
}
