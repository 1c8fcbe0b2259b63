//! Exact cover by dancing links: choose some of several options so that every item is covered by
//! exactly one of them. Donald Knuth's algorithm X ("Dancing Links", 2000): the options that are left
//! form a sparse matrix of doubly linked nodes, from which columns are unlinked and linked again in the
//! reverse order. The item with the fewest options left is always decided first.
//!
//! It knows numbers only, and no puzzle.

use std::ops::ControlFlow;

/// What the search tells while it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoverStep<'a> {
    /// Another choice was made: a sign of life.
    Choice,
    /// An exact cover: the options, by number, in the order in which they were chosen.
    Cover(&'a [usize]),
}

/// The head of the list of items that are not covered.
const ROOT: usize = 0;

/// A node of the matrix: the head of an item's column, or an item of an option.
#[derive(Clone, Copy, Debug)]
struct Node {
    left: usize,
    right: usize,
    up: usize,
    down: usize,
    /// The head of the column.
    head: usize,
    /// The option, where it is no head.
    option: usize,
}

/// The options and items that are left.
pub struct Cover {
    nodes: Vec<Node>,
    /// By head, how many options are left that have the item.
    sizes: Vec<usize>,
    chosen: Vec<usize>,
}

impl Cover {
    /// Items are numbers below `items`. An option without items is never chosen.
    pub fn new(items: usize, options: &[Vec<usize>]) -> Self {
        let head = |at: usize| {
            let (left, right) = ((at + items) % (items + 1), (at + 1) % (items + 1));
            Node { left, right, up: at, down: at, head: at, option: usize::MAX }
        };
        let nodes = (0..=items).map(head).collect();
        let mut cover = Self { nodes, sizes: vec![0; items + 1], chosen: Vec::new() };
        for (option, items) in options.iter().enumerate() {
            cover.append(option, items);
        }
        cover
    }

    /// Adds an option at the bottom of its columns.
    fn append(&mut self, option: usize, items: &[usize]) {
        let first = self.nodes.len();
        for (place, &item) in items.iter().enumerate() {
            let (at, head) = (first + place, item + 1);
            let left = first + (place + items.len() - 1) % items.len();
            let right = first + (place + 1) % items.len();
            let up = self.nodes[head].up;
            self.nodes.push(Node { left, right, up, down: head, head, option });
            self.nodes[up].down = at;
            self.nodes[head].up = at;
            self.sizes[head] += 1;
        }
    }

