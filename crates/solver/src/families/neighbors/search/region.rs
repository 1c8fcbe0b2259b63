//! Large neighbourhood search by SAT, the engine `region`: a region of the incumbent is freed and
//! solved again.
//!
//! A region is a disc, a sector or some lines. The solver first looks for a board that is no worse.
//! That is quick and mostly gives another board, so that the next region starts elsewhere; then it
//! looks for a better one. Regions grow after a refutation and shrink after the limit on conflicts,
//! so that most are as large as the solver can decide.
//!
//! The search starts from the solution of the task. Without one it starts from the board of a beam, or,
//! where a beam finds none with the givens, from any board that SAT completes them to.
//!
//! Heuristic: a refutation concerns one region with the rest fixed. It is no lower bound, and a
//! board that no region improves need not be optimal. Only that no board has the givens is exact.
//!
//! Reference: Shaw 1998. Tomas Rokicki's report found some of its early boards in this way.

use sixfold_puzzle::families::neighbors::{Instance, Known, LARGEST, Neighbors};
use sixfold_puzzle::hex::{Axis, Hexagon};

use crate::answer::{Answer, Refutation};
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::{
    board_text, improved, incumbent, penalty_of, saved_board, solution, up_to,
};
use crate::families::neighbors::bounds::bounded_solve::{BoundedSolver, SolveOutcome, SolvedBoard};
use crate::families::neighbors::construct::finish::finish;
use crate::families::neighbors::encode::encoding_options::EncodingOptions;
use crate::families::neighbors::encode::formula::{BoardFormula, FormulaInput};
use crate::families::neighbors::options::{BACKEND, size};
use crate::families::neighbors::search::beam::engine::{LARGEST_BEAM, WIDTH};
use crate::families::neighbors::search::beam::order::Order;
use crate::families::neighbors::search::beam::{self, BeamOptions};
use crate::options::{OptionKind, OptionRow, Options};
use crate::random::Random;
use crate::run::{Halt, Progress, Run};
use crate::sat::{self, BackendName, Sat, Verdict};

const SHAPE: OptionRow = OptionRow {
    name: "shape",
    meaning: "what is blanked: a disc, a sector, lines, or any of them by chance",
    kind: OptionKind::Choice(&["any", "disc", "sector", "lines"]),
    restricts: false,
};
const SHARE: OptionRow = OptionRow {
    name: "share",
    meaning: "how much of the board is blanked at first, in percent",
    kind: OptionKind::Integer { default: Some(25), least: LEAST_SHARE as i64, most: 100 },
    restricts: false,
};
const PATIENCE: OptionRow = OptionRow {
    name: "patience",
    meaning: "end after so many regions in a row without a better board",
    kind: OptionKind::Integer { default: Some(100), least: 1, most: i64::MAX },
    restricts: false,
};
const CONFLICTS: OptionRow = OptionRow {
    name: "conflicts",
    meaning: "give up on a region after so many conflicts",
    kind: OptionKind::Integer { default: Some(5000), least: 1, most: i64::MAX },
    restricts: false,
};

