//! Enumeration of the loops with a given symmetry in a corridor, by depth-first search over paths.
//!
//! A symmetry makes a loop out of a piece of it. A rotation keeps the sense of a loop. So the loop
//! is a path from a cell to its image, and the images of that path. The identity is the case in
//! which the path is the whole loop. A mirror reverses the sense. So exactly two places of the loop
//! lie on the axis, its *gates*: cells on the axis, or steps across it. The loop is a path between
//! two gates on one side of the axis, and its mirror image.
//!
//! Pruning: the cells that the path can still reach must complete the six regions and contain an
//! end for it.
//!
//! Invariant: each loop with the symmetry is reported exactly once.

use sixfold_puzzle::hex::Direction;

use super::board::{Map, RAINBOW, SymmetricBoard};
use super::corridor::Corridor;
use super::meter::{Meter, Stop};

/// Receives a loop: the smallest index first, then the smaller of its two neighbours.
pub(super) type OnLoop<'a> = dyn FnMut(Vec<usize>) -> Result<(), Stop> + 'a;

/// The result of a search for one loop with a step limit.
pub(super) enum LoopTest {
    /// A loop.
    Found(Vec<usize>),
    /// No loop exists.
    None,
    /// The limit was reached.
    Unknown,
}

/// The step limit.
const PATIENCE: u64 = 512;

/// Reports every loop in the corridor that has its symmetry, each once.
pub(super) fn find(
    board: &SymmetricBoard,
    corridor: &Corridor,
    meter: &mut Meter<'_>,
    report: &mut OnLoop<'_>,
) -> Result<(), Stop> {
    LoopEnumeration::new(board, corridor, u64::MAX, meter, report).everywhere()
}

/// Searches for one loop in the corridor within the step limit.
pub(super) fn test(
    board: &SymmetricBoard,
    corridor: &Corridor,
    meter: &mut Meter<'_>,
) -> Result<LoopTest, Stop> {
    let mut found = None;
    let mut report = |cells| {
        found = Some(cells);
        Err(Stop::Enough)
    };
    let ending = LoopEnumeration::new(board, corridor, PATIENCE, meter, &mut report).everywhere();
    match (ending, found) {
        (Ok(()), _) => Ok(LoopTest::None),
        (_, Some(cells)) => Ok(LoopTest::Found(cells)),
        (Err(Stop::Enough), None) => Ok(LoopTest::Unknown),
        (Err(stop), None) => Err(stop),
    }
}

struct LoopEnumeration<'a, 'b, 'c> {
    board: &'a SymmetricBoard,
    map: &'a Map,
    /// The cells that the path may still enter.
    inside: Vec<bool>,
    path: Vec<usize>,
    /// The direction of the path's first step.
    first: Direction,
    /// Steps that may still be made.
    patience: u64,
    meter: &'a mut Meter<'b>,
    report: &'a mut OnLoop<'c>,
}

impl<'a, 'b, 'c> LoopEnumeration<'a, 'b, 'c> {
    fn new(
        board: &'a SymmetricBoard,
        corridor: &Corridor,
        patience: u64,
        meter: &'a mut Meter<'b>,
        report: &'a mut OnLoop<'c>,
    ) -> Self {
        let map = &board.maps[corridor.map];
        let (inside, path) = (corridor.cells.to_vec(), Vec::new());
        Self { board, map, inside, path, first: Direction::E, patience, meter, report }
    }

    fn everywhere(&mut self) -> Result<(), Stop> {
        match self.map.linear.is_reflection() {
            true => self.gate_to_gate(),
            false => self.cell_to_image(),
        }
    }

    /// Paths from each cell to its image. A cell whose loops are all known is closed to the
    /// loops after it.
    fn cell_to_image(&mut self) -> Result<(), Stop> {
        for start in 0..self.board.outside() {
            // The centre of a rotation is never on the loop.
            self.inside[start] &= self.turns() == 1 || self.map.image(start) != start;
        }
        for start in 0..self.board.outside() {
            if self.inside[start] {
                self.set_orbit(start, false);
                self.start(start)?;
            }
        }
        Ok(())
    }

    /// Paths from each gate to a later one, on the side where cells come before their images.
    fn gate_to_gate(&mut self) -> Result<(), Stop> {
        let outside = self.board.outside();
        (0..outside).for_each(|cell| self.inside[cell] &= cell <= self.map.image(cell));
        let gates: Vec<usize> = (0..outside).filter(|&cell| self.is_gate(cell)).collect();
        for start in gates {
            self.inside[start] = false;
            self.start(start)?;
            // A step across the axis is closed from now on, by way of its rank; its cell is not.
            self.inside[start] = self.map.image(start) != start;
        }
        Ok(())
    }

    fn is_gate(&self, cell: usize) -> bool {
        let image = self.map.image(cell);
        self.inside[cell] && (image == cell || self.board.neighbours(cell).contains(&image))
    }

    /// After how many turns a rotation is the identity.
    fn turns(&self) -> usize {
        [1, 6, 3, 2, 3, 6][self.map.linear.sixths()]
    }

    fn set_orbit(&mut self, cell: usize, inside: bool) {
        let map = self.map;
        map.orbit(cell).for_each(|image| self.inside[image] = inside);
    }

    fn start(&mut self, start: usize) -> Result<(), Stop> {
        self.path.push(start);
        let seen = self.regions(start);
        for way in Direction::ALL {
            self.first = way;
            if self.may_begin(start, way) {
                self.step(way, seen)?;
            }
        }
        self.path.pop();
        Ok(())
    }

