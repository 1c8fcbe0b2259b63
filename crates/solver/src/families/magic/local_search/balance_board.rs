//! A board as a model of `balance`: places with numbers, and the errors of lines.
//!
//! A zero-centred board (numbers −k to k) can be restricted to antisymmetric ones: every cell holds
//! the negative of the opposite cell. Then opposite lines fail together and lines through the centre
//! never do. Half of the sums remain, which makes a board as easy to find as a free one of half the
//! order. The search is incomplete anyway, so the restriction is harmless.

use sixfold_puzzle::families::magic::{Instance, Solution};
use sixfold_puzzle::hex::Axis;

use crate::balance::{Arm, BalanceModel};
use crate::random::Random;

/// From this order on a zero-centred board is antisymmetric by default.
/// Below it the free search is as fast.
const ANTISYMMETRIC_FROM: usize = 7;

/// Whether a zero-centred board without givens holds opposite numbers in opposite cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Style {
    /// Where the order is large.
    Auto,
    /// Never.
    Free,
    /// Always.
    Antisymmetric,
}

/// A board as a model of `balance`, and how to read a board from the model.
pub(in super::super) struct BalanceBoard<'a> {
    instance: &'a Instance,
    pub(super) antisymmetric: bool,
    /// For an antisymmetric board: the sign of the number in each cell before the centre.
    signs: Vec<i64>,
    /// The cells of the model's places.
    cells: Vec<usize>,
    /// What `balance` searches.
    pub(in super::super) model: BalanceModel,
}

impl<'a> BalanceBoard<'a> {
    /// A board of a style, if the instance allows it.
    pub(in super::super) fn new(instance: &'a Instance, style: Style, seed: u64) -> Self {
        let centred = instance.start + instance.last() == 0;
        let blank = instance.givens.iter().all(Option::is_none);
        let large = instance.hexagon.order() >= ANTISYMMETRIC_FROM;
        let wanted = match style {
            Style::Auto => large,
            Style::Free => false,
            Style::Antisymmetric => true,
        };
        match centred && blank && wanted {
            true => {
                let mut random = Random::new(!seed);
                let sign = |_| 1 - 2 * random.below(2) as i64;
                Self::antisymmetric(instance, (0..instance.hexagon.centre()).map(sign).collect())
            }
            false => Self::free(instance),
        }
    }

    /// The board on which a given filling is an arrangement, and the numbers of its places. It is
    /// antisymmetric if the filling is and the style allows it.
    pub(super) fn around(
        instance: &'a Instance,
        style: Style,
        values: &[Option<i64>],
    ) -> (Self, Vec<i64>) {
        let value = |cell: usize| values[cell].unwrap_or(0);
        let opposite = |cell: usize| value(values.len() - 1 - cell);
        let blank = instance.givens.iter().all(Option::is_none);
        let centred = instance.start + instance.last() == 0;
        let mirrored = (0..values.len()).all(|cell| value(cell) == -opposite(cell));
        let board = if centred && blank && mirrored && style != Style::Free {
            let signs = (0..instance.hexagon.centre()).map(|cell| value(cell).signum()).collect();
            Self::antisymmetric(instance, signs)
        } else {
            Self::free(instance)
        };
        let signed = |(place, &cell): (usize, &usize)| match board.signs.get(place) {
            Some(sign) => sign * value(cell),
            None => value(cell),
        };
        let numbers = board.cells.iter().enumerate().map(signed).collect();
        (board, numbers)
    }

    /// Any numbers in any cells that are not given.
    fn free(instance: &'a Instance) -> Self {
        let hexagon = &instance.hexagon;
        let target = if instance.close { 0 } else { instance.line_sum().unwrap_or(0) };
        let mut errors = vec![-target; 3 * hexagon.row_count()];
        let arms = |cell: usize| {
            [0, 1, 2].map(|axis| Arm { line: line(instance, Axis::ALL[axis], cell, axis), sign: 1 })
        };
        let mut free = vec![true; hexagon.len()];
        for (cell, given) in instance.givens.iter().enumerate() {
            let Some(given) = given else { continue };
            free[(given - instance.start) as usize] = false;
            arms(cell).iter().for_each(|arm| errors[arm.line] += given);
        }
        let cells: Vec<usize> =
            (0..hexagon.len()).filter(|&cell| instance.givens[cell].is_none()).collect();
        let numbers = (instance.start..=instance.last())
            .filter(|number| free[(number - instance.start) as usize])
            .collect();
        let places = cells.iter().map(|&cell| arms(cell)).collect();
        let model = BalanceModel { numbers, places, errors };
        Self { instance, antisymmetric: false, signs: Vec::new(), cells, model }
    }

    /// The numbers 1 to k in the cells before the centre, each with a sign that stays with the
    /// cell, and the negative of each in the cell opposite. A line is represented by the one of the
    /// two opposite lines whose constant coordinate is positive.
    fn antisymmetric(instance: &'a Instance, signs: Vec<i64>) -> Self {
        let hexagon = &instance.hexagon;
        let half = hexagon.centre();
        let rays = hexagon.order() - 1;
        let arm = |cell: usize, axis: usize| {
            let constant = i64::from(Axis::ALL[axis].constant(hexagon.cell(cell)));
            let line = axis * rays + (constant.unsigned_abs() as usize).saturating_sub(1);
            Arm { line, sign: constant.signum() * signs[cell] }
        };
        let places = (0..half).map(|cell| [0, 1, 2].map(|axis| arm(cell, axis))).collect();
        let model = BalanceModel {
            numbers: (1..=half as i64).collect(),
            places,
            errors: vec![0; 3 * rays],
        };
        Self { instance, antisymmetric: true, signs, cells: (0..half).collect(), model }
    }

    /// The energy of the whole board: an antisymmetric one has every error twice.
    pub(super) fn whole(&self, energy: i64) -> i64 {
        if self.antisymmetric { 2 * energy } else { energy }
    }

    /// The numbers of the places as a solution, in which every cell has its number.
    pub(in super::super) fn solution(&self, numbers: &[i64]) -> Solution {
        let mut values = self.instance.givens.clone();
        for (place, (&cell, &number)) in self.cells.iter().zip(numbers).enumerate() {
            if self.antisymmetric {
                let signed = self.signs[place] * number;
                values[cell] = Some(signed);
                values[self.instance.hexagon.len() - 1 - cell] = Some(-signed);
            } else {
                values[cell] = Some(number);
            }
        }
        if self.antisymmetric {
            values[self.instance.hexagon.centre()] = Some(0);
        }
        values
    }
}

/// The line of a cell along an axis, as an index into all lines.
fn line(instance: &Instance, axis: Axis, cell: usize, at: usize) -> usize {
    let rows = instance.hexagon.row_count();
    let last = instance.hexagon.order() as i32 - 1;
    at * rows + (axis.constant(instance.hexagon.cell(cell)) + last) as usize
}
