//! Hexiom: place the given tiles so that each tile's number is its count of neighbouring tiles.
//!
//! A bare digit of an instance is a tile to be placed anywhere. `+3` is a fixed tile, `+.` a slot that
//! stays empty. The set of occupied slots determines a solution, since it fixes the number of each
//! tile.

mod classic;

use crate::editing::{Answer, Palette, words};
use crate::family::{About, Family, Format, Goal, Objective, Term, View, Violation};
use crate::hex::{Hexagon, Symmetry};
use crate::scene::{Mark, Role, Scene, Swatch};
use crate::text::{Block, Document, Token, print_rows, quoted};
use crate::text_error::{ErrorCode, TextError};

/// The family.
#[derive(Debug)]
pub struct Hexiom;

/// A slot of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// Nothing, for the moment.
    Empty,
    /// A tile that will be moved.
    Tile(u8),
    /// A tile that stays.
    Fixed(u8),
    /// Nothing, for ever.
    Blocked,
}

/// A slot of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Not decided yet.
    Undecided,
    /// Nothing.
    Empty,
    /// A tile.
    Tile(u8),
}

/// A level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The board.
    pub hexagon: Hexagon,
    /// The slots by cell index.
    pub slots: Vec<Slot>,
}

/// The contents by cell index.
pub type Solution = Vec<Content>;

/// The largest number a tile can have.
pub const LARGEST: u8 = 6;

impl Slot {
    fn number(self) -> Option<u8> {
        match self {
            Self::Tile(number) | Self::Fixed(number) => Some(number),
            Self::Empty | Self::Blocked => None,
        }
    }

    /// The content that a lock forces in every solution.
    fn locked(self) -> Option<Content> {
        match self {
            Self::Fixed(number) => Some(Content::Tile(number)),
            Self::Blocked => Some(Content::Empty),
            Self::Empty | Self::Tile(_) => None,
        }
    }

    fn word(self) -> String {
        match self {
            Self::Empty => ".".to_owned(),
            Self::Blocked => "+.".to_owned(),
            Self::Tile(number) => number.to_string(),
            Self::Fixed(number) => format!("+{number}"),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let digit = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'6'] => Some(digit - b'0'),
            _ => None,
        };
        match text {
            "." => Some(Self::Empty),
            "+." => Some(Self::Blocked),
            _ => match text.strip_prefix('+') {
                Some(rest) => digit(rest).map(Self::Fixed),
                None => digit(text).map(Self::Tile),
            },
        }
    }
}

impl Instance {
    /// How many tiles there are of each number, fixed ones included.
    #[must_use]
    pub fn supply(&self) -> [usize; LARGEST as usize + 1] {
        tally(self.slots.iter().filter_map(|slot| slot.number()))
    }

    /// The neighbours of a slot that are not blocked.
    fn sight(&self, index: usize) -> usize {
        self.hexagon.neighbours(index).filter(|&next| self.slots[next] != Slot::Blocked).count()
    }

    fn lock_violations(&self, solution: &[Content]) -> Vec<Violation> {
        let changed = |index: usize| {
            let locked = self.slots[index].locked()?;
            let cell = self.hexagon.cell(index);
            let message = match locked {
                _ if locked == solution[index] => return None,
                Content::Tile(number) => format!("the fixed {number} at {cell} was moved"),
                _ => format!("the blocked slot {cell} holds a tile"),
            };
            Some(Violation::new("lock", vec![cell], message))
        };
        (0..solution.len()).filter_map(changed).collect()
    }

    /// A tile's count of neighbours, between what is occupied and what may yet be.
    fn count_violation(&self, solution: &[Content], index: usize) -> Option<Violation> {
        let Content::Tile(number) = solution[index] else { return None };
        let count = |wanted: fn(&Content) -> bool| {
            self.hexagon.neighbours(index).filter(|&next| wanted(&solution[next])).count()
        };
        let occupied = count(|content| matches!(content, Content::Tile(_)));
        let open = count(|content| matches!(content, Content::Undecided));
        let tiles = |count| format!("{count} {}", if count == 1 { "tile" } else { "tiles" });
        let wanted = usize::from(number);
        let cell = self.hexagon.cell(index);
        let message = if occupied > wanted || (open == 0 && occupied < wanted) {
            format!("the {number} at {cell} touches {}", tiles(occupied))
        } else if occupied + open < wanted {
            format!("the {number} at {cell} can touch no more than {}", tiles(occupied + open))
        } else {
            return None;
        };
        Some(Violation::new("count", vec![cell], message))
    }

    fn supply_violations(&self, solution: &[Content]) -> Vec<Violation> {
        let supply = self.supply();
        let placed = tally(solution.iter().filter_map(|content| match content {
            Content::Tile(number) => Some(*number),
            _ => None,
        }));
        let open = solution.iter().filter(|content| **content == Content::Undecided).count();
        let mut violations = Vec::new();
        for (number, (&placed, &supply)) in placed.iter().zip(&supply).enumerate() {
            if placed > supply || (open == 0 && placed < supply) {
                let message = format!("{placed} tiles show {number}, the level has {supply}");
                violations.push(Violation::new("supply", Vec::new(), message));
            }
        }
        let left: usize =
            supply.iter().zip(&placed).map(|(all, used)| all.saturating_sub(*used)).sum();
        if open > 0 && left > open {
            let message = format!("{left} tiles are left for {open} undecided slots");
            violations.push(Violation::new("supply", Vec::new(), message));
        }
        violations
    }
}

