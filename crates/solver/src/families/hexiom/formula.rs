//! CNF encodings of a level.
//!
//! * `compact`, ours: o(c) says that slot c is occupied, d(c, k) that it is occupied and has exactly k
//!   occupied neighbours.
//! * `classic`: the encoding of the article from which the family grew. It has variables for occupied,
//!   placed, neighbour counts and tile counts, prefix counters for all counts, and pairwise
//!   at-most-one constraints.
//!
//! Invariant: the models on o(c) are exactly the solutions, or one of each orbit with symmetry breaking.

use sixfold_puzzle::families::hexiom::Content;

use super::level::{Level, Supply};
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::sat::{Encoding, Formula, Lit, exactly, lex_leader, prefix_counts};

/// A formula and the variables that say which slots are occupied and what they show.
pub(super) struct LevelFormula {
    pub(super) formula: Formula,
    pub(super) occupied: Vec<Lit>,
    pub(super) shows: Shows,
}

/// The variables and clauses that say what a slot shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Model {
    /// Ours; tiles and pairs are counted by an encoding.
    Compact(Encoding),
    /// That of the article, with prefix counters for everything.
    Classic,
}

/// Which of symmetric solutions are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SymmetryBreaking {
    /// All of them.
    None,
    /// The least.
    LexLeader,
}

/// How the level becomes a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EncodingStyle {
    pub(super) model: Model,
    pub(super) symmetry: SymmetryBreaking,
}

impl EncodingStyle {
    /// The default: our model, by totalizers, with all solutions.
    pub(super) const DEFAULT: Self =
        Self { model: Model::Compact(Encoding::Totalizer), symmetry: SymmetryBreaking::None };
}

/// Writes the formula of a level within the limits of the run.
pub(super) fn encode(
    level: &Level<'_>,
    style: EncodingStyle,
    run: &Run<'_>,
) -> Result<LevelFormula, Halt> {
    let mut formula = Formula::new();
    let cells = level.instance.hexagon.cells();
    let occupied: Vec<Lit> =
        cells.iter().map(|cell| formula.named(format!("occupied {cell}"))).collect();
    let mut problem = LevelFormula { formula, occupied, shows: Vec::new() };
    problem.locks(level);
    problem.shows = match style.model {
        Model::Compact(counting) => {
            let shows = problem.compact(level, run)?;
            problem.tiles(level, &shows, counting, run)?;
            problem.pairs(level, counting, run)?;
            shows
        }
        Model::Classic => {
            let shows = problem.classic(level, run)?;
            problem.tiles(level, &shows, Encoding::Sequential, run)?;
            shows
        }
    };
    if style.symmetry == SymmetryBreaking::LexLeader {
        problem.formula.group("symmetry");
        for image in level.symmetries() {
            lex_leader(&mut problem.formula, &problem.occupied, &image, run)?;
        }
    }
    Ok(problem)
}

/// By slot and number: the literal that says that the slot shows the number, if it can.
pub(super) type Shows = Vec<[Option<Lit>; 7]>;

impl LevelFormula {
    /// The same problem in another order.
    pub(super) fn shuffled(self, random: &mut Random) -> Self {
        let (formula, names) = self.formula.shuffled(random);
        let rename = |&lit: &Lit| names[lit as usize - 1];
        let occupied = self.occupied.iter().map(rename).collect();
        let shows = self.shows.iter().map(|row| row.map(|lit| lit.as_ref().map(rename)));
        let shows = shows.collect();
        Self { formula, occupied, shows }
    }

    /// The literal that says that a slot holds something, if it can.
    pub(super) fn holds(&self, index: usize, content: Content) -> Option<Lit> {
        match content {
            Content::Tile(number) => self.shows[index][usize::from(number)],
            Content::Empty => Some(-self.occupied[index]),
            Content::Undecided => None,
        }
    }

