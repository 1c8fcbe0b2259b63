//! Refutations that others can check: for each symmetry in the list a proof that no loop has it but
//! those that are known.
//!
//! The formula of a symmetry is rebuilt from the board, what deduction says is not used. What was
//! learnt on the way stands in remarks before the proof: sets of cells that no loop can stay in,
//! whose clauses are made again by whoever checks, and the known loops.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use sixfold_puzzle::hex::{Cell, Hexagon, Isometry, Symmetry};

use super::super::board::Board;
use super::super::parse;
use super::cuts::leave;
use super::fold::{Fold, Maps, Turning, keeps_loop, name};
use super::formula::{Known, Model};
use super::loops::{Search, exclude};
use crate::engine::{Certificate, Clausal, PART_MARK, Section, Task};
use crate::options::Options;
use crate::run::Run;
use crate::sat::{self, Backend, ProofLog, Sat, Verdict};

pub(in super::super) const CLAUSAL: Clausal = Clausal { parts, certificate, foreign: None };

/// The list of symmetries.
fn parts(instance: &str, _: &Options) -> Vec<String> {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let board = Board::new(parse(instance));
    Maps::new(&board, &Run::alone(0, &stop)).map(|maps| maps.names()).unwrap_or_default()
}

fn certificate(instance: &str, _: &Options, section: Section<'_>) -> Result<Certificate, String> {
    let board = Board::new(parse(instance));
    let (map, turning) = map_of(section.name).ok_or("its name is no symmetry")?;
    let fold = Fold::new(&board, map, turning);
    let lessons = section.remarks.iter().map(|remark| Lesson::read(remark, board.hexagon()));
    let lessons = lessons.collect::<Result<Vec<Lesson>, String>>()?;
    let model = taught(&board, &fold, &lessons);
    let known = lessons.iter().filter(|lesson| matches!(lesson, Lesson::Known(_)));
    Ok(Certificate {
        clauses: model.formula.clauses().map(<[_]>::to_vec).collect(),
        reasons: Vec::new(),
        known: known.map(|lesson| lesson.line(board.hexagon())).collect(),
    })
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
fn taught(board: &Board, fold: &Fold, lessons: &[Lesson]) -> Model {
    let mut model = Model::new(board, fold, &Known::plain(board, fold));
    for lesson in lessons {
        match lesson {
            Lesson::Leave(cells) => drop(leave(&mut model, board, fold, cells)),
            Lesson::Known(cells) => exclude(&mut model, board, cells),
        }
    }
    model
}

/// A place for a proof that several writers share, one after the other. Only its owner ends it.
#[derive(Clone)]
struct Place(Rc<RefCell<Box<dyn Write>>>);

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A proof in memory.
#[derive(Clone, Default)]
struct Held(Rc<RefCell<Vec<u8>>>);

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A first attempt may be this large; it is thrown away if something has to be learnt first.
const ATTEMPT: u64 = 1 << 24;
/// Conflicts between two questions whether to stop.
const SLICE: u64 = 2_000;

/// Why there is no whole proof.
pub(super) enum Unproved {
    /// It was stopped.
    Halted,
    Failed(String),
}

/// Writes the proof that a board has no other loops. Says whether it is whole.
pub(super) fn write(
    task: &Task<'_>,
    board: &Board,
    maps: &Maps,
    loops: &[Vec<usize>],
) -> Result<bool, Unproved> {
    let failed =
        |error: io::Error| Unproved::Failed(format!("the proof cannot be written: {error}"));
    let sink = task.run.outside.write_proof().map_err(Unproved::Failed)?;
    let mut place = Place(Rc::new(RefCell::new(sink)));
    place.write_all(task.header().as_bytes()).map_err(failed)?;
    let mut room = task.options.integer("proof-mib").unwrap_or(1).unsigned_abs() << 20;
    for at in 0..maps.maps.len() {
        let fold = maps.fold(board, at);
        let kept = loops.iter().filter(|cells| keeps_loop(fold.map, board.hexagon(), cells));
        let lessons = kept.map(|cells| Lesson::Known(cells.clone())).collect();
        let proof = Proof { board, fold: &fold, task, place: &place };
        let Some(written) = proof.prove(lessons, room)? else { return Ok(false) };
        room = room.saturating_sub(written);
    }
    let ended = place.0.borrow_mut().flush();
    Ok(ended.is_ok())
}

/// The proof of one fold.
struct Proof<'a> {
    board: &'a Board,
    fold: &'a Fold,
    task: &'a Task<'a>,
    place: &'a Place,
}

