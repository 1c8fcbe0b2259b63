//! The lines as equations, and others that follow from them.
//!
//! A combination of lines may have far fewer cells than any of them: of order 3 the six corners and
//! the centre. Each such equation is one more that propagation can use. Short ones are found by
//! elimination in a random order of the cells, again and again: every row that is left has few
//! cells besides those that were not eliminated.

use std::collections::BTreeSet;

use super::LineModel;
use super::board::Equation;
use crate::random::Random;

/// Equations with more open cells than this conclude nothing.
const LONGEST: usize = 6;
/// The lines and those that follow, at most; they are bits of a word.
const MOST: usize = 120;
/// How often the cells are eliminated in another order.
const ROUNDS: usize = 200;

/// The lines of a model, and short equations that follow from them and the givens.
pub(super) fn all(model: &LineModel) -> Vec<Equation> {
    let mut equations = lines(model);
    let mut short: Vec<_> = combinations(model).into_iter().collect();
    short.sort_by_key(|(terms, _)| terms.len());
    short.truncate(MOST.saturating_sub(equations.len()));
    equations.extend(short.into_iter().map(|(terms, sum)| Equation { terms, sum }));
    equations
}

/// The lines of a model alone.
pub(super) fn lines(model: &LineModel) -> Vec<Equation> {
    model.lines.iter().map(|line| plain(model, line)).collect()
}

fn plain(model: &LineModel, line: &[usize]) -> Equation {
    let sum = model.target - model.start * line.len() as i64;
    Equation { terms: line.iter().map(|&cell| (cell, 1)).collect(), sum }
}

/// A row of the elimination: coefficients of the open cells, and the result.
type Row = (Vec<i64>, i64);

/// Short equations among the open cells, with coefficients 1 and −1 only.
fn combinations(model: &LineModel) -> BTreeSet<(Vec<(usize, i64)>, i64)> {
    let open: Vec<usize> = (0..model.count).filter(|&at| model.givens[at].is_none()).collect();
    let rows: Vec<Row> = model.lines.iter().map(|line| row(model, line, &open)).collect();
    let plain: BTreeSet<_> = rows.iter().filter_map(|row| short(row, &open)).collect();
    let mut found = BTreeSet::new();
    let mut random = Random::new(0);
    let mut order: Vec<usize> = (0..open.len()).collect();
    for _ in 0..ROUNDS {
        random.shuffle(&mut order);
        let mut rows = rows.clone();
        eliminate(&mut rows, &order);
        found.extend(rows.iter().filter_map(|row| short(row, &open)));
    }
    found.retain(|equation| !plain.contains(equation));
    found
}

/// A line as a row: the open cells, and what the givens leave.
fn row(model: &LineModel, line: &[usize], open: &[usize]) -> Row {
    let mut sum = model.target - model.start * line.len() as i64;
    for &cell in line {
        sum -= model.givens[cell].map_or(0, |given| given - model.start);
    }
    (open.iter().map(|cell| i64::from(line.contains(cell))).collect(), sum)
}

/// Brings rows into a form in which each has a cell that no other has, the first possible ones of
/// an order.
fn eliminate(rows: &mut Vec<Row>, order: &[usize]) {
    let mut done = 0;
    for &column in order {
        // A coefficient of 1 keeps all others integer; where there is none, the cell is left.
        let pivot = (done..rows.len()).find(|&row| rows[row].0[column].abs() == 1);
        let Some(pivot) = pivot else { continue };
        rows.swap(done, pivot);
        let (coefficients, sum) = rows[done].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row.0[column] * coefficients[column];
            if index != done && factor != 0 {
                row.0.iter_mut().zip(&coefficients).for_each(|(it, other)| *it -= factor * other);
                row.1 -= factor * sum;
            }
        }
        done += 1;
    }
    rows.retain(|row| row.0.iter().any(|&coefficient| coefficient.abs() <= 2));
}

/// A row as an equation, if it is short and simple; the first cell is added.
fn short((coefficients, sum): &Row, open: &[usize]) -> Option<(Vec<(usize, i64)>, i64)> {
    let terms: Vec<(usize, i64)> = open
        .iter()
        .zip(coefficients)
        .filter(|(_, coefficient)| **coefficient != 0)
        .map(|(&cell, &coefficient)| (cell, coefficient))
        .collect();
    let simple = terms.iter().all(|&(_, coefficient)| coefficient.abs() == 1);
    let sign = terms.first()?.1;
    let signed = terms.iter().map(|&(cell, it)| (cell, sign * it)).collect();
    (simple && terms.len() <= LONGEST).then_some((signed, sign * sum))
}
