//! CNF encoding of Hexagonal Neighbors: values, supports, penalty edges, symmetry breaking, bounds
//! on the penalty.
//!
//! A cell has a variable for each value up to `levels`. A cell with none of them holds more and is
//! completed afterwards (`construct::finish`). Values that the givens or the class fix are
//! constants, not variables.
//!
//! Of several neighbours with the same lower value, the one furthest from the boundary is the
//! support. The edges to the others are penalty edges. The clauses imply penalty literals in one
//! direction only, so a model may set too many of them, never too few.
//!
//! A lower bound on levels 1 and 2 may be passed in (`least`). The levels above are then counted
//! separately, and get only what this bound leaves of the total. The encoding does not verify it: a
//! refutation holds only if the bound does.
//!
//! Symmetry breaking is a lex-leader constraint on the 1s near the centre, or on the bits of the
//! 2s. These clauses do not follow from the rules, so counts of models are not counts of boards.
//!
//! Cost: the rules take a number of clauses linear in the number of cells; the cardinality encoding
//! dominates.
//!
//! References: Bailleux and Boufkhad 2003 (totalizer); Crawford, Ginsberg, Luks and Roy 1996
//! (lex-leader).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use sixfold_puzzle::families::neighbors::{Known, LARGEST};
use sixfold_puzzle::hex::{Cell, Hexagon, Symmetry};

use crate::families::neighbors::board::LOW_LEVELS;
use crate::families::neighbors::encode::edge_order::{by_angle, nearer_the_boundary, pairs};
use crate::families::neighbors::encode::encoding_options::{Counting, EncodingOptions, distance};
use crate::families::neighbors::encode::penalty_counts::PenaltyCounts;
use crate::families::neighbors::encode::perfect_code::{Class, ring};
use crate::run::{Halt, Run};
use crate::sat::{Encoding, Formula, Limit, Lit, counts, lex_leader, unary_sum};

/// How far from the centre symmetry breaking compares boards; further out it rarely decides.
const SEEN: u32 = 3;

/// A literal or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    No,
    Yes,
    Lit(Lit),
}

impl Fact {
    fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Yes => Self::No,
            Self::Lit(lit) => Self::Lit(-lit),
        }
    }
}

/// The input of an encoding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormulaInput<'a> {
    pub(crate) hexagon: &'a Hexagon,
    /// What is given, or fixed by the caller.
    pub(crate) givens: &'a [Known],
    /// The case, which fixes values away from the boundary.
    pub(crate) class: Option<Class>,
    /// For each cell whether it holds a 1, where a cube or an option fixes that; empty if nothing is
    /// fixed. Then symmetries are not broken: they need not keep it.
    pub(crate) ones: &'a [Option<bool>],
    /// The largest value that has a variable.
    pub(crate) levels: usize,
    /// A lower bound on the penalty of levels 1 and 2; if there is one, the levels above are
    /// counted separately. The encoding does not verify it.
    pub(crate) least: Option<usize>,
    /// The largest penalty of levels 1 and 2, where the case is about no more, and they are counted separately in unary.
    pub(crate) low_most: Option<usize>,
    pub(crate) encoding: &'a EncodingOptions,
}

impl FormulaInput<'_> {
    /// The levels, counted from 0, in groups with a count of their own.
    fn groups(&self) -> Vec<Range<usize>> {
        let cut = self.least.map(|_| self.levels.min(LOW_LEVELS));
        let ends = cut.into_iter().chain([self.levels]);
        [0].into_iter().chain(cut).zip(ends).map(|(start, end)| start..end).collect()
    }
}

/// An edge that may be a penalty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PenaltyEdge {
    /// Its place among all edges, by angle round the centre.
    pub(crate) place: usize,
    /// Its distance from the boundary.
    far: usize,
    pub(crate) name: Lit,
}

/// The formula and what its variables mean.
pub(crate) struct BoardFormula {
    pub(crate) formula: Formula,
    /// For each cell the facts "it holds 1", "it holds 2", ….
    pub(super) values: Vec<Vec<Fact>>,
    /// The helper variables of symmetry breaking.
    pub(super) symmetry: Range<Lit>,
    /// The penalty edges of each group of levels.
    pub(crate) penalty_edges: Vec<Vec<PenaltyEdge>>,
    /// If values are counted: for each cell and each k up to 6, that it holds no more than k.
    at_most_literals: Vec<Lit>,
}

