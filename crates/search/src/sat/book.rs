//! Writes a proof in parts. Each part is an LRAT refutation of a formula of its own; the session knows which parts
//! make a whole. Limits the size, and says why a proof is missing.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::embedding::Embedding;
use super::formula::{Formula, Lit};
use super::model::{Backend, Sat, Verdict};
use super::outcome::{Refuted, Unproved};
use super::proof::{ProofLog, Shortfall};
use super::proving;
use super::team::{Desk, Team, TeamSink};
use crate::run::Run;

/// The line that begins a part of a proof in parts, before the part's name.
pub const PART_MARK: &str = "c part ";

/// Conflicts between two questions whether to stop.
const SLICE: u64 = 20_000;

/// A place that several writers share, one after the other. Only its owner ends it.
struct SharedWriter<W>(Rc<RefCell<W>>);

impl<W> Clone for SharedWriter<W> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<W: Write> Write for SharedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A place that several threads share.
struct LockedWriter(TeamSink);

impl LockedWriter {
    fn place(&self) -> MutexGuard<'_, dyn Write + Send + 'static> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for LockedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.place().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.place().flush()
    }
}

/// An attempt to refute a formula, apart from any book: threads make them side by side.
pub struct Leaf {
    /// How the attempt ended.
    pub refuted: Refuted,
    steps: u64,
    bytes: Vec<u8>,
}

impl Leaf {
    /// Tries it with a proof of no more than so many bytes.
    pub fn attempt(formula: &Formula, most: u64, run: &Run<'_>) -> Result<Self, Unproved> {
        Self::attempt_within(formula, None, most, run)
    }

    /// The same with a proof about a larger formula, if there is one.
    pub fn attempt_within(
        formula: &Formula,
        embedding: Option<&Embedding>,
        most: u64,
        run: &Run<'_>,
    ) -> Result<Self, Unproved> {
        let held = SharedWriter(Rc::new(RefCell::new(Vec::new())));
        let claim = Claimed { formula, embedding, facts: &[] };
        let (refuted, steps) = refute(claim, Box::new(held.clone()), most, run)?;
        Ok(Self { refuted, steps, bytes: held.0.take() })
    }
}

/// The proof.
pub struct Book {
    place: SharedWriter<Box<dyn Write>>,
    /// How many bytes it may still have.
    pub(super) room: u64,
    /// The steps written so far.
    pub steps: u64,
    /// The bytes written so far.
    pub bytes: u64,
    /// Where other threads look for teams that they may join, if they may, and where a team writes.
    desk: Option<(Arc<Desk>, TeamSink)>,
}

impl Book {
    /// A proof that begins with comment lines and may have so many bytes.
    pub fn open(sink: Box<dyn Write>, header: &str, room: u64) -> Result<Self, Unproved> {
        super::writes_proofs().map_err(Unproved::Homeless)?;
        let place = SharedWriter(Rc::new(RefCell::new(sink)));
        let mut book = Self { place, room, steps: 0, bytes: 0, desk: None };
        let begun = book.place.write_all(header.as_bytes());
        begun.map_err(|error| Unproved::unwritable(&error)).map(|()| book)
    }

    /// The book of one part, which is bound into another one. Where there is a desk, others may join its refutations.
    pub(super) fn part(
        sink: impl Write + Send + 'static,
        room: u64,
        desk: Option<Arc<Desk>>,
    ) -> Self {
        let sink: TeamSink = Arc::new(Mutex::new(sink));
        let place: Box<dyn Write> = Box::new(LockedWriter(Arc::clone(&sink)));
        let place = SharedWriter(Rc::new(RefCell::new(place)));
        Self { place, room, steps: 0, bytes: 0, desk: desk.map(|desk| (desk, sink)) }
    }

    /// Begins a part.
    pub fn begin(&mut self, name: &str, remarks: &[String]) -> Result<(), Unproved> {
        let remarks: String = remarks.iter().map(|remark| format!("c {remark}\n")).collect();
        self.append(format!("{PART_MARK}{name}\n{remarks}").as_bytes())
    }

