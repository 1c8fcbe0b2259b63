//! Order 3 by elimination of variables: all solutions from six corners.
//!
//! With corners c0 … c5 (clockwise), M the sum of a line, all indices modulo 6:
//!
//! * the middle of an edge is m(i) = M − c(i) − c(i+1), from the lines of three cells;
//! * the centre is 2M − Σ c. (Add the six lines of three: corners twice, middles once, so the rim
//!   has 6M − Σ c. Add the three lines through the centre: corners, inner ring and three times the
//!   centre have 3M. All cells have 5M; eliminate the inner ring.)
//! * neighbours in the inner ring have w(i) + w(i+1) = M − m(i−1) − m(i+1), from the lines of four.
//!
//! So six corners and one inner cell decide the board. The sum of the corners decides the sums of the
//! rim and the inner ring. These need enough different numbers, which bounds it on both sides.
//!
//! Symmetry breaking: of twelve images the one with c0 least and c1 < c5 is searched.
//!
//! Numbers are counted from the smallest, 0 … 18, and sets of them are bits of a word. "The x for
//! which k − x is unused" is the mirrored set of the unused numbers, shifted by k − 18. Such a set
//! filters a corner by the middle of its edge. Three of them filter the last corner, by two middles
//! and the centre, and six of them the inner ring.
//!
//! Invariant: the search is complete, so an empty result refutes the board.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::hex::Symmetry;

use crate::answer::{Answer, Counted, Refutation};
use crate::checkpoint::Tally;
use crate::engine::{Count, EngineRow, Role, Solve, Task, TypedEngine, VisitEnd, Visitor};

