//! Counting and unranking of the boards that chunks allow, by dynamic programming over pairs of
//! rows.
//!
//! The program goes from the last row up. A chunk leads from its upper two rows to its lower two,
//! and its cost is that of the middle row. The counts turn a number into a board (unranking).
//!
//! The least cost from each pair of rows to the end comes first. Ways are then counted only up to a slack
//! above it: a board within the slack is within it at each of its rows. So the tables grow with the
//! number of chunks and the slack, not with the penalty. They are charged to the budget beforehand.
//!
//! The counts are exact for the chunks of the shelf, and say nothing about other boards.

use std::collections::{BTreeMap, HashMap};

use super::chunk::{Chunk, Row};
use super::shelf::Shelf;
use crate::run::{Charge, Halt};

/// The name of a row.
type Name = u32;

/// The row beyond the first and the last.
const EMPTY: Name = 0;

/// Two consecutive rows.
type Pair = (Name, Name);

/// The continuations of a pair of rows: for each chunk the row below, and the cost of the lower row
/// of the pair.
#[derive(Clone, Debug, Default)]
struct Place {
    steps: Vec<(Name, usize)>,
    /// The least cost from here to the last row.
    least: usize,
    /// By what is spent beyond the least: the number of ways to the last row with no more than that.
    ways: Vec<u128>,
}

impl Place {
    /// The number of ways to the last row within a cost, which may not be beyond the slack.
    fn ways_within(&self, cost: usize) -> u128 {
        let beyond = cost.checked_sub(self.least);
        beyond.map_or(0, |beyond| self.ways[beyond.min(self.ways.len() - 1)])
    }
}

/// How far the boards are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    /// The largest penalty.
    pub(super) most: usize,
    /// How far above the least penalty.
    pub(super) slack: usize,
}

/// The boards of an order, up to a penalty.
pub(super) struct Boards {
    rows: Vec<Row>,
    /// By row: for it and the one above it, what follows.
    places: Vec<BTreeMap<Pair, Place>>,
    /// The least penalty of a board, if there is one.
    least: Option<usize>,
    /// From the least penalty on the number of boards with no more than that.
    totals: Vec<u128>,
}

impl Boards {
    /// All boards of an order, filled up to a level, within a reach. `None` if their number has more
    /// than 128 bits.
    /// The charge grows by the bytes of the tables.
    pub(super) fn new(
        shelf: &Shelf,
        order: usize,
        level: u8,
        reach: Reach,
        charge: &mut Charge<'_>,
    ) -> Result<Option<Self>, Halt> {
        // Four images of a chunk, each with a step, and with a place of its own at worst.
        let step = size_of::<(Pair, Place)>() + 4 * size_of::<(Name, usize)>();
        charge.grow_to(4 * step * shelf.chunks(level).count())?;
        let places = vec![BTreeMap::new(); 2 * order - 1];
        let mut boards = Self { rows: vec![Row::new()], places, least: None, totals: Vec::new() };
        boards.lay_out(shelf, order, level);
        boards.find_least();
        let Some(least) = boards.least.filter(|&least| least <= reach.most) else {
            boards.least = None;
            return Ok(Some(boards));
        };
        let slack = reach.slack.min(reach.most - least);
        charge.grow_to(boards.bytes(slack))?;
        Ok(boards.count(slack).map(|()| boards))
    }

    /// The bytes of all places once their ways up to a slack are counted.
    fn bytes(&self, slack: usize) -> usize {
        let place = size_of::<(Pair, Place)>() + size_of::<u128>() * (slack + 1);
        let places = self.places.iter().flat_map(BTreeMap::values);
        places.map(|it| place + size_of_val(&it.steps[..])).sum()
    }

    /// Finds the least cost from each place to the last row. Steps and places that lead nowhere go.
    fn find_least(&mut self) {
        for y in (0..self.places.len()).rev() {
            let (upper, lower) = self.places.split_at_mut(y + 1);
            let rest = |row: Name, below: Name| match lower.first() {
                Some(next) => next.get(&(row, below)).map(|place| place.least),
                None => Some(0),
            };
            upper[y].retain(|&(_, row), place| {
                place.steps.retain(|&(below, _)| rest(row, below).is_some());
                let costs = place
                    .steps
                    .iter()
                    .filter_map(|&(below, cost)| rest(row, below).map(|rest| rest + cost));
                let least = costs.min();
                place.least = least.unwrap_or(0);
                least.is_some()
            });
        }
        self.least = self.places[0].values().map(|place| place.least).min();
    }

    /// Counts the ways of all rows, from the last one on.
    fn count(&mut self, slack: usize) -> Option<()> {
        for y in (0..self.places.len()).rev() {
            self.count_row(y, slack)?;
        }
        self.totals = vec![0; slack + 1];
        let least = self.least.unwrap_or(0);
        let mut firsts = self.places[0].values();
        firsts.try_for_each(|place| add(&mut self.totals, &place.ways, place.least - least))
    }

