//! Random symmetric loops on large boards, by a random walk over loops.
//!
//! The walk begins with a hexagon of cells about the centre of a random rotation or on the axis of a random mirror. A step
//! exchanges two moves of the loop (the cell between them jumps to the other side), bends a straight piece out by one
//! cell, or straightens it again. The images of a step under the symmetry are done with it, so the loop stays symmetric.
//! A step that would meet the loop, leave the board or turn sharply is not taken.
//!
//! Every step replaces a path by another one between the same ends, so the cells always form one closed loop.
//!
//! Cost: constant for a step, and some steps for each cell of the loop. SAT (`random_loop`) takes minutes on such boards.

use sixfold_puzzle::hex::{Cell, Direction, Hexagon, Isometry, Symmetry};

use super::board::{ALL_REGIONS, Board};
use crate::random::Random;
use crate::run::{Halt, Run};

/// The loop is to have this many of a hundred cells, at least and at most: the fences need room.
const PERCENT: [usize; 2] = [6, 16];
/// Steps for each cell of the board, after which the loop is taken as it is.
const STEPS: usize = 40;
/// Steps between two polls of the limits.
const PULSE: usize = 1 << 12;

/// A random symmetric loop that sees all regions, as cells in order.
pub(super) fn grown_loop(
    board: &Board,
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Vec<usize>, Halt> {
    loop {
        let mut walk = LoopWalk::new(board.hexagon(), random);
        walk.wander(random, run)?;
        let cells = walk.cells();
        if board.seen(cells.iter().copied()) == ALL_REGIONS {
            return Ok(cells);
        }
    }
}

/// A loop on its walk.
struct LoopWalk<'a> {
    hexagon: &'a Hexagon,
    /// The symmetries that keep the loop, the identity first.
    images: Vec<Isometry>,
    /// For each cell of the loop its two neighbours on the loop.
    links: Vec<Option<[usize; 2]>>,
    /// The cells of the loop, in any order, and the place of each cell among them.
    members: Vec<usize>,
    places: Vec<usize>,
}

/// A path of the loop between two cells that stay, and the cells that take the place of those between.
struct Detour {
    ends: [Cell; 2],
    old: Vec<Cell>,
    new: Vec<Cell>,
}

impl<'a> LoopWalk<'a> {
    /// A hexagon round a random cell near the centre.
    fn new(hexagon: &'a Hexagon, random: &mut Random) -> Self {
        let order = hexagon.order() as i32;
        let shift = |random: &mut Random| random.below(order as usize / 3 + 1) as i32 - order / 6;
        let centre = Cell::new(shift(random), shift(random));
        let linear = match random.below(3) {
            0 => Symmetry::rotation(3),
            1 => Symmetry::rotation(2),
            _ => {
                let mirrors = Symmetry::ALL.into_iter().filter(|map| map.is_reflection());
                let mirrors: Vec<Symmetry> = mirrors.collect();
                mirrors[random.below(mirrors.len())]
            }
        };
        let map = Isometry { linear, shift: centre - linear.apply(centre) };
        let identity = Isometry { linear: Symmetry::IDENTITY, shift: Cell::CENTRE };
        let mut images = vec![identity];
        let mut power = map;
        while power != identity {
            images.push(power);
            power = power.then(map);
        }
        let mut walk = Self {
            hexagon,
            images,
            links: vec![None; hexagon.len()],
            members: Vec::new(),
            places: vec![0; hexagon.len()],
        };
        walk.lay(&ring(centre, order / 3));
        walk
    }

    /// Puts a closed path on the empty board.
    fn lay(&mut self, cells: &[Cell]) {
        let index = |at: usize| self.hexagon.index(cells[at % cells.len()]).expect("it is inside");
        let indices: Vec<usize> = (0..cells.len()).map(index).collect();
        for (at, &cell) in indices.iter().enumerate() {
            let before = indices[(at + indices.len() - 1) % indices.len()];
            self.links[cell] = Some([before, indices[(at + 1) % indices.len()]]);
            self.join(cell);
        }
    }

