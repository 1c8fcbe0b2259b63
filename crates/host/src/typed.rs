//! What people type: times, sizes, ranges, settings.
//!
//! Each error says what was expected.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads `10m`, `1h30m`, `500ms`; a bare number is seconds.
///
/// # Errors
/// If it is no time.
pub fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<u32>() {
        return Ok(Duration::from_secs(seconds.into()));
    }
    if text.starts_with('-') {
        return Err("a time is never negative; expected one such as 10m, 30s or 1h30m".to_owned());
    }
    humantime::parse_duration(text)
        .map_err(|error| format!("{error}; expected a time such as 10m, 30s or 1h30m"))
}

/// Reads `500M`, `4G`, or a number of bytes.
///
/// # Errors
/// If it is no size.
pub fn size(text: &str) -> Result<u64, String> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
    let unit = units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, *shift)));
    let (number, shift) = unit.unwrap_or((text, 0));
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| "expected a size such as 500M or 4G".to_owned())
}

/// Reads `100..200`.
///
/// # Errors
/// If it is no range.
pub fn steps(text: &str) -> Result<(usize, usize), String> {
    let ends =
        text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    ends.filter(|(from, to)| from <= to)
        .ok_or_else(|| "expected a range such as 100..200".to_owned())
}

/// Reads `name=value`.
///
/// # Errors
/// If it has no name or no `=`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected name=value".to_owned()),
    }
}

/// Reads `name=a,b`.
///
/// # Errors
/// If it has no name or no `=`.
pub fn lists(text: &str) -> Result<(String, Vec<String>), String> {
    let (name, values) = setting(text)?;
    Ok((name, values.split(',').map(str::to_owned).collect()))
}

/// One number or a range of them.
///
/// # Errors
/// If it is neither a number nor a range.
pub fn numbers(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |word: &str| word.trim_start_matches('=').parse::<usize>();
    match (number(least), number(most)) {
        (Ok(least), Ok(most)) if least <= most => Ok(least..=most),
        _ => Err("expected a number such as 5, or a range such as 3..23".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_time_is_told_why() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert!(duration("-5s").unwrap_err().starts_with("a time is never negative"));
        assert!(duration("soon").unwrap_err().contains("such as 10m"));
    }
}
