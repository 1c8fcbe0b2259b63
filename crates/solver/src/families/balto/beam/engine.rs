//! The engine `beam`: reads the options, runs the search, and prints the best solution.
//!
//! Prints the shortest solution found. It never claims that none is shorter; `exact` does.

use sixfold_puzzle::families::balto::Balto;
use sixfold_puzzle::family::Family as _;

use super::super::board_pair::{self, Ends};
use super::super::parameters::BeamSettings;
use super::super::task::{LARGEST, incumbent, parse};
use super::super::weights::Weights;
use super::state::{BeamSearch, WindowUse};
use crate::beam::Representation;
use crate::engine::{Answer, Engine, Power, Role, Task};
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::Halt;

const WIDTH: OptionRow = OptionRow {
    name: "width",
    meaning: "how many states are kept; each variant is run once at this width",
    kind: OptionKind::Integer { default: None, least: 1, most: 1 << 24 },
    restricts: false,
};
const VARIANT: OptionRow = OptionRow {
    name: "variant",
    meaning: "with a width: only one variant of first senses. 1 and 2 find even lengths, 3 and 4 odd \
              ones; if one board is moved there are 1 and 2",
    kind: OptionKind::Integer { default: None, least: 1, most: 4 },
    restricts: false,
};
const ESTIMATE: OptionRow = OptionRow {
    name: "estimate",
    meaning: "what is lacking: as learned, quadratic in the distance and neighbours at home, \
              quadratic alone, or the distance",
    kind: OptionKind::Choice(&["learned", "f1-hamming", "f1", "distance"]),
    restricts: false,
};
const WEIGHTS: OptionRow = OptionRow {
    name: "weights",
    meaning: "what `train` has printed, in the place of an estimate; of another order, longer ways \
              grow as the formula does",
    kind: OptionKind::File,
    restricts: false,
};
const KEEP: OptionRow = OptionRow {
    name: "keep",
    meaning: "how states are kept: as a tour of moves done and undone, as copies, or as is quicker",
    kind: OptionKind::Choice(&["auto", "tour", "copies"]),
    restricts: false,
};
const FROM: OptionRow = OptionRow {
    name: "from",
    meaning: "which boards are moved: the one to be solved and the one at home, or one of them",
    kind: OptionKind::Choice(&["both", "start", "home"]),
    restricts: false,
};
const WINDOWS: OptionRow = OptionRow {
    name: "windows",
    meaning: "whether parts of a solution are made shorter after a round; never with a width",
    kind: OptionKind::Choice(&["on", "off"]),
    restricts: false,
};

pub(in super::super) const BEAM: Engine = Engine {
    name: "beam",
    description: "beam search from both ends, in widths that double; proves nothing",
    role: Role::Production,
    powers: &[Power::Finds, Power::Improves],
    options: &[WIDTH, VARIANT, FROM, ESTIMATE, WEIGHTS, KEEP, WINDOWS],
    serves,
    run,
    count: None,
    hint: None,
    clausal: None,
};

fn serves(text: &str) -> Result<(), String> {
    let order = parse(text).hexagon().order();
    match order <= LARGEST {
        true => Ok(()),
        false => Err(format!("order {order} is too large, it supports orders up to {LARGEST}")),
    }
}

fn weights(options: &Options, order: usize) -> Result<Weights, String> {
    if let Some(text) = options.text("weights") {
        let weights = Weights::parse(text).map_err(|problem| format!("weights: {problem}"))?;
        return Ok(weights.adapted(order));
    }
    Ok(match options.text("estimate") {
        Some("distance") => Weights::distance(order),
        Some("f1") => Weights::quadratic(order),
        Some("f1-hamming") => Weights::quadratic_and_size(order),
        _ => Weights::learned(order),
    })
}

fn ends(options: &Options) -> Ends {
    match options.text("from") {
        Some("start") => Ends::Start,
        Some("home") => Ends::Home,
        _ => Ends::Both,
    }
}

/// The one variant that is to be run, counted from 0.
fn variant(options: &Options) -> Result<Option<usize>, String> {
    let Some(variant) = options.integer("variant").map(|it| it.unsigned_abs() as usize) else {
        return Ok(None);
    };
    if options.integer("width").is_none() {
        return Err("variant: a single one is run at a width, which is not set".to_owned());
    }
    let all = ends(options).variants().len();
    let fits = variant <= all;
    fits.then_some(Some(variant - 1))
        .ok_or_else(|| format!("variant: there are {all} if one board is moved, not {variant}"))
}

fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let weights = weights(task.options, instance.hexagon().order());
    let (weights, only) = match weights.and_then(|it| Ok((it, variant(task.options)?))) {
        Ok(both) => both,
        Err(failure) => return Answer { failure: Some(failure), ..Answer::default() },
    };
    let keep = match task.options.text("keep") {
        Some("copies") => Some(Representation::Copies),
        Some("tour") => Some(Representation::Tour),
        _ => None,
    };
    let width = task.options.integer("width").map(|width| width.unsigned_abs() as usize);
    let windows =
        if task.options.text("windows") == Some("off") { WindowUse::Off } else { WindowUse::On };
    let settings = BeamSettings { weights: &weights, keep };
    let incumbent = match incumbent(task, &instance) {
        Ok(moves) => moves,
        Err(failure) => return Answer { failure: Some(failure), ..Answer::default() },
    };
    let mut search = BeamSearch::new(&instance, settings, task.run)
        .with_windows(windows)
        .with_only(only)
        .with_incumbent(incumbent.as_deref());
    let halt = match (width, search.resume(ends(task.options))) {
        (_, Err(failure)) => return Answer { failure: Some(failure), ..Answer::default() },
        (Some(width), _) => search.single(width, ends(task.options)),
        (None, _) => search.widening(),
    };
    // A beam that ends with nothing was not wide enough.
    let halt = halt.or_else(|| search.best().is_none().then_some(Halt::Budget));
    let witness =
        search.best().map(|path| Balto::print_solution(&instance, &board_pair::solution(path)));
    Answer { witness, halt, effort: search.effort(), ..Answer::default() }
}