    fn join(&mut self, cell: usize) {
        self.places[cell] = self.members.len();
        self.members.push(cell);
    }

    fn leave(&mut self, cell: usize) {
        let place = self.places[cell];
        self.members.swap_remove(place);
        if let Some(&moved) = self.members.get(place) {
            self.places[moved] = place;
        }
    }

    /// Random steps, until the loop is as long as it is to be.
    fn wander(&mut self, random: &mut Random, run: &Run<'_>) -> Result<(), Halt> {
        let cells = self.hexagon.len();
        let percent = PERCENT[0] + random.below(PERCENT[1] - PERCENT[0] + 1);
        for step in 0..STEPS * cells {
            if step % PULSE == 0 {
                run.halted().map_or(Ok(()), Err)?;
            }
            if self.members.len() * 100 >= percent * cells {
                break;
            }
            if let Some(detour) = self.some_detour(random) {
                self.try_all(&detour);
            }
        }
        Ok(())
    }

    /// A change at a random place of the loop, if one is possible there.
    fn some_detour(&self, random: &mut Random) -> Option<Detour> {
        let start = self.members[random.below(self.members.len())];
        let second = self.links[start]?[random.below(2)];
        let third = self.after(start, second)?;
        let (first_way, second_way) = (self.way(start, second)?, self.way(second, third)?);
        let (from, to) = (self.hexagon.cell(start), self.hexagon.cell(third));
        let side = if random.below(2) == 0 { 1 } else { 5 };
        let turn = (second_way + 6 - first_way) % 6;
        let old = vec![self.hexagon.cell(second)];
        if turn == 0 {
            // Two moves straight on become a bend of three.
            let out = from + delta(first_way + side);
            return Some(Detour { ends: [from, to], old, new: vec![out, out + delta(first_way)] });
        }
        let fourth = self.after(second, third)?;
        let third_way = self.way(third, fourth)?;
        let bend = (third_way + 6 - second_way) % 6 == turn;
        if bend && random.below(4) == 0 {
            // A bend of three moves becomes straight.
            let ends = [from, self.hexagon.cell(fourth)];
            let old = vec![old[0], to];
            return Some(Detour { ends, old, new: vec![from + delta(second_way)] });
        }
        Some(Detour { ends: [from, to], old, new: vec![from + delta(second_way)] })
    }

    /// The cell of the loop after two others.
    fn after(&self, before: usize, cell: usize) -> Option<usize> {
        self.links[cell]?.into_iter().find(|&next| next != before)
    }

    /// The number of the direction from a cell to its neighbour.
    fn way(&self, from: usize, to: usize) -> Option<usize> {
        let step = self.hexagon.cell(to) - self.hexagon.cell(from);
        Direction::ALL.iter().position(|direction| direction.delta() == step)
    }

    /// Makes a change and its images, unless they do not fit.
    fn try_all(&mut self, detour: &Detour) {
        let map = |map: &Isometry, cells: &[Cell]| -> Option<Vec<usize>> {
            cells.iter().map(|&cell| self.hexagon.index(map.apply(cell))).collect()
        };
        let image = |by: &Isometry| {
            Some([map(by, &detour.ends)?, map(by, &detour.old)?, map(by, &detour.new)?])
        };
        let Some(images) = self.images.iter().map(image).collect::<Option<Vec<_>>>() else {
            return;
        };
        let touched =
            |part: usize| images.iter().flat_map(move |image| image[part].iter().copied());
        let (old, new): (Vec<usize>, Vec<usize>) = (touched(1).collect(), touched(2).collect());
        let fits = |(at, cell): (usize, &usize)| {
            !new[..at].contains(cell) && (self.links[*cell].is_none() || old.contains(cell))
        };
        let apart = |(at, cell): (usize, &usize)| !old[..at].contains(cell);
        let free_ends = touched(0).all(|end| !old.contains(&end));
        let possible =
            free_ends && new.iter().enumerate().all(fits) && old.iter().enumerate().all(apart);
        // A cell that one image leaves and another one takes would be linked twice.
        if !possible || new.iter().any(|cell| old.contains(cell)) {
            return;
        }
        images.iter().for_each(|[ends, old, new]| self.replace(ends, old, new));
        if !touched(0).chain(touched(2)).all(|cell| self.is_wide(cell)) {
            images.iter().for_each(|[ends, old, new]| self.replace(ends, new, old));
        }
    }

