//! Maker of boards: a random magic hexagon, of which some cells are given.
//!
//! Boards are not uniformly distributed, and have other solutions unless `unique` was asked for.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::hex::Hexagon;

use super::deduce::exhaust;
use super::local_search::{BalanceBoard, Style};
use super::sum_model::SumModel;
use super::{corners, unique};
use crate::balance::round;
use crate::maker::{Made, MakeTask, Maker, Solvable, Unmade};
use crate::options::{OptionKind, OptionRow};
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::sums::{self, Ending, Order};

const START: OptionRow = OptionRow {
    name: "start",
    meaning: "the smallest number; one for which boards are known if absent",
    kind: OptionKind::Integer { default: None, least: -1_000_000, most: 1_000_000 },
    restricts: false,
};
const GIVENS: OptionRow = OptionRow {
    name: "givens",
    meaning: "so many cells are given at least; two if absent",
    kind: OptionKind::Integer { default: None, least: 0, most: 1 << 8 },
    restricts: false,
};

/// Cells that are given by default.
const FEW: usize = 2;
/// Starts for which magic hexagons are known, for the orders from 1 on. Order 2 has none; this start
/// has at least a sum. Exhaustive search reaches no larger order, so uniqueness could not be shown.
const STARTS: [i64; 8] = [1, 0, 1, 3, 6, 21, 2, -84];
const LARGEST: usize = STARTS.len();
const _: () = assert!(3 * LARGEST * (LARGEST - 1) < sums::MOST_CELLS);
/// Local search gives up after so many rounds, since a start may have no board.
const ROUNDS: usize = 4_000;
/// The estimate of difficulty gives up after so many nodes.
const MOST_NODES: u64 = 20_000;

pub(in crate::families) static MAKER: Maker = Maker {
    description: "some cells of a random magic hexagon; unique boards by giving more of them",
    options: &[START, GIVENS],
    largest: LARGEST,
    single: |_| None,
    make,
};

fn make(task: &MakeTask<'_>) -> Result<Made, Unmade> {
    let (start, wanted) = (task.options.integer(&START), task.options.size(&GIVENS));
    let mut random = Random::new(task.run.seed);
    let blank = blank(task.order, start)?;
    let cells = blank.hexagon.len();
    let wanted = wanted.unwrap_or(FEW.min(cells - 1));
    if wanted > cells {
        let problem = format!("{wanted} givens are too many for a board of {cells} cells");
        return Err(Unmade::Refused(problem));
    }
    let hidden = hidden(&blank, &mut random, task.run)?;
    let mut order: Vec<usize> = (0..cells).collect();
    random.shuffle(&mut order);
    let mut given = vec![false; cells];
    order[..wanted].iter().for_each(|&cell| given[cell] = true);
    if task.unique {
        given = unique::givens(&blank, &hidden, &given, &mut random, task.run)
            .map_err(Unmade::Halted)?;
    }
    let number = |(&number, &given): (&i64, &bool)| given.then_some(number);
    let givens = hidden.iter().zip(&given).map(number).collect();
    let instance = Instance { givens, ..blank };
    let difficulty = difficulty(&instance, task.run).map_err(Unmade::Halted)?;
    let solution = Magic::print_solution(&instance, &hidden.into_iter().map(Some).collect());
    Ok(Made { instance: Magic::print(&instance), solvable: Solvable::Shown(solution), difficulty })
}

/// The board without givens, unless it is impossible.
fn blank(order: usize, start: Option<i64>) -> Result<Instance, Unmade> {
    let hexagon = Hexagon::new(order);
    let start = start.unwrap_or(STARTS[order - 1]);
    let givens = vec![None; hexagon.len()];
    let blank = Instance { hexagon, start, close: false, givens };
    let violations = || Magic::violations(&blank, &blank.givens).into_iter().next();
    match Magic::impossible(&blank).or_else(violations) {
        Some(reason) => Err(Unmade::Refused(reason.message)),
        None => Ok(blank),
    }
}

/// A random solution of the board without givens.
fn hidden(blank: &Instance, random: &mut Random, run: &Run<'_>) -> Result<Vec<i64>, Unmade> {
    if blank.hexagon.order() == 3 {
        let (solutions, _) = corners::all(blank);
        if solutions.is_empty() {
            let start = blank.start;
            let problem = format!("order 3 has no magic hexagon with start={start}");
            return Err(Unmade::Refused(problem));
        }
        return Ok(solutions[random.below(solutions.len())].clone());
    }
    for _ in 0..ROUNDS {
        if let Some(halt) = run.halted() {
            return Err(Unmade::Halted(halt));
        }
        let seed = random.bits();
        let board = BalanceBoard::new(blank, Style::Auto, seed);
        let round = round(&board.model, seed, run, &mut |_, _| {});
        if round.energy == 0 {
            return Ok(board.solution(&round.numbers).into_iter().flatten().collect());
        }
    }
    Err(Unmade::Halted(Halt::Budget))
}

/// How hard a board is: its givens, how many open cells of a hundred follow by simple steps, how
/// many numbers an exhaustive search places until it knows all solutions.
fn difficulty(instance: &Instance, run: &Run<'_>) -> Result<Vec<(&'static str, u64)>, Halt> {
    let decided = exhaust(instance, &instance.givens).iter().flatten().count();
    let givens = instance.givens.iter().flatten().count();
    let open = instance.givens.len() - givens;
    let forced = (100 * (decided - givens)).checked_div(open).unwrap_or(100);
    let model = SumModel::whole(instance).model;
    let (ending, nodes) = sums::visit(&model, Order::Smallest, MOST_NODES, run, &mut |_| false);
    match ending {
        Ending::Halted(halt) if halt != Halt::Budget => Err(halt),
        _ => Ok(vec![
            ("givens", givens as u64),
            ("forced-percent", forced as u64),
            ("nodes", nodes.min(MOST_NODES)),
        ]),
    }
}
