//! A board as a model of `sums`, with or without symmetry breaking.
//!
//! Symmetry breaking: all numbers differ, so no symmetry but the identity fixes a solution. Pairs of cells in ascending order
//! leave one of the images under the symmetries that keep the givens. A count is then multiplied by their number; hints and
//! uniqueness need all solutions and break no symmetry.

use sixfold_puzzle::families::magic::Instance;
use sixfold_puzzle::hex::Symmetry;

use crate::sums::LineModel;

/// The board as a model of `sums`, and how many solutions each of its fillings stands for.
pub(super) struct SumModel {
    pub(super) model: LineModel,
    pub(super) images: u128,
}

impl SumModel {
    /// Without symmetry breaking: all solutions are fillings of the model.
    pub(super) fn whole(instance: &Instance) -> Self {
        let target = instance.line_sum().expect("the session sorts out boards without a sum");
        let model = LineModel {
            start: instance.start,
            count: instance.hexagon.len(),
            lines: instance.hexagon.lines(),
            target,
            givens: instance.givens.clone(),
            ascending: Vec::new(),
            order: instance.hexagon.spiral(),
        };
        Self { model, images: 1 }
    }

    /// With symmetry breaking: of the images of a solution one is a filling of the model.
    pub(super) fn broken(instance: &Instance) -> Self {
        let mut sum_model = Self::whole(instance);
        let hexagon = &instance.hexagon;
        let keeps =
            |symmetry: &Symmetry| symmetry.transform(hexagon, &instance.givens) == instance.givens;
        let kept: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(keeps).collect();
        if hexagon.order() == 1 {
            return sum_model;
        }
        sum_model.images = kept.len() as u128;
        sum_model.model.ascending = match kept.len() {
            12 => by_corners(hexagon.order(), &hexagon.ring(hexagon.order() - 1)),
            // Different numbers are given: only a reflection whose axis they lie on keeps them.
            2 => {
                let image = kept[1].permutation(hexagon);
                let moved = (0..hexagon.len()).find(|&cell| image[cell] != cell);
                moved
                    .map(|cell| (cell.min(image[cell]), cell.max(image[cell])))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        };
        sum_model
    }
}

/// The first corner has the smallest number of the six, the second a smaller one than the sixth.
fn by_corners(order: usize, rim: &[usize]) -> Vec<(usize, usize)> {
    let corner = |at: usize| rim[at * (order - 1)];
    let mut ascending: Vec<_> = (1..6).map(|at| (corner(0), corner(at))).collect();
    ascending.push((corner(1), corner(5)));
    ascending
}
