//! Bar charts of durations on a logarithmic scale, as SVG.
//!
//! Durations range from microseconds to thousands of years, so a linear scale would hide most bars.
//! Each bar has its duration as a label, because a logarithmic axis is hard to read exactly. Colour
//! and pattern tell measured durations from extrapolated ones.

use super::captions::LINE;
use super::markup::{
    CHARACTER, NOTE_SIZE, PagePoint, TITLE_SIZE, colour, number, pattern_definition, pattern_id,
};
use super::page::{LABEL_SIZE, MARGIN, Page, TICK_SIZE, notes_within};
use super::theme::{Pattern, Theme, pattern};
use crate::scene::Role;

/// A duration with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// The measured work.
    pub label: String,
    /// How long.
    pub seconds: f64,
    /// Whether that is measured or extrapolated.
    pub role: Role,
}

/// Bars below each other, with a title and notes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    /// The title, in a few words.
    pub title: String,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
    /// Sentences to be written below the picture.
    pub notes: Vec<String>,
}

/// The width in which the bars lie.
const PLOT: f64 = 430.0;
const ROW: f64 = 24.0;
const THICKNESS: f64 = 15.0;
/// Room for the words at the end of the longest bar.
const WORDS: f64 = 130.0;

const YEAR: f64 = 365.25 * 86_400.0;

/// The grid lines of the scale and their labels.
const TICKS: [(f64, &str); 10] = [
    (1e-9, "1 ns"),
    (1e-6, "1 µs"),
    (1e-3, "1 ms"),
    (1.0, "1 s"),
    (3600.0, "1 h"),
    (YEAR, "1 year"),
    (1e3 * YEAR, "10³"),
    (1e6 * YEAR, "10⁶"),
    (1e9 * YEAR, "10⁹"),
    (1e12 * YEAR, "10¹² years"),
];

/// A duration in words, to two significant digits.
#[must_use]
pub fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 10] = [
        (1e9 * YEAR, "billion years"),
        (1e6 * YEAR, "million years"),
        (1e3 * YEAR, "thousand years"),
        (YEAR, "years"),
        (86_400.0, "days"),
        (3600.0, "hours"),
        (60.0, "minutes"),
        (1.0, "s"),
        (1e-3, "ms"),
        (1e-6, "µs"),
    ];
    // A minute and a half reads better as 90 s.
    let least = |size: f64| if size == 60.0 || size == 3600.0 { 2.0 * size } else { 0.995 * size };
    let unit = UNITS.iter().find(|(size, _)| seconds >= least(*size));
    let (size, name) = unit.copied().unwrap_or((1e-9, "ns"));
    format!("{} {name}", rounded(seconds / size))
}

/// Two significant digits.
fn rounded(value: f64) -> String {
    if value < 9.95 {
        let text = format!("{value:.1}");
        return text.trim_end_matches(".0").to_owned();
    }
    let step = 10_f64.powf((value.log10() - 1.0).floor());
    format!("{:.0}", (value / step).round() * step)
}

/// The scale: where a duration lies.
struct Scale {
    left: f64,
    least: f64,
    most: f64,
}

impl Scale {
    fn of(chart: &Chart, left: f64) -> Self {
        let logs = || chart.bars.iter().map(|bar| bar.seconds.max(1e-12).log10());
        let least = logs().fold(f64::INFINITY, f64::min).floor().min(0.0) - 0.3;
        let most = logs().fold(f64::NEG_INFINITY, f64::max).max(1.0);
        Self { left, least, most }
    }

    fn x(&self, seconds: f64) -> f64 {
        let part = (seconds.max(1e-12).log10() - self.least) / (self.most - self.least);
        self.left + PLOT * part
    }

    fn ticks(&self) -> impl Iterator<Item = (f64, &'static str)> {
        let inside = |seconds: f64| (self.least..=self.most).contains(&seconds.log10());
        TICKS.into_iter().filter(move |(seconds, _)| inside(*seconds))
    }
}

