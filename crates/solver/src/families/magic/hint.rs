//! Hints: a step of `deduce` if there is one, otherwise a cell of the backbone, by search.
//!
//! A solution that agrees with the board is sought first, since everything follows from a hopeless
//! board. Cells are then ruled out, cheap ways first. Images of a solution under symmetries that keep
//! the board are solutions too. Local search finds others where there are many, exhaustive search
//! where there are few. For a cell that is left, every other number must be refuted.
//!
//! Invariant: a hint holds in every solution that agrees with the board.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::hex::Symmetry;

use super::deduce::DeductionBoard;
use super::local_search::{BalanceBoard, Style};
use super::sum_model::SumModel;
use crate::balance::round;
use crate::deduction::{Hint, HintKind, Hinted};
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::sums::{self, Ending, LineModel, Order};

const BY_SEARCH: &str = "it is so in every solution that agrees with the board, by search";

/// Nodes of the first attempt of an exhaustive search; later ones have more.
const FIRST_NODES: u64 = 1 << 12;
/// A round of local search takes about as long as so many nodes.
const ROUND: u64 = 1 << 11;
/// The default budget: nodes times cells. A player waits for some seconds only.
const BUDGET: u64 = 10_000_000;
/// Rounds of local search for another solution.
const ROUNDS: usize = 24;

/// What is forced on a board whose givens are all that the player sees, within so many nodes.
pub(super) fn hint(instance: &Instance, nodes: Option<u64>, run: &Run<'_>) -> Hinted {
    let budget = nodes.unwrap_or(BUDGET / instance.givens.len() as u64);
    let mut search = HintSearch::new(instance, budget, run);
    search.hint().unwrap_or_else(Hinted::Halted)
}

/// A board in which every cell has its number.
type Filling = Vec<i64>;

/// The result of a search with a budget.
enum SearchResult {
    Found(Filling),
    Nothing,
    Unknown,
}

struct HintSearch<'a> {
    instance: &'a Instance,
    model: LineModel,
    /// The symmetries that keep the board.
    symmetries: Vec<Symmetry>,
    /// Nodes that may yet be spent.
    budget: u64,
    random: Random,
    run: &'a Run<'a>,
}

impl<'a> HintSearch<'a> {
    fn new(instance: &'a Instance, budget: u64, run: &'a Run<'a>) -> Self {
        let keeps = |symmetry: &Symmetry| {
            symmetry.transform(&instance.hexagon, &instance.givens) == instance.givens
        };
        let symmetries = Symmetry::ALL.into_iter().filter(keeps).collect();
        let (model, random) = (SumModel::whole(instance).model, Random::new(run.seed));
        Self { instance, model, symmetries, budget, random, run }
    }

    fn hint(&mut self) -> Result<Hinted, Halt> {
        let Some(witness) = self.witness()? else { return Ok(Hinted::Hopeless) };
        let seen = DeductionBoard::new(self.instance, &self.instance.givens).deduction();
        let found = match seen {
            Some(seen) => Some((seen.cell, seen.number, seen.reason, HintKind::Simple)),
            None => self
                .forced(&witness)?
                .map(|cell| (cell, witness[cell], BY_SEARCH.to_owned(), HintKind::Search)),
        };
        Ok(found.map_or(Hinted::Open, |(cell, number, reason, kind)| {
            let witness = witness.iter().copied().map(Some).collect();
            Hinted::Forced(Hint {
                cell: self.instance.hexagon.cell(cell),
                value: Some(number.to_string()),
                fact: format!("is {number}"),
                reason,
                kind,
                witness: Magic::print_solution(self.instance, &witness),
            })
        }))
    }

    /// A solution that agrees with the board: by local search if there are many, by exhaustive
    /// search if there are few, in turns.
    fn witness(&mut self) -> Result<Option<Filling>, Halt> {
        let mut nodes = FIRST_NODES;
        loop {
            for style in
                [Style::Auto, Style::Free].into_iter().cycle().take((nodes / ROUND) as usize)
            {
                if let Some(filling) = self.local_round(self.instance, style)? {
                    return Ok(Some(filling));
                }
            }
            match self.search(&self.model.clone(), nodes)? {
                SearchResult::Found(filling) => return Ok(Some(filling)),
                SearchResult::Nothing => return Ok(None),
                SearchResult::Unknown => nodes *= 2,
            }
        }
    }

    /// One round of local search.
    fn local_round(&mut self, instance: &Instance, style: Style) -> Result<Option<Filling>, Halt> {
        let seed = self.random.bits();
        let board = BalanceBoard::new(instance, style, seed);
        let round = round(&board.model, seed, self.run, &mut |_, _| {});
        if round.energy > 0 {
            return round.halt.map_or(Ok(None), Err);
        }
        Ok(board.solution(&round.numbers).into_iter().collect())
    }

