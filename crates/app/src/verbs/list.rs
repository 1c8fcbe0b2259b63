//! `sixfold list`: families, and the presets, rules, engines and options of one.

use sixfold_service::{family_line, family_page};
use sixfold_solver::{Registration, Registry, did_you_mean};
use sixfold_wire::{Begin, Family, Verb};

use crate::args::List;
use crate::failure::Failure;
use crate::output::{Exit, Output, SUCCESS};

pub(crate) fn run(args: &List, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let registry = output.world().registry;
    let families = match &args.family {
        None => registry.families().to_vec(),
        Some(name) => vec![named(registry, name)?],
    };
    output.begin(Begin::of(Verb::List))?;
    for family in families {
        let data = Family::from(family);
        let text =
            if args.family.is_some() { family_page(family, &data) } else { family_line(family) };
        output.answer(&output.fitted(&text), data)?;
    }
    Ok(SUCCESS)
}

/// The family with a name; the failure lists the known ones.
pub(crate) fn named(registry: Registry, name: &str) -> Result<&'static Registration, Failure> {
    registry.named(name).ok_or_else(|| {
        let names: Vec<_> = registry.families().iter().map(|family| family.name()).collect();
        let help = format!("the families are: {}{}", names.join(", "), did_you_mean(name, &names));
        Failure::with_help(format!("there is no family `{name}`"), help)
    })
}
