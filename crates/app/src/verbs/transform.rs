//! `sixfold transform`: the image of a board under a symmetry of its family.

use sixfold_puzzle::Puzzle;
use sixfold_puzzle::hex::Symmetry;
use sixfold_wire::{Begin, TransformResult, Verb};

use crate::args::Transform;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, SUCCESS};

pub(crate) fn run(args: &Transform, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let source = input::read(&args.file, output)?.source;
    let in_source = |error| Failure::text(source.clone(), error);
    let rules = output.world().registry.family_of(&source.text).map_err(in_source)?.rules;
    let family = rules.name().to_owned();
    output.begin(Begin { family: Some(family.clone()), ..Begin::of(Verb::Transform) })?;
    let image = match args.canonical {
        true => rules.canonical(&source.text),
        false => rules.transform(&source.text, symmetry(args, rules)?),
    };
    let text = image.map_err(in_source)?;
    output.answer(&text.clone(), TransformResult { family, text })?;
    Ok(SUCCESS)
}

/// The symmetry asked for, if the family has it.
fn symmetry(args: &Transform, family: &dyn Puzzle) -> Result<Symmetry, Failure> {
    family.symmetry(args.rotate.unwrap_or(0), args.reflect).ok_or_else(|| {
        let family = family.name();
        let help = format!("a board of {family} can be rotated: --rotate K");
        let problem =
            format!("a reflection is no symmetry of {family}: the image is no such board");
        Failure::with_help(problem, help)
    })
}
