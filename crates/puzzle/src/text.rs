//! Text format of all families: a header line, the rows of the hexagon, and optionally a solution.
//!
//! Parsing is lazy: a document is split into lines first, and a line into tokens only on demand. So
//! an absurd text is refused before it costs memory. Families give tokens their meaning; this module
//! knows none of them.

use std::fmt;

use crate::hex::{Hexagon, MAX_ORDER};
use crate::text_error::{ErrorCode, Span, TextError};

/// Shortens a piece of a text for an error message and makes it printable.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(24).flat_map(char::escape_debug).collect();
    if text.chars().nth(24).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}

/// A word of a line with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// The word.
    pub text: &'a str,
    /// Its place.
    pub span: Span,
}

impl Token<'_> {
    /// An error about this word.
    pub fn error(
        &self,
        code: ErrorCode,
        message: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> TextError {
        TextError::new(code, self.span, message, expected)
    }

    /// The word as an integer in a range.
    ///
    /// # Errors
    /// If it is not an integer, or not in the range.
    pub fn integer(&self, what: &str, least: i64, most: i64) -> Result<i64, TextError> {
        let expected = || format!("an integer from {least} to {most}");
        let digits = self.text.strip_prefix(['-', '+']).unwrap_or(self.text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("{} is not {what}", quoted(self.text));
            return Err(self.error(ErrorCode::Token, message, expected()));
        }
        match self.text.parse::<i64>() {
            Ok(value) if (least..=most).contains(&value) => Ok(value),
            _ => {
                let message = format!("{} is out of range for {what}", quoted(self.text));
                Err(self.error(ErrorCode::Number, message, expected()))
            }
        }
    }
}

/// A line with content, comments and surrounding blanks removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    text: &'a str,
    span: Span,
}

impl<'a> Line<'a> {
    /// The line's words, one after the other.
    pub fn tokens(&self) -> impl Iterator<Item = Token<'a>> + use<'a> {
        let (line, mut rest) = (*self, self.text);
        let mut span = Span { length: 0, ..line.span };
        std::iter::from_fn(move || {
            let blanks = rest.len() - rest.trim_start().len();
            span.column += rest[..blanks].chars().count();
            span.offset += blanks;
            rest = &rest[blanks..];
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let token = Token { text: &rest[..length], span: Span { length, ..span } };
            span.column += token.text.chars().count();
            span.offset += length;
            rest = &rest[length..];
            (length > 0).then_some(token)
        })
    }

    /// The whole content of the line.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The place of the whole content.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// The gap after the last word: where more was expected.
    #[must_use]
    pub fn end(&self) -> Span {
        Span {
            column: self.span.column + self.text.chars().count(),
            offset: self.span.offset + self.text.len(),
            length: 0,
            ..self.span
        }
    }
}

/// The lines of a text that have content.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut offset = 0;
    text.split_inclusive('\n').enumerate().filter_map(move |(number, raw)| {
        let start = offset;
        offset += raw.len();
        let content = raw.split('#').next().unwrap_or_default();
        let text = content.trim();
        let blanks = content.len() - content.trim_start().len();
        let column = 1 + content[..blanks].chars().count();
        let span = Span { line: number + 1, column, offset: start + blanks, length: text.len() };
        (!text.is_empty()).then_some(Line { text, span })
    })
}

/// The gap after the last visible character of a text: where more was expected.
#[must_use]
pub fn end_of(text: &str) -> Span {
    let text = text.trim_end();
    let last = text.rsplit('\n').next().unwrap_or_default();
    let line = text.matches('\n').count() + 1;
    Span { line, column: last.chars().count() + 1, offset: text.len(), length: 0 }
}

/// A `key=value` word of the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting<'a> {
    /// The key.
    pub key: &'a str,
    /// The value as a word with its place.
    pub value: Token<'a>,
    /// The whole word.
    pub token: Token<'a>,
}

/// The solution block: the lines after `solution`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<'a> {
    /// The lines with content.
    pub lines: Vec<Line<'a>>,
    /// The end of the block.
    pub end: Span,
}

