//! What a solver derives, written down as LRAT while it works.
//!
//! Clause ids: the formula's clauses are 1, 2, … in their order, whatever the solver calls them;
//! derived clauses follow. A clause that is added after those of the formula must be one that was
//! refuted just before as an assumption, and counts as derived from that. Where the solver's formula is embedded in
//! a larger one, ids and variables are those of the larger one. The solvers of a team take the ids of derived clauses from
//! one counter, and a clause of another solver keeps its id. The log knows nothing about checking.

// Only CaDiCaL writes into a log.
#![cfg_attr(not(feature = "cadical"), allow(dead_code))]

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "cadical")]
use cadical_sys::ProofTracer;

use super::embedding::Embedding;
use super::formula::Formula;

/// The longest clause that a solver of a team gives to others.
const LONGEST: usize = 12;

/// Why a proof is not whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortfall {
    /// It is larger than the option `proof-mib` allows.
    Size,
    /// It could not be written.
    Write(io::ErrorKind),
    /// The solver derived a clause that does not follow from the formula.
    Unsound,
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str("the proof is larger than the option proof-mib allows"),
            Self::Write(kind) => write!(f, "the proof cannot be written: {kind}"),
            Self::Unsound => f.write_str("the solver made a step that cannot be checked"),
        }
    }
}

/// How a proof was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Derived clauses and deletions.
    pub steps: u64,
    /// Bytes before compression.
    pub bytes: u64,
    /// Why the proof is not whole, if it is not.
    pub shortfall: Option<Shortfall>,
}

impl Written {
    /// Keeps the first reason.
    fn fail(&mut self, shortfall: Shortfall) {
        self.shortfall.get_or_insert(shortfall);
    }
}

/// What the log of a solver keeps for the others of its team.
#[derive(Default)]
struct TeamLog {
    /// The id of the clause that the solver gets next from another one.
    importing: Option<u64>,
    /// The last clause that was added after those of the formula.
    last_added: u64,
    /// Short clauses that were learned since the last call, with their ids.
    learned: Vec<(u64, Vec<i32>)>,
    /// Clauses that must not be deleted: others have them.
    shared: HashSet<u64>,
    /// The text that is not written down yet, and its steps.
    text: Vec<u8>,
    steps: u64,
}

struct LogState {
    sink: Box<dyn Write>,
    limit: u64,
    written: Written,
    /// The solver's ids, ours.
    ids: HashMap<i64, u64>,
    /// The next of the formula's clauses, and the next derived one.
    next_original: u64,
    originals: u64,
    next_derived: Arc<AtomicU64>,
    /// What other solvers of the formula need, if there may be any.
    team: Option<TeamLog>,
    /// The larger formula that the proof is about, if there is one.
    embedding: Option<Embedding>,
    /// The clause that says that the last assumption cannot be.
    refuted: u64,
    /// Clauses that the solver has put aside and may take back.
    aside: HashSet<i64>,
    keeps_aside: bool,
    /// Whether the empty clause is derived. Nothing can follow that.
    ended: bool,
    line: Vec<u8>,
}

/// A proof in the making; clones write into the same.
#[derive(Clone)]
pub struct ProofLog(Rc<RefCell<LogState>>);

impl ProofLog {
    /// A proof about a formula, which goes into a sink up to so many bytes. Where a clause of the
    /// formula is empty, it is refuted as it is, and nothing is written.
    fn new(sink: Box<dyn Write>, limit: u64, formula: &Formula) -> Self {
        let written = Written::default();
        let (ids, line) = (HashMap::new(), Vec::new());
        let originals = formula.len() as u64;
        let state = LogState {
            sink,
            limit,
            written,
            ids,
            next_original: 1,
            originals,
            next_derived: Arc::new(AtomicU64::new(originals + 1)),
            team: None,
            embedding: None,
            refuted: 0,
            aside: HashSet::new(),
            keeps_aside: false,
            ended: formula.clauses().any(<[_]>::is_empty),
            line,
        };
        Self(Rc::new(RefCell::new(state)))
    }

