//! What is true of a small board, by brute force that shares nothing with the solver: the `puzzle`
//! crate reads boards and knows the grid, nothing more.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_puzzle::Family;
use sixfold_puzzle::families::fences::{Fences, Turns, Wanted};
use sixfold_puzzle::families::hexiom::{Hexiom, Slot};
use sixfold_puzzle::families::magic::Magic;
use sixfold_puzzle::families::neighbors::{Known, Neighbors};
use sixfold_puzzle::hex::{Cell, Hexagon};
use sixfold_puzzle::text::Document;

use crate::brute::{cycles, fitting, solvable};

/// What an accepted proof claims.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Claimed {
    pub(crate) bound: Option<i128>,
    pub(crate) known: Vec<String>,
    /// The restricting options in force.
    pub(crate) scope: Vec<String>,
}

/// The solutions of a level, as proofs name them: every set of occupied slots is tried.
pub(crate) fn hexiom_solutions(text: &str) -> BTreeSet<String> {
    let instance = Hexiom::parse(&Document::parse(text).unwrap()).unwrap();
    let around: Vec<u32> = (0..instance.hexagon.len())
        .map(|at| instance.hexagon.neighbours(at).map(|next| 1_u32 << next).sum())
        .collect();
    let supply = instance.supply();
    let fits = |mask: u32| {
        let mut shown = [0_usize; 7];
        for (at, slot) in instance.slots.iter().enumerate() {
            let number = (mask & around[at]).count_ones() as usize;
            let there = mask >> at & 1 == 1;
            let kept = match slot {
                Slot::Blocked => !there,
                Slot::Fixed(fixed) => there && number == usize::from(*fixed),
                Slot::Empty | Slot::Tile(_) => true,
            };
            if !kept {
                return false;
            }
            shown[number] += usize::from(there);
        }
        shown == supply
    };
    let line = |mask: u32| {
        let slot = |at: usize| if mask >> at & 1 == 1 { '1' } else { '0' };
        let rows = (0..instance.hexagon.row_count())
            .map(|row| instance.hexagon.row(row).map(slot).collect::<String>());
        format!("occupied {}", rows.collect::<Vec<String>>().join(" "))
    };
    (0..1_u32 << instance.hexagon.len()).filter(|&mask| fits(mask)).map(line).collect()
}

/// The solutions of a magic board with few open cells, as proofs name them: every order of the open numbers is tried.
pub(crate) fn magic_solutions(text: &str) -> BTreeSet<String> {
    let instance = Magic::parse(&Document::parse(text).unwrap()).unwrap();
    let (target, lines) = (instance.line_sum().unwrap(), instance.hexagon.lines());
    let numbers = instance.start..=instance.last();
    let open: Vec<i64> = numbers.filter(|it| !instance.givens.contains(&Some(*it))).collect();
    let mut solutions = BTreeSet::new();
    each_order(open, &mut Vec::new(), &mut |order| {
        let mut rest = order.iter();
        let board: Vec<i64> = instance
            .givens
            .iter()
            .map(|given| given.unwrap_or_else(|| *rest.next().unwrap()))
            .collect();
        if lines.iter().all(|line| line.iter().map(|&cell| board[cell]).sum::<i64>() == target) {
            let words: Vec<String> = board.iter().map(i64::to_string).collect();
            solutions.insert(format!("numbers {}", words.join(" ")));
        }
    });
    solutions
}

fn each_order(left: Vec<i64>, chosen: &mut Vec<i64>, visit: &mut dyn FnMut(&[i64])) {
    if left.is_empty() {
        return visit(chosen);
    }
    for at in 0..left.len() {
        let mut rest = left.clone();
        chosen.push(rest.remove(at));
        each_order(rest, chosen, visit);
        chosen.pop();
    }
}