impl BoardFormula {
    /// Builds the formula within the limits of the run.
    pub(crate) fn new(input: &FormulaInput<'_>, run: &Run<'_>) -> Result<Self, Halt> {
        let (formula, values, symmetry) = (Formula::new(), Vec::new(), 0..0);
        let (penalty_edges, at_most_literals) = (Vec::new(), Vec::new());
        let mut model = Self { formula, values, symmetry, penalty_edges, at_most_literals };
        model.name_values(input);
        model.one_value(input, run)?;
        model.support(input, run)?;
        let first = model.formula.variables() + 1;
        model.one_of_symmetric(input, run)?;
        model.symmetry = first..model.formula.variables() + 1;
        if input.encoding.counts_cells() {
            model.name_at_most_literals(input, run)?;
            return Ok(model);
        }
        for levels in input.groups() {
            let penalty_edges = model.penalties(input, levels, run)?;
            model.penalty_edges.push(penalty_edges);
        }
        model.restrict_penalties(input, run)?;
        Ok(model)
    }

    fn name_values(&mut self, input: &FormulaInput<'_>) {
        let mut gaps: HashMap<i32, Lit> = HashMap::new();
        for cell in 0..input.hexagon.len() {
            let facts = (0..input.levels).map(|level| {
                let known = self.known(input, cell, level, &mut gaps);
                known.unwrap_or_else(|| Fact::Lit(self.formula.variable()))
            });
            let facts = facts.collect();
            self.values.push(facts);
        }
    }

    /// The constant or shared literal for a cell and a level, counted from 0, if the input fixes
    /// it.
    fn known(
        &mut self,
        input: &FormulaInput<'_>,
        cell: usize,
        level: usize,
        gaps: &mut HashMap<i32, Lit>,
    ) -> Option<Fact> {
        let given = input.givens[cell];
        if !given.allows(level as u8 + 1) {
            return Some(Fact::No);
        }
        if given.value().is_some() {
            return Some(Fact::Yes);
        }
        match input.ones.get(cell).copied().flatten() {
            Some(true) => return Some(if level == 0 { Fact::Yes } else { Fact::No }),
            Some(false) if level == 0 => return Some(Fact::No),
            _ => {}
        }
        let class = input.class?;
        let (place, ring) = (input.hexagon.cell(cell), ring(input.hexagon, cell));
        let one = if ring >= class.code { class.case.one(place) } else { class.case.anchor(place) };
        if one {
            return Some(if level == 0 { Fact::Yes } else { Fact::No });
        }
        match level {
            0 if ring >= class.code => Some(Fact::No),
            1 if class.bits.is_some_and(|bits| ring >= bits) => {
                Some(class.case.two(place).map_or(Fact::No, |(gap, set)| {
                    let bit = *gaps.entry(gap).or_insert_with(|| self.formula.variable());
                    Fact::Lit(if set { bit } else { -bit })
                }))
            }
            _ => None,
        }
    }

    fn one_value(&mut self, input: &FormulaInput<'_>, run: &Run<'_>) -> Result<(), Halt> {
        self.formula.group("a cell holds one value");
        for cell in 0..input.hexagon.len() {
            self.formula.keep_to(run)?;
            for a in 0..input.levels {
                for b in 0..a {
                    self.clause([self.values[cell][a].not(), self.values[cell][b].not()]);
                }
            }
            // Where all values have variables, each cell has one of them.
            if input.levels == usize::from(LARGEST) {
                self.clause(self.values[cell].clone());
            }
        }
        Ok(())
    }

    fn support(&mut self, input: &FormulaInput<'_>, run: &Run<'_>) -> Result<(), Halt> {
        self.formula.group("a cell above k has a k beside it");
        for cell in 0..input.hexagon.len() {
            self.formula.keep_to(run)?;
            for level in 0..input.levels {
                let mut clause: Vec<Fact> = self.values[cell][..=level].to_vec();
                let around = input.hexagon.neighbours(cell);
                clause.extend(around.map(|next| self.values[next][level]));
                self.clause(clause);
            }
        }
        Ok(())
    }

