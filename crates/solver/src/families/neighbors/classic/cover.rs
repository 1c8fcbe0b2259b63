//! Exact cover by dancing links, the engine `cover`: boards whose levels up to 4 have no penalty edge.
//!
//! Levels are decided from the first one that is not given upwards. Once the levels below k are decided, the cells left over
//! hold k or more. Level k costs nothing exactly if every cell left over either holds k and has no k beside it, or has exactly
//! one k beside it. So the cells chosen for k, each taken together with its left-over neighbours, partition the cells left
//! over: an exact cover.
//!
//! All covers up to level 4 are tried, and `finish` decides whether the values above can be placed without a penalty edge, too.
//! A board found this way has no penalty edge but those of the given levels, so it is optimal. If there is none, every board
//! has at least one more, and a beam search completes the boards that got furthest.
//!
//! The beam's board is a heuristic, and that bound is all that is proved. Few blank boards have such covers: the engine is for
//! boards whose first levels are given.
//!
//! References: Hitotumatu and Noshita 1979; Knuth, "Dancing Links", 2000.

use std::ops::ControlFlow;

use sixfold_puzzle::families::neighbors::{Instance, Known, Neighbors};

use super::level;
use crate::answer::{Answer, Refutation};
use crate::cover::{Cover, CoverStep};
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::{board_text, up_to};
use crate::families::neighbors::construct::finish::finish;
use crate::families::neighbors::options::size;
use crate::families::neighbors::search::beam::engine::{LARGEST_BEAM, WIDTH};
use crate::families::neighbors::search::beam::{self, Base, BeamOptions};
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::{Halt, Progress, Run};

/// The last level that is covered; what is above is finished in linear time.
const LAST: u8 = 4;

/// The number of choices between two checks of the limits of the run.
const PULSE: u64 = 1 << 10;

/// How many of the boards that got furthest are kept.
const KEPT: usize = 1000;

const FROM: OptionRow = OptionRow {
    name: "from",
    meaning: "the levels below this one are as given: no other cell gets them",
    kind: OptionKind::Integer { default: Some(1), least: 1, most: LAST as i64 },
    restricts: true,
};

