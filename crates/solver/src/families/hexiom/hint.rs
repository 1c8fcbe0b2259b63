//! Hints: a step of `deduce` if there is one, otherwise a slot of the backbone, by SAT.
//!
//! A solution that agrees with the board is sought first, since everything follows from a hopeless
//! board. A backbone slot is one whose literal cannot be negated. Every further model rules out all
//! slots in which it differs from the first.
//!
//! Invariant: a hint holds in every solution that agrees with the board.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::hexiom::{Content, Hexiom, Solution};

use super::deduce::Candidates;
use super::formula::{EncodingStyle, LevelFormula, SymmetryBreaking, encode};
use super::level::Level;
use super::sat_options::SatOptions;
use crate::deduction::{Hint, HintKind, Hinted};
use crate::engine::Task;
use crate::sat::{self, Backend, Lit, Sat, Verdict};

const BY_SEARCH: &str = "it is so in every solution that agrees with the board, by search";

/// A slot that a partial solution decides.
pub(super) fn hint(task: &Task<'_, Hexiom, SatOptions>, partial: &Solution) -> Hinted {
    let level = Level::new(task.instance);
    // All solutions count, so none may be broken off.
    let style = EncodingStyle { symmetry: SymmetryBreaking::None, ..task.options.style };
    let problem = match encode(&level, style, task.run) {
        Ok(problem) => problem,
        Err(halt) => return Hinted::Halted(halt),
    };
    let mut backend = sat::backend(task.options.backend, task.run);
    backend.add(&problem.formula);
    let mut search = HintSearch { backend, problem, level: &level, board: Vec::new() };
    search.hint(partial).unwrap_or_else(|ended| match ended {
        Sat::Halted(halt) => Hinted::Halted(halt),
        other => Hinted::Failed(format!("{other:?}")),
    })
}

struct HintSearch<'a> {
    backend: Box<dyn Backend + 'a>,
    problem: LevelFormula,
    level: &'a Level<'a>,
    /// What the player has decided, as assumptions.
    board: Vec<Lit>,
}

impl HintSearch<'_> {
    fn hint(&mut self, contents: &[Content]) -> Result<Hinted, Sat> {
        let decided = contents.iter().enumerate().filter(|(_, it)| **it != Content::Undecided);
        let board: Option<Vec<Lit>> =
            decided.map(|(slot, &content)| self.problem.holds(slot, content)).collect();
        let Some(board) = board else { return Ok(Hinted::Hopeless) };
        self.board = board;
        let Some(witness) = self.model(None)? else { return Ok(Hinted::Hopeless) };
        let seen = Candidates::new(self.level, contents).deduction(contents);
        let undecided = |&slot: &usize| contents[slot] == Content::Undecided;
        let open: Vec<usize> = (0..contents.len()).filter(undecided).collect();
        let found = match seen {
            Some(seen) => Some((seen.slot, seen.content, seen.reason, HintKind::Simple)),
            None => self
                .forced(&open, &witness)?
                .map(|(slot, content)| (slot, content, BY_SEARCH.to_owned(), HintKind::Search)),
        };
        Ok(match found {
            Some((slot, content, reason, kind)) => {
                Hinted::Forced(self.put(slot, content, reason, kind, &witness))
            }
            None => Hinted::Open,
        })
    }

    /// A solution that agrees with the board and one more literal.
    fn model(&mut self, besides: Option<Lit>) -> Result<Option<Vec<Content>>, Sat> {
        let assumptions: Vec<Lit> = self.board.iter().copied().chain(besides).collect();
        match self.backend.solve(&assumptions, None) {
            Sat::Done(Verdict::Satisfiable) => {
                let occupied = self.problem.occupied.iter();
                let mask: Vec<bool> = occupied.map(|&lit| self.backend.value(lit)).collect();
                Ok(Some(self.level.contents(&mask)))
            }
            Sat::Done(Verdict::Unsatisfiable) => Ok(None),
            other => Err(other),
        }
    }

    /// A slot that holds the same in every solution; or else one that always holds a tile, though
    /// not always the same.
    fn forced(
        &mut self,
        open: &[usize],
        witness: &[Content],
    ) -> Result<Option<(usize, Content)>, Sat> {
        let holds: Vec<Option<Lit>> =
            (0..witness.len()).map(|slot| self.problem.holds(slot, witness[slot])).collect();
        let same = |model: &[Content], slot: usize| model[slot] == witness[slot];
        if let Some(slot) = self.backbone(open, &holds, same)? {
            return Ok(Some((slot, witness[slot])));
        }
        let tile = |content: Content| matches!(content, Content::Tile(_));
        let tiles: Vec<usize> = open.iter().copied().filter(|&slot| tile(witness[slot])).collect();
        let occupied: Vec<Option<Lit>> = self.problem.occupied.iter().copied().map(Some).collect();
        let slot = self.backbone(&tiles, &occupied, |model, slot| tile(model[slot]))?;
        Ok(slot.map(|slot| (slot, Content::Undecided)))
    }

    /// The first of some slots whose literal holds in every solution.
    fn backbone(
        &mut self,
        slots: &[usize],
        literals: &[Option<Lit>],
        holds: impl Fn(&[Content], usize) -> bool,
    ) -> Result<Option<usize>, Sat> {
        let mut candidates = slots.to_vec();
        while let Some(&slot) = candidates.first() {
            let opposite = literals[slot].map(|literal| -literal);
            match self.model(opposite)? {
                None => return Ok(Some(slot)),
                Some(model) => candidates.retain(|&at| at != slot && holds(&model, at)),
            }
        }
        Ok(None)
    }

    fn put(
        &self,
        slot: usize,
        content: Content,
        reason: String,
        kind: HintKind,
        witness: &[Content],
    ) -> Hint {
        let (value, fact) = match content {
            Content::Empty => (Some(".".to_owned()), "is empty".to_owned()),
            Content::Tile(number) => (Some(number.to_string()), format!("is a {number}")),
            Content::Undecided => (None, "is some tile".to_owned()),
        };
        let instance = self.level.instance;
        let witness = Hexiom::print_solution(instance, &witness.to_vec());
        Hint { cell: instance.hexagon.cell(slot), value, fact, reason, kind, witness }
    }
}