    /// Lex-leader symmetry breaking on the 1s about the centre, or on the bits of the 2s where the
    /// 1s are fixed.
    fn one_of_symmetric(&mut self, input: &FormulaInput<'_>, run: &Run<'_>) -> Result<(), Halt> {
        let blank = input.givens.iter().all(|given| given.is_open()) && input.ones.is_empty();
        let Some(class) = input.class.filter(|_| blank) else { return Ok(()) };
        self.formula.group("one of symmetric boards");
        let hexagon = input.hexagon;
        // Any of the 2s of a gap shows its bit.
        let (level, far) = if class.bits.is_some() { (1, u32::MAX) } else { (0, SEEN) };
        if level >= input.levels {
            return Ok(());
        }
        let near = |cell: &&Cell| cell.ring() <= far;
        let mut cells: Vec<Cell> = hexagon.cells().iter().filter(near).copied().collect();
        cells.sort_by_key(|cell| cell.ring());
        let fixed = |at: &usize| class.bits.is_none_or(|bits| ring(hexagon, *at) >= bits);
        let decided = |cell: &Cell| {
            let at = hexagon.index(*cell).filter(fixed)?;
            if let Fact::Lit(literal) = self.values[at][level] {
                Some((*cell, literal))
            } else {
                None
            }
        };
        let seen: Vec<(Cell, Lit)> = cells.iter().filter_map(decided).collect();
        self.lead(&seen, class.symmetries(hexagon), run)
    }

    /// Lex-leader symmetry breaking under all twelve symmetries, on all 1s, those about the centre
    /// first. Nothing may be fixed.
    pub(crate) fn one_of_twelve(&mut self, hexagon: &Hexagon, run: &Run<'_>) -> Result<(), Halt> {
        self.formula.group("one of symmetric boards");
        let mut seen: Vec<(Cell, Lit)> = Vec::new();
        for (&cell, facts) in hexagon.cells().iter().zip(&self.values) {
            if let Some(&Fact::Lit(literal)) = facts.first() {
                seen.push((cell, literal));
            }
        }
        seen.sort_by_key(|(cell, _)| cell.ring());
        self.lead(&seen, Symmetry::ALL.into_iter().skip(1), run)
    }

    /// Adds the lex-leader clauses for some literals and symmetries.
    fn lead(
        &mut self,
        seen: &[(Cell, Lit)],
        symmetries: impl IntoIterator<Item = Symmetry>,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        let literals: Vec<Lit> = seen.iter().map(|&(_, literal)| literal).collect();
        let places: HashMap<Cell, usize> =
            seen.iter().enumerate().map(|(place, &(cell, _))| (cell, place)).collect();
        for symmetry in symmetries {
            let place = |cell: Cell| places.get(&cell).copied();
            let images = seen.iter().map(|&(cell, _)| place(symmetry.apply(cell)));
            let images: Option<Vec<usize>> = images.collect();
            let images = images.expect("what a symmetry keeps is kept cell by cell");
            lex_leader(&mut self.formula, &literals, &images, run)?;
        }
        Ok(())
    }

