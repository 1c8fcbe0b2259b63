//! Fences: place straight fences at posts and find a symmetric closed loop in the remaining cells.
//!
//! Up to six fences start at each post, and their lengths add up to its number. The loop passes
//! through all six coloured regions. The quoted answer is the product of the loop's cell counts in
//! the regions.
//!
//! `rules` has the rules and `curve` the analysis of the loop; no engine shares them. `picture` draws
//! the board and `fold` the overlay of the loop with its image.

mod curve;
mod fold;
mod picture;
mod rules;
mod stroke;

use crate::editing::{Answer, Palette, words};
use crate::family::{About, Family, Goal, Objective, Term, View, Violation};
use crate::hex::{Cell, Direction, Hexagon, Isometry, Symmetry};
use crate::scene::Scene;
use crate::text::{Block, Document, Line, Token, print_rows, quoted};
use crate::text_error::{ErrorCode, TextError};

pub use curve::{Analysis, REGIONS, region, symmetries};

/// The family.
#[derive(Debug)]
pub struct Fences;

/// Which turns the loop may make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turns {
    /// Corners of 120° only.
    Wide,
    /// Sharp corners of 60° as well.
    Any,
}

/// Which symmetry the loop must have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// A rotation or a mirror, about any centre or axis.
    Any,
    /// A rotation.
    Rotation,
    /// A mirror.
    Mirror,
    /// No symmetry is required.
    None,
}

impl Wanted {
    /// Whether a symmetry is of the wanted kind.
    const fn accepts(self, map: Isometry) -> bool {
        match self {
            Self::Any | Self::None => true,
            Self::Rotation => !map.linear.is_reflection(),
            Self::Mirror => map.linear.is_reflection(),
        }
    }
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The board.
    pub hexagon: Hexagon,
    /// The posts: cell index and number, in index order.
    pub posts: Vec<(usize, u32)>,
    /// Which turns are allowed.
    pub turns: Turns,
    /// Which symmetry is asked for.
    pub symmetry: Wanted,
}

/// Six lengths, in the order of [`Direction::ALL`]; `None` is undecided.
pub type Lengths = [Option<u32>; 6];

/// The fences and the loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The fences of each post, in the order of the instance's posts; `None` if a post is missing.
    pub fences: Vec<Option<Lengths>>,
    /// The loop's cells in order, from the least one on.
    pub curve: Curve,
}

/// The loop of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Curve {
    /// The solution has no loop.
    Missing,
    /// The loop is not decided yet.
    Undecided,
    /// Its cells, the first not repeated.
    Cells(Vec<Cell>),
}

impl Curve {
    /// The cells, if there are any.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Cells(cells) => cells,
            Self::Missing | Self::Undecided => &[],
        }
    }
}

/// The largest number and the largest length that can be written.
const LARGEST: i64 = 9999;

const TURNS: &[(&str, Turns)] = &[("wide", Turns::Wide), ("any", Turns::Any)];
const SYMMETRY: &[(&str, Wanted)] = &[
    ("any", Wanted::Any),
    ("rotation", Wanted::Rotation),
    ("mirror", Wanted::Mirror),
    ("none", Wanted::None),
];

/// Parses a setting with a few possible values; the first is the default.
fn choice<T: Copy>(
    document: &Document<'_>,
    key: &str,
    choices: &[(&str, T)],
) -> Result<T, TextError> {
    let Some(word) = document.setting(key) else { return Ok(choices[0].1) };
    let found = choices.iter().find(|(name, _)| *name == word.text);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        let message = format!("unknown {key} {}", quoted(word.text));
        word.error(ErrorCode::Setting, message, format!("one of: {}", names.join(", ")))
    })
}

/// Prints a setting, unless it has its default.
fn print_choice<T: Copy + PartialEq>(key: &str, choices: &[(&str, T)], value: T) -> String {
    let usual = choices[0].1 == value;
    let name = choices.iter().find(|(_, choice)| *choice == value).map(|(name, _)| *name);
    name.filter(|_| !usual).map_or_else(String::new, |name| format!(" {key}={name}"))
}