    /// A proof that begins with some comment lines.
    ///
    /// # Errors
    /// If it cannot be written; the message says why.
    pub fn with_header(
        mut sink: Box<dyn Write>,
        limit: u64,
        header: &str,
        formula: &Formula,
    ) -> Result<Self, String> {
        super::writes_proofs()?;
        let written = sink.write_all(header.as_bytes());
        written.map_err(|error| format!("the proof cannot be written: {error}"))?;
        Ok(Self::new(sink, limit, formula))
    }

    /// A proof about a larger formula, in which the solver's one is embedded. It begins with the steps of the embedding.
    ///
    /// # Errors
    /// If it cannot be written; the message says why.
    pub fn within(
        sink: Box<dyn Write>,
        limit: u64,
        embedding: &Embedding,
        formula: &Formula,
    ) -> Result<Self, String> {
        let log = Self::with_header(sink, limit, &embedding.steps, formula)?;
        let mut state = log.0.borrow_mut();
        state.written.steps += embedding.derived;
        state.written.bytes += embedding.steps.len() as u64;
        state.next_derived = Arc::new(AtomicU64::new(embedding.last() + 1));
        state.embedding = Some(embedding.clone());
        drop(state);
        Ok(log)
    }

    /// The log of one solver of a team, which takes ids from the counter of the team. Its text waits to be taken.
    ///
    /// # Errors
    /// If this build writes no proofs.
    pub(super) fn of_team(
        next_id: &Arc<AtomicU64>,
        embedding: Option<&Embedding>,
        formula: &Formula,
    ) -> Result<Self, String> {
        let log = Self::with_header(Box::new(io::sink()), u64::MAX, "", formula)?;
        {
            let mut state = log.0.borrow_mut();
            state.next_derived = Arc::clone(next_id);
            state.embedding = embedding.cloned();
            state.team = Some(TeamLog::default());
            state.keeps_aside = true;
        }
        Ok(log)
    }

    /// The next clause that is added comes from another solver of the team, and has this id.
    pub(super) fn import(&self, id: u64) {
        self.of_this_team(|team| team.importing = Some(id));
    }

    /// The id of the last clause that was added after those of the formula.
    pub(super) fn last_added(&self) -> u64 {
        self.of_this_team(|team| team.last_added)
    }

    /// The short clauses that were learned since the last call. Their steps must have been taken before.
    pub(super) fn take_learned(&self) -> Vec<(u64, Vec<i32>)> {
        self.of_this_team(|team| std::mem::take(&mut team.learned))
    }

    /// The text since the last call, the number of its steps, and why the proof is not whole, if it is not.
    pub(super) fn take_text(&self) -> (Vec<u8>, u64, Option<Shortfall>) {
        let (text, steps) = self
            .of_this_team(|team| (std::mem::take(&mut team.text), std::mem::take(&mut team.steps)));
        (text, steps, self.0.borrow().written.shortfall)
    }

    /// Whether the empty clause is derived.
    pub(super) fn has_ended(&self) -> bool {
        self.0.borrow().ended
    }

    fn of_this_team<T: Default>(&self, with: impl FnOnce(&mut TeamLog) -> T) -> T {
        self.0.borrow_mut().team.as_mut().map_or_else(T::default, with)
    }

    /// Clauses that the solver puts aside are kept, since it will be asked more than once and may take
    /// them back.
    pub fn keep_aside(&self) {
        self.0.borrow_mut().keeps_aside = true;
    }

    /// Finishes the proof and tells how it went.
    pub fn finish(&self) -> Written {
        let mut state = self.0.borrow_mut();
        if let Err(error) = state.sink.flush() {
            state.written.fail(Shortfall::Write(error.kind()));
        }
        state.written
    }
}

impl LogState {
    /// The solver may derive clauses before it has seen the whole formula, so the two kinds are
    /// counted apart.
    fn original(&mut self, id: i64, clause: &[i32]) {
        if self.next_original > self.originals {
            if let Some(team) = &mut self.team
                && let Some(given) = team.importing.take()
            {
                team.shared.insert(given);
                self.ids.insert(id, given);
                return;
            }
            let refuted = self.refuted as i64;
            self.derivation(id, clause, |_| vec![refuted]);
            let added = self.known(id);
            if let Some(team) = &mut self.team {
                team.last_added = added;
                team.shared.insert(added);
            }
            return;
        }
        let place = self.next_original as usize - 1;
        let ours = self.embedding.as_ref().map_or(self.next_original, |it| it.ids[place]);
        self.ids.insert(id, ours);
        self.next_original += 1;
    }

