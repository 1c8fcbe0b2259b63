//! Contest formats of Balto's Puzzle: entries and start files.
//!
//! An entry is a line of moves, optionally with the order in front (`6:1A2B`). A start file has the
//! plain rows of one or several boards.

use super::{Balto, Instance, Torus, moves, tiles};
use crate::family::{Family, Format, join};
use crate::hex::{Hexagon, MAX_ORDER};
use crate::text::{Block, Document, Line, Token, lines, quoted};
use crate::text_error::{ErrorCode, Span, TextError};

pub(super) const ENTRY: Format = Format {
    name: "entry",
    description: "contest entry: moves with the order in front, 6:1A2B...; entries separated by ;",
    import: import_entry,
    takes_board: true,
    export: export_entry,
    separator: Some(";\n"),
};

pub(super) const ROWS: Format = Format {
    name: "rows",
    description: "contest start file: the plain rows of one board after the other",
    import: import_rows,
    takes_board: false,
    export: export_rows,
    separator: Some("\n"),
};

/// The part of a token between two bytes.
fn part<'a>(token: &Token<'a>, from: usize, to: usize) -> Token<'a> {
    let column = token.span.column + token.text[..from].chars().count();
    let offset = token.span.offset + from;
    let span = Span { column, offset, length: to - from, ..token.span };
    Token { text: &token.text[from..to], span }
}

/// Splits tokens at every `;`.
fn entries(text: &str) -> Vec<Token<'_>> {
    let mut entries = Vec::new();
    for token in lines(text).flat_map(|line| line.tokens().collect::<Vec<_>>()) {
        let mut from = 0;
        for piece in token.text.split(';') {
            if !piece.is_empty() {
                entries.push(part(&token, from, from + piece.len()));
            }
            from += piece.len() + 1;
        }
    }
    entries
}

/// The board an entry belongs to: the one given, else the contest's of the order in front.
fn board(order: Option<Token<'_>>, given: Option<&str>, at: Span) -> Result<Instance, TextError> {
    let text = match (given, order) {
        (Some(given), _) => given.to_owned(),
        (None, Some(order)) => Balto::preset(order.text).ok_or_else(|| {
            let message = format!("there is no contest board of order {}", quoted(order.text));
            order.error(ErrorCode::Order, message, "an order from 3 to 27, or a board")
        })?,
        (None, None) => {
            let message = "the entry names no board";
            let expected = "the order in front, as in `6:1A2B`, or a board";
            return Err(TextError::new(ErrorCode::Header, at, message, expected));
        }
    };
    let instance = Balto::parse(&Document::parse(&text)?)?;
    match order {
        Some(order) if order.text != instance.hexagon().order().to_string() => {
            let message = format!("the entry is for order {}", quoted(order.text));
            let expected = format!("order {}, as the board", instance.hexagon().order());
            Err(order.error(ErrorCode::Order, message, expected))
        }
        _ => Ok(instance),
    }
}

fn import_entry(text: &str, given: Option<&str>) -> Result<Vec<String>, TextError> {
    let entries = entries(text);
    if entries.is_empty() {
        let span = Span { line: 1, column: 1, offset: 0, length: 0 };
        return Err(TextError::new(ErrorCode::Empty, span, "the entry is empty", "moves"));
    }
    let import = |entry: Token<'_>| {
        let (order, line) = match entry.text.find(':') {
            None => (None, entry),
            Some(colon) => {
                (Some(part(&entry, 0, colon)), part(&entry, colon + 1, entry.text.len()))
            }
        };
        let instance = board(order, given, entry.span)?;
        let solution = moves(&line)?;
        let text = Balto::print_solution(&instance, &solution);
        Ok(join(&Balto::print(&instance), &text))
    };
    entries.into_iter().map(import).collect()
}

fn export_entry(text: &str) -> Result<String, String> {
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let instance = Balto::parse(&document).map_err(|error| error.to_string())?;
    let block: &Block<'_> =
        document.solution.as_ref().ok_or("an entry needs a solution, and this text has none")?;
    let solution = Balto::parse_solution(&instance, block).map_err(|error| error.to_string())?;
    let moves = Balto::print_solution(&instance, &solution);
    Ok(format!("{}:{}", instance.hexagon().order(), moves.trim_end()))
}

/// The first row's length is the order of the board that starts there.
fn import_rows(text: &str, _: Option<&str>) -> Result<Vec<String>, TextError> {
    let lines: Vec<Line<'_>> = lines(text).collect();
    let end = lines.last().map_or(Span { line: 1, column: 1, ..Span::default() }, Line::end);
    if lines.is_empty() {
        return Err(TextError::new(ErrorCode::Empty, end, "the file is empty", "rows of numbers"));
    }
    let mut boards = Vec::new();
    let mut rest = &lines[..];
    while let Some(first) = rest.first() {
        let order = first.tokens().take(MAX_ORDER + 1).count();
        if !(Balto::ABOUT.least_order..=MAX_ORDER).contains(&order) {
            let message = format!("the first row of a board has {order} cells");
            let expected = format!("{} to {MAX_ORDER} cells", Balto::ABOUT.least_order);
            return Err(TextError::new(ErrorCode::Order, first.span(), message, expected));
        }
        let hexagon = Hexagon::new(order);
        let count = hexagon.row_count().min(rest.len());
        let block = Block { lines: rest[..count].to_vec(), end };
        let tiles = tiles(&hexagon, &block.rows(&hexagon)?)?;
        boards.push(Balto::print(&Instance { torus: Torus::new(hexagon), tiles }));
        rest = &rest[count..];
    }
    Ok(boards)
}

fn export_rows(text: &str) -> Result<String, String> {
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let instance = Balto::parse(&document).map_err(|error| error.to_string())?;
    let board = Balto::print(&instance);
    Ok(board.lines().skip(1).map(|line| format!("{}\n", line.trim_start())).collect())
}