/// The number of a post; the error also mentions the token of a free cell.
fn number(token: &Token<'_>) -> Result<u32, TextError> {
    let number = token.integer("a post's number", 1, LARGEST).map_err(|error| {
        let expected = format!("`.` or {}", error.expected);
        TextError { expected, ..error }
    })?;
    Ok(number as u32)
}

fn malformed(token: &Token<'_>, message: String, expected: &str) -> TextError {
    token.error(ErrorCode::Solution, message, expected)
}

fn cell(token: &Token<'_>) -> Result<Cell, TextError> {
    let message = format!("{} is not a cell", quoted(token.text));
    token.text.parse().map_err(|_| malformed(token, message, "`q,r`, as in -2,1"))
}

/// The rest of a line `post q,r E NE NW W SW SE`.
fn post_line(
    instance: &Instance,
    line: &Line<'_>,
    fences: &mut [Option<Lengths>],
) -> Result<(), TextError> {
    let short = || {
        let message = "the line ends too early";
        let expected = "`post q,r E NE NW W SW SE` with six lengths";
        TextError::new(ErrorCode::Solution, line.end(), message, expected)
    };
    let mut words = line.tokens().skip(1);
    let word = words.next().ok_or_else(short)?;
    let at = cell(&word)?;
    let index = instance.hexagon.index(at);
    let place = |index: usize| instance.posts.binary_search_by_key(&index, |&(post, _)| post).ok();
    let post = index.and_then(place).ok_or_else(|| {
        malformed(&word, format!("there is no post at {at}"), "a cell that holds a post")
    })?;
    if fences[post].is_some() {
        return Err(malformed(&word, format!("the post {at} occurs twice"), "every post once"));
    }
    let mut lengths = [None; 6];
    for length in &mut lengths {
        let word = words.next().ok_or_else(short)?;
        *length = match word.text {
            "?" => None,
            _ => Some(word.integer("a length", 0, LARGEST)? as u32),
        };
    }
    if let Some(extra) = words.next() {
        let message = format!("unexpected {} after six lengths", quoted(extra.text));
        return Err(malformed(&extra, message, "the end of the line"));
    }
    fences[post] = Some(lengths);
    Ok(())
}

/// The rest of a line `loop q,r q,r …` or `loop ?`.
fn loop_line(instance: &Instance, line: &Line<'_>) -> Result<Curve, TextError> {
    // A loop that crosses itself is parsed and judged; a far longer one is refused to save memory.
    let most = 2 * instance.hexagon.len();
    let words: Vec<Token<'_>> = line.tokens().skip(1).take(most + 1).collect();
    if let Some(extra) = words.get(most) {
        let message = format!("the loop has more than {most} cells, twice those of the board");
        return Err(malformed(extra, message, "every cell of the loop once"));
    }
    match &words[..] {
        [] => {
            let expected = "`loop q,r q,r …`, or `loop ?` while it is undecided";
            let message = "the loop has no cells";
            Err(TextError::new(ErrorCode::Solution, line.end(), message, expected))
        }
        [only] if only.text == "?" => Ok(Curve::Undecided),
        _ => {
            let cells = words.iter().map(cell).collect::<Result<Vec<Cell>, _>>()?;
            Ok(Curve::Cells(canonical_loop(&instance.hexagon, &cells)))
        }
    }
}

/// The same loop from its least cell towards its lesser neighbour. A loop that leaves the board stays as it is: it is
/// broken, and its text shows where.
fn canonical_loop(hexagon: &Hexagon, cells: &[Cell]) -> Vec<Cell> {
    let places: Option<Vec<usize>> = cells.iter().map(|&cell| hexagon.index(cell)).collect();
    let Some(mut places) = places else { return cells.to_vec() };
    let least = (0..places.len()).min_by_key(|&at| places[at]).unwrap_or(0);
    places.rotate_left(least);
    if places.len() > 2 && places[1] > places[places.len() - 1] {
        places[1..].reverse();
    }
    places.into_iter().map(|place| hexagon.cell(place)).collect()
}

impl Family for Fences {
    type Instance = Instance;
    type Solution = Solution;

