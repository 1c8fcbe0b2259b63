//! Human-style deduction: single steps of reasoning on a board, each with its reason.
//!
//! Every slot has a set of candidates. A step removes candidates by looking at one tile, at one number,
//! or at the number of tiles left. Repeated to a fixpoint, the steps measure how much of a level
//! needs no search.
//!
//! Invariant: a step never removes what a solution that agrees with the board has in the slot.

use sixfold_puzzle::families::hexiom::Content;

use super::level::{Level, Supply};

/// What a slot may yet hold: bit k for a tile with number k, and a bit for nothing.
type Choices = u8;
const NOTHING: Choices = 1 << 7;
const TILES: Choices = NOTHING - 1;

/// Why something is taken away from a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The tile there has as many neighbours as it needs.
    Full(usize),
    /// The tile there needs every neighbour it can get.
    Needs(usize),
    /// There are no more tiles.
    NoTiles,
    /// There are as many tiles as slots.
    AllTiles,
    /// So many tiles of a number are left, and as many slots where they can be.
    Only(u8, usize),
}

/// One elimination: a slot, what it may hold afterwards, why.
type Elimination = (usize, Choices, Reason);

/// A slot that is decided by the board, and how a person sees that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deduction {
    pub(super) slot: usize,
    pub(super) content: Content,
    pub(super) reason: String,
}

/// The candidates of every slot.
pub(super) struct Candidates<'a> {
    level: &'a Level<'a>,
    choices: Vec<Choices>,
}

fn content(choices: Choices) -> Content {
    match choices {
        NOTHING => Content::Empty,
        tile if tile.is_power_of_two() => Content::Tile(tile.trailing_zeros() as u8),
        _ => Content::Undecided,
    }
}

impl<'a> Candidates<'a> {
    /// The candidates as a player sees them: where nothing is decided, any tile that is left.
    pub(super) fn new(level: &'a Level<'a>, contents: &[Content]) -> Self {
        let choices = |content: &Content| match content {
            Content::Undecided => NOTHING | TILES,
            Content::Empty => NOTHING,
            Content::Tile(number) => 1 << number,
        };
        let mut board = Self { level, choices: contents.iter().map(choices).collect() };
        board.fit();
        board
    }

    fn content(&self, slot: usize) -> Content {
        content(self.choices[slot])
    }

    /// Whether a slot may be empty but need not be.
    fn open(&self, slot: usize) -> bool {
        self.choices[slot] & NOTHING != 0 && self.choices[slot] != NOTHING
    }

    /// How many neighbours of a slot are tiles, and how many may yet become one.
    fn around(&self, slot: usize) -> (usize, usize) {
        let near = &self.level.neighbours[slot];
        let tiles = near.iter().filter(|&&next| self.choices[next] & NOTHING == 0).count();
        (tiles, near.iter().filter(|&&next| self.open(next)).count())
    }

    /// The tiles that are not in their places.
    fn left(&self) -> Supply {
        let mut left = self.level.supply();
        for slot in 0..self.choices.len() {
            if let Content::Tile(number) = self.content(slot) {
                let left = &mut left[usize::from(number)];
                *left = left.saturating_sub(1);
            }
        }
        left
    }

    /// Takes away the tiles that are used up and those that can never have as many neighbours as
    /// they show.
    fn fit(&mut self) {
        let left = self.left();
        for slot in 0..self.choices.len() {
            if self.content(slot) == Content::Undecided {
                let (tiles, open) = self.around(slot);
                let fits = (tiles..=(tiles + open).min(6)).filter(|&number| left[number] > 0);
                let fits: Choices = fits.map(|number| 1 << number).sum();
                self.choices[slot] &= NOTHING | fits;
            }
        }
    }

    /// All steps that the board allows.
    fn steps(&self) -> Vec<Elimination> {
        let mut steps = Vec::new();
        (0..self.choices.len()).for_each(|slot| self.steps_at(slot, &mut steps));
        self.steps_by_number(&mut steps);
        let slots = || 0..self.choices.len();
        let supply: usize = self.level.supply().iter().sum();
        let tiles = slots().filter(|&slot| self.choices[slot] & NOTHING == 0).count();
        let open: Vec<usize> = slots().filter(|&slot| self.open(slot)).collect();
        if tiles == supply {
            steps.extend(open.iter().map(|&slot| (slot, NOTHING, Reason::NoTiles)));
        } else if tiles + open.len() == supply {
            steps.extend(open.iter().map(|&slot| (slot, TILES, Reason::AllTiles)));
        }
        steps
    }

