//! The engine `beam`: reads the options, runs the search, and prints the best solution.
//!
//! Prints the shortest solution found. It never claims that none is shorter; `exact` does.

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::balto::{Balto, Instance};

use super::super::parameters::BeamSettings;
use super::super::path;
use super::super::sides::Sides;
use super::super::task::{incumbent, supports};
use super::super::weights::Weights;
use super::state::{BeamSearch, WindowUse};
use crate::answer::Answer;
use crate::beam::Representation;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
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
    meaning: "with a width: only one variant of first senses, of both boards unless `from` is set. 1 and 2 \
              find even lengths, 3 and 4 odd ones; if one board is moved there are 1 and 2",
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
    meaning: "which boards are moved: the one to be solved and the one at home, one of them, or each \
              in searches of its own; auto: what measured best for the order and the width",
    kind: OptionKind::Choice(&["auto", "both", "start", "home", "each"]),
    restricts: false,
};
const WINDOWS: OptionRow = OptionRow {
    name: "windows",
    meaning: "whether parts of a solution are made shorter after a round; never with a width",
    kind: OptionKind::Choice(&["on", "off"]),
    restricts: false,
};

pub(in super::super) static BEAM: TypedEngine<Balto, BeamOptions> = TypedEngine {
    row: EngineRow {
        name: "beam",
        description: "beam search from both ends, in widths that double; proves nothing",
        role: Role::Production,
        searched: None,
        options: &[WIDTH, VARIANT, FROM, ESTIMATE, WEIGHTS, KEEP, WINDOWS],
    },
    read: BeamOptions::read,
    supports,
    solve: Some(Solve { run, proves: false, improves: true }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
pub(in super::super) struct BeamOptions {
    /// The width of the only round; widths double without it.
    width: Option<usize>,
    /// The only variant that is run, counted from 0.
    variant: Option<usize>,
    /// None if the order and the width decide.
    sides: Option<Sides>,
    weights: Weights,
    keep: Option<Representation>,
    windows: WindowUse,
}

impl BeamOptions {
    fn read(options: &Options, instance: &Instance) -> Result<Self, String> {
        let order = instance.hexagon().order();
        let weights = match options.text(&WEIGHTS) {
            Some(text) => Weights::parse(text)
                .map_err(|problem| format!("weights: {problem}"))?
                .adapted(order),
            None => {
                let estimates = [
                    Weights::learned,
                    Weights::quadratic_and_size,
                    Weights::quadratic,
                    Weights::distance,
                ];
                options.choice(&ESTIMATE, estimates)(order)
            }
        };
        let width = options.size(&WIDTH);
        let sides = [Sides::Both, Sides::Start, Sides::Home, Sides::Each].map(Some);
        let [both, start, home, each] = sides;
        let sides = options.choice(&FROM, [None, both, start, home, each]);
        // The variants have numbers, which mean the same at all widths.
        let sides = sides.or(options.size(&VARIANT).and(both));
        let keep = [None, Some(Representation::Tour), Some(Representation::Copies)];
        Ok(Self {
            width,
            variant: options.size(&VARIANT).map(|it| variant(it, width, sides)).transpose()?,
            sides,
            weights,
            keep: options.choice(&KEEP, keep),
            windows: options.choice(&WINDOWS, [WindowUse::On, WindowUse::Off]),
        })
    }
}

/// The one variant that is to be run, counted from 0.
fn variant(variant: usize, width: Option<usize>, sides: Option<Sides>) -> Result<usize, String> {
    if width.is_none() {
        return Err("variant: a single one is run at a width, which is not set".to_owned());
    }
    let all = sides.unwrap_or(Sides::Both).variants().len();
    match variant <= all {
        true => Ok(variant - 1),
        false => Err(format!("variant: there are {all} if one board is moved, not {variant}")),
    }
}

fn run(task: &Task<'_, Balto, BeamOptions>) -> Answer {
    let BeamOptions { width, variant, sides, ref weights, keep, windows } = *task.options;
    let settings = BeamSettings { weights, keep };
    let incumbent = match incumbent(task) {
        Ok(moves) => moves,
        Err(problem) => return Answer::failed(problem),
    };
    let mut search = BeamSearch::new(task.instance, settings, task.run)
        .with_windows(windows)
        .with_only(variant)
        .with_incumbent(incumbent.map(Vec::as_slice));
    let halt = match (width, search.resume(sides)) {
        (_, Err(problem)) => return Answer::failed(problem),
        (Some(width), _) => search.single(width, sides),
        (None, _) => search.widening(),
    };
    // A beam that ends with nothing was not wide enough.
    let halt = halt.or_else(|| search.best().is_none().then_some(Halt::Budget));
    let witness =
        search.best().map(|path| Balto::print_solution(task.instance, &path::solution(path)));
    Answer { witness, halt, effort: search.effort(), ..Answer::default() }
}
