//! Cardinality constraints in several encodings, to be chosen by an option.
//!
//! For an exact count all of them define their helper variables in both directions, as functions of
//! the counted literals: a model of the counted literals extends in exactly one way, so that counting models
//! of the formula counts models of the constraint. They are our own and not a library's because a
//! checked proof is about exactly these clauses, which are rebuilt from the instance when it is
//! checked: what is trusted then should be short and ours.
//!
//! Counting n literals up to k takes about n·k clauses, so the loops keep to the limits of the run.

use std::collections::VecDeque;

use super::bitonic::{Direction, bitonic};
use super::formula::{Formula, Lit};
use crate::run::{Halt, Run};

/// How a count is expressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// No helper variables: one clause for each set that would be too large or too small.
    Pairwise,
    /// Counters over the prefixes (Sinz 2005).
    Sequential,
    /// A tree of unary counters (Bailleux and Boufkhad 2003).
    Totalizer,
    /// Batcher's odd-even merge sort (Eén and Sörensson 2006).
    Network,
    /// A tree of binary adders (Warners 1998).
    Adder,
    /// A bitonic sorting network, cut off at the count (Codish and Zazon-Ivry 2010).
    Bitonic,
}

impl Encoding {
    /// The names, in the order of [`Encoding::ALL`].
    pub const NAMES: &'static [&'static str] =
        &["totalizer", "sequential", "network", "adder", "pairwise", "bitonic"];

    /// All of them, the default first.
    pub const ALL: [Self; 6] = [
        Self::Totalizer,
        Self::Sequential,
        Self::Network,
        Self::Adder,
        Self::Pairwise,
        Self::Bitonic,
    ];

    /// The encoding with a name.
    pub fn named(name: &str) -> Self {
        match name {
            "sequential" => Self::Sequential,
            "network" => Self::Network,
            "adder" => Self::Adder,
            "pairwise" => Self::Pairwise,
            "bitonic" => Self::Bitonic,
            _ => Self::Totalizer,
        }
    }
}

/// The largest number of clauses that the encoding without helpers may need; beyond it the
/// totalizer takes over.
const LARGEST_PAIRWISE: usize = 20_000;

/// Exactly `count` of the literals are true.
pub fn exactly(
    formula: &mut Formula,
    literals: &[Lit],
    count: usize,
    encoding: Encoding,
    run: &Run<'_>,
) -> Result<(), Halt> {
    if count > literals.len() {
        formula.clause(&[]);
        return Ok(());
    }
    if count == 0 || count == literals.len() {
        let sign = if count == 0 { -1 } else { 1 };
        literals.iter().for_each(|literal| formula.clause(&[sign * literal]));
        return Ok(());
    }
    match encoding {
        Encoding::Pairwise if subsets(literals.len(), count) <= LARGEST_PAIRWISE => {
            let negated: Vec<Lit> = literals.iter().map(|lit| -lit).collect();
            every_subset(formula, &negated, count + 1);
            every_subset(formula, literals, literals.len() - count + 1);
        }
        Encoding::Adder => {
            let bits = binary_sum(formula, literals, run)?;
            equals(formula, &bits, count);
        }
        Encoding::Sequential => bound(formula, sequential, literals, count, run)?,
        Encoding::Network => bound(formula, network, literals, count, run)?,
        Encoding::Bitonic => bound(formula, bitonic_counts, literals, count, run)?,
        Encoding::Pairwise | Encoding::Totalizer => {
            bound(formula, totalizer, literals, count, run)?;
        }
    }
    Ok(())
}

/// Adds a clause for each subset of a size: at least one literal of each is true.
fn every_subset(formula: &mut Formula, literals: &[Lit], size: usize) {
    fn extend(formula: &mut Formula, rest: &[Lit], size: usize, chosen: &mut Vec<Lit>) {
        if size == 0 {
            formula.clause(chosen);
            return;
        }
        for index in 0..=rest.len().saturating_sub(size) {
            if let Some(&literal) = rest.get(index) {
                chosen.push(literal);
                extend(formula, &rest[index + 1..], size - 1, chosen);
                chosen.pop();
            }
        }
    }
    if size <= literals.len() {
        extend(formula, literals, size, &mut Vec::new());
    }
}

/// How many clauses the encoding without helpers needs.
fn subsets(size: usize, count: usize) -> usize {
    let choose = |size: usize, part: usize| {
        (0..part.min(size.saturating_sub(part)))
            .fold(1_usize, |ways, index| ways.saturating_mul(size - index) / (index + 1))
    };
    choose(size, count + 1).saturating_add(choose(size, count.saturating_sub(1)))
}

