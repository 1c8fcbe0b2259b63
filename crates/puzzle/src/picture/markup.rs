//! SVG building blocks that all renderers of this module share: numbers, colours, escaped text,
//! fill patterns, font sizes and points of the drawing.
//!
//! Numbers are rounded, so that pictures can be compared as text. This module knows neither scenes
//! nor charts.

use super::theme::{Colour, Pattern, Theme};

pub(super) const TITLE_SIZE: f64 = 17.0;
pub(super) const NOTE_SIZE: f64 = 13.0;
/// The average width of a character, in font sizes. An estimate that keeps notes inside the picture.
pub(super) const CHARACTER: f64 = 0.56;
pub(super) const FONTS: &str = "Roboto, 'DejaVu Sans', Helvetica, Arial, sans-serif";

/// A point of the drawing, in SVG user units.
#[derive(Clone, Copy)]
pub(super) struct PagePoint {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl PagePoint {
    pub(super) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point at a fraction of the way to another; a negative fraction leads away from it.
    pub(super) fn towards(self, other: Self, fraction: f64) -> Self {
        Self {
            x: self.x + fraction * (other.x - self.x),
            y: self.y + fraction * (other.y - self.y),
        }
    }
}

/// A number with at most two decimals, no trailing zeros and no negative zero.
pub(super) fn number(value: f64) -> String {
    let text = format!("{:.2}", value + 0.0);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A colour as `#rrggbb`.
pub(super) fn colour(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

/// A text with the characters escaped that XML reserves.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The `<pattern>` element of a pattern; `None` for a plain one.
pub(super) fn pattern_definition(pattern: Pattern, ink: Colour, theme: &Theme) -> Option<String> {
    let shape = pattern_shape(pattern)?;
    let (id, ink) = (pattern_id(pattern, ink), colour(ink));
    let strength = f64::from(theme.pattern_strength) / 100.0;
    Some(format!(
        "<pattern id=\"{id}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
         <path d=\"{shape}\" stroke=\"{ink}\" stroke-opacity=\"{strength}\" \
         stroke-width=\"1\" fill=\"none\"/></pattern>"
    ))
}

/// The id of a pattern's element; each pattern exists in a dark and in a pale tone.
pub(super) fn pattern_id(pattern: Pattern, ink: Colour) -> String {
    let tone = if ink.0 < 128 { "dark" } else { "pale" };
    format!("{pattern:?}-{tone}").to_lowercase()
}

/// The path of a pattern in its repeated square.
const fn pattern_shape(pattern: Pattern) -> Option<&'static str> {
    match pattern {
        Pattern::Plain => None,
        Pattern::Rising => Some("M-1 1L1 -1M0 6L6 0M5 7L7 5"),
        Pattern::Falling => Some("M-1 5L1 7M0 0L6 6M5 -1L7 1"),
        Pattern::Level => Some("M0 3L6 3"),
        Pattern::Upright => Some("M3 0L3 6"),
        Pattern::Dots => Some("M2 3L4 3M3 2L3 4"),
        Pattern::Cross => Some("M0 3L6 3M3 0L3 6"),
    }
}
