//! A plan as the search reads it: what a step needs stands side by side, and what lines lack is one array.
//!
//! The plan ([`BranchPlan`]) says what follows from what. Here every line has a place in an array
//! of what is missing, and so has every link that is no line, behind them. A number that follows is what its line lacks at
//! that moment: the cells that came before it have already been taken off.

use super::plan::{self, BranchPlan, BranchStep, CellShift, FARTHEST, Value};
use super::set::{Mirrored, Set};
use super::tableau::{Dependent, Form};

/// Places for what lines lack, and behind them for links that are no lines: there are fewer than 64 of each. A power of
/// two, so that no place needs to be checked.
const PLACES: usize = 2 * LINES;
const LINES: usize = 64;
/// The place of no line, which leaves all numbers.
const WIDE: Place = LINES as Place;
/// Room for sums of up to [`FARTHEST`] numbers; a power of two again.
const SUMS: usize = (FARTHEST + 1).next_power_of_two();
/// Boards up to order 5 have no more lines.
const FEW_LINES: usize = 32;
/// A cell of a hexagon is on so many.
const LINES_OF_CELL: usize = 3;

/// A plan laid out.
pub(super) struct Layout<const W: usize> {
    /// Cells that follow before anything is tried.
    pub(super) first: Vec<First<W>>,
    pub(super) steps: Vec<Step<W>>,
    lines: usize,
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
    level: [Vec<Place>; FARTHEST - 1],
    /// Lines that lack more with a larger number, by as much, and lines that lack less.
    pub(super) rising: Vec<Reach>,
    pub(super) falling: Vec<Reach>,
    /// Links that are no lines, in the order of their places.
    pub(super) links: Vec<Form>,
    /// Lines of crossings that the tried number leaves as they are, by how many other cells are open: two, and so on.
    rooms: [Vec<Place>; FARTHEST - 2],
    crossings: Vec<Crossing<W>>,
    ties: Vec<Tie>,
    /// The crossings with several links.
    knots: Vec<usize>,
    /// The most open cells of a line.
    farthest: usize,
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
    line: Place,
    open: u8,
    slope: i64,
}

/// An open cell that is linked to others, and its lines with more open cells: those that the tried number leaves as they
/// are, and the others.
pub(super) struct Crossing<const W: usize> {
    domain: Set<W>,
    shifts: Vec<Shift>,
    /// The array is filled up with [`WIDE`]. A cell on more lines than it has room for is restricted by the first of them.
    level: [Place; LINES_OF_CELL],
    sloped: Vec<Reach>,
}

/// Two linked crossings, by their places, and what the link leaves to the first.
struct Tie {
    ends: [usize; 2],
    shift: Shift,
}

/// A tie as the search looks at it: everything stands side by side.
#[derive(Clone)]
struct TieLook<const W: usize> {
    /// What the two cells can hold, whatever number is tried; of the second the mirror image, if the link is a sum.
    allowed: [Set<W>; 2],
    /// By how much the numbers of the second are shifted to those of the first, with 0 as the tried number, and for each
    /// unit of it.
    distance: i64,
    slope: i64,
    mirrored: bool,
    /// Whether lines of the two depend on the tried number.
    sloped: bool,
    /// The place and the sign from which the distance follows.
    place: Place,
    sign: i8,
    /// The lines of the two cells, as in [`Crossing`], and their numbers.
    level: [[Place; LINES_OF_CELL]; 2],
    domains: [Set<W>; 2],
    /// The place of the tie.
    at: u32,
}

impl<const W: usize> TieLook<W> {
    fn new(at: usize, step: &Step<W>) -> Self {
        let Tie { ends, shift } = &step.ties[at];
        let crossings = ends.map(|end| &step.crossings[end]);
        Self {
            allowed: [Set::EMPTY; 2],
            distance: 0,
            slope: shift.slope,
            mirrored: shift.mirrored,
            sloped: crossings.iter().any(|it| !it.sloped.is_empty()),
            place: shift.place,
            sign: shift.sign as i8,
            level: crossings.map(|it| it.level),
            domains: crossings.map(|it| it.domain),
            at: at as u32,
        }
    }
}

/// What a link leaves to one of its cells: the unused numbers, or their mirror image, shifted by sign · what is missing at
/// the place + slope · tried number.
#[derive(Clone, Copy)]
struct Shift {
    mirrored: bool,
    place: Place,
    sign: i64,
    slope: i64,
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

    /// Whether a line lacks something: a plan need not have used every line.
    pub(super) fn lacks(&self, frame: &Frame<W>) -> bool {
        frame.missing[..self.lines].iter().any(|&missing| missing != 0)
    }

