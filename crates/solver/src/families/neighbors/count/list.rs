//! Enumeration of the counted boards, for tests: a depth-first search through the layers of a
//! sweep.
//!
//! The remaining penalty of each frontier is exact, so no branch ends without a board.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::neighbors::Instance;

use super::climb::swept;
use super::sweep::Swept;
use crate::families::neighbors::count::plan::SweepPlan;
use crate::run::Run;

/// A depth-first search from the first cell to the last.
struct Enumeration<'a> {
    plan: &'a SweepPlan,
    swept: &'a Swept<'a>,
    level: u8,
    values: Vec<u8>,
    visit: &'a mut dyn FnMut(&[u8]),
}

impl Enumeration<'_> {
    /// Continues from a frontier with no more penalty than is left.
    fn go(&mut self, key: u128, left: u16) {
        let (at, level) = (self.values.len(), u32::from(self.level));
        let Some(step) = self.plan.steps.get(at) else { return (self.visit)(&self.values) };
        for value in 1..=self.level + 1 {
            let Some((key, edges)) = self.plan.place(step, key, u32::from(value), level) else {
                continue;
            };
            let rest = self.swept.layers[at + 1].find(key);
            if rest.is_some_and(|(_, rest)| edges + rest <= left) {
                self.values.push(value);
                self.go(key, left - edges);
                self.values.pop();
            }
        }
    }
}

/// Visits all boards of a level with the least penalty; what is above the level has the next value.
/// The board has no givens.
pub(crate) fn each_best(instance: &Instance, level: u8, visit: &mut dyn FnMut(&[u8])) {
    assert!(instance.is_blank(), "each cell takes any value here");
    let stop = AtomicBool::new(false);
    let plan = SweepPlan::new(instance, level.into()).expect("it is small").unmirrored();
    let run = Run::alone(1, &stop);
    let found = swept(plan, level.into(), &run).expect("the run has no limits");
    let (plan, swept) = found.expect("there is a board");
    let mut enumeration =
        Enumeration { plan: &plan, swept: &swept, level, values: Vec::new(), visit };
    let key = swept.layers[0].states().next().expect("there is a beginning").0;
    enumeration.go(key, swept.least);
}
