//! SVG renderer: draws the marks of a scene, or its curves by `plot`.
//!
//! Lattice coordinates become floating-point coordinates only here; scenes and `terminal` use
//! integers.

use std::fmt::Write as _;

use super::captions::{BETWEEN, Captions, GAP, LINE, SWATCH, TITLE_LINE, entry_width, row_width};
use super::layout::{Bounds, Layout, MARGIN, SIDE, STEP, centre, place};
use super::markup::{
    FONTS, NOTE_SIZE, PagePoint, TITLE_SIZE, colour, escaped, number, pattern_definition,
    pattern_id,
};
use super::plot::plot;
use super::theme::{Colour, Dash, Pattern, Theme, band_steps, is_free, is_shown, line, pattern};
use crate::hex::Cell;
use crate::scene::{LegendEntry, Mark, Role, Scene, Swatch};

/// The corners of a hexagon round a point, shrunk by a factor.
fn corners(at: PagePoint, scale: f64) -> String {
    let (half, quarter) = (scale * STEP / 2.0, scale * SIDE / 2.0);
    let corners = [
        (0.0, -2.0 * quarter),
        (half, -quarter),
        (half, quarter),
        (0.0, 2.0 * quarter),
        (-half, quarter),
        (-half, -quarter),
    ];
    corners.map(|(x, y)| format!("{},{}", number(at.x + x), number(at.y + y))).join(" ")
}

/// Draws a scene.
#[must_use]
pub fn svg(scene: &Scene, theme: &Theme) -> String {
    if !scene.curves.is_empty() {
        return plot(scene, theme);
    }
    let mut drawing = SceneDrawing::new(scene, theme);
    drawing.whole(&Layout::of(scene));
    drawing.finish()
}

/// The font sizes of numbers: one for those on cells, and one for those beside the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct NumberSizes {
    on_cells: f64,
    beside: f64,
}

impl NumberSizes {
    /// The sizes at which the longest numbers of a scene fit.
    pub(super) fn of(scene: &Scene) -> Self {
        let size = |beside: bool| {
            let longest = scene.marks.iter().filter_map(|mark| match mark {
                Mark::Text { text, role, .. } if is_free(*role) == beside && is_number(text) => {
                    Some(text)
                }
                _ => None,
            });
            longest.map(|text| fitting(text)).fold(LARGEST, f64::min)
        };
        Self { on_cells: size(false), beside: size(true) }
    }

    fn size(self, text: &str, role: Role) -> f64 {
        match (is_number(text), is_free(role)) {
            (false, _) => fitting(text),
            (true, false) => self.on_cells,
            (true, true) => self.beside,
        }
    }
}

/// The font size of short texts.
const LARGEST: f64 = 16.0;

/// The font size at which a text fits into a cell, and into an outline in it.
fn fitting(text: &str) -> f64 {
    LARGEST.min(50.0 / text.chars().count().max(1) as f64)
}

/// Whether a text is a number, or the coordinates of a cell.
fn is_number(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_digit())
        && text.chars().all(|letter| letter.is_ascii_digit() || "+-,".contains(letter))
}

/// The SVG text of a scene under construction.
pub(super) struct SceneDrawing<'a> {
    text: String,
    scene: &'a Scene,
    theme: &'a Theme,
    sizes: NumberSizes,
}

