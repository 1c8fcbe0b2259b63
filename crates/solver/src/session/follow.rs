//! Following a proof: part by part, or several parts side by side.
//!
//! Parts are checked apart from each other: each has a formula of its own. What one part takes for granted must be shown
//! by parts before it, and that is compared in the order of the file. So a proof that holds, and the first problem of
//! one that does not, are the same with any number of threads.
//!
//! Side by side one thread reads the file and divides it into parts; the others rebuild the formulas and follow the
//! steps. Text that was read and not yet followed is bounded by a window.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sixfold_checker::{ProofError, Step};

use super::follower::{Follower, Unwatched};
use super::header::{self, Stated, Top};
use crate::certificate::{Certificate, Fact, Outline, Section};
use crate::engine::Prepared;
use crate::proof_parts::Parts;
use crate::run::{Held, Patience, Run, Window};

/// Text is handed over in pieces of about this size.
const PIECE: usize = 1 << 18;
/// The most text that waits, where the run has no limit of memory.
const WAITING: usize = 1 << 28;
/// With a limit, the window has this share of it.
const SHARE: u64 = 16;
/// How long the reader sleeps before it asks again whether to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a proof that holds says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Followed {
    /// How many clauses it derives.
    pub(super) steps: u64,
    /// The arguments outside the formula that it relies on.
    pub(super) reasons: Vec<String>,
    /// What the listed solutions show; there is no solution that shows anything else.
    pub(super) known: Vec<String>,
}

/// Why a proof was not followed to its end.
#[derive(Debug)]
pub(super) enum Broken {
    Stopped,
    Problem(String),
}

impl Broken {
    /// A problem in a part, whose steps begin after so many lines of the file.
    fn of(error: ProofError, name: &str, parts: &Parts<'_>, before: u64) -> Self {
        let problem = match error {
            ProofError::Stopped => return Self::Stopped,
            ProofError::NotRefuted => parts.at_line(ProofError::NotRefuted),
            error => error.after(before).to_string(),
        };
        Self::in_part(name, problem)
    }

    fn in_part(name: &str, problem: String) -> Self {
        let part = if name.is_empty() { String::new() } else { format!("part {name}: ") };
        Self::Problem(format!("{part}{problem}"))
    }

    /// A problem with what stands before the steps of a part.
    fn before_steps(name: &str, before: u64, problem: &str) -> Self {
        Self::in_part(name, format!("line {before}: {problem}"))
    }
}

/// What the parts so far show together.
struct Shown {
    whole: Followed,
    facts: Vec<Fact>,
}

impl Shown {
    fn new(outline: &Outline) -> Self {
        let whole = Followed { reasons: outline.reasons.clone(), ..Followed::default() };
        Self { whole, facts: Vec::new() }
    }

    /// Demands that the parts so far show what a part takes for granted.
    fn grants(&self, certificate: &Certificate) -> Result<(), String> {
        let granted = |need: &Fact| self.facts.iter().any(|fact| need.follows_from(fact));
        match certificate.needs.iter().find(|&need| !granted(need)) {
            Some(need) => Err(format!("nothing before it shows that {}", need.says)),
            None => Ok(()),
        }
    }

    /// Adds a part that was followed.
    fn add(&mut self, certificate: Certificate, steps: u64) {
        self.whole.steps += steps;
        for reason in certificate.reasons {
            if !self.whole.reasons.contains(&reason) {
                self.whole.reasons.push(reason);
            }
        }
        self.facts.extend(certificate.shows);
    }
}

/// Verifies the listed solutions, then follows a proof part by part. All parts must be there, in
/// their order, and nothing else.
pub(super) fn follow(
    prepared: &dyn Prepared,
    stated: &Stated<'_>,
    top: &Top<'_>,
    parts: &mut Parts<'_>,
    halted: &mut dyn FnMut() -> bool,
    follower: &mut dyn Follower,
) -> Result<Followed, Broken> {
    let statement = Statement::new(prepared, stated, top)?;
    statement.follow(parts, halted, follower)
}

/// The same side by side, where the run has several threads and the proof has several parts.
pub(super) fn in_threads(
    prepared: &dyn Prepared,
    stated: &Stated<'_>,
    top: &Top<'_>,
    parts: &mut Parts<'_>,
    run: &Run<'_>,
    halted: &mut dyn FnMut() -> bool,
) -> Result<Followed, Broken> {
    let statement = Statement::new(prepared, stated, top)?;
    match run.workers().min(statement.outline.parts.len()) {
        0 | 1 => statement.follow(parts, halted, &mut Unwatched),
        threads => statement.follow_in_threads(parts, threads, run, halted),
    }
}

/// What a proof is to show, and in which parts.
struct Statement<'a> {
    prepared: &'a dyn Prepared,
    bound: Option<i128>,
    known: Vec<String>,
    outline: Outline,
}