    /// The penalty edges of some levels, as literals by angle.
    fn penalties(
        &mut self,
        input: &FormulaInput<'_>,
        levels: Range<usize>,
        run: &Run<'_>,
    ) -> Result<Vec<PenaltyEdge>, Halt> {
        let FormulaInput { hexagon, encoding, .. } = *input;
        self.formula.group("penalty edges");
        let mut edges = by_angle(hexagon);
        if encoding.counting == Counting::Ring {
            edges.sort_by_key(|&(a, b)| distance(hexagon, a, b));
        }
        let forbidden =
            |place: usize| encoding.forbids(distance(hexagon, edges[place].0, edges[place].1));
        let place: HashMap<(usize, usize), usize> =
            edges.iter().enumerate().map(|(place, &edge)| (edge, place)).collect();
        let mut names: Vec<Option<Lit>> = vec![None; edges.len()];
        for level in levels {
            for (place, &(a, b)) in edges.iter().enumerate() {
                self.formula.keep_to(run)?;
                let equal = [self.values[a][level].not(), self.values[b][level].not()];
                self.add_penalty(&mut names[place], forbidden(place), &equal);
            }
            for cell in 0..input.hexagon.len() {
                self.formula.keep_to(run)?;
                for (a, b) in pairs(input.hexagon, cell) {
                    let mut clause = vec![self.values[a][level].not(), self.values[b][level].not()];
                    clause.extend_from_slice(&self.values[cell][..=level]);
                    let outer = nearer_the_boundary(input.hexagon, a, b);
                    let place = place[&(cell.min(outer), cell.max(outer))];
                    self.add_penalty(&mut names[place], forbidden(place), &clause);
                }
            }
        }
        let far = edges.iter().map(|&(a, b)| distance(hexagon, a, b));
        let penalty_edges = far.zip(names).enumerate();
        let penalty_edges = penalty_edges
            .filter_map(|(place, (far, name))| Some(PenaltyEdge { place, far, name: name? }));
        Ok(penalty_edges.collect())
    }

    /// Restricts penalty edges where `ring` excludes them, to the exceptions of `interior` and
    /// `single`.
    fn restrict_penalties(&mut self, input: &FormulaInput<'_>, run: &Run<'_>) -> Result<(), Halt> {
        let Some((least, interior)) = input.encoding.excluded else { return Ok(()) };
        self.formula.group("excluded penalty edges");
        let mut together = Vec::new();
        let mut single: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
        let penalty_edges = self.penalty_edges.iter().flatten();
        for &PenaltyEdge { far, name, .. } in penalty_edges.filter(|it| it.far >= least) {
            match input.encoding.is_excluded(far) {
                true => together.push(name),
                false => single.entry(far).or_default().push(name),
            }
        }
        for (literals, most) in single.values().map(|it| (it, 1)).chain([(&together, interior)]) {
            let outputs = counts(&mut self.formula, literals, most + 1, run)?;
            outputs.get(most).into_iter().for_each(|&literal| self.formula.clause(&[-literal]));
        }
        Ok(())
    }

    /// Literals for counting values: for each cell and each k up to 6, that it holds no more than
    /// k.
    fn name_at_most_literals(
        &mut self,
        input: &FormulaInput<'_>,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        self.formula.group("values are counted");
        for cell in 0..input.hexagon.len() {
            self.formula.keep_to(run)?;
            for level in 0..usize::from(LARGEST) - 1 {
                let at_most = self.formula.variable();
                let held: Vec<Fact> = self.values[cell][..=level].to_vec();
                held.iter().for_each(|fact| self.clause([fact.not(), Fact::Lit(at_most)]));
                self.clause(held.into_iter().chain([Fact::Lit(-at_most)]));
                self.at_most_literals.push(at_most);
            }
        }
        Ok(())
    }

    /// Unless one of the facts holds, an edge is a penalty edge; where that is excluded, one of
    /// them must hold.
    fn add_penalty(&mut self, name: &mut Option<Lit>, forbidden: bool, facts: &[Fact]) {
        let opposite = |fact: &Fact| facts.contains(&fact.not());
        if facts.contains(&Fact::Yes) || facts.iter().any(opposite) {
            return;
        }
        if forbidden {
            return self.clause(facts.iter().copied());
        }
        let name = *name.get_or_insert_with(|| self.formula.variable());
        self.clause(facts.iter().copied().chain([Fact::Lit(name)]));
    }

    fn clause(&mut self, facts: impl IntoIterator<Item = Fact>) {
        let mut clause = Vec::new();
        for fact in facts {
            match fact {
                Fact::Yes => return,
                Fact::No => {}
                Fact::Lit(literal) => clause.push(literal),
            }
        }
        self.formula.clause_tidied(clause);
    }

    /// The penalty literals that no unit clause sets.
    pub(crate) fn open(&self) -> Vec<Lit> {
        let units = self.formula.clauses().filter(|clause| clause.len() == 1);
        let settled: HashSet<Lit> = units.map(|clause| clause[0]).collect();
        let names = self.penalty_edges.iter().flatten().map(|edge| edge.name);
        names.filter(|name| !settled.contains(name)).collect()
    }

