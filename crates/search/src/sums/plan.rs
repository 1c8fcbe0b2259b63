//! Works out, before a search, in which order cells are tried and what each choice decides.
//!
//! The lines are linear equations. With some cells known, others may be decided by them, though no
//! single line has only one cell left: of order 3 the corners decide the centre. A tableau of the
//! equations, in which each row has a cell of its own, tells which cells a choice would decide, and
//! the cell that decides most is tried next. All coefficients stay integers, since only rows with a
//! coefficient of 1 or −1 are solved for a cell.

use super::LineModel;
use super::board::Equation;
use crate::random::Random;

/// constant + Σ factor · known cell + slope · the cell that is tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Form {
    pub(super) slope: i64,
    pub(super) constant: i64,
    pub(super) terms: Vec<(usize, i64)>,
}

/// A cell that follows from the tried one and those known before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Dependent {
    pub(super) cell: usize,
    pub(super) form: Form,
    /// A line that says the same in fewer terms: what it lacks, less the dependents on it that
    /// come before this one.
    pub(super) line: Option<(usize, Vec<usize>)>,
}

/// The most open cells of a line for which it is looked at whether they can reach the sum: more
/// cells reach nearly everything.
pub(super) const FARTHEST: usize = 4;

/// A line that has several open cells after a step: what is missing must be in their reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    pub(super) line: usize,
    pub(super) open: usize,
    /// By how much more is missing for each unit of the tried cell.
    pub(super) slope: i64,
    /// The dependents on the line.
    pub(super) dependents: Vec<usize>,
}

/// What the two cells of a link have together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// What a line lacks, by the index of its reach.
    Reach(usize),
    /// What follows from several lines.
    Form(Form),
}

/// Two cells that are open after a step and have a known sum, or a known difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CellLink {
    pub(super) value: Value,
    /// By how much that grows for each unit of the tried cell.
    pub(super) slope: i64,
    pub(super) is_sum: bool,
}

/// A cell that is open after a step, with its links, and whether it is the subtracted one there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Crossing {
    pub(super) cell: usize,
    pub(super) links: Vec<(usize, bool)>,
    /// Its lines with more than two open cells, as indices of reaches.
    pub(super) ranges: Vec<usize>,
}

/// A cell to be tried, everything that its number decides, and what must remain possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BranchStep {
    pub(super) cell: usize,
    pub(super) dependents: Vec<Dependent>,
    pub(super) reaches: Vec<Reach>,
    pub(super) links: Vec<CellLink>,
    pub(super) crossings: Vec<Crossing>,
    /// The most open cells of a line.
    pub(super) farthest: usize,
    /// Known cells that have a smaller number, and those that have a larger one.
    pub(super) above: Vec<usize>,
    pub(super) below: Vec<usize>,
    /// Pairs in ascending order that are complete after this step.
    pub(super) pairs: Vec<(usize, usize)>,
}

/// The steps that fill a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct BranchPlan {
    /// Cells that follow from the known ones before anything is tried.
    pub(super) first: Vec<Dependent>,
    pub(super) steps: Vec<BranchStep>,
}

/// A row of the tableau: Σ coefficient · cell = sum.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TableauRow {
    coefficients: Vec<i64>,
    sum: i64,
    /// The cell for which it is solved, which no other row has.
    own: Option<usize>,
}

fn row(line: &Equation, cells: usize) -> TableauRow {
    let mut coefficients = vec![0; cells];
    line.terms.iter().for_each(|&(cell, sign)| coefficients[cell] = sign);
    TableauRow { coefficients, sum: line.sum, own: None }
}

#[derive(Clone)]
struct Tableau<'a> {
    lines: &'a [Equation],
    rows: Vec<TableauRow>,
    known: Vec<bool>,
}

impl<'a> Tableau<'a> {
    fn new(lines: &'a [Equation], known: Vec<bool>, order: &[usize]) -> Self {
        let rows = lines.iter().map(|line| row(line, known.len())).collect();
        let mut tableau = Self { lines, rows, known };
        for &cell in order.iter().rev() {
            let row = tableau
                .rows
                .iter()
                .position(|row| row.own.is_none() && row.coefficients[cell].abs() == 1);
            if let Some(row) = row.filter(|_| !tableau.known[cell]) {
                tableau.solve(row, cell);
            }
        }
        tableau
    }

