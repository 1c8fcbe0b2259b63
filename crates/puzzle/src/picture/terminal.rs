//! Terminal renderer: draws a scene with characters, with or without colour.
//!
//! A cell is a few characters wide and a row of cells is a line. Links between rows get a line of
//! their own. Without colour, glyphs carry the meaning: `theme::glyph`, a plus sign before the number of a fixed tile,
//! brackets round moved cells, exclamation marks round broken ones.

use std::collections::{BTreeMap, BTreeSet};

use super::plot::table;
use super::theme::{Colour, Theme, glyph, is_free, is_shown, prefix, suffix};
use crate::hex::{Cell, Point};
use crate::scene::{LegendEntry, Mark, Role, Scene, Swatch};

/// The text and role of a cell.
struct Tile {
    text: String,
    role: Role,
    /// Whether the text is a label or only the role's glyph.
    labelled: bool,
    brackets: Option<(char, char, Role)>,
}

/// A piece of text at a place on the canvas.
struct Piece {
    line: i32,
    column: i32,
    text: String,
    ink: Option<Colour>,
    paper: Option<Colour>,
}

/// Draws a scene; with a theme in its colours, without one in plain characters.
#[must_use]
pub fn terminal(scene: &Scene, theme: Option<&Theme>) -> String {
    let tiles = tiles(scene);
    let width = tiles.values().map(|tile| printed(tile).chars().count()).max().unwrap_or(1);
    // Half a cell's width; a cell's text and at least one blank fit into two halves.
    let half = (width as i32 + 2) / 2;
    let links = links(scene);
    let rise = if links.iter().any(|(from, to, _)| from.r != to.r) { 2 } else { 1 };
    let mut pieces: Vec<Piece> = Vec::new();
    for (&cell, tile) in &tiles {
        pieces.push(tile_piece(cell, tile, half, rise, theme));
    }
    for &(from, to, role) in &links {
        pieces.push(link_piece(from, to, role, half, rise, theme));
    }
    pieces.extend(strokes(scene, half, rise, theme));
    let mut text =
        if scene.title.is_empty() { String::new() } else { format!("{}\n", scene.title) };
    match scene.curves.is_empty() {
        true => text.push_str(&compose(pieces)),
        false => text.push_str(&table(scene)),
    }
    text.push_str(&legend(&scene.legend, theme));
    scene.notes.iter().for_each(|note| text.push_str(&format!("{note}\n")));
    text
}

fn tiles(scene: &Scene) -> BTreeMap<Cell, Tile> {
    let mut tiles: BTreeMap<Cell, Tile> = BTreeMap::new();
    let plain =
        |role| Tile { text: glyph(role).to_string(), role, labelled: false, brackets: None };
    for mark in &scene.marks {
        match mark {
            Mark::Hex { at, role } => {
                tiles.insert(*at, plain(*role));
            }
            Mark::Text { role, .. } if !is_shown(*role) => {}
            Mark::Text { at, text, role } => {
                let text = labelled(text, *role);
                tiles.insert(*at, Tile { text, labelled: true, ..plain(*role) });
            }
            Mark::Outline { at, role } => {
                let (open, close) = if *role == Role::Broken { ('!', '!') } else { ('[', ']') };
                if let Some(tile) = tiles.get_mut(at) {
                    tile.brackets = Some((open, close, *role));
                }
            }
            Mark::Path { cells, role, .. } => {
                for cell in cells {
                    if let Some(tile) = tiles.get_mut(cell).filter(|tile| !tile.labelled) {
                        let text = over(tile.role, *role).to_string();
                        *tile = Tile { text, ..plain(*role) };
                    }
                }
            }
            Mark::Link { .. } | Mark::Band { .. } | Mark::Stroke { .. } | Mark::Spot { .. } => {}
        }
    }
    tiles
}

/// A text between the signs of its role; only a number can have one before it.
fn labelled(text: &str, role: Role) -> String {
    let number = text.bytes().all(|letter| letter.is_ascii_digit());
    format!("{}{text}{}", if number { prefix(role) } else { "" }, suffix(role))
}

/// The legend in one line, or nothing.
fn legend(entries: &[LegendEntry], theme: Option<&Theme>) -> String {
    let words =
        |entry: &LegendEntry| format!("{} {}", painted(&swatch(entry, theme)), entry.meaning);
    let words: Vec<String> = entries.iter().map(words).collect();
    if words.is_empty() { String::new() } else { format!("{}\n", words.join(", ")) }
}

/// What stands for a mark in the legend.
fn swatch(entry: &LegendEntry, theme: Option<&Theme>) -> Piece {
    let text = match &entry.swatch {
        Swatch::Link => return link_piece(Cell::CENTRE, Cell::CENTRE, entry.role, 1, 1, theme),
        Swatch::Cell(text) if text.is_empty() => glyph(entry.role).to_string(),
        Swatch::Cell(text) => labelled(text, entry.role),
        Swatch::Band => suffix(entry.role).to_owned(),
    };
    let tile = Tile { text, role: entry.role, labelled: true, brackets: None };
    tile_piece(Cell::CENTRE, &tile, 1, 1, theme)
}

/// The glyph of a path over what is there: where the loop lies on an image of itself, both show.
const fn over(below: Role, role: Role) -> char {
    match (below, role) {
        (Role::Image, Role::Loop) => '@',
        _ => glyph(role),
    }
}

