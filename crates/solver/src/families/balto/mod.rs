//! The engines of Balto's Puzzle.
//!
//! * `beam` runs a beam search over pairs of boards, in the four variants of senses: `first` finds
//!   solutions early, `rounds` run the variants in growing widths, and `saved` is their checkpoint.
//! * `exact` proves shortest solutions, of all boards of order 3 and of others that are nearly solved.
//! * `boards` is the state of that search, `cyclic` numbers the cells of the wrapped board, and
//!   `weights` are the estimates.
//! * `windows` make a solution shorter, `shortcuts` is the exhaustive kind of them, and `insertions` are
//!   moves that are made elsewhere.
//! * `train` learns an estimate, `make` makes boards.
//! * `bench` has the benchmark cases.

mod beam;
pub(super) mod bench;
mod boards;
mod cyclic;
mod exact;
mod local;
mod make;
mod parameters;
#[cfg(test)]
mod tests;
mod train;
mod weights;
pub(super) mod zoo;

use sixfold_puzzle::families::balto::{Balto, Instance, Solution};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::{Block, Document};

use self::beam::{BeamSearch, WindowUse};
use self::boards::Ends;
use self::exact::EXACT;
pub(super) use self::make::MAKER;
use self::parameters::BeamSettings;
pub(super) use self::train::TRAINER;
use self::weights::Weights;
use crate::beam::Manner;
use crate::engine::{Answer, Engine, Power, Task};
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::Halt;

/// The engines, the default first: the one that proves, wherever it comes to an end.
pub(super) const ENGINES: &[Engine] = &[EXACT, BEAM];

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

const BEAM: Engine = Engine {
    name: "beam",
    description: "beam search from both ends, in widths that double; proves nothing",
    powers: &[Power::Finds, Power::Improves],
    options: &[WIDTH, VARIANT, FROM, ESTIMATE, WEIGHTS, KEEP, WINDOWS],
    serves,
    run: beam,
    count: None,
    hint: None,
    clausal: None,
};

/// Larger boards take too long, and residues of cells would soon need more than 16 bits.
const LARGEST: usize = 64;

fn serves(text: &str) -> Result<(), String> {
    let order = parse(text).hexagon().order();
    match order <= LARGEST {
        true => Ok(()),
        false => Err(format!("order {order} is beyond it, it goes up to {LARGEST}")),
    }
}

fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Balto::parse(&document).expect("the session hands out readable instances")
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

/// The moves of the first incumbent. The session has verified them; they are verified again, since
/// windows rely on them.
fn incumbent(task: &Task<'_>, instance: &Instance) -> Result<Option<Solution>, String> {
    let Some(text) = task.incumbent else { return Ok(None) };
    let moves = Balto::parse_solution(instance, &Block::new(text))
        .map_err(|error| format!("the incumbent cannot be read: {error}"))?;
    match Balto::violations(instance, &moves).first() {
        None => Ok(Some(moves)),
        Some(violation) => Err(format!("the incumbent is no solution: {}", violation.message)),
    }
}

fn beam(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let weights = weights(task.options, instance.hexagon().order());
    let (weights, only) = match weights.and_then(|it| Ok((it, variant(task.options)?))) {
        Ok(both) => both,
        Err(failure) => return Answer { failure: Some(failure), ..Answer::default() },
    };
    let keep = match task.options.text("keep") {
        Some("copies") => Some(Manner::Copies),
        Some("tour") => Some(Manner::Tour),
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
        search.best().map(|path| Balto::print_solution(&instance, &boards::solution(path)));
    Answer { witness, halt, effort: search.effort(), ..Answer::default() }
}
