//! Tables of the classic search: neighbours, regions, allowed turns, and every symmetry that a loop could have.
//!
//! A symmetry is a rotation or reflection of the plane, stored as the integer map p → Mp + t with one of twelve matrices
//! M, so no irrational coordinates are needed. All cells outside the board share one extra index, which is never free; so
//! no lookup has to test whether a cell exists.
//!
//! Cost: one table of the size of the board for each symmetry, O(order⁴) in all.

use std::iter::successors;

use sixfold_puzzle::families::fences::{Instance, Turns, Wanted, region};
use sixfold_puzzle::hex::{Cell, Direction, Hexagon, Isometry, Symmetry};

/// One bit for each of the six regions.
pub(super) const RAINBOW: u8 = 0b11_1111;

/// A symmetry of the lattice as a table over the cells of the board.
pub(super) struct Map {
    pub(super) linear: Symmetry,
    image: Vec<usize>,
}

impl Map {
    fn new(hexagon: &Hexagon, isometry: Isometry) -> Self {
        let outside = hexagon.len();
        let image = |&cell: &Cell| hexagon.index(isometry.apply(cell)).unwrap_or(outside);
        let mut image: Vec<usize> = hexagon.cells().iter().map(image).collect();
        image.push(outside);
        Self { linear: isometry.linear, image }
    }

    /// The image of a cell.
    pub(super) fn image(&self, cell: usize) -> usize {
        self.image[cell]
    }

    /// The cell and its further images; the last is outside if the orbit leaves the board.
    pub(super) fn orbit(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let outside = self.image.len() - 1;
        let next = move |&at: &usize| Some(self.image[at]).filter(|&to| to != cell);
        successors(Some(cell), move |at| next(at).filter(|_| *at != outside))
    }
}

/// The board of an instance.
pub(super) struct SymmetricBoard {
    pub(super) hexagon: Hexagon,
    around: Vec<[usize; 6]>,
    regions: Vec<u8>,
    sharpest: u32,
    passable: [bool; 64],
    pub(super) maps: Vec<Map>,
}

impl SymmetricBoard {
    /// The tables of symmetries take a while on large boards; `piece` is asked after each of them
    /// whether to go on.
    pub(super) fn new<E>(
        instance: &Instance,
        piece: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let hexagon = instance.hexagon.clone();
        let outside = hexagon.len();
        let next = |cell, direction| hexagon.neighbour(cell, direction).unwrap_or(outside);
        let row = |cell| Direction::ALL.map(|direction| next(cell, direction));
        let around = (0..outside).map(row).chain([[outside; 6]]).collect();
        let colour = |&cell: &Cell| region(cell).map_or(0, |region| 1 << region);
        let regions = hexagon.cells().iter().map(colour).chain([0]).collect();
        let sharpest = match instance.turns {
            Turns::Wide => 1,
            Turns::Any => 2,
        };
        let passable = passable(sharpest);
        let mut board = Self { hexagon, around, regions, sharpest, passable, maps: Vec::new() };
        board.maps = board.maps_for(instance.symmetry, piece)?;
        Ok(board)
    }

    /// The index that stands for all that is not on the board.
    pub(super) fn outside(&self) -> usize {
        self.hexagon.len()
    }

    pub(super) fn next(&self, cell: usize, direction: Direction) -> usize {
        self.around[cell][direction as usize]
    }

    pub(super) fn neighbours(&self, cell: usize) -> &[usize; 6] {
        &self.around[cell]
    }

    /// The bit of a cell's region; none for the centre.
    pub(super) fn region(&self, cell: usize) -> u8 {
        self.regions[cell]
    }

    /// Whether a loop may go on in direction `after` when it came in direction `before`.
    pub(super) fn may_turn(&self, before: Direction, after: Direction) -> bool {
        before.turn_to(after) <= self.sharpest
    }

    /// Whether a loop can pass a cell within a set: it needs two neighbours there, at an angle.
    pub(super) fn can_pass(&self, inside: &[bool], cell: usize) -> bool {
        let bit = |(at, &next): (usize, &usize)| usize::from(inside[next]) << at;
        self.passable[self.around[cell].iter().enumerate().map(bit).sum::<usize>()]
    }

    /// The connected components of a set of cells.
    pub(super) fn components(&self, mut cells: Vec<bool>) -> Vec<Vec<usize>> {
        let mut components = Vec::new();
        while let Some(first) = cells.iter().position(|&inside| inside) {
            cells[first] = false;
            let mut component = vec![first];
            let mut at = 0;
            while let Some(&cell) = component.get(at) {
                for &next in self.neighbours(cell) {
                    if cells[next] {
                        cells[next] = false;
                        component.push(next);
                    }
                }
                at += 1;
            }
            components.push(component);
        }
        components
    }

    /// The maps that can keep a loop. A rotation by 60° is also one by 120°, and one by 240° undoes
    /// one by 120°. If no symmetry is asked for, the identity takes the place of one.
    fn maps_for<E>(
        &self,
        wanted: Wanted,
        piece: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<Map>, E> {
        let turns = [Symmetry::rotation(3), Symmetry::rotation(2)];
        let linear: Vec<Symmetry> = match wanted {
            Wanted::None => vec![Symmetry::IDENTITY],
            Wanted::Rotation => turns.to_vec(),
            Wanted::Mirror => Symmetry::ALL[6..].to_vec(),
            Wanted::Any => turns.iter().chain(&Symmetry::ALL[6..]).copied().collect(),
        };
        let mut maps = Vec::new();
        for isometry in linear.into_iter().flat_map(|linear| self.shifted(linear)) {
            piece()?;
            let map = Map::new(&self.hexagon, isometry);
            maps.extend(Some(map).filter(|map| self.sees_all(map)));
        }
        Ok(maps)
    }

    /// The maps with a linear part; no shift beyond twice the board leaves a cell on it.
    fn shifted(&self, linear: Symmetry) -> Vec<Isometry> {
        let shifts = Hexagon::new(2 * self.hexagon.order() - 1);
        let keeps = |shift: &Cell| match linear {
            Symmetry::IDENTITY => *shift == Cell::CENTRE,
            _ if linear.is_reflection() => linear.apply(*shift) == -*shift,
            _ => true,
        };
        let shifts = shifts.cells().iter().copied().filter(keeps);
        shifts.map(|shift| Isometry { linear, shift }).collect()
    }

    /// Whether the cells whose orbits stay on the board are in all regions.
    fn sees_all(&self, map: &Map) -> bool {
        let stays = |cell: &usize| map.orbit(*cell).all(|image| image != self.outside());
        let kept = (0..self.outside()).filter(stays);
        kept.fold(0, |seen, cell| seen | self.region(cell)) == RAINBOW
    }
}

/// For each set of directions, as bits, whether a loop can come from one and leave by another.
fn passable(sharpest: u32) -> [bool; 64] {
    let goes = |from: usize, to: usize| {
        let incoming = Direction::ALL[from].turned(3);
        incoming.turn_to(Direction::ALL[to]) <= sharpest
    };
    std::array::from_fn(|set| {
        let has = |at: usize| set >> at & 1 == 1;
        (0..6).any(|from| has(from) && (0..6).any(|to| has(to) && goes(from, to)))
    })
}