    /// Goes through all exact covers, and breaks off when `visit` does.
    pub fn each<B>(
        &mut self,
        visit: &mut impl FnMut(CoverStep<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(head) = self.rarest() else { return visit(CoverStep::Cover(&self.chosen)) };
        self.cover(head);
        let mut went = ControlFlow::Continue(());
        let mut row = self.nodes[head].down;
        while row != head && went.is_continue() {
            self.choose(row);
            went = visit(CoverStep::Choice);
            if went.is_continue() {
                went = self.each(visit);
            }
            self.take_back(row);
            row = self.nodes[row].down;
        }
        self.uncover(head);
        went
    }

    /// The uncovered item with the fewest options, if there is one left.
    fn rarest(&self) -> Option<usize> {
        let mut best = None;
        let mut head = self.nodes[ROOT].right;
        while head != ROOT {
            if best.is_none_or(|best: usize| self.sizes[head] < self.sizes[best]) {
                best = Some(head);
            }
            head = self.nodes[head].right;
        }
        best
    }

    fn choose(&mut self, row: usize) {
        self.chosen.push(self.nodes[row].option);
        let mut at = self.nodes[row].right;
        while at != row {
            self.cover(self.nodes[at].head);
            at = self.nodes[at].right;
        }
    }

    /// Undoes a choice, in the reverse order.
    fn take_back(&mut self, row: usize) {
        let mut at = self.nodes[row].left;
        while at != row {
            self.uncover(self.nodes[at].head);
            at = self.nodes[at].left;
        }
        self.chosen.pop();
    }

    /// Takes an item from the list, and all its options from the columns of their other items.
    fn cover(&mut self, head: usize) {
        let Node { left, right, .. } = self.nodes[head];
        (self.nodes[left].right, self.nodes[right].left) = (right, left);
        let mut row = self.nodes[head].down;
        while row != head {
            let mut at = self.nodes[row].right;
            while at != row {
                let Node { up, down, head, .. } = self.nodes[at];
                (self.nodes[up].down, self.nodes[down].up) = (down, up);
                self.sizes[head] -= 1;
                at = self.nodes[at].right;
            }
            row = self.nodes[row].down;
        }
    }

    /// Puts an item back, step by step in the reverse order.
    fn uncover(&mut self, head: usize) {
        let mut row = self.nodes[head].up;
        while row != head {
            let mut at = self.nodes[row].left;
            while at != row {
                let Node { up, down, head, .. } = self.nodes[at];
                (self.nodes[up].down, self.nodes[down].up) = (at, at);
                self.sizes[head] += 1;
                at = self.nodes[at].left;
            }
            row = self.nodes[row].up;
        }
        let Node { left, right, .. } = self.nodes[head];
        (self.nodes[left].right, self.nodes[right].left) = (head, head);
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::random::Random;

    /// All exact covers, each in ascending order.
    fn covers(items: usize, options: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let went = Cover::new(items, options).each::<Infallible>(&mut |step| {
            if let CoverStep::Cover(chosen) = step {
                let mut chosen = chosen.to_vec();
                chosen.sort_unstable();
                found.push(chosen);
            }
            ControlFlow::Continue(())
        });
        assert!(went.is_continue());
        found.sort();
        found
    }

    /// All exact covers, by trying every set of options.
    fn tried(items: usize, options: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let exact = |chosen: &Vec<usize>| {
            let mut all: Vec<usize> = chosen.iter().flat_map(|&at| options[at].clone()).collect();
            all.sort_unstable();
            all.into_iter().eq(0..items)
        };
        let sets = (0..1_usize << options.len())
            .map(|set| (0..options.len()).filter(|at| set >> at & 1 == 1).collect());
        let mut found: Vec<Vec<usize>> = sets.filter(exact).collect();
        found.sort();
        found
    }

    #[test]
    fn dominoes_cover_squares_in_as_many_ways_as_is_known() {
        let dominoes = |size: usize| {
            let across = (0..size * size).filter(move |at| at % size + 1 < size);
            let down = (0..size * (size - 1)).map(move |at| vec![at, at + size]);
            across.map(|at| vec![at, at + 1]).chain(down).collect::<Vec<_>>()
        };
        assert_eq!(covers(16, &dominoes(4)).len(), 36);
        assert_eq!(covers(36, &dominoes(6)).len(), 6728);
    }

    #[test]
    fn random_options_agree_with_trying_every_set() {
        let mut random = Random::new(1);
        let mut total = 0;
        for round in 0..200 {
            let items = 1 + round % 8;
            let option = |random: &mut Random| -> Vec<usize> {
                let chosen = 1 + random.below((1 << items) - 1);
                (0..items).filter(|item| chosen >> item & 1 == 1).collect()
            };
            let options: Vec<Vec<usize>> = (0..10).map(|_| option(&mut random)).collect();
            let wanted = tried(items, &options);
            total += wanted.len();
            assert_eq!(covers(items, &options), wanted, "{options:?}");
        }
        assert!(total > 100, "{total}");
    }

    #[test]
    fn nothing_has_one_cover_and_an_item_without_options_none() {
        assert_eq!(covers(0, &[]), [Vec::<usize>::new()]);
        assert_eq!(covers(2, &[vec![0]]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_break_leaves_everything_linked_for_the_next_time() {
        let options = [vec![0, 1], vec![2], vec![0], vec![1, 2], vec![1]];
        let mut cover = Cover::new(3, &options);
        for _ in 0..2 {
            let went = cover.each(&mut |step| match step {
                CoverStep::Cover(_) => ControlFlow::Break(()),
                CoverStep::Choice => ControlFlow::Continue(()),
            });
            assert!(went.is_break());
            assert_eq!((cover.chosen.len(), cover.sizes[2]), (0, 3));
        }
    }
}
