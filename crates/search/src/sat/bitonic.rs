//! Bitonic sorting network, cut off at the number of outputs that are asked for.
//!
//! A list is sorted by halves, the true literals first. A merge compares the first wire with the
//! last, the second with the last but one, and so on; both halves are then bitonic, and comparisons
//! at half the distance, a quarter of it, and so on sort them. After every merge the wires beyond
//! `most` are dropped: they cannot be among the first `most` of a longer list. Wires that no output
//! depends on get no variables.
//!
//! Cost: O(n log² most) variables and clauses for n literals.
//!
//! An upper bound needs each gate in one direction only: true inputs make the output true. Then a
//! comparison of two wires takes three clauses. [`Direction::Both`] defines each gate as a function
//! of its inputs and takes six.
//!
//! References: Batcher 1968 (the network); Eén and Sörensson 2006 (networks as clauses); Codish and
//! Zazon-Ivry 2010 (cutting them off).

use super::formula::{Formula, Lit};
use crate::run::{Halt, Run};

/// Which implications define a gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// From the inputs to the output: output j is true if more than j literals are.
    Upwards,
    /// Both: output j is true exactly if more than j literals are.
    Both,
}

/// A gate, by its number in the list. A wire without one is false.
type Wire = Option<usize>;

/// A gate of the network; its inputs come before it in the list.
#[derive(Clone, Copy)]
enum Gate {
    Input(Lit),
    Or([usize; 2]),
    And([usize; 2]),
}

/// The unary count of the literals, up to `most`.
pub(super) fn bitonic(
    formula: &mut Formula,
    literals: &[Lit],
    most: usize,
    direction: Direction,
    run: &Run<'_>,
) -> Result<Vec<Lit>, Halt> {
    let mut network = Network { gates: literals.iter().map(|&lit| Gate::Input(lit)).collect() };
    let mut wires: Vec<Wire> = (0..literals.len()).map(Some).collect();
    wires.resize(literals.len().next_power_of_two(), None);
    network.sort(&mut wires, most, run)?;
    let outputs: Vec<usize> = wires.into_iter().take(most).flatten().collect();
    network.write(formula, &outputs, direction, run)
}

/// The gates of a network, before it is known which of them are needed.
struct Network {
    gates: Vec<Gate>,
}

impl Network {
    /// Sorts a power of two of wires, the true ones first, and drops those beyond `most`.
    fn sort(&mut self, wires: &mut [Wire], most: usize, run: &Run<'_>) -> Result<(), Halt> {
        if wires.len() > 1 {
            let middle = wires.len() / 2;
            self.sort(&mut wires[..middle], most, run)?;
            self.sort(&mut wires[middle..], most, run)?;
            (0..middle).for_each(|at| self.compare(wires, at, wires.len() - 1 - at));
            self.clean(&mut wires[..middle]);
            self.clean(&mut wires[middle..]);
            run.halted().map_or(Ok(()), Err)?;
        }
        wires.iter_mut().skip(most).for_each(|wire| *wire = None);
        Ok(())
    }

    /// Sorts a bitonic list.
    fn clean(&mut self, wires: &mut [Wire]) {
        let middle = wires.len() / 2;
        if middle > 0 {
            (0..middle).for_each(|at| self.compare(wires, at, at + middle));
            self.clean(&mut wires[..middle]);
            self.clean(&mut wires[middle..]);
        }
    }

    /// Afterwards the first wire is the disjunction of the two, the second the conjunction.
    fn compare(&mut self, wires: &mut [Wire], first: usize, second: usize) {
        match (wires[first], wires[second]) {
            (Some(a), Some(b)) => {
                self.gates.extend([Gate::Or([a, b]), Gate::And([a, b])]);
                let last = self.gates.len() - 1;
                (wires[first], wires[second]) = (Some(last - 1), Some(last));
            }
            (None, Some(_)) => wires.swap(first, second),
            (_, None) => {}
        }
    }

    /// Which gates the outputs depend on.
    fn needed(&self, outputs: &[usize]) -> Vec<bool> {
        let mut needed = vec![false; self.gates.len()];
        outputs.iter().for_each(|&output| needed[output] = true);
        for (at, gate) in self.gates.iter().enumerate().rev() {
            if let (true, Gate::Or(inputs) | Gate::And(inputs)) = (needed[at], gate) {
                inputs.iter().for_each(|&input| needed[input] = true);
            }
        }
        needed
    }

    /// Writes the clauses of the gates that the outputs depend on; returns the outputs' literals.
    fn write(
        &self,
        formula: &mut Formula,
        outputs: &[usize],
        direction: Direction,
        run: &Run<'_>,
    ) -> Result<Vec<Lit>, Halt> {
        let needed = self.needed(outputs);
        let mut literals: Vec<Lit> = Vec::with_capacity(self.gates.len());
        for (gate, needed) in self.gates.iter().zip(needed) {
            formula.keep_to(run)?;
            literals.push(match *gate {
                Gate::Input(literal) => literal,
                _ if !needed => 0,
                Gate::Or(inputs) => either(formula, inputs.map(|at| literals[at]), direction),
                Gate::And(inputs) => both(formula, inputs.map(|at| literals[at]), direction),
            });
        }
        Ok(outputs.iter().map(|&output| literals[output]).collect())
    }
}

/// A variable that is true if one of two literals is.
fn either(formula: &mut Formula, [a, b]: [Lit; 2], direction: Direction) -> Lit {
    let output = formula.variable();
    formula.clause(&[-a, output]);
    formula.clause(&[-b, output]);
    if direction == Direction::Both {
        formula.clause(&[a, b, -output]);
    }
    output
}

/// A variable that is true if both of two literals are.
fn both(formula: &mut Formula, [a, b]: [Lit; 2], direction: Direction) -> Lit {
    let output = formula.variable();
    formula.clause(&[-a, -b, output]);
    if direction == Direction::Both {
        formula.clause(&[a, -output]);
        formula.clause(&[b, -output]);
    }
    output
}