    /// Puts every image of every chunk where its rows have the right lengths.
    fn lay_out(&mut self, shelf: &Shelf, order: usize, level: u8) {
        let lengths = places_by_lengths(order);
        let mut names = HashMap::from([(Row::new(), EMPTY)]);
        for chunk in shelf.chunks(level) {
            let mut images = chunk.images();
            images.sort_unstable();
            for (at, image) in images.iter().enumerate() {
                let Some(&y) = lengths.get(&image.rows.each_ref().map(Vec::len)) else { continue };
                if at == 0 || images[at - 1] != *image {
                    self.put(y, image, &mut names);
                }
            }
        }
    }

    fn put(&mut self, y: usize, chunk: &Chunk, names: &mut HashMap<Row, Name>) {
        let [above, row, below] = chunk.rows.each_ref().map(|row| {
            *names.entry(row.clone()).or_insert_with(|| {
                self.rows.push(row.clone());
                self.rows.len() as Name - 1
            })
        });
        let cost = chunk.cost().expect("the cells of a chunk have their supports") as usize;
        self.places[y].entry((above, row)).or_default().steps.push((below, cost));
    }

    /// Counts the ways from a row on, after those below it.
    fn count_row(&mut self, y: usize, slack: usize) -> Option<()> {
        let (upper, lower) = self.places.split_at_mut(y + 1);
        let end = Place { ways: vec![1; slack + 1], ..Place::default() };
        for (&(_, row), place) in &mut upper[y] {
            let mut ways = vec![0; slack + 1];
            for &(below, cost) in &place.steps {
                let next = match lower.first() {
                    Some(next) => &next[&(row, below)],
                    None => &end,
                };
                add(&mut ways, &next.ways, cost + next.least - place.least)?;
            }
            place.ways = ways;
        }
        Some(())
    }

    /// How many boards have at most a penalty, which may not be beyond the reach.
    pub(super) fn at_most(&self, penalty: usize) -> u128 {
        let beyond = self.least.and_then(|least| penalty.checked_sub(least));
        beyond.map_or(0, |beyond| self.totals[beyond.min(self.totals.len() - 1)])
    }

    /// How many boards have a penalty within the reach.
    pub(super) fn exactly(&self, penalty: usize) -> u128 {
        self.at_most(penalty) - penalty.checked_sub(1).map_or(0, |less| self.at_most(less))
    }

    /// The least penalty that a board has.
    pub(super) fn least(&self) -> Option<usize> {
        self.least
    }

    /// The board with a number, of those that have at most a penalty, and its own penalty.
    pub(super) fn board(&self, mut number: u128, penalty: usize) -> (u32, Vec<u8>) {
        let mut left = penalty;
        let firsts = self.places[0].iter().map(|(&pair, place)| (pair, place.ways_within(left)));
        let (mut pair, mut place) = (chosen(&mut number, firsts), &self.places[0]);
        let mut values = self.rows[pair.1 as usize].clone();
        for y in 0..self.places.len() {
            let steps = &place[&pair].steps;
            let lower = self.places.get(y + 1);
            let ways = |below: Name, cost: usize| match (left.checked_sub(cost), lower) {
                (Some(rest), Some(lower)) => {
                    lower.get(&(pair.1, below)).map_or(0, |it| it.ways_within(rest))
                }
                (Some(_), None) => 1,
                (None, _) => 0,
            };
            let nexts = steps.iter().map(|&(below, cost)| ((below, cost), ways(below, cost)));
            let (below, cost) = chosen(&mut number, nexts);
            values.extend_from_slice(&self.rows[below as usize]);
            left -= cost;
            (pair, place) = ((pair.1, below), lower.unwrap_or(place));
        }
        ((penalty - left) as u32, values)
    }
}

/// The lengths of three consecutive rows of an order, and the middle row that has them.
pub(super) fn places_by_lengths(order: usize) -> HashMap<[usize; 3], usize> {
    let length = |y: usize| row_length(order, y);
    (1..2 * order).map(|y| ([length(y - 1), length(y), length(y + 1)], y - 1)).collect()
}

/// The length of a row, counted from 1; 0 for the rows beyond the board.
fn row_length(order: usize, y: usize) -> usize {
    match y.min(2 * order - y) {
        0 => 0,
        to_the_end => order - 1 + to_the_end,
    }
}

/// Adds numbers of ways by penalty, moved up by a cost; `None` if there is no room for the sum.
fn add(sum: &mut [u128], ways: &[u128], cost: usize) -> Option<()> {
    for (sum, &ways) in sum.iter_mut().skip(cost).zip(ways) {
        *sum = sum.checked_add(ways)?;
    }
    Some(())
}

/// The one of several choices in which a number falls, when they are laid end to end; the number is
/// then the one within the choice.
fn chosen<T>(number: &mut u128, choices: impl Iterator<Item = (T, u128)>) -> T {
    for (choice, ways) in choices {
        if *number < ways {
            return choice;
        }
        *number -= ways;
    }
    unreachable!("the number is below the sum of all choices")
}
