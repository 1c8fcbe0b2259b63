//! The completion against enumeration of all ways, on random sets of cells that form chains and
//! cycles.

use sixfold_puzzle::families::neighbors::LARGEST;

use super::*;
use crate::random::Random;

/// The cells above 4 of a board, all others being 1.
fn board(hexagon: &Hexagon, above: &[usize]) -> Vec<Known> {
    let known = |cell| match above.contains(&cell) {
        true => Known::at_least(FIRST),
        false => Known::exactly(1),
    };
    (0..hexagon.len()).map(known).collect()
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
fn tried(hexagon: &Hexagon, values: &[Known]) -> Option<u32> {
    match values.iter().position(|known| known.value().is_none()) {
        None => cost(hexagon, &values.iter().map(|known| known.least()).collect::<Vec<_>>()),
        Some(cell) => {
            let with = |value| {
                let mut values = values.to_vec();
                values[cell] = Known::exactly(value);
                tried(hexagon, &values)
            };
            (values[cell].least()..=LARGEST).filter_map(with).min()
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
        // Some rounds with decided values or larger least ones, which may be in the way.
        for (at, &cell) in above.iter().take(round % 4).enumerate() {
            let value = FIRST + random.below(3) as u8;
            values[cell] = match (round + at).is_multiple_of(5) {
                true => Known::at_least(value),
                false => Known::exactly(value),
            };
        }
        for least in [FIRST, FIRST + 1] {
            let undecided = values.iter_mut().filter(|known| known.value().is_none());
            undecided.for_each(|known| *known = known.raised(least));
            let found = finish(&hexagon, &values);
            let wanted = tried(&hexagon, &values);
            assert_eq!(found.as_ref().map(|found| found.penalty), wanted, "{values:?}");
            let Some(found) = found else {
                impossible += 1;
                continue;
            };
            assert_eq!(cost(&hexagon, &found.values), wanted);
            let kept = |(value, known): (&u8, &Known)| known.allows(*value);
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
        let found = finish(&hexagon, &board(&hexagon, &cycle)).unwrap();
        assert_eq!(found.penalty, u32::from(!cycle.len().is_multiple_of(3)), "{length}");
        assert_eq!(cost(&hexagon, &found.values), Some(found.penalty));
    }
}

#[test]
fn strands_that_branch_are_refused() {
    let hexagon = Hexagon::new(2);
    assert_eq!(finish(&hexagon, &[Known::at_least(FIRST); 7]), None);
}

#[test]
fn a_board_without_undecided_cells_stays_as_it_is() {
    let hexagon = Hexagon::new(1);
    let finished = Finished { values: vec![1], penalty: 0 };
    assert_eq!(finish(&hexagon, &[Known::exactly(1)]), Some(finished));
}
