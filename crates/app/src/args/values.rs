//! Value parsers of the command line that have types of their own; the others are the host's.

pub(super) use sixfold_host::typed::{duration, lists, numbers, setting, size, steps};

use super::{Place, SaveInterval};

/// Reads a time, or `never`.
pub(super) fn every(text: &str) -> Result<SaveInterval, String> {
    match text {
        "never" => Ok(SaveInterval(None)),
        text => duration(text).map(|every| SaveInterval(Some(every))),
    }
}

/// Reads where a campaign is run.
pub(super) fn place(text: &str) -> Result<Place, String> {
    match (text, text.strip_prefix("hosts:")) {
        ("local", _) => Ok(Place::Local),
        ("slurm", _) => Ok(Place::Slurm),
        (_, Some(file)) if !file.is_empty() => Ok(Place::Hosts(file.into())),
        _ => Err("expected local, slurm or hosts:FILE".to_owned()),
    }
}
