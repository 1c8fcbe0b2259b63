//! Boards and their text: what a cell holds, the instance, tokens and links.
//!
//! `rikudo 3 links=0,0/1,0` is a header; the rows hold `?` for an open cell, `.` for a hole, or a number. A solution
//! is written as the rows again. Equal instances have equal values here, and so print the same.

use std::fmt;

use sixfold_puzzle::hex::{Cell, Hexagon, MAX_ORDER};
use sixfold_puzzle::text::{Document, Token, UNDECIDED, quoted};
use sixfold_puzzle::{ErrorCode, TextError};

/// What a cell holds, in an instance and in a solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Content {
    /// The path does not pass here.
    Hole,
    /// Undecided.
    Open,
    /// A number of the path.
    Number(usize),
}

/// Two linked cells by index, the smaller index first.
pub type Link = (usize, usize);

/// A board with some numbers and some links given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The board.
    pub hexagon: Hexagon,
    /// Holes and givens by cell index.
    pub contents: Vec<Content>,
    /// The links, sorted and without repetition: so equal instances print the same.
    pub links: Vec<Link>,
}

/// The contents by cell index.
pub type Solution = Vec<Content>;

/// The token of a hole.
const HOLE: &str = ".";
/// The setting that lists the links.
pub(crate) const LINKS: &str = "links";

impl Instance {
    /// The last number of the path: n.
    #[must_use]
    pub fn last(&self) -> usize {
        self.path_cells().count()
    }

    /// The cells of the path, by index: all but the holes.
    pub fn path_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.contents.len()).filter(|&cell| self.contents[cell] != Content::Hole)
    }

    /// The neighbours of a cell that are not holes.
    pub fn path_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.hexagon.neighbours(cell).filter(|&next| self.contents[next] != Content::Hole)
    }
}

/// The token of the content.
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hole => f.write_str(HOLE),
            Self::Open => f.write_str(UNDECIDED),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

impl Content {
    /// Reads a token. Whether a number fits on the board is a question of the rules.
    pub(crate) fn parse(token: &Token<'_>) -> Result<Self, TextError> {
        let largest = Hexagon::size_of_order(MAX_ORDER) as i64;
        let expected =
            |error| TextError { expected: "`?`, `.` or a number from 1".into(), ..error };
        match token.text {
            HOLE => Ok(Self::Hole),
            UNDECIDED => Ok(Self::Open),
            _ => token
                .integer("a number", 1, largest)
                .map(|number| Self::Number(number as usize))
                .map_err(expected),
        }
    }
}

/// A link in its one form.
pub(crate) fn link(a: usize, b: usize) -> Link {
    (a.min(b), a.max(b))
}

/// Links in their one form: sorted, each once.
pub(crate) fn sorted(mut links: Vec<Link>) -> Vec<Link> {
    links.sort_unstable();
    links.dedup();
    links
}

/// Reads the links of a header.
pub(crate) fn parse_links(
    document: &Document<'_>,
    hexagon: &Hexagon,
    contents: &[Content],
) -> Result<Vec<Link>, TextError> {
    let Some(setting) = document.setting(LINKS) else { return Ok(Vec::new()) };
    let link = |text: &str| {
        parse_link(text, hexagon, contents).ok_or_else(|| {
            let message = format!("{} does not link two neighbouring cells", quoted(text));
            setting.error(ErrorCode::Setting, message, "`q,r/q,r`, several joined by `;`")
        })
    };
    setting.text.split(';').map(link).collect::<Result<_, _>>().map(sorted)
}

/// Reads a link `q,r/q,r` of two neighbouring cells, neither of them a hole.
fn parse_link(text: &str, hexagon: &Hexagon, contents: &[Content]) -> Option<Link> {
    let (one, other) = text.split_once('/')?;
    let (one, other): (Cell, Cell) = (one.parse().ok()?, other.parse().ok()?);
    let (a, b) = (hexagon.index(one)?, hexagon.index(other)?);
    let hole = contents[a] == Content::Hole || contents[b] == Content::Hole;
    (one.distance(other) == 1 && !hole).then(|| link(a, b))
}

/// Writes the links as a setting of the header, after a blank; nothing where there are none.
pub(crate) fn print_links(hexagon: &Hexagon, links: &[Link]) -> String {
    let link = |&(a, b): &Link| format!("{}/{}", hexagon.cell(a), hexagon.cell(b));
    match links {
        [] => String::new(),
        links => format!(" {LINKS}={}", links.iter().map(link).collect::<Vec<_>>().join(";")),
    }
}
