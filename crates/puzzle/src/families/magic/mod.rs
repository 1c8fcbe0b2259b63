//! Magic hexagons: consecutive integers from `start` fill the cells; all lines have the same sum.
//!
//! The 2n−1 rows partition the cells, so the common sum is total / (2n−1). If that is not an integer,
//! no magic hexagon exists. With `goal=close` any filling is valid, and the line sums of a zero-centred
//! board are to be as close to zero as possible.

mod entry;
mod picture;

use crate::editing::{Answer, Palette};
use crate::family::{About, Family, Format, Goal, Objective, Term, View, Violation};
use crate::hex::{Cell, Hexagon, Symmetry};
use crate::partial;
use crate::scene::Scene;
use crate::text::{Block, Document, Token};
use crate::text_error::{ErrorCode, TextError};

/// The family.
#[derive(Debug)]
pub struct Magic;

/// A board with some cells given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The board.
    pub hexagon: Hexagon,
    /// The smallest number.
    pub start: i64,
    /// Whether line sums close to zero are enough.
    pub close: bool,
    /// The given numbers by cell index.
    pub givens: Vec<Option<i64>>,
}

/// The numbers by cell index; `None` is undecided.
pub type Solution = Vec<Option<i64>>;

/// The largest `start` allowed, up or down.
const LARGEST_START: i64 = 1_000_000;

impl Instance {
    /// The largest number.
    #[must_use]
    pub fn last(&self) -> i64 {
        self.start + self.hexagon.len() as i64 - 1
    }

    /// The sum of all numbers.
    #[must_use]
    pub fn total(&self) -> i64 {
        (self.start + self.last()) * self.hexagon.len() as i64 / 2
    }

    /// The sum every line must have, if it is an integer.
    #[must_use]
    pub fn line_sum(&self) -> Option<i64> {
        let rows = self.hexagon.row_count() as i64;
        (self.total() % rows == 0).then(|| self.total() / rows)
    }

    fn is_number(&self, value: i64) -> bool {
        (self.start..=self.last()).contains(&value)
    }

    /// The numbers that no cell holds, ascending.
    fn unused(&self, values: &[Option<i64>]) -> Vec<i64> {
        let mut used = vec![false; self.hexagon.len()];
        for value in values.iter().flatten().filter(|&&value| self.is_number(value)) {
            used[(value - self.start) as usize] = true;
        }
        (self.start..=self.last()).filter(|value| !used[(value - self.start) as usize]).collect()
    }

    fn cells(&self, line: &[usize]) -> Vec<Cell> {
        line.iter().map(|&index| self.hexagon.cell(index)).collect()
    }

    fn range_violations(&self, values: &[Option<i64>]) -> Vec<Violation> {
        let outside = |(index, value): (usize, &Option<i64>)| {
            let value = value.filter(|&value| !self.is_number(value))?;
            let cell = self.hexagon.cell(index);
            let message = format!("{value} at {cell} is not in {}..{}", self.start, self.last());
            Some(Violation::new("range", vec![cell], message))
        };
        values.iter().enumerate().filter_map(outside).collect()
    }

    fn repeat_violations(&self, values: &[Option<i64>]) -> Vec<Violation> {
        let mut places: Vec<(i64, Cell)> = (0..values.len())
            .filter_map(|index| Some((values[index]?, self.hexagon.cell(index))))
            .collect();
        places.sort_by_key(|&(value, cell)| (value, cell.r, cell.q));
        let repeated = places.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
        let violation = |group: &[(i64, Cell)]| {
            let cells: Vec<Cell> = group.iter().map(|&(_, cell)| cell).collect();
            let message = format!("{} stands in {} cells", group[0].0, cells.len());
            Violation::new("repeat", cells, message)
        };
        repeated.map(violation).collect()
    }

    fn sum_violations(&self, values: &[Option<i64>]) -> Vec<Violation> {
        let Some(target) = self.line_sum() else {
            let message = format!("no filling has equal sums: {}", self.no_sum());
            return vec![Violation::new("sum", Vec::new(), message)];
        };
        let unused = self.unused(values);
        let lines = self.hexagon.lines();
        lines.iter().filter_map(|line| self.line_violation(line, values, target, &unused)).collect()
    }

    /// A full line must have the sum; a line with gaps must be able to reach it with the unused
    /// numbers.
    fn line_violation(
        &self,
        line: &[usize],
        values: &[Option<i64>],
        target: i64,
        unused: &[i64],
    ) -> Option<Violation> {
        let sum: i64 = line.iter().filter_map(|&index| values[index]).sum();
        let gaps = line.iter().filter(|&&index| values[index].is_none()).count();
        let ends = format!(
            "{} to {}",
            self.hexagon.cell(line[0]),
            self.hexagon.cell(line[line.len() - 1])
        );
        let needed = target - sum;
        let message = match gaps {
            0 if needed == 0 => return None,
            0 => format!("the line {ends} sums to {sum}, not {target}"),
            1 if unused.binary_search(&needed).is_ok() => return None,
            1 => format!("the line {ends} needs {needed} in its last cell, which is not available"),
            _ if gaps > unused.len() => return None,
            _ => {
                let least: i64 = unused[..gaps].iter().sum();
                let most: i64 = unused[unused.len() - gaps..].iter().sum();
                if (least..=most).contains(&needed) {
                    return None;
                }
                format!(
                    "the line {ends} needs {needed} more from {gaps} cells, which can have {least} to {most}"
                )
            }
        };
        Some(Violation::new("sum", self.cells(line), message))
    }