impl<'a> Block<'a> {
    /// Reads a text that is a solution and nothing else; a first line `solution` may be there.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let mut lines: Vec<_> = lines(text).collect();
        if lines.first().is_some_and(|line| line.text == SOLUTION) {
            lines.remove(0);
        }
        Self { lines, end: end_of(text) }
    }

    /// The block as rows of a hexagon: every row there, with the right number of words.
    ///
    /// # Errors
    /// If rows or cells are missing or too many.
    pub fn rows(&self, hexagon: &Hexagon) -> Result<Vec<Token<'a>>, TextError> {
        if let Some(extra) = self.lines.get(hexagon.row_count()) {
            return Err(too_many_rows(hexagon, *extra, "the end of the solution"));
        }
        read_rows(hexagon, &self.lines, self.end)
    }
}

/// The word that opens a solution.
pub const SOLUTION: &str = "solution";

/// A text, cut into its parts, its shape checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document<'a> {
    /// The family's name as written.
    pub family: Token<'a>,
    /// The order as written.
    pub order: Option<Token<'a>>,
    /// The settings in the order written.
    pub settings: Vec<Setting<'a>>,
    /// The lines between header and solution.
    pub body: Vec<Line<'a>>,
    /// The end of the body.
    pub body_end: Span,
    /// The solution, if there is one.
    pub solution: Option<Block<'a>>,
}

impl<'a> Document<'a> {
    /// Cuts a text into its parts. Only the header's form is checked here.
    ///
    /// # Errors
    /// If the text is empty or its header malformed.
    pub fn parse(text: &'a str) -> Result<Self, TextError> {
        let mut lines = lines(text);
        let header = lines.next().ok_or_else(|| {
            let expected = "a header line such as `magic 3`";
            TextError::new(ErrorCode::Empty, end_of(text), "the text is empty", expected)
        })?;
        let mut words = header.tokens();
        let family = words.next().expect("a line has content");
        let mut words = words.peekable();
        let order = words.next_if(|word| !word.text.contains('='));
        let settings = words.map(setting).collect::<Result<_, _>>()?;
        let mut body: Vec<Line<'_>> = lines.collect();
        let cut = body.iter().position(|line| line.text == SOLUTION);
        let body_end = cut.map_or_else(|| end_of(text), |at| body[at].span);
        let solution = cut.map(|at| {
            let lines = body.split_off(at)[1..].to_vec();
            Block { lines, end: end_of(text) }
        });
        Ok(Self { family, order, settings, body, body_end, solution })
    }

    /// The order, checked against a family's range.
    ///
    /// # Errors
    /// If it is missing, not a number, or out of range.
    pub fn order(&self, least: usize) -> Result<usize, TextError> {
        let name = self.family.text;
        let Some(word) = self.order else {
            let span = Span {
                length: 0,
                offset: self.family.span.offset + name.len(),
                ..self.family.span
            };
            let span = Span { column: span.column + name.chars().count(), ..span };
            let expected = format!("`{name} N` with N from {least} to {MAX_ORDER}");
            return Err(TextError::new(ErrorCode::Order, span, "the order is missing", expected));
        };
        word.integer("an order", least as i64, MAX_ORDER as i64)
            .map(|order| order as usize)
            .map_err(|error| TextError { code: ErrorCode::Order, ..error })
    }

    /// The tokens of the board's rows, in index order, after checking that every row is there
    /// with the right number of cells.
    ///
    /// # Errors
    /// If rows or cells are missing or too many.
    pub fn rows(&self, hexagon: &Hexagon) -> Result<Vec<Token<'a>>, TextError> {
        if let Some(extra) = self.body.get(hexagon.row_count()) {
            return Err(too_many_rows(hexagon, *extra, "`solution` or the end of the text"));
        }
        read_rows(hexagon, &self.body, self.body_end)
    }

    /// The value of a setting, if it is there.
    #[must_use]
    pub fn setting(&self, key: &str) -> Option<Token<'a>> {
        self.settings.iter().find(|setting| setting.key == key).map(|setting| setting.value)
    }

    /// Refuses settings that the family does not know, and any written twice.
    ///
    /// # Errors
    /// At the first such setting.
    pub fn allow_settings(&self, known: &[&str]) -> Result<(), TextError> {
        let expected = || match known {
            [] => "no settings: this family has none".to_owned(),
            _ => format!("one of: {}", known.join(", ")),
        };
        for (index, setting) in self.settings.iter().enumerate() {
            let name = quoted(setting.key);
            if !known.contains(&setting.key) {
                let message = format!("unknown setting {name}");
                return Err(setting.token.error(ErrorCode::Setting, message, expected()));
            }
            if self.settings[..index].iter().any(|earlier| earlier.key == setting.key) {
                let message = format!("the setting {name} is written twice");
                return Err(setting.token.error(ErrorCode::Setting, message, "each setting once"));
            }
        }
        Ok(())
    }
}