/// Whether a claim is true of a board with these solutions, where each proof names whole solutions.
pub(crate) fn nothing_else(solutions: &BTreeSet<String>, claimed: &Claimed) -> bool {
    claimed.bound.is_none() && solutions.iter().all(|solution| claimed.known.contains(solution))
}

/// A loop as the set of its steps, whichever way it is written.
pub(crate) type Steps = BTreeSet<[Cell; 2]>;

fn steps(cells: &[Cell]) -> Steps {
    let next = cells.iter().cycle().skip(1);
    cells.iter().zip(next).map(|(&a, &b)| [a.min(b), a.max(b)]).collect()
}

/// The loops of all solutions of a board.
pub(crate) fn fences_loops(text: &str) -> BTreeSet<Steps> {
    let instance = Fences::parse(&Document::parse(text).unwrap()).unwrap();
    let all = cycles(instance.hexagon.order(), instance.turns);
    assert!(instance.turns == Turns::Wide || instance.symmetry != Wanted::None, "too many loops");
    let loops = fitting(&all, instance.symmetry);
    solvable(&instance, &loops).into_iter().map(|(_, cells)| steps(cells)).collect()
}

/// Whether a claim about a board's loops is true: those listed are all, and each is one.
pub(crate) fn fences_true(loops: &BTreeSet<Steps>, claimed: &Claimed) -> bool {
    let cells = |line: &String| -> Vec<Cell> {
        line.strip_prefix("loop ").unwrap().split(' ').map(|word| word.parse().unwrap()).collect()
    };
    let listed: BTreeSet<Steps> = claimed.known.iter().map(|line| steps(&cells(line))).collect();
    claimed.bound.is_none() && claimed.scope.is_empty() && listed == *loops
}

/// A board of Neighbors under restrictions, searched cell by cell.
pub(crate) struct Boards {
    hexagon: Hexagon,
    around: Vec<Vec<usize>>,
    givens: Vec<Known>,
    /// From this distance on there are at most so many penalty edges, and one at each listed distance.
    ring: Option<(usize, usize, Vec<usize>)>,
}

impl Boards {
    /// Reads a board and the restrictions; nothing, if they are beyond brute force.
    fn new(text: &str, scope: &[String]) -> Option<(Self, usize)> {
        let instance = Neighbors::parse(&Document::parse(text).unwrap()).unwrap();
        let hexagon = instance.hexagon;
        let around = (0..hexagon.len()).map(|at| hexagon.neighbours(at).collect()).collect();
        let edges = hexagon.edges().count();
        let (mut most, mut ring, mut interior, mut single) = (edges, None, 0, Vec::new());
        let mut givens = instance.givens;
        for word in scope {
            let (name, value) = word.split_once('=').unwrap();
            match name {
                "most" => most = value.parse().unwrap(),
                "ring" => ring = Some(value.parse().unwrap()),
                "interior" => interior = value.parse().unwrap(),
                "single" => single = value.split(',').map(|word| word.parse().unwrap()).collect(),
                "centre" => place_ones(&hexagon, value == "in", &mut givens),
                _ => return None,
            }
        }
        let ring = ring.map(|ring| (ring, interior, single));
        Some((Self { hexagon, around, givens, ring }, most))
    }

    /// Whether there is a board with at most so many penalty edges.
    fn exists(&self, values: &mut Vec<u8>, most: usize) -> bool {
        let at = values.len();
        // A penalty edge stays one, whatever follows.
        let penalties = self.penalties(values);
        if penalties.len() > most || !self.allowed(&penalties) {
            return false;
        }
        if at == self.hexagon.len() {
            return true;
        }
        let largest = self.around[at].len() as u8 + 1;
        let given = self.givens[at];
        let choices = given.least()..=given.value().unwrap_or(largest);
        // Large values first: they have the smallest penalty.
        for value in choices.rev() {
            values.push(value);
            let near = || self.around[at].iter().copied().chain([at]).filter(|&it| it <= at);
            let open = near().all(|cell| self.can_be(values, cell));
            if open && self.exists(values, most) {
                return true;
            }
            values.pop();
        }
        false
    }

