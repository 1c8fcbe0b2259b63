//! n + 1 pigeons do not fit into n holes: proofs by resolution that grow, with many deletions.
//!
//! C(i, S), for a set S of i − 1 holes, says that one of the pigeons 1 … i sits outside S. C(1, ∅) is
//! the first pigeon's own clause. If pigeon i sits in a hole h of S, the others must do without h, so
//! C(i − 1, S \ h) puts one of them outside S; the pigeon's own clause joins these cases to C(i, S).
//! C(n + 1, all holes) is the empty clause.

use std::collections::BTreeMap;

use sixfold_checker::ProofError;

use crate::common::{Formula, Step, check_text, text};

/// A set of holes as bits.
type Holes = u32;

struct Pigeonhole {
    holes: usize,
    formula: Formula,
    /// The id of the clause that keeps two pigeons, the later one first, from sharing a hole.
    apart: BTreeMap<(usize, usize, usize), u64>,
    steps: Vec<Step>,
    next: u64,
}

impl Pigeonhole {
    fn new(holes: usize) -> Self {
        let mut this =
            Self { holes, formula: Vec::new(), apart: BTreeMap::new(), steps: Vec::new(), next: 0 };
        this.formula = (0..=holes).map(|pigeon| this.outside(pigeon..pigeon + 1, 0)).collect();
        for (late, hole) in (0..=holes).flat_map(|late| (0..holes).map(move |hole| (late, hole))) {
            for early in 0..late {
                this.formula.push(vec![-this.sits(late, hole), -this.sits(early, hole)]);
                this.apart.insert((late, early, hole), this.formula.len() as u64);
            }
        }
        this.next = this.formula.len() as u64 + 1;
        this.prove();
        this
    }

    /// The variable "the pigeon sits in the hole".
    fn sits(&self, pigeon: usize, hole: usize) -> i32 {
        (pigeon * self.holes + hole + 1) as i32
    }

    /// One of these pigeons sits outside a set of holes.
    fn outside(&self, pigeons: std::ops::Range<usize>, set: Holes) -> Vec<i32> {
        let holes = (0..self.holes).filter(|hole| set >> hole & 1 == 0);
        let row = |pigeon| holes.clone().map(move |hole| self.sits(pigeon, hole));
        pigeons.flat_map(row).collect()
    }

    fn prove(&mut self) {
        let mut layer: BTreeMap<Holes, u64> = BTreeMap::from([(0, 1)]);
        for pigeon in 1..=self.holes {
            let sets =
                (0..1 << self.holes).filter(|set: &Holes| set.count_ones() as usize == pigeon);
            let next = sets.map(|set| (set, self.join(pigeon, set, &layer))).collect();
            let done = std::mem::replace(&mut layer, next);
            self.steps.push(Step::Delete { ids: done.into_values().collect() });
        }
    }

    /// Derives that one of the pigeons up to this one sits outside the set.
    fn join(&mut self, pigeon: usize, set: Holes, layer: &BTreeMap<Holes, u64>) -> u64 {
        let holes = (0..self.holes).filter(|hole| set >> hole & 1 == 1);
        let cases: Vec<u64> =
            holes.map(|hole| self.case(pigeon, hole, set, layer[&(set & !(1 << hole))])).collect();
        let own = pigeon as u64 + 1;
        let hints = cases.iter().copied().chain([own]).collect();
        let id = self.derive(self.outside(0..pigeon + 1, set), hints);
        self.steps.push(Step::Delete { ids: cases });
        id
    }

    /// Derives the same for the earlier pigeons if this one sits in the hole.
    fn case(&mut self, pigeon: usize, hole: usize, set: Holes, before: u64) -> u64 {
        let mut clause = self.outside(0..pigeon, set);
        clause.push(-self.sits(pigeon, hole));
        let apart = (0..pigeon).map(|early| self.apart[&(pigeon, early, hole)]);
        let hints = apart.chain([before]).collect();
        self.derive(clause, hints)
    }

    fn derive(&mut self, clause: Vec<i32>, hints: Vec<u64>) -> u64 {
        self.steps.push(Step::Derive { id: self.next, clause, hints });
        self.next += 1;
        self.next - 1
    }
}

#[test]
fn pigeons_do_not_fit() {
    for holes in 1..=8 {
        let Pigeonhole { formula, steps, .. } = Pigeonhole::new(holes);
        let summary = check_text(&formula, text(&steps)).unwrap();
        // C(i, S) for every nonempty S and one case for each hole in it.
        let sets = (1 << holes) - 1;
        let cases = holes as u64 * (1 << (holes - 1));
        assert_eq!(summary.derived, sets + cases, "{holes} holes");
    }
}

#[test]
fn no_hint_can_be_spared() {
    let Pigeonhole { formula, steps, .. } = Pigeonhole::new(4);
    for (index, step) in steps.iter().enumerate() {
        let Step::Derive { id, clause, hints } = step else { continue };
        for spared in 0..hints.len() {
            let mut hints = hints.clone();
            hints.remove(spared);
            let mut broken = steps.clone();
            broken[index] = Step::Derive { id: *id, clause: clause.clone(), hints };
            let error = check_text(&formula, text(&broken)).unwrap_err();
            assert!(matches!(error, ProofError::At { line, .. } if line == index as u64 + 1));
        }
    }
}

#[test]
fn no_clause_of_the_formula_can_be_spared() {
    let Pigeonhole { formula, steps, .. } = Pigeonhole::new(4);
    let proof = text(&steps);
    for spared in 0..formula.len() {
        let mut weaker = formula.clone();
        weaker[spared] = vec![1, -1];
        assert!(check_text(&weaker, &proof).is_err(), "without clause {}", spared + 1);
    }
}
