//! The engine `class`: the best board whose inside is a perfect code, case by case.
//!
//! `code=R`: in the rings from R on, counted from the boundary, the 1s are a perfect code. `bits=R`:
//! there the 2s lie on lines of one axis, with one bit for each gap between lines of 1s. Both
//! exclude boards and restrict the scope of a claim at every value, including the default. So an
//! answer never covers all boards.
//!
//! `read` is trusted: a checker builds the formulas of a certificate from what it returns.

use sixfold_puzzle::families::neighbors::{Instance, Neighbors};

use super::conclusion::{begin, conclude, offer_beam_board, offer_periodic_board};
use super::level_groups;
use crate::answer::Answer;
use crate::division::Division;
use crate::engine::{EngineRow, Role, Searched, Solve, TypedEngine};
use crate::families::neighbors::board::{LARGEST_OF_CONTEST, LEAST_ORDER, without_givens};
use crate::families::neighbors::construct::boundary_dp::{self, low_boundaries, quick_boards};
use crate::families::neighbors::encode::cases::{CaseSplit, USUAL_BITS, USUAL_CODE};
use crate::families::neighbors::encode::low_range::LowRange;
use crate::families::neighbors::options::{
    BACKEND, LEVEL_GROUPS, MOST, PROOF_LIMIT, groups_without_most, most, read_level_groups, size,
};
use crate::families::neighbors::proof::case_proof::{self, CaseOptions, CaseTask};
use crate::families::neighbors::search::descent::Descent;
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::{Halt, Run};
use crate::sat::BackendName;
use crate::units::SHARE;

/// Restricting at every value. What is left is one side of an exact split.
const CODE: OptionRow = OptionRow {
    name: "code",
    meaning: "the 1s are a perfect code in the rings from this one on; the rim is 1, and beyond the order \
              nothing is fixed",
    kind: OptionKind::Part { default: USUAL_CODE as i64, least: 1, most: 128 },
    restricts: true,
};
const BITS: OptionRow = OptionRow {
    name: "bits",
    meaning: "the 2s lie on one axis, with a bit for each gap, in the rings from this one on; beyond the \
              order nothing is fixed",
    kind: OptionKind::Part { default: USUAL_BITS as i64, least: 1, most: 128 },
    restricts: true,
};

/// Not restricting: the ranges are all boards of the class.
const STEPS: OptionRow = OptionRow {
    name: "steps",
    meaning: "divide each case by the number of penalty edges of levels 1 and 2, such as 88..93: 88 or less, each \
              number between, 93 or more",
    kind: OptionKind::Text,
    restricts: false,
};

/// The engine.
pub(crate) static CLASS: TypedEngine<Neighbors, CaseOptions> = TypedEngine {
    row: EngineRow {
        name: "class",
        description: "the best board whose inside is a perfect code, case by case, by SAT",
        role: Role::Production,
        searched: Some(Searched {
            board: "board with a regular inside",
            others: "`--prove` decides about the others: in seconds up to order 6, in minutes up to order 11, in hours \
                     beyond, where `--engine cubes` divides the work",
        }),
        options: &[CODE, BITS, MOST, LEVEL_GROUPS, STEPS, SHARE, BACKEND, PROOF_LIMIT],
    },
    read,
    supports,
    solve: Some(Solve { run, proves: false, improves: true }),
    count: None,
    hint: None,
    certificates: Some(case_proof::CLASS),
    division: Some(Division {
        units: |_, options, _| Ok(options.split.names()),
        reason: "the cases are the whole class up to symmetry: a perfect code has a 1 in the centre or beside it, and \
                 the 2s lie on one of three axes; steps divide a case by the penalty of levels 1 and 2, which is in one \
                 of the ranges",
        tree: None,
    }),
};

/// Below this order a beam constructs the incumbent, or bound descent needs none.
const QUICK_ORDER: usize = 12;

fn supports(instance: &Instance) -> Result<(), String> {
    without_givens(instance)?;
    match instance.hexagon.order() < LEAST_ORDER {
        true => Err(format!("boards below order {LEAST_ORDER} have no inside")),
        false => Ok(()),
    }
}

