//! A refutation by several solvers of one formula, with one proof.
//!
//! Where threads are left over, they join a thread that refutes a formula, each with a solver of its own. The solvers
//! give each other short learned clauses, and so are done sooner than one. What they derive is one proof: ids of
//! clauses come from one counter, and a solver writes its steps down before it gives a clause away, so every step comes
//! after those that it needs.
//!
//! Invariant: no solver deletes a clause of the formula, nor one that it was given or has given away: others may need
//! it. Nothing follows the empty clause.
//!
//! Which thread finds what first is chance, so the proof is not the same from run to run. The checker accepts it or
//! does not.
//!
//! Reference: Heule, Manthey and Philipp, "Validating Unsatisfiability Results of Clause Sharing Parallel SAT Solvers",
//! 2014.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::embedding::Embedding;
use super::formula::{Formula, Lit};
use super::model::{Sat, Verdict};
use super::outcome::{Refuted, Unproved};
use super::pool::ClausePool;
use super::proof::{ProofLog, Shortfall};
use super::proving;
use crate::run::{Halt, Run};

/// How many solvers a formula may have.
const MOST: usize = 4;
/// Conflicts between two exchanges.
const EXCHANGED: u64 = 2_000;

/// Where the solvers of a team write.
pub(super) type TeamSink = Arc<Mutex<dyn Write + Send>>;

/// The proof of a team so far.
struct Text {
    sink: TeamSink,
    steps: u64,
    bytes: u64,
    most: u64,
    /// How the refutation ended, if it has.
    ended: Option<Refuted>,
}