    /// Solves a row for a cell, and takes the cell out of all others.
    fn solve(&mut self, index: usize, cell: usize) {
        let pivot = self.rows[index].clone();
        let sign = pivot.coefficients[cell];
        for (at, row) in self.rows.iter_mut().enumerate() {
            let factor = row.coefficients[cell] * sign;
            if at != index && factor != 0 {
                let pairs = row.coefficients.iter_mut().zip(&pivot.coefficients);
                pairs.for_each(|(it, other)| *it -= factor * other);
                row.sum -= factor * pivot.sum;
            }
        }
        self.rows[index].own = Some(cell);
    }

    /// The open cells of a row.
    fn open<'b>(&'b self, row: &'b TableauRow) -> impl Iterator<Item = usize> + 'b {
        (0..self.known.len()).filter(|&cell| row.coefficients[cell] != 0 && !self.known[cell])
    }

    /// Makes sure that no row is solved for a cell.
    fn release(&mut self, cell: usize) {
        let Some(index) = self.rows.iter().position(|row| row.own == Some(cell)) else { return };
        let row = &self.rows[index];
        let other =
            self.open(row).filter(|&it| it != cell && row.coefficients[it].abs() == 1).last();
        match other {
            Some(other) => self.solve(index, other),
            None => self.rows[index].own = None,
        }
    }

    /// A row that has one open cell left, and the cell.
    fn decided(&self) -> Option<(usize, usize)> {
        let only = |(index, row): (usize, &TableauRow)| {
            let mut open = self.open(row);
            let cell = open.next()?;
            let alone = open.next().is_none() && row.coefficients[cell].abs() == 1;
            alone.then_some((index, cell))
        };
        self.rows.iter().enumerate().find_map(only)
    }

    /// Σ over the known cells of a row, and the sum: what is left for the open ones, as a form in
    /// the tried cell and those known before.
    fn left(&self, row: &TableauRow, tried: Option<usize>, fresh: &[Dependent]) -> Form {
        let mut factors = vec![0; self.known.len()];
        let (mut slope, mut constant) = (0, row.sum);
        for (cell, &coefficient) in row.coefficients.iter().enumerate() {
            if coefficient == 0 {
                continue;
            }
            if Some(cell) == tried {
                slope -= coefficient;
            } else if let Some(other) = fresh.iter().find(|other| other.cell == cell) {
                slope -= coefficient * other.form.slope;
                constant -= coefficient * other.form.constant;
                for &(cell, factor) in &other.form.terms {
                    factors[cell] -= coefficient * factor;
                }
            } else if self.known[cell] {
                factors[cell] -= coefficient;
            }
        }
        let terms = factors.into_iter().enumerate().filter(|(_, factor)| *factor != 0).collect();
        Form { slope, constant, terms }
    }

    /// Takes everything as known that `tried` decides, and what follows from that in turn.
    fn settle(&mut self, tried: Option<usize>) -> Vec<Dependent> {
        tried.iter().for_each(|&cell| self.known[cell] = true);
        let mut dependents: Vec<Dependent> = Vec::new();
        loop {
            let Some((row, cell)) = self.decided() else { return dependents };
            let row = &self.rows[row];
            let sign = row.coefficients[cell];
            let form = self.left(row, tried, &dependents).times(sign);
            let line = self.line_of(cell, &dependents);
            dependents.push(Dependent { cell, form, line });
            self.known[cell] = true;
        }
    }

    /// The same without saying how: calls a function with the number of known cells that each
    /// follows from.
    fn settle_quickly(&mut self, tried: usize, mut follows: impl FnMut(usize)) {
        self.known[tried] = true;
        while let Some((row, cell)) = self.decided() {
            let terms = self.rows[row].coefficients.iter().filter(|it| **it != 0).count();
            follows(terms - 1);
            self.known[cell] = true;
        }
    }

    /// A line on which a cell is the only open one, and which of the dependents are on it.
    fn line_of(&self, cell: usize, dependents: &[Dependent]) -> Option<(usize, Vec<usize>)> {
        let alone = |line: &Equation| {
            let mut open = line.terms.iter().filter(|&&(it, _)| !self.known[it]);
            open.next().is_some_and(|&(it, _)| it == cell) && open.next().is_none()
        };
        let index = self.lines.iter().position(alone)?;
        let has = |cell: usize| self.lines[index].terms.iter().any(|&(it, _)| it == cell);
        let on_it = (0..dependents.len()).filter(|&at| has(dependents[at].cell));
        Some((index, on_it.collect()))
    }
}

