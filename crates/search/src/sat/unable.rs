//! A backend that cannot work and says why, for builds that lack the one that was asked for.

use super::formula::Lit;
use super::model::{Backend, Sat};

/// The reason, as a sentence.
pub(super) struct Unable(pub(super) &'static str);

impl Backend for Unable {
    fn clause(&mut self, _: &[Lit]) {}

    fn solve(&mut self, _: &[Lit], _: Option<u64>) -> Sat {
        Sat::Failed(self.0.to_owned())
    }

    fn value(&mut self, _: Lit) -> bool {
        false
    }

    fn failed(&mut self, _: Lit) -> bool {
        false
    }

    fn conflicts(&self) -> u64 {
        0
    }
}
