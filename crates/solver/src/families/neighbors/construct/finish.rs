//! Completion of the last values by dynamic programming along chains and cycles, in linear time.
//!
//! A cell above 4 has 1, 2, 3 and 4 beside it, so at most two of its neighbours are above 4 as
//! well. Such cells form chains and cycles (Tomas Rokicki's observation). A dynamic program over
//! pairs of consecutive values chooses 5, 6 and 7 along each of them, and respects cells that are
//! decided already.
//!
//! The result is exact: no other completion has fewer penalty edges among these cells. Without
//! decided cells a chain costs nothing, and a cycle costs one if its length is no multiple of 3.
//!
//! Precondition: the caller has placed the values up to 4 where they are needed. This module does
//! not check them.

use sixfold_puzzle::families::neighbors::Known;
use sixfold_puzzle::hex::Hexagon;

/// The first value that is placed here.
const FIRST: u8 = 5;

/// Symbols are 0 for the end of a chain, 1, 2, 3 for the values 5, 6, 7.
const SYMBOLS: usize = 4;

/// All pairs of symbols.
const PAIRS: [(usize, usize); SYMBOLS * SYMBOLS] = {
    let mut pairs = [(0, 0); SYMBOLS * SYMBOLS];
    let mut at = 0;
    while at < pairs.len() {
        pairs[at] = (at / SYMBOLS, at % SYMBOLS);
        at += 1;
    }
    pairs
};

/// The values of all cells, and the penalty that those above 4 add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finished {
    pub(crate) values: Vec<u8>,
    pub(crate) penalty: u32,
}

/// Completes a board on which every undecided cell is above 4, at the least cost. Decided cells
/// may have any value and keep it. `None` if there is no way: then what is known of some cell is in
/// the way, or some cell has more than two neighbours above 4.
pub(crate) fn finish(hexagon: &Hexagon, values: &[Known]) -> Option<Finished> {
    let mut strands = Strands::new(hexagon, values);
    let mut filled: Vec<u8> = values.iter().map(|known| known.least()).collect();
    let mut penalty = 0;
    while let Some((cells, closed)) = strands.next()? {
        let choices: Vec<u8> = cells.iter().map(|&cell| choices(values[cell])).collect();
        let (cost, symbols) = if closed { around(&choices) } else { along(&choices) }?;
        penalty += cost;
        for (cell, symbol) in cells.into_iter().zip(symbols) {
            filled[cell] = FIRST - 1 + symbol;
        }
    }
    Some(Finished { values: filled, penalty })
}

/// The symbols that a cell may get, as bits.
fn choices(known: Known) -> u8 {
    (known.least()..=known.most()).fold(0, |bits, value| bits | 1 << (value + 1 - FIRST))
}

/// The chains and cycles of the cells above 4 that have not been handed out.
struct Strands<'a> {
    hexagon: &'a Hexagon,
    open: Vec<bool>,
}

impl<'a> Strands<'a> {
    fn new(hexagon: &'a Hexagon, values: &[Known]) -> Self {
        let open = values.iter().map(|known| known.least() >= FIRST).collect();
        Self { hexagon, open }
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.hexagon.neighbours(cell).filter(|&next| self.open[next])
    }

    /// The cells of the next strand in a row, and whether it is closed; `Some(None)` if there are
    /// none left, `None` if strands branch. Whole strands are taken away, so a cell with at most
    /// one open neighbour ends a chain.
    fn next(&mut self) -> Option<Option<(Vec<usize>, bool)>> {
        let Some(first) = self.open.iter().position(|&open| open) else { return Some(None) };
        let there = self.walk(first)?;
        let end = *there.last().expect("a walk has its first cell");
        let closed = there.len() > 2 && self.beside(first).any(|next| next == end);
        let cells = if closed { there } else { self.walk(end)? };
        cells.iter().for_each(|&cell| self.open[cell] = false);
        Some(Some((cells, closed)))
    }

