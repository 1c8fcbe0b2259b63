//! Words of moves that need not be searched. Two short words of moves may do the same on every
//! board, since a board looks the same from every cell. Of all words that do the same and begin with
//! the same sense only one is kept: the first of the shortest ones. The idea is that of Taylor and
//! Korf (1993), who also give the automaton that recognises the others while a search goes on.
//!
//! No state is lost: of the shortest ways to a state, the first in the order of words has no part
//! that could be replaced by a shorter or an earlier one. A word is replaced only by one whose length
//! is as even or as odd, so the senses of the moves after it stay as they are.

use std::collections::{HashSet, VecDeque};

use super::space::{LANE, Space, turning};

/// Words are compared, with growing lengths, until so many are kept. On large boards these have up
/// to five moves, and longer ones have little in common; on the smallest board it is nearly all.
const ENOUGH: usize = 4000;
/// All bits of the first lane.
const LANE_FULL: u64 = (1 << LANE) - 1;

/// Reads moves and tells which may come next.
pub(super) struct Automaton {
    /// The first two have read nothing and belong to the senses of the next move.
    pub(super) states: Vec<State>,
}

/// A state of the automaton.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The lanes of the moves that may come next are full; see `space`.
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

/// The effect and the empty cell after a move more. The empty cell is 0 at first.
fn turned(
    space: &Space,
    (effect, empty): &(Effect, u16),
    vertex: usize,
    sense: usize,
) -> (Effect, u16) {
    let around = space.around[usize::from(*empty)];
    let [next, third] = turning(vertex, sense).map(|at| around[at]);
    let mut after = effect.clone();
    put(&mut after, *empty, tile(effect, third));
    put(&mut after, third, tile(effect, next));
    put(&mut after, next, 0);
    (after, next)
}

/// The words that are left out and begin with a sense; no part of one that comes first is another.
fn left_out(space: &Space, first: usize) -> Vec<Vec<usize>> {
    let begin = (Vec::new(), 0);
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
                let after = turned(space, state, vertex, (first + length + 1) % 2);
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
    pub(super) fn new(space: &Space) -> Self {
        let mut trie = vec![[None; 6]; 2];
        let mut ends = HashSet::new();
        for sense in [0, 1] {
            for word in left_out(space, sense) {
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
    let state = |state: &usize| State {
        open: next[*state].iter().enumerate().map(lane).sum(),
        next: next[*state].map(|state| numbers[state].unwrap_or(0)),
    };
    Automaton { states: kept.iter().map(state).collect() }
}

/// Enters a word and tells its state.
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
