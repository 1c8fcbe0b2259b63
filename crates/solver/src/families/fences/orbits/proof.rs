//! Certificates that a board has no other loops than those of listed solutions.
//!
//! A certificate has a part for each map. The formula of a part is rebuilt from the board alone, so
//! propagation is not trusted. The blocked loops are those of verified solutions that the map keeps;
//! the checker recomputes them. A remark `leave CELLS` names the set of a cut (see `cuts`).
//!
//! Invariant: a cut is valid for any set of cells, so no remark is trusted.

use std::collections::BTreeSet;

use sixfold_puzzle::families::fences::{Fences, Instance, Solution, Wanted};
use sixfold_puzzle::hex::{Cell, Hexagon, Isometry, Symmetry};

use super::super::board::Board;
use super::cuts::add_cut;
use super::fold::{Fold, Maps, Turning, keeps_loop, name};
use super::formula::{Domains, FoldFormula};
use super::loop_enumeration::{LoopSearch, exclude, turned};
use super::options::OrbitOptions;
use crate::certificate::{Certificate, Certificates, Known, Outline, ProofStatement, Section};
use crate::engine::Task;
use crate::listed::Listed;
use crate::run::{Halt, Progress, Run};
use crate::sat::{BackendName, Book, Refuted, Unproved};
use crate::units::taken;

/// The certificates of the engine: a part for each map, with the known loops excluded.
pub(super) const CERTIFICATES: Certificates<Fences, OrbitOptions> = Certificates {
    outline,
    certificate,
    counts: true,
    known: Some(Known::Shared(loop_line)),
    exchange: None,
};

/// The word before the cells of a blocked loop.
const LOOP: &str = "loop ";
/// The word before the cells of the set of a cut.
const LEAVE: &str = "leave ";

/// The names of all maps that may keep a loop.
fn all_map_names(instance: &Instance) -> Result<Vec<String>, String> {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let maps = Maps::new(&Board::new(instance.clone()), &Run::alone(0, &stop));
    maps.map(|maps| maps.names()).map_err(|halt| halt.words().to_owned())
}

/// The names of the maps that the options leave.
pub(super) fn map_names(
    instance: &Instance,
    options: &OrbitOptions,
) -> Result<Vec<String>, String> {
    Ok(taken(options.share, all_map_names(instance)?))
}

/// The list of symmetries.
fn outline(statement: &ProofStatement<'_, Fences, OrbitOptions>) -> Result<Outline, String> {
    let parts = map_names(statement.instance, statement.options)?;
    let count = all_map_names(statement.instance)?.len();
    let covered = match statement.instance.symmetry {
        Wanted::None => "no symmetry is asked for, so that one part is about all loops".to_owned(),
        _ => format!(
            "every loop with a symmetry that the board asks for is kept by one of {count} maps of \
             cells: a loop maps onto itself only by maps p → Mp + t of integers; a turn by a sixth, \
             repeated, is one by a third and one by a half; and maps whose orbits on the board have \
             fewer than six cells, or miss a region, keep no loop (docs/fences-geometry.md)"
        ),
    };
    let mut reasons = vec![covered];
    if !statement.known.is_empty() {
        reasons.push(
            "a part leaves out the loops of the listed solutions that its map keeps; each listed \
             solution was verified to be complete and correct"
                .to_owned(),
        );
    }
    Ok(Outline { parts, reasons })
}

/// The loop of a solution as a line that begins at its least cell.
fn loop_line(instance: &Instance, solution: &Solution) -> Result<String, String> {
    let index = |&cell: &Cell| instance.hexagon.index(cell);
    let cells: Option<Vec<usize>> = solution.curve.cells().iter().map(index).collect();
    let cells = cells.filter(|cells| !cells.is_empty()).ok_or("it has no loop on the board")?;
    Ok(line(LOOP, &turned(cells), &instance.hexagon))
}

fn certificate(
    statement: &ProofStatement<'_, Fences, OrbitOptions>,
    section: Section<'_>,
) -> Result<Certificate, String> {
    let board = Board::new(statement.instance.clone());
    let (map, turning) = map_of(section.name).ok_or("its name is no symmetry")?;
    let fold = Fold::new(&board, map, turning);
    let known = statement.known.iter().map(|line| cells_of(LOOP, line, board.hexagon()));
    let known = known.collect::<Result<Vec<Vec<usize>>, String>>()?;
    let sets = section.remarks.iter().map(|remark| cells_of(LEAVE, remark, board.hexagon()));
    let sets = sets.collect::<Result<Vec<Vec<usize>>, String>>()?;
    check_sets(&sets)?;
    let model = ExtraClauses { loops: known, sets }.model(&board, &fold, &Run::unlimited());
    let model = model.map_err(NoFormula::words)?;
    let reasons = reasons(&fold, section.remarks);
    let says = says(&fold, section.name, !statement.known.is_empty());
    Ok(Certificate { says, reasons, ..Certificate::of(&model.formula) })
}