    /// Whether what a cell needs can still be beside it.
    fn can_be(&self, values: &[u8], cell: usize) -> bool {
        let around = &self.around[cell];
        let free = around.iter().filter(|&&next| next >= values.len()).count();
        let has = |level: u8| around.iter().any(|&next| values.get(next) == Some(&level));
        (1..values[cell]).filter(|&level| !has(level)).count() <= free
    }

    /// The distances from the rim of the penalty edges between cells that have a value. Of several
    /// supports the furthest is none.
    fn penalties(&self, values: &[u8]) -> Vec<usize> {
        let ring = |cell: usize| self.hexagon.order() - self.hexagon.cell(cell).ring() as usize;
        let mut penalties = Vec::new();
        for (cell, &value) in values.iter().enumerate() {
            let beside = |level: u8| {
                let around = self.around[cell].iter();
                around.copied().filter(move |&next| values.get(next) == Some(&level))
            };
            for level in 1..value {
                let mut far: Vec<usize> =
                    beside(level).map(|next| ring(cell) + ring(next)).collect();
                far.sort_unstable();
                far.pop();
                penalties.extend(far);
            }
            let equal = beside(value).filter(|&next| next < cell);
            penalties.extend(equal.map(|next| ring(cell) + ring(next)));
        }
        penalties
    }

    fn allowed(&self, penalties: &[usize]) -> bool {
        let Some((ring, interior, single)) = &self.ring else { return true };
        let mut spared = 0;
        let mut each: BTreeMap<usize, usize> = BTreeMap::new();
        for &far in penalties.iter().filter(|&far| far >= ring) {
            match single.contains(&far) {
                true => *each.entry(far).or_default() += 1,
                false => spared += 1,
            }
        }
        spared <= *interior && each.values().all(|&count| count <= 1)
    }
}

/// The 1s of the option `centre`: the two nearest to the centre of a perfect code.
fn place_ones(hexagon: &Hexagon, centred: bool, givens: &mut [Known]) {
    let one = |cell: &&Cell| {
        let column = cell.q + cell.r - if centred { 0 } else { 1 };
        (cell.r + 4 * column).rem_euclid(7) == 0
    };
    let mut ones: Vec<Cell> = hexagon.cells().iter().filter(one).copied().collect();
    ones.sort_by_key(|cell| cell.ring());
    for cell in &ones[..2] {
        givens[hexagon.index(*cell).unwrap()] = Known::exactly(1);
    }
}

/// The least penalties of blank boards, from the literature: too many boards to try.
const BLANK: [(usize, i128); 3] = [(3, 3), (4, 3), (5, 9)];

/// Whether a claim about a board of Neighbors is true; `None` if that is not known.
pub(crate) fn neighbors_true(text: &str, claimed: &Claimed) -> Option<bool> {
    let blank = text.lines().skip(1).all(|line| !line.contains(|it: char| it.is_ascii_digit()));
    let order: usize = text.split_whitespace().nth(1)?.parse().ok()?;
    let least = BLANK.iter().find(|&&(it, _)| blank && it == order).map(|&(_, least)| least);
    let Some((boards, most)) = Boards::new(text, &claimed.scope) else {
        // Nothing is better than the best, within any restrictions.
        return least.filter(|&least| claimed.bound.is_some_and(|it| it <= least)).map(|_| true);
    };
    // Claimed is that no board within the restrictions has a penalty up to this.
    let most = claimed.bound.map_or(most as i128, |bound| (bound - 1).min(most as i128));
    match least {
        _ if most < 0 => Some(true),
        Some(least) if most < least => Some(true),
        Some(_) if claimed.scope.is_empty() => Some(false),
        _ if order > 4 => None,
        _ => Some(!boards.exists(&mut Vec::new(), most as usize)),
    }
}