impl<'a> SceneDrawing<'a> {
    pub(super) fn new(scene: &'a Scene, theme: &'a Theme) -> Self {
        Self { text: String::new(), scene, theme, sizes: NumberSizes::of(scene) }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn whole(&mut self, layout: &Layout) {
        let (whole, captions) = (layout.whole(), self.captions(layout));
        self.open(&whole);
        self.background(whole.top, &whole);
        for (index, line) in captions.title.iter().enumerate() {
            let baseline = whole.top + MARGIN / 2.0 + 1.1 * TITLE_SIZE + TITLE_LINE * index as f64;
            self.caption(line, &whole, baseline, TITLE_SIZE);
        }
        self.scene.marks.iter().for_each(|mark| self.mark(mark));
        self.close(&captions, layout);
    }

    /// Some marks and the notes, to be drawn over a picture of the same layout.
    pub(super) fn patch(&mut self, marks: &[&Mark], layout: &Layout) {
        let whole = layout.whole();
        self.open(&whole);
        marks.iter().for_each(|mark| self.mark(mark));
        self.background(layout.board.bottom, &whole);
        self.close(&self.captions(layout), layout);
    }

    fn captions(&self, layout: &Layout) -> Captions<'a> {
        Captions::of(self.scene, layout.board.width())
    }

    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("writing to a string");
        self.text.push('\n');
    }

    fn open(&mut self, bounds: &Bounds) {
        let scene = self.scene;
        let (left, top) = (number(bounds.left), number(bounds.top));
        let (width, height) = (number(bounds.width()), number(bounds.bottom - bounds.top));
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"{FONTS}\" \
             font-weight=\"500\" text-anchor=\"middle\">"
        ));
        if !scene.title.is_empty() {
            self.add(format_args!("<title>{}</title>", escaped(&scene.title)));
        }
        self.add(format_args!("<desc>{}</desc>", escaped(&scene.notes.join(". "))));
        self.definitions();
    }

    /// Covers everything from some height down.
    fn background(&mut self, top: f64, bounds: &Bounds) {
        let (left, width) = (number(bounds.left), number(bounds.width()));
        let (top, height) = (number(top), number(bounds.bottom - top));
        let background = colour(self.theme.background);
        self.add(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"
        ));
    }

    /// The shared hexagon and the patterns that the scene uses.
    fn definitions(&mut self) {
        self.add(format_args!("<defs>"));
        let origin = PagePoint::new(0.0, 0.0);
        let (whole, inner) = (corners(origin, 1.0), corners(origin, 0.86));
        self.add(format_args!("<polygon id=\"hex\" points=\"{whole}\"/>"));
        self.add(format_args!("<polygon id=\"inner\" points=\"{inner}\"/>"));
        let hexes = self.scene.marks.iter().filter(|mark| matches!(mark, Mark::Hex { .. }));
        let roles = hexes.map(Mark::role).chain(self.scene.legend.iter().map(|entry| entry.role));
        let mut used: Vec<(Pattern, Colour)> =
            roles.map(|role| (pattern(role), self.theme.colour(role).contrast())).collect();
        used.sort_unstable_by_key(|(pattern, ink)| (*pattern, ink.0));
        used.dedup();
        for (pattern, ink) in used {
            if let Some(definition) = pattern_definition(pattern, ink, self.theme) {
                self.add(format_args!("{definition}"));
            }
        }
        self.add(format_args!("</defs>"));
    }

    /// Legend and notes, below the board.
    fn close(&mut self, captions: &Captions<'_>, layout: &Layout) {
        let whole = layout.whole();
        let baseline = |line: usize| layout.board.bottom + 21.6 + LINE * line as f64;
        for (index, row) in captions.legend.iter().enumerate() {
            self.legend_row(row, PagePoint::new(whole.middle(), baseline(index)));
        }
        for (index, note) in captions.notes.iter().enumerate() {
            self.caption(note, &whole, baseline(captions.legend.len() + index), NOTE_SIZE);
        }
        self.add(format_args!("</svg>"));
    }

    /// A row of the legend about the middle of a baseline.
    fn legend_row(&mut self, row: &[&LegendEntry], middle: PagePoint) {
        let mut x = middle.x - row_width(row) / 2.0;
        let ink = colour(self.theme.ink);
        for entry in row {
            let height = middle.y - 0.36 * NOTE_SIZE;
            self.swatch(entry, PagePoint::new(x, height), PagePoint::new(x + SWATCH, height));
            let (start, y) = (number(x + SWATCH + GAP), number(middle.y));
            let (size, words) = (number(NOTE_SIZE), escaped(&entry.meaning));
            self.add(format_args!(
                "<text x=\"{start}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\" \
                 text-anchor=\"start\">{words}</text>"
            ));
            x += entry_width(entry) + BETWEEN;
        }
    }

    /// A swatch between two points: a cell or a link at its end, beside the words.
    fn swatch(&mut self, entry: &LegendEntry, from: PagePoint, to: PagePoint) {
        let inner = |part: f64| from.towards(to, part);
        match entry.swatch {
            Swatch::Link => self.bond(inner(0.4), inner(0.95), entry.role),
            Swatch::Band => self.translucent(from, to, entry.role),
            Swatch::Cell(_) => {
                let fill = self.theme.colour(entry.role);
                let pattern = pattern(entry.role);
                self.small_hex(inner(0.72), &colour(fill));
                if pattern != Pattern::Plain {
                    let id = pattern_id(pattern, fill.contrast());
                    self.small_hex(inner(0.72), &format!("url(#{id})"));
                }
            }
        }
    }

    /// A small cell; no copy of the large one, whose pattern would shrink with it.
    fn small_hex(&mut self, at: PagePoint, fill: &str) {
        let (points, border) = (corners(at, 0.48), colour(self.theme.border));
        self.add(format_args!(
            "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{border}\"/>"
        ));
    }

    fn caption(&mut self, text: &str, bounds: &Bounds, baseline: f64, size: f64) {
        let (x, y) = (number(bounds.middle()), number(baseline));
        let (ink, size, text) = (colour(self.theme.ink), number(size), escaped(text));
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{text}</text>"
        ));
    }

    fn mark(&mut self, mark: &Mark) {
        let role = mark.role();
        match mark {
            Mark::Hex { at, .. } => self.hex(centre(*at), role),
            Mark::Outline { at, .. } => self.outline(centre(*at), role),
            Mark::Text { at, text, .. } => self.label(centre(*at), text, role),
            Mark::Link { from, to, .. } => {
                let (from, to) = (centre(*from), centre(*to));
                self.bond(from.towards(to, 0.27), from.towards(to, 0.73), role);
            }
            Mark::Path { cells, closed, .. } => self.path(cells, *closed, role),
            Mark::Band { from, to, .. } => self.band(centre(*from), centre(*to), role),
            Mark::Stroke { from, to, .. } => self.segment(place(*from), place(*to), role),
            Mark::Spot { at, .. } => self.spot(place(*at), role),
        }
    }

    fn hex(&mut self, at: PagePoint, role: Role) {
        let fill = self.theme.colour(role);
        let (x, y, border) = (number(at.x), number(at.y), colour(self.theme.border));
        let code = colour(fill);
        self.add(format_args!(
            "<use href=\"#hex\" x=\"{x}\" y=\"{y}\" fill=\"{code}\" stroke=\"{border}\"/>"
        ));
        let pattern = pattern(role);
        if pattern != Pattern::Plain {
            let id = pattern_id(pattern, fill.contrast());
            self.add(format_args!("<use href=\"#hex\" x=\"{x}\" y=\"{y}\" fill=\"url(#{id})\"/>"));
        }
    }

    /// A dashed outline has a pale one below, so that it is seen on a cell of its own colour.
    fn outline(&mut self, at: PagePoint, role: Role) {
        let (x, y, stroke) = (number(at.x), number(at.y), self.stroke(role));
        let (hundredths, dash) = line(role);
        let pale = colour(self.theme.background);
        let width = number(SIDE * f64::from(hundredths) / 100.0);
        let below = format!("stroke=\"{pale}\" stroke-width=\"{width}\"");
        let strokes = [(dash != Dash::Solid).then_some(below), Some(stroke)];
        for stroke in strokes.into_iter().flatten() {
            self.add(format_args!(
                "<use href=\"#inner\" x=\"{x}\" y=\"{y}\" fill=\"none\" {stroke}/>"
            ));
        }
    }

    /// A text on a filled cell takes the colour that reads best there; a free one its role's.
    fn label(&mut self, at: PagePoint, text: &str, role: Role) {
        if !is_shown(role) {
            return;
        }
        let main = self.theme.colour(role);
        let ink = colour(if is_free(role) { main } else { main.contrast() });
        let size = self.sizes.size(text, role);
        let (x, y) = (number(at.x), number(at.y + 0.36 * size));
        let (size, text) = (number(size), escaped(text));
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{text}</text>"
        ));
    }

    fn segment(&mut self, from: PagePoint, to: PagePoint, role: Role) {
        let (x1, y1, x2, y2) = (number(from.x), number(from.y), number(to.x), number(to.y));
        let stroke = self.stroke(role);
        self.add(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {stroke}/>"));
    }

    /// A translucent band that reaches half a cell beyond its ends.
    fn band(&mut self, from: PagePoint, to: PagePoint, role: Role) {
        let length = (to.x - from.x).hypot(to.y - from.y).max(1.0);
        let beyond = STEP / 2.0 / length;
        self.translucent(from.towards(to, -beyond), to.towards(from, -beyond), role);
    }

    fn translucent(&mut self, start: PagePoint, end: PagePoint, role: Role) {
        let (x1, y1, x2, y2) = (number(start.x), number(start.y), number(end.x), number(end.y));
        let strength = number(f64::from(self.theme.band_strength * band_steps(role)) / 100.0);
        let stroke = self.stroke(role);
        self.add(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {stroke} \
             stroke-opacity=\"{strength}\"/>"
        ));
    }

    /// A segment with a pale rim, so that it stands out on cells of any colour.
    fn bond(&mut self, from: PagePoint, to: PagePoint, role: Role) {
        let (x1, y1, x2, y2) = (number(from.x), number(from.y), number(to.x), number(to.y));
        let halo = self.halo(role);
        self.add(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {halo}/>"));
        self.segment(from, to, role);
    }

    fn path(&mut self, cells: &[Cell], closed: bool, role: Role) {
        let corner = |&cell: &Cell| {
            let at = centre(cell);
            format!("{} {}", number(at.x), number(at.y))
        };
        let places: Vec<String> = cells.iter().map(corner).collect();
        let (places, end) = (places.join("L"), if closed { "Z" } else { "" });
        let (stroke, below) = (self.stroke(role), self.halo(role));
        // Round ends would fill the gaps of a dash; a pale line below shows them on any colour.
        let dashed = line(role).1 != Dash::Solid;
        let cap = if dashed { "butt" } else { "round" };
        let mut add = |stroke: &str| {
            self.add(format_args!(
                "<path d=\"M{places}{end}\" fill=\"none\" {stroke} stroke-linejoin=\"round\" \
                 stroke-linecap=\"{cap}\"/>"
            ));
        };
        if dashed {
            add(&below);
        }
        add(&stroke);
    }

    fn spot(&mut self, at: PagePoint, role: Role) {
        let (x, y, code) = (number(at.x), number(at.y), colour(self.theme.colour(role)));
        let (ring, halo) = (number(0.3 * SIDE), colour(self.theme.background));
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{ring}\" fill=\"{code}\" stroke=\"{halo}\" stroke-width=\"2\"/>"
        ));
    }

    /// The attributes of the pale line below a line of a role.
    fn halo(&self, role: Role) -> String {
        let width = number(SIDE * f64::from(line(role).0 + 12) / 100.0);
        format!("stroke=\"{}\" stroke-width=\"{width}\"", colour(self.theme.background))
    }

    /// The attributes of a line of a role.
    fn stroke(&self, role: Role) -> String {
        let (hundredths, dash) = line(role);
        let (code, width) =
            (colour(self.theme.colour(role)), number(SIDE * f64::from(hundredths) / 100.0));
        let dash = match dash {
            Dash::Solid => "",
            Dash::Short => " stroke-dasharray=\"4.5 2\"",
            Dash::Long => " stroke-dasharray=\"10 5\"",
        };
        format!("stroke=\"{code}\" stroke-width=\"{width}\"{dash}")
    }
}
