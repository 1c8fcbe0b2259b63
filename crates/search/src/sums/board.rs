//! Constraint propagation: the domain of each cell, narrowed until a fixed point.
//!
//! A cell's domain is a set of numbers, counted from the smallest. Narrowing a domain puts the old
//! one on a trail, from which a search takes it back. What follows is worked out until nothing
//! changes any more:
//!
//! * a number that is placed is nowhere else, and one that fits into a single cell belongs there:
//!   there are as many numbers as cells;
//! * a line's sum bounds each of its cells from below and above;
//! * on a line with two or three open cells a number stays only if the others can complete it.

use super::LineModel;
use super::set::Set;

/// The board cannot be completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conflict;

/// Three open cells are looked at together if the smallest domain has at most so many numbers: above,
/// hardly anything is ever excluded.
const LARGEST_TRIPLE: usize = 24;

/// Cells of which some are added and some subtracted, with a known result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Equation {
    /// The cells, each with 1 or −1.
    pub(super) terms: Vec<(usize, i64)>,
    /// The result, numbers counted from the smallest.
    pub(super) sum: i64,
}

/// A place on the trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    trail: usize,
    decided: usize,
}

/// Of equations with at most so many open cells every number counts, of others only the bounds.
const FEW: u8 = 3;

/// Domains with a trail.
#[derive(Clone)]
pub(super) struct Domains<'a, const W: usize> {
    model: &'a LineModel,
    domains: Vec<Set<W>>,
    trail: Vec<(usize, Set<W>)>,
    /// Cells that were decided, in this order; those from `fresh` on are not yet taken out of the
    /// other domains.
    decided: Vec<usize>,
    fresh: usize,
    equations: &'a [Equation],
    /// The equations of each cell, as bits.
    equations_of: Vec<u128>,
    /// How many open cells each equation has, and which have so few that every number counts.
    open: Vec<u8>,
    few: u128,
    /// Equations from which something new may follow.
    dirty: u128,
}

impl<'a, const W: usize> Domains<'a, W> {
    /// The board with its givens; nothing is concluded yet.
    pub(super) fn new(model: &'a LineModel, equations: &'a [Equation]) -> Result<Self, Conflict> {
        let mut equations_of = vec![0; model.count];
        for (index, equation) in equations.iter().enumerate() {
            equation.terms.iter().for_each(|&(cell, _)| equations_of[cell] |= 1 << index);
        }
        let mut board = Self {
            model,
            domains: vec![Set::below(model.count); model.count],
            trail: Vec::new(),
            decided: Vec::new(),
            fresh: 0,
            equations,
            equations_of,
            open: equations.iter().map(|equation| equation.terms.len() as u8).collect(),
            few: 0,
            dirty: u128::MAX >> (128 - equations.len()),
        };
        for (index, &open) in board.open.iter().enumerate() {
            board.few |= u128::from(open <= FEW) << index;
        }
        for (cell, given) in model.givens.iter().enumerate() {
            if let Some(given) = given {
                board.decide(cell, (given - model.start) as usize)?;
            }
        }
        if model.count == 1 && board.decided.is_empty() {
            board.settle(0);
        }
        Ok(board)
    }

    /// What a cell can hold.
    pub(super) fn domain(&self, cell: usize) -> Set<W> {
        self.domains[cell]
    }

    /// The numbers of a board without open cells.
    pub(super) fn numbers(&self) -> Vec<i64> {
        self.domains.iter().map(|domain| self.model.start + domain.least() as i64).collect()
    }