    const ABOUT: About = About {
        name: "fences",
        description: "Fences: straight fences from posts leave room for a symmetric loop",
        explanation: &[
            "From each post, fences run in straight lines, at most one in each of the six directions. Their lengths add up to the number of the post.",
            "No two fences share a cell, and none runs over a post.",
            "Then draw a closed loop through free cells. It turns gently, visits all six coloured regions, and is symmetric: a rotation or a reflection keeps it.",
            "The answer is the product of the numbers of its cells in the six regions.",
        ],
        objective: Some("answer"),
        least_order: 2,
        tokens: &[
            Term { word: ".", meaning: "a free cell" },
            Term { word: "number", meaning: "a post with that total length of fences" },
        ],
        solution: "a line `post q,r E NE NW W SW SE` per post, then `loop q,r q,r …`",
        answer: Answer::Strokes,
        settings: &[
            Term { word: "turns", meaning: "any: sharp corners are allowed; wide if absent" },
            Term {
                word: "symmetry",
                meaning: "rotation, mirror or none: what the loop needs; any if absent",
            },
        ],
        rules: &[
            Term { word: "missing", meaning: "a post or the loop is missing" },
            Term { word: "total", meaning: "a post's fences do not add up to its number" },
            Term { word: "outside", meaning: "a fence leaves the board" },
            Term { word: "crossing", meaning: "two posts claim the same cell" },
            Term { word: "loop-outside", meaning: "the loop leaves the board" },
            Term { word: "jump", meaning: "two cells in a row of the loop are not neighbours" },
            Term { word: "repeat", meaning: "the loop visits a cell twice" },
            Term { word: "turn", meaning: "the loop turns too sharply" },
            Term { word: "occupied", meaning: "the loop runs over a post or a fence" },
            Term { word: "region", meaning: "the loop misses a region" },
            Term { word: "symmetry", meaning: "the loop lacks the symmetry asked for" },
        ],
        reasons: &[
            Term { word: "out-of-reach", meaning: "a number is above what its post can see" },
            Term { word: "full-region", meaning: "a region has no free cell for the loop" },
        ],
        views: picture::VIEWS,
    };
    /// The regions form a pinwheel, which a reflection would turn the other way.
    const SYMMETRIES: &'static [Symmetry] = Symmetry::ALL.split_at(6).0;

    fn goal(_: &Instance) -> Goal {
        Goal::Satisfy
    }

    fn parse(document: &Document<'_>) -> Result<Instance, TextError> {
        let hexagon = Hexagon::new(document.order(Self::ABOUT.least_order)?);
        let turns = choice(document, "turns", TURNS)?;
        let symmetry = choice(document, "symmetry", SYMMETRY)?;
        let mut posts = Vec::new();
        for (index, token) in document.rows(&hexagon)?.iter().enumerate() {
            if token.text != "." {
                posts.push((index, number(token)?));
            }
        }
        Ok(Instance { hexagon, posts, turns, symmetry })
    }

    fn print(instance: &Instance) -> String {
        let mut words = vec![".".to_owned(); instance.hexagon.len()];
        for &(index, number) in &instance.posts {
            words[index] = number.to_string();
        }
        let turns = print_choice("turns", TURNS, instance.turns);
        let symmetry = print_choice("symmetry", SYMMETRY, instance.symmetry);
        let rows = print_rows(&instance.hexagon, &words);
        format!("fences {}{turns}{symmetry}\n{rows}", instance.hexagon.order())
    }

    fn parse_solution(instance: &Instance, block: &Block<'_>) -> Result<Solution, TextError> {
        let mut fences = vec![None; instance.posts.len()];
        let mut curve = Curve::Missing;
        for line in &block.lines {
            let first = line.tokens().next().expect("a line has content");
            match first.text {
                "post" => post_line(instance, line, &mut fences)?,
                "loop" if curve == Curve::Missing => curve = loop_line(instance, line)?,
                "loop" => {
                    let message = "there is a second loop".to_owned();
                    return Err(malformed(&first, message, "one loop"));
                }
                word => {
                    let message = format!("unknown word {}", quoted(word));
                    return Err(malformed(&first, message, "`post` or `loop`"));
                }
            }
        }
        Ok(Solution { fences, curve })
    }

