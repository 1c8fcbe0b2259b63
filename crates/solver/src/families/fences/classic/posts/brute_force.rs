//! Brute force for the tests: every simple closed loop, and every filling.
//!
//! It shares nothing with the search.

use sixfold_puzzle::families::fences::{Instance, Turns, Wanted, region, symmetries};
use sixfold_puzzle::hex::{Cell, Direction, Hexagon};

/// Every simple closed loop in the cells, each once.
pub(super) fn cycles(hexagon: &Hexagon, allowed: &[bool], turns: Turns) -> Vec<Vec<usize>> {
    let sharpest = if turns == Turns::Wide { 1 } else { 2 };
    let mut walk = CycleSearch { hexagon, allowed, sharpest, path: Vec::new(), found: Vec::new() };
    for start in (0..hexagon.len()).filter(|&cell| allowed[cell]) {
        walk.path = vec![start];
        walk.extend();
    }
    walk.found
}

struct CycleSearch<'a> {
    hexagon: &'a Hexagon,
    allowed: &'a [bool],
    sharpest: u32,
    path: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl CycleSearch<'_> {
    /// Goes on to cells after the start; the loop is taken in one of its two senses.
    fn extend(&mut self) {
        let (start, head) = (self.path[0], self.path[self.path.len() - 1]);
        for next in self.hexagon.neighbours(head).collect::<Vec<_>>() {
            if next == start && self.path.len() > 2 && self.path[1] < head && self.is_closed() {
                self.found.push(self.path.clone());
            }
            if next > start && self.allowed[next] && !self.path.contains(&next) {
                self.path.push(next);
                if self.path.len() == 2 || self.may_turn(self.path.len() - 2) {
                    self.extend();
                }
                self.path.pop();
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.may_turn(0) && self.may_turn(self.path.len() - 1)
    }

    /// Whether the path, seen as closed, turns as it may at a place.
    fn may_turn(&self, at: usize) -> bool {
        let count = self.path.len();
        let cell = |at: usize| self.hexagon.cell(self.path[at % count]);
        let way = |from: usize, to: usize| Direction::of(cell(to) - cell(from));
        match (way(at + count - 1, at), way(at, at + 1)) {
            (Some(before), Some(after)) => before.turn_to(after) <= self.sharpest,
            _ => false,
        }
    }
}

/// The loops that keep the rules on a board without posts.
pub(super) fn loops(instance: &Instance) -> Vec<Vec<usize>> {
    let hexagon = &instance.hexagon;
    let all = cycles(hexagon, &vec![true; hexagon.len()], instance.turns);
    let cells = |cycle: &[usize]| cycle.iter().map(|&at| hexagon.cell(at)).collect::<Vec<Cell>>();
    let keeps = |cycle: &Vec<usize>| {
        let cells = cells(cycle);
        let seen = |wanted: usize| cells.iter().any(|&cell| region(cell) == Some(wanted));
        (0..6).all(seen) && is_symmetric(instance.symmetry, &cells)
    };
    all.into_iter().filter(keeps).collect()
}

fn is_symmetric(wanted: Wanted, cells: &[Cell]) -> bool {
    let found = symmetries(cells);
    match wanted {
        Wanted::None => true,
        Wanted::Any => !found.is_empty(),
        Wanted::Rotation => found.iter().any(|map| !map.linear.is_reflection()),
        Wanted::Mirror => found.iter().any(|map| map.linear.is_reflection()),
    }
}

/// The cells that each way to fill all posts takes, as bits.
pub(super) fn fillings(instance: &Instance) -> Vec<u64> {
    let posts = instance.posts.iter().fold(0, |taken, &(post, _)| taken | 1 << post);
    let mut fillings = vec![posts];
    for &(post, number) in &instance.posts {
        let ways = ways(&instance.hexagon, post, number, &Direction::ALL);
        let joined = |taken: u64| {
            ways.iter().filter(move |&way| way & taken == 0).map(move |way| way | taken)
        };
        fillings = fillings.into_iter().flat_map(joined).collect();
    }
    fillings
}

/// The cells of every choice of fences in the directions that adds up to a number.
fn ways(hexagon: &Hexagon, post: usize, number: u32, directions: &[Direction]) -> Vec<u64> {
    let Some((&first, others)) = directions.split_first() else {
        return if number == 0 { vec![0] } else { Vec::new() };
    };
    let ray: Vec<usize> = hexagon.ray(post, first).take(number as usize).collect();
    let mut all = Vec::new();
    for length in 0..=ray.len() {
        let fence = ray[..length].iter().fold(0, |taken, &cell| taken | 1_u64 << cell);
        let rest = ways(hexagon, post, number - length as u32, others);
        all.extend(rest.into_iter().map(|taken| taken | fence));
    }
    all
}
