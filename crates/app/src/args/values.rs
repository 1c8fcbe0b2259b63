//! Value parsers of the command line: times, sizes, ranges, settings.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::{Place, SaveInterval};

/// Reads `10m`, `1h30m`, `500ms`; a bare number is seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<u32>() {
        return Ok(Duration::from_secs(seconds.into()));
    }
    humantime::parse_duration(text)
        .map_err(|error| format!("{error}; expected a time such as 10m, 30s or 1h30m"))
}

/// Reads a time, or `never`.
pub(super) fn every(text: &str) -> Result<SaveInterval, String> {
    match text {
        "never" => Ok(SaveInterval(None)),
        text => duration(text).map(|every| SaveInterval(Some(every))),
    }
}

/// Reads `500M`, `4G`, or a number of bytes.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
    let unit = units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, *shift)));
    let (number, shift) = unit.unwrap_or((text, 0));
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| "expected a size such as 500M or 4G".to_owned())
}

/// Reads `100..200`.
pub(super) fn steps(text: &str) -> Result<(usize, usize), String> {
    let ends =
        text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    ends.filter(|(from, to)| from <= to)
        .ok_or_else(|| "expected a range such as 100..200".to_owned())
}

/// Reads `name=value`.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected name=value".to_owned()),
    }
}

/// Reads `name=a,b`.
pub(super) fn lists(text: &str) -> Result<(String, Vec<String>), String> {
    let (name, values) = setting(text)?;
    Ok((name, values.split(',').map(str::to_owned).collect()))
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

/// One number or a range of them.
pub(super) fn numbers(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |word: &str| word.trim_start_matches('=').parse::<usize>();
    match (number(least), number(most)) {
        (Ok(least), Ok(most)) if least <= most => Ok(least..=most),
        _ => Err("expected a number such as 5, or a range such as 3..23".to_owned()),
    }
}