/// Draws a chart.
#[must_use]
pub fn chart(chart: &Chart, theme: &Theme) -> String {
    let longest = chart.bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(0);
    let left = MARGIN + longest as f64 * LABEL_SIZE * CHARACTER + 8.0;
    let top = MARGIN + 2.0 * TITLE_SIZE;
    let bottom = top + ROW * chart.bars.len() as f64;
    let scale = Scale::of(chart, left);
    let mut drawing = BarDrawing(Page::new(theme));
    drawing.open(chart, left + PLOT + WORDS, bottom);
    scale.ticks().for_each(|(at, name)| drawing.tick(scale.x(at), top, bottom, name));
    for (index, bar) in chart.bars.iter().enumerate() {
        drawing.bar(bar, &scale, top + ROW * index as f64);
    }
    drawing.0.close()
}

/// The SVG text of a chart under construction.
struct BarDrawing<'a>(Page<'a>);

impl BarDrawing<'_> {
    /// The page with title and notes.
    fn open(&mut self, chart: &Chart, width: f64, bottom: f64) {
        let notes = notes_within(&chart.notes, width);
        let height = bottom + 26.0 + LINE * notes.len() as f64 + MARGIN / 2.0;
        let definitions = definitions(chart, self.0.theme);
        self.0.open(&chart.title, &chart.notes, width, height, &definitions);
        for (index, note) in notes.iter().enumerate() {
            let baseline = bottom + 26.0 + NOTE_SIZE + LINE * index as f64;
            self.0.words(note, PagePoint::new(MARGIN, baseline), NOTE_SIZE, "start");
        }
    }

    fn tick(&mut self, x: f64, top: f64, bottom: f64, name: &str) {
        let (place, above, below) = (number(x), number(top - 4.0), number(bottom + 2.0));
        let border = colour(self.0.theme.border);
        self.0.add(format_args!(
            "<line x1=\"{place}\" y1=\"{above}\" x2=\"{place}\" y2=\"{below}\" \
             stroke=\"{border}\" stroke-width=\"0.7\" stroke-dasharray=\"2 3\"/>"
        ));
        self.0.words(name, PagePoint::new(x, bottom + 15.0), TICK_SIZE, "middle");
    }

    fn bar(&mut self, bar: &Bar, scale: &Scale, top: f64) {
        let (x, end) = (scale.x(10_f64.powf(scale.least)), scale.x(bar.seconds));
        let baseline = top + 0.5 * ROW + 0.36 * LABEL_SIZE;
        let left = PagePoint::new(scale.left - 8.0, baseline);
        self.0.words(&bar.label, left, LABEL_SIZE, "end");
        let fill = self.0.theme.colour(bar.role);
        self.rectangle(x, top, end - x, &colour(fill));
        if pattern(bar.role) != Pattern::Plain {
            let id = pattern_id(pattern(bar.role), fill.contrast());
            self.rectangle(x, top, end - x, &format!("url(#{id})"));
        }
        let right = PagePoint::new(end + 7.0, baseline);
        self.0.words(&duration(bar.seconds), right, LABEL_SIZE, "start");
    }

    fn rectangle(&mut self, x: f64, top: f64, width: f64, fill: &str) {
        let (x, y) = (number(x), number(top + (ROW - THICKNESS) / 2.0));
        let (width, height, border) =
            (number(width), number(THICKNESS), colour(self.0.theme.border));
        self.0.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"2\" \
             fill=\"{fill}\" stroke=\"{border}\" stroke-width=\"0.7\"/>"
        ));
    }
}

/// The patterns that the bars use.
fn definitions(chart: &Chart, theme: &Theme) -> Vec<String> {
    let mut roles: Vec<Role> = chart.bars.iter().map(|bar| bar.role).collect();
    roles.sort_unstable();
    roles.dedup();
    let of_role = |role| pattern_definition(pattern(role), theme.colour(role).contrast(), theme);
    let patterns = roles.into_iter().filter_map(of_role);
    ["<defs>".to_owned()].into_iter().chain(patterns).chain(["</defs>".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn durations_are_said_as_people_say_them() {
        for (seconds, words) in [
            (5.2e-6, "5.2 µs"),
            (0.007, "7 ms"),
            (0.0136, "14 ms"),
            (0.99999, "1 s"),
            (65.0, "65 s"),
            (600.0, "10 minutes"),
            (14.2 * super::YEAR, "14 years"),
            (478.0 * super::YEAR, "480 years"),
            (57_300.0 * super::YEAR, "57 thousand years"),
            (3e-9, "3 ns"),
        ] {
            assert_eq!(duration(seconds), words);
        }
    }
}
