//! The engine `dimacs`: hands the formula of a level to a SAT solver that is a program.
//!
//! The claim of a program that there is no solution is reported as such, since nothing checks it.

use sixfold_puzzle::families::hexiom::{Hexiom, Instance};

use super::formula::{EncodingStyle, encode};
use super::level::Level;
use super::sat_options::{COUNTING, MODEL, SYMMETRY, encoding_style, useful};
use super::sat_search::SatSearch;
use crate::answer::Answer;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::options::{OptionKind, OptionRow, Options};
use crate::sat;

const COMMAND: OptionRow = OptionRow {
    name: "command",
    meaning: "the program and its arguments; the file comes last",
    kind: OptionKind::Program,
    restricts: false,
};

pub(super) static DIMACS: TypedEngine<Hexiom, DimacsOptions> = TypedEngine {
    row: EngineRow {
        name: "dimacs",
        description: "any SAT solver that is a program and reads DIMACS",
        role: Role::Production,
        searched: None,
        options: &[COMMAND, MODEL, COUNTING, SYMMETRY],
    },
    read: DimacsOptions::read,
    supports: |_| Ok(()),
    solve: Some(Solve { run, proves: false, improves: false }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
pub(super) struct DimacsOptions {
    /// The program and its arguments.
    command: String,
    style: EncodingStyle,
}

impl DimacsOptions {
    fn read(options: &Options, _: &Instance) -> Result<Self, String> {
        let style = encoding_style(options)?;
        let missing = "the option command is missing, as in --set command=\"kissat -q\"";
        let command = options.text(&COMMAND).ok_or(missing)?.to_owned();
        Ok(Self { command, style })
    }
}

fn run(task: &Task<'_, Hexiom, DimacsOptions>) -> Answer {
    let DimacsOptions { ref command, style } = *task.options;
    let level = Level::new(task.instance);
    if let Err(problem) = useful(&level, style, task.run) {
        return Answer::failed(problem);
    }
    let problem = match encode(&level, style, task.run) {
        Ok(problem) => problem,
        Err(halt) => return Answer { halt: Some(halt), ..Answer::default() },
    };
    let mut search = SatSearch::load(sat::program(command, task.run), problem, None);
    let verdict = search.backend.solve(&[], None);
    let mut answer = search.answer(verdict, &level, task.scope());
    if answer.refutation.take().is_some() {
        // The claim of an external program is neither our own search nor a checked certificate.
        answer.unchecked_claim =
            Some("the program says that there is no solution, which was not checked");
    }
    answer
}
