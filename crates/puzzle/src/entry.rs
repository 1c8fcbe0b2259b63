//! Parser and printer of the contest entry notation for boards with a number in every cell.
//!
//! Grammar: a row is a comma list in parentheses, rows are joined by commas, grids are separated by
//! `;`. Each family decides which numbers are valid and which instance a grid belongs to.

use crate::family::Family;
use crate::hex::{Hexagon, MAX_ORDER};
use crate::text::{Document, Token, end_of, quoted};
use crate::text_error::{ErrorCode, Span, TextError};

/// The separator of two grids.
pub(crate) const SEPARATOR: &str = ";\n";

/// One grid of an entry.
pub(crate) struct Grid<T> {
    /// Its shape.
    pub(crate) hexagon: Hexagon,
    /// Its numbers by cell index.
    pub(crate) values: Vec<T>,
    /// Their places in the text.
    pub(crate) places: Vec<Span>,
}

/// How many bytes the next lexeme has: an integer with its sign, or a single character.
fn lexeme_length(text: &str, first: char) -> usize {
    let sign = usize::from(first == '-');
    match text[sign..].bytes().take_while(u8::is_ascii_digit).count() {
        0 => first.len_utf8(),
        digits => sign + digits,
    }
}

/// Splits an entry into integers, parentheses, commas and semicolons. Blanks and line ends between
/// them are skipped.
fn lexemes(text: &str) -> Vec<Token<'_>> {
    let mut lexemes = Vec::new();
    let (mut line, mut column, mut at) = (1, 1, 0);
    while let Some(first) = text[at..].chars().next() {
        let length = lexeme_length(&text[at..], first);
        let word = &text[at..at + length];
        if !first.is_whitespace() {
            let span = Span { line, column, offset: at, length };
            lexemes.push(Token { text: word, span });
        }
        (line, column) = match first {
            '\n' => (line + 1, 1),
            _ => (line, column + word.chars().count()),
        };
        at += length;
    }
    lexemes
}

/// Recursive-descent parser of an entry.
struct EntryParser<'a, T> {
    lexemes: Vec<Token<'a>>,
    next: usize,
    end: Span,
    value: fn(&str) -> Option<T>,
    expected: &'a str,
}

impl<'a, T> EntryParser<'a, T> {
    fn peek(&self) -> Option<&'a str> {
        self.lexemes.get(self.next).map(|lexeme| lexeme.text)
    }

    fn place(&self) -> Span {
        self.lexemes.get(self.next).map_or(self.end, |lexeme| lexeme.span)
    }

    fn error(&self, expected: &str) -> TextError {
        let found = self.peek().map_or("the end of the entry".to_owned(), quoted);
        TextError::new(ErrorCode::Token, self.place(), format!("unexpected {found}"), expected)
    }

    fn accept(&mut self, wanted: &str) -> bool {
        let found = self.peek() == Some(wanted);
        self.next += usize::from(found);
        found
    }

    fn value(&mut self) -> Result<(T, Span), TextError> {
        let value = self.peek().and_then(self.value).ok_or_else(|| self.error(self.expected))?;
        let place = self.place();
        self.next += 1;
        Ok((value, place))
    }

    fn row(&mut self) -> Result<Vec<(T, Span)>, TextError> {
        if !self.accept("(") {
            return Err(self.error("`(` and a row"));
        }
        let mut row = vec![self.value()?];
        while self.accept(",") {
            row.push(self.value()?);
        }
        if !self.accept(")") {
            return Err(self.error("`,` and a value, or `)`"));
        }
        Ok(row)
    }

    /// The first row's length is the order; it says how long every other row must be.
    fn grid(&mut self) -> Result<Grid<T>, TextError> {
        let start = self.place();
        let mut cells = self.row()?;
        let order = cells.len();
        if order > MAX_ORDER {
            let message = format!("the first row has {order} cells");
            let expected = format!("an order from 1 to {MAX_ORDER}");
            return Err(TextError::new(ErrorCode::Order, start, message, expected));
        }
        let hexagon = Hexagon::new(order);
        for y in 1..hexagon.row_count() {
            cells.extend(self.next_row(&hexagon, y)?);
        }
        let (values, places) = cells.into_iter().unzip();
        Ok(Grid { hexagon, values, places })
    }

    fn next_row(&mut self, hexagon: &Hexagon, y: usize) -> Result<Vec<(T, Span)>, TextError> {
        if !self.accept(",") {
            return Err(self.error(&format!("`,` and row {}", y + 1)));
        }
        let start = self.place();
        let row = self.row()?;
        let (found, wanted) = (row.len(), hexagon.row(y).len());
        if found != wanted {
            let message = format!("row {} has {found} cells", y + 1);
            let expected = format!("{wanted} cells, since the first row has {}", hexagon.order());
            return Err(TextError::new(ErrorCode::Rows, start, message, expected));
        }
        Ok(row)
    }
}

/// Parses an entry. `value` converts a word to a value, and `expected` describes valid words in error
/// messages.
pub(crate) fn read<T>(
    text: &str,
    value: fn(&str) -> Option<T>,
    expected: &str,
) -> Result<Vec<Grid<T>>, TextError> {
    let mut parser =
        EntryParser { lexemes: lexemes(text), next: 0, end: end_of(text), value, expected };
    if parser.peek().is_none() {
        let message = "the entry is empty";
        return Err(TextError::new(ErrorCode::Empty, parser.end, message, "`(` and a row"));
    }
    let mut grids = vec![parser.grid()?];
    while parser.accept(";") {
        if parser.peek().is_some() {
            grids.push(parser.grid()?);
        }
    }
    match parser.peek() {
        None => Ok(grids),
        Some(_) => Err(parser.error("`;` or the end of the entry")),
    }
}

/// Writes the solution of a board, or its givens if it has none. `decided` has the value of each cell that has one.
pub(crate) fn write<F: Family, T: ToString>(
    text: &str,
    hexagon: fn(&F::Instance) -> &Hexagon,
    decided: fn(F::Solution) -> Vec<Option<T>>,
) -> Result<String, String> {
    let (instance, solution) = parse::<F>(text).map_err(|error| error.to_string())?;
    let values = decided(solution.ok_or("an entry needs a solution, and this text has none")?);
    let undecided = values.iter().filter(|value| value.is_none()).count();
    if undecided > 0 {
        let cells = values.len();
        return Err(format!(
            "an entry needs a complete board, but {undecided} of {cells} cells are undecided"
        ));
    }
    let hexagon = hexagon(&instance);
    let words: Vec<String> = values.iter().flatten().map(T::to_string).collect();
    let row = |y: usize| format!("({})", words[hexagon.row(y)].join(","));
    Ok((0..hexagon.row_count()).map(row).collect::<Vec<_>>().join(","))
}

fn parse<F: Family>(text: &str) -> Result<(F::Instance, Option<F::Solution>), TextError> {
    let document = Document::parse(text)?;
    let instance = F::parse(&document)?;
    let solution = match &document.solution {
        Some(block) => Some(F::parse_solution(&instance, block)?),
        None => F::draft(&instance),
    };
    Ok((instance, solution))
}