    /// Fixed tiles are there, blocked slots are empty.
    fn locks(&mut self, level: &Level<'_>) {
        self.formula.group("locks");
        for (index, &occupied) in self.occupied.iter().enumerate() {
            match level.forced(index) {
                Some(true) => self.formula.clause(&[occupied]),
                Some(false) => self.formula.clause(&[-occupied]),
                None => {}
            }
        }
    }

    /// Which numbers a slot can show: those of the supply, as far as its neighbours allow.
    fn numbers(level: &Level<'_>, supply: &Supply, index: usize) -> Vec<usize> {
        let possible = |&number: &usize| {
            level.fixed(index).map_or(supply[number] > 0, |fixed| usize::from(fixed) == number)
        };
        (0..=level.neighbours[index].len()).filter(possible).collect()
    }

    /// d(c, k) → exactly k of the neighbours, by one clause for each set of neighbours that would
    /// be too many or too few; o(c) ↔ ⋁ d(c, k).
    fn compact(&mut self, level: &Level<'_>, run: &Run<'_>) -> Result<Shows, Halt> {
        let mut shows = vec![[None; 7]; self.occupied.len()];
        let supply = level.supply();
        for (index, shows) in shows.iter_mut().enumerate() {
            self.formula.keep_to(run)?;
            let around: Vec<Lit> =
                level.neighbours[index].iter().map(|&next| self.occupied[next]).collect();
            let mut some = vec![-self.occupied[index]];
            for number in Self::numbers(level, &supply, index) {
                let shown = self
                    .formula
                    .named(format!("shows {} {number}", level.instance.hexagon.cell(index)));
                self.formula.group("degrees");
                self.implied_count(shown, &around, number);
                self.formula.group("shown tiles are there");
                self.formula.clause(&[-shown, self.occupied[index]]);
                shows[number] = Some(shown);
                some.push(shown);
            }
            self.formula.group("tiles show something");
            self.formula.clause(&some);
        }
        Ok(shows)
    }

    /// If `condition` holds, exactly `count` of the literals do.
    fn implied_count(&mut self, condition: Lit, literals: &[Lit], count: usize) {
        for subset in 0..1_usize << literals.len() {
            let size = subset.count_ones() as usize;
            let chosen = literals.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
            let chosen: Vec<Lit> = chosen.map(|(_, &literal)| literal).collect();
            if size == count + 1 {
                let clause: Vec<Lit> = chosen.iter().map(|lit| -lit).chain([-condition]).collect();
                self.formula.clause(&clause);
            }
            if size == literals.len() - count + 1 {
                let clause: Vec<Lit> = chosen.iter().copied().chain([-condition]).collect();
                self.formula.clause(&clause);
            }
        }
    }

    /// N(c, k), exactly k neighbours, from prefix counters; P(c, k) ↔ o(c) ∧ N(c, k), and no slot
    /// shows two numbers.
    fn classic(&mut self, level: &Level<'_>, run: &Run<'_>) -> Result<Shows, Halt> {
        let mut shows = vec![[None; 7]; self.occupied.len()];
        let supply = level.supply();
        for (index, shows) in shows.iter_mut().enumerate() {
            self.formula.keep_to(run)?;
            let counts = self.neighbour_counts(level, index, run)?;
            self.formula.group("placed tiles");
            let mut some = vec![-self.occupied[index]];
            for number in Self::numbers(level, &supply, index) {
                let placed = self.formula.variable();
                self.formula.clause(&[-placed, self.occupied[index]]);
                self.formula.clause(&[-placed, counts[number]]);
                self.formula.clause(&[placed, -self.occupied[index], -counts[number]]);
                some[1..].iter().for_each(|&other| self.formula.clause(&[-placed, -other]));
                shows[number] = Some(placed);
                some.push(placed);
            }
            self.formula.clause(&some);
        }
        Ok(shows)
    }

