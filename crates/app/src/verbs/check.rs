//! `sixfold check`: runs the verifier and lists every broken rule.

use sixfold_host::Source;
use sixfold_puzzle::{ApartError, check_apart};
use sixfold_wire::{Begin, CheckResult, Verb};

use crate::args::Check;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, SUCCESS};

pub(crate) fn run(args: &Check, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let puzzle = input::read(&args.file, output)?.source;
    let in_puzzle = |error| Failure::text(puzzle.clone(), error);
    let rules = output.world().registry.family_of(&puzzle.text).map_err(in_puzzle)?.rules;
    let family = rules.name();
    output.begin(Begin { family: Some(family.to_owned()), ..Begin::of(Verb::Check) })?;
    let verdict = match &args.solution {
        None => rules.check(&puzzle.text).map_err(|error| Failure::text(puzzle, error))?,
        Some(name) => {
            let solution = input::read(name, output)?.source;
            let checked = check_apart(rules, &puzzle.text, &solution.text);
            checked.map_err(|error| failure(error, puzzle, solution))?
        }
    };
    output.answer(&format!("{}\n", verdict.words()), CheckResult::new(family, &verdict))?;
    Ok(if verdict.ok() { SUCCESS } else { NEGATIVE })
}

/// Why a solution in a file of its own cannot be verified.
fn failure(error: ApartError, puzzle: Source, solution: Source) -> Failure {
    match error {
        ApartError::Puzzle(error) => Failure::text(puzzle, error),
        ApartError::Solution(error) => Failure::text(solution, error),
        ApartError::Empty => Failure::usage(format!("the solution `{}` is empty", solution.name)),
        ApartError::AnotherPuzzle => Failure::usage(format!(
            "`{}` holds another puzzle than `{}`",
            solution.name, puzzle.name
        )),
    }
}
