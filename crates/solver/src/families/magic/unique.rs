//! Givens that make the hidden solution the only one, by greedy implicit hitting sets.
//!
//! The givens must hit, for each other solution, the set of cells where it differs. Exhaustive search under the givens finds a
//! batch of other solutions. The cell that hits most of them is given, until all are hit. That repeats until there are no
//! others. Where the search exceeds its node limit, some random cells are given.
//!
//! Heuristic: superfluous givens are removed at the end, but another choice of cells may need fewer.

use sixfold_puzzle::families::magic::Instance;

use super::sum_model::SumModel;
use crate::random::Random;
use crate::run::{Halt, Progress, Run};
use crate::sums::{self, Ending, LineModel, Order};

/// The size of a batch of other solutions.
const BATCH: usize = 24;
/// The node limit of a search; a board that needs more is too hard for a person.
const MOST_NODES: u64 = 2_000;
/// When a search does not end, one of so many open cells is given.
const SHARE: usize = 8;
/// Nodes in all for taking superfluous givens away.
const THINNING: u64 = 20_000;

/// Which cells of another solution differ from the hidden one.
type Difference = Vec<bool>;

/// The cells to be given so that the hidden solution is the only one; those given are kept.
pub(super) fn givens(
    blank: &Instance,
    hidden: &[i64],
    given: &[bool],
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Vec<bool>, Halt> {
    let model = SumModel::whole(blank).model;
    let mut search = GivenSearch { model, hidden, given: given.to_vec(), known: Vec::new(), run };
    loop {
        match search.others()? {
            Others::Unknown => search.give_some(random),
            Others::Known(others) if others.is_empty() => break,
            Others::Known(others) => {
                search.tell_apart(&others, random);
                search.known.extend(others);
            }
        }
        run.emit(&search.told().into());
    }
    search.thin_out(given, random)?;
    Ok(search.given)
}

/// The result of a search for other solutions.
enum Others {
    /// Some of them; all if there are fewer than a batch.
    Known(Vec<Difference>),
    /// Nothing, and the search did not come to an end.
    Unknown,
}

struct GivenSearch<'a> {
    model: LineModel,
    hidden: &'a [i64],
    given: Vec<bool>,
    /// All other solutions seen, which are all hit by the givens.
    known: Vec<Difference>,
    run: &'a Run<'a>,
}

fn hit(difference: &[bool], given: &[bool]) -> bool {
    difference.iter().zip(given).any(|(&differs, &given)| differs && given)
}

impl GivenSearch<'_> {
    /// Other solutions that agree with the givens, and what it took to find them.
    fn visit(&mut self, most: usize) -> Result<(Vec<Difference>, Ending, u64), Halt> {
        let number = |(&number, &given): (&i64, &bool)| given.then_some(number);
        self.model.givens = self.hidden.iter().zip(&self.given).map(number).collect();
        let hidden = self.hidden;
        let mut others = Vec::new();
        let mut visitor = |values: &[i64]| {
            if values != hidden {
                others.push(values.iter().zip(hidden).map(|(one, other)| one != other).collect());
            }
            others.len() >= most
        };
        let (ending, nodes) =
            sums::visit(&self.model, Order::Smallest, MOST_NODES, self.run, &mut visitor);
        match ending {
            Ending::Halted(halt) if halt != Halt::Budget => Err(halt),
            ending => Ok((others, ending, nodes)),
        }
    }

    fn told(&self) -> Progress {
        let given = self.given.iter().filter(|given| **given).count() as u64;
        let excluded = self.known.len() as u64;
        let told = Progress::of("making it unique").counted("other solutions excluded", excluded);
        told.gauge("givens", given, "givens")
    }

    fn others(&mut self) -> Result<Others, Halt> {
        let (others, ending, _) = self.visit(BATCH)?;
        Ok(match ending {
            Ending::Halted(_) if others.is_empty() => Others::Unknown,
            _ => Others::Known(others),
        })
    }

    /// Gives cells at random.
    fn give_some(&mut self, random: &mut Random) {
        let mut open: Vec<usize> = (0..self.given.len()).filter(|&it| !self.given[it]).collect();
        random.shuffle(&mut open);
        open.truncate(open.len().div_ceil(SHARE));
        open.into_iter().for_each(|cell| self.given[cell] = true);
    }

    /// Gives cells until no other solution of these agrees with the givens.
    fn tell_apart(&mut self, others: &[Difference], random: &mut Random) {
        let mut rest: Vec<&Difference> = others.iter().collect();
        while !rest.is_empty() {
            let hits = |cell: usize| rest.iter().filter(|other| other[cell]).count();
            let most = (0..self.given.len()).map(hits).max().unwrap_or(0);
            let best: Vec<usize> =
                (0..self.given.len()).filter(|&cell| hits(cell) == most).collect();
            self.given[best[random.below(best.len())]] = true;
            rest.retain(|other| !hit(other, &self.given));
        }
    }

    /// Removes superfluous givens, within a limit of work.
    fn thin_out(&mut self, kept: &[bool], random: &mut Random) -> Result<(), Halt> {
        let mut cells: Vec<usize> =
            (0..kept.len()).filter(|&cell| self.given[cell] && !kept[cell]).collect();
        random.shuffle(&mut cells);
        let mut left = THINNING;
        for cell in cells {
            self.given[cell] = false;
            let missed = self.known.iter().any(|known| !hit(known, &self.given));
            if missed || left == 0 {
                self.given[cell] = true;
                continue;
            }
            let (others, ending, nodes) = self.visit(1)?;
            left = left.saturating_sub(nodes.max(1));
            self.given[cell] = !others.is_empty() || ending != Ending::Exhausted;
            self.known.extend(others);
        }
        Ok(())
    }
}
