//! Number of ways to build the fences round a loop, by dynamic programming over fences.
//!
//! A state is which cells that later fences can cover are taken, and the rest of the present post's
//! number. Ways that agree in both are counted together. Posts that share no cell, directly or
//! through others, are counted apart and multiplied.
//!
//! Invariant: a count is exact; `None` means that the work limit or 128 bits were exceeded.
//!
//! Cost: exponential in the number of cells that several fences can cover at once.

use std::collections::{BTreeMap, HashMap};

use super::board::{Board, Fill};
use crate::run::{Charge, Halt, Run};

/// The work limit, in transitions.
const MOST_WORK: usize = 5_000_000;

/// Transitions between two polls of the limits.
const PULSE: usize = 1 << 10;

/// Why a count was given up.
enum Uncounted {
    /// The work limit, or 128 bits, were exceeded.
    TooMany,
    Halted(Halt),
}

/// The rest of the work limit.
struct Budget<'a> {
    left: usize,
    run: &'a Run<'a>,
}

impl Budget<'_> {
    /// Takes a piece of work from the budget.
    fn spend(&mut self) -> Result<(), Uncounted> {
        self.left = self.left.checked_sub(1).ok_or(Uncounted::TooMany)?;
        match self.left.is_multiple_of(PULSE).then(|| self.run.halted()).flatten() {
            Some(halt) => Err(Uncounted::Halted(halt)),
            None => Ok(()),
        }
    }
}

/// The number of ways to build the fences within bounds of their lengths; `None` if there are too
/// many to count.
pub(super) fn count(
    board: &Board,
    bounds: &[(Fill, Fill)],
    run: &Run<'_>,
) -> Result<Option<u128>, Halt> {
    let fence = |post: usize, at: usize| {
        let (least, most) = (bounds[post].0[at], bounds[post].1[at]);
        Fence { cells: board.rays[post][at][..most as usize].to_vec(), least }
    };
    let posts: Vec<Post> = (0..board.rays.len())
        .map(|post| Post {
            number: board.instance.posts[post].1,
            fences: std::array::from_fn(|at| fence(post, at)),
        })
        .collect();
    let mut work = Budget { left: MOST_WORK, run };
    let mut product: u128 = 1;
    for group in groups(&posts, board.hexagon().len()) {
        let ways = match count_group(&group, &mut work) {
            Ok(ways) => ways,
            Err(Uncounted::TooMany) => return Ok(None),
            Err(Uncounted::Halted(halt)) => return Err(halt),
        };
        let Some(larger) = product.checked_mul(ways) else { return Ok(None) };
        product = larger;
    }
    Ok(Some(product))
}

/// A fence: the cells that it can cover, and how many it covers in any case.
struct Fence {
    cells: Vec<usize>,
    least: u32,
}

/// A post with its six fences.
struct Post {
    number: u32,
    fences: [Fence; 6],
}

impl Post {
    fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.fences.iter().flat_map(|fence| fence.cells.iter().copied())
    }
}

/// The ways themselves, as long as they are no more than `most` and found with little work.
pub(super) fn list(
    board: &Board,
    cells: &[usize],
    most: usize,
    run: &Run<'_>,
) -> Option<Vec<Vec<Fill>>> {
    let mut lists = Vec::new();
    let work = Budget { left: MOST_WORK, run };
    let ended = visit_within(board, cells, work, &mut |fills| {
        lists.push(fills.to_vec());
        lists.len() > most
    });
    ended.ok().map(|()| lists)
}

/// Shows the ways to a visitor, until it wants no more: then the result is true.
pub(super) fn visit(
    board: &Board,
    cells: &[usize],
    run: &Run<'_>,
    visitor: &mut dyn FnMut(&[Fill]) -> bool,
) -> Result<bool, Halt> {
    let work = Budget { left: usize::MAX, run };
    match visit_within(board, cells, work, visitor) {
        Ok(()) => Ok(false),
        Err(Uncounted::TooMany) => Ok(true),
        Err(Uncounted::Halted(halt)) => Err(halt),
    }
}