/// The engine.
pub(crate) static REGION: TypedEngine<Neighbors, RegionOptions> = TypedEngine {
    row: EngineRow {
        name: "region",
        description: "a given board or a beam's made better, region by region, by SAT; proves nothing",
        role: Role::Production,
        searched: None,
        options: &[SHAPE, SHARE, PATIENCE, CONFLICTS, WIDTH, BACKEND],
    },
    read: |options, _| Ok(RegionOptions::read(options)),
    supports: |instance| up_to(LARGEST_BEAM, instance),
    solve: Some(Solve { run, proves: false, improves: true }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

fn run(task: &Task<'_, Neighbors, RegionOptions>) -> Answer {
    let board = match start(task) {
        Ok(Ok(Some(board))) => board,
        Ok(Ok(None)) => {
            let refutation = Some(Refutation::nothing(task.scope()));
            return Answer { refutation, ..Answer::default() };
        }
        Ok(Err(halt)) => return Answer { halt: Some(halt), ..Answer::default() },
        Err(problem) => return Answer::failed(problem),
    };
    let found = search(task.instance, board, task.options, task.run);
    Answer {
        witness: Some(board_text(task.instance, &found.board)),
        halt: found.halt,
        effort: vec![("regions", found.regions), ("better", found.better)],
        ..Answer::default()
    }
}

/// The first incumbent: the better of the saved board and that of the task, else that of a beam, else
/// any. `None` if no board has the givens.
fn start(
    task: &Task<'_, Neighbors, RegionOptions>,
) -> Result<Result<Option<Vec<u8>>, Halt>, String> {
    let instance = task.instance;
    if instance.givens.iter().all(|given| given.value().is_some()) {
        return Err("every cell is given, so no region can be solved again; give the board as a \
                    solution: rows of `?`, a line `solution`, then its rows"
            .to_owned());
    }
    let saved = task.run.saved_state();
    let digits =
        saved.as_ref().and_then(|state| state.lines().find_map(|it| it.strip_prefix(BOARD)));
    let saved = digits.map(|digits| saved_board(instance, digits)).transpose()?;
    let known = saved.into_iter().chain(incumbent(task.incumbent));
    if let Some(board) = known.min_by_key(|board| penalty_of(&instance.hexagon, board)) {
        let penalty = penalty_of(&instance.hexagon, &board);
        task.run.emit(&improved(instance, penalty, &board));
        return Ok(Ok(Some(board)));
    }
    let start = beam::search(instance, task.options.beam, task.run);
    Ok(match (start.best, start.halt) {
        (Some((_, board)), _) => Ok(Some(board)),
        (None, Some(halt)) => Err(halt),
        (None, None) => any_board(instance, task.options.backend, task.run),
    })
}

/// Any board with the givens, by SAT; `None` if there is none.
fn any_board(
    instance: &Instance,
    backend: BackendName,
    run: &Run<'_>,
) -> Result<Option<Vec<u8>>, Halt> {
    let Instance { hexagon, givens, .. } = instance;
    let (levels, encoding) = (levels(givens), &EncodingOptions::default());
    let input = FormulaInput {
        hexagon,
        givens,
        class: None,
        ones: &[],
        levels: levels.into(),
        least: None,
        low_most: None,
        encoding,
    };
    let model = BoardFormula::new(&input, run)?;
    let mut solver = sat::backend(backend, run);
    solver.add(&model.formula);
    match solver.solve(&[], None) {
        Sat::Done(Verdict::Satisfiable) => {
            let values = model.board(|literal| solver.value(literal));
            let board = completed(hexagon, &values, levels);
            run.emit(&improved(instance, penalty_of(hexagon, &board), &board));
            Ok(Some(board))
        }
        Sat::Done(Verdict::Unsatisfiable) => Ok(None),
        Sat::Done(Verdict::Limit) => Err(Halt::Budget),
        Sat::Halted(halt) => Err(halt),
        Sat::Failed(problem) => unreachable!("an embedded solver cannot fail: {problem}"),
    }
}

/// The largest value with a variable: a given 6 or 7 must stay what it is, others may change.
fn levels(givens: &[Known]) -> u8 {
    let large = |given: &Known| given.value().is_some_and(|given| given > LEVELS);
    if givens.iter().any(large) { LARGEST } else { LEVELS }
}

/// The board of a model, with the values that have no variables.
fn completed(hexagon: &Hexagon, values: &[u8], levels: u8) -> Vec<u8> {
    let above = levels.min(LEVELS) + 1;
    let known = |&it: &u8| if it > 0 { Known::exactly(it) } else { Known::at_least(above) };
    let known: Vec<Known> = values.iter().map(known).collect();
    let finished = finish(hexagon, &known);
    finished.expect("6 and 7 can always be filled in").values
}

/// The key of the board in a saved state.
const BOARD: &str = "board ";

/// The largest value with a variable; 6 and 7 cost nothing and are filled in afterwards.
const LEVELS: u8 = 5;

/// By how many percent of the cells a region grows after a refutation, and shrinks at the limit on
/// conflicts.
const GROWTH: usize = 2;
const SHRINKAGE: usize = 4;

/// The least share of a board that a region has, in percent.
const LEAST_SHARE: usize = 10;

/// The shape of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// The cells nearest to one of them.
    Disc,
    /// Cells within an angle seen from the centre.
    Sector,
    /// Lines along one of the axes; those at both ends count as neighbours.
    Lines,
}

impl Shape {
    const ALL: [Self; 3] = [Self::Disc, Self::Sector, Self::Lines];

    /// All cells, in an order of which any beginning is a region of this shape.
    fn ranking(self, hexagon: &Hexagon, random: &mut Random) -> Vec<usize> {
        let start = random.below(hexagon.len());
        match self {
            Self::Disc => {
                let distance = |&cell: &usize| hexagon.cell(cell).distance(hexagon.cell(start));
                let mut cells: Vec<usize> = (0..hexagon.len()).collect();
                cells.sort_by_key(distance);
                cells
            }
            Self::Sector => turned(Order::Clock.cells(hexagon), start),
            Self::Lines => {
                let axis = Axis::ALL[random.below(Axis::ALL.len())];
                turned(hexagon.lines_along(axis).concat(), start)
            }
        }
    }
}

/// A list that begins at a place and goes on from its end to what was before.
fn turned(mut cells: Vec<usize>, start: usize) -> Vec<usize> {
    cells.rotate_left(start);
    cells
}

/// How regions are chosen and for how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RegionOptions {
    /// The shapes, one of which is taken by chance.
    shapes: &'static [Shape],
    /// The share of the cells in the first region, in percent.
    share: usize,
    /// The search ends after so many regions in a row without a better board.
    patience: u64,
    /// The limit on conflicts for a bounded solve.
    conflicts: u64,
    /// The beam that finds the first board, if none is given.
    beam: BeamOptions,
    /// The SAT solver.
    backend: BackendName,
}