    /// Writes down a derived clause with what it follows from.
    fn derivation(&mut self, id: i64, clause: &[i32], hints: impl Fn(&Self) -> Vec<i64>) {
        let ours = self.derived(id);
        if self.ended {
            return;
        }
        self.ended = clause.is_empty();
        self.push(ours as i64);
        for &literal in clause {
            let name = self.embedding.as_ref().map_or(literal, |it| it.name(literal));
            self.push(name.into());
        }
        self.push(0);
        hints(self).into_iter().for_each(|hint| self.push(hint));
        self.push(0);
        self.end_line();
    }

    fn derived(&mut self, id: i64) -> u64 {
        let ours = self.next_derived.fetch_add(1, Ordering::Relaxed);
        self.ids.insert(id, ours);
        ours
    }

    /// Our id of a clause; 0, which no checker accepts, if the solver names one that is not there.
    fn known(&self, id: i64) -> u64 {
        self.ids.get(&id).copied().unwrap_or(0)
    }

    fn hints(&self, antecedents: &[i64]) -> Vec<i64> {
        antecedents.iter().map(|&antecedent| self.known(antecedent) as i64).collect()
    }

    fn push(&mut self, number: i64) {
        // Writing into a vector cannot fail.
        let _ = write!(self.line, "{number} ");
    }

    fn end_line(&mut self) {
        self.line.pop();
        self.line.push(b'\n');
        self.written.steps += 1;
        self.written.bytes += self.line.len() as u64;
        if let Some(team) = &mut self.team {
            team.text.append(&mut self.line);
            team.steps += 1;
            return;
        }
        if self.written.bytes > self.limit {
            self.written.fail(Shortfall::Size);
        }
        if self.written.shortfall.is_none()
            && let Err(error) = self.sink.write_all(&self.line)
        {
            self.written.fail(Shortfall::Write(error.kind()));
        }
        self.line.clear();
    }
}

#[cfg(feature = "cadical")]
impl ProofTracer for ProofLog {
    fn add_original_clause(&mut self, id: i64, _: bool, clause: &[i32], restored: bool) {
        let mut state = self.0.borrow_mut();
        match restored {
            true => _ = state.aside.remove(&id),
            false => state.original(id, clause),
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        redundant: bool,
        witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        let mut state = self.0.borrow_mut();
        let over = state.ended;
        // A clause with a witness does not follow; we switch off what would make one.
        if witness != 0 {
            state.written.fail(Shortfall::Unsound);
        }
        state.derivation(id, clause, |state| state.hints(antecedents));
        let (short, ours) = ((1..=LONGEST).contains(&clause.len()), state.known(id));
        if let Some(team) = state.team.as_mut().filter(|_| short && !over)
            && (redundant || clause.len() == 1)
        {
            team.learned.push((ours, clause.to_vec()));
            team.shared.insert(ours);
        }
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        let mut state = self.0.borrow_mut();
        if state.ended || state.aside.contains(&id) {
            return;
        }
        let ours = state.known(id);
        state.ids.remove(&id);
        let last = state.next_derived.load(Ordering::Relaxed) as i64 - 1;
        let originals = state.embedding.as_ref().map_or(state.originals, Embedding::last);
        if let Some(team) = &state.team
            && (ours <= originals || team.shared.contains(&ours))
        {
            return;
        }
        state.push(last);
        state.line.extend_from_slice(b"d ");
        state.push(ours as i64);
        state.push(0);
        state.end_line();
    }

    fn weaken_minus(&mut self, id: i64, _: &[i32]) {
        let mut state = self.0.borrow_mut();
        if state.keeps_aside {
            state.aside.insert(id);
        }
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        let mut state = self.0.borrow_mut();
        state.derivation(id, clause, |state| state.hints(antecedents));
        state.refuted = state.known(id);
    }

    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}
