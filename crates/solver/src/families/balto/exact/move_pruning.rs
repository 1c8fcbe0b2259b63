//! Pruning of duplicate sequences of moves by a finite-state machine.
//!
//! Two short words of moves may do the same on every board, since a board looks the same from every
//! cell. Of all words that do the same and begin with the same sense, only the first of the shortest
//! ones is kept. An automaton for the other words runs along with the search.
//!
//! Invariant: no state is lost. The first of the shortest ways to a state has no part that could be
//! replaced by a shorter or an earlier one. A word is replaced only by one of the same parity, so the
//! senses of later moves stay.
//!
//! References: Taylor and Korf, Pruning duplicate nodes in depth-first search, 1993. Aho and Corasick,
//! Efficient string matching, 1975.

use std::collections::{HashSet, VecDeque};

use super::distance_tables::{DistanceTables, LANE, turning};

/// Words are compared, with growing lengths, until so many are kept. Longer words are rarely
/// duplicates.
const ENOUGH: usize = 4000;
/// All bits of the first lane.
const LANE_FULL: u64 = (1 << LANE) - 1;

/// The automaton: it reads moves and says which may come next.
pub(super) struct Automaton {
    /// The first two have read nothing and belong to the senses of the next move.
    pub(super) states: Vec<AutomatonState>,
}

/// A state of the automaton.
#[derive(Clone, Copy)]
pub(super) struct AutomatonState {
    /// The lanes of the moves that may come next are full; see `distance_tables`.
    pub(super) open: u64,
    /// The state after each move.
    pub(super) next: [u16; 6],
}

/// The cells that lost their tiles, with those that they have now.
type Effect = Vec<(u16, u16)>;

fn tile(effect: &Effect, cell: u16) -> u16 {
    effect.iter().find(|(at, _)| *at == cell).map_or(cell, |(_, tile)| *tile)
}

fn put(effect: &mut Effect, cell: u16, tile: u16) {
    effect.retain(|(at, _)| *at != cell);
    if cell != tile {
        effect.push((cell, tile));
    }
    effect.sort_unstable();
}

/// What a word of moves does on every board.
#[derive(Clone, PartialEq, Eq, Hash)]
struct WordEffect {
    effect: Effect,
    /// The empty cell, which is 0 at first.
    empty: u16,
}

/// The effect of a word with one move more.
fn turned(tables: &DistanceTables, before: &WordEffect, vertex: usize, sense: usize) -> WordEffect {
    let WordEffect { effect, empty } = before;
    let around = tables.around[usize::from(*empty)];
    let [next, third] = turning(vertex, sense).map(|at| around[at]);
    let mut after = effect.clone();
    put(&mut after, *empty, tile(effect, third));
    put(&mut after, third, tile(effect, next));
    put(&mut after, next, 0);
    WordEffect { effect: after, empty: next }
}

/// The words that are left out and begin with a sense; no part of one that comes first is another.
fn left_out(tables: &DistanceTables, first: usize) -> Vec<Vec<usize>> {
    let begin = WordEffect { effect: Vec::new(), empty: 0 };
    let mut seen = HashSet::from([(0, begin.clone())]);
    let mut layer = vec![(begin, Vec::new())];
    let mut words = Vec::new();
    for length in 1.. {
        if layer.is_empty() || seen.len() > ENOUGH {
            break;
        }
        let mut kept = Vec::new();
        for (state, word) in &layer {
            for vertex in 0..6 {
                let after = turned(tables, state, vertex, (first + length + 1) % 2);
                let longer = [word, &[vertex][..]].concat();
                match seen.insert((length % 2, after.clone())) {
                    true => kept.push((after, longer)),
                    false => words.push(longer),
                }
            }
        }
        layer = kept;
    }
    words
}

impl Automaton {
    /// The automaton of Aho and Corasick (1975) for all words that are left out.
    pub(super) fn new(tables: &DistanceTables) -> Self {
        let mut trie = vec![[None; 6]; 2];
        let mut ends = HashSet::new();
        for sense in [0, 1] {
            for word in left_out(tables, sense) {
                ends.insert(enter(&mut trie, sense, &word));
            }
        }
        let mut next = vec![[0; 6]; trie.len()];
        // The state that has read the longest end of a word that begins another one.
        let mut shorter = vec![0; trie.len()];
        let mut queue = VecDeque::from([0, 1]);
        while let Some(state) = queue.pop_front() {
            for vertex in 0..6 {
                let other = if state < 2 { 1 - state } else { next[shorter[state]][vertex] };
                next[state][vertex] = trie[state][vertex].unwrap_or(other);
                if let Some(longer) = trie[state][vertex] {
                    shorter[longer] = other;
                    queue.push_back(longer);
                    if ends.contains(&other) {
                        ends.insert(longer);
                    }
                }
            }
        }
        numbered(&next, &ends)
    }
}

/// The automaton without the states at the ends of words that are left out.
fn numbered(next: &[[usize; 6]], ends: &HashSet<usize>) -> Automaton {
    let mut numbers = vec![None; next.len()];
    let kept: Vec<usize> = (0..next.len()).filter(|state| !ends.contains(state)).collect();
    kept.iter().zip(0..).for_each(|(state, number)| numbers[*state] = Some(number));
    let lane = |(vertex, state): (usize, &usize)| match numbers[*state] {
        None => 0,
        Some(_) => LANE_FULL << (LANE * vertex as u32),
    };
    let state = |state: &usize| AutomatonState {
        open: next[*state].iter().enumerate().map(lane).sum(),
        next: next[*state].map(|state| numbers[state].unwrap_or(0)),
    };
    Automaton { states: kept.iter().map(state).collect() }
}

/// Enters a word into the trie and returns its state.
fn enter(trie: &mut Vec<[Option<usize>; 6]>, sense: usize, word: &[usize]) -> usize {
    word.iter().fold(sense, |state, &vertex| {
        trie[state][vertex].unwrap_or_else(|| {
            trie.push([None; 6]);
            let added = trie.len() - 1;
            trie[state][vertex] = Some(added);
            added
        })
    })
}
