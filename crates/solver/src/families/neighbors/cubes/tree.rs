//! Splitting tree of `cubes`: all boards, split by the 1s about the centre.
//!
//! The 19 cells within two steps of the centre are decided ring by ring, as 1 or not 1. A branch
//! ends when all are decided, or when its penalty edges reach a limit: the more of them, the more
//! patterns there are and the easier each is refuted. The two patterns without penalty edges are
//! perfect codes and by far the hardest. They are split again by the 18 cells three steps from the
//! centre, until a penalty edge appears.
//!
//! Symmetry breaking: a board can be turned and mirrored so that its first 7 cells are the least of
//! their images. Among the symmetries that keep these, the same holds for the first 19 cells, and
//! then for the first 37. One pattern of each orbit is kept.
//!
//! Invariant: every board has an image in some cube, and no cube contains another. There is no
//! lookahead: the tree depends on the option `enough` alone.

use sixfold_puzzle::hex::{Cell, Hexagon, Symmetry};

/// How far from the centre cells are decided.
const RADIUS: usize = 3;
/// How many cells there are within one step, within two, and within three.
const INNER: usize = 7;
const MIDDLE: usize = 19;
const OUTER: usize = 37;

/// Some of the cells about the centre, decided.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cube {
    /// Whether there is a 1, in the order of the tree.
    ones: Vec<bool>,
    /// The number of penalty edges among the decided cells.
    penalty: usize,
}

impl Cube {
    /// The decisions as digits.
    pub(super) fn name(&self) -> String {
        self.ones.iter().map(|&one| if one { '1' } else { '0' }).collect()
    }

    /// For each cell of a board whether it holds a 1, where that is decided.
    pub(super) fn facts(&self, hexagon: &Hexagon) -> Vec<Option<bool>> {
        let mut facts = vec![None; hexagon.len()];
        for (cell, &one) in decided().cells.iter().zip(&self.ones) {
            let at = hexagon.index(*cell).expect("boards are larger than what is decided");
            facts[at] = Some(one);
        }
        facts
    }
}

/// The cells that are decided.
struct Disc {
    cells: Vec<Cell>,
    /// For each cell its neighbours among them.
    around: Vec<Vec<usize>>,
    /// For each symmetry where the cells come from.
    images: Vec<Vec<usize>>,
}

fn decided() -> Disc {
    let hexagon = Hexagon::new(RADIUS + 1);
    let order: Vec<usize> = (0..=RADIUS).flat_map(|radius| hexagon.ring(radius)).collect();
    let place = |at: usize| order.iter().position(|&it| it == at).expect("all are in the order");
    let cells: Vec<Cell> = order.iter().map(|&at| hexagon.cell(at)).collect();
    let around = order.iter().map(|&at| hexagon.neighbours(at).map(place).collect()).collect();
    let image = |symmetry: Symmetry| {
        let from = |&cell: &Cell| hexagon.index(symmetry.apply(cell)).map(place);
        cells.iter().filter_map(from).collect()
    };
    Disc { images: Symmetry::ALL.map(image).to_vec(), around, cells }
}

/// The cubes, those with the fewest penalty edges first.
pub(super) fn cubes(enough: usize) -> Vec<Cube> {
    let disc = decided();
    let mut cubes = Vec::new();
    for pattern in 0..1_u32 << INNER {
        let ones: Vec<bool> = (0..INNER).map(|at| pattern >> at & 1 == 1).collect();
        let keeping = disc.keeping(&ones);
        if disc.is_least(&ones, &disc.images) && disc.can_be(&ones) {
            disc.branch(ones, &keeping, enough, &mut cubes);
        }
    }
    cubes.sort_by_key(|cube| (cube.penalty, cube.ones.len()));
    cubes
}

impl Disc {
    /// The symmetries that keep some decisions.
    fn keeping(&self, ones: &[bool]) -> Vec<Vec<usize>> {
        let keeps =
            |image: &&Vec<usize>| ones.iter().zip(*image).all(|(&one, &at)| one == ones[at]);
        self.images.iter().filter(keeps).cloned().collect()
    }

    /// Whether decisions are the least of some of their images.
    fn is_least(&self, ones: &[bool], images: &[Vec<usize>]) -> bool {
        let here = || ones.iter().copied();
        let image = |image: &Vec<usize>| here().le(image[..ones.len()].iter().map(|&at| ones[at]));
        images.iter().all(image)
    }

    /// The penalty edges of level 1 among the first cells.
    fn penalty(&self, ones: &[bool]) -> usize {
        let beside = |at: usize| {
            self.around[at].iter().filter(|&&next| ones.get(next).copied().unwrap_or(false)).count()
        };
        let (equal, spare) = ones.iter().enumerate().fold((0, 0), |(equal, spare), (at, &one)| {
            let beside = beside(at);
            if one { (equal + beside, spare) } else { (equal, spare + beside.saturating_sub(1)) }
        });
        equal / 2 + spare
    }

