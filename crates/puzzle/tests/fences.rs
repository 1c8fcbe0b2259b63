//! Fences: counts of loops and regions, analysis of loops, mutations of correct solutions.

use std::collections::BTreeSet;

use sixfold_puzzle::families::fences::{Analysis, region};
use sixfold_puzzle::hex::{Cell, Direction, Hexagon, Symmetry};
use sixfold_puzzle::scene::{Mark, Role};
use sixfold_puzzle::{Verdict, View, families, puzzles};

fn check(text: &str) -> Verdict {
    families::FENCES.check(text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"))
}

fn codes(text: &str) -> Vec<&'static str> {
    check(text).violations.iter().map(|violation| violation.code).collect()
}

/// Every simple closed loop with corners of 120° on order 4, by depth-first search.
fn cycles(order: usize) -> Vec<Vec<Cell>> {
    fn extend(
        hexagon: &Hexagon,
        path: &mut Vec<Cell>,
        last: Direction,
        found: &mut Vec<Vec<Cell>>,
    ) {
        for sixths in [5, 0, 1] {
            let direction = last.turned(sixths);
            let next = path[path.len() - 1].step(direction);
            let closes = next == path[0];
            let first = Direction::of(path[1] - path[0]).unwrap();
            if closes && direction.turn_to(first) <= 1 {
                // Each loop once: its least cell first, and of two ways round the lesser.
                if path[1] < path[path.len() - 1] {
                    found.push(path.clone());
                }
            } else if hexagon.contains(next) && next > path[0] && !path.contains(&next) {
                path.push(next);
                extend(hexagon, path, direction, found);
                path.pop();
            }
        }
    }
    let hexagon = Hexagon::new(order);
    let mut found = Vec::new();
    for &start in hexagon.cells() {
        for direction in Direction::ALL {
            let next = start.step(direction);
            if hexagon.contains(next) && next > start {
                extend(&hexagon, &mut vec![start, next], direction, &mut found);
            }
        }
    }
    found
}

#[test]
fn the_loops_of_order_4_are_counted_as_published() {
    let cycles = cycles(4);
    assert_eq!(cycles.len(), 20_204);
    let sees_all = |cells: &&Vec<Cell>| {
        cells.iter().filter_map(|&cell| region(cell)).collect::<BTreeSet<_>>().len() == 6
    };
    let symmetric = |cells: &&Vec<Cell>| !Analysis::of(cells).symmetries.is_empty();
    assert_eq!(cycles.iter().filter(sees_all).count(), 16_772);
    assert_eq!(cycles.iter().filter(symmetric).count(), 2_660);
    assert_eq!(cycles.iter().filter(sees_all).filter(symmetric).count(), 1_904);
}

#[test]
fn regions_partition_the_board_and_turn_into_each_other() {
    for order in 2..8 {
        let hexagon = Hexagon::new(order);
        let mut sizes = [0; 6];
        for &cell in hexagon.cells() {
            match region(cell) {
                Some(found) => {
                    sizes[found] += 1;
                    let turned = region(Symmetry::rotation(1).apply(cell)).unwrap();
                    assert_eq!(turned, (found + 1) % 6);
                }
                None => assert_eq!(cell, Cell::CENTRE),
            }
        }
        assert_eq!(sizes, [order * (order - 1) / 2; 6]);
    }
}

/// A solution taken apart: the lines of its posts, as words, and of its loop.
struct Parts {
    board: String,
    lines: Vec<Vec<String>>,
}

impl Parts {
    fn of(text: &str) -> Self {
        let (board, solution) = text.split_once("solution\n").unwrap();
        let words = |line: &str| line.split(' ').map(str::to_owned).collect();
        Self { board: board.to_owned(), lines: solution.lines().map(words).collect() }
    }

    /// The document with other lines.
    fn with(&self, lines: &[Vec<String>]) -> String {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        format!("{}solution\n{}\n", self.board, lines.join("\n"))
    }

    /// The document with one line changed.
    fn edited(&self, line: usize, edit: impl Fn(&mut Vec<String>)) -> String {
        let mut lines = self.lines.clone();
        edit(&mut lines[line]);
        self.with(&lines)
    }

    fn post(&self, line: usize) -> (Cell, Vec<i32>) {
        let words = &self.lines[line];
        (words[1].parse().unwrap(), words[2..].iter().map(|word| word.parse().unwrap()).collect())
    }

    /// The lines of posts.
    fn posts(&self) -> std::ops::Range<usize> {
        0..self.lines.len() - 1
    }