/// A unary counter: output j is true exactly if more than j literals are true, for j < `most`.
type Counter = fn(&mut Formula, &[Lit], most: usize, &Run<'_>) -> Result<Vec<Lit>, Halt>;

/// Bounds a unary counter from both sides. Where most literals are true, the false ones are counted.
fn bound(
    formula: &mut Formula,
    counter: Counter,
    literals: &[Lit],
    count: usize,
    run: &Run<'_>,
) -> Result<(), Halt> {
    let rest = literals.len() - count;
    if rest < count {
        let negated: Vec<Lit> = literals.iter().map(|literal| -literal).collect();
        return bound(formula, counter, &negated, rest, run);
    }
    let outputs = counter(formula, literals, count + 1, run)?;
    if let Some(&too_many) = outputs.get(count) {
        formula.clause(&[-too_many]);
    }
    if count > 0 {
        formula.clause(&[outputs[count - 1]]);
    }
    Ok(())
}

/// A unary count by prefixes: output j is true exactly if more than j of the literals are true.
pub fn prefix_counts(
    formula: &mut Formula,
    literals: &[Lit],
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    sequential(formula, literals, literals.len(), run)
}

/// s(i, j): more than j of the first i literals. s(i, j) = s(i−1, j) ∨ (x_i ∧ s(i−1, j−1)).
pub(super) fn sequential(
    formula: &mut Formula,
    literals: &[Lit],
    most: usize,
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    let mut before: Vec<Lit> = Vec::new();
    for &literal in literals {
        formula.keep_to(run)?;
        let mut after = Vec::new();
        for j in 0..(before.len() + 1).min(most) {
            let kept = before.get(j).copied();
            let raised = if j == 0 { None } else { Some(before[j - 1]) };
            after.push(counter_step(formula, literal, kept, raised));
        }
        before = after;
    }
    Ok(before)
}

/// A variable equal to kept ∨ (literal ∧ raised); a missing `kept` is false, a missing `raised`
/// is true.
fn counter_step(
    formula: &mut Formula,
    literal: Lit,
    kept: Option<Lit>,
    raised: Option<Lit>,
) -> Lit {
    let output = formula.variable();
    let raises: Vec<Lit> = std::iter::once(literal).chain(raised).collect();
    let mut clause: Vec<Lit> = raises.iter().map(|lit| -lit).collect();
    clause.push(output);
    formula.clause(&clause);
    if let Some(kept) = kept {
        formula.clause(&[-kept, output]);
    }
    for raise in raises {
        let clause: Vec<Lit> = [-output, raise].into_iter().chain(kept).collect();
        formula.clause(&clause);
    }
    output
}

/// Counts the two halves and merges the counts.
pub(super) fn totalizer(
    formula: &mut Formula,
    literals: &[Lit],
    most: usize,
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    if literals.len() <= 1 {
        return Ok(literals[..literals.len().min(most)].to_vec());
    }
    let (left, right) = literals.split_at(literals.len() / 2);
    let a = totalizer(formula, left, most, run)?;
    let b = totalizer(formula, right, most, run)?;
    merge_counts(formula, &a, &b, literals.len().min(most), run)
}

/// How many of the literals are true, in unary and cut off at `most`, counted by a tree over them in
/// their order.
pub fn counts(
    formula: &mut Formula,
    literals: &[Lit],
    most: usize,
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    totalizer(formula, literals, most, run)
}

/// The sum of numbers in unary, cut off at `most`: output j is true exactly if the sum is above j.
/// Number by number, output j of it is true exactly if it is above j.
pub fn unary_sum(
    formula: &mut Formula,
    numbers: &[Vec<Lit>],
    most: usize,
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    match numbers {
        [] => Ok(Vec::new()),
        [number] => Ok(number[..number.len().min(most)].to_vec()),
        _ => {
            let (left, right) = numbers.split_at(numbers.len() / 2);
            let a = unary_sum(formula, left, most, run)?;
            let b = unary_sum(formula, right, most, run)?;
            match (a.is_empty(), b.is_empty()) {
                (true, _) => Ok(b),
                (_, true) => Ok(a),
                _ => merge_counts(formula, &a, &b, (a.len() + b.len()).min(most), run),
            }
        }
    }
}

/// With a(i): at least i on the left, b(j): at least j on the right, r(k): at least k in all,
/// a(i) ∧ b(j) → r(i+j) and ¬a(i+1) ∧ ¬b(j+1) → ¬r(i+j+1). A count that was cut off at `size`
/// says nothing about larger ones, and nothing about them is asked.
fn merge_counts(
    formula: &mut Formula,
    a: &[Lit],
    b: &[Lit],
    size: usize,
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    let outputs: Vec<Lit> = (0..size).map(|_| formula.variable()).collect();
    for i in 0..=a.len() {
        formula.keep_to(run)?;
        for j in 0..=b.len() {
            let (left, right) = (i.checked_sub(1).map(|i| a[i]), j.checked_sub(1).map(|j| b[j]));
            let total = (i + j).min(size);
            if total > 0 {
                let mut clause: Vec<Lit> = left.into_iter().chain(right).map(|lit| -lit).collect();
                clause.push(outputs[total - 1]);
                formula.clause(&clause);
            }
            if i + j < size {
                let clause: Vec<Lit> =
                    [a.get(i), b.get(j)].into_iter().flatten().copied().collect();
                let clause: Vec<Lit> = clause.into_iter().chain([-outputs[i + j]]).collect();
                formula.clause(&clause);
            }
        }
    }
    Ok(outputs)
}

/// A bitonic network, defined in both directions.
fn bitonic_counts(
    formula: &mut Formula,
    literals: &[Lit],
    most: usize,
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    bitonic(formula, literals, most, Direction::Both, run)
}

/// Sorts all literals, the true ones first; the outputs are the unary count.
pub(super) fn network(
    formula: &mut Formula,
    literals: &[Lit],
    most: usize,
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    let size = literals.len().next_power_of_two();
    let mut wires: Vec<Option<Lit>> = literals.iter().copied().map(Some).collect();
    wires.resize(size, None);
    let mut block = 1;
    while block < size {
        let mut step = block;
        while step > 0 {
            formula.keep_to(run)?;
            merge_layer(formula, &mut wires, block, step);
            step /= 2;
        }
        block *= 2;
    }
    Ok(wires.into_iter().flatten().take(most).collect())
}

/// One layer of Batcher's merge: compares wires `step` apart within blocks of twice `block`.
fn merge_layer(formula: &mut Formula, wires: &mut [Option<Lit>], block: usize, step: usize) {
    for start in (step % block..wires.len() - step).step_by(2 * step) {
        for low in start..(start + step).min(wires.len() - step) {
            if low / (2 * block) == (low + step) / (2 * block) {
                compare(formula, wires, low, low + step);
            }
        }
    }
}

/// Afterwards the first wire is the disjunction, the second the conjunction; a missing wire is
/// false.
fn compare(formula: &mut Formula, wires: &mut [Option<Lit>], first: usize, second: usize) {
    let (a, b) = match (wires[first], wires[second]) {
        (Some(a), Some(b)) => (a, b),
        (None, Some(b)) => {
            (wires[first], wires[second]) = (Some(b), None);
            return;
        }
        (_, None) => return,
    };
    let (either, both) = (formula.variable(), formula.variable());
    formula.clause(&[-a, either]);
    formula.clause(&[-b, either]);
    formula.clause(&[a, b, -either]);
    formula.clause(&[-a, -b, both]);
    formula.clause(&[a, -both]);
    formula.clause(&[b, -both]);
    (wires[first], wires[second]) = (Some(either), Some(both));
}

/// The number of true literals in binary, least bit first.
pub(super) fn binary_sum(
    formula: &mut Formula,
    literals: &[Lit],
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    // Literals of equal weight, weight by weight; three of them make a sum and a carry.
    let mut bits = Vec::new();
    let mut equal = literals.to_vec();
    while !equal.is_empty() {
        let mut carries = Vec::new();
        let mut column: VecDeque<Lit> = equal.into();
        while column.len() > 1 {
            formula.keep_to(run)?;
            let taken = column.len().min(3);
            let inputs: Vec<Lit> = column.drain(..taken).collect();
            let (sum, carry) = add_bits(formula, &inputs);
            column.push_back(sum);
            carries.push(carry);
        }
        bits.push(column[0]);
        equal = carries;
    }
    Ok(bits)
}

/// Sum and carry of two or three bits, defined by their truth tables.
fn add_bits(formula: &mut Formula, inputs: &[Lit]) -> (Lit, Lit) {
    let (sum, carry) = (formula.variable(), formula.variable());
    for row in 0..1_usize << inputs.len() {
        let ones = row.count_ones() as usize;
        let differs = |(index, &lit): (usize, &Lit)| if row >> index & 1 == 1 { -lit } else { lit };
        let mut clause: Vec<Lit> = inputs.iter().enumerate().map(differs).collect();
        clause.push(if ones % 2 == 1 { sum } else { -sum });
        formula.clause(&clause);
        clause.pop();
        clause.push(if ones >= 2 { carry } else { -carry });
        formula.clause(&clause);
    }
    (sum, carry)
}

/// A binary number equals a constant.
fn equals(formula: &mut Formula, bits: &[Lit], number: usize) {
    for (index, &bit) in bits.iter().enumerate() {
        formula.clause(&[if number >> index & 1 == 1 { bit } else { -bit }]);
    }
    if number >> bits.len() > 0 {
        formula.clause(&[]);
    }
}
