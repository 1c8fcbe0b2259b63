//! Line plots as SVG: one panel per curve, stacked over a common horizontal axis.
//!
//! Each panel has its own vertical axis, so no line is told from another by colour alone.

use std::fmt::Write as _;

use super::captions::LINE;
use super::markup::{NOTE_SIZE, PagePoint, TITLE_SIZE, colour, number};
use super::page::{LABEL_SIZE, MARGIN, Page, TICK_SIZE, notes_within};
use super::theme::Theme;
use crate::scene::{Curve, Scene};

/// Room for the numbers at the left.
const NUMBERS: f64 = 52.0;
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 150.0;
/// Room for the name of a panel.
const NAME: f64 = 30.0;

/// The numbers at which an axis has a mark: a few round ones from 0 on.
pub(super) fn ticks(most: u32) -> Vec<u32> {
    let steps = (0..9).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_u32.pow(zeros)));
    let step = steps.into_iter().find(|step| most / step <= 5).unwrap_or(u32::MAX);
    (0..=most / step).map(|count| count * step).collect()
}

/// A number with commas between thousands, unless it is short.
fn grouped(value: u32) -> String {
    let digits = value.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let digit = |(at, digit)| [comma(at).then_some(','), Some(digit)];
    digits.char_indices().flat_map(digit).flatten().collect()
}

/// Draws the curves of a scene.
pub(super) fn plot(scene: &Scene, theme: &Theme) -> String {
    let mut plot = CurvePlot { page: Page::new(theme), last: last(scene) };
    let title = if scene.title.is_empty() { 0.0 } else { 1.6 * TITLE_SIZE };
    let top = MARGIN + title;
    let bottom = top + (NAME + HEIGHT) * scene.curves.len() as f64;
    let width = 2.0 * MARGIN + NUMBERS + WIDTH;
    let notes = notes_within(&scene.notes, width);
    let height = bottom + 44.0 + LINE * notes.len() as f64 + MARGIN;
    plot.page.open(&scene.title, &scene.notes, width, height, &[]);
    for (index, curve) in scene.curves.iter().enumerate() {
        plot.panel(curve, top + NAME + (NAME + HEIGHT) * index as f64);
    }
    plot.across(scene, bottom);
    for (index, note) in notes.iter().enumerate() {
        let baseline = bottom + 58.0 + LINE * index as f64;
        plot.page.words(note, PagePoint::new(MARGIN, baseline), NOTE_SIZE, "start");
    }
    plot.page.close()
}

/// The last place of all curves.
fn last(scene: &Scene) -> u32 {
    let places = scene.curves.iter().filter_map(|curve| curve.points.last());
    places.map(|(place, _)| *place).max().unwrap_or(0).max(1)
}

/// The plot under construction and the last place of its horizontal axis.
struct CurvePlot<'a> {
    page: Page<'a>,
    last: u32,
}

impl CurvePlot<'_> {
    fn x(&self, place: u32) -> f64 {
        MARGIN + NUMBERS + WIDTH * f64::from(place) / f64::from(self.last)
    }

    /// The name, the axis and the line of a curve.
    fn panel(&mut self, curve: &Curve, top: f64) {
        let most = curve.points.iter().map(|(_, value)| *value).max().unwrap_or(0).max(1);
        let y = |value: u32| top + HEIGHT * (1.0 - f64::from(value) / f64::from(most));
        let left = self.x(0);
        self.page.words(&curve.name, PagePoint::new(left, top - 9.0), LABEL_SIZE, "start");
        for tick in ticks(most) {
            let height = y(tick);
            let right = PagePoint::new(self.x(self.last), height);
            self.rule(PagePoint::new(left, height), right, tick == 0);
            let label = PagePoint::new(left - 7.0, height + 4.0);
            self.page.words(&grouped(tick), label, TICK_SIZE, "end");
        }
        let place =
            |(at, value): &(u32, u32)| format!("{},{}", number(self.x(*at)), number(y(*value)));
        let line = curve.points.iter().map(place).collect::<Vec<_>>().join(" ");
        let (first, end) = (number(self.x(0)), number(self.x(self.last)));
        let (ground, ink) = (number(top + HEIGHT), colour(self.page.theme.colour(curve.role)));
        self.page.add(format_args!(
            "<polygon points=\"{first},{ground} {line} {end},{ground}\" fill=\"{ink}\" \
             fill-opacity=\"0.18\"/>"
        ));
        self.page.add(format_args!(
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" \
             stroke-linejoin=\"round\"/>"
        ));
    }

    /// A line of the grid; the axis itself is unbroken.
    fn rule(&mut self, from: PagePoint, to: PagePoint, axis: bool) {
        let border = colour(self.page.theme.border);
        let dash = if axis { "" } else { " stroke-dasharray=\"2 3\"" };
        let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(number);
        self.page.add(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{border}\" \
             stroke-width=\"0.7\"{dash}/>"
        ));
    }

    /// The numbers and the word below the last panel.
    fn across(&mut self, scene: &Scene, bottom: f64) {
        for tick in ticks(self.last) {
            let x = self.x(tick);
            self.rule(PagePoint::new(x, bottom), PagePoint::new(x, bottom + 4.0), true);
            let label = PagePoint::new(x, bottom + 17.0);
            self.page.words(&grouped(tick), label, TICK_SIZE, "middle");
        }
        let along = scene.curves.first().map_or("", |curve| curve.along);
        let middle = PagePoint::new(self.x(0) + WIDTH / 2.0, bottom + 34.0);
        self.page.words(along, middle, LABEL_SIZE, "middle");
    }
}

/// The curves as a table of some rows, for a terminal.
pub(super) fn table(scene: &Scene) -> String {
    let Some(first) = scene.curves.first() else { return String::new() };
    let names = scene.curves.iter().map(|curve| &*curve.name);
    let mut text =
        format!("{}\n", [first.along].into_iter().chain(names).collect::<Vec<_>>().join("  "));
    let rows = first.points.len().min(11);
    for row in 0..rows {
        let index = row * (first.points.len() - 1) / (rows - 1).max(1);
        let _ = write!(text, "{:>width$}", first.points[index].0, width = first.along.len());
        for curve in &scene.curves {
            let width = curve.name.chars().count() + 2;
            let _ = write!(text, "{:>width$}", curve.points[index].1);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_a_few_round_numbers() {
        assert_eq!(ticks(1), [0, 1]);
        assert_eq!(ticks(27), [0, 5, 10, 15, 20, 25]);
        assert_eq!(ticks(31_684), [0, 10_000, 20_000, 30_000]);
        let words = [9999, 31_684, 4_000_000].map(grouped);
        assert_eq!(words, ["9999", "31,684", "4,000,000"]);
    }
}
