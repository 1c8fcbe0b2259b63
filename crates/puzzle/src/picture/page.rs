//! SVG document of a chart or plot: header, title, text elements.

use std::fmt::{Arguments, Write as _};

use super::captions::wrapped;
use super::markup::{FONTS, NOTE_SIZE, PagePoint, TITLE_SIZE, colour, escaped, number};
use super::theme::Theme;

pub(super) const MARGIN: f64 = 14.0;
pub(super) const TICK_SIZE: f64 = 11.0;
pub(super) const LABEL_SIZE: f64 = 13.0;

/// The lines of notes on a page of this width.
pub(super) fn notes_within(notes: &[String], width: f64) -> Vec<String> {
    notes.iter().flat_map(|note| wrapped(note, NOTE_SIZE, width - 2.0 * MARGIN)).collect()
}

/// The SVG text of a chart or plot under construction.
pub(super) struct Page<'a> {
    text: String,
    pub(super) theme: &'a Theme,
}

impl<'a> Page<'a> {
    pub(super) fn new(theme: &'a Theme) -> Self {
        Self { text: String::new(), theme }
    }

    /// Adds a line of SVG.
    pub(super) fn add(&mut self, line: Arguments<'_>) {
        self.text.write_fmt(line).expect("writing to a string");
        self.text.push('\n');
    }

    /// Writes the header with title and notes as metadata, the definitions, the background and the
    /// visible title.
    pub(super) fn open(
        &mut self,
        title: &str,
        notes: &[String],
        width: f64,
        height: f64,
        definitions: &[String],
    ) {
        let (width, height) = (number(width), number(height));
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"{FONTS}\" \
             font-weight=\"500\">"
        ));
        if !title.is_empty() {
            self.add(format_args!("<title>{}</title>", escaped(title)));
        }
        self.add(format_args!("<desc>{}</desc>", escaped(&notes.join(". "))));
        definitions.iter().for_each(|line| self.add(format_args!("{line}")));
        let background = colour(self.theme.background);
        self.add(format_args!(
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"
        ));
        if !title.is_empty() {
            let at = PagePoint::new(MARGIN, MARGIN / 2.0 + 1.1 * TITLE_SIZE);
            self.words(title, at, TITLE_SIZE, "start");
        }
    }

    /// Adds a text; `anchor` is the SVG text anchor.
    pub(super) fn words(&mut self, text: &str, at: PagePoint, size: f64, anchor: &str) {
        let (x, y, size) = (number(at.x), number(at.y), number(size));
        let (ink, text) = (colour(self.theme.ink), escaped(text));
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\" \
             text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// The whole drawing.
    pub(super) fn close(mut self) -> String {
        self.add(format_args!("</svg>"));
        self.text
    }
}
