//! A plan as the search reads it: what a step needs stands side by side, and what lines lack is one array.
//!
//! The plan ([`BranchPlan`]) says what follows from what. Here every line has a place in an array
//! of what is missing, and so has every link that is no line, behind them. A number that follows is what its line lacks at
//! that moment: the cells that came before it have already been taken off.

use super::plan::{self, BranchPlan, BranchStep, CellShift, FARTHEST, Value};
use super::set::Set;
use super::tableau::{Dependent, Form};

/// Places for what lines lack, and behind them for links that are no lines: there are fewer than 64 of each. A power of
/// two, so that no place needs to be checked.
pub(super) const PLACES: usize = 2 * LINES;
pub(super) const LINES: usize = 64;
/// The place of no line, which leaves all numbers.
const WIDE: Place = LINES as Place;
/// A cell of a hexagon is on so many.
pub(super) const LINES_OF_CELL: usize = 3;

/// A plan laid out.
pub(super) struct Layout<const W: usize> {
    /// Cells that follow before anything is tried.
    pub(super) first: Vec<First<W>>,
    pub(super) steps: Vec<Step<W>>,
    pub(super) lines: usize,
}

/// A cell that follows before anything is tried.
pub(super) struct First<const W: usize> {
    pub(super) cell: usize,
    pub(super) domain: Set<W>,
    pub(super) form: Form,
    pub(super) lines: Vec<Place>,
}

/// A place among what is missing.
pub(super) type Place = u8;

/// A cell to be tried, and everything that its number decides.
pub(super) struct Step<const W: usize> {
    pub(super) cell: usize,
    /// What the cell can hold at best.
    pub(super) domain: Set<W>,
    pub(super) follows: Vec<Follower<W>>,
    /// The lines that lack more or less by the tried number.
    pub(super) slopes: Vec<(Place, i64)>,
    /// Lines that no number of this step touches: whether their open cells can reach what is missing does not depend on
    /// the tried number. By how many cells are open: two, three, and so on.
    pub(super) level: [Vec<Place>; FARTHEST - 1],
    /// Lines that lack more with a larger number, by as much, and lines that lack less.
    pub(super) rising: Vec<Reach>,
    pub(super) falling: Vec<Reach>,
    /// Links that are no lines, in the order of their places.
    pub(super) links: Vec<Form>,
    /// Lines of crossings that the tried number leaves as they are, by how many other cells are open: two, and so on.
    pub(super) rooms: [Vec<Place>; FARTHEST - 2],
    pub(super) crossings: Vec<Crossing<W>>,
    pub(super) ties: Vec<Tie>,
    /// The crossings with several links.
    pub(super) knots: Vec<usize>,
    /// The most open cells of a line.
    pub(super) farthest: usize,
    /// Known cells that have a smaller number, and those that have a larger one.
    pub(super) above: Vec<usize>,
    pub(super) below: Vec<usize>,
    /// Pairs in ascending order that are complete after this step.
    pub(super) pairs: Vec<(usize, usize)>,
}

/// A cell that the tried number decides.
pub(super) struct Follower<const W: usize> {
    pub(super) cell: usize,
    pub(super) domain: Set<W>,
    pub(super) slope: i64,
    /// A form where no line alone says it; otherwise what the place lacks.
    pub(super) form: Option<Form>,
    pub(super) line: Place,
    /// The lines of the cell.
    pub(super) lines: Vec<Place>,
}

/// A line with a few open cells.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    pub(super) line: Place,
    pub(super) open: u8,
    pub(super) slope: i64,
}

/// An open cell that is linked to others, and its lines with more open cells: those that the tried number leaves as they
/// are, and the others.
pub(super) struct Crossing<const W: usize> {
    pub(super) domain: Set<W>,
    pub(super) shifts: Vec<Shift>,
    /// The array is filled up with [`WIDE`]. A cell on more lines than it has room for is restricted by the first of them.
    pub(super) level: [Place; LINES_OF_CELL],
    pub(super) sloped: Vec<Reach>,
}

/// Two linked crossings, by their places, and what the link leaves to the first.
pub(super) struct Tie {
    pub(super) ends: [usize; 2],
    pub(super) shift: Shift,
}

/// What a link leaves to one of its cells: the unused numbers, or their mirror image, shifted by sign · what is missing at
/// the place + slope · tried number.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    pub(super) mirrored: bool,
    pub(super) place: Place,
    pub(super) sign: i64,
    pub(super) slope: i64,
}

