//! Human-style deduction: single steps of reasoning on a board, each with its reason.
//!
//! A step looks at the numbers on the board and at those that are left, and at no earlier
//! elimination. Repeated to a fixpoint, the steps measure how much of a board needs no search.
//!
//! Invariant: a step is sound if some solution agrees with the board.

use sixfold_puzzle::families::magic::Instance;

/// A cell whose number follows from the board, and how a person sees that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deduction {
    pub(super) cell: usize,
    pub(super) number: i64,
    pub(super) reason: String,
}

/// A line that has open cells.
struct OpenLine {
    cells: Vec<usize>,
    open: Vec<usize>,
    /// What the open cells must have together.
    needed: i64,
}

/// A board as a player sees it, with the candidates of each cell.
pub(super) struct DeductionBoard<'a> {
    instance: &'a Instance,
    /// The numbers that are left, ascending, and the sums of the first so many of them.
    left: Vec<i64>,
    sums: Vec<i64>,
    lines: Vec<OpenLine>,
    /// The lines of each open cell.
    lines_of: Vec<Vec<usize>>,
    /// What each open cell can hold as far as one can tell from its lines.
    choices: Vec<Vec<i64>>,
}

impl<'a> DeductionBoard<'a> {
    /// A board whose numbers are different and in range, with a sum for its lines.
    pub(super) fn new(instance: &'a Instance, values: &[Option<i64>]) -> Self {
        let target = instance.line_sum().expect("a board whose lines have a sum");
        let left: Vec<i64> =
            (instance.start..=instance.last()).filter(|it| !values.contains(&Some(*it))).collect();
        let mut sums = vec![0];
        left.iter().for_each(|number| sums.push(sums[sums.len() - 1] + number));
        let line = |cells: Vec<usize>| {
            let open = cells.iter().copied().filter(|&cell| values[cell].is_none()).collect();
            let sum: i64 = cells.iter().filter_map(|&cell| values[cell]).sum();
            OpenLine { cells, open, needed: target - sum }
        };
        let lines: Vec<OpenLine> = instance.hexagon.lines().into_iter().map(line).collect();
        let mut lines_of = vec![Vec::new(); values.len()];
        for (index, line) in lines.iter().enumerate() {
            line.open.iter().for_each(|&cell| lines_of[cell].push(index));
        }
        let mut board = Self { instance, left, sums, lines, lines_of, choices: Vec::new() };
        board.choices = (0..values.len()).map(|cell| board.fitting(cell, &[0, 1, 2])).collect();
        board
    }

    /// The numbers that some of a cell's lines allow; none for a cell that is filled.
    fn fitting(&self, cell: usize, some: &[usize]) -> Vec<i64> {
        if self.lines_of[cell].is_empty() {
            return Vec::new();
        }
        let lines = || some.iter().map(|&at| &self.lines[self.lines_of[cell][at]]);
        let fits = |&&number: &&i64| lines().all(|line| self.allows(line, number));
        self.left.iter().filter(fits).copied().collect()
    }

    /// Whether the other open cells of a line can have what a number leaves for them.
    fn allows(&self, line: &OpenLine, number: i64) -> bool {
        let rest = line.needed - number;
        match line.open.len() {
            1 => rest == 0,
            2 => rest != number && self.left.binary_search(&rest).is_ok(),
            open => {
                let (least, most) = self.bounds(open - 1, number);
                (least..=most).contains(&rest)
            }
        }
    }

    /// The least and the largest sum of some numbers that are left, without one of them.
    fn bounds(&self, count: usize, without: i64) -> (i64, i64) {
        let (left, sums, all) = (&self.left, &self.sums, self.left.len());
        let next = all - 1 - count;
        let (mut least, mut most) = (sums[count], sums[all] - sums[all - count]);
        if without < left[count] {
            least += left[count] - without;
        }
        if without > left[next] {
            most += left[next] - without;
        }
        (least, most)
    }

