//! Subcommands, called verbs: one file each, named after its verb.
//!
//! A verb calls the puzzle crate or a solver session and formats the result. It verifies nothing
//! itself.

mod bench;
mod blank;
mod campaign;
mod check;
mod count;
mod draw;
mod enumerate;
mod hint;
mod import_export;
mod lemma;
mod limits;
mod list;
mod make;
mod meta;
mod prove_check;
mod records;
mod runs;
mod score;
mod serve;
mod solve;
mod sweep;
mod tour;
mod train;
mod transform;

use crate::args::Verb;
use crate::failure::Failure;
use crate::output::{Exit, Output};

/// Runs a verb.
pub(crate) fn run(verb: &Verb, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    match verb {
        Verb::Solve(args) => solve::run(args, output),
        Verb::Improve(args) => solve::improve(args, output),
        Verb::Count(args) => count::run(args, output),
        Verb::Enumerate(args) => enumerate::run(args, output),
        Verb::Sweep(args) => sweep::run(args, output),
        Verb::Make(args) => make::run(args, output),
        Verb::Hint(args) => hint::run(args, output),
        Verb::Lemma(args) => lemma::run(args, output),
        Verb::ProveCheck(args) => prove_check::run(args, output),
        Verb::Check(args) => check::run(args, output),
        Verb::Draw(args) => draw::run(args, output),
        Verb::Blank(args) => blank::run(args, output),
        Verb::Transform(args) => transform::run(args, output),
        Verb::List(args) => list::run(args, output),
        Verb::Import(args) => import_export::import(args, output),
        Verb::Export(args) => import_export::export(args, output),
        Verb::Bench(args) => bench::run(args, output),
        Verb::Records(args) => records::run(args, output),
        Verb::Score(args) => score::run(args, output),
        Verb::Runs(args) => runs::run(args, output),
        Verb::Resume(args) => runs::resume(args, output),
        Verb::Train(args) => train::run(args, output),
        Verb::Tour(args) => tour::run(args, output),
        Verb::Serve(args) => serve::run(args, output),
        Verb::Campaign(args) => campaign::run(&args.step, output),
        Verb::Completions(args) => meta::completions(args, output),
        Verb::Man(args) => meta::man(args, output),
    }
}