impl Tableau<'_> {
    /// The part of all fillings that leaves every linked cell a number, with so many unused: a
    /// guess, as if links were independent.
    fn feasible(&self, unused: f64) -> f64 {
        let mut links = vec![0; self.known.len()];
        for row in &self.rows {
            let mut open = self.open(row);
            if let (Some(one), Some(other), None) = (open.next(), open.next(), open.next()) {
                links[one] += 1;
                links[other] += 1;
            }
        }
        let fits = unused / (SPREAD * self.known.len() as f64);
        let possible = |&count: &i32| 1.0 - (-unused * fits.powi(count)).exp();
        links.iter().filter(|count| **count > 0).map(possible).product()
    }
}

impl Form {
    fn times(mut self, factor: i64) -> Self {
        self.slope *= factor;
        self.constant *= factor;
        self.terms.iter_mut().for_each(|(_, it)| *it *= factor);
        self
    }
}

/// A number that follows from others is in the range of all numbers once in so many times.
const SPREAD: f64 = 1.5;
/// How far the expected nodes may be from the truth, as a logarithm.
const ERROR: f64 = 4.0;
/// How many orders are followed up at once while planning.
const BEAM: usize = 6;

/// An order of cells that has been begun.
#[derive(Clone)]
struct BranchPlanBuilder<'a> {
    tableau: Tableau<'a>,
    tried: Vec<usize>,
    /// Fillings of the known cells that break no line that is full.
    level: f64,
    /// Those of them that are expected to survive the look at the open cells, and all such nodes
    /// so far.
    here: f64,
    nodes: f64,
}

impl BranchPlanBuilder<'_> {
    /// The draft with one more cell tried.
    fn with(&self, cell: usize, left: usize) -> Self {
        let mut draft = self.clone();
        draft.tried.push(cell);
        draft.tableau.release(cell);
        let cells = draft.tableau.known.len() as f64;
        let mut unused = draft.tableau.known.iter().filter(|known| !**known).count() as f64;
        let mut level = draft.level * unused.min(left as f64);
        draft.tableau.settle_quickly(cell, |terms| {
            unused -= 1.0;
            // A number that follows from many others may be far outside the range.
            let spread = (0.75 * (terms as f64).sqrt()).max(1.0);
            level *= unused.max(0.5) / (cells * spread);
        });
        draft.level = level;
        draft.here = draft.level * draft.tableau.feasible(unused);
        draft
    }

    fn is_complete(&self) -> bool {
        self.tableau.known.iter().all(|known| *known)
    }
}

/// Plans the search on a board of which some cells are known: the order of cells for which the
/// fewest nodes are expected, among those that a beam search meets.
pub(super) fn plan(
    model: &LineModel,
    lines: &[Equation],
    known: Vec<bool>,
    left: &[usize],
    random: &mut Random,
) -> BranchPlan {
    let mut tableau = Tableau::new(lines, known, &model.order);
    let first = tableau.settle(None);
    let start = BranchPlanBuilder {
        tableau: tableau.clone(),
        tried: Vec::new(),
        level: 1.0,
        here: 1.0,
        nodes: 0.0,
    };
    let tried = best_order(model, start, left, random);
    let mut steps: Vec<BranchStep> = Vec::new();
    for cell in tried {
        tableau.release(cell);
        let before = tableau.known.clone();
        let dependents = tableau.settle(Some(cell));
        steps.push(step(model, lines, cell, dependents, &before, &tableau));
    }
    BranchPlan { first, steps }
}

/// On boards with more open cells than this only one order is followed up, and only the next few
/// cells of the model's order are looked at: the search has no end there anyhow.
const LARGE: usize = 48;
const CHOICES: usize = 12;

fn best_order(
    model: &LineModel,
    start: BranchPlanBuilder<'_>,
    left: &[usize],
    random: &mut Random,
) -> Vec<usize> {
    let large = start.tableau.known.iter().filter(|known| !**known).count() > LARGE;
    let (width, choices) = if large { (1, CHOICES) } else { (BEAM, LARGE) };
    let mut beam = vec![start];
    let mut best: Option<BranchPlanBuilder<'_>> = None;
    while !beam.is_empty() {
        let mut next: Vec<BranchPlanBuilder<'_>> = Vec::new();
        for draft in &beam {
            if draft.is_complete() {
                if best.as_ref().is_none_or(|best| draft.nodes < best.nodes) {
                    best = Some(draft.clone());
                }
                continue;
            }
            let open = model.order.iter().copied().filter(|&cell| !draft.tableau.known[cell]);
            for cell in open.take(choices) {
                let mut draft = draft.with(cell, left[cell]);
                // The expectation is rough: every plan believes in it with other errors.
                draft.here *= (ERROR * (random.unit() - 0.5)).exp();
                draft.nodes += draft.here;
                let twin = next.iter_mut().find(|it| it.tableau.known == draft.tableau.known);
                match twin {
                    Some(twin) if twin.nodes <= draft.nodes => {}
                    Some(twin) => *twin = draft,
                    None => next.push(draft),
                }
            }
        }
        // What is there at this depth will have to be gone through at the next.
        next.sort_by(|a, b| (a.nodes + a.here).total_cmp(&(b.nodes + b.here)));
        next.truncate(width);
        beam = next;
    }
    best.map(|draft| draft.tried).unwrap_or_default()
}