fn tally(numbers: impl Iterator<Item = u8>) -> [usize; LARGEST as usize + 1] {
    let mut tally = [0; LARGEST as usize + 1];
    numbers.for_each(|number| tally[usize::from(number)] += 1);
    tally
}

fn bad_token(token: &Token<'_>, expected: &str) -> TextError {
    let message = format!("{} is not a slot", quoted(token.text));
    token.error(ErrorCode::Token, message, expected)
}

/// Parses a slot of a solution. A lock of the level may be written with or without its `+`.
fn content(slot: Slot, token: &Token<'_>) -> Result<Content, TextError> {
    if token.text == "?" {
        return Ok(slot.locked().unwrap_or(Content::Undecided));
    }
    let written = Slot::parse(token.text)
        .ok_or_else(|| bad_token(token, "`?`, `.`, a tile 0..6, `+0`..`+6` or `+.`"))?;
    let lock = matches!(written, Slot::Fixed(_) | Slot::Blocked);
    if lock && slot.locked().is_none() {
        let message = format!("{} marks a lock that the level does not have", quoted(token.text));
        return Err(token.error(ErrorCode::Solution, message, "a token without `+`"));
    }
    Ok(written.number().map_or(Content::Empty, Content::Tile))
}

/// Says how locks are drawn, if there are any.
fn add_legend(scene: &mut Scene) {
    let fixed = scene.marks.iter().find_map(|mark| match mark {
        Mark::Text { text, role: Role::FixedTile, .. } => Some(text.clone()),
        _ => None,
    });
    if let Some(text) = fixed {
        scene.explain(Swatch::Cell(text), Role::FixedTile, "locked tile");
    }
    if scene.marks.iter().any(|mark| mark.role() == Role::Blocked) {
        scene.explain(Swatch::Cell(String::new()), Role::Blocked, "blocked slot");
    }
}

impl Family for Hexiom {
    type Instance = Instance;
    type Solution = Solution;

    const ABOUT: About = About {
        name: "hexiom",
        description: "Hexiom: each tile shows how many tiles lie beside it",
        explanation: &[
            "Place all tiles in the slots of the board.",
            "The number of a tile is the number of tiles beside it: a 0 stands alone, a 6 is surrounded.",
            "Fixed tiles stay where they are, and nothing may lie in a blocked slot.",
        ],
        objective: None,
        least_order: 1,
        tokens: &[
            Term { word: ".", meaning: "an empty slot" },
            Term { word: "0..6", meaning: "a tile to be placed; where it stands means nothing" },
            Term { word: "+0..+6", meaning: "a fixed tile" },
            Term { word: "+.", meaning: "a blocked slot" },
        ],
        solution: "the rows again, with the tiles in their places; `?` for an undecided slot",
        answer: Answer::Rows,
        settings: &[],
        rules: &[
            Term { word: "count", meaning: "a tile's number is not its count of neighbours" },
            Term { word: "supply", meaning: "other tiles are used than the level has" },
            Term { word: "lock", meaning: "a fixed tile or a blocked slot is changed" },
        ],
        reasons: &[
            Term { word: "odd-sum", meaning: "the numbers add up to an odd sum" },
            Term { word: "too-large", meaning: "a number is larger than any slot allows" },
        ],
        views: &[],
    };
    const SYMMETRIES: &'static [Symmetry] = &Symmetry::ALL;

    fn goal(_: &Instance) -> Goal {
        Goal::Satisfy
    }