/// The engine.
pub(crate) static COVER: TypedEngine<Neighbors, CoverOptions> = TypedEngine {
    row: EngineRow {
        name: "cover",
        description: "levels without any penalty, as exact covers by dancing links",
        role: Role::Classic,
        searched: None,
        options: &[FROM, WIDTH],
    },
    read,
    supports: |instance| up_to(LARGEST_BEAM, instance),
    solve: Some(Solve { run, proves: true, improves: false }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
pub(crate) struct CoverOptions {
    /// The first level that is covered.
    from: u8,
    /// The beam that completes the boards that got furthest.
    beam: BeamOptions,
}

fn read(options: &Options, _: &Instance) -> Result<CoverOptions, String> {
    let beam = BeamOptions::of_width(size(options, &WIDTH));
    Ok(CoverOptions { from: size(options, &FROM) as u8, beam })
}

fn run(task: &Task<'_, Neighbors, CoverOptions>) -> Answer {
    let (instance, from) = (task.instance, task.options.from);
    let start: Vec<u8> =
        instance.givens.iter().map(|given| given.value().unwrap_or(from).min(from)).collect();
    let Some(penalty) = level::penalty(&instance.hexagon, &start, from - 1) else {
        let refutation = Some(Refutation::nothing(task.scope()));
        return Answer { refutation, ..Answer::default() };
    };
    let mut search = CoverSearch::new(
        instance,
        Base { level: from - 1, boards: vec![(penalty, start.clone())] },
        task.run,
    );
    let ended = search.descend(&start, from);
    let better = |bound: u32| Some(Refutation::nothing_better(task.scope(), bound.into()));
    let effort = vec![("covers", search.covers), ("choices", search.choices)];
    match ended {
        ControlFlow::Break(Ended::Found(board)) => {
            let witness = Some(board_text(instance, &board));
            Answer { witness, refutation: better(penalty), effort, ..Answer::default() }
        }
        ControlFlow::Break(Ended::Halted(halt)) => {
            Answer { halt: Some(halt), effort, ..Answer::default() }
        }
        ControlFlow::Continue(()) => {
            let (witness, halt) = carried_on(task, &search.furthest);
            Answer { witness, halt, refutation: better(penalty + 1), effort, ..Answer::default() }
        }
    }
}

/// A board from those that got furthest, and why there is none or no better one.
fn carried_on(
    task: &Task<'_, Neighbors, CoverOptions>,
    base: &Base,
) -> (Option<String>, Option<Halt>) {
    let found = beam::carried_on(task.instance, task.options.beam, base, task.run);
    let witness = found.best.map(|(_, board)| board_text(task.instance, &board));
    let halt = found.halt.or_else(|| witness.is_none().then_some(Halt::Budget));
    (witness, halt)
}

/// Why a search broke off.
enum Ended {
    /// A board without penalty edges at the covered levels.
    Found(Vec<u8>),
    Halted(Halt),
}

struct CoverSearch<'a> {
    instance: &'a Instance,
    run: &'a Run<'a>,
    /// The boards with the most levels that are covered.
    furthest: Base,
    covers: u64,
    choices: u64,
}

impl<'a> CoverSearch<'a> {
    fn new(instance: &'a Instance, start: Base, run: &'a Run<'a>) -> Self {
        Self { instance, run, furthest: start, covers: 0, choices: 0 }
    }

    /// Covers a level in every way, and then those above. On the board, what is not decided holds
    /// the level.
    fn descend(&mut self, values: &[u8], level: u8) -> ControlFlow<Ended> {
        if level > LAST {
            return self.completed(values).map_or(ControlFlow::Continue(()), |board| {
                ControlFlow::Break(Ended::Found(board))
            });
        }
        let left: Vec<usize> = (0..values.len()).filter(|&cell| values[cell] == level).collect();
        let centres = self.centres(&left, level);
        let mut place = vec![usize::MAX; values.len()];
        left.iter().enumerate().for_each(|(at, &cell)| place[cell] = at);
        let ball = |&cell: &usize| {
            let cells = self.instance.hexagon.neighbours(cell).chain([cell]);
            cells.map(|cell| place[cell]).filter(|&at| at != usize::MAX).collect()
        };
        let balls: Vec<Vec<usize>> = centres.iter().map(ball).collect();
        Cover::new(left.len(), &balls).each(&mut |step| match step {
            CoverStep::Choice => self.look_up(),
            CoverStep::Cover(chosen) => {
                let mut values = values.to_vec();
                left.iter().for_each(|&cell| values[cell] = level + 1);
                chosen.iter().for_each(|&ball| values[centres[ball]] = level);
                self.note(&values, level);
                self.descend(&values, level + 1)
            }
        })
    }

    /// The cells that may get a level: those that are given it, and others unless they are given
    /// something else or have a given one beside them.
    fn centres(&self, left: &[usize], level: u8) -> Vec<usize> {
        let givens = &self.instance.givens;
        let given = |cell: usize| givens[cell].value() == Some(level);
        let free = |cell: usize| {
            let mut around = self.instance.hexagon.neighbours(cell);
            givens[cell].allows(level) && !around.any(given)
        };
        left.iter().copied().filter(|&cell| free(cell)).collect()
    }

    /// A whole board, if the last values add no penalty edge.
    fn completed(&self, values: &[u8]) -> Option<Vec<u8>> {
        let cells = values.iter().zip(&self.instance.givens);
        let known: Vec<Known> = cells
            .map(|(&value, given)| match value <= LAST {
                true => Known::exactly(value),
                false => given.raised(LAST + 1),
            })
            .collect();
        let finished = finish(&self.instance.hexagon, &known)?;
        (finished.penalty == 0).then_some(finished.values)
    }

    /// Keeps a board that got as far as the furthest, up to some number of them.
    fn note(&mut self, values: &[u8], level: u8) {
        self.covers += 1;
        let penalty = self.furthest.boards[0].0;
        if level > self.furthest.level {
            self.furthest = Base { level, boards: Vec::new() };
        }
        if level == self.furthest.level && self.furthest.boards.len() < KEPT {
            self.furthest.boards.push((penalty, values.to_vec()));
        }
    }

    fn look_up(&mut self) -> ControlFlow<Ended> {
        self.choices += 1;
        if self.choices.is_multiple_of(PULSE) {
            self.run.emit(&Progress::of("exact cover").counted("choices", self.choices).into());
            if let Some(halt) = self.run.halted() {
                return ControlFlow::Break(Ended::Halted(halt));
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{BEST, blank, penalty, random_givens, solved, tried};
    use super::*;
    use crate::claim::Claim;
    use crate::random::Random;
    use sixfold_puzzle::Family;

    #[test]
    fn only_blank_boards_of_orders_1_and_2_have_no_penalty() {
        for order in 1..=6 {
            let report = solved(&blank(order), "cover", &[("width", "500")]);
            let claim = if order <= 2 { Claim::Complete } else { Claim::Found };
            assert_eq!((report.claim(), report.bound()), (claim, Some(BEST[order - 1].min(1))));
            assert!(penalty(&report).unwrap() >= BEST[order - 1], "{order}");
        }
    }

    #[test]
    fn random_givens_of_order_2_agree_with_trying_all() {
        let mut random = Random::new(6);
        let (mut free, mut costly) = (0, 0);
        for round in 0..150 {
            let instance = random_givens(&mut random, 2, round % 5);
            let Some(wanted) = tried(&instance) else { continue };
            let report = solved(&Neighbors::print(&instance), "cover", &[]);
            assert_eq!(report.bound(), Some(wanted.min(1)), "{instance:?}");
            assert!(penalty(&report).is_none_or(|found| found >= wanted));
            assert!(wanted > 0 || penalty(&report) == Some(0));
            *(if wanted == 0 { &mut free } else { &mut costly }) += 1;
        }
        assert!(free > 5 && costly > 5, "{free} {costly}");
    }

    /// Two perfect codes are the 1s of order 4 without penalty edges; a beam does not know them.
    #[test]
    fn order_4_has_two_first_levels_without_penalty() {
        let instance = Instance::blank(4);
        let stop = std::sync::atomic::AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let mut search = CoverSearch::new(&instance, Base::blank(instance.hexagon.len()), &run);
        assert!(search.descend(&[1; 37], 1).is_continue());
        assert_eq!((search.furthest.level, search.furthest.boards.len()), (1, 2));
    }

    /// The two lowest levels of a best board are given; what is above costs nothing more.
    #[test]
    fn given_levels_are_carried_on_without_penalty_or_not_at_all() {
        let best = solved(&blank(4), "rows", &[]).solution().unwrap().to_owned();
        let lowest_levels = |level: char| {
            let rows: String = best
                .chars()
                .map(|it| if it.is_ascii_digit() && it >= level { '?' } else { it })
                .collect();
            format!("neighbors 4\n{rows}")
        };
        let whole = |from| solved(&lowest_levels(from), "cover", &[("from", &from.to_string())]);
        let report = whole('4');
        assert_eq!(
            (penalty(&report), report.claim(), report.bound()),
            (Some(3), Claim::Found, None)
        );
        // Without the 1s around them the other cells cannot be above 2.
        let lacking = solved(&blank(4), "cover", &[("from", "3")]);
        assert_eq!((lacking.solution(), lacking.claim()), (None, Claim::Nothing));
    }
}