fn visit_within(
    board: &Board,
    cells: &[usize],
    work: Budget<'_>,
    visitor: &mut dyn FnMut(&[Fill]) -> bool,
) -> Result<(), Uncounted> {
    let rays = free_rays(board, cells);
    let fenced = vec![false; board.hexagon().len()];
    let mut listing = Listing { board, rays: &rays, fenced, fills: Vec::new(), visitor, work };
    listing.extend()
}

/// What each post sees past the loop.
fn free_rays(board: &Board, cells: &[usize]) -> Vec<[Vec<usize>; 6]> {
    let mut taken = vec![false; board.hexagon().len()];
    cells.iter().for_each(|&cell| taken[cell] = true);
    let free = |ray: &Vec<usize>| ray.iter().copied().take_while(|&cell| !taken[cell]).collect();
    board.rays.iter().map(|rays| rays.each_ref().map(free)).collect()
}

/// The posts in groups that share no cell.
fn groups(posts: &[Post], cells: usize) -> Vec<Vec<&Post>> {
    let mut leader: Vec<usize> = (0..posts.len()).collect();
    let mut seen_by: Vec<Option<usize>> = vec![None; cells];
    for (at, post) in posts.iter().enumerate() {
        for cell in post.cells() {
            if let Some(other) = seen_by[cell].replace(at) {
                let (old, new) = (leader[other], leader[at]);
                leader.iter_mut().filter(|it| **it == old).for_each(|it| *it = new);
            }
        }
    }
    let members = |at: usize| leader.iter().zip(posts).filter(move |(it, _)| **it == at);
    let group = |at: usize| members(at).map(|(_, post)| post).collect();
    (0..posts.len()).map(group).filter(|group: &Vec<&Post>| !group.is_empty()).collect()
}

/// A set of shared cells.
type Set = Vec<u64>;

/// The states of the dynamic program, with the number of ways that lead to each. A state is which
/// shared cells are fenced, and how much of the present post's number is left.
type States = HashMap<(Set, u32), u128>;

/// The ways of a group of posts.
fn count_group(posts: &[&Post], work: &mut Budget<'_>) -> Result<u128, Uncounted> {
    let shared = Shared::new(posts);
    let mut states: States = HashMap::from([((shared.empty(), 0), 1)]);
    // A layer is made from the one before, and both have spare room.
    let state = 4 * (size_of::<((Set, u32), u128)>() + size_of_val(&shared.empty()[..]));
    let mut charge = Charge::none(work.run.budget);
    for (place, post) in posts.iter().enumerate() {
        // The number of the last post must be used up; then this post begins.
        states = states
            .into_iter()
            .filter(|((_, left), _)| *left == 0)
            .map(|((set, _), ways)| ((set, post.number), ways))
            .collect();
        for (at, fence) in post.fences.iter().enumerate() {
            let after = &post.fences[at + 1..];
            let least = after.iter().map(|fence| fence.least).sum();
            let most = after.iter().map(|fence| fence.cells.len() as u32).sum();
            let (places, later) = (shared.places(&fence.cells), shared.later(6 * place + at));
            let step =
                FenceTransition { least: fence.least as usize, places, later, rest: least..=most };
            states = step.advance(&states, work)?;
            charge.grow_to(state * states.len()).map_err(Uncounted::Halted)?;
        }
    }
    let ways = states.iter().filter(|((_, left), _)| *left == 0).map(|(_, ways)| *ways);
    ways.into_iter().try_fold(0_u128, u128::checked_add).ok_or(Uncounted::TooMany)
}

/// The frontier: cells that several fences can cover, each until the last of those fences is done.
struct Shared {
    /// For each of them its bit and the number of the last fence.
    cells: HashMap<usize, (usize, usize)>,
}

impl Shared {
    fn new(posts: &[&Post]) -> Self {
        let mut seen: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        let fences = posts.iter().flat_map(|post| &post.fences);
        for (number, fence) in fences.enumerate() {
            for &cell in &fence.cells {
                let entry = seen.entry(cell).or_insert((0, number));
                *entry = (entry.0 + 1, number);
            }
        }
        let several = seen.into_iter().filter(|(_, (fences, _))| *fences > 1);
        let cells = several.enumerate().map(|(bit, (cell, (_, last)))| (cell, (bit, last)));
        Self { cells: cells.collect() }
    }

