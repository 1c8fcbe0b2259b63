//! Refutations that others can check: for each symmetry in the list a proof that no loop has it but
//! those that are known.
//!
//! The formula of a symmetry is rebuilt from the board, what deduction says is not used. What was
//! learnt on the way stands in remarks before the proof: sets of cells that no loop can stay in,
//! whose clauses are made again by whoever checks, and the known loops.

use sixfold_puzzle::hex::{Cell, Hexagon, Isometry, Symmetry};

use super::super::board::Board;
use super::super::parse;
use super::cuts::leave;
use super::fold::{Fold, Maps, Turning, keeps_loop, name};
use super::formula::{Known, Model};
use super::loops::{Search, exclude};
use crate::engine::{Certificate, Clausal, Matter, Section, Task};
use crate::run::{Halt, Run};
use crate::sat::{BackendName, Book, Refuted, Unproved};

pub(in super::super) const CLAUSAL: Clausal =
    Clausal { parts, certificate, counts: true, foreign: None };

/// The list of symmetries.
fn parts(matter: &Matter<'_>) -> Vec<String> {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let board = Board::new(parse(matter.instance));
    Maps::new(&board, &Run::alone(0, &stop)).map(|maps| maps.names()).unwrap_or_default()
}

fn certificate(matter: &Matter<'_>, section: Section<'_>) -> Result<Certificate, String> {
    let board = Board::new(parse(matter.instance));
    let (map, turning) = map_of(section.name).ok_or("its name is no symmetry")?;
    let fold = Fold::new(&board, map, turning);
    let lessons = section.remarks.iter().map(|remark| Lesson::read(remark, board.hexagon()));
    let lessons = lessons.collect::<Result<Vec<Lesson>, String>>()?;
    let model = taught(&board, &fold, &lessons, &Run::unlimited());
    let model = model.map_err(|_| "its formula is too large")?;
    let known = lessons.iter().filter(|lesson| matches!(lesson, Lesson::Known(_)));
    let known = known.map(|lesson| lesson.line(board.hexagon())).collect();
    Ok(Certificate { known, ..Certificate::of(&model.formula) })
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

/// Something learnt about a fold.
enum Lesson {
    /// No loop can stay in these cells.
    Leave(Vec<usize>),
    /// This loop is known.
    Known(Vec<usize>),
}

impl Lesson {
    fn line(&self, hexagon: &Hexagon) -> String {
        let (word, cells) = match self {
            Self::Leave(cells) => ("leave", cells),
            Self::Known(cells) => ("loop", cells),
        };
        let cells: Vec<String> = cells.iter().map(|&cell| hexagon.cell(cell).to_string()).collect();
        format!("{word} {}", cells.join(" "))
    }

    fn read(line: &str, hexagon: &Hexagon) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let first = words.next();
        let cell = |word: &str| {
            let cell = word.parse::<Cell>().ok().and_then(|cell| hexagon.index(cell));
            cell.ok_or_else(|| format!("`{word}` is no cell of the board"))
        };
        let cells = words.map(cell).collect::<Result<Vec<usize>, String>>();
        match first {
            Some("leave") => Ok(Self::Leave(cells?)),
            Some("loop") => Ok(Self::Known(cells?)),
            _ => Err(format!("`{line}` is no remark that we know")),
        }
    }
}

/// The formula of a fold with what was learnt.
fn taught(board: &Board, fold: &Fold, lessons: &[Lesson], run: &Run<'_>) -> Result<Model, Halt> {
    let mut model = Model::new(board, fold, &Known::plain(board, fold), run)?;
    for lesson in lessons {
        match lesson {
            Lesson::Leave(cells) => drop(leave(&mut model, board, fold, cells)),
            Lesson::Known(cells) => exclude(&mut model, board, cells),
        }
    }
    Ok(model)
}

/// A first attempt may be this large; it is thrown away if something has to be learnt first.
const ATTEMPT: u64 = 1 << 24;
/// Writes the proof that a board has no other loops.
pub(super) fn write(
    task: &Task<'_>,
    board: &Board,
    maps: &Maps,
    loops: &[Vec<usize>],
) -> Result<(), Unproved> {
    let sink = task.run.outside.write_proof().map_err(Unproved::Homeless)?;
    let room = task.options.integer("proof-mib").unwrap_or(1).unsigned_abs() << 20;
    let mut book = Book::open(sink, &task.header(None), room)?;
    for at in 0..maps.maps.len() {
        let fold = maps.fold(board, at);
        let kept = loops.iter().filter(|cells| keeps_loop(fold.map, board.hexagon(), cells));
        let lessons = kept.map(|cells| Lesson::Known(cells.clone())).collect();
        Proof { board, fold: &fold, task }.prove(lessons, &mut book)?;
    }
    book.close()
}

/// The proof of one fold.
struct Proof<'a> {
    board: &'a Board,
    fold: &'a Fold,
    task: &'a Task<'a>,
}

impl Proof<'_> {
    /// Writes the part of this fold.
    fn prove(&self, mut lessons: Vec<Lesson>, book: &mut Book) -> Result<(), Unproved> {
        let name = name(self.fold.map, self.fold.turning);
        let limits = (ATTEMPT, self.task.run);
        let model = taught(self.board, self.fold, &lessons, self.task.run);
        let model = model.map_err(Unproved::Halted)?;
        match book.attempt(&name, &self.lines(&lessons), &model.formula, limits)? {
            Refuted::Whole(_) => return Ok(()),
            Refuted::Not => lessons.extend(self.learn(&lessons)?),
            Refuted::Cut(_) => {}
        }
        book.begin(&name, &self.lines(&lessons))?;
        let model = taught(self.board, self.fold, &lessons, self.task.run);
        let model = model.map_err(Unproved::Halted)?;
        match book.refute(&model.formula, &[], self.task.run)? {
            Refuted::Whole(_) => Ok(()),
            Refuted::Cut(shortfall) => Err(Unproved::Cut(shortfall)),
            Refuted::Not => Err(Unproved::Failed("what was learnt is not enough".to_owned())),
        }
    }

    fn lines(&self, lessons: &[Lesson]) -> Vec<String> {
        lessons.iter().map(|lesson| lesson.line(self.board.hexagon())).collect()
    }

    /// The sets that a search meets until it finds nothing more.
    fn learn(&self, lessons: &[Lesson]) -> Result<Vec<Lesson>, Unproved> {
        let known = Known::plain(self.board, self.fold);
        let mut search =
            Search::new(self.board, self.fold, &known, BackendName::Cadical, self.task.run)
                .map_err(Unproved::Halted)?;
        for lesson in lessons {
            if let Lesson::Known(cells) = lesson {
                search.skip(cells);
            }
        }
        let found = search.next().map_err(Unproved::Halted)?;
        if !found.is_empty() {
            let problem = "the search without deduction finds a loop that is not known";
            return Err(Unproved::Failed(problem.to_owned()));
        }
        Ok(search.sets.into_iter().map(Lesson::Leave).collect())
    }
}