    /// Where the trail is now.
    pub(super) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), decided: self.decided.len() }
    }

    /// Takes back everything since a mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            let (cell, domain) = self.trail.pop().expect("longer than the mark");
            self.domains[cell] = domain;
        }
        while self.decided.len() > mark.decided {
            let cell = self.decided.pop().expect("longer than the mark");
            let mut equations = self.equations_of[cell];
            while equations != 0 {
                let index = equations.trailing_zeros() as usize;
                equations &= equations - 1;
                self.open[index] += 1;
                self.few &= !(u128::from(self.open[index] > FEW) << index);
            }
        }
        self.fresh = self.decided.len();
        self.dirty = 0;
    }

    /// Notes that a cell is decided.
    fn settle(&mut self, cell: usize) {
        self.decided.push(cell);
        let mut equations = self.equations_of[cell];
        self.dirty |= equations;
        while equations != 0 {
            let index = equations.trailing_zeros() as usize;
            equations &= equations - 1;
            self.open[index] -= 1;
            self.few |= u128::from(self.open[index] <= FEW) << index;
        }
    }

    /// Puts a number into a cell.
    pub(super) fn decide(&mut self, cell: usize, number: usize) -> Result<(), Conflict> {
        self.narrow(cell, Set::only(number))
    }

    /// Leaves a cell only what is in a set, too.
    pub(super) fn narrow(&mut self, cell: usize, to: Set<W>) -> Result<(), Conflict> {
        let old = self.domains[cell];
        let new = old.and(to);
        if new == old {
            return Ok(());
        }
        if new.is_empty() {
            return Err(Conflict);
        }
        self.trail.push((cell, old));
        self.domains[cell] = new;
        if new.is_single() {
            self.settle(cell);
        } else if new.least() != old.least() || new.most() != old.most() {
            self.dirty |= self.equations_of[cell];
        } else {
            self.dirty |= self.equations_of[cell] & self.few;
        }
        Ok(())
    }

    /// Draws all conclusions.
    pub(super) fn conclude(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(&cell) = self.decided.get(self.fresh) {
                self.fresh += 1;
                self.take_away(cell)?;
            }
            if self.dirty != 0 {
                let index = self.dirty.trailing_zeros() as usize;
                self.dirty &= self.dirty - 1;
                self.equation(index)?;
                continue;
            }
            self.ascend()?;
            if self.fresh == self.decided.len() && self.dirty == 0 && !self.place_the_homeless()? {
                return Ok(());
            }
        }
    }

    /// The number of a decided cell is nowhere else.
    fn take_away(&mut self, cell: usize) -> Result<(), Conflict> {
        let taken = self.domains[cell];
        for other in 0..self.domains.len() {
            if other != cell && !self.domains[other].and(taken).is_empty() {
                self.narrow(other, Set::below(64 * W).without(taken))?;
            }
        }
        Ok(())
    }

    /// Some pairs of cells are known to be in ascending order.
    fn ascend(&mut self) -> Result<(), Conflict> {
        let model = self.model;
        for &(low, high) in &model.ascending {
            self.narrow(low, Set::below(self.domains[high].most()))?;
            let above = Set::below(64 * W).without(Set::below(self.domains[low].least() + 1));
            self.narrow(high, above)?;
        }
        Ok(())
    }

    /// Puts numbers that fit into one cell only where they belong; true if there was one.
    fn place_the_homeless(&mut self) -> Result<bool, Conflict> {
        let (mut once, mut twice, mut decided) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
        for &domain in &self.domains {
            twice = twice.or(once.and(domain));
            once = once.or(domain);
            if domain.is_single() {
                decided = decided.or(domain);
            }
        }
        if once != Set::below(self.model.count) {
            return Err(Conflict);
        }
        let homeless = once.without(twice).without(decided);
        for number in homeless.iter() {
            let home = (0..self.domains.len()).find(|&cell| self.domains[cell].contains(number));
            // Two of them may belong into the same cell.
            self.decide(home.ok_or(Conflict)?, number)?;
        }
        Ok(!homeless.is_empty())
    }

    /// Draws conclusions from an equation.
    fn equation(&mut self, index: usize) -> Result<(), Conflict> {
        let Equation { terms, sum } = &self.equations[index];
        let (mut least, mut most, mut decided) = (0, 0, 0);
        let mut open = [(0, 0); 3];
        let mut count = 0;
        for &(cell, sign) in terms {
            let domain = self.domains[cell];
            let (low, high) = signed(domain, sign);
            least += low;
            most += high;
            if low == high {
                decided += low;
            } else {
                open[count.min(2)] = (cell, sign);
                count += 1;
            }
        }
        if least > *sum || most < *sum {
            return Err(Conflict);
        }
        match count {
            0 => Ok(()),
            2 => self.pair([open[0], open[1]], sum - decided),
            3 => self.triple(open, sum - decided),
            _ => self.bounds(terms, sum - least, most - sum),
        }
    }

    /// No term is above its least value by more than the whole may be, nor below its most.
    fn bounds(&mut self, terms: &[Term], above: i64, below: i64) -> Result<(), Conflict> {
        for &(cell, sign) in terms {
            let domain = self.domains[cell];
            let (least, most) = (domain.least() as i64, domain.most() as i64);
            if most - least > above.min(below) {
                let (above, below) = if sign > 0 { (above, below) } else { (below, above) };
                let low = Set::below((most - below).max(0) as usize);
                let high = Set::below((least + above).min(64 * W as i64 - 1) as usize + 1);
                self.narrow(cell, high.without(low))?;
            }
        }
        Ok(())
    }

    /// Two terms with a known sum: each cell has the numbers that the other can complete.
    fn pair(&mut self, [a, b]: [Term; 2], sum: i64) -> Result<(), Conflict> {
        let twice = a.1 * sum;
        if a.1 == b.1 && twice % 2 == 0 && (0..128 * W as i64).contains(&twice) {
            // They are different.
            self.narrow(a.0, Set::below(64 * W).without(Set::only(twice as usize / 2)))?;
        }
        self.narrow(a.0, Completion::of(self.domains[b.0], b.1, a.1).by(sum))?;
        self.narrow(b.0, Completion::of(self.domains[a.0], a.1, b.1).by(sum))
    }

    /// Three terms with a known sum.
    fn triple(&mut self, terms: [Term; 3], sum: i64) -> Result<(), Conflict> {
        let [a, b, c] = terms;
        if terms.iter().map(|&(cell, _)| self.domains[cell].len()).min() > Some(LARGEST_TRIPLE) {
            let (mut least, mut most) = (0, 0);
            for (cell, sign) in terms {
                let (low, high) = signed(self.domains[cell], sign);
                least += low;
                most += high;
            }
            return self.bounds(&terms, sum - least, most - sum);
        }
        self.complete(a, b, c, sum)?;
        self.complete(b, c, a, sum)?;
        self.complete(c, a, b, sum)
    }

    /// Leaves a cell the numbers that two others can complete.
    fn complete(&mut self, term: Term, one: Term, other: Term, sum: i64) -> Result<(), Conflict> {
        let completion = Completion::of(self.domains[other.0], other.1, one.1);
        let one = self.domains[one.0];
        let mut kept = Set::EMPTY;
        for number in self.domains[term.0].iter() {
            let number_alone = Set::only(number);
            let left = one.and(completion.by(sum - term.1 * number as i64)).without(number_alone);
            if !left.is_empty() {
                kept = kept.or(number_alone);
            }
        }
        self.narrow(term.0, kept)
    }
}

/// A cell with 1 or −1.
type Term = (usize, i64);

/// The bounds of a domain, or of its negative.
fn signed<const W: usize>(domain: Set<W>, sign: i64) -> (i64, i64) {
    let (least, most) = (domain.least() as i64, domain.most() as i64);
    if sign > 0 { (least, most) } else { (-most, -least) }
}

/// The numbers y for which sign · y + other sign · z has a certain value for a z of a domain.
#[derive(Clone, Copy)]
struct Completion<const W: usize> {
    /// The domain of z, mirrored if the signs are alike.
    set: Set<W>,
    sign: i64,
    alike: bool,
}

impl<const W: usize> Completion<W> {
    fn of(other: Set<W>, other_sign: i64, sign: i64) -> Self {
        let alike = sign == other_sign;
        Self { set: if alike { other.mirrored() } else { other }, sign, alike }
    }

    /// y + z = sign · value, or y − z = sign · value.
    fn by(self, value: i64) -> Set<W> {
        match self.alike {
            true => self.set.partners(self.sign * value),
            false => self.set.shifted(self.sign * value),
        }
    }
}