    /// Whether every cell may still have a 1 beside it. Neighbours of the outermost cells are
    /// unknown.
    fn can_be(&self, ones: &[bool]) -> bool {
        let open = |at: usize| self.around[at].iter().any(|&next| ones.get(next) != Some(&false));
        (0..MIDDLE.min(ones.len())).all(|at| ones[at] || open(at))
    }

    fn branch(
        &self,
        ones: Vec<bool>,
        keeping: &[Vec<usize>],
        enough: usize,
        cubes: &mut Vec<Cube>,
    ) {
        let penalty = self.penalty(&ones);
        let ring = matches!(ones.len(), MIDDLE | OUTER);
        if ring && !self.is_least(&ones, keeping) {
            return;
        }
        // Beyond two steps only a pattern without penalty edges is split.
        let enough = if ones.len() < MIDDLE { enough } else { 1 };
        if penalty >= enough || ones.len() == OUTER {
            cubes.push(Cube { ones, penalty });
            return;
        }
        let narrowed = ring.then(|| self.keeping(&ones));
        let keeping = narrowed.as_deref().unwrap_or(keeping);
        for one in [false, true] {
            let mut next = ones.clone();
            next.push(one);
            if self.can_be(&next) {
                self.branch(next, keeping, enough, cubes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a way to decide some cells has an image in a cube, or one that is cut further.
    fn covered(disc: &Disc, cubes: &[Cube], ones: &[bool]) -> bool {
        disc.images.iter().any(|image| {
            let image: Vec<bool> = image[..ones.len()].iter().map(|&at| ones[at]).collect();
            let holds =
                |cube: &Cube| image.starts_with(&cube.ones) || cube.ones.starts_with(&image);
            cubes.iter().any(holds)
        })
    }

    fn digits(pattern: u32, len: usize) -> Vec<bool> {
        (0..len).map(|at| pattern >> at & 1 == 1).collect()
    }

    /// Every way to place 1s about the centre has an image in a cube.
    #[test]
    fn no_way_is_left_out() {
        let disc = decided();
        for enough in [1, 3] {
            let cubes = cubes(enough);
            for pattern in 0..1_u32 << MIDDLE {
                let ones = digits(pattern, MIDDLE);
                // A sample of the patterns is enough: the others are mostly their images.
                if pattern % 5 == 0 && disc.can_be(&ones) {
                    assert!(covered(&disc, &cubes, &ones), "{ones:?}");
                }
            }
        }
    }

    /// Every way to go on from a perfect code has an image in a cube.
    #[test]
    fn no_way_on_from_a_perfect_code_is_left_out() {
        let disc = decided();
        let cubes = cubes(3);
        for code in ["1000000000000000000", "0000001000100100000"] {
            let inner: Vec<bool> = code.chars().map(|digit| digit == '1').collect();
            assert_eq!(disc.penalty(&inner), 0, "{code}");
            for pattern in 0..1_u32 << (OUTER - MIDDLE) {
                let ones = [inner.clone(), digits(pattern, OUTER - MIDDLE)].concat();
                if disc.can_be(&ones) {
                    assert!(covered(&disc, &cubes, &ones), "{ones:?}");
                }
            }
        }
    }

    /// The two perfect codes are split as far as possible, other patterns no further than two steps
    /// from the centre.
    #[test]
    fn only_perfect_codes_are_cut_further() {
        let disc = decided();
        let cubes = cubes(3);
        assert_eq!(cubes.iter().filter(|cube| cube.penalty == 0).count(), 2);
        assert!(cubes.iter().all(|cube| cube.penalty > 0 || cube.ones.len() == OUTER));
        let far = |cube: &&Cube| cube.ones.len() > MIDDLE;
        assert!(cubes.iter().filter(far).all(|cube| disc.penalty(&cube.ones[..MIDDLE]) == 0));
        assert_eq!(cubes.iter().filter(far).count(), 43);
        let names: std::collections::HashSet<String> = cubes.iter().map(Cube::name).collect();
        assert_eq!((names.len(), cubes.len()), (280, 280));
    }

    /// No cube holds another, so nothing is refuted twice but for images.
    #[test]
    fn cubes_are_apart() {
        let cubes = cubes(4);
        for (at, one) in cubes.iter().enumerate() {
            let apart = |other: &Cube| !one.ones.starts_with(&other.ones);
            assert!(cubes.iter().enumerate().all(|(place, other)| place == at || apart(other)));
        }
    }
}
