//! `sixfold score`: scores boards against the best known ones, with the total of each family.

use sixfold_host::scores::{Tally, score};
use sixfold_wire::{Begin, ScoreResult, ScoreTotal, Verb, finite};

use crate::args::Score;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};

pub(crate) fn run(args: &Score, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    output.begin(Begin::of(Verb::Score))?;
    let mut tally = Tally::default();
    for file in &args.files {
        let source = input::read(file, output)?.source;
        let scored = score(output.world().registry, &source)?;
        let result = ScoreResult {
            name: source.name,
            best_record: scored.record.clone(),
            objective: scored.objective.value,
            best: scored.best,
            part: finite(scored.part),
        };
        output.answer(&format!("{}\n", result.words(scored.objective.name)), result)?;
        tally.add(&scored);
    }
    for (family, puzzles, of, total) in tally.totals() {
        let total = ScoreTotal { family, puzzles, of, total: finite(total) };
        output.answer(&format!("{}\n", total.words()), total)?;
    }
    Ok(SUCCESS)
}
