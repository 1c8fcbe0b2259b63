//! Works out, before a search, in which order cells are tried and what each choice decides.
//!
//! The cell that decides most is tried next. What it decides, a tableau of the line equations tells.

use super::board::Equation;
use super::tableau::{Cells, Dependent, Form, Tableau, row};
use super::{LineModel, MOST_CELLS};
use crate::random::Random;

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
    dependents: Vec<usize>,
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
    slope: i64,
    is_sum: bool,
}

/// What a link leaves to one of its cells: the unused numbers, or their mirror image, shifted by
/// sign · value of the link + slope · tried number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellShift {
    pub(super) link: usize,
    pub(super) mirrored: bool,
    pub(super) sign: i64,
    pub(super) slope: i64,
}

impl CellShift {
    /// For the cell that is added, or the one that is subtracted, of the link at a place.
    fn new(place: usize, link: &CellLink, subtracted: bool) -> Self {
        let sign = if subtracted && !link.is_sum { -1 } else { 1 };
        Self { link: place, mirrored: link.is_sum, sign, slope: sign * link.slope }
    }
}

/// A cell that is open after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Crossing {
    pub(super) cell: usize,
    pub(super) shifts: Vec<CellShift>,
    /// Its lines with more than two open cells, as indices of reaches, with their slopes.
    pub(super) ranges: Vec<(usize, i64)>,
}

/// A cell to be tried, everything that its number decides, and what must remain possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BranchStep {
    pub(super) cell: usize,
    pub(super) dependents: Vec<Dependent>,
    /// Ordered by their slopes.
    pub(super) reaches: Vec<Reach>,
    /// For each dependent the reaches of the lines that it is on.
    pub(super) reached: Vec<Vec<usize>>,
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

impl Tableau<'_> {
    /// The part of all fillings that leaves every linked cell a number, with so many unused: a
    /// guess, as if links were independent.
    fn feasible(&self, unused: f64) -> f64 {
        let mut links = [0; MOST_CELLS];
        for row in self.rows.iter() {
            let open = self.open(row);
            let rest = open.without_least();
            if rest.is_single() {
                links[open.least()] += 1;
                links[rest.least()] += 1;
            }
        }
        let fits = unused / (SPREAD * self.count as f64);
        let possible = |&count: &i32| 1.0 - (-unused * fits.powi(count)).exp();
        links[..self.count].iter().filter(|count| **count > 0).map(possible).product()
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
        let cells = draft.tableau.count as f64;
        let mut unused = draft.tableau.unknown() as f64;
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
        self.tableau.unknown() == 0
    }
}

/// Plans the search on a board of which some cells are known: the order of cells for which the
/// fewest nodes are expected, among those that a beam search meets.
pub(super) fn plan(
    model: &LineModel,
    lines: &[Equation],
    known: &[bool],
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
        let before = tableau.known;
        let dependents = tableau.settle(Some(cell));
        steps.push(step(model, lines, cell, dependents, before, &tableau));
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
    let large = start.tableau.unknown() > LARGE;
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
            let open =
                model.order.iter().copied().filter(|&cell| !draft.tableau.known.contains(cell));
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
    before: Cells,
    tableau: &Tableau<'_>,
) -> BranchStep {
    let known = tableau.known;
    let fresh = |it: usize| known.contains(it) && !before.contains(it);
    let pairs = model.ascending.iter().copied();
    let above = pairs.clone().filter(|&(low, high)| high == cell && before.contains(low));
    let below = pairs.clone().filter(|&(low, high)| low == cell && before.contains(high));
    let reaches = reaches(tableau, lines, cell, &dependents);
    let (links, mut crossings) = links(tableau, lines, cell, &dependents, &reaches);
    for crossing in &mut crossings {
        crossing.ranges = (0..reaches.len())
            .filter(|&at| {
                reaches[at].open > 2
                    && lines[reaches[at].line].terms.iter().any(|it| it.0 == crossing.cell)
            })
            .map(|at| (at, reaches[at].slope))
            .collect();
    }
    BranchStep {
        cell,
        farthest: reaches.iter().map(|reach| reach.open).max().unwrap_or(1),
        reached: (0..dependents.len())
            .map(|it| {
                (0..reaches.len()).filter(|&at| reaches[at].dependents.contains(&it)).collect()
            })
            .collect(),
        reaches,
        links,
        crossings,
        above: above.map(|(low, _)| low).collect(),
        below: below.map(|(_, high)| high).collect(),
        pairs: pairs
            .filter(|&(low, high)| {
                known.contains(low) && known.contains(high) && (fresh(low) || fresh(high))
            })
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
        let open = line.terms.iter().filter(|&&(it, _)| !tableau.known.contains(it)).count();
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
    let rows = lines.iter().map(|line| row(line, tableau.count));
    for (index, row) in rows.chain(tableau.rows.iter().cloned()).enumerate() {
        let open: Vec<usize> = tableau.open(&row).iter().collect();
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
        let link = CellLink { value, slope, is_sum: first == second };
        for (cell, subtracted) in [(one, false), (other, true)] {
            let shift = CellShift::new(links.len(), &link, subtracted);
            match crossings.iter_mut().find(|crossing| crossing.cell == cell) {
                Some(crossing) => crossing.shifts.push(shift),
                None => crossings.push(Crossing { cell, shifts: vec![shift], ranges: Vec::new() }),
            }
        }
        links.push(link);
    }
    // Those with many links are most likely to be impossible.
    crossings.sort_by_key(|crossing| std::cmp::Reverse(crossing.shifts.len()));
    (links, crossings)
}
