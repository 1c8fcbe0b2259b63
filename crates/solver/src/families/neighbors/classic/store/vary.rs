//! Growth of a store by exact local variation.
//!
//! Good boards are put together from the store. In each of their three directions, each window of some rows
//! is filled again in all ways that keep the board within the slack of the least penalty. A board
//! that comes from that is cut in all three directions, where a row of it has changed. Variations at
//! places apart are then combined by the dynamic program.
//!
//! Every chunk comes from a correct board, so only correct boards are counted. Heuristic: which
//! boards are varied is chance, and of a window no more than [`MOST_FILLINGS`] are taken.

use sixfold_puzzle::hex::{Hexagon, Symmetry};

use super::chunk::{Chunk, rows_of};
use super::window::Window;
use super::{StoreSearch, some};
use crate::families::neighbors::search::beam::Base;
use crate::run::{Halt, Progress};

/// The most fillings of a window that are cut.
const MOST_FILLINGS: usize = 1000;

/// Two boards are the same but for turning by 180 degrees, so there are three directions.
const DIRECTIONS: usize = 3;

/// A board that is varied.
struct Varied<'a> {
    hexagon: &'a Hexagon,
    /// By cell: where it comes from when the board is turned by 60 degrees.
    turn: &'a [usize],
    /// The board, turned again and again.
    turned: Vec<Vec<u8>>,
    /// How much a variation may add to its penalty.
    slack: u32,
    height: usize,
}

impl StoreSearch<'_> {
    /// Varies good boards for some rounds, or until there is nothing new.
    pub(super) fn vary(&mut self, rounds: usize, height: usize) -> Result<(), Halt> {
        let hexagon = Hexagon::new(self.order);
        let turn = Symmetry::rotation(1).inverse().permutation(&hexagon);
        let height = height.min(hexagon.row_count());
        for round in 1..=rounds {
            self.charge.grow_to(self.shelf.bytes())?;
            let Some((most, base)) = self.boards_to_vary()? else { break };
            let before = self.shelf.len();
            for (penalty, values) in base.boards {
                let mut turned = vec![values];
                for at in 1..2 * DIRECTIONS - 1 {
                    turned.push(turn.iter().map(|&from| turned[at - 1][from]).collect());
                }
                let slack = most as u32 - penalty;
                let board = Varied { hexagon: &hexagon, turn: &turn, turned, slack, height };
                self.vary_board(&board)?;
                self.charge.grow_to(self.shelf.bytes())?;
            }
            let progress = Progress::of("variation")
                .done(round as u64, rounds as u64, "rounds")
                .gauge("chunks", self.shelf.len() as u64, "chunks");
            self.run.emit(&progress.into());
            if self.shelf.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// The largest penalty that boards may have, and some that have no more: half of them have the
    /// least, which otherwise would be few among many.
    fn boards_to_vary(&mut self) -> Result<Option<(usize, Base)>, Halt> {
        let mut charge = self.run.charge(0)?;
        let boards = self.laid_out(self.slack, &mut charge)?;
        let Some(least) = boards.least() else { return Ok(None) };
        let most = self.most().min(least + self.slack);
        let mut chosen = some(&boards, least, self.boards.div_ceil(2), &mut self.random);
        chosen.extend(some(&boards, most, self.boards / 2, &mut self.random));
        Ok(Some((most, Base { level: self.level, boards: chosen })))
    }

    /// Cuts a board and all its variations.
    fn vary_board(&mut self, board: &Varied<'_>) -> Result<(), Halt> {
        for direction in 0..DIRECTIONS {
            self.shelf.add(board.hexagon, &board.turned[direction], self.level);
        }
        for direction in 0..DIRECTIONS {
            let rows = rows_of(board.hexagon, &board.turned[direction]);
            for first in 1..rows.len() - board.height {
                if let Some(halt) = self.run.halted() {
                    return Err(halt);
                }
                let (level, height) = (self.level, board.height);
                let window = Window { level, rows: &rows, first, height };
                let cost = window.cost().expect("the board is correct");
                for filling in window.fillings(cost + board.slack, MOST_FILLINGS) {
                    self.cut_variation(board, direction, first, &filling);
                }
            }
        }
        Ok(())
    }

    /// Cuts a board with other rows from the first on, in all directions, where it has changed.
    fn cut_variation(
        &mut self,
        board: &Varied<'_>,
        direction: usize,
        first: usize,
        filling: &[Vec<u8>],
    ) {
        let mut values = board.turned[direction].clone();
        for (y, row) in filling.iter().enumerate() {
            values[board.hexagon.row(first - 1 + y)].copy_from_slice(row);
        }
        for other in 0..DIRECTIONS {
            self.cut_changed(board.hexagon, &board.turned[direction + other], &values);
            if other + 1 < DIRECTIONS {
                values = board.turn.iter().map(|&from| values[from]).collect();
            }
        }
    }

    /// Adds the chunks of a board that differ from those of another.
    fn cut_changed(&mut self, hexagon: &Hexagon, old: &[u8], new: &[u8]) {
        let count = hexagon.row_count();
        let row = |y: usize| (1..=count).contains(&y).then(|| &new[hexagon.row(y - 1)]);
        let changed = |y: usize| row(y).is_some_and(|row| *row != old[hexagon.row(y - 1)]);
        for y in (1..=count).filter(|&y| (y - 1..=y + 1).any(changed)) {
            let rows = [y - 1, y, y + 1].map(|y| row(y).unwrap_or_default().to_vec());
            self.shelf.insert(Chunk { level: self.level, rows }.canonical());
        }
    }
}
