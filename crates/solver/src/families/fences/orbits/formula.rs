//! CNF encoding of a quotient: is there a loop that the map keeps, and fences that leave it room?
//!
//! The variables of the loop stand for orbits of cells and orbits of steps. Those of the fences
//! stand for cells, since fences need not be symmetric. Lengths and their sums are in unary.
//!
//! Relaxation: the formula has degree constraints but no connectivity, so a model may consist of
//! several cycles. `cuts` excludes these when they occur.

use std::collections::HashMap;

use super::super::board::{Board, Fill};
use super::fold::{Fold, Turning};
use crate::run::{Halt, Run};
use crate::sat::{Encoding, Formula, Lit, exactly, unary_sum};
use sixfold_puzzle::hex::Direction;

/// The domains of the variables: cells that the loop may and must use, bounds of the fences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Domains {
    /// For each cell whether the loop may use it.
    pub(in super::super) open: Vec<bool>,
    /// For each cell whether the loop must use it.
    pub(in super::super) needed: Vec<bool>,
    /// The least and the largest lengths of each post's fences.
    pub(in super::super) lengths: Vec<(Fill, Fill)>,
}

impl Domains {
    /// The domains before propagation: the loop uses no post and no cell whose orbit leaves the board.
    pub(in super::super) fn initial(board: &Board, fold: &Fold) -> Self {
        let cells = 0..board.hexagon().len();
        let blocked = |orbit: usize| fold.orbits[orbit].iter().any(|&cell| board.is_post[cell]);
        let open = |cell| fold.orbit(cell).is_some_and(|orbit| !blocked(orbit));
        let view = |rays: &[Vec<usize>; 6]| ([0; 6], rays.each_ref().map(|ray| ray.len() as u32));
        Self {
            open: cells.clone().map(open).collect(),
            needed: cells.map(|_| false).collect(),
            lengths: board.rays.iter().map(view).collect(),
        }
    }
}

/// A folded board as a formula, and what its variables mean.
pub(in super::super) struct FoldFormula {
    pub(in super::super) formula: Formula,
    /// For each orbit whether it is on the loop; none if it cannot be.
    pub(in super::super) orbits: Vec<Option<Lit>>,
    /// For each cell and direction whether the loop takes that step.
    pub(in super::super) steps: Vec<[Option<Lit>; 6]>,
    /// For each post and direction: output k is true exactly if the fence is longer than k.
    pub(in super::super) fences: Vec<[Vec<Lit>; 6]>,
}

impl FoldFormula {
    /// Builds the formula within the limits of the run.
    pub(in super::super) fn new(
        board: &Board,
        fold: &Fold,
        domains: &Domains,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        let mut model = Self {
            formula: Formula::new(),
            orbits: vec![None; fold.orbits.len()],
            steps: vec![[None; 6]; board.hexagon().len()],
            fences: Vec::new(),
        };
        model.name_orbits(fold, domains);
        model.name_steps(board, fold, domains);
        model.posts(board, domains, run)?;
        model.room(board, fold, run)?;
        model.degrees(board, fold, domains, run)?;
        model.regions(board, fold);
        model.topology(board, fold, run)?;
        Ok(model)
    }

    fn name_orbits(&mut self, fold: &Fold, domains: &Domains) {
        for (orbit, cells) in fold.orbits.iter().enumerate() {
            if domains.open[cells[0]] {
                self.orbits[orbit] = Some(self.formula.variable());
            }
        }
    }

    /// A variable for each orbit of steps between open cells.
    fn name_steps(&mut self, board: &Board, fold: &Fold, domains: &Domains) {
        let hexagon = board.hexagon();
        let mut named: HashMap<(usize, usize), Lit> = HashMap::new();
        for (from, to) in
            hexagon.edges().filter(|&(from, to)| domains.open[from] && domains.open[to])
        {
            let literal = match named.get(&(from, to)) {
                Some(&literal) => literal,
                None => {
                    let literal = self.formula.variable();
                    let mut image = (from, to);
                    while named.insert(ordered(image), literal).is_none() {
                        image = (fold.image(hexagon, image.0), fold.image(hexagon, image.1));
                    }
                    literal
                }
            };
            for (cell, other) in [(from, to), (to, from)] {
                let direction = (0..6).find(|&at| neighbour(board, cell, at) == Some(other));
                self.steps[cell][direction.expect("they are neighbours")] = Some(literal);
            }
        }
    }

