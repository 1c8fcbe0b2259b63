//! Plot of a solution: tiles away from home and the sum of their distances, over the moves.
//!
//! Long solutions are sampled, so that every curve has a bounded number of points.

use super::{Instance, Torus, home_cells};
use crate::family::Term;
use crate::hex::Cell;
use crate::scene::{Curve, Role, Scene};

pub(super) const PLOT: &str = "plot";

/// The views.
pub(super) const VIEWS: &[Term] = &[
    Term { word: "board", meaning: "the tiles after a move; those at home are marked" },
    Term {
        word: PLOT,
        meaning: "tiles not at home and the sum of their distances, over the moves",
    },
];

/// The most points of a curve.
const MAX_POINTS: usize = 1000;

/// For each cell the steps from the centre, which are the shortest way round the torus.
fn distances(torus: &Torus) -> Vec<u32> {
    torus.hexagon().cells().iter().map(|cell| cell.distance(Cell::CENTRE)).collect()
}

/// The distance of two cells: that of their difference from the centre, where it lies on the board.
fn distance(torus: &Torus, far: &[u32], one: usize, other: usize) -> u32 {
    let hexagon = torus.hexagon();
    let (one, other) = (hexagon.cell(one), hexagon.cell(other));
    far[torus.index(one - other)]
}

pub(super) fn scene(scene: &mut Scene, instance: &Instance, moves: &[super::Move]) {
    let (torus, homes) = (&instance.torus, home_cells(instance.hexagon()));
    let far = distances(torus);
    let mut position = super::Position::new(&instance.tiles);
    let away = |cell: usize, tile: u16| match tile {
        0 => 0,
        _ => distance(torus, &far, cell, homes[usize::from(tile)]),
    };
    let mut ways: Vec<u32> =
        position.tiles().iter().enumerate().map(|(cell, &tile)| away(cell, tile)).collect();
    let (mut tiles, mut sum) = (Vec::new(), Vec::new());
    let (last, places) = (moves.len().max(1), MAX_POINTS.min(moves.len() + 1));
    for step in 0..=moves.len() {
        if let Some(&made) = step.checked_sub(1).and_then(|last| moves.get(last)) {
            for cell in position.apply(torus, made) {
                ways[cell] = away(cell, position.tiles()[cell]);
            }
        }
        let end = step == 0 || step == moves.len();
        if end || step * places / last != (step + 1) * places / last {
            tiles.push((step as u32, ways.iter().filter(|way| **way > 0).count() as u32));
            sum.push((step as u32, ways.iter().sum()));
        }
    }
    let curve = |name: &str, points| Curve {
        name: name.to_owned(),
        along: "moves",
        role: Role::Measured,
        points,
    };
    scene.curves = vec![curve("tiles not at home", tiles), curve("sum of distances", sum)];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::balto::{Balto, Move};
    use crate::family::{Family as _, View};
    use crate::hex::Hexagon;

    #[test]
    fn neighbours_are_one_step_away_and_ways_are_symmetric() {
        for order in 2..=8 {
            let torus = Torus::new(Hexagon::new(order));
            let far = distances(&torus);
            for one in 0..far.len() {
                for near in torus.neighbours(one) {
                    assert_eq!(distance(&torus, &far, one, near), 1);
                }
                for other in 0..far.len() {
                    let way = distance(&torus, &far, one, other);
                    assert_eq!(way, distance(&torus, &far, other, one));
                    assert_eq!(way == 0, one == other);
                }
            }
        }
    }

    #[test]
    fn long_solutions_are_thinned_out_and_keep_their_ends() {
        let torus = Torus::new(Hexagon::new(3));
        let mut instance = Instance { torus, tiles: Vec::new() };
        instance.tiles = instance.home();
        let turns = ["1", "C"].map(|letter| Move::parse(letter.chars().next().unwrap_or('1')));
        for (pairs, places) in [(0, 1), (5, 11), (16_000, 1000)] {
            let moves: Vec<Move> = turns.into_iter().flatten().cycle().take(2 * pairs).collect();
            let view = View { step: None, name: Some(PLOT) };
            let scene = Balto::scene(&instance, Some(&moves), view);
            for curve in &scene.curves {
                assert!(curve.points.len().abs_diff(places) <= 2, "{}", curve.points.len());
                assert_eq!(curve.points.first(), Some(&(0, 0)));
                assert_eq!(curve.points.last(), Some(&(2 * pairs as u32, 0)));
            }
        }
    }
}
