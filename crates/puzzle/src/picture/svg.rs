//! SVG renderer: draws the marks of a scene, or its curves by `plot`.
//!
//! Lattice coordinates become floating-point coordinates only here; scenes and `terminal` use
//! integers.

use std::fmt::Write as _;

use super::markup::{
    CHARACTER, FONTS, NOTE_SIZE, PagePoint, TITLE_SIZE, colour, escaped, number,
    pattern_definition, pattern_id,
};
use super::plot::plot;
use super::theme::{Colour, Dash, Pattern, Theme, band_steps, is_free, line, pattern};
use crate::hex::{Cell, Point};
use crate::scene::{Mark, Role, Scene};

/// Length of a cell's side.
const SIDE: f64 = 20.0;
/// Distance of two neighbouring centres: √3 sides.
const STEP: f64 = 34.641_016_151_377_55;
const MARGIN: f64 = 12.0;

/// The point of the drawing for a point of the lattice.
fn place(point: Point) -> PagePoint {
    let (q, r) = (f64::from(point.q) / 6.0, f64::from(point.r) / 6.0);
    PagePoint::new(STEP * (q + r / 2.0), 1.5 * SIDE * r)
}

/// The point of the drawing at which a cell has its centre.
fn centre(cell: Cell) -> PagePoint {
    place(Point::of(cell))
}

/// The bounding box of a scene's marks, in SVG user units.
pub(super) struct Bounds {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Bounds {
    pub(super) fn of(scene: &Scene) -> Self {
        let mut bounds = Self { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        for mark in &scene.marks {
            match mark {
                Mark::Hex { at, .. } | Mark::Outline { at, .. } | Mark::Text { at, .. } => {
                    bounds.include(centre(*at));
                }
                Mark::Link { from, to, .. } | Mark::Band { from, to, .. } => {
                    [from, to].iter().for_each(|cell| bounds.include(centre(**cell)))
                }
                Mark::Path { cells, .. } => {
                    cells.iter().for_each(|&cell| bounds.include(centre(cell)))
                }
                Mark::Stroke { from, to, .. } => {
                    [from, to].iter().for_each(|end| bounds.include(place(**end)))
                }
                Mark::Spot { at, .. } => bounds.include(place(*at)),
            }
        }
        bounds
    }

    fn include(&mut self, at: PagePoint) {
        self.left = self.left.min(at.x - STEP / 2.0);
        self.right = self.right.max(at.x + STEP / 2.0);
        self.top = self.top.min(at.y - SIDE);
        self.bottom = self.bottom.max(at.y + SIDE);
    }

    /// Adds room for margin, title and notes.
    pub(super) fn widened(mut self, scene: &Scene) -> Self {
        let text = |text: &str, size: f64| text.chars().count() as f64 * size * CHARACTER;
        let notes = scene.notes.iter().map(|note| text(note, NOTE_SIZE));
        let width = notes.fold(text(&scene.title, TITLE_SIZE), f64::max);
        let missing = (width - (self.right - self.left)).max(0.0) / 2.0;
        self.left -= missing + MARGIN;
        self.right += missing + MARGIN;
        self.top -= MARGIN + 1.8 * TITLE_SIZE;
        self.bottom += MARGIN + 1.5 * NOTE_SIZE * scene.notes.len() as f64;
        self
    }

    /// The bounding box of two boxes.
    pub(super) fn joined(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The corners of a hexagon round the origin, shrunk by a factor.
fn corners(scale: f64) -> String {
    let (half, quarter) = (scale * STEP / 2.0, scale * SIDE / 2.0);
    let corners = [
        (0.0, -2.0 * quarter),
        (half, -quarter),
        (half, quarter),
        (0.0, 2.0 * quarter),
        (-half, quarter),
        (-half, -quarter),
    ];
    corners.map(|(x, y)| format!("{},{}", number(x), number(y))).join(" ")
}

/// Draws a scene.
#[must_use]
pub fn svg(scene: &Scene, theme: &Theme) -> String {
    if !scene.curves.is_empty() {
        return plot(scene, theme);
    }
    let bounds = Bounds::of(scene).widened(scene);
    let mut drawing = SceneDrawing::new(theme);
    drawing.whole(scene, &bounds);
    drawing.finish()
}

/// The SVG text of a scene under construction.
pub(super) struct SceneDrawing<'a> {
    text: String,
    theme: &'a Theme,
}

impl<'a> SceneDrawing<'a> {
    pub(super) fn new(theme: &'a Theme) -> Self {
        Self { text: String::new(), theme }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn whole(&mut self, scene: &Scene, bounds: &Bounds) {
        self.open(scene, bounds);
        self.background(bounds.top, bounds);
        let baseline = bounds.top + MARGIN / 2.0 + 1.1 * TITLE_SIZE;
        self.caption(&scene.title, bounds, baseline, TITLE_SIZE);
        scene.marks.iter().for_each(|mark| self.mark(mark));
        self.close(scene, bounds);
    }

    /// Some marks and the notes, to be drawn over a picture of the same size.
    pub(super) fn patch(&mut self, scene: &Scene, marks: &[&Mark], bounds: &Bounds) {
        self.open(scene, bounds);
        marks.iter().for_each(|mark| self.mark(mark));
        self.background(
            bounds.bottom - MARGIN - 1.5 * NOTE_SIZE * scene.notes.len() as f64,
            bounds,
        );
        self.close(scene, bounds);
    }

    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("writing to a string");
        self.text.push('\n');
    }

    fn open(&mut self, scene: &Scene, bounds: &Bounds) {
        let (left, top) = (number(bounds.left), number(bounds.top));
        let (width, height) =
            (number(bounds.right - bounds.left), number(bounds.bottom - bounds.top));
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"{FONTS}\" \
             font-weight=\"500\" text-anchor=\"middle\">"
        ));
        self.add(format_args!("<title>{}</title>", escaped(&scene.title)));
        self.add(format_args!("<desc>{}</desc>", escaped(&scene.notes.join(". "))));
        self.definitions(scene);
    }

