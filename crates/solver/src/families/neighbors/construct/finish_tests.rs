//! The completion against enumeration of all ways, on random sets of cells that form chains and
//! cycles.

use super::*;
use crate::random::Random;

/// The cells above 4 of a board, all others being 1.
fn board(hexagon: &Hexagon, above: &[usize]) -> Vec<Option<u8>> {
    (0..hexagon.len()).map(|cell| (!above.contains(&cell)).then_some(1)).collect()
}

/// The cost of the values from 5 on, from the definition; `None` if a cell lacks a support.
fn cost(hexagon: &Hexagon, values: &[u8]) -> Option<u32> {
    let mut cost = 0;
    for (cell, &value) in values.iter().enumerate() {
        let count = |lower| hexagon.neighbours(cell).filter(|&next| values[next] == lower).count();
        for lower in FIRST..value {
            cost += count(lower).checked_sub(1)?;
        }
        let earlier = |&next: &usize| next < cell && value >= FIRST && values[next] == value;
        cost += hexagon.neighbours(cell).filter(earlier).count();
    }
    Some(cost as u32)
}

/// The least cost of all ways.
fn tried(hexagon: &Hexagon, values: &[Option<u8>], settled: u8) -> Option<u32> {
    match values.iter().position(Option::is_none) {
        None => cost(hexagon, &values.iter().copied().flatten().collect::<Vec<_>>()),
        Some(cell) => {
            let with = |value| {
                let mut values = values.to_vec();
                values[cell] = Some(value);
                tried(hexagon, &values, settled)
            };
            (settled + 1..=LARGEST).filter_map(with).min()
        }
    }
}

/// Random cells of which none has more than two others beside it.
fn strands(hexagon: &Hexagon, random: &mut Random, most: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..hexagon.len()).collect();
    random.shuffle(&mut cells);
    let mut above: Vec<usize> = Vec::new();
    let crowded = |above: &[usize], cell| {
        hexagon.neighbours(cell).filter(|next| above.contains(next)).count() > 2
    };
    for cell in cells {
        above.push(cell);
        if above.len() > most || above.iter().any(|&cell| crowded(&above, cell)) {
            above.pop();
        }
    }
    above
}

#[test]
fn random_strands_cost_as_little_as_the_best_of_all_ways() {
    let hexagon = Hexagon::new(3);
    let mut random = Random::new(5);
    let mut impossible = 0;
    for round in 0..150 {
        let above = strands(&hexagon, &mut random, 9);
        let mut values = board(&hexagon, &above);
        // Some rounds with decided values, which may be in the way.
        for &cell in above.iter().take(round % 4) {
            values[cell] = Some(FIRST + random.below(3) as u8);
        }
        for settled in [4, 5] {
            let found = finish(&hexagon, &values, settled);
            let wanted = tried(&hexagon, &values, settled);
            assert_eq!(found.as_ref().map(|found| found.penalty), wanted, "{values:?} {settled}");
            let Some(found) = found else {
                impossible += 1;
                continue;
            };
            assert_eq!(cost(&hexagon, &found.values), wanted);
            let kept =
                |(value, given): (&u8, &Option<u8>)| given.is_none_or(|given| given == *value);
            assert!(found.values.iter().zip(&values).all(kept));
        }
    }
    assert!(impossible > 20);
}

/// A straight bar of cells is surrounded by a cycle of 4 more than twice its length.
#[test]
fn a_cycle_costs_one_unless_its_length_is_a_multiple_of_3() {
    let hexagon = Hexagon::new(5);
    let row: Vec<usize> = hexagon.row(4).skip(1).collect();
    for length in 1..=6 {
        let bar = &row[..length];
        let beside = |cell: &usize| {
            !bar.contains(cell) && hexagon.neighbours(*cell).any(|next| bar.contains(&next))
        };
        let cycle: Vec<usize> = (0..hexagon.len()).filter(beside).collect();
        assert_eq!(cycle.len(), 2 * length + 4);
        let found = finish(&hexagon, &board(&hexagon, &cycle), 4).unwrap();
        assert_eq!(found.penalty, u32::from(!cycle.len().is_multiple_of(3)), "{length}");
        assert_eq!(cost(&hexagon, &found.values), Some(found.penalty));
    }
}

#[test]
fn strands_that_branch_are_refused() {
    let hexagon = Hexagon::new(2);
    assert_eq!(finish(&hexagon, &[None; 7], 4), None);
}

#[test]
fn a_board_without_undecided_cells_stays_as_it_is() {
    let hexagon = Hexagon::new(1);
    let finished = Finished { values: vec![1], penalty: 0 };
    assert_eq!(finish(&hexagon, &[Some(1)], 4), Some(finished));
}
