//! `sixfold check`: runs the verifier and lists every broken rule.

use serde_json::{Value, json};
use sixfold_host::Source;
use sixfold_puzzle::text::{Document, SOLUTION, lines};
use sixfold_puzzle::{Puzzle, TextError, Verdict, join};

use crate::args::Check;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, SUCCESS, merge, objective, violation};

pub(crate) fn run(args: &Check, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let puzzle = input::read(&args.file, output)?.source;
    let in_puzzle = |error| Failure::text(puzzle.clone(), error);
    let rules = output.world().registry.family_of(&puzzle.text).map_err(in_puzzle)?.rules;
    let family = rules.name();
    output.begin("check", json!({ "family": family }))?;
    let verdict = match &args.solution {
        None => rules.check(&puzzle.text).map_err(|error| Failure::text(puzzle, error))?,
        Some(name) => {
            let solution = input::read(name, output)?.source;
            check_apart(rules, &puzzle, &solution)?
        }
    };
    let mut data = json!({ "family": family, "ok": verdict.ok(), "complete": verdict.complete });
    merge(&mut data, objective(verdict.objective.as_ref()));
    let violations: Vec<Value> = verdict.violations.iter().map(violation).collect();
    merge(&mut data, json!({ "violations": violations }));
    output.answer(&format!("{}\n", verdict.words()), data)?;
    Ok(if verdict.ok() { SUCCESS } else { NEGATIVE })
}

/// Verifies a solution from a separate file, which may repeat the puzzle but not hold another one.
fn check_apart(
    family: &dyn Puzzle,
    puzzle: &Source,
    solution: &Source,
) -> Result<Verdict, Failure> {
    let in_puzzle = |error: TextError| Failure::text(puzzle.clone(), error);
    let in_solution = |error: TextError| Failure::text(solution.clone(), error);
    if lines(&solution.text).next().is_none() {
        return Err(Failure::usage(format!("the solution `{}` is empty", solution.name)));
    }
    let mut content = lines(&solution.text);
    let first = content.next().is_some_and(|line| line.text() == SOLUTION);
    let whole = !first && content.any(|line| line.text() == SOLUTION);
    if !whole {
        // Errors of the puzzle are reported first; the remaining ones belong to the solution.
        family.instance(&puzzle.text).map_err(in_puzzle)?;
        return family.verify(&puzzle.text, &solution.text).map_err(in_solution);
    }
    let name = Document::parse(&solution.text).map_err(in_solution)?.family.text;
    let own = family.instance(&puzzle.text).map_err(in_puzzle)?;
    if name != family.name() || own != family.instance(&solution.text).map_err(in_solution)? {
        let message = format!("`{}` holds another puzzle than `{}`", solution.name, puzzle.name);
        return Err(Failure::usage(message));
    }
    let block = family.solution(&solution.text).map_err(in_solution)?.unwrap_or_default();
    family.check(&join(&own, &block)).map_err(in_solution)
}