    /// Every cell that holds a post, a fence or the loop, from the text alone.
    fn taken(&self) -> BTreeSet<Cell> {
        let mut taken: BTreeSet<Cell> =
            self.lines.last().unwrap()[1..].iter().map(|word| word.parse().unwrap()).collect();
        for line in self.posts() {
            let (post, lengths) = self.post(line);
            for (direction, &length) in Direction::ALL.into_iter().zip(&lengths) {
                taken.extend((0..=length).map(|step| post + direction.delta() * step));
            }
        }
        taken
    }
}

/// Asserts that a document is no solution.
fn rejected(text: &str) -> usize {
    assert!(!check(text).solved(), "accepted:\n{text}");
    1
}

fn drop_lines(parts: &Parts) -> usize {
    let without = |line: usize| {
        let mut lines = parts.lines.clone();
        lines.remove(line);
        rejected(&parts.with(&lines))
    };
    (0..parts.lines.len()).map(without).sum()
}

fn drop_repeat_or_exchange_loop_cells(parts: &Parts) -> usize {
    let last = parts.lines.len() - 1;
    let mut tried = 0;
    for at in 1..parts.lines[last].len() {
        tried += rejected(&parts.edited(last, |words| drop(words.remove(at))));
        tried += rejected(&parts.edited(last, |words| words.insert(at, words[at].clone())));
        if at > 1 {
            tried += rejected(&parts.edited(last, |words| words.swap(at - 1, at)));
        }
    }
    tried
}

fn add_or_take_units(parts: &Parts) -> usize {
    let mut tried = 0;
    for line in parts.posts() {
        let (_, lengths) = parts.post(line);
        for (at, &length) in lengths.iter().enumerate() {
            let with = |length: i32| {
                rejected(&parts.edited(line, |words| words[at + 2] = length.to_string()))
            };
            tried += with(length + 1);
            tried += if length > 0 { with(length - 1) } else { 0 };
        }
    }
    tried
}

/// Moves every unit of fence to every other direction. The result is correct exactly if the
/// cell at the new end is on the board and free. Returns the numbers of wrong and right results.
fn move_units(parts: &Parts, order: i32) -> (usize, usize) {
    let taken = parts.taken();
    let (mut wrong, mut right) = (0, 0);
    for line in parts.posts() {
        let (post, lengths) = parts.post(line);
        for (from, to) in (0..36).map(|pair| (pair / 6, pair % 6)) {
            if from == to || lengths[from] == 0 {
                continue;
            }
            let end = post + Direction::ALL[to].delta() * (lengths[to] + 1);
            let (q, r) = (end.q, end.r);
            let on_board = q.abs() < order && r.abs() < order && (q + r).abs() < order;
            let text = parts.edited(line, |words| {
                words[from + 2] = (lengths[from] - 1).to_string();
                words[to + 2] = (lengths[to] + 1).to_string();
            });
            let free = on_board && !taken.contains(&end);
            assert_eq!(check(&text).solved(), free, "{text}");
            if free { right += 1 } else { wrong += 1 }
        }
    }
    (wrong, right)
}

#[test]
fn every_mutation_of_a_fences_solution_is_rejected() {
    let mut wrong = [0; 4];
    let mut other_fillings = 0;
    for (name, order) in [("example-8", 4), ("example-12", 4), ("order-10", 10)] {
        let parts = Parts::of(puzzles::text("fences", "good", name).unwrap());
        assert!(check(&parts.with(&parts.lines)).solved());
        let (moved, right) = move_units(&parts, order);
        other_fillings += right;
        wrong[0] += drop_lines(&parts);
        wrong[1] += drop_repeat_or_exchange_loop_cells(&parts);
        wrong[2] += add_or_take_units(&parts);
        wrong[3] += moved;
    }
    assert_eq!(puzzles::names("fences", "good").len(), 3, "all known solutions are mutated");
    assert_eq!((wrong, other_fillings), ([29, 285, 232, 374], 6));
}

#[test]
fn variants_of_fences_are_in_the_header() {
    let board = |settings: &str, cells: &str| {
        format!(
            "fences 3{settings}\n. . .\n. . . .\n. . . . .\n. . . .\n. . .\nsolution\nloop {cells}\n"
        )
    };
    let triangle = "2,-1 1,0 0,1 -1,2 -1,1 -1,0 -1,-1 0,-1 1,-1";
    assert_eq!(codes(&board("", triangle)), ["turn"; 3]);
    assert!(check(&board(" turns=any", triangle)).solved());
    assert!(check(&board(" turns=any symmetry=mirror", triangle)).solved());
    let lopsided = puzzles::text("fences", "bad", "symmetry").unwrap();
    assert!(check(&lopsided.replace("fences 3", "fences 3 symmetry=none")).solved());
    assert_eq!(codes(&lopsided.replace("fences 3", "fences 3 symmetry=mirror")), ["symmetry"]);
    let there_and_back = "0,0 1,0";
    assert!(codes(&board(" turns=any symmetry=none", there_and_back)).contains(&"turn"));
    let undecided = board("", "?");
    assert!(check(&undecided).ok() && !check(&undecided).complete);
    let error = families::FENCES.check(&board(" turns=sharp", triangle)).unwrap_err();
    assert_eq!((error.code.name(), error.span.column), ("setting", 16));
}