/// What the part of a map shows.
fn says(fold: &Fold, name: &str, excludes: bool) -> String {
    let others = if excludes { "other than those of the listed solutions " } else { "" };
    match fold.turning {
        Turning::Nothing => format!("No loop {others}solves the board."),
        _ => format!("No loop {others}that the map {name} keeps solves the board."),
    }
}

/// Checks the canonical form of the sets: cells in order, and no set twice. Soundness does not need
/// it, but a changed certificate must not pass.
fn check_sets(sets: &[Vec<usize>]) -> Result<(), String> {
    let mut before = BTreeSet::new();
    for (place, set) in (1..).zip(sets) {
        if !set.is_sorted_by(|a, b| a < b) {
            return Err(format!(
                "the cells of set {place} are not in order, or one is there twice"
            ));
        }
        if !before.insert(set) {
            return Err(format!("set {place} is there twice"));
        }
    }
    Ok(())
}

/// The reasons for the clauses that do not follow from the rules alone.
fn reasons(fold: &Fold, remarks: &[String]) -> Vec<String> {
    let shape = match fold.turning {
        Turning::Half | Turning::Third => Some(
            "the centre of a rotation that keeps the loop is enclosed by it and not on it: the \
             rotation moves every point of the loop along it, by less than a round \
             (docs/fences-geometry.md)",
        ),
        Turning::Mirror => Some(
            "the axis of a mirror that keeps the loop meets it exactly twice: the mirror reverses the \
             loop, which leaves two points of it in place (docs/fences-geometry.md)",
        ),
        Turning::Nothing => None,
    };
    let cut = (!remarks.is_empty()).then_some(
        "a loop that enters a set of cells in which it cannot lie whole takes a step out of it: it is \
         one closed curve, has a cell in each region, and contains every image of its cells",
    );
    shape.into_iter().chain(cut).map(str::to_owned).collect()
}

/// The map with a name; see [`name`].
fn map_of(text: &str) -> Option<(Isometry, Turning)> {
    let mut words = text.split(':').skip(1);
    let linear = *Symmetry::ALL.get(words.next()?.parse::<usize>().ok()?)?;
    let shift: Cell = words.next()?.parse().ok()?;
    let map = Isometry { linear, shift };
    let turnings = [Turning::Half, Turning::Third, Turning::Mirror, Turning::Nothing];
    let turning = turnings.into_iter().find(|&turning| name(map, turning) == text);
    turning.map(|turning| (map, turning))
}

/// Cells after a word.
fn line(word: &str, cells: &[usize], hexagon: &Hexagon) -> String {
    let cells: Vec<String> = cells.iter().map(|&cell| hexagon.cell(cell).to_string()).collect();
    format!("{word}{}", cells.join(" "))
}

/// Reads cells after a word; there is at least one, and the line is as it would be written.
fn cells_of(word: &str, text: &str, hexagon: &Hexagon) -> Result<Vec<usize>, String> {
    let unknown = || format!("`{text}` is no remark of this part; `{word}CELLS` is expected");
    let cells = text.strip_prefix(word).ok_or_else(unknown)?;
    let cell = |word: &str| {
        let cell = word.parse::<Cell>().ok().and_then(|cell| hexagon.index(cell));
        cell.ok_or_else(|| format!("`{word}` is no cell of the board"))
    };
    let cells = cells.split(' ').map(cell).collect::<Result<Vec<usize>, String>>()?;
    if line(word, &cells, hexagon) == text { Ok(cells) } else { Err(unknown()) }
}

/// Why there is no formula of a symmetry.
enum NoFormula {
    Halted(Halt),
    /// A loop or a set that does not fit the board.
    Wrong(String),
}

impl NoFormula {
    /// For a check, which has no limits but the size of a formula.
    fn words(self) -> String {
        match self {
            Self::Halted(_) => "its formula is too large".to_owned(),
            Self::Wrong(problem) => problem,
        }
    }
}

/// The clauses of a formula beside those of the rules.
struct ExtraClauses {
    /// The loops of verified solutions.
    loops: Vec<Vec<usize>>,
    /// The sets of the cuts.
    sets: Vec<Vec<usize>>,
}