impl<'a> Statement<'a> {
    fn new(prepared: &'a dyn Prepared, stated: &Stated<'_>, top: &Top<'_>) -> Result<Self, Broken> {
        let bound = stated.bound;
        let known = header::known(prepared, stated, top).map_err(Broken::Problem)?;
        let outline = prepared.outline(bound, &known).map_err(Broken::Problem)?;
        Ok(Self { prepared, bound, known, outline })
    }

    fn certificate(
        &self,
        name: &str,
        remarks: &[String],
        before: u64,
    ) -> Result<Certificate, Broken> {
        let certificate =
            self.prepared.certificate(self.bound, &self.known, Section { name, remarks });
        certificate.map_err(|problem| Broken::before_steps(name, before, &problem))
    }

    fn follow(
        self,
        parts: &mut Parts<'_>,
        halted: &mut dyn FnMut() -> bool,
        follower: &mut dyn Follower,
    ) -> Result<Followed, Broken> {
        let mut shown = Shown::new(&self.outline);
        for name in &self.outline.parts {
            let remarks = begin(parts, name)?;
            let before = parts.line();
            let certificate = self.certificate(name, &remarks, before)?;
            let granted = shown.grants(&certificate);
            granted.map_err(|problem| Broken::before_steps(name, before, &problem))?;
            if !follower.part(name, &certificate) {
                return Err(Broken::Stopped);
            }
            let mut each = |step: Step<'_>| follower.step(step);
            let steps = follow_steps(&certificate, name, parts, halted, &mut each)?;
            shown.add(certificate, steps);
        }
        parts.finish().map_err(Broken::Problem)?;
        Ok(Followed { known: self.known, ..shown.whole })
    }

    fn follow_in_threads(
        self,
        parts: &mut Parts<'_>,
        threads: usize,
        run: &Run<'_>,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Followed, Broken> {
        let waiting = run.most_memory().map_or(WAITING, |most| {
            usize::try_from(most / SHARE).unwrap_or(usize::MAX).min(WAITING)
        });
        let desk = Desk {
            statement: &self,
            window: Window::of(waiting),
            broken: AtomicUsize::new(usize::MAX),
            stopped: AtomicBool::new(false),
        };
        let (sender, receiver) = mpsc::channel();
        let receiver = Mutex::new(receiver);
        let (ended_sender, ended) = mpsc::channel();
        let (desk, receiver) = (&desk, &receiver);
        let workers = (0..threads).map(|_| ended_sender.clone());
        let workers = workers.map(|ended| move || desk.work(receiver, ended)).collect();
        drop(ended_sender);
        let (read, checked) = run.beside(workers, || desk.hand_out(parts, sender, &ended, halted));
        let mut checked: Vec<CheckedPart> = checked.into_iter().flatten().collect();
        checked.sort_by_key(|part| part.at);
        let mut checked = checked.into_iter();
        let mut shown = Shown::new(&self.outline);
        for (at, name) in self.outline.parts.iter().enumerate() {
            let Some(part) = checked.next().filter(|part| part.at == at) else {
                return Err(read.err().unwrap_or(Broken::Stopped));
            };
            let CheckedPart { before, certificate, steps, .. } = part;
            let certificate = certificate?;
            let granted = shown.grants(&certificate);
            granted.map_err(|problem| Broken::before_steps(name, before, &problem))?;
            shown.add(certificate, steps?);
        }
        read?;
        Ok(Followed { known: self.known, ..shown.whole })
    }
}

/// Goes to the next part and reads its remarks. The only part without a name has none.
fn begin(parts: &mut Parts<'_>, name: &str) -> Result<Vec<String>, Broken> {
    if name.is_empty() {
        return Ok(Vec::new());
    }
    let problem = |problem: String| Broken::in_part(name, problem);
    parts.begin(name).map_err(problem)?;
    parts.comments().map_err(problem)
}

/// Follows the steps of the part at hand to its end. Returns how many clauses it derives.
fn follow_steps(
    certificate: &Certificate,
    name: &str,
    parts: &mut Parts<'_>,
    halted: &mut dyn FnMut() -> bool,
    each: &mut dyn FnMut(Step<'_>),
) -> Result<u64, Broken> {
    let before = parts.line();
    let clauses = certificate.clauses.iter().map(Vec::as_slice);
    let summary = sixfold_checker::check_each(clauses, parts, halted, each)
        .map_err(|error| Broken::of(error, name, parts, before))?;
    parts.end().map_err(|problem| Broken::in_part(name, problem))?;
    Ok(summary.derived)
}

/// A part on its way to a thread that checks it.
struct PartText {
    at: usize,
    remarks: Vec<String>,
    /// How many lines of the file are before its steps.
    before: u64,
    pieces: Receiver<Piece>,
}

/// A piece of the text of a part.
enum Piece {
    Text(Held),
    /// The text ends here.
    End,
    /// It could not be read any further.
    Unreadable(String),
}

/// What was found out about a part, apart from the others.
struct CheckedPart {
    at: usize,
    before: u64,
    /// Without its clauses.
    certificate: Result<Certificate, Broken>,
    steps: Result<u64, Broken>,
}

/// What the threads share.
struct Desk<'a> {
    statement: &'a Statement<'a>,
    window: Arc<Window>,
    /// The first part in which there is a problem.
    broken: AtomicUsize,
    stopped: AtomicBool,
}