    fn parse(document: &Document<'_>) -> Result<Instance, TextError> {
        let hexagon = Hexagon::new(document.order(Self::ABOUT.least_order)?);
        let slot = |token: &Token<'_>| {
            Slot::parse(token.text)
                .ok_or_else(|| bad_token(token, "`.`, a tile 0..6, `+0`..`+6` or `+.`"))
        };
        let slots = document.rows(&hexagon)?.iter().map(slot).collect::<Result<_, _>>()?;
        Ok(Instance { hexagon, slots })
    }

    fn print(instance: &Instance) -> String {
        let words: Vec<String> = instance.slots.iter().map(|slot| slot.word()).collect();
        let rows = print_rows(&instance.hexagon, &words);
        format!("hexiom {}\n{rows}", instance.hexagon.order())
    }

    fn parse_solution(instance: &Instance, block: &Block<'_>) -> Result<Solution, TextError> {
        let tokens = block.rows(&instance.hexagon)?;
        instance.slots.iter().zip(&tokens).map(|(&slot, token)| content(slot, token)).collect()
    }

    fn print_solution(instance: &Instance, solution: &Solution) -> String {
        let word = |(slot, content): (&Slot, &Content)| match (*content, slot.locked()) {
            (content, Some(locked)) if content == locked => slot.word(),
            (Content::Undecided, _) => "?".to_owned(),
            (Content::Empty, _) => ".".to_owned(),
            (Content::Tile(number), _) => number.to_string(),
        };
        let words: Vec<String> = instance.slots.iter().zip(solution).map(word).collect();
        print_rows(&instance.hexagon, &words)
    }

    fn draft(instance: &Instance) -> Option<Solution> {
        let draft = |slot: &Slot| slot.locked().unwrap_or(Content::Undecided);
        Some(instance.slots.iter().map(draft).collect())
    }

    fn complete(_: &Instance, solution: &Solution) -> bool {
        !solution.contains(&Content::Undecided)
    }

    fn palette(_: &Instance) -> Palette {
        let puzzle = Self::ABOUT.tokens.iter().flat_map(|term| words(term.word)).collect();
        let solution = ["?", ".", "0..6"].map(words).concat();
        Palette { puzzle, solution, each_once: false }
    }

    fn violations(instance: &Instance, solution: &Solution) -> Vec<Violation> {
        let mut violations = instance.lock_violations(solution);
        let counts = (0..solution.len()).filter_map(|at| instance.count_violation(solution, at));
        violations.extend(counts);
        violations.extend(instance.supply_violations(solution));
        violations
    }

    fn objective(_: &Instance, _: &Solution) -> Option<Objective> {
        None
    }

    fn impossible(instance: &Instance) -> Option<Violation> {
        let supply = instance.supply();
        let sum: usize = supply.iter().enumerate().map(|(number, count)| number * count).sum();
        if sum % 2 == 1 {
            let message = format!(
                "the numbers add up to {sum}, but must add up to twice the number of touching pairs"
            );
            return Some(Violation::new("odd-sum", Vec::new(), message));
        }
        let tiles: usize = supply.iter().sum();
        let most = supply.iter().rposition(|&count| count > 0).unwrap_or(0);
        if most > 0 && most >= tiles {
            let message = format!("a tile shows {most}, but there are only {tiles} tiles");
            return Some(Violation::new("too-large", Vec::new(), message));
        }
        let widest = (0..instance.slots.len())
            .filter(|&index| instance.slots[index].locked().is_none())
            .map(|index| instance.sight(index))
            .max();
        let movable = |slot: &Slot| matches!(slot, Slot::Tile(_)).then(|| slot.number()).flatten();
        let largest = instance.slots.iter().filter_map(movable).max()?;
        let widest = widest.filter(|&widest| usize::from(largest) > widest)?;
        let message =
            format!("a tile shows {largest}, but no free slot can touch more than {widest} tiles");
        Some(Violation::new("too-large", Vec::new(), message))
    }

    fn transform(instance: &Instance, symmetry: Symmetry) -> Instance {
        let slots = symmetry.transform(&instance.hexagon, &instance.slots);
        Instance { hexagon: instance.hexagon.clone(), slots }
    }

    fn transform_solution(
        instance: &Instance,
        solution: &Solution,
        symmetry: Symmetry,
    ) -> Solution {
        symmetry.transform(&instance.hexagon, solution)
    }

    /// Locked slots must be mapped to slots locked alike. The first positions of movable tiles do not matter.
    fn keeps(instance: &Instance, symmetry: Symmetry) -> bool {
        let lock = |slot: &Slot| matches!(slot, Slot::Fixed(_) | Slot::Blocked).then_some(*slot);
        let locks: Vec<Option<Slot>> = instance.slots.iter().map(lock).collect();
        symmetry.transform(&instance.hexagon, &locks) == locks
    }

    fn scene(instance: &Instance, solution: Option<&Solution>, _: View) -> Scene {
        let mut scene = Scene::new(format!("Hexiom, order {}", instance.hexagon.order()));
        for (index, &cell) in instance.hexagon.cells().iter().enumerate() {
            let slot = instance.slots[index];
            let shown = match solution {
                Some(solution) => solution[index],
                None => slot.number().map_or(Content::Empty, Content::Tile),
            };
            match (shown, slot) {
                (Content::Tile(number), Slot::Fixed(_)) => {
                    scene.labelled(cell, Role::FixedTile, number)
                }
                (Content::Tile(number), _) => scene.labelled(cell, Role::Tile, number),
                (Content::Empty, Slot::Blocked) => scene.hex(cell, Role::Blocked),
                (Content::Empty, _) => scene.hex(cell, Role::Slot),
                (Content::Undecided, _) => scene.labelled(cell, Role::Unknown, "?"),
            }
        }
        add_legend(&mut scene);
        let supply = instance.supply();
        let kinds = (0..supply.len()).filter(|&number| supply[number] > 0);
        let list: Vec<String> =
            kinds.map(|number| format!("{}×{number}", supply[number])).collect();
        if !list.is_empty() {
            scene.note(format!("tiles: {}", list.join(" ")));
        }
        scene
    }

    fn formats() -> &'static [Format] {
        &[classic::FORMAT]
    }
}