impl ExtraClauses {
    /// The loops that a map keeps.
    fn kept<'a>(&'a self, board: &'a Board, fold: &'a Fold) -> impl Iterator<Item = &'a [usize]> {
        let kept = |cells: &&[usize]| keeps_loop(fold.map, board.hexagon(), cells);
        self.loops.iter().map(Vec::as_slice).filter(kept)
    }

    /// The formula of a symmetry.
    fn model(&self, board: &Board, fold: &Fold, run: &Run<'_>) -> Result<FoldFormula, NoFormula> {
        let domains = Domains::initial(board, fold);
        let mut model = FoldFormula::new(board, fold, &domains, run).map_err(NoFormula::Halted)?;
        for cells in self.kept(board, fold) {
            exclude(&mut model, board, cells).map_err(NoFormula::Wrong)?;
        }
        for (place, set) in (1..).zip(&self.sets) {
            if !add_cut(&mut model, board, fold, set) {
                let problem = format!("a loop can lie in set {place}, or cannot enter it");
                return Err(NoFormula::Wrong(problem));
            }
        }
        Ok(model)
    }
}

/// The size limit of a first attempt, which is discarded if cuts are needed.
const ATTEMPT: u64 = 1 << 24;

/// Writes the proof that some maps of a board keep no other loops than those of some solutions, given as text.
pub(super) fn write(
    task: &Task<'_, Fences, OrbitOptions>,
    board: &Board,
    maps: &Maps,
    order: &[usize],
    solutions: &[&str],
) -> Result<(), Unproved> {
    let listed = Listed::of::<Fences>(task.instance, loop_line, solutions.iter().copied());
    let listed = listed.map_err(Unproved::Failed)?;
    let cells = |line: &String| cells_of(LOOP, line, board.hexagon());
    let known = listed.known.iter().map(cells).collect::<Result<_, _>>();
    let known = known.map_err(Unproved::Failed)?;
    let sink = task.run.outside.write_proof().map_err(Unproved::Homeless)?;
    let header = task.header(None) + &listed.lines();
    let mut book = Book::open(sink, &header, task.options.proof_bytes)?;
    let known: Vec<Vec<usize>> = known;
    let mut order = order.to_vec();
    order.sort_unstable();
    let part = |at: usize, book: &mut Book, run: &Run<'_>| {
        let fold = maps.fold(board, order[at]);
        let mut extra = ExtraClauses { loops: known.clone(), sets: Vec::new() };
        FoldProof { board, fold: &fold, run }.prove(&mut extra, book).map(|()| None::<()>)
    };
    let total = order.len() as u64;
    let written = |done: usize| {
        let progress = Progress::of("proof").done(done as u64, total, "symmetries");
        task.run.emit(&progress.into());
    };
    book.side_by_side(order.len(), task.run, part, written)?;
    book.close()
}

/// The proof of one fold.
struct FoldProof<'a> {
    board: &'a Board,
    fold: &'a Fold,
    run: &'a Run<'a>,
}

impl FoldProof<'_> {
    /// Writes the part of this fold.
    fn prove(&self, extra: &mut ExtraClauses, book: &mut Book) -> Result<(), Unproved> {
        let name = name(self.fold.map, self.fold.turning);
        let model = self.model(extra)?;
        match book.attempt(&name, &[], &model.formula, ATTEMPT, self.run)? {
            Refuted::Whole(_) => return Ok(()),
            Refuted::Not => extra.sets = self.learn(extra)?,
            Refuted::Cut(_) => {}
        }
        book.begin(&name, &self.lines(&extra.sets))?;
        let model = self.model(extra)?;
        match book.refute(&model.formula, &[], self.run)? {
            Refuted::Whole(_) => Ok(()),
            Refuted::Cut(shortfall) => Err(Unproved::Cut(shortfall)),
            Refuted::Not => Err(Unproved::Failed("what was learnt is not enough".to_owned())),
        }
    }

    fn lines(&self, sets: &[Vec<usize>]) -> Vec<String> {
        sets.iter().map(|set| line(LEAVE, set, self.board.hexagon())).collect()
    }

    fn model(&self, extra: &ExtraClauses) -> Result<FoldFormula, Unproved> {
        extra.model(self.board, self.fold, self.run).map_err(|refusal| match refusal {
            NoFormula::Halted(halt) => Unproved::Halted(halt),
            NoFormula::Wrong(problem) => Unproved::Failed(problem),
        })
    }

    /// The sets of the cuts that a search needs until the formula is refuted.
    fn learn(&self, extra: &ExtraClauses) -> Result<Vec<Vec<usize>>, Unproved> {
        let domains = Domains::initial(self.board, self.fold);
        let (backend, run) = (BackendName::DEFAULT, self.run);
        let search = LoopSearch::new(self.board, self.fold, &domains, backend, run);
        let mut search = search.map_err(Unproved::Halted)?;
        for cells in extra.kept(self.board, self.fold) {
            search.skip(cells).map_err(Unproved::Failed)?;
        }
        let found = search.next().map_err(Unproved::Halted)?;
        if !found.is_empty() {
            let problem = "the search without deduction finds a loop that is not known";
            return Err(Unproved::Failed(problem.to_owned()));
        }
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for mut set in search.sets {
            set.sort_unstable();
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        Ok(sets)
    }
}