impl Desk<'_> {
    /// Checks parts until there are no more.
    fn work(&self, parts: &Mutex<Receiver<PartText>>, _ended: Sender<()>) -> Vec<CheckedPart> {
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let mut checked = Vec::new();
        while let Ok(part) = next() {
            if part.at < self.broken.load(Ordering::Relaxed) {
                let part = self.check(part);
                if part.certificate.is_err() || part.steps.is_err() {
                    self.broken.fetch_min(part.at, Ordering::Relaxed);
                }
                checked.push(part);
            }
        }
        checked
    }

    fn check(&self, part: PartText) -> CheckedPart {
        let PartText { at, remarks, before, pieces } = part;
        let name = &self.statement.outline.parts[at];
        let mut certificate = self.statement.certificate(name, &remarks, before);
        let mut text = Pieces { pieces, held: None, read: 0, ended: false };
        let mut parts = Parts::of_part(&mut text, before);
        let mut halted = || self.stopped.load(Ordering::Relaxed);
        let steps = certificate.as_ref().map_or(Ok(0), |certificate| {
            follow_steps(certificate, name, &mut parts, &mut halted, &mut |_| ())
        });
        // Where the reader has given up, the text ends too early.
        let steps = if halted() { Err(Broken::Stopped) } else { steps };
        if let Ok(certificate) = &mut certificate {
            certificate.clauses = Vec::new();
        }
        CheckedPart { at, before, certificate, steps }
    }

    /// Reads the proof and hands its parts out, then waits for the end of the check.
    fn hand_out(
        &self,
        parts: &mut Parts<'_>,
        sender: Sender<PartText>,
        ended: &Receiver<()>,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<(), Broken> {
        let read = self.read(parts, &sender, ended, halted);
        drop(sender);
        if matches!(read, Err(Broken::Stopped)) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            if halted() {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        read
    }

    fn read(
        &self,
        parts: &mut Parts<'_>,
        sender: &Sender<PartText>,
        ended: &Receiver<()>,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<(), Broken> {
        for (at, name) in self.statement.outline.parts.iter().enumerate() {
            let remarks = begin(parts, name)?;
            let (text, pieces) = mpsc::channel();
            let part = PartText { at, remarks, before: parts.line(), pieces };
            // All threads have ended: one has panicked, which its caller hears of.
            sender.send(part).map_err(|_| Broken::Stopped)?;
            let mut patience = || {
                if halted() || ended.try_recv() == Err(TryRecvError::Disconnected) {
                    Patience::Leave
                } else {
                    Patience::Wait
                }
            };
            let mut more = true;
            while more {
                let mut buffer = Vec::with_capacity(PIECE);
                match parts.take_text(&mut buffer, PIECE) {
                    Ok(follows) => more = follows,
                    Err(error) => {
                        // The thread that checks the part meets this, unless it ends before.
                        let _ = text.send(Piece::Unreadable(error.to_string()));
                        return Err(Broken::in_part(name, error.to_string()));
                    }
                }
                // The first problem counts, and all parts before it are handed out.
                if self.broken.load(Ordering::Relaxed) <= at {
                    return Ok(());
                }
                if patience() == Patience::Leave {
                    return Err(Broken::Stopped);
                }
                let held = self.window.hold(buffer, &mut patience).ok_or(Broken::Stopped)?;
                // A thread that needs no more of its part does not listen any longer.
                let _ = text.send(Piece::Text(held));
            }
            let _ = text.send(Piece::End);
        }
        parts.finish().map_err(Broken::Problem)
    }
}

/// The text of a part, piece by piece.
struct Pieces {
    pieces: Receiver<Piece>,
    held: Option<Held>,
    read: usize,
    ended: bool,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Pieces {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while !self.ended && self.held.as_ref().is_none_or(|held| self.read == held.bytes().len()) {
            (self.held, self.read) = (None, 0);
            match self.pieces.recv() {
                Ok(Piece::Text(held)) => self.held = Some(held),
                Ok(Piece::End) => self.ended = true,
                Ok(Piece::Unreadable(problem)) => return Err(io::Error::other(problem)),
                Err(_) => return Err(io::Error::other("it was given up")),
            }
        }
        Ok(self.held.as_ref().map_or(&[], |held| &held.bytes()[self.read..]))
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}
