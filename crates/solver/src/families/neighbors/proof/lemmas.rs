//! Lemmas that a SAT refutation shows: inside a board without penalty edges at levels 1 and 2, the 1s are a perfect code and
//! the 2s lie on lines along one axis.
//!
//! They explain why the class of `encode::perfect_code` is worth searching: a board outside it has a penalty edge inside.
//!
//! The statement that is refuted is local. A defect of level k is a cell with value k that has an equal neighbour, or a cell
//! above k with two neighbours k; each costs a penalty edge. A lemma takes a disc of radius R in which no cell up to radius
//! R − 1 has a defect, and claims that its centre looks like the class.
//!
//! A lemma is shown for one radius at a time. It says nothing about radii that were not checked, nor about the cells outside
//! the disc.

use std::collections::BTreeMap;

use sixfold_puzzle::hex::{Cell, Hexagon, Symmetry};

use crate::families::neighbors::encode::perfect_code::Case;
use crate::lemma::Lemma;
use crate::sat::{Formula, Lit};

/// The largest radius, enough for the largest orders searched so far.
const LARGEST: usize = 64;

pub(crate) static LEMMAS: &[Lemma] = &[
    Lemma {
        name: "neighbors-code",
        statement: "without a level-1 defect at radius R−1 or less, the 1s of a disc of radius R are \
                    one of 14 perfect codes",
        radii: 3..=LARGEST,
        cases: |radius| vec![("all", code(radius))],
    },
    Lemma {
        name: "neighbors-axis",
        statement: "given a perfect code in a disc of radius R, without a level-2 defect at radius R−1 or \
                    less, the 2s at those radii lie on one of three axes, those of a gap on one side",
        radii: 4..=LARGEST,
        cases: |radius| {
            [("centred", true), ("beside", false)].map(|(name, it)| (name, axis(radius, it))).into()
        },
    },
];

/// Exactly one of the literals is true.
fn exactly_one(formula: &mut Formula, literals: &[Lit]) {
    formula.clause(literals);
    for (at, &a) in literals.iter().enumerate() {
        for &b in &literals[..at] {
            formula.clause(&[-a, -b]);
        }
    }
}

