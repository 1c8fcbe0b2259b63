//! The contest's entry format: each row a parenthesised comma list, rows joined by commas,
//! several grids separated by `;`.

use super::{Instance, LARGEST, Neighbors};
use crate::family::{Family, Format, join};
use crate::hex::{Hexagon, MAX_ORDER};
use crate::text::{Block, Document, ErrorCode, Span, TextError, end_of};

pub(super) const FORMAT: Format = Format {
    name: "entry",
    description: "contest entry: (2,1),(3,4,2),(1,2); grids separated by ;",
    import,
    takes_board: false,
    export,
    separator: ";\n",
};

/// A number, a bracket, a comma or a semicolon, with its place.
struct Lexeme<'a> {
    text: &'a str,
    span: Span,
}

/// Cuts an entry into lexemes; blanks and line ends may stand anywhere between them.
fn lexemes(text: &str) -> Vec<Lexeme<'_>> {
    let mut lexemes = Vec::new();
    let (mut line, mut column, mut at) = (1, 1, 0);
    while let Some(first) = text[at..].chars().next() {
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let length = digits.max(first.len_utf8());
        if !first.is_whitespace() {
            let span = Span { line, column, offset: at, length };
            lexemes.push(Lexeme { text: &text[at..at + length], span });
        }
        (line, column) = match first {
            '\n' => (line + 1, 1),
            _ => (line, column + digits.max(1)),
        };
        at += length;
    }
    lexemes
}

/// Reads grids one after the other.
struct Reader<'a> {
    lexemes: Vec<Lexeme<'a>>,
    next: usize,
    end: Span,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lexemes.get(self.next).map(|lexeme| lexeme.text)
    }

    fn error(&self, expected: &str) -> TextError {
        let (span, found) = match self.lexemes.get(self.next) {
            Some(lexeme) => (lexeme.span, crate::text::quoted(lexeme.text)),
            None => (self.end, "the end of the entry".to_owned()),
        };
        TextError::new(ErrorCode::Token, span, format!("unexpected {found}"), expected)
    }

    fn accept(&mut self, wanted: &str) -> bool {
        let found = self.peek() == Some(wanted);
        self.next += usize::from(found);
        found
    }

    fn value(&mut self) -> Result<u8, TextError> {
        match self.peek().and_then(|text| text.parse::<u8>().ok()) {
            Some(value) if (1..=LARGEST).contains(&value) => {
                self.next += 1;
                Ok(value)
            }
            _ => Err(self.error("a value from 1 to 7")),
        }
    }

    fn row(&mut self) -> Result<Vec<u8>, TextError> {
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
    fn grid(&mut self) -> Result<String, TextError> {
        let start = self.lexemes.get(self.next).map_or(self.end, |lexeme| lexeme.span);
        let mut rows = vec![self.row()?];
        let order = rows[0].len();
        if order > MAX_ORDER {
            let message = format!("the first row has {order} cells");
            let expected = format!("an order from 1 to {MAX_ORDER}");
            return Err(TextError::new(ErrorCode::Order, start, message, expected));
        }
        let hexagon = Hexagon::new(order);
        for y in 1..hexagon.row_count() {
            let at = self.next;
            if !self.accept(",") {
                return Err(self.error(&format!("`,` and row {}", y + 1)));
            }
            let row = self.row()?;
            let (found, wanted) = (row.len(), hexagon.row(y).len());
            if found != wanted {
                let message = format!("row {} has {found} cells", y + 1);
                let expected = format!("{wanted} cells, since the first row has {order}");
                let span = self.lexemes[at + 1].span;
                return Err(TextError::new(ErrorCode::Rows, span, message, expected));
            }
            rows.push(row);
        }
        let solution = rows.concat().into_iter().map(Some).collect();
        let instance = Instance { givens: vec![None; hexagon.len()], hexagon };
        let board = Neighbors::print(&instance);
        Ok(join(&board, &Neighbors::print_solution(&instance, &solution)))
    }
}

fn import(text: &str, _: Option<&str>) -> Result<Vec<String>, TextError> {
    let mut reader = Reader { lexemes: lexemes(text), next: 0, end: end_of(text) };
    let mut grids = vec![reader.grid()?];
    while reader.accept(";") {
        if reader.peek().is_some() {
            grids.push(reader.grid()?);
        }
    }
    match reader.peek() {
        None => Ok(grids),
        Some(_) => Err(reader.error("`;` or the end of the entry")),
    }
}

fn export(text: &str) -> Result<String, String> {
    let read = || -> Result<_, TextError> {
        let document = Document::parse(text)?;
        let instance = Neighbors::parse(&document)?;
        let solution = match &document.solution {
            Some(block) => Neighbors::parse_solution(&instance, block)?,
            None => Neighbors::parse_solution(
                &instance,
                &Block { lines: document.body, end: document.body_end },
            )?,
        };
        Ok((instance, solution))
    };
    let (instance, solution) = read().map_err(|error| error.to_string())?;
    let values: Option<Vec<u8>> = solution.into_iter().collect();
    let values = values.ok_or("an entry needs a value in every cell")?;
    let row = |y: usize| {
        let row: Vec<String> = values[instance.hexagon.row(y)].iter().map(u8::to_string).collect();
        format!("({})", row.join(","))
    };
    Ok((0..instance.hexagon.row_count()).map(row).collect::<Vec<_>>().join(","))
}
