//! The best board so far, and the text of its checkpoint.

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::magic::{Instance, Magic, Solution};
use sixfold_puzzle::text::Block;

use crate::run::{Event, Halt};

/// The best board of all threads, and the effort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Incumbent {
    /// The energy of the whole board; 0 if it is magic.
    pub(super) energy: i64,
    /// A magic board, or the best one if it is to be close.
    pub(super) solution: Option<Solution>,
    pub(super) rounds: u64,
    pub(super) steps: u64,
    /// Why the search ended early, if it did.
    pub(super) halt: Option<Halt>,
    /// The energy that was reported last.
    pub(super) told: i64,
}

impl Incumbent {
    /// The report of the board, if there is one. Its score is that of `goal=close`.
    pub(super) fn event(&self, instance: &Instance) -> Option<Event> {
        let objective = instance.close.then_some(i128::from(self.energy) / 2 + 1);
        let text = self.solution.as_ref().map(|values| Magic::print_solution(instance, values));
        text.map(|solution| Event::Improved { objective, solution })
    }

    /// Before the first board.
    pub(super) const NOTHING: Self =
        Self { energy: i64::MAX, solution: None, rounds: 0, steps: 0, halt: None, told: i64::MAX };

    /// The text of a checkpoint; its first line is for people.
    pub(super) fn print(&self, instance: &Instance) -> String {
        let Self { energy, rounds, steps, .. } = self;
        let printed = |values| Magic::print_solution(instance, values);
        let solution = self.solution.as_ref().map(printed).unwrap_or_default();
        let score = i128::from(*energy) / 2 + 1;
        format!("score {score}, rounds {rounds}\n{rounds} {steps}\n{solution}")
    }

    /// Reads the text of a checkpoint; the energy is recomputed.
    pub(super) fn parse(state: &str, instance: &Instance) -> Option<Self> {
        let (_, rest) = state.split_once('\n')?;
        let (numbers, solution) = rest.split_once('\n')?;
        let (rounds, steps) = numbers.split_once(' ')?;
        let (rounds, steps) = (rounds.parse().ok()?, steps.parse().ok()?);
        let values = Magic::parse_solution(instance, &Block::new(solution)).ok()?;
        Some(Self { rounds, steps, ..Self::filling(values, instance)? })
    }

    /// A complete filling before the first round; nothing if it breaks a rule.
    pub(super) fn filling(values: Solution, instance: &Instance) -> Option<Self> {
        let right =
            Magic::complete(instance, &values) && Magic::violations(instance, &values).is_empty();
        let score = Magic::objective(instance, &values).filter(|_| right)?.value;
        let energy = i64::try_from(2 * (score - 1)).ok()?;
        Some(Self { energy, told: energy, solution: Some(values), ..Self::NOTHING })
    }
}