/// Pairs of neighbouring cells with something between them.
fn links(scene: &Scene) -> Vec<(Cell, Cell, Role)> {
    let mut links = Vec::new();
    for mark in &scene.marks {
        match mark {
            Mark::Link { from, to, role } => links.push((*from, *to, *role)),
            Mark::Path { cells, closed, role } => {
                let back = closed.then(|| cells.first()).flatten();
                let next = cells.iter().skip(1).chain(back);
                links.extend(cells.iter().zip(next).map(|(a, b)| (*a, *b, *role)));
            }
            _ => {}
        }
    }
    links.retain(|(from, to, _)| from.distance(*to) == 1);
    links
}

fn printed(tile: &Tile) -> String {
    match tile.brackets {
        Some((open, close, _)) => format!("{open}{}{close}", tile.text),
        None => tile.text.clone(),
    }
}

fn tile_piece(cell: Cell, tile: &Tile, half: i32, rise: i32, theme: Option<&Theme>) -> Piece {
    let text = printed(tile);
    let length = text.chars().count() as i32;
    let column = half * (2 * cell.q + cell.r) - length / 2;
    let line_like = is_free(tile.role)
        || matches!(tile.role, Role::Loop | Role::Image | Role::Fence | Role::Broken);
    let main = theme.map(|theme| theme.colour(tile.role));
    let (ink, paper) = if line_like { (main, None) } else { (main.map(Colour::contrast), main) };
    let ink = match (tile.brackets, theme) {
        (Some((_, _, role)), Some(theme)) => Some(theme.colour(role)),
        _ => ink,
    };
    Piece { line: rise * cell.r, column, text, ink, paper }
}

fn link_piece(
    from: Cell,
    to: Cell,
    role: Role,
    half: i32,
    rise: i32,
    theme: Option<&Theme>,
) -> Piece {
    let sum = from + to;
    let step = to - from;
    let sign = match (role, step.r, step.q) {
        (Role::EqualPair, ..) => '=',
        (Role::SpareSupport, ..) => '~',
        (_, 0, _) => '-',
        (_, _, 0) => '\\',
        _ => '/',
    };
    let column = half * (2 * sum.q + sum.r) / 2;
    let line = rise * sum.r / 2;
    let ink = theme.map(|theme| theme.colour(role));
    Piece { line, column, text: sign.to_string(), ink, paper: None }
}

/// Straight lines as dots and spots as plus signs, wherever nothing else stands. Threads are left
/// out: many lines of dots would only be noise.
fn strokes(scene: &Scene, half: i32, rise: i32, theme: Option<&Theme>) -> Vec<Piece> {
    let place = |point: Point| (rise * point.r / 6, half * (2 * point.q + point.r) / 6);
    let mut pieces = Vec::new();
    for mark in &scene.marks {
        let ink = theme.map(|theme| theme.colour(mark.role()));
        let mut dot = |(line, column): (i32, i32), text: &str| {
            pieces.push(Piece { line, column, text: text.to_owned(), ink, paper: None });
        };
        match mark {
            Mark::Spot { at, .. } => dot(place(*at), "+"),
            Mark::Stroke { role: Role::Thread, .. } => {}
            Mark::Stroke { from, to, .. } => {
                let (start, end) = (place(*from), place(*to));
                let count = (end.0 - start.0).abs().max((end.1 - start.1).abs() / half).max(1);
                for step in 0..=count {
                    let part = |a: i32, b: i32| a + (b - a) * step / count;
                    dot((part(start.0, end.0), part(start.1, end.1)), ":");
                }
            }
            _ => {}
        }
    }
    pieces
}

/// Puts the pieces in order and fills the gaps with blanks.
fn compose(mut pieces: Vec<Piece>) -> String {
    remove_overlaps(&mut pieces);
    pieces.sort_by_key(|piece| (piece.line, piece.column));
    let left = pieces.iter().map(|piece| piece.column).min().unwrap_or(0);
    let mut text = String::new();
    let (mut line, mut column) = (pieces.first().map_or(0, |piece| piece.line), left);
    for piece in &pieces {
        while line < piece.line {
            text.push('\n');
            line += 1;
            column = left;
        }
        while column < piece.column {
            text.push(' ');
            column += 1;
        }
        text.push_str(&painted(piece));
        column += piece.text.chars().count() as i32;
    }
    text.push('\n');
    text
}

/// Removes pieces that overlap an earlier one.
fn remove_overlaps(pieces: &mut Vec<Piece>) {
    let mut taken = BTreeSet::new();
    pieces.retain(|piece| {
        let width = piece.text.chars().count() as i32;
        let places = || (piece.column..piece.column + width).map(|column| (piece.line, column));
        let free = places().all(|place| !taken.contains(&place));
        taken.extend(places().filter(|_| free));
        free
    });
}

/// The piece between escape sequences for its colours, if it has any.
fn painted(piece: &Piece) -> String {
    let code = |plane: u8, colour: Colour| format!("\x1b[{plane};5;{}m", palette(colour));
    let ink = piece.ink.map(|ink| code(38, ink)).unwrap_or_default();
    let paper = piece.paper.map(|paper| code(48, paper)).unwrap_or_default();
    if ink.is_empty() && paper.is_empty() {
        return piece.text.clone();
    }
    format!("{paper}{ink}{}\x1b[0m", piece.text)
}

/// The nearest colour of the 6×6×6 cube, or of the grey ramp, of a 256-colour terminal.
fn palette(colour: Colour) -> u8 {
    let Colour(red, green, blue) = colour;
    let spread = red.max(green).max(blue) - red.min(green).min(blue);
    if spread < 8 {
        return match red {
            0..4 => 16,
            247.. => 231,
            grey => 232 + ((u16::from(grey) - 4) / 10).min(23) as u8,
        };
    }
    let level = |channel: u8| match channel {
        0..48 => 0,
        48..115 => 1,
        _ => (channel - 35) / 40,
    };
    16 + 36 * level(red) + 6 * level(green) + level(blue)
}