    /// For each number the literal that says that a slot has exactly so many occupied neighbours:
    /// at least so many by the prefix counter, and not one more.
    fn neighbour_counts(
        &mut self,
        level: &Level<'_>,
        index: usize,
        run: &Run<'_>,
    ) -> Result<Vec<Lit>, Halt> {
        let around = level.neighbours[index].iter().map(|&next| self.occupied[next]);
        let around: Vec<Lit> = around.collect();
        self.formula.group("neighbour counts");
        let more = prefix_counts(&mut self.formula, &around, run)?;
        let mut counts = Vec::new();
        for number in 0..=around.len() {
            let exact = self.formula.variable();
            let enough = number.checked_sub(1).map(|below| more[below]);
            let too_many = more.get(number).copied();
            enough.iter().for_each(|&enough| self.formula.clause(&[-exact, enough]));
            too_many.iter().for_each(|&too_many| self.formula.clause(&[-exact, -too_many]));
            let mut clause = vec![exact];
            clause.extend(enough.map(|enough| -enough));
            clause.extend(too_many);
            self.formula.clause(&clause);
            counts.push(exact);
        }
        Ok(counts)
    }

    /// Redundant constraint: the number of touching pairs. The numbers add up to twice the pairs of
    /// touching tiles, which unit propagation does not find. Seen from the h holes, with d(c) the
    /// neighbours of c on the board and H the pairs of touching holes,
    /// Σ over holes of (6 − d) + H = 6h − (edges − pairs of tiles),
    /// and the smaller one of the two counts is encoded.
    fn pairs(&mut self, level: &Level<'_>, encoding: Encoding, run: &Run<'_>) -> Result<(), Halt> {
        let supply = level.supply();
        let sum: usize = supply.iter().enumerate().map(|(number, count)| number * count).sum();
        let cells = self.occupied.len();
        let holes = cells.saturating_sub(supply.iter().sum());
        let edges = level.neighbours.iter().map(Vec::len).sum::<usize>() / 2;
        let tile_pairs = sum / 2;
        let deficit = (6 * holes + tile_pairs).checked_sub(edges);
        self.formula.group("pairs");
        let Some(deficit) = deficit else {
            // Fewer pairs are possible than the tiles need.
            self.formula.clause(&[]);
            return Ok(());
        };
        let by_tiles = tile_pairs < deficit;
        let sign = if by_tiles { 1 } else { -1 };
        let mut counted = self.touching(level, sign);
        if !by_tiles {
            for index in 0..cells {
                let missing = 6 - level.neighbours[index].len();
                counted.extend(vec![-self.occupied[index]; missing]);
            }
        }
        let count = if by_tiles { tile_pairs } else { deficit };
        exactly(&mut self.formula, &counted, count, encoding, run)
    }

    /// For every pair of neighbours a variable that says that both are occupied (sign 1) or both
    /// are holes (sign −1).
    fn touching(&mut self, level: &Level<'_>, sign: Lit) -> Vec<Lit> {
        let mut touching = Vec::new();
        for (index, around) in level.neighbours.iter().enumerate() {
            for &next in around.iter().filter(|&&next| next > index) {
                let (a, b) = (sign * self.occupied[index], sign * self.occupied[next]);
                let both = self.formula.variable();
                self.formula.clause(&[-both, a]);
                self.formula.clause(&[-both, b]);
                self.formula.clause(&[both, -a, -b]);
                touching.push(both);
            }
        }
        touching
    }

    /// As many slots show a number as there are tiles with it.
    fn tiles(
        &mut self,
        level: &Level<'_>,
        shows: &Shows,
        encoding: Encoding,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        for (number, &supply) in level.supply().iter().enumerate() {
            let showing: Vec<Lit> = shows.iter().filter_map(|shows| shows[number]).collect();
            if supply > 0 || !showing.is_empty() {
                self.formula.group("supply");
                exactly(&mut self.formula, &showing, supply, encoding, run)?;
            }
        }
        Ok(())
    }
}