    /// Exhaustive search for one filling.
    fn search(&mut self, model: &LineModel, nodes: u64) -> Result<SearchResult, Halt> {
        let mut found = None;
        let ending = self.visit(model, nodes, &mut |values| {
            found = Some(values.to_vec());
            true
        })?;
        Ok(match (found, ending) {
            (Some(filling), _) => SearchResult::Found(filling),
            (None, Ending::Exhausted) => SearchResult::Nothing,
            (None, _) => SearchResult::Unknown,
        })
    }

    /// Enumerates fillings, at the expense of the budget.
    fn visit(
        &mut self,
        model: &LineModel,
        nodes: u64,
        visitor: &mut dyn FnMut(&[i64]) -> bool,
    ) -> Result<Ending, Halt> {
        if self.budget == 0 {
            return Err(Halt::Budget);
        }
        let nodes = self.budget.min(nodes);
        let (ending, spent) = sums::visit(model, Order::Smallest, nodes, self.run, visitor);
        self.budget = self.budget.saturating_sub(spent.max(1));
        match ending {
            Ending::Halted(halt) if halt != Halt::Budget => Err(halt),
            ending => Ok(ending),
        }
    }

    /// A cell that has the same number in every solution.
    fn forced(&mut self, witness: &[i64]) -> Result<Option<usize>, Halt> {
        let domains = sums::candidates(&self.model).unwrap_or_default();
        let mut cells: Vec<usize> =
            (0..witness.len()).filter(|&cell| self.instance.givens[cell].is_none()).collect();
        cells.sort_by_key(|&cell| domains[cell].len());
        if let Some(&cell) = cells.iter().find(|&&cell| domains[cell].len() == 1) {
            return Ok(Some(cell));
        }
        self.rule_out(&mut cells, witness, witness);
        for _ in 0..ROUNDS {
            if cells.is_empty() {
                return Ok(None);
            }
            if let Some(other) = self.local_round(self.instance, Style::Free)? {
                self.rule_out(&mut cells, witness, &other);
            }
        }
        if self.enumerate(&mut cells, witness)? {
            return Ok(cells.first().copied());
        }
        self.backbone(cells, witness, &domains)
    }

    /// Keeps the cells in which another solution and its images have what the witness has.
    fn rule_out(&self, cells: &mut Vec<usize>, witness: &[i64], other: &[i64]) {
        for symmetry in &self.symmetries {
            let image = symmetry.transform(&self.instance.hexagon, other);
            cells.retain(|&cell| image[cell] == witness[cell]);
        }
    }

    /// Keeps the cells that are the same in all solutions; true if all were seen, or none is left.
    fn enumerate(&mut self, cells: &mut Vec<usize>, witness: &[i64]) -> Result<bool, Halt> {
        let model = self.model.clone();
        let ending = self.visit(&model, self.budget / 2, &mut |values| {
            cells.retain(|&cell| values[cell] == witness[cell]);
            cells.is_empty()
        })?;
        Ok(matches!(ending, Ending::Exhausted | Ending::Enough))
    }

    /// The first of some cells for which every other number is refuted.
    fn backbone(
        &mut self,
        mut cells: Vec<usize>,
        witness: &[i64],
        domains: &[Vec<i64>],
    ) -> Result<Option<usize>, Halt> {
        while let Some(&cell) = cells.first() {
            let others = domains[cell].iter().copied().filter(|&it| it != witness[cell]);
            match self.otherwise(cell, others.collect())? {
                None => return Ok(Some(cell)),
                Some(other) => self.rule_out(&mut cells, witness, &other),
            }
        }
        Ok(None)
    }

    /// A solution that has one of some numbers in a cell.
    fn otherwise(&mut self, cell: usize, mut numbers: Vec<i64>) -> Result<Option<Filling>, Halt> {
        let mut nodes = FIRST_NODES;
        while !numbers.is_empty() {
            let mut unknown = Vec::new();
            for number in numbers {
                let mut model = self.model.clone();
                model.givens[cell] = Some(number);
                match self.search(&model, nodes)? {
                    SearchResult::Found(filling) => return Ok(Some(filling)),
                    SearchResult::Nothing => {}
                    SearchResult::Unknown => unknown.push(number),
                }
            }
            if !unknown.is_empty() {
                let mut instance = self.instance.clone();
                instance.givens[cell] = Some(unknown[self.random.below(unknown.len())]);
                if let Some(filling) = self.local_round(&instance, Style::Free)? {
                    return Ok(Some(filling));
                }
            }
            (numbers, nodes) = (unknown, 4 * nodes);
        }
        Ok(None)
    }
}