    /// Whether the first step goes with how the loop comes to the start: from a mirror image. A
    /// rotation tells only at the other end of the path.
    fn may_begin(&self, start: usize, way: Direction) -> bool {
        let image = self.map.image(start);
        if !self.map.linear.is_reflection() {
            return true;
        }
        let incoming = match image == start {
            true => Some(self.map.linear.apply_direction(way).turned(3)),
            false => self.way_between(image, start),
        };
        incoming.is_some_and(|incoming| self.board.may_turn(incoming, way))
    }

    fn way_between(&self, from: usize, to: usize) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&way| self.board.next(from, way) == to)
    }

    /// Goes one cell further, if that is possible, and on from there.
    fn step(&mut self, way: Direction, seen: u8) -> Result<(), Stop> {
        let head = self.board.next(self.path[self.path.len() - 1], way);
        if !self.inside[head] {
            return Ok(());
        }
        self.meter.node()?;
        self.patience = self.patience.checked_sub(1).ok_or(Stop::Enough)?;
        self.enter(head);
        let seen = seen | self.regions(head);
        if seen == RAINBOW && self.closes(head, way) {
            self.meter.loops += 1;
            let whole = self.whole_loop();
            (self.report)(whole)?;
        }
        if self.may_go_on(head) && self.is_hopeful(head, seen) {
            for next in Direction::ALL {
                if self.board.may_turn(way, next) {
                    self.step(next, seen)?;
                }
            }
        }
        self.leave();
        Ok(())
    }

    fn enter(&mut self, cell: usize) {
        self.path.push(cell);
        match self.map.linear.is_reflection() {
            true => self.inside[cell] = false,
            false => self.set_orbit(cell, false),
        }
    }

    fn leave(&mut self) {
        let cell = self.path.pop().expect("a step is taken back once");
        match self.map.linear.is_reflection() {
            true => self.inside[cell] = true,
            false => self.set_orbit(cell, true),
        }
    }

    /// The regions of a cell and all its images.
    fn regions(&self, cell: usize) -> u8 {
        self.map.orbit(cell).fold(0, |seen, image| seen | self.board.region(image))
    }

    /// On the axis a path ends.
    fn may_go_on(&self, head: usize) -> bool {
        !self.map.linear.is_reflection() || self.map.image(head) != head
    }

    /// Whether the path can end at its head, where it has come to in direction `way`.
    fn closes(&self, head: usize, way: Direction) -> bool {
        let start = self.path[0];
        let image = self.map.image(head);
        if !self.map.linear.is_reflection() {
            return self.is_forward(head) && self.joins_image(head, way);
        }
        let on = match image == head {
            true => Some(self.map.linear.apply_direction(way).turned(3)),
            false => self.way_between(head, image),
        };
        head > start && on.is_some_and(|on| self.board.may_turn(way, on))
    }

    /// Whether the loop can step on to the image of the start, and on as the path began.
    fn joins_image(&self, head: usize, way: Direction) -> bool {
        let last = self.way_between(head, self.map.image(self.path[0]));
        let on = self.map.linear.apply_direction(self.first);
        last.is_some_and(|last| self.board.may_turn(way, last) && self.board.may_turn(last, on))
    }

    /// Whether a loop is run through in the sense in which it is reported. A third of a turn has
    /// its own sense; else both ways round lead from a cell to its image, and one of them counts.
    fn is_forward(&self, head: usize) -> bool {
        self.turns() == 3 || self.path[1] < self.map.image(head)
    }

    /// Whether the cells that can still be reached complete the six regions and have an end for the
    /// path among them.
    fn is_hopeful(&self, head: usize, mut seen: u8) -> bool {
        let mut open = self.inside.clone();
        let mut reached = vec![head];
        let mut ends = false;
        while let Some(cell) = reached.pop() {
            seen |= self.regions(cell);
            ends = ends || self.may_end(cell);
            for &next in self.board.neighbours(cell) {
                if open[next] {
                    open[next] = false;
                    reached.push(next);
                }
            }
        }
        ends && seen == RAINBOW
    }

    /// Whether a path could end at a cell, whatever its direction there.
    fn may_end(&self, cell: usize) -> bool {
        let (start, image) = (self.path[0], self.map.image(cell));
        match self.map.linear.is_reflection() {
            true => cell > start && (image == cell || self.way_between(cell, image).is_some()),
            false => self.way_between(cell, self.map.image(start)).is_some(),
        }
    }

    /// The path and its images, as one closed loop.
    fn whole_loop(&self) -> Vec<usize> {
        let mut cells = self.path.clone();
        if self.map.linear.is_reflection() {
            let mirrored = self.path.iter().rev().map(|&cell| self.map.image(cell));
            cells.extend(mirrored.filter(|image| !self.path.contains(image)));
            return canonical(cells);
        }
        for turn in 1..self.turns() {
            let before = cells[(turn - 1) * self.path.len()..].to_vec();
            cells.extend(before.into_iter().map(|cell| self.map.image(cell)));
        }
        canonical(cells)
    }
}

/// The same loop with its smallest index first and the smaller of that one's neighbours second.
fn canonical(mut cells: Vec<usize>) -> Vec<usize> {
    let smallest = (0..cells.len()).min_by_key(|&at| cells[at]).unwrap_or(0);
    cells.rotate_left(smallest);
    if cells[1] > cells[cells.len() - 1] {
        cells[1..].reverse();
    }
    cells
}