    /// The reason why the edges cannot have the line sum, if there is one. The six edges together
    /// count every cell of the rim once and the corners twice. At best the corners have the six largest
    /// numbers and the rest of the rim the next largest; likewise for the smallest.
    fn out_of_reach(&self) -> Option<String> {
        let order = self.hexagon.order() as i64;
        if order < 2 {
            return None;
        }
        let sum = self.line_sum()?;
        let (rim, edges) = (6 * (order - 1), 6 * sum);
        let weighted = |from: i64, step: i64| {
            let number = |at: i64| from + step * at;
            (0..rim).map(number).sum::<i64>() + (0..6).map(number).sum::<i64>()
        };
        let (least, most) = (weighted(self.start, 1), weighted(self.last(), -1));
        let limit = if edges > most {
            format!("at most {most}")
        } else if edges < least {
            format!("at least {least}")
        } else {
            return None;
        };
        Some(format!(
            "the six edges need 6 × {sum} = {edges}, corners counted twice, but have {limit}"
        ))
    }

    /// The division that shows why the sum is not an integer.
    fn no_sum(&self) -> String {
        let rows = self.hexagon.row_count();
        let (start, last, total) = (self.start, self.last(), self.total());
        format!("{start} + … + {last} = {total} is not divisible by the {rows} rows")
    }

    /// Half the sum of the squared line sums, plus one: 1 for a magic board.
    fn close_score(&self, values: &[Option<i64>]) -> i128 {
        let sum = |line: &Vec<usize>| line.iter().filter_map(|&index| values[index]).sum::<i64>();
        let squares =
            self.hexagon.lines().iter().map(|line| i128::from(sum(line)).pow(2)).sum::<i128>();
        squares / 2 + 1
    }
}

fn parse_start(document: &Document<'_>) -> Result<i64, TextError> {
    match document.setting("start") {
        Some(word) => word.integer("a start", -LARGEST_START, LARGEST_START),
        None => Ok(1),
    }
}

/// The smallest number of a board whose numbers lie evenly about zero.
fn centred_start(hexagon: &Hexagon) -> i64 {
    -(hexagon.len() as i64 - 1) / 2
}

fn parse_close(document: &Document<'_>, hexagon: &Hexagon, start: i64) -> Result<bool, TextError> {
    let Some(word) = document.setting("goal") else { return Ok(false) };
    if word.text != "close" {
        let message = format!("unknown goal {}", crate::text::quoted(word.text));
        return Err(word.error(ErrorCode::Setting, message, "`goal=close`, or no goal at all"));
    }
    let centred = centred_start(hexagon);
    if start != centred {
        let message = "goal=close is defined for zero-centred boards";
        let expected = format!("`start={centred}` for order {}", hexagon.order());
        return Err(word.error(ErrorCode::Setting, message, expected));
    }
    Ok(true)
}