/// One formula, and what its solvers share.
pub(super) struct Team {
    formula: Formula,
    embedding: Option<Embedding>,
    /// What is shown on the way.
    facts: Vec<Lit>,
    next_id: Arc<AtomicU64>,
    members: AtomicUsize,
    pool: Mutex<ClausePool<u64>>,
    /// The ids of the facts that are shown, in their order.
    shown: Mutex<Vec<u64>>,
    text: Mutex<Text>,
    over: AtomicBool,
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Team {
    pub(super) fn new(
        formula: &Formula,
        embedding: Option<&Embedding>,
        facts: &[Lit],
        sink: TeamSink,
        most: u64,
    ) -> Self {
        let last = embedding.map_or(formula.len() as u64, Embedding::last);
        let text = Text { sink, steps: 0, bytes: 0, most, ended: None };
        Self {
            formula: formula.clone(),
            embedding: embedding.cloned(),
            facts: facts.to_vec(),
            next_id: Arc::new(AtomicU64::new(last + 1)),
            members: AtomicUsize::new(0),
            pool: Mutex::default(),
            shown: Mutex::default(),
            text: Mutex::new(text),
            over: AtomicBool::new(false),
        }
    }

    /// Whether another solver would help.
    fn has_room(&self) -> bool {
        let begun = locked(&self.pool).end() > 0;
        begun && self.members.load(Ordering::Relaxed) < MOST && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Refutes the formula as the first solver; how that ended, and the number of steps.
    pub(super) fn lead(&self, run: &Run<'_>) -> Result<(Refuted, u64), Unproved> {
        if let Some(embedding) = &self.embedding {
            self.write(embedding.steps.as_bytes(), embedding.derived, None);
        }
        let worked = self.work(run);
        self.over.store(true, Ordering::Relaxed);
        let text = locked(&self.text);
        match text.ended {
            Some(refuted) => Ok((refuted, text.steps)),
            None => Err(worked.err().unwrap_or(Unproved::Failed(UNENDED.to_owned()))),
        }
    }

    /// Writes text down unless the refutation has ended, and perhaps ends it.
    fn write(&self, bytes: &[u8], steps: u64, ended: Option<Refuted>) {
        let mut text = locked(&self.text);
        if text.ended.is_some() {
            return;
        }
        let written = locked(&text.sink).write_all(bytes);
        text.steps += steps;
        text.bytes += bytes.len() as u64;
        text.ended = match (written, ended) {
            (Err(error), _) => Some(Refuted::Cut(Shortfall::Write(error.kind()))),
            (Ok(()), Some(Refuted::Not)) => Some(Refuted::Not),
            _ if text.bytes > text.most => Some(Refuted::Cut(Shortfall::Size)),
            (Ok(()), Some(Refuted::Whole(_))) => Some(Refuted::Whole(text.bytes)),
            (Ok(()), other) => other,
        };
        if text.ended.is_some() {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// Works as one of the solvers until the refutation has ended, or the run is stopped.
    fn work(&self, run: &Run<'_>) -> Result<(), Unproved> {
        let member = self.members.fetch_add(1, Ordering::Relaxed);
        let own = &run.shared(&self.over);
        let log = ProofLog::of_team(&self.next_id, self.embedding.as_ref(), &self.formula);
        let log = log.map_err(Unproved::Homeless)?;
        let mut backend = proving(own, log.clone());
        backend.add(&self.formula);
        let (mut seen, mut facts) = (0, 0);
        let flush = |ended: Option<Refuted>| {
            let (bytes, steps, problem) = log.take_text();
            let whole = log.has_ended().then_some(Refuted::Whole(0));
            self.write(&bytes, steps, problem.map(Refuted::Cut).or(ended).or(whole));
        };
        while !self.is_over() {
            let given: Vec<(u64, Vec<Lit>)> = {
                let pool = locked(&self.pool);
                let others = pool.others(member, seen).map(|(id, clause)| (id, clause.to_vec()));
                let others = others.collect();
                seen = pool.end();
                others
            };
            let shown: Vec<u64> = locked(&self.shown)[facts..].to_vec();
            // Those that this solver has shown are counted already.
            let fact = |id| {
                facts += 1;
                (id, vec![self.facts[facts - 1]])
            };
            for (id, clause) in given.into_iter().chain(shown.into_iter().map(fact)) {
                log.import(id);
                backend.clause(&clause);
            }
            let fact = self.facts.get(facts).copied();
            let assumed: Vec<Lit> = fact.iter().map(|fact| -fact).collect();
            let said = backend.solve(&assumed, Some(EXCHANGED));
            match said {
                Sat::Done(Verdict::Limit) => flush(None),
                Sat::Done(Verdict::Satisfiable) => flush(Some(Refuted::Not)),
                Sat::Done(Verdict::Unsatisfiable) => match fact {
                    None => flush(Some(Refuted::Whole(0))),
                    Some(fact) => {
                        backend.clause(&[fact]);
                        flush(None);
                        let mut shown = locked(&self.shown);
                        // Another solver may have shown it at the same time.
                        if shown.len() == facts {
                            shown.push(log.last_added());
                        }
                        facts += 1;
                    }
                },
                Sat::Halted(_) if self.is_over() => {}
                Sat::Halted(halt) => return Err(Unproved::Halted(halt)),
                Sat::Failed(problem) => return Err(Unproved::Failed(problem)),
            }
            locked(&self.pool).give(member, log.take_learned());
        }
        Ok(())
    }
}

/// What is said if a refutation ends without a result.
const UNENDED: &str = "a refutation has no end";

/// How long a thread waits before it looks for a team again.
const PATIENCE: Duration = Duration::from_millis(10);

/// The teams at work, for threads that have nothing else to do.
#[derive(Default)]
pub(super) struct Desk(Mutex<Vec<Arc<Team>>>, Condvar);

impl Desk {
    /// Leads a team that others may join.
    pub(super) fn lead(&self, team: Team, run: &Run<'_>) -> Result<(Refuted, u64), Unproved> {
        let team = Arc::new(team);
        locked(&self.0).push(Arc::clone(&team));
        let ended = team.lead(run);
        locked(&self.0).retain(|other| !Arc::ptr_eq(other, &team));
        ended
    }

    /// Joins the team with the fewest solvers. If none needs one, waits a little: a team that begins has nothing to give.
    pub(super) fn help(&self, run: &Run<'_>) -> Result<(), Halt> {
        let teams = locked(&self.0);
        let open = teams.iter().filter(|team| team.has_room());
        let fewest = open.min_by_key(|team| team.members.load(Ordering::Relaxed)).cloned();
        let Some(team) = fewest else {
            drop(self.1.wait_timeout(teams, PATIENCE));
            return Ok(());
        };
        drop(teams);
        match team.work(run) {
            Err(Unproved::Halted(halt)) => Err(halt),
            // The leader has the same problem, and says so.
            _ => Ok(()),
        }
    }
}
