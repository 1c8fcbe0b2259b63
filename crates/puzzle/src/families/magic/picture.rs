//! Picture of a magic hexagon: numbers, the sum of each line, and a band along each wrong line.
//!
//! The width of a band is the number of digits of its error. The scale is the same for all boards, so
//! pictures can be compared.

use super::Instance;
use crate::hex::{Axis, Cell, Direction};
use crate::scene::{Mark, Role, Scene, Swatch};

/// A line and its sum.
struct SumLine {
    first: Cell,
    last: Cell,
    /// The place of the sum.
    end: Cell,
    sum: i64,
    gaps: usize,
}

impl SumLine {
    /// How far a full line is off.
    fn error(&self, target: Option<i64>) -> Option<i64> {
        target
            .filter(|&target| self.gaps == 0 && self.sum != target)
            .map(|target| self.sum - target)
    }
}

/// All lines. The places of their sums are those of the rows, turned by 120° and 240°, which fill
/// the ring outside the board without meeting.
fn lines(instance: &Instance, values: &[Option<i64>]) -> Vec<SumLine> {
    let ways =
        [(Axis::Row, Direction::E), (Axis::Rising, Direction::SW), (Axis::Falling, Direction::NW)];
    let of = |(axis, ahead): (Axis, Direction)| {
        let lines = instance.hexagon.lines_along(axis).into_iter();
        lines.map(move |line| {
            let cell = |at: usize| instance.hexagon.cell(line[at]);
            let (first, last) = (cell(0), cell(line.len() - 1));
            let end = if axis.direction() == ahead { last } else { first }.step(ahead);
            let sum = line.iter().filter_map(|&index| values[index]).sum();
            let gaps = line.iter().filter(|&&index| values[index].is_none()).count();
            SumLine { first, last, end, sum, gaps }
        })
    };
    ways.into_iter().flat_map(of).collect()
}

/// The role of an error: its sign, and whether it has one, two or more digits.
fn error_role(error: i64) -> Role {
    let level = match error.unsigned_abs() {
        0..10 => 1,
        10..100 => 2,
        _ => 3,
    };
    if error > 0 { Role::Over(level) } else { Role::Under(level) }
}

pub(super) fn scene(instance: &Instance, values: &[Option<i64>]) -> Scene {
    let target = if instance.close { Some(0) } else { instance.line_sum() };
    let lines = lines(instance, values);
    let errors: Vec<i64> = lines.iter().filter_map(|line| line.error(target)).collect();
    let mut scene = Scene::new(format!("Magic hexagon, order {}", instance.hexagon.order()));
    let cells = || instance.hexagon.cells().iter().copied().enumerate();
    let role = |index: usize| match (instance.givens[index], values[index]) {
        (_, None) => Role::Unknown,
        (Some(_), Some(_)) => Role::Given,
        (None, Some(_)) => Role::Filled,
    };
    cells().for_each(|(index, cell)| scene.hex(cell, role(index)));
    add_bands(&mut scene, &lines, target);
    for (index, cell) in cells() {
        if let Some(value) = values[index] {
            scene.text(cell, role(index), value);
        }
    }
    add_sums(&mut scene, &lines, target);
    add_legend(&mut scene, &errors);
    add_notes(&mut scene, instance, values, &errors);
    scene
}

/// Wide bands come first, so that narrow ones are not lost beneath them.
fn add_bands(scene: &mut Scene, lines: &[SumLine], target: Option<i64>) {
    let mut wrong: Vec<(i64, &SumLine)> =
        lines.iter().filter_map(|line| Some((line.error(target)?, line))).collect();
    wrong.sort_by_key(|(error, _)| std::cmp::Reverse(error.abs()));
    for (error, line) in wrong {
        let role = error_role(error);
        scene.marks.push(Mark::Band { from: line.first, to: line.last, role });
    }
}

fn add_sums(scene: &mut Scene, lines: &[SumLine], target: Option<i64>) {
    for line in lines {
        match (line.gaps, line.error(target), target) {
            (0, Some(error), _) => scene.text(line.end, error_role(error), line.sum),
            (0, None, Some(_)) => scene.text(line.end, Role::Sum, line.sum),
            (0, None, None) => scene.text(line.end, Role::WrongSum, line.sum),
            _ => scene.text(line.end, Role::OpenSum, "·"),
        }
    }
}

/// A band for each kind of error that occurs, and the errors that it stands for.
fn add_legend(scene: &mut Scene, errors: &[i64]) {
    let kinds = [
        (1, "+1 to +9"),
        (10, "+10 to +99"),
        (100, "+100 and more"),
        (-1, "-1 to -9"),
        (-10, "-10 to -99"),
        (-100, "-100 and less"),
    ];
    for (sample, range) in kinds {
        let role = error_role(sample);
        if errors.iter().any(|&error| error_role(error) == role) {
            scene.explain(Swatch::Band, role, range);
        }
    }
}

fn add_notes(scene: &mut Scene, instance: &Instance, values: &[Option<i64>], errors: &[i64]) {
    let (start, last) = (instance.start, instance.last());
    let wanted = match instance.line_sum() {
        Some(_) if instance.close => ", every line as close to 0 as possible".to_owned(),
        Some(target) if errors.is_empty() && values.iter().all(Option::is_some) => {
            format!(", every line sums to {target}")
        }
        Some(target) => format!(", every line must sum to {target}"),
        None => String::new(),
    };
    scene.note(format!("numbers {start} to {last}{wanted}"));
    if let Some(worst) = errors.iter().max_by_key(|error| error.abs()) {
        let (wrong, count) = (errors.len(), 3 * instance.hexagon.row_count());
        scene.note(format!("{wrong} of {count} lines are off, the worst by {worst:+}"));
    }
    if instance.close && values.iter().all(Option::is_some) {
        scene.note(format!("score {}", instance.close_score(values)));
    }
}