    /// The lengths of a post's fences in unary, and their sum.
    fn posts(&mut self, board: &Board, domains: &Domains, run: &Run<'_>) -> Result<(), Halt> {
        self.formula.group("fences add up to the numbers");
        let posts = board.instance.posts.iter().zip(&domains.lengths);
        for (&(_, number), (least, most)) in posts {
            let rays = most.map(|most| (0..most).map(|_| self.formula.variable()).collect());
            let rays: [Vec<Lit>; 6] = rays;
            for (ray, &least) in rays.iter().zip(least) {
                ray.windows(2).for_each(|pair| self.formula.clause(&[-pair[1], pair[0]]));
                ray.iter().take(least as usize).for_each(|&lit| self.formula.clause(&[lit]));
            }
            self.sum(&rays, number as usize, run)?;
            self.fences.push(rays);
        }
        Ok(())
    }

    /// Lengths in unary add up to a number. What is missing to the largest lengths is counted
    /// instead where that is less.
    fn sum(&mut self, rays: &[Vec<Lit>; 6], number: usize, run: &Run<'_>) -> Result<(), Halt> {
        let room: usize = rays.iter().map(Vec::len).sum();
        let Some(missing) = room.checked_sub(number) else {
            self.formula.clause(&[]);
            return Ok(());
        };
        let absent = |ray: &Vec<Lit>| ray.iter().rev().map(|lit| -lit).collect();
        let (counted, total) = match missing < number {
            true => (rays.each_ref().map(absent), missing),
            false => (rays.clone(), number),
        };
        let sum = unary_sum(&mut self.formula, &counted, total + 1, run)?;
        let enough = total.checked_sub(1).map(|place| sum[place]);
        enough.into_iter().for_each(|enough| self.formula.clause(&[enough]));
        sum.get(total).into_iter().for_each(|&more| self.formula.clause(&[-more]));
        Ok(())
    }

    /// A cell holds one fence or the loop.
    fn room(&mut self, board: &Board, fold: &Fold, run: &Run<'_>) -> Result<(), Halt> {
        self.formula.group("no cell is used twice");
        let mut users: Vec<Vec<Lit>> = vec![Vec::new(); board.hexagon().len()];
        for (rays, literals) in board.rays.iter().zip(&self.fences) {
            for (ray, literals) in rays.iter().zip(literals) {
                ray.iter().zip(literals).for_each(|(&cell, &lit)| users[cell].push(lit));
            }
        }
        for (cell, mut users) in users.into_iter().enumerate() {
            self.formula.keep_to(run)?;
            if !users.is_empty() {
                users.extend(fold.orbit(cell).and_then(|orbit| self.orbits[orbit]));
            }
            for (at, &first) in users.iter().enumerate() {
                users[..at].iter().for_each(|&other| self.formula.clause(&[-first, -other]));
            }
        }
        Ok(())
    }

    /// A cell of the loop has exactly two steps, which do not turn too sharply; others have none.
    fn degrees(
        &mut self,
        board: &Board,
        fold: &Fold,
        domains: &Domains,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        self.formula.group("the loop passes through its cells");
        for (orbit, cells) in fold.orbits.iter().enumerate() {
            self.formula.keep_to(run)?;
            let Some(on) = self.orbits[orbit] else { continue };
            let steps = self.steps[cells[0]];
            let any: Vec<Lit> = steps.iter().flatten().copied().collect();
            self.tidy(std::iter::once(-on).chain(any.iter().copied()));
            any.iter().for_each(|&step| self.tidy([-step, on]));
            self.pairs(&steps, board.least_angle());
            if domains.needed[cells[0]] {
                self.formula.clause(&[on]);
            }
        }
        Ok(())
    }

