//! Fences and the loop drawn by strokes over cells.
//!
//! A stroke from a post along a line is a fence of that length; a tap on a post leaves its fences open again. Every other
//! stroke draws the loop: it begins one, goes on at one of its ends, or closes it. A tap on the loop cuts it there.
//! A loop that is not closed is a list of cells with one gap, where its last cell and its first are no neighbours.

use super::{Curve, Instance, Lengths, Solution};
use crate::hex::{Cell, Direction};

pub(super) fn stroke(
    instance: &Instance,
    solution: Option<&Solution>,
    cells: &[Cell],
) -> Option<Solution> {
    let (&first, &last) = (cells.first()?, cells.last()?);
    let mut changed = solution.cloned().unwrap_or_else(|| open(instance));
    let place = instance.hexagon.index(first)?;
    let post = instance.posts.iter().position(|&(at, _)| at == place);
    match post {
        Some(post) => {
            let lengths = changed.fences[post].get_or_insert_default();
            if first == last {
                *lengths = Lengths::default();
            } else {
                let direction = Direction::ALL.into_iter().find(|&it| leads(first, it, last))?;
                let at = Direction::ALL.iter().position(|&it| it == direction)?;
                lengths[at] = Some(first.distance(last));
            }
        }
        None => {
            let path = drawn(path_of(changed.curve.cells()), cells)?;
            changed.curve = if path.is_empty() { Curve::Undecided } else { Curve::Cells(path) };
        }
    }
    Some(changed)
}

/// Nothing is decided.
fn open(instance: &Instance) -> Solution {
    let fences = vec![Some(Lengths::default()); instance.posts.len()];
    Solution { fences, curve: Curve::Undecided }
}

/// Whether a cell lies in a direction from another.
fn leads(from: Cell, direction: Direction, to: Cell) -> bool {
    let mut at = from;
    (0..from.distance(to)).for_each(|_| at = at.step(direction));
    at == to
}

fn adjacent(one: Cell, other: Cell) -> bool {
    one.distance(other) == 1
}

/// The cells of a loop from one end to the other, if it has a gap.
fn path_of(cells: &[Cell]) -> Vec<Cell> {
    let mut path = cells.to_vec();
    let next = |at: usize| cells[(at + 1) % cells.len()];
    if let Some(gap) = (0..cells.len()).find(|&at| !adjacent(cells[at], next(at))) {
        path.rotate_left((gap + 1) % cells.len());
    }
    path
}

/// The path after a stroke; `None` if the stroke is not connected with it.
fn drawn(mut path: Vec<Cell>, cells: &[Cell]) -> Option<Vec<Cell>> {
    let (first, closed) = (cells[0], is_closed(&path));
    if path.is_empty() {
        return connected(cells).then(|| cells.to_vec());
    }
    if let ([tapped], Some(at)) = (cells, path.iter().position(|&cell| cell == first)) {
        return Some(cut(path, at, closed, *tapped));
    }
    if closed {
        return None;
    }
    let (start, end) = (path[0], path[path.len() - 1]);
    if (first == start || adjacent(first, start)) && first != end && !adjacent(first, end) {
        path.reverse();
    }
    let end = path[path.len() - 1];
    let added = if first == end { &cells[1..] } else { cells };
    // A stroke that comes back to where the loop began closes it.
    let added = added.strip_suffix(&path[..1]).unwrap_or(added);
    let whole: Vec<Cell> = std::iter::once(end).chain(added.iter().copied()).collect();
    if !connected(&whole) {
        return None;
    }
    path.extend_from_slice(added);
    Some(path)
}

fn connected(cells: &[Cell]) -> bool {
    cells.windows(2).all(|pair| adjacent(pair[0], pair[1]))
}

fn is_closed(path: &[Cell]) -> bool {
    path.len() > 2 && adjacent(path[0], path[path.len() - 1])
}

/// A closed loop without the tapped cell; of an open one, what comes before it or, if that is an end, the rest.
fn cut(mut path: Vec<Cell>, at: usize, closed: bool, tapped: Cell) -> Vec<Cell> {
    if closed {
        path.rotate_left(at);
    }
    if closed || path[0] == tapped {
        path.remove(0);
    } else {
        path.truncate(at);
    }
    path
}

#[cfg(test)]
mod tests {
    use crate::families::FENCES;
    use crate::hex::Cell;
    use crate::puzzles;

    /// The solution of the order 4 example, drawn stroke by stroke.
    #[test]
    fn a_solution_can_be_drawn() {
        let solved = puzzles::text("fences", "good", "example-12").unwrap();
        let (mut text, solution) =
            (FENCES.instance(solved).unwrap(), FENCES.solution(solved).unwrap().unwrap());
        let cell = |word: &str| word.parse::<Cell>().unwrap();
        let mut stroke = |cells: &[Cell]| {
            text = FENCES.stroke(&text, cells).unwrap().expect("it means something");
            FENCES.check(&text).unwrap()
        };
        for line in solution.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if words[0] == "loop" {
                let cells: Vec<Cell> = words[1..].iter().map(|word| cell(word)).collect();
                let verdict = stroke(&cells[..5]);
                assert!(!verdict.ok(), "it is not closed");
                stroke(&[cells[4], cells[5], cells[6]]);
                // At the other end, by taps.
                for &next in cells[7..].iter().rev() {
                    stroke(&[next]);
                }
                continue;
            }
            let post = cell(words[1]);
            for (direction, length) in super::Direction::ALL.into_iter().zip(&words[2..]) {
                let mut cells = vec![post];
                (0..length.parse().unwrap()).for_each(|_| {
                    cells.push(cells[cells.len() - 1].step(direction));
                });
                if cells.len() > 1 {
                    stroke(&cells);
                }
            }
        }
        // Fences of length 0 are left open, everything else is there.
        let verdict = FENCES.check(&text).unwrap();
        assert!(verdict.ok() && !verdict.complete, "{verdict:?}");
        let filled = text.replace('?', "0");
        assert!(FENCES.check(&filled).unwrap().solved());
    }

    #[test]
    fn a_tap_cuts_a_loop_and_a_stroke_elsewhere_means_nothing() {
        let solved = puzzles::text("fences", "good", "example-12").unwrap();
        let length = |text: &str| {
            let line = text.lines().find(|line| line.starts_with("loop"));
            line.map_or(0, |line| line.split(' ').count() - 1)
        };
        let tapped = FENCES.stroke(solved, &[Cell::new(2, 0)]).unwrap().unwrap();
        assert_eq!((length(solved), length(&tapped)), (12, 11));
        let closed = FENCES.stroke(&tapped, &[Cell::new(2, 0)]).unwrap().unwrap();
        assert_eq!(FENCES.solution(&closed), FENCES.solution(solved));
        assert_eq!(FENCES.stroke(solved, &[Cell::CENTRE]), Ok(None));
        assert_eq!(FENCES.stroke(solved, &[Cell::new(9, 9)]), Ok(None));
        assert_eq!(FENCES.stroke(solved, &[]), Ok(None));
    }
}