    /// The literal of a value in a cell, where it is not a constant.
    pub(crate) fn holds(&self, cell: usize, value: u8) -> Option<Lit> {
        match self.values[cell][usize::from(value) - 1] {
            Fact::Lit(literal) => Some(literal),
            Fact::No | Fact::Yes => None,
        }
    }

    /// The literals of the values.
    #[cfg(test)]
    pub(crate) fn literals(&self) -> Vec<Lit> {
        let literal =
            |fact: &Fact| if let Fact::Lit(literal) = fact { Some(*literal) } else { None };
        self.values.iter().flatten().filter_map(literal).collect()
    }

    /// The board of a model, given the values of literals; 0 where a cell holds more than the
    /// levels.
    pub(crate) fn board(&self, mut value: impl FnMut(Lit) -> bool) -> Vec<u8> {
        let mut holds = |fact: &Fact| match fact {
            Fact::Yes => true,
            Fact::No => false,
            Fact::Lit(literal) => value(*literal),
        };
        let level =
            |facts: &Vec<Fact>| facts.iter().position(&mut holds).map_or(0, |at| at as u8 + 1);
        self.values.iter().map(level).collect()
    }

    /// PenaltyCounts all penalty edges up to `most`, and those of levels above 2 up to what the lower
    /// bound leaves of it.
    pub(crate) fn bounded(
        &mut self,
        input: &FormulaInput<'_>,
        most: usize,
        run: &Run<'_>,
    ) -> Result<PenaltyCounts, Halt> {
        self.formula.group("penalties are counted");
        let least = input.least.unwrap_or(0);
        if input.encoding.counts_cells() {
            return self.bounded_values(input, most, run);
        }
        let names = |group: &Vec<PenaltyEdge>| group.iter().map(|it| it.name).collect();
        let groups: Vec<Vec<Lit>> = self.penalty_edges.iter().map(names).collect();
        let left = most.saturating_sub(least);
        let encoding = input.encoding.counting.encoding();
        if encoding != Encoding::Totalizer {
            let formula = &mut self.formula;
            let total = Limit::new(formula, &groups.concat(), encoding, least..=most, run)?;
            let high = groups.get(1);
            let high = high.map(|high| Limit::new(formula, high, encoding, 0..=left, run));
            let high = high.transpose()?;
            return Ok(PenaltyCounts { total, high, low_count: Vec::new(), least, offset: 0 });
        }
        let low_count = counts(&mut self.formula, &groups[0], most + 1, run)?;
        let high = groups.get(1).map(|high| counts(&mut self.formula, high, left + 1, run));
        let high = high.transpose()?;
        let numbers: Vec<Vec<Lit>> = [low_count.clone()].into_iter().chain(high.clone()).collect();
        let total = unary_sum(&mut self.formula, &numbers, most + 1, run)?;
        if let Some(&more) = input.low_most.and_then(|most| low_count.get(most)) {
            self.formula.clause(&[-more]);
        }
        if let Some(place) = least.checked_sub(1) {
            self.formula.clause(&low_count.get(place).copied().into_iter().collect::<Vec<_>>());
        }
        let (total, high) = (Limit::Unary(total), high.map(Limit::Unary));
        Ok(PenaltyCounts { total, high, low_count, least, offset: 0 })
    }

    /// The penalty is the number of edges less the sum of value − 1. A cell has value − 1 equal to
    /// six less its true literals.
    fn bounded_values(
        &mut self,
        input: &FormulaInput<'_>,
        most: usize,
        run: &Run<'_>,
    ) -> Result<PenaltyCounts, Halt> {
        let offset = self.at_most_literals.len()
            - input.hexagon.edges().count().min(self.at_most_literals.len());
        let bounds = offset..=offset + most;
        let total =
            Limit::new(&mut self.formula, &self.at_most_literals, Encoding::Adder, bounds, run)?;
        Ok(PenaltyCounts { total, high: None, low_count: Vec::new(), least: 0, offset })
    }
}

#[cfg(test)]
#[path = "formula_tests.rs"]
mod tests;