    /// Cells from one on, in one direction, until there is no new one.
    fn walk(&self, first: usize) -> Option<Vec<usize>> {
        let mut cells = vec![first];
        let (mut before, mut cell) = (first, first);
        loop {
            if self.beside(cell).count() > 2 {
                return None;
            }
            let step = self.beside(cell).find(|&next| next != before && next != first);
            let Some(next) = step else { return Some(cells) };
            cells.push(next);
            (before, cell) = (cell, next);
        }
    }
}

/// The cheapest way to fill a chain.
fn along(choices: &[u8]) -> Option<(u32, Vec<u8>)> {
    let row: Vec<u8> = choices.iter().copied().chain([1]).collect();
    let mut start = Table::default();
    (0..SYMBOLS).filter(|symbol| choices[0] >> symbol & 1 == 1).for_each(|symbol| {
        start[0][symbol] = Some((0, 0));
    });
    let tables = sweep(start, &row[1..]);
    let (cost, mut symbols) = cheapest(&tables, |_| true)?;
    symbols.pop();
    Some((cost, symbols))
}

/// The cheapest way to fill a cycle: for each pair of values of the last and the first cell, once
/// round until that pair comes again.
fn around(choices: &[u8]) -> Option<(u32, Vec<u8>)> {
    let mut best: Option<(u32, Vec<u8>)> = None;
    let row: Vec<u8> = choices[1..].iter().chain(&choices[..1]).copied().collect();
    for (last, first) in PAIRS {
        let mut start = Table::default();
        start[last][first] = Some((0, 0));
        let Some((cost, symbols)) = cheapest(&sweep(start, &row), |pair| pair == (last, first))
        else {
            continue;
        };
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, symbols[..choices.len()].to_vec()));
        }
    }
    best
}

/// By the symbols of a cell and the one after it: the least cost of all cells before the second,
/// and the symbol before them.
type Table = [[Option<(u32, u8)>; SYMBOLS]; SYMBOLS];

/// The tables from a start on, one more for each further place.
fn sweep(start: Table, row: &[u8]) -> Vec<Table> {
    let mut tables = vec![start];
    for &choices in row {
        let next = extended(tables.last().expect("it begins with one"), choices);
        tables.push(next);
    }
    tables
}

fn extended(table: &Table, choices: u8) -> Table {
    let mut longer = Table::default();
    for (before, here) in PAIRS {
        let Some((cost, _)) = table[before][here] else { continue };
        for after in (0..SYMBOLS).filter(|symbol| choices >> symbol & 1 == 1) {
            let Some(more) = judged(before, here, after) else { continue };
            let slot = &mut longer[here][after];
            if slot.is_none_or(|(least, _)| cost + more < least) {
                *slot = Some((cost + more, before as u8));
            }
        }
    }
    longer
}

/// The cost of a cell between two others: the edge to an equal one before it, and supports beyond
/// the first. `None` if it lacks a support.
fn judged(before: usize, here: usize, after: usize) -> Option<u32> {
    let beside = |symbol| u32::from(before == symbol) + u32::from(after == symbol);
    let spare = (1..here).try_fold(0, |sum, lower| Some(sum + beside(lower).checked_sub(1)?))?;
    Some(spare + u32::from(before == here))
}

/// The cost of the cheapest way to end in one of some pairs, and its symbols from the second of
/// the first pair on.
fn cheapest(tables: &[Table], ends: impl Fn((usize, usize)) -> bool) -> Option<(u32, Vec<u8>)> {
    let last = tables.last()?;
    let reached = PAIRS.into_iter().filter(|&pair| ends(pair) && last[pair.0][pair.1].is_some());
    let end = reached.min_by_key(|pair| last[pair.0][pair.1])?;
    let (cost, _) = last[end.0][end.1]?;
    let mut symbols = Vec::new();
    let (mut before, mut here) = end;
    for table in tables.iter().rev() {
        symbols.push(here as u8);
        (before, here) = (usize::from(table[before][here]?.1), before);
    }
    symbols.reverse();
    Some((cost, symbols))
}

#[cfg(test)]
#[path = "finish_tests.rs"]
mod tests;