    fn print_solution(instance: &Instance, solution: &Solution) -> String {
        let mut text = String::new();
        for (&(index, _), lengths) in instance.posts.iter().zip(&solution.fences) {
            let Some(lengths) = lengths else { continue };
            let word =
                |length: &Option<u32>| length.map_or("?".to_owned(), |length| length.to_string());
            let words: Vec<String> = lengths.iter().map(word).collect();
            text.push_str(&format!("post {} {}\n", instance.hexagon.cell(index), words.join(" ")));
        }
        match &solution.curve {
            Curve::Missing => {}
            Curve::Undecided => text.push_str("loop ?\n"),
            Curve::Cells(cells) => {
                let words: Vec<String> = cells.iter().map(Cell::to_string).collect();
                text.push_str(&format!("loop {}\n", words.join(" ")));
            }
        }
        text
    }

    fn draft(_: &Instance) -> Option<Solution> {
        None
    }

    fn palette(_: &Instance) -> Palette {
        let puzzle = [".", "1..24"].map(words).concat();
        Palette { puzzle, ..Palette::default() }
    }

    fn stroke(
        instance: &Instance,
        solution: Option<&Solution>,
        cells: &[Cell],
    ) -> Option<Solution> {
        stroke::stroke(instance, solution, cells)
    }

    fn complete(_: &Instance, solution: &Solution) -> bool {
        let undecided = |lengths: &Lengths| lengths.iter().any(Option::is_none);
        let fences = solution.fences.iter().flatten();
        solution.curve != Curve::Undecided && !fences.into_iter().any(undecided)
    }

    fn violations(instance: &Instance, solution: &Solution) -> Vec<Violation> {
        rules::violations(instance, solution)
    }

    fn objective(_: &Instance, solution: &Solution) -> Option<Objective> {
        let analysis = Analysis::of(solution.curve.cells());
        let regions = REGIONS.into_iter().zip(analysis.counts);
        let symmetries =
            [("mirrors", analysis.mirrors().count()), ("rotations", analysis.rotations().count())];
        let number = |(name, count): (&'static str, usize)| (name, count as i128);
        let beside = regions.chain(symmetries).map(number).collect();
        Some(Objective { name: "answer", value: analysis.product, beside })
    }

    fn impossible(instance: &Instance) -> Option<Violation> {
        rules::impossible(instance)
    }

    fn transform(instance: &Instance, symmetry: Symmetry) -> Instance {
        let image = symmetry.permutation(&instance.hexagon);
        let mut posts: Vec<_> =
            instance.posts.iter().map(|&(index, number)| (image[index], number)).collect();
        posts.sort_unstable();
        Instance { posts, ..instance.clone() }
    }

    fn transform_solution(
        instance: &Instance,
        solution: &Solution,
        symmetry: Symmetry,
    ) -> Solution {
        let image = symmetry.permutation(&instance.hexagon);
        let turned = |lengths: &Lengths| {
            let mut turned = [None; 6];
            for direction in Direction::ALL {
                turned[symmetry.apply_direction(direction) as usize] = lengths[direction as usize];
            }
            turned
        };
        let mut posts: Vec<_> = instance
            .posts
            .iter()
            .zip(&solution.fences)
            .map(|(&(index, _), lengths)| (image[index], lengths.as_ref().map(turned)))
            .collect();
        posts.sort_unstable_by_key(|&(index, _)| index);
        let curve = match &solution.curve {
            Curve::Cells(cells) => {
                let image: Vec<Cell> = cells.iter().map(|&cell| symmetry.apply(cell)).collect();
                Curve::Cells(canonical_loop(&instance.hexagon, &image))
            }
            other => other.clone(),
        };
        Solution { fences: posts.into_iter().map(|(_, lengths)| lengths).collect(), curve }
    }

    fn scene(instance: &Instance, solution: Option<&Solution>, view: View) -> Scene {
        picture::scene(instance, solution, view)
    }
}
