//! The lines as a tableau of linear equations: which cells a choice decides.
//!
//! With some cells known, others may be decided by the lines, though no single line has only one cell left: of order 3 the
//! corners decide the centre. In the tableau each row has a cell of its own, so a row with one open cell is one that is
//! decided. All coefficients stay integers, since only rows with a coefficient of 1 or −1 are solved for a cell.

use std::rc::Rc;

use super::MOST_CELLS;
use super::board::Equation;
use super::set::Set;

/// constant + Σ factor · known cell + slope · the cell that is tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Form {
    pub(super) slope: i64,
    pub(super) constant: i64,
    pub(super) terms: Vec<(usize, i64)>,
}

/// A cell that follows from the tried one and those known before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Dependent {
    pub(super) cell: usize,
    pub(super) form: Form,
    /// A line that says the same in fewer terms: what it lacks, less the dependents on it that
    /// come before this one.
    pub(super) line: Option<(usize, Vec<usize>)>,
}

/// A set of cells.
pub(super) type Cells = Set<{ MOST_CELLS / 64 }>;

/// A row of the tableau: Σ coefficient · cell = sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TableauRow {
    pub(super) coefficients: Vec<i64>,
    /// The cells whose coefficient is not 0.
    cells: Cells,
    sum: i64,
    /// The cell for which it is solved, which no other row has.
    own: Option<usize>,
}

impl TableauRow {
    /// Subtracts a multiple of another row.
    fn subtract(&mut self, factor: i64, other: &Self) {
        for cell in other.cells.iter() {
            self.coefficients[cell] -= factor * other.coefficients[cell];
            let only = Set::only(cell);
            self.cells = match self.coefficients[cell] {
                0 => self.cells.without(only),
                _ => self.cells.or(only),
            };
        }
        self.sum -= factor * other.sum;
    }
}

pub(super) fn row(line: &Equation, cells: usize) -> TableauRow {
    let mut coefficients = vec![0; cells];
    line.terms.iter().for_each(|&(cell, sign)| coefficients[cell] = sign);
    let cells = set_of(line.terms.iter().map(|&(cell, _)| cell));
    TableauRow { coefficients, cells, sum: line.sum, own: None }
}

fn set_of(cells: impl Iterator<Item = usize>) -> Cells {
    cells.fold(Cells::EMPTY, |cells, cell| cells.or(Set::only(cell)))
}

#[derive(Clone)]
pub(super) struct Tableau<'a> {
    lines: &'a [Equation],
    /// Drafts of a plan share the rows until one of them solves a row.
    pub(super) rows: Rc<Vec<TableauRow>>,
    /// How many cells there are.
    pub(super) count: usize,
    pub(super) known: Cells,
}

impl<'a> Tableau<'a> {
    pub(super) fn new(lines: &'a [Equation], known: &[bool], order: &[usize]) -> Self {
        let count = known.len();
        let rows = Rc::new(lines.iter().map(|line| row(line, count)).collect());
        let known = set_of((0..count).filter(|&cell| known[cell]));
        let mut tableau = Self { lines, rows, count, known };
        for &cell in order.iter().rev() {
            let row = tableau
                .rows
                .iter()
                .position(|row| row.own.is_none() && row.coefficients[cell].abs() == 1);
            if let Some(row) = row.filter(|_| !tableau.known.contains(cell)) {
                tableau.solve(row, cell);
            }
        }
        tableau
    }

