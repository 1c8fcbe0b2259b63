//! Scene description: a picture as a list of marks with roles, independent of any renderer.
//!
//! A family states the meaning of each mark, such as a fixed tile or a part of the loop. A theme maps
//! roles to colours and patterns, and a renderer draws them. Scenes hold no colour, no font and no
//! floating-point number.

use crate::hex::{Cell, Point};

/// The meaning of a mark. A theme has a style for every role.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Role {
    /// A cell whose value is not decided.
    Unknown,
    /// A cell whose value the puzzle gives.
    Given,
    /// A cell whose value a solution fills in.
    Filled,
    /// A cell with a value 1..=7 where the size of the value matters.
    Level(u8),
    /// A place where a tile could lie and none does.
    Slot,
    /// A place that stays empty for ever.
    Blocked,
    /// A tile that may be moved.
    Tile,
    /// A tile that may not be moved.
    FixedTile,
    /// The one empty cell of a sliding puzzle.
    Hole,
    /// A tile that has reached its home.
    Home,
    /// A tile that has not.
    Away,
    /// One of six regions, 0..=5.
    Region(u8),
    /// A cell that belongs to no region.
    Neutral,
    /// A fence post.
    Post,
    /// A fence.
    Fence,
    /// The loop.
    Loop,
    /// The axis of a mirror symmetry.
    Axis,
    /// The centre of a rotation.
    Pivot,
    /// The image of a part of the loop, below the loop.
    Image,
    /// A line from a place of the loop to its image, or from the centre to where arcs meet.
    Thread,
    /// Two neighbours with equal values.
    EqualPair,
    /// A neighbour that gives support which another neighbour gives already.
    SpareSupport,
    /// A line sum that is as it must be.
    Sum,
    /// A line sum that is wrong.
    WrongSum,
    /// A line sum that is not complete yet.
    OpenSum,
    /// A line whose sum is too large, and the sum: 1, 2 or 3 says how far.
    Over(u8),
    /// A line whose sum is too small, and the sum: 1, 2 or 3 says how far.
    Under(u8),
    /// A cell that the last move changed.
    Moved,
    /// A cell where a rule is broken.
    Broken,
    /// A cell in which a search tries every number.
    Tried,
    /// A cell whose number a search computes.
    Computed,
    /// A quantity that was measured.
    Measured,
    /// A quantity that was estimated from a part.
    Extrapolated,
}

/// One thing to be drawn. Marks are drawn in the order of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A filled hexagon.
    Hex {
        /// Which cell.
        at: Cell,
        /// Its meaning.
        role: Role,
    },
    /// An outline just inside a cell.
    Outline {
        /// Which cell.
        at: Cell,
        /// Its meaning.
        role: Role,
    },
    /// A short text.
    Text {
        /// The cell on which it is centred; it may lie outside the board.
        at: Cell,
        /// The text.
        text: String,
        /// The role of what it stands on.
        role: Role,
    },
    /// A short bond between two neighbours.
    Link {
        /// One cell.
        from: Cell,
        /// The other.
        to: Cell,
        /// Its meaning.
        role: Role,
    },
    /// A line through the centres of neighbouring cells.
    Path {
        /// The cells in order.
        cells: Vec<Cell>,
        /// Whether it returns to the first cell.
        closed: bool,
        /// Its meaning.
        role: Role,
    },
    /// A broad band along a straight line of cells, on which their texts can still be read.
    Band {
        /// The first cell.
        from: Cell,
        /// The last.
        to: Cell,
        /// Its meaning.
        role: Role,
    },
    /// A straight line between two points.
    Stroke {
        /// One end.
        from: Point,
        /// The other.
        to: Point,
        /// Its meaning.
        role: Role,
    },
    /// A small round spot.
    Spot {
        /// Its centre.
        at: Point,
        /// Its meaning.
        role: Role,
    },
}

impl Mark {
    /// The meaning of the mark.
    #[must_use]
    pub const fn role(&self) -> Role {
        match self {
            Self::Hex { role, .. }
            | Self::Outline { role, .. }
            | Self::Text { role, .. }
            | Self::Link { role, .. }
            | Self::Path { role, .. }
            | Self::Band { role, .. }
            | Self::Stroke { role, .. }
            | Self::Spot { role, .. } => *role,
        }
    }
}

/// What a legend shows beside its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Swatch {
    /// A cell with this text.
    Cell(String),
    /// A link.
    Link,
    /// A band.
    Band,
}

/// An entry of the legend: a swatch and what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendEntry {
    /// The kind of mark.
    pub swatch: Swatch,
    /// Its role.
    pub role: Role,
    /// What it means, in at most [`LegendEntry::LONGEST`] characters, so that it fits below the smallest boards.
    pub meaning: String,
}

impl LegendEntry {
    /// The most characters of a meaning.
    pub const LONGEST: usize = 30;
}

/// A picture: a title, the marks, and notes to be written below.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scene {
    /// The title, in a few words; if it is empty, none is drawn.
    pub title: String,
    /// The marks, those in front last.
    pub marks: Vec<Mark>,
    /// What marks mean that do not explain themselves, shown between picture and notes.
    pub legend: Vec<LegendEntry>,
    /// Sentences to be written below the picture.
    pub notes: Vec<String>,
    /// Curves below each other in the place of marks, where a view shows quantities and no board.
    pub curves: Vec<Curve>,
}

/// How a quantity changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    /// The name of the quantity.
    pub name: String,
    /// The label of the horizontal axis, in one word.
    pub along: &'static str,
    /// Its meaning.
    pub role: Role,
    /// Places from left to right and the values there.
    pub points: Vec<(u32, u32)>,
}

impl Scene {
    /// An empty picture with a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a cell.
    pub fn hex(&mut self, at: Cell, role: Role) {
        self.marks.push(Mark::Hex { at, role });
    }

    /// Adds a cell with a text on it.
    pub fn labelled(&mut self, at: Cell, role: Role, text: impl ToString) {
        self.hex(at, role);
        self.text(at, role, text);
    }

    /// Adds a text.
    pub fn text(&mut self, at: Cell, role: Role, text: impl ToString) {
        self.marks.push(Mark::Text { at, text: text.to_string(), role });
    }

    /// Adds an outline round a cell.
    pub fn outline(&mut self, at: Cell, role: Role) {
        self.marks.push(Mark::Outline { at, role });
    }

    /// The same cells with their names in the place of what is written on them.
    #[must_use]
    pub fn with_coordinates(mut self) -> Self {
        let cells = self.marks.iter().filter_map(|mark| match mark {
            &Mark::Hex { at, role } => Some((at, role)),
            _ => None,
        });
        let cells: Vec<(Cell, Role)> = cells.collect();
        self.marks.retain(|mark| matches!(mark, Mark::Hex { .. } | Mark::Outline { .. }));
        cells.into_iter().for_each(|(at, role)| self.text(at, role, format!("{},{}", at.q, at.r)));
        self.legend.clear();
        self.notes =
            vec!["q,r: a step to the right adds 1,0, a step down to the right 0,1".to_owned()];
        self
    }

    /// Adds an entry to the legend, unless it is there.
    pub fn explain(&mut self, swatch: Swatch, role: Role, meaning: impl Into<String>) {
        if !self.legend.iter().any(|entry| entry.role == role) {
            self.legend.push(LegendEntry { swatch, role, meaning: meaning.into() });
        }
    }

    /// Adds a sentence below the picture.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}
