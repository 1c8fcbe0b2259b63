//! The maker of boards: writes a board from `random_board`. No solution comes with it. Home is the solved board.
//!
//! Every even permutation can be solved. Eight moves turn three tiles and leave all others in place,
//! and any two tiles can be brought to any two cells. Tests show both.

use super::board_pair::{BoardPair, Ends, Tables};
use super::random_board::random_board;
use super::task::LARGEST;
use super::weights::Weights;
use crate::beam::Walk as _;
use crate::maker::{Made, MakeTask, Maker, Solvable, Unmade};
use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::balto::Balto;

pub(in crate::families) static MAKER: Maker = Maker {
    description: "random boards, all of which can be solved",
    options: &[],
    largest: LARGEST,
    single: |_| None,
    make,
};

fn make(task: &MakeTask<'_>) -> Result<Made, Unmade> {
    if task.unique {
        let problem = "no board has one solution only: moves can be done and undone on the way";
        return Err(Unmade::Refused(problem.to_owned()));
    }
    let instance = random_board(task.order, task.run.seed);
    let weights = Weights::distance(task.order);
    let tables = Tables::new(&instance, &weights, 0).from(Ends::Start);
    let start: BoardPair<'_, false> = BoardPair::new(&instance, &tables, [false; 2]);
    let home = instance.home();
    let away = instance.tiles.iter().zip(&home).filter(|(tile, home)| tile != home && **tile != 0);
    let difficulty =
        vec![("tiles away", away.count() as u64), ("distance", start.root().estimate.into())];
    let solvable = Solvable::Always("an even permutation, so it can be solved");
    Ok(Made { instance: Balto::print(&instance), solvable, difficulty })
}