    /// The state of the search above each step, and below the last.
    pub(super) fn frames(&self, missing: &[i64]) -> Vec<Frame<W>> {
        let mut frame = Frame {
            missing: [0; PLACES],
            lines: self.lines,
            sums: [(0, 0); SUMS],
            follows: Vec::new(),
            rooms: [Set::below(64 * W); PLACES],
            looks: Vec::new(),
            depth: 0,
        };
        frame.lack(missing);
        let mut frames = Vec::with_capacity(self.steps.len() + 1);
        for (depth, step) in self.steps.iter().enumerate() {
            let looks = (0..step.ties.len()).map(|at| TieLook::new(at, step)).collect();
            let follows = vec![0; step.follows.len()];
            frames.push(Frame { looks, follows, depth, ..frame.clone() });
        }
        frames.push(frame);
        frames
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

/// What the search knows at one depth.
#[derive(Clone)]
pub(super) struct Frame<const W: usize> {
    /// What each line lacks, and what each link that is no line comes to; without the tried number.
    missing: [i32; PLACES],
    lines: usize,
    /// The sums of the least and of the largest unused numbers, so many of them.
    sums: [(i64, i64); SUMS],
    /// What the cells that follow come to without the tried number.
    pub(super) follows: Vec<i64>,
    /// The numbers that lines leave to each of their open cells, and all at [`WIDE`].
    rooms: [Set<W>; PLACES],
    /// The ties, in the order in which they are looked at.
    looks: Vec<TieLook<W>>,
    /// How many steps come before this one.
    pub(super) depth: usize,
}

impl<const W: usize> Frame<W> {
    /// Begins with what each line lacks at first.
    pub(super) fn lack(&mut self, missing: &[i64]) {
        for (place, &missing) in missing.iter().enumerate() {
            self.missing[place] = missing as i32;
        }
    }

    /// What is missing at a place.
    #[inline]
    pub(super) fn at(&self, place: Place) -> i64 {
        i64::from(self.missing[usize::from(place) % PLACES])
    }

    /// Takes a number off lines.
    #[inline]
    pub(super) fn take(&mut self, lines: &[Place], number: i64) {
        for &line in lines {
            self.missing[usize::from(line) % PLACES] -= number as i32;
        }
    }

    /// Writes what links that are no lines come to.
    pub(super) fn write_link(&mut self, place: usize, value: i64) {
        self.missing[place % PLACES] = value as i32;
    }

    /// Works out what the least and the largest unused numbers sum to.
    #[inline]
    pub(super) fn sum(&mut self, unused: Set<W>, step: &Step<W>) {
        unused.extreme_sums(&mut self.sums[..=step.farthest]);
    }

    /// What is missing once a number is tried.
    #[inline]
    pub(super) fn pass_on(&self, below: &mut Self, slopes: &[(Place, i64)], tried: i64) {
        // Two sizes that are known beforehand: a copy of any size is a call.
        match self.lines <= FEW_LINES {
            true => below.missing[..FEW_LINES].copy_from_slice(&self.missing[..FEW_LINES]),
            false => below.missing[..LINES].copy_from_slice(&self.missing[..LINES]),
        }
        for &(line, slope) in slopes {
            below.missing[usize::from(line) % PLACES] += (slope * tried) as i32;
        }
    }

    /// The least and the largest sum of so many unused numbers.
    #[inline]
    fn sums(&self, open: u8) -> (i64, i64) {
        self.sums[usize::from(open) % SUMS]
    }

    /// Whether the open cells of all lines that a step does not touch reach what is missing.
    #[inline]
    pub(super) fn is_level(&self, step: &Step<W>) -> bool {
        step.level.iter().zip(&self.sums[2..]).all(|(lines, &(least, most))| {
            lines.iter().all(|&line| (least..=most).contains(&self.at(line)))
        })
    }

    /// The tried numbers with which the open cells of a line reach what is missing, where a larger number leaves more to
    /// them.
    #[inline]
    pub(super) fn rising(&self, reach: &Reach) -> (i64, i64) {
        let ((least, most), missing) = (self.sums(reach.open), self.at(reach.line));
        (least - missing, most - missing)
    }

    /// The same, where a larger number leaves less.
    #[inline]
    pub(super) fn falling(&self, reach: &Reach) -> (i64, i64) {
        let ((least, most), missing) = (self.sums(reach.open), self.at(reach.line));
        (missing - most, missing - least)
    }

    /// The numbers in one of the open cells of a line with which the others reach what is missing.
    #[inline]
    pub(super) fn room(&self, reach: &Reach, tried: i64) -> (i64, i64) {
        let ((least, most), missing) = (self.sums(reach.open - 1), self.at(reach.line));
        let missing = missing + reach.slope * tried;
        (missing - most, missing - least)
    }

    /// By how much a link shifts the numbers of one of its cells.
    #[inline]
    fn distance(&self, shift: &Shift, tried: i64) -> i64 {
        shift.sign * self.at(shift.place) + shift.slope * tried
    }

    /// The numbers in a cell with which the other open cells of lines reach what is missing.
    #[inline]
    fn between(&self, reaches: &[Reach], tried: i64) -> (i64, i64) {
        let rooms = reaches.iter().map(|reach| self.room(reach, tried));
        rooms.fold((0, 64 * W as i64 - 1), |(low, high), (least, most)| {
            (low.max(least), high.min(most))
        })
    }

    /// Notes what the cell of each crossing can hold, whatever number is tried.
    #[inline]
    pub(super) fn prepare(&mut self, step: &Step<W>) {
        for (lines, (least, most)) in step.rooms.iter().zip(self.sums.into_iter().skip(2)) {
            for &line in lines {
                let missing = self.at(line);
                let room = Set::between(missing - most, missing - least);
                self.rooms[usize::from(line) % PLACES] = room;
            }
        }
        let Self { looks, rooms, missing, .. } = self;
        for look in looks {
            let level = look.level.map(|lines| {
                let rooms = lines.map(|line| rooms[usize::from(line) % PLACES]);
                rooms.into_iter().reduce(Set::and).expect("a cell has lines")
            });
            let [one, other] = [0, 1].map(|end| look.domains[end].and(level[end]));
            let value = i64::from(look.sign) * i64::from(missing[usize::from(look.place) % PLACES]);
            (look.allowed, look.distance) = match look.mirrored {
                true => ([one, other.mirrored()], value - (64 * W as i64 - 1)),
                false => ([one, other], value),
            };
        }
    }

    /// What the cell of a crossing can hold once a number is tried: the unused numbers that leave its lines in reach of the
    /// other open cells.
    #[inline]
    fn allowed(&self, crossing: &Crossing<W>, tried: i64, unused: Mirrored<W>) -> Set<W> {
        let level = crossing.level.map(|line| self.rooms[usize::from(line) % PLACES]);
        let allowed = level.into_iter().fold(crossing.domain.and(unused.set), Set::and);
        if crossing.sloped.is_empty() {
            return allowed;
        }
        let (low, high) = self.between(&crossing.sloped, tried);
        allowed.and(Set::between(low, high))
    }

    /// What sloped lines leave to the two cells of a tie; of the second the mirror image, if the link is a sum.
    #[inline(never)]
    fn sloped(&self, step: &Step<W>, look: &TieLook<W>, tried: i64) -> [Set<W>; 2] {
        let [one, other] = step.ties[look.at as usize].ends.map(|end| &step.crossings[end].sloped);
        let (low, high) = self.between(one, tried);
        let one = Set::between(low, high);
        let (low, high) = self.between(other, tried);
        let most = 64 * W as i64 - 1;
        match look.mirrored {
            true => [one, Set::between(most - high, most - low)],
            false => [one, Set::between(low, high)],
        }
    }

    /// Whether every linked cell has a number left that fits all its links: to each of them an unused one. Plans are rated by
    /// this; the search asks for more ([`fits`](Self::fits)).
    #[inline]
    pub(super) fn is_open(&self, step: &Step<W>, tried: i64, unused: Mirrored<W>) -> bool {
        (0..step.crossings.len()).all(|at| self.has_number(step, at, tried, unused))
    }

    #[inline(never)]
    fn has_number(&self, step: &Step<W>, at: usize, tried: i64, unused: Mirrored<W>) -> bool {
        let crossing = &step.crossings[at];
        let mut left = self.allowed(crossing, tried, unused);
        for shift in &crossing.shifts {
            let distance = self.distance(shift, tried);
            left = left.and(match shift.mirrored {
                true => unused.image.partners(distance),
                false => unused.set.shifted(distance),
            });
        }
        !left.is_empty()
    }

    /// Whether the two cells of each link have numbers left that fit each other, and cells of several links one that fits
    /// them all. Most tried numbers fail at the first or second tie, so a call would be a large part of the cost; the rest
    /// is kept apart.
    #[inline(always)]
    pub(super) fn fits(&mut self, step: &Step<W>, tried: i64, unused: Mirrored<W>) -> bool {
        for (at, look) in self.looks.iter().enumerate() {
            let mut one = look.allowed[0].and(unused.set);
            let mut other =
                look.allowed[1].and(if look.mirrored { unused.image } else { unused.set });
            if look.sloped {
                let sloped = self.sloped(step, look, tried);
                (one, other) = (one.and(sloped[0]), other.and(sloped[1]));
            }
            if one.and(other.shifted(look.distance + look.slope * tried)).is_empty() {
                // What fails often is looked at early.
                if at > 0 {
                    self.looks.swap(at, at - 1);
                }
                return false;
            }
        }
        step.knots.iter().all(|&at| self.has_number(step, at, tried, unused))
    }
}