    /// The first cell that the board decides, by the easiest step there is.
    pub(super) fn deduction(&self) -> Option<Deduction> {
        let easiest = self.last_of_a_line().or_else(|| self.only_number());
        let harder = || self.only_cell().or_else(|| self.by_partner());
        easiest.or_else(harder).or_else(|| self.beside_a_pair())
    }

    /// The rest of a line fills its only open cell.
    fn last_of_a_line(&self) -> Option<Deduction> {
        let line = self.lines.iter().find(|line| line.open.len() == 1)?;
        let reason = format!("{} needs {} more", self.name(line), line.needed);
        Some(Deduction { cell: line.open[0], number: line.needed, reason })
    }

    /// One number alone fits all lines of a cell.
    fn only_number(&self) -> Option<Deduction> {
        let cell = self.choices.iter().position(|choices| choices.len() == 1)?;
        let number = self.choices[cell][0];
        // The fewest lines that show it.
        let subsets: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];
        let enough = |some: &&&[usize]| self.fitting(cell, some).len() == 1;
        let some = subsets.iter().find(enough)?;
        let names: Vec<String> =
            some.iter().map(|&at| self.name(&self.lines[self.lines_of[cell][at]])).collect();
        let reason = format!("of the numbers left only {number} fits {}", names.join(" and "));
        Some(Deduction { cell, number, reason })
    }

    /// A number fits into one cell alone.
    fn only_cell(&self) -> Option<Deduction> {
        self.left.iter().find_map(|&number| {
            let mut cells = (0..self.choices.len()).filter(|&cell| self.can(cell, number));
            let (cell, other) = (cells.next()?, cells.next());
            let reason = format!("no other cell can hold {number}: their lines would not come out");
            other.is_none().then_some(Deduction { cell, number, reason })
        })
    }

    fn can(&self, cell: usize, number: i64) -> bool {
        self.choices[cell].binary_search(&number).is_ok()
    }

    /// Of two open cells of a line one can complete a single number of the other.
    fn by_partner(&self) -> Option<Deduction> {
        let pairs = self.lines.iter().filter(|line| line.open.len() == 2);
        let ways = pairs.flat_map(|line| [(line, 0, 1), (line, 1, 0)]);
        ways.into_iter().find_map(|(line, one, other)| {
            let (cell, partner) = (line.open[one], line.open[other]);
            let completed = |&&number: &&i64| self.can(partner, line.needed - number);
            let mut numbers = self.choices[cell].iter().filter(completed);
            let number = *numbers.next().filter(|_| numbers.next().is_none())?;
            let (name, needed) = (self.name(line), line.needed);
            let partner = self.instance.hexagon.cell(partner);
            let reason =
                format!("{name} needs {needed} more, and {partner} can complete no other number");
            Some(Deduction { cell, number, reason })
        })
    }

    /// Two cells of a line hold two known numbers in some order, which leaves one for another cell.
    fn beside_a_pair(&self) -> Option<Deduction> {
        self.lines.iter().filter(|line| line.open.len() == 2).find_map(|line| {
            let [a, b] = [line.open[0], line.open[1]];
            let either = |number: i64| {
                let other = line.needed - number;
                self.can(a, number) && self.can(b, other)
                    || self.can(a, other) && self.can(b, number)
            };
            let numbers: Vec<i64> = self.left.iter().copied().filter(|&it| either(it)).collect();
            let [low, high] = numbers[..] else { return None };
            let others = (0..self.choices.len()).filter(|&cell| cell != a && cell != b);
            let rest = |cell: usize| {
                let mut rest = self.choices[cell].iter().filter(|&&it| it != low && it != high);
                rest.next().filter(|_| rest.next().is_none()).map(|&number| (cell, number))
            };
            let (cell, number) = others.filter_map(rest).next()?;
            let name = self.name(line);
            let reason = format!(
                "{low} and {high} belong to {name}, and of the other numbers only {number} fits here"
            );
            Some(Deduction { cell, number, reason })
        })
    }

    fn name(&self, line: &OpenLine) -> String {
        let end = |cell: Option<&usize>| cell.map(|&cell| self.instance.hexagon.cell(cell));
        match (end(line.cells.first()), end(line.cells.last())) {
            (Some(first), Some(last)) => format!("the line {first} to {last}"),
            _ => unreachable!("a line has cells"),
        }
    }
}

