//! Core-guided MaxSAT (OLL), the engine `cores`: the best of all boards, from below.
//!
//! The solver assumes that no edge is a penalty edge, and relaxes each unsatisfiable core by a
//! counter. The lower bound rises with each core, and the first model is optimal. The engine uses
//! neither classes nor cases; on a blank board it keeps one of twelve images. It is an independent
//! check of `sat`.
//!
//! Invariant: `bound` is a valid lower bound at every moment. A checkpoint keeps the incumbent
//! only; cores are lost.
//!
//! Cost: grows fast with the penalty, so the engine serves small orders.
//!
//! References: Andres, Kaufmann, Matheis and Schaub 2012; Morgado, Dodaro and Marques-Silva 2014.

use sixfold_puzzle::families::neighbors::{Instance, Neighbors};

use crate::answer::{Answer, Refutation};
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::{board_text, improved, incumbent, penalty_of, saved_board};
use crate::families::neighbors::construct::fill::completed;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::formula::BoardFormula;
use crate::families::neighbors::options::BACKEND;
use crate::families::neighbors::search::beam::engine::beam_board;
use crate::run::{Halt, Progress};
use crate::sat::{self, BackendName, CoreStep, Fewest};

/// The engine. Its only option is the SAT solver.
pub(crate) static CORES: TypedEngine<Neighbors, BackendName> = TypedEngine {
    row: EngineRow {
        name: "cores",
        description: "the best board of all, from below, core by core; slow beyond order 6",
        role: Role::Production,
        searched: None,
        options: &[BACKEND],
    },
    read: |options, _| Ok(options.choice(&BACKEND, BackendName::ALL)),
    supports: |_| Ok(()),
    solve: Some(Solve { run, proves: true, improves: true }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

type CoreTask<'a> = Task<'a, Neighbors, BackendName>;

/// Up to this order a beam gives an incumbent, which limits the counters.
const BEAM_ORDER: usize = 12;

/// The key of the board in a saved state.
const BOARD: &str = "board ";

/// Conflicts between two checks of the limits of the run.
const SLICE: u64 = 20_000;

/// A search whose lower bound rises to the incumbent.
struct CoreGuidedSearch<'a> {
    split: &'a CaseSplit,
    /// The best board so far and its penalty.
    best: Option<(usize, Vec<u8>)>,
    /// No board has a smaller penalty.
    bound: usize,
    /// Whether the formula without bounds is unsatisfiable.
    nothing: bool,
    effort: Vec<(&'static str, u64)>,
}

fn run(task: &CoreTask<'_>) -> Answer {
    let split = CaseSplit::undivided(task.instance.clone());
    let mut search = CoreGuidedSearch {
        split: &split,
        best: None,
        bound: 0,
        nothing: false,
        effort: Vec::new(),
    };
    if let Err(problem) = search.begin(task) {
        return Answer::failed(problem);
    }
    let halt = search.work(task).err();
    if halt.is_some() {
        search.save(task);
    }
    search.answer(task, halt)
}

impl CoreGuidedSearch<'_> {
    fn instance(&self) -> &Instance {
        &self.split.instance
    }

    /// Takes incumbents: the saved board, which must be a solution, that of the task, and that of a
    /// beam.
    fn begin(&mut self, task: &CoreTask<'_>) -> Result<(), String> {
        let saved = task.run.saved_state();
        let line =
            |name| saved.as_ref().and_then(|it| it.lines().find_map(|it| it.strip_prefix(name)));
        if let Some(digits) = line(BOARD) {
            let board = saved_board(self.instance(), digits)?;
            self.offer(board, task);
        }
        if let Some(board) = incumbent(task.incumbent) {
            self.offer(board, task);
        }
        if saved.is_none() {
            self.beam_incumbent(task);
        }
        Ok(())
    }

    /// Saves the best board; the cores are lost.
    fn save(&self, task: &CoreTask<'_>) {
        if let Some((penalty, board)) = &self.best {
            let digits: String = board.iter().map(u8::to_string).collect();
            // A store that cannot keep it reports that itself.
            let _ = task.run.save_state(&format!("penalty {penalty}\n{BOARD}{digits}\n"));
        }
    }

    /// Takes the board of a beam, where that is quick.
    fn beam_incumbent(&mut self, task: &CoreTask<'_>) {
        if self.instance().hexagon.order() <= BEAM_ORDER {
            let board = beam_board(self.instance(), task.run);
            board.into_iter().for_each(|board| self.offer(board, task));
        }
    }

    fn offer(&mut self, board: Vec<u8>, task: &CoreTask<'_>) {
        let penalty = penalty_of(&self.instance().hexagon, &board);
        if self.best.as_ref().is_none_or(|&(best, _)| penalty < best) {
            task.run.emit(&improved(self.instance(), penalty, &board));
            self.best = Some((penalty, board));
        }
    }

    /// Raises the lower bound until it reaches the incumbent.
    fn work(&mut self, task: &CoreTask<'_>) -> Result<(), Halt> {
        let hexagon = &self.split.instance.hexagon;
        let most =
            self.best.as_ref().map_or(hexagon.edges().count(), |&(best, _)| best.saturating_sub(1));
        let mut model =
            BoardFormula::new(&self.split.formula_input(0, self.split.levels, None), task.run)?;
        if self.instance().is_blank() {
            model.one_of_twelve(hexagon, task.run)?;
        }
        let names: Vec<_> = model.penalty_edges.iter().flatten().map(|edge| edge.name).collect();
        let backend = sat::backend(*task.options, task.run);
        let mut fewest = Fewest::new(model.formula.clone(), names, most, backend, task.run);
        while self.best.as_ref().is_none_or(|&(best, _)| self.bound < best) {
            let step = fewest.step(Some(SLICE));
            self.bound = fewest.least;
            self.effort = vec![("cores", fewest.cores), ("conflicts", fewest.conflicts())];
            match step? {
                CoreStep::Raised | CoreStep::Limit => {
                    let progress = Progress::of("core-guided search")
                        .counted_all(self.effort.iter().copied())
                        .gauge("at-least", self.bound as u64, "penalty");
                    task.run.emit(&progress.into());
                }
                CoreStep::Found => {
                    let board = model.board(|literal| fewest.value(literal));
                    let board = completed(self.split, &board);
                    self.offer(board.expect("6 and 7 can always be filled in"), task);
                    break;
                }
                CoreStep::Nothing => {
                    self.nothing = true;
                    break;
                }
            }
        }
        Ok(())
    }

    fn answer(self, task: &CoreTask<'_>, halt: Option<Halt>) -> Answer {
        let better = |bound: usize| Refutation::nothing_better(task.scope(), bound as i128);
        let refutation = match &self.best {
            None if self.nothing => Some(Refutation::nothing(task.scope())),
            Some((best, _)) if halt.is_none() => Some(better(*best)),
            _ => (self.bound > 0).then(|| better(self.bound)),
        };
        let witness = self.best.map(|(_, board)| board_text(&self.split.instance, &board));
        Answer { witness, refutation, halt, effort: self.effort, ..Answer::default() }
    }
}
