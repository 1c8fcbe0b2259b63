//! Scores as the contests gave them: a board counts for the part of the best known one that it reaches.
//!
//! What is best known is the better of what a contest published and of the record here. A board of which a
//! contest counted points, more being better, has the part of the best points; any other has the best
//! number over its own, less being better.

use sixfold_puzzle::Objective;

/// Best results that contests published: the family, the least order, and the objective of each order.
///
/// neighbors: the table of Tomas Rokicki's report, orders 3 to 27. balto: Rafael Bocquet's solutions, the same orders.
const PUBLISHED: [(&str, u32, &[i128]); 2] = [
    (
        "neighbors",
        3,
        &[
            3, 3, 9, 13, 17, 20, 24, 28, 28, 32, 40, 43, 45, 47, 55, 50, 60, 66, 65, 71, 76, 75,
            81, 87, 85,
        ],
    ),
    (
        "balto",
        3,
        &[
            27, 76, 162, 304, 490, 765, 1132, 1622, 2130, 2756, 3574, 4434, 5458, 6578, 7894, 9462,
            11200, 12840, 15078, 17204, 19618, 22786, 25426, 28756, 31684,
        ],
    ),
];

/// The name under which a family tells points beside its objective.
const POINTS: &str = "score";

/// What a contest published as the best objective of an order.
#[must_use]
pub fn published(family: &str, order: u32) -> Option<i128> {
    let (_, first, best) = PUBLISHED.iter().find(|(name, ..)| *name == family)?;
    best.get(usize::try_from(order.checked_sub(*first)?).ok()?).copied()
}

/// How many boards the contest of a family had, where they are published.
#[must_use]
pub fn boards(family: &str) -> Option<usize> {
    PUBLISHED.iter().find(|(name, ..)| *name == family).map(|(_, _, best)| best.len())
}

/// The part of the best known result that a board reaches: 1 for as good a one, more for a better one.
#[must_use]
pub fn part(objective: &Objective, best: i128) -> f64 {
    let points = objective.beside.iter().find(|(name, _)| *name == POINTS);
    match points {
        Some(&(_, points)) => points as f64 / (points + objective.value - best) as f64,
        None => best as f64 / objective.value as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_good_a_board_counts_one() {
        let moves = |value| Objective { name: "moves", value, beside: Vec::new() };
        assert!((part(&moves(27), 27) - 1.0).abs() < 1e-12);
        assert!((part(&moves(54), 27) - 0.5).abs() < 1e-12);
        let penalty = |value| Objective {
            name: "penalty",
            value,
            beside: vec![("sum", 700 - value), ("score", 500 - value)],
        };
        assert!((part(&penalty(20), 20) - 1.0).abs() < 1e-12);
        assert!((part(&penalty(260), 20) - 0.5).abs() < 1e-12);
        assert!(part(&penalty(19), 20) > 1.0);
    }

    #[test]
    fn published_results_are_those_of_their_orders() {
        assert_eq!(published("neighbors", 27), Some(85));
        assert_eq!((published("balto", 3), published("balto", 27)), (Some(27), Some(31_684)));
        assert_eq!((published("balto", 2), published("balto", 28)), (None, None));
        assert_eq!(
            (published("magic", 3), boards("neighbors"), boards("hexiom")),
            (None, Some(25), None)
        );
    }
}
