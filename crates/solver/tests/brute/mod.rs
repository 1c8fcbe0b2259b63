//! Brute force on small boards of Fences: every loop, every filling. Shares nothing with the solver
//! but the `puzzle` crate.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::BTreeSet;

use sixfold_puzzle::families::fences::{Analysis, Instance, Turns, Wanted, region};
use sixfold_puzzle::hex::{Cell, Direction, Hexagon};

/// Numbers that look random and are always the same.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Every simple closed loop whose corners are no sharper than allowed, each once.
pub(crate) fn cycles(order: usize, turns: Turns) -> Vec<Vec<Cell>> {
    fn extend(hexagon: &Hexagon, most: u32, path: &mut Vec<Cell>, found: &mut Vec<Vec<Cell>>) {
        let (first, last) = (path[0], path[path.len() - 1]);
        let step = |from: Cell, to: Cell| Direction::of(to - from).unwrap();
        let before = (path.len() > 1).then(|| step(path[path.len() - 2], last));
        for direction in Direction::ALL {
            let next = last.step(direction);
            if before.is_some_and(|before| before.turn_to(direction) > most) {
                continue;
            }
            if next == first && path.len() > 2 {
                let fits = direction.turn_to(step(first, path[1])) <= most;
                if fits && path[1] < last {
                    found.push(path.clone());
                }
            } else if hexagon.contains(next) && next > first && !path.contains(&next) {
                path.push(next);
                extend(hexagon, most, path, found);
                path.pop();
            }
        }
    }
    let hexagon = Hexagon::new(order);
    let most = if turns == Turns::Any { 2 } else { 1 };
    let mut found = Vec::new();
    for &cell in hexagon.cells() {
        extend(&hexagon, most, &mut vec![cell], &mut found);
    }
    found
}

/// Those that see all regions and have the symmetry that is asked for.
pub(crate) fn fitting(cycles: &[Vec<Cell>], wanted: Wanted) -> Vec<Vec<Cell>> {
    let sees_all = |cells: &&Vec<Cell>| {
        cells.iter().filter_map(|&cell| region(cell)).collect::<BTreeSet<_>>().len() == 6
    };
    let symmetric = |cells: &&Vec<Cell>| {
        let found = Analysis::of(cells).symmetries;
        let mirrors = found.iter().filter(|map| map.linear.is_reflection()).count();
        match wanted {
            Wanted::None => true,
            Wanted::Any => !found.is_empty(),
            Wanted::Mirror => mirrors > 0,
            Wanted::Rotation => found.len() > mirrors,
        }
    };
    cycles.iter().filter(sees_all).filter(symmetric).cloned().collect()
}

/// In how many ways the fences from a post on can be built, cell by cell.
pub(crate) fn fillings(instance: &Instance, post: usize, taken: &mut BTreeSet<usize>) -> u128 {
    fn lengthen(
        instance: &Instance,
        (post, direction, left): (usize, usize, u32),
        taken: &mut BTreeSet<usize>,
    ) -> u128 {
        if direction == 6 {
            return if left == 0 { fillings(instance, post + 1, taken) } else { 0 };
        }
        let ray = instance.hexagon.ray(instance.posts[post].0, Direction::ALL[direction]);
        let mut ways = lengthen(instance, (post, direction + 1, left), taken);
        let mut covered = Vec::new();
        for cell in ray.take(left as usize) {
            if !taken.insert(cell) {
                break;
            }
            covered.push(cell);
            let left = left - covered.len() as u32;
            ways += lengthen(instance, (post, direction + 1, left), taken);
        }
        taken.retain(|cell| !covered.contains(cell));
        ways
    }
    match instance.posts.get(post) {
        None => 1,
        Some(&(_, number)) => lengthen(instance, (post, 0, number), taken),
    }
}

/// The loops of a board with the number of their fillings, by trying every loop.
pub(crate) fn brute_force(instance: &Instance, loops: &[Vec<Cell>]) -> Vec<(u128, u128)> {
    let found = solvable(instance, loops).into_iter();
    found.map(|(ways, cells)| (ways, Analysis::of(cells).product as u128)).collect()
}

/// The loops that leave room for fences, with the number of their fillings.
pub(crate) fn solvable<'a>(instance: &Instance, loops: &'a [Vec<Cell>]) -> Vec<(u128, &'a [Cell])> {
    let posts: BTreeSet<usize> = instance.posts.iter().map(|&(post, _)| post).collect();
    let index = |&cell: &Cell| instance.hexagon.index(cell).unwrap();
    let mut found = Vec::new();
    for cells in loops {
        let mut taken: BTreeSet<usize> = cells.iter().map(index).collect();
        if taken.is_disjoint(&posts) {
            taken.extend(&posts);
            let ways = fillings(instance, 0, &mut taken);
            found.extend((ways > 0).then_some((ways, cells.as_slice())));
        }
    }
    found
}

/// A board with random posts: for every other one a loop is chosen first and left free, so that
/// there is something to find.
pub(crate) fn random_board(dice: &mut Dice, order: usize, loops: &[Vec<Cell>]) -> Instance {
    let hexagon = Hexagon::new(order);
    let mut free: BTreeSet<usize> = (0..hexagon.len()).collect();
    if dice.below(2) == 0 {
        let cells = &loops[dice.below(loops.len())];
        free.retain(|&at| !cells.contains(&hexagon.cell(at)));
    }
    let mut posts = Vec::new();
    for _ in 0..2 + dice.below(9) {
        let left: Vec<usize> = free.iter().copied().collect();
        if left.is_empty() {
            break;
        }
        let post = left[dice.below(left.len())];
        free.remove(&post);
        let mut number = 0;
        for direction in Direction::ALL {
            let ray = hexagon.ray(post, direction).take_while(|cell| free.contains(cell));
            let ray: Vec<usize> = ray.collect();
            let length = dice.below(3).min(ray.len());
            free.retain(|cell| !ray[..length].contains(cell));
            number += length as u32;
        }
        posts.push((post, number.max(1)));
    }
    posts.sort_unstable();
    Instance { hexagon, posts, turns: Turns::Wide, symmetry: Wanted::Any }
}