/// The engine.
pub(super) static CORNERS: TypedEngine<Magic, ()> = TypedEngine {
    row: EngineRow {
        name: "corners",
        description: "order 3: every solution from six corners, by elimination",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    read: |_, _| Ok(()),
    supports,
    solve: Some(Solve { run, proves: true, improves: false }),
    count: Some(Count { run: count, orbits: true, relaxes: None, visit: Some(visit) }),
    hint: None,
    certificates: None,
    division: None,
};

/// Cells of the board.
pub(super) const CELLS: usize = 19;
const LAST: i32 = CELLS as i32 - 1;
const ALL: u64 = (1 << CELLS) - 1;

/// Where the parts of the board are, clockwise: corners, the middles of the edges after them, the
/// inner cells beside them.
const CORNER_CELLS: [usize; 6] = [0, 2, 11, 18, 16, 7];
const MIDDLE_CELLS: [usize; 6] = [1, 6, 15, 17, 12, 3];
const INNER_CELLS: [usize; 6] = [4, 5, 10, 14, 13, 8];
const CENTRE: usize = 9;

/// A board of numbers counted from the smallest, by cell.
pub(super) type OffsetBoard = [u8; CELLS];

/// All solutions up to symmetry for a smallest number, and the number of nodes (choices of a corner)
/// of the complete search.
pub(super) fn solutions(start: i64) -> (Vec<OffsetBoard>, u64) {
    // A board with every number negated is a board, and one whose numbers are rather large has
    // fewer corners to try: its rim takes the largest numbers.
    if start < -9 {
        let (boards, nodes) = solutions(-18 - start);
        let negated = |board: OffsetBoard| board.map(|number| LAST as u8 - number);
        return (boards.into_iter().map(negated).collect(), nodes);
    }
    let line = 19 * (start + 9) / 5;
    // Counted from the smallest number, a line of k cells has k times that number less.
    let (three, four, centre) = (line - 3 * start, line - 4 * start, 2 * line - 7 * start);
    // Three different numbers from 0 … 18 have sums from 3 to 51.
    if (start + 9).rem_euclid(5) != 0 || !(3..=51).contains(&three) {
        return (Vec::new(), 0);
    }
    let (three, four, centre) = (three as i32, four as i32, centre as i32);
    // The rim has 6 three − Σ c, twelve numbers; the centre has centre − Σ c; the inner ring has
    // what is left of 171, six numbers.
    let least = [6 * three - 150, centre - LAST, (6 * three + centre - 155) / 2];
    let most = [6 * three - 66, centre, (6 * three + centre - 78) / 2];
    let sums = (least.into_iter().fold(0, i32::max), most.into_iter().fold(i32::MAX, i32::min));
    let mut search = CornerSearch { found: Vec::new(), nodes: 0, three, four, centre, sums };
    search.corners();
    (search.found, search.nodes)
}

struct CornerSearch {
    found: Vec<OffsetBoard>,
    nodes: u64,
    /// The sum of three cells of an edge.
    three: i32,
    /// The sum of four cells of a line beside the centre.
    four: i32,
    /// The sum of the centre and the six corners.
    centre: i32,
    /// The least and the largest sum of the corners.
    sums: (i32, i32),
}

/// A set of unused numbers in the lower half of a word, and the same mirrored (18 − x for x) in the
/// upper half.
#[derive(Clone, Copy)]
struct Unused(u64);

/// The bits of each number in both halves; the table is longer than the numbers, so that no access
/// needs a test.
const BITS: [u64; 32] = {
    let mut bits = [0; 32];
    let mut number = 0;
    while number < CELLS {
        bits[number] = 1 << number | 1 << (UPPER + CELLS - 1 - number);
        number += 1;
    }
    bits
};
const UPPER: usize = 32;

impl Unused {
    const ALL: Self = Self(ALL | ALL << UPPER);

    fn without(self, number: i32) -> Self {
        Self(self.0 & !BITS[number as usize % 32])
    }

    fn set(self) -> u64 {
        self.0 & ALL
    }

    /// The numbers x for which sum − x is in the set, for sums up to 50; a larger sum of two
    /// numbers does not occur, and of a negative one nothing is left.
    fn partners(self, sum: i32) -> u64 {
        let mirrored = self.0 >> UPPER << UPPER;
        mirrored.wrapping_shr((UPPER as i32 + LAST - sum) as u32) & ALL
    }

    /// The numbers x for which x + distance is in the set.
    fn shifted(self, distance: i32) -> u64 {
        self.set().rotate_right(distance as u32) & ALL
    }
}

/// Takes the smallest number out of a set.
#[inline(always)]
fn pop(set: &mut u64) -> Option<i32> {
    if *set == 0 {
        return None;
    }
    let number = set.trailing_zeros() as i32;
    *set &= *set - 1;
    Some(number)
}

impl CornerSearch {
    /// Chooses the corners c0, c1, c5, c2, c3 in this order, each with the middle of the edge to a
    /// neighbour that is already there.
    fn corners(&mut self) {
        let all = Unused::ALL;
        for c0 in 0..=LAST {
            self.nodes += 1;
            let (rest, least) = (self.three - c0, c0);
            self.each(all.without(c0), rest, least, c0, 5, c0, |search, c1, unused, sum| {
                search.each(unused, rest, c1, c0, 4, sum, |search, c5, unused, sum| {
                    let rest = search.three - c1;
                    search.each(unused, rest, least, c0, 3, sum, |search, c2, unused, sum| {
                        let rest = search.three - c2;
                        search.each(unused, rest, least, c0, 2, sum, |search, c3, unused, sum| {
                            search.last([c0, c1, c2, c3, 0, c5], unused, sum);
                        });
                    });
                });
            });
        }
    }

    /// Goes through the candidates for a corner: above `least`, with a number left for the middle
    /// of the edge, and so that the sum of all corners can still be right with `to_come` corners
    /// above `lowest`, this one included.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the kernel, called from nested closures")]
    fn each(
        &mut self,
        unused: Unused,
        rest: i32,
        least: i32,
        lowest: i32,
        to_come: i32,
        sum: i32,
        mut go_on: impl FnMut(&mut Self, i32, Unused, i32),
    ) {
        let others = to_come - 1;
        let spare = others * (others - 1) / 2;
        let low = (self.sums.0 - sum - others * LAST + spare).max(least + 1);
        let high = (self.sums.1 - sum - others * (lowest + 1) - spare).min(LAST);
        if low > high {
            return;
        }
        let range = (2 << high) - (1 << low);
        let mut candidates = unused.partners(rest) & unused.0 & range;
        while let Some(corner) = pop(&mut candidates) {
            let middle = rest - corner;
            if middle != corner {
                self.nodes += 1;
                go_on(self, corner, unused.without(corner).without(middle), sum + corner);
            }
        }
    }

    /// Chooses the last corner, c4, with the two middles beside it and the centre.
    #[inline(always)]
    fn last(&mut self, mut corners: [i32; 6], unused: Unused, sum: i32) {
        let (before, after) = (self.three - corners[3], self.three - corners[5]);
        let rest = self.centre - sum;
        let mut candidates = unused.set()
            & ALL << (corners[0] + 1)
            & unused.partners(before)
            & unused.partners(after)
            & unused.partners(rest);
        while let Some(corner) = pop(&mut candidates) {
            self.nodes += 1;
            corners[4] = corner;
            let (one, other, centre) = (before - corner, after - corner, rest - corner);
            let used = 1_u64 << corner | 1 << one | 1 << other | 1 << centre;
            if used.count_ones() == 4 {
                let unused = unused.without(corner).without(one).without(other).without(centre);
                self.inner(&corners, unused, centre);
            }
        }
    }

    /// Completes the inner ring: w(i) is `ring[i]` plus w(0) for even i, minus w(0) for odd i.
    fn inner(&mut self, corners: &[i32; 6], unused: Unused, centre: i32) {
        let middle = |at: usize| self.three - corners[at % 6] - corners[(at + 1) % 6];
        let mut ring = [0; 6];
        for at in 0..5 {
            let pair = self.four - middle(at + 5) - middle(at + 1);
            ring[at + 1] = pair - ring[at];
        }
        if ring.iter().any(|term| !(-LAST..=2 * LAST).contains(term)) {
            return;
        }
        let fits = |at: usize| match at % 2 {
            0 => unused.shifted(ring[at]),
            _ => unused.partners(ring[at]),
        };
        let mut candidates = (0..6).fold(ALL, |set, at| set & fits(at));
        while let Some(first) = pop(&mut candidates) {
            let value = |at: usize| ring[at] + if at.is_multiple_of(2) { first } else { -first };
            let used = (0..6).fold(0_u64, |used, at| used | 1 << value(at));
            if used == unused.set() {
                let mut board = [0; CELLS];
                for at in 0..6 {
                    board[CORNER_CELLS[at]] = corners[at] as u8;
                    board[MIDDLE_CELLS[at]] = middle(at) as u8;
                    board[INNER_CELLS[at]] = value(at) as u8;
                }
                board[CENTRE] = centre as u8;
                self.found.push(board);
            }
        }
    }
}

/// Every solution of an instance, images included.
pub(super) fn all(instance: &Instance) -> (Vec<Vec<i64>>, u64) {
    let (boards, nodes) = solutions(instance.start);
    let mut solutions = Vec::new();
    for board in boards {
        let values: Vec<i64> =
            board.iter().map(|&number| instance.start + i64::from(number)).collect();
        for symmetry in Symmetry::ALL {
            let image = symmetry.transform(&instance.hexagon, &values);
            let agrees = |(given, value): (&Option<i64>, &i64)| given.is_none_or(|it| it == *value);
            if instance.givens.iter().zip(&image).all(agrees) {
                solutions.push(image);
            }
        }
    }
    (solutions, nodes)
}

/// Refuses everything but magic boards of order 3.
pub(super) fn supports(instance: &Instance) -> Result<(), String> {
    match (instance.close, instance.hexagon.order()) {
        (true, _) => Err("it cannot minimise the score of goal=close".to_owned()),
        (_, 3) => Ok(()),
        (_, order) => Err(format!("it solves order 3 only, not order {order}")),
    }
}

fn print(instance: &Instance, values: &[i64]) -> String {
    Magic::print_solution(instance, &values.iter().copied().map(Some).collect())
}

/// The first solution, or a refutation.
pub(super) fn run(task: &Task<'_, Magic, ()>) -> Answer {
    let instance = task.instance;
    let (solutions, nodes) = all(instance);
    let effort = vec![("nodes", nodes)];
    match solutions.first() {
        Some(values) => {
            Answer { witness: Some(print(instance, values)), effort, ..Answer::default() }
        }
        None => {
            let refutation = Some(Refutation::nothing(task.scope()));
            Answer { refutation, effort, ..Answer::default() }
        }
    }
}

fn count(task: &Task<'_, Magic, ()>, tally: &Tally) -> Counted {
    let instance = task.instance;
    let (solutions, _) = all(instance);
    let keeps = |symmetry: &Symmetry| {
        symmetry.transform(&instance.hexagon, &instance.givens) == instance.givens
    };
    let images = Symmetry::ALL.into_iter().filter(keeps).count() as u128;
    let count = solutions.len() as u128;
    let limit = tally.limit.map_or(u128::MAX, u128::from);
    Counted {
        count: count.min(limit),
        // No symmetry but the identity keeps a board of different numbers.
        orbits: (count < limit).then(|| count / images),
        complete: count < limit,
        witnesses: solutions.iter().map(|values| print(instance, values)).collect(),
        ..Counted::default()
    }
}

/// Shows all solutions.
fn visit(task: &Task<'_, Magic, ()>, _: usize, visitor: &mut Visitor<'_>) -> VisitEnd {
    let (solutions, _) = all(task.instance);
    let mut texts = solutions.iter().map(|values| print(task.instance, values));
    match texts.any(|text| visitor(0, text)) {
        true => VisitEnd::Enough,
        false => VisitEnd::All,
    }
}

#[cfg(test)]
mod tests {
    use sixfold_puzzle::Family;
    use sixfold_puzzle::hex::Hexagon;

    use super::*;

    fn blank(start: i64) -> Instance {
        let hexagon = Hexagon::new(3);
        Instance { givens: vec![None; hexagon.len()], hexagon, start, close: false }
    }

    #[test]
    fn every_start_has_its_known_number_of_solutions_and_all_are_right() {
        let known = [(-19, 1), (-14, 36), (-9, 26), (-4, 36), (1, 1)];
        for start in -70..=70 {
            let expected = known.iter().find(|known| known.0 == start).map_or(0, |known| known.1);
            assert_eq!(solutions(start).0.len(), expected, "start {start}");
            let instance = blank(start);
            let (boards, _) = all(&instance);
            assert_eq!(boards.len(), 12 * expected);
            for board in &boards {
                let solution = board.iter().copied().map(Some).collect();
                assert_eq!(Magic::violations(&instance, &solution), []);
            }
            let mut different = boards.clone();
            different.sort();
            different.dedup();
            assert_eq!(different.len(), boards.len());
        }
        assert_eq!(solutions(i64::from(i32::MAX)).0.len(), 0, "far outside nothing overflows");
    }

    #[test]
    fn givens_pick_from_all_solutions() {
        let (boards, _) = all(&blank(-4));
        let mut instance = blank(-4);
        for cell in [0, 9, 13] {
            instance.givens[cell] = Some(boards[17][cell]);
            let agrees = |board: &&Vec<i64>| {
                (0..CELLS).all(|at| instance.givens[at].is_none_or(|given| given == board[at]))
            };
            let expected: Vec<_> = boards.iter().filter(agrees).cloned().collect();
            assert_eq!(all(&instance).0, expected);
            assert!(!expected.is_empty());
        }
    }
}