    /// Puts a path in the place of another one.
    fn replace(&mut self, ends: &[usize], old: &[usize], new: &[usize]) {
        for &cell in old {
            self.links[cell] = None;
            self.leave(cell);
        }
        let path: Vec<usize> = [&ends[..1], new, &ends[1..]].concat();
        for three in path.windows(3) {
            self.links[three[1]] = Some([three[0], three[2]]);
            self.join(three[1]);
        }
        for (end, gone, come) in
            [(ends[0], old[0], new[0]), (ends[1], old[old.len() - 1], new[new.len() - 1])]
        {
            let links = self.links[end].as_mut().expect("the ends stay on the loop");
            links.iter_mut().filter(|link| **link == gone).for_each(|link| *link = come);
        }
    }

    /// Whether the loop makes no sharp turn at a cell.
    fn is_wide(&self, cell: usize) -> bool {
        let ways = self.links[cell].map(|links| links.map(|next| self.way(cell, next)));
        let Some([Some(one), Some(other)]) = ways else { return false };
        (2..=4).contains(&((one + 6 - other) % 6))
    }

    /// The cells in order.
    fn cells(&self) -> Vec<usize> {
        let start = self.members[0];
        let mut cells = vec![start];
        let mut next = self.links[start].map(|links| links[0]);
        while let Some(cell) = next.filter(|&cell| cell != start) {
            next = self.after(cells[cells.len() - 1], cell);
            cells.push(cell);
        }
        cells
    }
}

fn delta(way: usize) -> Cell {
    Direction::ALL[way % 6].delta()
}

/// The cells at a distance from one, in order.
fn ring(centre: Cell, radius: i32) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut at = centre;
    (0..radius).for_each(|_| at = at + delta(4));
    for way in 0..6 {
        for _ in 0..radius {
            cells.push(at);
            at = at + delta(way);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::layout::Layout;
    use super::super::orbits::{Maps, keeps_loop};
    use super::super::random_loop::bends;
    use super::*;

    /// Each is one closed path without sharp turns, symmetric, and not the hexagon that it began as.
    #[test]
    fn grown_loops_are_loops() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let hexagon = Hexagon::new(14);
        let board = Layout::new(hexagon.clone(), Vec::new()).board();
        let maps = Maps::new(&board, &run).unwrap();
        for seed in 0..12 {
            let cells = grown_loop(&board, &mut Random::new(seed), &run).unwrap();
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), cells.len(), "no cell is passed twice");
            for at in 0..cells.len() {
                let next = |by: usize| hexagon.cell(cells[(at + by) % cells.len()]);
                let (one, two) = (next(1) - next(0), next(2) - next(1));
                let way = |step| (0..6).position(|way| delta(way) == step).expect("a step");
                assert!([0, 1, 5].contains(&((way(two) + 6 - way(one)) % 6)), "{seed}");
            }
            let kept = maps.maps.iter().any(|&(map, _)| keeps_loop(map, &hexagon, &cells));
            assert!(kept, "{seed}: it is symmetric");
            assert!(bends(&hexagon, &cells) > 12, "{seed}");
            assert_eq!(board.seen(cells.iter().copied()), ALL_REGIONS);
        }
    }
}