    /// Solves a row for a cell, and takes the cell out of all others.
    fn solve(&mut self, index: usize, cell: usize) {
        let pivot = self.rows[index].clone();
        let sign = pivot.coefficients[cell];
        let rows = Rc::make_mut(&mut self.rows);
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = row.coefficients[cell] * sign;
            if at != index && factor != 0 {
                row.subtract(factor, &pivot);
            }
        }
        rows[index].own = Some(cell);
    }

    /// The open cells of a row.
    pub(super) fn open(&self, row: &TableauRow) -> Cells {
        row.cells.without(self.known)
    }

    /// Makes sure that no row is solved for a cell.
    pub(super) fn release(&mut self, cell: usize) {
        let Some(index) = self.rows.iter().position(|row| row.own == Some(cell)) else { return };
        let row = &self.rows[index];
        let others = self.open(row).without(Set::only(cell)).iter();
        match others.filter(|&it| row.coefficients[it].abs() == 1).last() {
            Some(other) => self.solve(index, other),
            None => Rc::make_mut(&mut self.rows)[index].own = None,
        }
    }

    /// A row that has one open cell left, and the cell.
    fn decided(&self) -> Option<(usize, usize)> {
        let only = |(index, row): (usize, &TableauRow)| {
            let open = self.open(row);
            if !open.is_single() {
                return None;
            }
            let cell = open.least();
            (row.coefficients[cell].abs() == 1).then_some((index, cell))
        };
        self.rows.iter().enumerate().find_map(only)
    }

    /// Σ over the known cells of a row, and the sum: what is left for the open ones, as a form in
    /// the tried cell and those known before.
    pub(super) fn left(&self, row: &TableauRow, tried: Option<usize>, fresh: &[Dependent]) -> Form {
        let mut factors = vec![0; self.count];
        let (mut slope, mut constant) = (0, row.sum);
        for (cell, &coefficient) in row.coefficients.iter().enumerate() {
            if coefficient == 0 {
                continue;
            }
            if Some(cell) == tried {
                slope -= coefficient;
            } else if let Some(other) = fresh.iter().find(|other| other.cell == cell) {
                slope -= coefficient * other.form.slope;
                constant -= coefficient * other.form.constant;
                for &(cell, factor) in &other.form.terms {
                    factors[cell] -= coefficient * factor;
                }
            } else if self.known.contains(cell) {
                factors[cell] -= coefficient;
            }
        }
        let terms = factors.into_iter().enumerate().filter(|(_, factor)| *factor != 0).collect();
        Form { slope, constant, terms }
    }

    /// Takes everything as known that `tried` decides, and what follows from that in turn.
    pub(super) fn settle(&mut self, tried: Option<usize>) -> Vec<Dependent> {
        tried.iter().for_each(|&cell| self.learn(cell));
        let mut dependents: Vec<Dependent> = Vec::new();
        loop {
            let Some((row, cell)) = self.decided() else { return dependents };
            let row = &self.rows[row];
            let sign = row.coefficients[cell];
            let form = self.left(row, tried, &dependents).times(sign);
            let line = self.line_of(cell, &dependents);
            dependents.push(Dependent { cell, form, line });
            self.learn(cell);
        }
    }

    /// The same without saying how: calls a function with the number of known cells that each
    /// follows from.
    pub(super) fn settle_quickly(&mut self, tried: usize, mut follows: impl FnMut(usize)) {
        self.learn(tried);
        while let Some((row, cell)) = self.decided() {
            follows(self.rows[row].cells.len() - 1);
            self.learn(cell);
        }
    }

    fn learn(&mut self, cell: usize) {
        self.known = self.known.or(Set::only(cell));
    }

    /// How many cells are open.
    pub(super) fn unknown(&self) -> usize {
        self.count - self.known.len()
    }

    /// A line on which a cell is the only open one, and which of the dependents are on it.
    fn line_of(&self, cell: usize, dependents: &[Dependent]) -> Option<(usize, Vec<usize>)> {
        let alone = |line: &Equation| {
            let mut open = line.terms.iter().filter(|&&(it, _)| !self.known.contains(it));
            open.next().is_some_and(|&(it, _)| it == cell) && open.next().is_none()
        };
        let index = self.lines.iter().position(alone)?;
        let has = |cell: usize| self.lines[index].terms.iter().any(|&(it, _)| it == cell);
        let on_it = (0..dependents.len()).filter(|&at| has(dependents[at].cell));
        Some((index, on_it.collect()))
    }
}

impl Form {
    pub(super) fn times(mut self, factor: i64) -> Self {
        self.slope *= factor;
        self.constant *= factor;
        self.terms.iter_mut().for_each(|(_, it)| *it *= factor);
        self
    }
}