    /// What a tile says about its neighbours.
    fn steps_at(&self, slot: usize, steps: &mut Vec<Elimination>) {
        let Content::Tile(number) = self.content(slot) else { return };
        let (tiles, open) = self.around(slot);
        let step = match usize::from(number) {
            number if number == tiles => (NOTHING, Reason::Full(slot)),
            number if number == tiles + open => (TILES, Reason::Needs(slot)),
            _ => return,
        };
        let near = self.level.neighbours[slot].iter().filter(|&&next| self.open(next));
        steps.extend(near.map(|&next| (next, step.0, step.1)));
    }

    /// Where all tiles of a number must be.
    fn steps_by_number(&self, steps: &mut Vec<Elimination>) {
        for (number, &left) in self.left().iter().enumerate().filter(|&(_, &left)| left > 0) {
            let can = |&slot: &usize| {
                self.content(slot) == Content::Undecided && self.choices[slot] >> number & 1 == 1
            };
            let places: Vec<usize> = (0..self.choices.len()).filter(can).collect();
            if places.len() == left {
                let reason = Reason::Only(number as u8, left);
                steps.extend(places.into_iter().map(|slot| (slot, 1 << number, reason)));
            }
        }
    }

    /// The first slot that the board as it is seen decides. Slots where no tile fits come first:
    /// the other steps would count them as empty, which the player does not see yet.
    pub(super) fn deduction(&self, contents: &[Content]) -> Option<Deduction> {
        let undecided = |&slot: &usize| contents[slot] == Content::Undecided;
        let slots = || (0..contents.len()).filter(undecided);
        let mut steps = self.steps();
        steps.sort_by_key(|&(slot, ..)| slot);
        let first = slots().find_map(|slot| self.decided(slot, &[]));
        first.or_else(|| slots().find_map(|slot| self.decided(slot, &steps)))
    }

    /// What a slot holds after some steps, sorted by slot, with the reasons: one step, if it is enough.
    fn decided(&self, slot: usize, steps: &[Elimination]) -> Option<Deduction> {
        let first = steps.partition_point(|&(at, ..)| at < slot);
        let here = steps[first..].iter().take_while(|&&(at, ..)| at == slot);
        let here: Vec<&Elimination> = here.collect();
        let left =
            |steps: &[&Elimination]| steps.iter().fold(self.choices[slot], |left, it| left & it.1);
        let enough = |step: &&&Elimination| content(left(&[step])) != Content::Undecided;
        let taken = here.iter().find(enough).map_or(here.clone(), |&step| vec![step]);
        let content = content(left(&taken));
        let mut reasons: Vec<String> = taken.iter().map(|step| self.words(step.2)).collect();
        reasons.extend(self.remainder(content, &taken));
        reasons.dedup();
        let reason = reasons.join(", and ");
        (content != Content::Undecided).then_some(Deduction { slot, content, reason })
    }

    /// The reason that is missing where the remaining candidates decide.
    fn remainder(&self, content: Content, taken: &[&Elimination]) -> Option<String> {
        let named = taken.iter().any(|step| matches!(step.2, Reason::Only(..)));
        match content {
            Content::Empty if taken.is_empty() => Some("no tile that is left fits there".into()),
            Content::Tile(number) if !named => Some(format!("only a {number} fits there")),
            _ => None,
        }
    }

    fn words(&self, reason: Reason) -> String {
        let tile = |slot: usize| {
            let number = self.choices[slot].trailing_zeros();
            format!("the {number} at {}", self.level.instance.hexagon.cell(slot))
        };
        match reason {
            Reason::Full(slot) if self.choices[slot] == 1 => format!("{} stands alone", tile(slot)),
            Reason::Full(slot) => format!("{} has all its neighbours", tile(slot)),
            Reason::Needs(slot) => format!("{} needs every slot left around it", tile(slot)),
            Reason::NoTiles => "every tile has its place".to_owned(),
            Reason::AllTiles => "as many tiles are left as slots".to_owned(),
            Reason::Only(number, 1) => format!("only this slot can hold the last {number}"),
            Reason::Only(number, left) => {
                format!("only {left} slots can hold the {left} {number}s left")
            }
        }
    }

    /// Takes step after step, also those that decide a slot only in part, until nothing changes;
    /// returns what every slot holds then.
    pub(super) fn exhaust(mut self) -> Vec<Content> {
        loop {
            let before = self.choices.clone();
            for (slot, keep, _) in self.steps() {
                self.choices[slot] &= keep;
            }
            self.fit();
            if self.choices == before {
                return (0..before.len()).map(|slot| self.content(slot)).collect();
            }
        }
    }
}