impl Proof<'_> {
    /// Writes the part of this fold; the number of bytes, unless they are too many.
    fn prove(&self, mut lessons: Vec<Lesson>, room: u64) -> Result<Option<u64>, Unproved> {
        let held = Held::default();
        let attempt = self.refute(Box::new(held.clone()), &lessons, ATTEMPT.min(room))?;
        if let Refuted::Whole(bytes) = attempt {
            self.begin(&lessons)?;
            let steps = held.0.take();
            let written = self.place.clone().write_all(&steps);
            written.map_err(|error| Unproved::Failed(error.to_string()))?;
            return Ok(Some(bytes));
        }
        if matches!(attempt, Refuted::Not) {
            lessons.extend(self.learn(&lessons)?);
        }
        self.begin(&lessons)?;
        match self.refute(Box::new(self.place.clone()), &lessons, room)? {
            Refuted::Whole(bytes) => Ok(Some(bytes)),
            Refuted::Cut => Ok(None),
            Refuted::Not => Err(Unproved::Failed("what was learnt is not enough".to_owned())),
        }
    }

    fn begin(&self, lessons: &[Lesson]) -> Result<(), Unproved> {
        let mut text = format!("{PART_MARK}{}\n", name(self.fold.map, self.fold.turning));
        for lesson in lessons {
            text.push_str(&format!("c {}\n", lesson.line(self.board.hexagon())));
        }
        let written = self.place.clone().write_all(text.as_bytes());
        written.map_err(|error| Unproved::Failed(error.to_string()))
    }

    /// Lets the solver refute the formula with what was learnt, and write down how.
    fn refute(
        &self,
        sink: Box<dyn Write>,
        lessons: &[Lesson],
        room: u64,
    ) -> Result<Refuted, Unproved> {
        let model = taught(self.board, self.fold, lessons);
        let log = ProofLog::with_header(sink, room, "", model.formula.len());
        let log = log.map_err(Unproved::Failed)?;
        let mut backend = sat::proving(self.task.run, log.clone());
        backend.add(&model.formula);
        let unsatisfiable = decide(&mut *backend)?;
        drop(backend);
        let written = log.finish();
        Ok(match (unsatisfiable, written.whole) {
            (false, _) => Refuted::Not,
            (true, false) => Refuted::Cut,
            (true, true) => Refuted::Whole(written.bytes),
        })
    }

    /// The sets that a search meets until it finds nothing more.
    fn learn(&self, lessons: &[Lesson]) -> Result<Vec<Lesson>, Unproved> {
        let known = Known::plain(self.board, self.fold);
        let mut search = Search::new(self.board, self.fold, &known, "cadical", self.task.run);
        for lesson in lessons {
            if let Lesson::Known(cells) = lesson {
                search.skip(cells);
            }
        }
        let found = search.next().map_err(|_| Unproved::Halted)?;
        if !found.is_empty() {
            let problem = "the search without deduction finds a loop that is not known";
            return Err(Unproved::Failed(problem.to_owned()));
        }
        Ok(search.sets.into_iter().map(Lesson::Leave).collect())
    }
}

/// How an attempt to refute ended.
enum Refuted {
    /// With a proof of so many bytes.
    Whole(u64),
    /// With one that is too large.
    Cut,
    /// There is a model.
    Not,
}

/// Whether a formula has no model.
fn decide(backend: &mut dyn Backend) -> Result<bool, Unproved> {
    loop {
        match backend.solve(&[], Some(SLICE)) {
            Sat::Done(Verdict::Limit) => {}
            Sat::Done(Verdict::Unsatisfiable) => return Ok(true),
            Sat::Done(Verdict::Satisfiable) => return Ok(false),
            Sat::Halted(_) => return Err(Unproved::Halted),
            Sat::Failed(problem) => return Err(Unproved::Failed(problem)),
        }
    }
}