    /// Exactly two of the steps, or none, at no smaller angle than `least` sixths.
    fn pairs(&mut self, steps: &[Option<Lit>; 6], least: usize) {
        for (at, step) in steps.iter().enumerate() {
            let Some(step) = *step else { continue };
            let partners = (least..=6 - least).filter_map(|angle| steps[(at + angle) % 6]);
            self.tidy(std::iter::once(-step).chain(partners));
            for angle in 1..least {
                if let Some(sharp) = steps[(at + angle) % 6] {
                    self.tidy([-step, -sharp]);
                }
            }
        }
        for a in 0..6 {
            for b in a + 1..6 {
                for c in b + 1..6 {
                    let too_many = [steps[a], steps[b], steps[c]];
                    let near = |from: usize, to: usize| (to - from).min(6 - to + from) < least;
                    if let [Some(x), Some(y), Some(z)] = too_many
                        && !(near(a, b) || near(b, c) || near(a, c))
                    {
                        // Where the map keeps the cell, two of the three may be one variable.
                        self.tidy([-x, -y, -z]);
                    }
                }
            }
        }
    }

    fn regions(&mut self, board: &Board, fold: &Fold) {
        self.formula.group("the loop visits all regions");
        for region in 0..6 {
            let inside = |cells: &&Vec<usize>| board.seen(cells.iter().copied()) >> region & 1 == 1;
            let orbits = fold.orbits.iter().zip(&self.orbits).filter(|(cells, _)| inside(cells));
            let literals: Vec<Lit> = orbits.filter_map(|(_, literal)| *literal).collect();
            self.tidy(literals);
        }
    }

    /// What follows from the shape of a symmetric curve; `docs/fences-geometry.md` has the proofs.
    ///
    /// A rotation keeps no point of the loop. A mirror keeps exactly two: cells on the axis, which
    /// the loop crosses there, and the middles of steps across it.
    fn topology(&mut self, board: &Board, fold: &Fold, run: &Run<'_>) -> Result<(), Halt> {
        self.formula.group("a rotation keeps no point of the loop, a mirror two");
        let hexagon = board.hexagon();
        let mut crossings = Vec::new();
        for (orbit, cells) in fold.orbits.iter().enumerate() {
            match (self.orbits[orbit], fold.turning) {
                (Some(on), Turning::Half | Turning::Third) if fold.keeps(cells[0]) => {
                    self.formula.clause(&[-on]);
                }
                (Some(on), Turning::Mirror) if fold.keeps(cells[0]) => crossings.push(on),
                _ => {}
            }
        }
        for (from, to) in hexagon.edges() {
            let direction = (0..6).find(|&at| neighbour(board, from, at) == Some(to));
            let step = self.steps[from][direction.expect("they are neighbours")];
            let Some(step) = step.filter(|_| fold.turning != Turning::Nothing) else { continue };
            let turned = fold.image(hexagon, from) == to && fold.image(hexagon, to) == from;
            match (turned, fold.turning) {
                (true, Turning::Mirror) => crossings.push(step),
                (true, _) => self.formula.clause(&[-step]),
                (false, _) if fold.keeps(from) && fold.keeps(to) => self.formula.clause(&[-step]),
                (false, _) => {}
            }
        }
        if fold.turning == Turning::Mirror {
            exactly(&mut self.formula, &crossings, 2, Encoding::Totalizer, run)?;
        }
        self.spokes(board, fold);
        Ok(())
    }

    /// The centre of a rotation is enclosed: the loop meets every way from it to the rim.
    fn spokes(&mut self, board: &Board, fold: &Fold) {
        self.formula.group("the loop goes round the centre of a rotation");
        let hexagon = board.hexagon();
        for hub in fold.hub(hexagon) {
            for direction in Direction::ALL {
                let spoke = std::iter::once(hub).chain(hexagon.ray(hub, direction));
                let orbits = spoke.filter_map(|cell| fold.orbit(cell));
                let literals: Vec<Lit> = orbits.filter_map(|orbit| self.orbits[orbit]).collect();
                self.tidy(literals);
            }
        }
    }

    /// Adds a clause without repetitions, unless it says nothing.
    fn tidy(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.formula.clause_tidied(literals);
    }
}

/// The neighbour of a cell in the direction with a number.
pub(super) fn neighbour(board: &Board, cell: usize, direction: usize) -> Option<usize> {
    board.hexagon().neighbour(cell, Direction::ALL[direction])
}

fn ordered(pair: (usize, usize)) -> (usize, usize) {
    (pair.0.min(pair.1), pair.0.max(pair.1))
}