impl RegionOptions {
    fn read(options: &Options) -> Self {
        let shapes: [&[Shape]; 4] =
            [&Shape::ALL, &[Shape::Disc], &[Shape::Sector], &[Shape::Lines]];
        Self {
            shapes: options.choice(&SHAPE, shapes),
            share: size(options, &SHARE),
            patience: options.budget(&PATIENCE),
            conflicts: options.budget(&CONFLICTS),
            beam: BeamOptions::of_width(size(options, &WIDTH)),
            backend: options.choice(&BACKEND, BackendName::ALL),
        }
    }
}

/// The result of a region search.
struct RegionResult {
    board: Vec<u8>,
    /// Why it ended early, if it did.
    halt: Option<Halt>,
    /// Regions that were solved again.
    regions: u64,
    /// Those of them that made the board better.
    better: u64,
}

/// Makes a complete board better.
fn search(
    instance: &Instance,
    board: Vec<u8>,
    options: &RegionOptions,
    run: &Run<'_>,
) -> RegionResult {
    let penalty = penalty_of(&instance.hexagon, &board);
    let random = Random::new(run.seed);
    let (share, regions, better) = (options.share, 0, 0);
    let mut search =
        RegionSearch { instance, options, run, board, penalty, share, random, regions, better };
    let halt = search.until_patience_ends().err();
    if halt.is_some() {
        search.save(true);
    }
    RegionResult { board: search.board, halt, regions: search.regions, better: search.better }
}

struct RegionSearch<'a> {
    instance: &'a Instance,
    options: &'a RegionOptions,
    run: &'a Run<'a>,
    /// The incumbent, the latest of equal ones.
    board: Vec<u8>,
    penalty: usize,
    share: usize,
    random: Random,
    regions: u64,
    better: u64,
}