    /// Where a proof that was begun cannot go on, there was no room for it: what was found remains.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), Unproved> {
        self.place.write_all(bytes).map_err(|error| Unproved::unwritable(&error))
    }

    /// Refutes a formula, and writes down how. On the way each of the facts is shown, which follow
    /// from the formula and make the rest easier.
    pub fn refute(
        &mut self,
        formula: &Formula,
        facts: &[Lit],
        run: &Run<'_>,
    ) -> Result<Refuted, Unproved> {
        self.write(Claimed { formula, embedding: None, facts }, run)
    }

    /// Refutes a formula with a proof about a larger one, if there is one.
    pub fn refute_within(
        &mut self,
        formula: &Formula,
        embedding: Option<&Embedding>,
        run: &Run<'_>,
    ) -> Result<Refuted, Unproved> {
        self.write(Claimed { formula, embedding, facts: &[] }, run)
    }

    fn write(&mut self, claim: Claimed<'_>, run: &Run<'_>) -> Result<Refuted, Unproved> {
        let (refuted, steps) = match &self.desk {
            Some((desk, sink)) => {
                let Claimed { formula, embedding, facts } = claim;
                let team = Team::new(formula, embedding, facts, Arc::clone(sink), self.room);
                desk.lead(team, run)?
            }
            None => refute(claim, Box::new(self.place.clone()), self.room, run)?,
        };
        self.count_refuted(refuted, steps);
        Ok(refuted)
    }

    /// Tries to refute a formula with a proof of no more than so many bytes, and writes the part down
    /// only if that succeeds.
    pub fn attempt(
        &mut self,
        name: &str,
        remarks: &[String],
        formula: &Formula,
        most: u64,
        run: &Run<'_>,
    ) -> Result<Refuted, Unproved> {
        let leaf = Leaf::attempt(formula, most.min(self.room), run)?;
        let refuted = leaf.refuted;
        self.add(name, remarks, leaf)?;
        Ok(refuted)
    }

    /// Writes a part down that was made apart, if it is whole.
    pub fn add(&mut self, name: &str, remarks: &[String], leaf: Leaf) -> Result<(), Unproved> {
        let Refuted::Whole(bytes) = leaf.refuted else { return Ok(()) };
        if bytes > self.room {
            return Err(Unproved::Cut(Shortfall::Size));
        }
        self.begin(name, remarks)?;
        self.append(&leaf.bytes)?;
        self.count_refuted(leaf.refuted, leaf.steps);
        Ok(())
    }

    fn count_refuted(&mut self, refuted: Refuted, steps: u64) {
        if let Refuted::Whole(bytes) = refuted {
            self.count(bytes, steps);
        }
    }

    pub(super) fn count(&mut self, bytes: u64, steps: u64) {
        self.room = self.room.saturating_sub(bytes);
        self.bytes += bytes;
        self.steps += steps;
    }

    /// Ends the proof.
    pub fn close(self) -> Result<(), Unproved> {
        self.place.0.borrow_mut().flush().map_err(|error| Unproved::unwritable(&error))
    }
}

/// What is to be refuted.
#[derive(Clone, Copy)]
struct Claimed<'a> {
    formula: &'a Formula,
    /// The larger formula that the proof is about, if there is one.
    embedding: Option<&'a Embedding>,
    /// What is shown on the way.
    facts: &'a [Lit],
}

/// Refutes a formula into a sink; how that ended and the number of steps.
fn refute(
    claim: Claimed<'_>,
    sink: Box<dyn Write>,
    most: u64,
    run: &Run<'_>,
) -> Result<(Refuted, u64), Unproved> {
    let Claimed { formula, embedding, facts } = claim;
    let log = match embedding {
        Some(embedding) => ProofLog::within(sink, most, embedding, formula),
        None => ProofLog::with_header(sink, most, "", formula),
    };
    let log = log.map_err(Unproved::Homeless)?;
    if !facts.is_empty() {
        log.keep_aside();
    }
    let mut backend = proving(run, log.clone());
    backend.add(formula);
    for &fact in facts {
        if !decide(&mut *backend, &[-fact])? {
            return Ok((Refuted::Not, 0));
        }
        backend.clause(&[fact]);
    }
    let unsatisfiable = decide(&mut *backend, &[])?;
    drop(backend);
    let written = log.finish();
    let refuted = match (unsatisfiable, written.shortfall) {
        (false, _) => Refuted::Not,
        (true, Some(shortfall)) => Refuted::Cut(shortfall),
        (true, None) => Refuted::Whole(written.bytes),
    };
    Ok((refuted, written.steps))
}

/// Whether a formula has no model under some assumptions.
fn decide(backend: &mut dyn Backend, assumptions: &[Lit]) -> Result<bool, Unproved> {
    loop {
        match backend.solve(assumptions, Some(SLICE)) {
            Sat::Done(Verdict::Limit) => {}
            Sat::Done(Verdict::Unsatisfiable) => return Ok(true),
            Sat::Done(Verdict::Satisfiable) => return Ok(false),
            Sat::Halted(halt) => return Err(Unproved::Halted(halt)),
            Sat::Failed(problem) => return Err(Unproved::Failed(problem)),
        }
    }
}