fn step(
    model: &LineModel,
    lines: &[Equation],
    cell: usize,
    dependents: Vec<Dependent>,
    before: &[bool],
    tableau: &Tableau<'_>,
) -> BranchStep {
    let known = &tableau.known;
    let fresh = |it: usize| known[it] && !before[it];
    let pairs = model.ascending.iter().copied();
    let above = pairs.clone().filter(|&(low, high)| high == cell && before[low]);
    let below = pairs.clone().filter(|&(low, high)| low == cell && before[high]);
    let reaches = reaches(tableau, lines, cell, &dependents);
    let (links, mut crossings) = links(tableau, lines, cell, &dependents, &reaches);
    for crossing in &mut crossings {
        crossing.ranges = (0..reaches.len())
            .filter(|&at| {
                reaches[at].open > 2
                    && lines[reaches[at].line].terms.iter().any(|it| it.0 == crossing.cell)
            })
            .collect();
    }
    BranchStep {
        cell,
        farthest: reaches.iter().map(|reach| reach.open).max().unwrap_or(1),
        reaches,
        links,
        crossings,
        above: above.map(|(low, _)| low).collect(),
        below: below.map(|(_, high)| high).collect(),
        pairs: pairs
            .filter(|&(low, high)| known[low] && known[high] && (fresh(low) || fresh(high)))
            .collect(),
        dependents,
    }
}

/// The lines that have a few open cells after a step.
fn reaches(
    tableau: &Tableau<'_>,
    lines: &[Equation],
    cell: usize,
    dependents: &[Dependent],
) -> Vec<Reach> {
    let reach = |(index, line): (usize, &Equation)| {
        let has = |cell: usize| line.terms.iter().any(|&(it, _)| it == cell);
        let open = line.terms.iter().filter(|&&(it, _)| !tableau.known[it]).count();
        let on_it: Vec<usize> =
            (0..dependents.len()).filter(|&at| has(dependents[at].cell)).collect();
        let slopes = on_it.iter().map(|&at| dependents[at].form.slope);
        let slope = -i64::from(has(cell)) - slopes.sum::<i64>();
        (2..=FARTHEST).contains(&open).then_some(Reach {
            line: index,
            open,
            slope,
            dependents: on_it,
        })
    };
    lines.iter().enumerate().filter_map(reach).collect()
}

/// The rows and lines that have two open cells after a step, and the cells that they meet in.
fn links(
    tableau: &Tableau<'_>,
    lines: &[Equation],
    tried: usize,
    dependents: &[Dependent],
    reaches: &[Reach],
) -> (Vec<CellLink>, Vec<Crossing>) {
    let mut links = Vec::new();
    let mut crossings: Vec<Crossing> = Vec::new();
    let mut seen: Vec<[usize; 2]> = Vec::new();
    let rows = lines.iter().map(|line| row(line, tableau.known.len()));
    for (index, row) in rows.chain(tableau.rows.iter().cloned()).enumerate() {
        let open: Vec<usize> = tableau.open(&row).collect();
        let &[one, other] = &open[..] else { continue };
        let (first, second) = (row.coefficients[one], row.coefficients[other]);
        if first.abs() != 1 || second.abs() != 1 || seen.contains(&[one, other]) {
            continue;
        }
        seen.push([one, other]);
        let (value, slope) = match reaches.iter().position(|reach| reach.line == index) {
            Some(reach) => (Value::Reach(reach), reaches[reach].slope),
            None => {
                let form = tableau.left(&row, Some(tried), dependents).times(first);
                let slope = form.slope;
                (Value::Form(form), slope)
            }
        };
        for (cell, subtracted) in [(one, false), (other, true)] {
            let link = (links.len(), subtracted);
            match crossings.iter_mut().find(|crossing| crossing.cell == cell) {
                Some(crossing) => crossing.links.push(link),
                None => crossings.push(Crossing { cell, links: vec![link], ranges: Vec::new() }),
            }
        }
        links.push(CellLink { value, slope, is_sum: first == second });
    }
    // Those with many links are most likely to be impossible.
    crossings.sort_by_key(|crossing| std::cmp::Reverse(crossing.links.len()));
    (links, crossings)
}