    fn empty(&self) -> Set {
        vec![0; self.cells.len().div_ceil(64)]
    }

    /// The bits of a ray's cells.
    fn places(&self, ray: &[usize]) -> Vec<Option<usize>> {
        ray.iter().map(|cell| self.cells.get(cell).map(|&(bit, _)| bit)).collect()
    }

    /// The cells that fences after the one with a number can cover.
    fn later(&self, number: usize) -> Set {
        let mut set = self.empty();
        let later = self.cells.values().filter(|(_, last)| *last > number);
        later.for_each(|(bit, _)| set[bit / 64] |= 1 << (bit % 64));
        set
    }
}

/// The transition of the dynamic program that decides the length of one fence.
struct FenceTransition {
    /// The shared cells along the fence.
    places: Vec<Option<usize>>,
    /// How many cells it covers in any case.
    least: usize,
    /// The shared cells that matter afterwards.
    later: Set,
    /// What the post's fences after this one can add up to.
    rest: std::ops::RangeInclusive<u32>,
}

impl FenceTransition {
    /// Applies every length to every state.
    fn advance(&self, states: &States, work: &mut Budget<'_>) -> Result<States, Uncounted> {
        let mut next = States::new();
        for ((fenced, left), ways) in states {
            let mut set: Set = fenced.iter().zip(&self.later).map(|(a, b)| a & b).collect();
            for length in 0..=self.places.len().min(*left as usize) {
                if let Some(bit) = length.checked_sub(1).and_then(|place| self.places[place]) {
                    if fenced[bit / 64] >> (bit % 64) & 1 == 1 {
                        break;
                    }
                    set[bit / 64] |= 1 << (bit % 64) & self.later[bit / 64];
                }
                let left = left - length as u32;
                if length >= self.least && self.rest.contains(&left) {
                    work.spend()?;
                    let sum = next.entry((set.clone(), left)).or_insert(0);
                    *sum = sum.checked_add(*ways).ok_or(Uncounted::TooMany)?;
                }
            }
        }
        Ok(next)
    }
}

/// Depth-first enumeration of the ways to build the fences.
struct Listing<'a> {
    board: &'a Board,
    rays: &'a [[Vec<usize>; 6]],
    fenced: Vec<bool>,
    fills: Vec<Fill>,
    visitor: &'a mut dyn FnMut(&[Fill]) -> bool,
    work: Budget<'a>,
}

impl Listing<'_> {
    /// Fills the posts one after the other.
    fn extend(&mut self) -> Result<(), Uncounted> {
        self.work.spend()?;
        let post = self.fills.len();
        if post == self.rays.len() {
            return if (self.visitor)(&self.fills) { Err(Uncounted::TooMany) } else { Ok(()) };
        }
        let free = |ray: &Vec<usize>| ray.iter().take_while(|&&it| !self.fenced[it]).count();
        let room = self.rays[post].each_ref().map(free).map(|room| room as u32);
        self.fill(post, &room, 0, self.board.instance.posts[post].1, [0; 6])
    }

    /// Gives a post's fences from one on all lengths that add up to what is left.
    fn fill(
        &mut self,
        post: usize,
        room: &Fill,
        at: usize,
        left: u32,
        mut fill: Fill,
    ) -> Result<(), Uncounted> {
        if at == 6 {
            return if left == 0 { self.place(post, fill) } else { Ok(()) };
        }
        let rest: u32 = room[at + 1..].iter().sum();
        for length in left.saturating_sub(rest)..=room[at].min(left) {
            fill[at] = length;
            self.fill(post, room, at + 1, left - length, fill)?;
        }
        Ok(())
    }

    /// Goes on with a post filled.
    fn place(&mut self, post: usize, fill: Fill) -> Result<(), Uncounted> {
        self.set(post, fill, true);
        self.fills.push(fill);
        let ended = self.extend();
        self.fills.pop();
        self.set(post, fill, false);
        ended
    }

    fn set(&mut self, post: usize, fill: Fill, fenced: bool) {
        for (ray, length) in self.rays[post].iter().zip(fill) {
            ray.iter().take(length as usize).for_each(|&cell| self.fenced[cell] = fenced);
        }
    }
}
