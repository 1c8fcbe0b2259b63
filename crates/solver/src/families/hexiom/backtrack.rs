//! The classic search: slot by slot, each tile that is left and the empty slot are tried in turn,
//! with a look at the tiles around. It is how people first program Hexiom, and stays as it is: the
//! measure for everything cleverer.

use sixfold_puzzle::families::hexiom::{Content, Instance, LARGEST, Slot};

use crate::run::{Event, Halt, Run};

/// How often the search looks up from its work, in nodes.
const PULSE: u64 = 1 << 16;

/// What a slot can hold, tiles with large numbers first: they are hardest to place.
const KINDS: [Content; LARGEST as usize + 2] = [
    Content::Tile(6),
    Content::Tile(5),
    Content::Tile(4),
    Content::Tile(3),
    Content::Tile(2),
    Content::Tile(1),
    Content::Tile(0),
    Content::Empty,
];

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// With the occupied slots of a solution.
    Found(Vec<bool>),
    /// With nothing left to try.
    Exhausted,
    /// Before its end.
    Halted(Halt),
}

/// A finished search.
pub(crate) struct Found {
    pub(crate) ending: Ending,
    /// Slots filled.
    pub(crate) nodes: u64,
}

/// Looks for a solution, at the cost of at most `budget` nodes.
pub(crate) fn search(instance: &Instance, budget: u64, run: &Run<'_>) -> Found {
    let mut search = Search::new(instance, budget, run);
    let sound = (0..instance.slots.len()).all(|slot| search.fits(slot));
    let ending = match sound.then(|| search.fill(0)) {
        Some(Ok(true)) => Ending::Found(search.contents.iter().map(is_tile).collect()),
        Some(Ok(false)) | None => Ending::Exhausted,
        Some(Err(halt)) => Ending::Halted(halt),
    };
    Found { ending, nodes: search.nodes }
}

struct Search<'a> {
    instance: &'a Instance,
    contents: Vec<Content>,
    /// The slots without a lock.
    open: Vec<usize>,
    /// How many there are yet to place of each kind.
    left: [usize; KINDS.len()],
    nodes: u64,
    budget: u64,
    run: &'a Run<'a>,
}

fn locked(slot: &Slot) -> Content {
    match *slot {
        Slot::Fixed(number) => Content::Tile(number),
        Slot::Blocked => Content::Empty,
        Slot::Empty | Slot::Tile(_) => Content::Undecided,
    }
}

fn movable(slot: Slot) -> Option<Content> {
    match slot {
        Slot::Tile(number) => Some(Content::Tile(number)),
        Slot::Empty => Some(Content::Empty),
        Slot::Fixed(_) | Slot::Blocked => None,
    }
}

fn is_tile(content: &Content) -> bool {
    matches!(content, Content::Tile(_))
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance, budget: u64, run: &'a Run<'a>) -> Self {
        let contents: Vec<Content> = instance.slots.iter().map(locked).collect();
        let undecided = |&slot: &usize| contents[slot] == Content::Undecided;
        let open = (0..contents.len()).filter(undecided).collect();
        let stock = instance.slots.iter().filter_map(|&slot| movable(slot));
        let left = KINDS.map(|kind| stock.clone().filter(|&movable| movable == kind).count());
        Self { instance, contents, open, left, nodes: 0, budget, run }
    }

    /// Fills the open slots from the one at `depth` on; true if that succeeded.
    fn fill(&mut self, depth: usize) -> Result<bool, Halt> {
        let Some(&slot) = self.open.get(depth) else { return Ok(true) };
        for (at, kind) in KINDS.into_iter().enumerate() {
            if self.left[at] > 0 {
                self.count()?;
                self.left[at] -= 1;
                self.contents[slot] = kind;
                if self.fits_around(slot) && self.fill(depth + 1)? {
                    return Ok(true);
                }
                self.left[at] += 1;
            }
        }
        self.contents[slot] = Content::Undecided;
        Ok(false)
    }

    fn fits_around(&self, slot: usize) -> bool {
        self.fits(slot) && self.instance.hexagon.neighbours(slot).all(|next| self.fits(next))
    }

    /// Whether a tile has not too many tiles around it, and can still get enough.
    fn fits(&self, slot: usize) -> bool {
        let Content::Tile(number) = self.contents[slot] else { return true };
        let around = || self.instance.hexagon.neighbours(slot).map(|next| &self.contents[next]);
        let tiles = around().filter(|content| is_tile(content)).count();
        let undecided = around().filter(|content| **content == Content::Undecided).count();
        (tiles..=tiles + undecided).contains(&usize::from(number))
    }

    fn count(&mut self) -> Result<(), Halt> {
        if self.nodes == self.budget {
            return Err(Halt::Budget);
        }
        if self.nodes.is_multiple_of(PULSE) {
            self.run.emit(&Event::Progress(vec![("nodes", self.nodes)]));
            if let Some(halt) = self.run.halted() {
                return Err(halt);
            }
        }
        self.nodes += 1;
        Ok(())
    }
}