fn setting(token: Token<'_>) -> Result<Setting<'_>, TextError> {
    let Some((key, value)) = token.text.split_once('=') else {
        let message = format!("{} is not a setting", quoted(token.text));
        return Err(token.error(ErrorCode::Header, message, "`key=value`"));
    };
    let skip = key.len() + 1;
    let column = token.span.column + key.chars().count() + 1;
    let span = Span { column, offset: token.span.offset + skip, length: value.len(), ..token.span };
    Ok(Setting { key, value: Token { text: value, span }, token })
}

fn too_many_rows(hexagon: &Hexagon, extra: Line<'_>, expected: &str) -> TextError {
    let message = format!("too many rows: order {} has {}", hexagon.order(), hexagon.row_count());
    TextError::new(ErrorCode::Rows, extra.span, message, expected)
}

fn read_rows<'a>(
    hexagon: &Hexagon,
    lines: &[Line<'a>],
    end: Span,
) -> Result<Vec<Token<'a>>, TextError> {
    let mut tokens = Vec::with_capacity(hexagon.len());
    for y in 0..hexagon.row_count() {
        let Some(line) = lines.get(y) else {
            let (rows, order) = (hexagon.row_count(), hexagon.order());
            let message = format!("the board ends after {y} rows; order {order} has {rows}");
            let expected = format!("row {} with {} cells", y + 1, hexagon.row(y).len());
            return Err(TextError::new(ErrorCode::Rows, end, message, expected));
        };
        read_row(line, y, hexagon.row(y).len(), &mut tokens)?;
    }
    Ok(tokens)
}

fn read_row<'a>(
    line: &Line<'a>,
    y: usize,
    cells: usize,
    tokens: &mut Vec<Token<'a>>,
) -> Result<(), TextError> {
    let before = tokens.len();
    let expected = format!("{cells} cells in row {}", y + 1);
    for token in line.tokens() {
        if tokens.len() - before == cells {
            let message = format!("row {} has too many cells", y + 1);
            return Err(token.error(ErrorCode::Rows, message, expected));
        }
        tokens.push(token);
    }
    let found = tokens.len() - before;
    if found < cells {
        let message = format!("row {} has only {found} of {cells} cells", y + 1);
        return Err(TextError::new(ErrorCode::Rows, line.end(), message, expected));
    }
    Ok(())
}

/// The token of an undecided cell, in the families that have one.
pub const UNDECIDED: &str = "?";

/// The rows of a board on which nothing is decided.
#[must_use]
pub fn blank_rows(hexagon: &Hexagon) -> String {
    print_rows(hexagon, &vec![UNDECIDED; hexagon.len()])
}

/// The rows of a board as text, with right-aligned columns. Each row is indented by half a cell per
/// row from the middle, so the board looks like a hexagon.
#[must_use]
pub fn print_rows<T: fmt::Display>(hexagon: &Hexagon, values: &[T]) -> String {
    let words: Vec<String> = values.iter().map(T::to_string).collect();
    // A cell is `width` characters and a blank; it must be even, for half of it is the indent.
    let width = words.iter().map(String::len).max().unwrap_or(1) | 1;
    let half = width.div_ceil(2);
    let mut text = String::new();
    for y in 0..hexagon.row_count() {
        let indent = half * y.abs_diff(hexagon.order() - 1);
        let row: Vec<_> =
            words[hexagon.row(y)].iter().map(|word| format!("{word:>width$}")).collect();
        let line = format!("{:indent$}{}", "", row.join(" "));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