/// The class, in its four cases.
fn read(options: &Options, instance: &Instance) -> Result<CaseOptions, String> {
    let most = most(options, &instance.hexagon)?;
    let (code, bits) = (size(options, &CODE), size(options, &BITS));
    let groups = read_level_groups(options)?;
    groups_without_most(&groups, most)?;
    let mut split = CaseSplit { most, ..CaseSplit::class(instance.clone(), code, bits) };
    if let Some((first, last)) = steps(options, split.edges())? {
        if !groups.is_empty() {
            return Err(
                "steps divides whole boards, and levels places a part; leave one out".to_owned()
            );
        }
        split = split.in_ranges(&LowRange::division(first, last));
    }
    Ok(CaseOptions {
        split: split.shared(options)?,
        first_interior: None,
        groups,
        backend: options.choice(&BACKEND, BackendName::ALL),
        proof_bytes: options.proof_bytes(&PROOF_LIMIT),
    })
}

/// The two numbers of the option `steps`.
fn steps(options: &Options, edges: usize) -> Result<Option<(usize, usize)>, String> {
    let Some(text) = options.text(&STEPS) else { return Ok(None) };
    let numbers = text.split_once("..").and_then(|(first, last)| {
        let numbers: (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (format!("{}..{}", numbers.0, numbers.1) == text).then_some(numbers)
    });
    let numbers = numbers.filter(|&(first, last)| first < last && last <= edges);
    numbers.map(Some).ok_or_else(|| {
        format!("steps={text} is not possible; expected two numbers up to {edges}, the smaller one first, such as 3..6")
    })
}

fn run(task: &CaseTask<'_>) -> Answer {
    if !task.options.groups.is_empty() {
        return level_groups::run(task);
    }
    let descent = Descent::new(&task.options.split, task.options.backend);
    if let Err(problem) = begin(&descent, task) {
        return Answer::failed(problem);
    }
    offer_periodic_board(&descent, task);
    let ended = construct_incumbents(&descent, task).and_then(|()| explore(&descent, task));
    conclude(&descent, task, ended.err())
}

/// Exhausts the class. A proof also needs the sector bounds of each case.
fn explore(descent: &Descent<'_>, task: &CaseTask<'_>) -> Result<(), Halt> {
    descent.work(task.run)?;
    if task.prove { descent.find_low_bounds(task.run) } else { Ok(()) }
}

/// Takes incumbents from the boundary dynamic program, since SAT alone finds none for a long time.
/// Beyond the contest these boards have lines of 3s as well. With `most` the user mostly knows such
/// boards, so this step is left out.
fn construct_incumbents(descent: &Descent<'_>, task: &CaseTask<'_>) -> Result<(), Halt> {
    let (split, backend) = (descent.split, descent.backend);
    let order = split.instance.hexagon.order();
    if split.most.is_some() || descent.state().lined {
        return Ok(());
    }
    if order < QUICK_ORDER {
        let beam = |run: &Run<'_>| offer_beam_board(descent, run);
        let ended = match split.has_usual_classes() {
            true => descent.estimate_low_bounds_beside(beam, task.run),
            false => beam(task.run),
        };
        if ended.is_err() {
            descent.save(task.run, true);
        }
        return ended;
    }
    let better = |board| descent.offer(board, task.run);
    let ended = if order > LARGEST_OF_CONTEST {
        boundary_dp::boards(split, backend, task.run, better)
    } else if split.has_usual_classes() {
        low_boundaries(split, task.run).and_then(|boundaries| {
            let estimates = boundaries.iter().map(|(case, boundary)| (*case, boundary.penalty));
            estimates.for_each(|(case, seen)| descent.estimate(case, seen));
            let boundaries = boundaries.into_iter().map(|(_, boundary)| boundary).collect();
            quick_boards(split, backend, boundaries, &|| descent.best(), task.run, &better)
        })
    } else {
        Ok(())
    };
    descent.state().lined = ended.is_ok();
    descent.save(task.run, ended.is_err());
    ended
}