/// The fourteen perfect codes: the images of the two that have a 1 in the centre or beside it.
fn codes(hexagon: &Hexagon) -> Vec<Vec<bool>> {
    let image = |centred: bool, symmetry: Symmetry| -> Vec<bool> {
        let case = Case { centred, axis: 0 };
        hexagon.cells().iter().map(|&cell| case.one(symmetry.apply(cell))).collect()
    };
    let all = [true, false].into_iter();
    let images = all.flat_map(|it| Symmetry::ALL.map(|symmetry| image(it, symmetry)));
    let mut codes: Vec<Vec<bool>> = images.collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// No level-1 defect inside, and the 1s are none of the codes.
fn code(radius: usize) -> Formula {
    let hexagon = Hexagon::new(radius + 1);
    let mut formula = Formula::new();
    let ones: Vec<Lit> =
        hexagon.cells().iter().map(|cell| formula.named(format!("1 at {cell}"))).collect();
    for cell in inside(&hexagon) {
        let seen: Vec<Lit> = hexagon.neighbours(cell).chain([cell]).map(|at| ones[at]).collect();
        exactly_one(&mut formula, &seen);
    }
    for code in codes(&hexagon) {
        let differs = code.iter().zip(&ones).map(|(&one, &lit)| if one { -lit } else { lit });
        formula.clause(&differs.collect::<Vec<Lit>>());
    }
    formula
}

/// The cells that are not on the boundary.
fn inside(hexagon: &Hexagon) -> Vec<usize> {
    let deep = |&cell: &usize| (hexagon.cell(cell).ring() as usize) < hexagon.order() - 1;
    (0..hexagon.len()).filter(deep).collect()
}

/// A code, no level-2 defect inside, and on each axis something is wrong with the 2s.
fn axis(radius: usize, centred: bool) -> Formula {
    let hexagon = Hexagon::new(radius + 1);
    let one = |cell: Cell| Case { centred, axis: 0 }.one(cell);
    let mut formula = Formula::new();
    let twos: Vec<Option<Lit>> = hexagon
        .cells()
        .iter()
        .map(|&cell| (!one(cell)).then(|| formula.named(format!("2 at {cell}"))))
        .collect();
    for cell in inside(&hexagon).into_iter().filter(|&cell| twos[cell].is_some()) {
        let seen = hexagon.neighbours(cell).chain([cell]).filter_map(|at| twos[at]);
        exactly_one(&mut formula, &seen.collect::<Vec<Lit>>());
    }
    for axis in 0..3 {
        let wrong = wrong(&mut formula, &hexagon, &twos, Case { centred, axis });
        formula.clause(&wrong);
    }
    formula
}

/// Literals for what may be wrong on an axis, inside: a 2 off its lines, or a gap with 2s on both
/// sides.
fn wrong(formula: &mut Formula, hexagon: &Hexagon, twos: &[Option<Lit>], case: Case) -> Vec<Lit> {
    let mut wrong = Vec::new();
    // For each gap what says that its bit is set, and what says that it is not.
    let mut gaps: BTreeMap<i32, [Vec<Lit>; 2]> = BTreeMap::new();
    for at in inside(hexagon) {
        let Some(two) = twos[at] else { continue };
        match case.two(hexagon.cell(at)) {
            None => wrong.push(two),
            Some((gap, set)) => {
                let signs = gaps.entry(gap).or_default();
                signs[usize::from(set)].push(two);
                signs[usize::from(!set)].push(-two);
            }
        }
    }
    for [no, yes] in gaps.into_values() {
        let both = formula.variable();
        for mut signs in [no, yes] {
            signs.push(-both);
            formula.clause(&signs);
        }
        wrong.push(both);
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Run;
    use crate::sat::{self, BackendName, Sat, Verdict};

    #[test]
    fn there_are_fourteen_codes() {
        assert_eq!(codes(&Hexagon::new(5)).len(), 14);
    }

    /// Whether a formula has a model.
    fn possible(formula: &Formula) -> bool {
        let stop = std::sync::atomic::AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let mut backend = sat::backend(BackendName::DEFAULT, &run);
        backend.add(formula);
        backend.solve(&[], None) == Sat::Done(Verdict::Satisfiable)
    }

    /// Below their least radius the lemmas fail, so they say something.
    #[test]
    fn both_hold_from_their_least_radius_on_and_not_below() {
        assert!(possible(&code(2)) && !possible(&code(3)) && !possible(&code(4)));
        let possible_axis = |radius| [true, false].map(|centred| possible(&axis(radius, centred)));
        assert!(possible_axis(3).contains(&true));
        assert_eq!((possible_axis(4), possible_axis(5)), ([false; 2], [false; 2]));
    }

    /// Every axis and every choice of bits is free of defects: with one axis left open, there are
    /// models.
    #[test]
    fn no_axis_can_be_left_out() {
        for left_out in 0..3 {
            let hexagon = Hexagon::new(6);
            let whole = axis(5, false);
            let mut formula = Formula::new();
            let clauses: Vec<&[Lit]> = whole.clauses().collect();
            for _ in 0..whole.variables() {
                formula.variable();
            }
            // The last clause of each axis says that it is wrong.
            let ends: Vec<usize> = clauses
                .iter()
                .enumerate()
                .filter(|(_, clause)| clause.len() > inside(&hexagon).len() / 2)
                .map(|(at, _)| at)
                .collect();
            assert_eq!(ends.len(), 3);
            for (at, clause) in clauses.iter().enumerate() {
                if at != ends[left_out] {
                    formula.clause(clause);
                }
            }
            assert!(possible(&formula), "axis {left_out}");
        }
    }
}
