//! Parser and printer of the classic Hexiom level file: the order, then one line per row.
//!
//! After the indentation each cell has two characters: a marker (blank, or `+` for a lock) and a value
//! (`.` or a digit). Files in circulation are irregular: CRLF or LF, trailing blanks, blank lines at
//! the end, and odd indentation. So the parser ignores indentation, but checks the step of two
//! characters between values.

use super::{Hexiom, Instance, Slot};
use crate::family::{Family, Format};
use crate::hex::{Hexagon, MAX_ORDER};
use crate::text::{Document, quoted};
use crate::text_error::{ErrorCode, Span, TextError};

pub(super) const FORMAT: Format = Format {
    name: "classic",
    description: "classic Hexiom level file: order, then two characters per slot",
    import,
    takes_board: false,
    export,
    separator: None,
};

/// A line of the file with its place, without line end and trailing blanks.
struct FileLine<'a> {
    text: &'a str,
    number: usize,
    offset: usize,
}

impl FileLine<'_> {
    /// The place of `length` bytes from byte `at` of the line.
    fn span(&self, at: usize, length: usize) -> Span {
        let column = self.text[..at].chars().count() + 1;
        Span { line: self.number, column, offset: self.offset + at, length }
    }

    fn error(&self, at: usize, message: String, expected: &str) -> TextError {
        let length = self.text[at..].chars().next().map_or(0, char::len_utf8);
        TextError::new(ErrorCode::Token, self.span(at, length), message, expected)
    }

    /// The slots of the row, with the byte at which each value stands.
    fn slots(&self) -> Result<Vec<(usize, Slot)>, TextError> {
        let mut slots: Vec<(usize, Slot)> = Vec::new();
        let mut at = 0;
        while at < self.text.len() {
            let rest = &self.text[at..];
            let lock = rest.starts_with('+');
            let value = at + usize::from(lock);
            if rest.starts_with(' ') {
                at += 1;
                continue;
            }
            let slot = self.slot(value, lock)?;
            if let Some(&(before, _)) = slots.last()
                && value != before + 2
            {
                let message =
                    format!("the value is {} characters after the last one", value - before);
                return Err(self.error(
                    value,
                    message,
                    "two characters per slot: marker and value",
                ));
            }
            slots.push((value, slot));
            at = value + 1;
        }
        Ok(slots)
    }

    fn slot(&self, at: usize, lock: bool) -> Result<Slot, TextError> {
        let expected = "`.` or a digit 0..6";
        let Some(value) = self.text[at..].chars().next().filter(|&value| value != ' ') else {
            return Err(self.error(at - 1, "`+` without a value".to_owned(), expected));
        };
        let slot = match (value, lock) {
            ('.', true) => Slot::Blocked,
            ('.', false) => Slot::Empty,
            ('0'..='6', true) => Slot::Fixed(value as u8 - b'0'),
            ('0'..='6', false) => Slot::Tile(value as u8 - b'0'),
            _ => {
                let message = format!("{} is not a slot", quoted(&value.to_string()));
                return Err(self.error(at, message, expected));
            }
        };
        Ok(slot)
    }
}

fn rows(text: &str) -> Vec<FileLine<'_>> {
    let mut offset = 0;
    let mut rows: Vec<FileLine<'_>> = Vec::new();
    for (index, raw) in text.split_inclusive('\n').enumerate() {
        let content = raw.trim_end_matches(['\n', '\r', ' ']);
        rows.push(FileLine { text: content, number: index + 1, offset });
        offset += raw.len();
    }
    while rows.last().is_some_and(|row| row.text.is_empty()) {
        rows.pop();
    }
    rows
}

fn order(first: Option<&FileLine<'_>>) -> Result<usize, TextError> {
    let expected = format!("the order, from 1 to {MAX_ORDER}");
    let Some(row) = first else {
        let span = Span { line: 1, column: 1, offset: 0, length: 0 };
        return Err(TextError::new(ErrorCode::Empty, span, "the file is empty", expected));
    };
    let word = row.text.trim();
    match word.parse::<usize>() {
        Ok(order) if (1..=MAX_ORDER).contains(&order) => Ok(order),
        _ => {
            let message = format!("{} is not an order", quoted(word));
            let span = row.span(0, row.text.len());
            Err(TextError::new(ErrorCode::Order, span, message, expected))
        }
    }
}

fn import(text: &str, _: Option<&str>) -> Result<Vec<String>, TextError> {
    let rows = rows(text);
    let hexagon = Hexagon::new(order(rows.first())?);
    let mut slots = Vec::with_capacity(hexagon.len());
    for y in 0..hexagon.row_count() {
        let wanted = hexagon.row(y).len();
        let expected = format!("{wanted} slots in row {}", y + 1);
        let Some(row) = rows.get(y + 1) else {
            let last = &rows[rows.len() - 1];
            let message = format!("the file ends after {y} of {} rows", hexagon.row_count());
            let span = last.span(last.text.len(), 0);
            return Err(TextError::new(ErrorCode::Rows, span, message, expected));
        };
        let found = row.slots()?;
        if found.len() != wanted {
            let message = format!("row {} has {} slots", y + 1, found.len());
            let at = found.get(wanted).map_or(row.text.len(), |&(at, _)| at);
            let span = row.span(at, row.text.len() - at);
            return Err(TextError::new(ErrorCode::Rows, span, message, expected));
        }
        slots.extend(found.into_iter().map(|(_, slot)| slot));
    }
    if let Some(extra) = rows.get(hexagon.row_count() + 1) {
        let message =
            format!("too many rows: order {} has {}", hexagon.order(), hexagon.row_count());
        let span = extra.span(0, extra.text.len());
        return Err(TextError::new(ErrorCode::Rows, span, message, "the end of the file"));
    }
    Ok(vec![Hexiom::print(&Instance { hexagon, slots })])
}

/// Writes the level; a solution, if there is one, takes the place of the start position.
fn export(text: &str) -> Result<String, String> {
    let read = || -> Result<_, TextError> {
        let document = Document::parse(text)?;
        let instance = Hexiom::parse(&document)?;
        let solution = document.solution.as_ref();
        let solution =
            solution.map(|block| Hexiom::parse_solution(&instance, block)).transpose()?;
        Ok((instance, solution))
    };
    let (instance, solution) = read().map_err(|error| error.to_string())?;
    let words: Vec<String> = match solution {
        Some(solution) if !Hexiom::complete(&instance, &solution) => {
            return Err("a classic level file cannot hold an undecided slot".to_owned());
        }
        Some(solution) => {
            let rows = Hexiom::print_solution(&instance, &solution);
            rows.split_whitespace().map(str::to_owned).collect()
        }
        None => instance.slots.iter().map(|slot| slot.word()).collect(),
    };
    let order = instance.hexagon.order();
    let mut file = format!("{order}\n");
    for y in 0..instance.hexagon.row_count() {
        let row: String =
            words[instance.hexagon.row(y)].iter().map(|word| format!("{word:>2}")).collect();
        let indent = y.abs_diff(order - 1);
        file.push_str(&format!("{:indent$}{row}\n", ""));
    }
    Ok(file)
}