/// Refuses givens that are out of range or repeated.
fn check_givens(instance: &Instance, tokens: &[Token<'_>]) -> Result<(), TextError> {
    let mut used = vec![false; instance.hexagon.len()];
    for (token, given) in tokens.iter().zip(&instance.givens) {
        let Some(given) = *given else { continue };
        if !instance.is_number(given) {
            let expected =
                format!("`?` or a number from {} to {}", instance.start, instance.last());
            let message = format!("the given {given} is out of range");
            return Err(token.error(ErrorCode::Number, message, expected));
        }
        if std::mem::replace(&mut used[(given - instance.start) as usize], true) {
            let message = format!("the number {given} is given twice");
            return Err(token.error(ErrorCode::Repeated, message, "every number once"));
        }
    }
    Ok(())
}

fn value(token: &Token<'_>) -> Result<i64, TextError> {
    let error = |error| TextError { expected: "`?` or an integer".to_owned(), ..error };
    token.integer("a number", -2 * LARGEST_START, 2 * LARGEST_START).map_err(error)
}

impl Family for Magic {
    type Instance = Instance;
    type Solution = Solution;

    const ABOUT: About = About {
        name: "magic",
        description: "Magic hexagons: consecutive numbers, every line has the same sum",
        explanation: &[
            "Put consecutive numbers into the cells, each once: 1, 2, 3 and so on, or from another start.",
            "The numbers on every straight line, in all three directions, must have the same sum.",
            "Of order 3 there is only one such board that begins with 1, up to rotation and reflection; its sum is 38.",
        ],
        objective: Some("score"),
        least_order: 1,
        tokens: &[
            Term { word: "?", meaning: "undecided" },
            Term { word: "integer", meaning: "a given number" },
        ],
        solution: "the rows again, with a number in every cell",
        answer: Answer::Rows,
        settings: &[
            Term { word: "start", meaning: "the smallest number; 1 if absent" },
            Term { word: "goal", meaning: "close: any filling, sums as close to zero as possible" },
        ],
        rules: &[
            Term { word: "sum", meaning: "a line has, or must come to have, a wrong sum" },
            Term { word: "repeat", meaning: "a number stands in several cells" },
            Term { word: "range", meaning: "a number is none of those to be placed" },
            Term { word: "given", meaning: "a given number is changed" },
        ],
        reasons: &[
            Term { word: "no-integer-sum", meaning: "the numbers do not share out over the rows" },
            Term { word: "order-2", meaning: "order 2 has lines of two cells that share a corner" },
            Term {
                word: "reach",
                meaning: "no numbers are so large, or so small, as the edges need",
            },
        ],
        views: &[],
    };
    const SYMMETRIES: &'static [Symmetry] = &Symmetry::ALL;

    fn goal(instance: &Instance) -> Goal {
        if instance.close { Goal::Minimise } else { Goal::Satisfy }
    }

    fn parse(document: &Document<'_>) -> Result<Instance, TextError> {
        let hexagon = Hexagon::new(document.order(Self::ABOUT.least_order)?);
        let start = parse_start(document)?;
        let close = parse_close(document, &hexagon, start)?;
        let tokens = document.rows(&hexagon)?;
        let givens = partial::parse(&tokens, value)?;
        let instance = Instance { hexagon, start, close, givens };
        check_givens(&instance, &tokens)?;
        Ok(instance)
    }

    fn print(instance: &Instance) -> String {
        let start = match instance.start {
            1 => String::new(),
            start => format!(" start={start}"),
        };
        let goal = if instance.close { " goal=close" } else { "" };
        let rows = partial::print(&instance.hexagon, &instance.givens);
        format!("magic {}{start}{goal}\n{rows}", instance.hexagon.order())
    }

    fn parse_solution(instance: &Instance, block: &Block<'_>) -> Result<Solution, TextError> {
        partial::parse_solution(&instance.hexagon, &instance.givens, block, value)
    }

    fn print_solution(instance: &Instance, solution: &Solution) -> String {
        partial::print(&instance.hexagon, solution)
    }

    fn palette(instance: &Instance) -> Palette {
        let numbers = (instance.start..).take(instance.hexagon.len()).map(|it| it.to_string());
        let words: Vec<String> = std::iter::once("?".to_owned()).chain(numbers).collect();
        Palette { puzzle: words.clone(), solution: words, each_once: false }
    }

    fn draft(instance: &Instance) -> Option<Solution> {
        Some(instance.givens.clone())
    }

    fn complete(_: &Instance, solution: &Solution) -> bool {
        solution.iter().all(Option::is_some)
    }

    fn violations(instance: &Instance, solution: &Solution) -> Vec<Violation> {
        let mut violations = partial::changed_givens(&instance.hexagon, &instance.givens, solution);
        violations.extend(instance.range_violations(solution));
        violations.extend(instance.repeat_violations(solution));
        let complete = Self::complete(instance, solution);
        if !instance.close && (complete || instance.line_sum().is_some()) {
            violations.extend(instance.sum_violations(solution));
        }
        violations
    }

    fn objective(instance: &Instance, solution: &Solution) -> Option<Objective> {
        let value = || instance.close_score(solution);
        instance.close.then(|| Objective { name: "score", value: value(), beside: Vec::new() })
    }

    fn impossible(instance: &Instance) -> Option<Violation> {
        let reason = |code, message| Some(Violation::new(code, Vec::new(), message));
        if instance.close {
            None
        } else if instance.line_sum().is_none() {
            let message = format!("no common line sum: {}", instance.no_sum());
            reason("no-integer-sum", message)
        } else if instance.hexagon.order() == 2 {
            let message = "order 2 has no solution: two lines of two cells share a corner, \
                           so their other two corners would hold the same number";
            reason("order-2", message.to_owned())
        } else {
            instance.out_of_reach().and_then(|message| reason("reach", message))
        }
    }

    fn transform(instance: &Instance, symmetry: Symmetry) -> Instance {
        let givens = symmetry.transform(&instance.hexagon, &instance.givens);
        Instance { givens, ..instance.clone() }
    }

    fn transform_solution(
        instance: &Instance,
        solution: &Solution,
        symmetry: Symmetry,
    ) -> Solution {
        symmetry.transform(&instance.hexagon, solution)
    }

    fn scene(instance: &Instance, solution: Option<&Solution>, _: View) -> Scene {
        picture::scene(instance, solution.unwrap_or(&instance.givens))
    }

    fn formats() -> &'static [Format] {
        &[entry::FORMAT]
    }
}