fn cells(text: &str) -> Vec<Cell> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

#[test]
fn a_loop_is_analysed_whole() {
    let hexagon: Vec<Cell> = Direction::ALL.into_iter().map(Direction::delta).collect();
    let ring = Analysis::of(&hexagon);
    assert_eq!((ring.counts, ring.product), ([1; 6], 1));
    assert_eq!((ring.mirrors().count(), ring.rotations().count()), (6, 5));
    // Three of its cells are a triangle, which has half of that; two go there and back.
    let triangle = Analysis::of(&cells("0,0 1,0 0,1"));
    assert_eq!((triangle.mirrors().count(), triangle.rotations().count()), (3, 2));
    assert_eq!(triangle.product, 0);
    for bad in ["0,0 1,0", "0,0", "0,0 1,0 0,1 0,0 1,0 0,1", "0,0 2,0 0,2"] {
        let analysis = Analysis::of(&cells(bad));
        assert!(!analysis.simple && analysis.symmetries.is_empty(), "{bad}");
    }
    assert_eq!(Analysis::of(&[]).product, 0);
}

/// The symmetries of a loop and the identity are a group; an image of the loop has as many.
#[test]
fn the_symmetries_of_a_loop_are_a_group() {
    for loop_cells in cycles(3) {
        let found = Analysis::of(&loop_cells).symmetries;
        for &a in &found {
            assert!(found.contains(&a.inverse()));
            for &b in &found {
                let both = a.then(b);
                assert!(both.linear == Symmetry::IDENTITY || found.contains(&both));
            }
        }
        for symmetry in Symmetry::ALL {
            let image: Vec<Cell> = loop_cells.iter().map(|&cell| symmetry.apply(cell)).collect();
            assert_eq!(Analysis::of(&image).symmetries.len(), found.len());
        }
    }
}

/// Far from the centre the sum of the cells does not fit into the coordinates of a cell.
#[test]
fn loops_far_outside_are_analysed_without_overflow() {
    let there = (0..19_990).map(|step| Cell::new(step - 9995, 9998));
    let back = (0..19_990).rev().map(|step| Cell::new(step - 9995, 9999));
    let far: Vec<Cell> = there.chain(back).collect();
    let analysis = Analysis::of(&far);
    assert!(analysis.simple);
    assert_eq!((analysis.mirrors().count(), analysis.rotations().count()), (0, 1));
}

/// The fold view of a loop without symmetry marks exactly the steps in which it and its image
/// differ. A symmetric loop has no such steps.
#[test]
fn the_fold_view_shows_where_a_loop_fails() {
    let view = View { step: None, name: Some("fold") };
    let broken = |text: &str| {
        let scene = families::FENCES.scene(text, view).unwrap();
        let steps = |mark: &Mark| match mark {
            Mark::Path { cells, role: Role::Broken, .. } => cells.len() - 1,
            _ => 0,
        };
        (scene.marks.iter().map(steps).sum::<usize>(), scene.notes[1].clone())
    };
    for name in puzzles::names("fences", "good") {
        assert_eq!(broken(puzzles::text("fences", "good", &name).unwrap()).0, 0, "{name}");
    }
    let board = |settings: &str, cells: &str| {
        let rows = ". . . .\n. . . . .\n. . . . . .\n. . . . . . .\n";
        let rows = format!("{rows}. . . . . .\n. . . . .\n. . . .\n");
        format!("fences 4{settings}\n{rows}solution\nloop {cells}\n")
    };
    // A loop with a half turn and a bulge of two more cells.
    let bulge = "-1,-1 0,-1 1,-1 1,0 2,0 2,1 1,2 0,2 -1,2 -1,1 -2,1 -3,1 -3,0 -2,-1";
    let (steps, note) = broken(&board("", bulge));
    assert!(note.contains("a turn of 180°") && note.contains("10 of 14 steps"), "{note}");
    assert_eq!(steps, 8, "four of the loop, four of the image");
    let (steps, note) = broken(&board(" symmetry=mirror", bulge));
    assert!(note.contains("folding") && note.contains("7 of 14 steps"), "{note}");
    assert_eq!(
        steps, 7,
        "on one side of the axis: seven that are not kept, of the loop or its image"
    );
}