/// Takes step after step until nothing follows; returns the board then.
pub(super) fn exhaust(instance: &Instance, values: &[Option<i64>]) -> Vec<Option<i64>> {
    let mut values = values.to_vec();
    while let Some(step) = DeductionBoard::new(instance, &values).deduction() {
        values[step.cell] = Some(step.number);
    }
    values
}

#[cfg(test)]
mod tests {
    use sixfold_puzzle::hex::Hexagon;

    use super::super::corners;
    use super::*;
    use crate::random::Random;

    type Rule = fn(&DeductionBoard<'_>) -> Option<Deduction>;

    const STEPS: [(Rule, &str); 5] = [
        (|board| board.last_of_a_line(), " more"),
        (|board| board.only_number(), "of the numbers left only "),
        (|board| board.only_cell(), "no other cell can hold "),
        (|board| board.by_partner(), "can complete no other number"),
        (|board| board.beside_a_pair(), " belong to the line "),
    ];

    /// On parts of a solution each kind of step alone says what all solutions have that agree.
    #[test]
    fn every_kind_of_step_is_sound_and_occurs() {
        let mut random = Random::new(1);
        let mut times = [0; STEPS.len()];
        for start in [1, -4, -9] {
            let hexagon = Hexagon::new(3);
            let blank = Instance { givens: vec![None; 19], hexagon, start, close: false };
            let (solutions, _) = corners::all(&blank);
            for _ in 0..2000 {
                let shown = 6 + random.below(12);
                let solution = &solutions[random.below(solutions.len())];
                let values: Vec<Option<i64>> =
                    solution.iter().map(|&it| (random.below(19) < shown).then_some(it)).collect();
                let agrees = |other: &&Vec<i64>| {
                    values.iter().zip(*other).all(|(value, it)| value.is_none_or(|own| own == *it))
                };
                let agreeing: Vec<&Vec<i64>> = solutions.iter().filter(agrees).collect();
                let board = DeductionBoard::new(&blank, &values);
                for ((step, words), times) in STEPS.iter().zip(&mut times) {
                    let Some(seen) = step(&board) else { continue };
                    assert!(values[seen.cell].is_none(), "{seen:?}");
                    assert!(agreeing.iter().all(|it| it[seen.cell] == seen.number), "{seen:?}");
                    assert!(seen.reason.contains(words), "{seen:?}");
                    *times += 1;
                }
            }
        }
        assert!(times.iter().all(|&times| times > 20), "{times:?}");
    }

    /// The bounds of a sum are reached and never crossed.
    #[test]
    fn bounds_are_those_of_all_choices() {
        let hexagon = Hexagon::new(3);
        let blank = Instance { givens: vec![None; 19], hexagon, start: -4, close: false };
        let values: Vec<Option<i64>> = (0..19).map(|at| (at >= 7).then_some(2 * at - 18)).collect();
        let board = DeductionBoard::new(&blank, &values);
        let left = &board.left;
        for (count, &without) in (1..4).flat_map(|count| left.iter().map(move |it| (count, it))) {
            let others: Vec<i64> = left.iter().copied().filter(|&it| it != without).collect();
            let sums = (0..1_u32 << others.len()).filter(|set| set.count_ones() == count);
            let sums: Vec<i64> = sums
                .map(|set| (0..others.len()).filter(move |at| set >> at & 1 == 1))
                .map(|set| set.map(|at| others[at]).sum())
                .collect();
            let bounds = (*sums.iter().min().unwrap(), *sums.iter().max().unwrap());
            assert_eq!(board.bounds(count as usize, without), bounds, "{count} without {without}");
        }
    }
}