impl RegionSearch<'_> {
    fn until_patience_ends(&mut self) -> Result<(), Halt> {
        let mut failures = 0;
        while failures < self.options.patience && self.penalty > 0 {
            if let Some(halt) = self.run.halted() {
                return Err(halt);
            }
            let before = self.penalty;
            self.solve_again()?;
            failures = if self.penalty < before { 0 } else { failures + 1 };
            self.better += u64::from(self.penalty < before);
            self.regions += 1;
            self.run.emit(&Progress::of("regions").counted("regions", self.regions).into());
            self.save(false);
        }
        Ok(())
    }

    /// Saves the board, if a checkpoint is due or `now` is set.
    fn save(&self, now: bool) {
        if now || self.run.save_due() {
            let digits: String = self.board.iter().map(u8::to_string).collect();
            let state =
                format!("penalty {}, {} regions\n{BOARD}{digits}\n", self.penalty, self.regions);
            // The checkpoint itself reports a failure to save.
            let _ = self.run.save_state(&state);
        }
    }

    /// Frees a region and solves it for smaller and smaller penalties.
    fn solve_again(&mut self) -> Result<(), Halt> {
        let givens = self.outside();
        let levels = levels(&self.instance.givens);
        let Instance { hexagon, .. } = self.instance;
        let encoding = &EncodingOptions::default();
        let input = FormulaInput {
            hexagon,
            givens: &givens,
            class: None,
            ones: &[],
            levels: levels.into(),
            least: None,
            low_most: None,
            encoding,
        };
        let mut solver = BoundedSolver::new(&input, self.penalty, self.options.backend, self.run)?;
        let mut next = Some(self.penalty);
        while let Some(penalty) = next {
            match solver.solve_at_most(penalty, self.options.conflicts)? {
                SolveOutcome::Found(solved) => self.accept(&solved, levels),
                SolveOutcome::Refuted => {
                    self.share = (self.share + GROWTH).min(100);
                    return Ok(());
                }
                SolveOutcome::Limit => {
                    self.share = self.share.saturating_sub(SHRINKAGE).max(LEAST_SHARE);
                    return Ok(());
                }
            }
            next = self.penalty.checked_sub(1);
        }
        Ok(())
    }

    /// The givens of a region's instance: those of the puzzle, and all cells outside.
    fn outside(&mut self) -> Vec<Known> {
        let hexagon = &self.instance.hexagon;
        let shape = self.options.shapes[self.random.below(self.options.shapes.len())];
        let ranking = shape.ranking(hexagon, &mut self.random);
        let size = (hexagon.len() * self.share).div_ceil(100);
        let mut values = solution(&self.board);
        ranking[..size].iter().for_each(|&cell| values[cell] = self.instance.givens[cell]);
        values
    }

    /// Takes a board that is no worse than the incumbent.
    fn accept(&mut self, solved: &SolvedBoard, levels: u8) {
        self.board = completed(&self.instance.hexagon, &solved.values, levels);
        let penalty = penalty_of(&self.instance.hexagon, &self.board);
        if penalty < self.penalty {
            self.run.emit(&improved(self.instance, penalty, &self.board));
        }
        self.penalty = penalty;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::REGISTRY;
    use crate::claim::{Claim, Outcome};
    use crate::families::neighbors::classic::tests::{BEST, blank, penalty, random_givens, solved};
    use crate::session::{Request, solve};
    use sixfold_puzzle::Family;

    /// A beam this narrow begins far from the best.
    #[test]
    fn regions_of_every_shape_lead_from_a_poor_board_to_the_best_of_order_5() {
        let poor = penalty(&solved(&blank(5), "beam", &[("width", "5")])).unwrap();
        assert!(poor > BEST[4] + 2, "{poor}");
        for shape in ["any", "disc", "sector", "lines"] {
            let words = [("width", "5"), ("shape", shape), ("patience", "30")];
            let report = solved(&blank(5), "region", &words);
            assert_eq!(penalty(&report), Some(BEST[4]), "{shape}");
            assert_eq!((report.claim(), report.bound()), (Claim::Found, None));
        }
    }

    /// The session sees that givens are kept; with 6 and 7 among them all levels have variables.
    #[test]
    fn givens_of_all_sizes_are_kept() {
        let mut random = Random::new(5);
        let mut solutions = 0;
        for round in 0..12 {
            let text = Neighbors::print(&random_givens(&mut random, 3, round % 5));
            // A beam of one board mostly ends without one, and SAT finds the first.
            let report = solved(&text, "region", &[("width", "1"), ("patience", "3")]);
            let exact = solved(&text, "rows", &[]);
            solutions += usize::from(report.outcome() == Outcome::Solved);
            assert_eq!(report.outcome(), exact.outcome(), "{text}");
            match penalty(&exact) {
                Some(least) => assert!(penalty(&report) >= Some(least), "{text}"),
                None => assert_eq!(report.claim(), exact.claim(), "{text}"),
            }
        }
        assert!((4..12).contains(&solutions), "{solutions}");
    }

    /// A board is made better as a solution; as givens it is refused, with what to do instead.
    #[test]
    fn a_given_board_is_made_better() {
        let poor = solved(&blank(5), "beam", &[("width", "5")]);
        let board = poor.solution().unwrap();
        let text = format!("{}solution\n{board}", blank(5));
        let better = solved(&text, "region", &[("patience", "30")]);
        assert_eq!(penalty(&better), Some(BEST[4]));
        let settings = [];
        let text = format!("neighbors 5\n{board}");
        let request =
            Request { text: &text, engine: Some("region"), prove: false, settings: &settings };
        let refused = solve(REGISTRY, &request, &Run::unlimited()).unwrap_err().to_string();
        assert!(refused.contains("give the board as a solution"), "{refused}");
    }

    #[test]
    fn a_question_without_an_answer_ends_with_its_region() {
        let words = [("width", "20"), ("patience", "5"), ("conflicts", "1"), ("share", "100")];
        let report = solved(&blank(6), "region", &words);
        assert_eq!((report.outcome(), report.halt()), (Outcome::Solved, None));
    }

    #[test]
    fn every_ranking_has_each_cell_once_and_a_disc_grows_from_its_middle() {
        let hexagon = Hexagon::new(5);
        let mut random = Random::new(1);
        for shape in Shape::ALL {
            for _ in 0..20 {
                let mut cells = shape.ranking(&hexagon, &mut random);
                if shape == Shape::Disc {
                    let far = |at: usize| hexagon.cell(cells[at]).distance(hexagon.cell(cells[0]));
                    assert!((1..cells.len()).all(|at| far(at - 1) <= far(at)));
                }
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..hexagon.len()));
            }
        }
    }
}