    /// Covers everything from some height down.
    fn background(&mut self, top: f64, bounds: &Bounds) {
        let (left, width) = (number(bounds.left), number(bounds.right - bounds.left));
        let (top, height) = (number(top), number(bounds.bottom - top));
        let background = colour(self.theme.background);
        self.add(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"
        ));
    }

    /// The shared hexagon and the patterns that the scene uses.
    fn definitions(&mut self, scene: &Scene) {
        self.add(format_args!("<defs>"));
        let (whole, inner) = (corners(1.0), corners(0.86));
        self.add(format_args!("<polygon id=\"hex\" points=\"{whole}\"/>"));
        self.add(format_args!("<polygon id=\"inner\" points=\"{inner}\"/>"));
        let hexes = scene.marks.iter().filter(|mark| matches!(mark, Mark::Hex { .. }));
        let mut used: Vec<(Pattern, Colour)> = hexes
            .map(|mark| (pattern(mark.role()), self.theme.colour(mark.role()).contrast()))
            .collect();
        used.sort_unstable_by_key(|(pattern, ink)| (*pattern, ink.0));
        used.dedup();
        for (pattern, ink) in used {
            if let Some(definition) = pattern_definition(pattern, ink, self.theme) {
                self.add(format_args!("{definition}"));
            }
        }
        self.add(format_args!("</defs>"));
    }

    fn close(&mut self, scene: &Scene, bounds: &Bounds) {
        let first =
            bounds.bottom - MARGIN / 2.0 - 1.5 * NOTE_SIZE * (scene.notes.len() as f64 - 0.8);
        for (index, note) in scene.notes.iter().enumerate() {
            self.caption(note, bounds, first + 1.5 * NOTE_SIZE * index as f64, NOTE_SIZE);
        }
        self.add(format_args!("</svg>"));
    }

    fn caption(&mut self, text: &str, bounds: &Bounds, baseline: f64, size: f64) {
        let (x, y) = (number(f64::midpoint(bounds.left, bounds.right)), number(baseline));
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

    fn outline(&mut self, at: PagePoint, role: Role) {
        let (x, y, stroke) = (number(at.x), number(at.y), self.stroke(role));
        self.add(format_args!("<use href=\"#inner\" x=\"{x}\" y=\"{y}\" fill=\"none\" {stroke}/>"));
    }

    /// A text on a filled cell takes the colour that reads best there; a free one its role's.
    fn label(&mut self, at: PagePoint, text: &str, role: Role) {
        let main = self.theme.colour(role);
        let ink = colour(if is_free(role) { main } else { main.contrast() });
        let size = match text.chars().count() {
            0..=2 => 16.0,
            3 => 13.5,
            4 => 11.0,
            more => 44.0 / more as f64,
        };
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
        let (start, end) = (from.towards(to, -beyond), to.towards(from, -beyond));
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