impl<const W: usize> Layout<W> {
    /// Lays out a plan for cells with domains and lines.
    pub(super) fn new(
        plan: &BranchPlan,
        domains: &[Set<W>],
        lines_of: &[Vec<usize>],
        lines: usize,
    ) -> Self {
        let places = |cell: usize| lines_of[cell].iter().map(|&line| line as Place).collect();
        let first = plan.first.iter().map(|it| First {
            cell: it.cell,
            domain: domains[it.cell],
            form: it.form.clone(),
            lines: places(it.cell),
        });
        let first = first.collect();
        let steps = plan.steps.iter().map(|step| Step::new(step, domains, lines_of, lines));
        Self { first, steps: steps.collect(), lines }
    }
}

impl<const W: usize> Step<W> {
    /// Lays out a step.
    fn new(step: &BranchStep, domains: &[Set<W>], lines_of: &[Vec<usize>], lines: usize) -> Self {
        let mut slopes = vec![0; lines];
        lines_of[step.cell].iter().for_each(|&line| slopes[line] -= 1);
        for dependent in &step.dependents {
            let slope = dependent.form.slope;
            lines_of[dependent.cell].iter().for_each(|&line| slopes[line] -= slope);
        }
        let sloped = slopes.iter().enumerate().filter(|(_, slope)| **slope != 0);
        let sloped = sloped.map(|(line, &slope)| (line as Place, slope)).collect();
        let reaches = step.reaches.iter().map(|reach| Reach {
            line: reach.line as Place,
            open: reach.open as u8,
            slope: reach.slope,
        });
        let reaches: Vec<Reach> = reaches.collect();
        let of_slope = |slope: i64| reaches.iter().filter(move |it| it.slope == slope);
        let mut links = Vec::new();
        let places: Vec<Place> = (step.links.iter())
            .map(|link| match &link.value {
                Value::Reach(at) => reaches[*at].line,
                Value::Form(form) => {
                    links.push(form.clone());
                    (lines + links.len() - 1) as Place
                }
            })
            .collect();
        let shift = |shift: &CellShift| Shift {
            mirrored: shift.mirrored,
            place: places[shift.link],
            sign: shift.sign,
            slope: shift.slope,
        };
        let crossings = step.crossings.iter().map(|crossing| {
            let ranges = || crossing.ranges.iter().map(|&(at, _)| reaches[at]);
            Crossing {
                domain: domains[crossing.cell],
                shifts: crossing.shifts.iter().map(shift).collect(),
                level: {
                    let mut level = ranges().filter(|it| it.slope == 0).map(|it| it.line);
                    std::array::from_fn(|_| level.next().unwrap_or(WIDE))
                },
                sloped: ranges().filter(|reach| reach.slope != 0).collect(),
            }
        });
        let crossings: Vec<Crossing<W>> = crossings.collect();
        let ends = |link: usize| {
            let end = move |(at, crossing): (usize, &plan::Crossing)| {
                let shift = crossing.shifts.iter().find(|shift| shift.link == link)?;
                Some((at, *shift))
            };
            step.crossings.iter().enumerate().filter_map(end)
        };
        let ties = (0..step.links.len()).filter_map(|link| {
            let [one, other] = ends(link).collect::<Vec<_>>()[..] else { return None };
            Some(Tie { ends: [one.0, other.0], shift: shift(&one.1) })
        });
        let ties: Vec<Tie> = ties.collect();
        let knots = (0..crossings.len()).filter(|&at| crossings[at].shifts.len() > 1).collect();
        let of_crossings =
            |reach: &&Reach| crossings.iter().any(|it| it.level.contains(&reach.line));
        let follows = step.dependents.iter().map(|it| Follower::new(it, domains, lines_of));
        let rooms = std::array::from_fn(|at| {
            let others = |reach: &&Reach| usize::from(reach.open) == at + 3;
            of_slope(0).filter(of_crossings).filter(others).map(|reach| reach.line).collect()
        });
        Self {
            cell: step.cell,
            domain: domains[step.cell],
            follows: follows.collect(),
            slopes: sloped,
            level: std::array::from_fn(|at| {
                let open = |reach: &&Reach| usize::from(reach.open) == at + 2;
                of_slope(0).filter(open).map(|reach| reach.line).collect()
            }),
            rising: of_slope(1).copied().collect(),
            falling: of_slope(-1).copied().collect(),
            links,
            rooms,
            crossings,
            ties,
            knots,
            farthest: step.farthest,
            above: step.above.clone(),
            below: step.below.clone(),
            pairs: step.pairs.clone(),
        }
    }
}

impl<const W: usize> Follower<W> {
    fn new(dependent: &Dependent, domains: &[Set<W>], lines_of: &[Vec<usize>]) -> Self {
        let cell = dependent.cell;
        Self {
            cell,
            domain: domains[cell],
            slope: dependent.form.slope,
            form: dependent.line.is_none().then(|| dependent.form.clone()),
            line: dependent.line.as_ref().map_or(0, |(line, _)| *line as Place),
            lines: lines_of[cell].iter().map(|&line| line as Place).collect(),
        }
    }
}
