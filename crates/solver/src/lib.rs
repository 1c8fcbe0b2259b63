//! How answers are found: engines, the models that turn a family into what an engine eats, and
//! the session that runs an engine and decides what may be claimed.
//!
//! A front end starts a [`job`] and listens to it. Programs that have no use for events ask a session directly:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use sixfold_solver::{REGISTRY, Request, Run, Tally, count, solve};
//!
//! let stop = AtomicBool::new(false);
//! let text = "hexiom 2\n . .\n1 . 1\n . .\n";
//! let request = Request { text, engine: None, prove: false, settings: &[] };
//! // Solve: the solution was verified from its own text.
//! let report = solve(REGISTRY, &request, &Run::alone(1, &stop))?;
//! assert!(report.solution().is_some());
//! // Count: all of them, and what may be claimed about that.
//! let counted = count(REGISTRY, &request, &Tally::default(), &Run::alone(1, &stop))?;
//! assert_eq!(counted.words(), "12 solutions, 2 up to symmetry: complete count");
//! # Ok::<(), sixfold_solver::SessionError>(())
//! ```
//!
//! A proof needs a place, which the [`Outside`] of a run offers; here a buffer. What was written is checked by the
//! session before it says so, and can be checked again by anyone:
//!
//! ```
//! use std::io::{BufRead, Cursor, Write};
//! use std::sync::atomic::AtomicBool;
//! use std::sync::{Arc, Mutex};
//! use sixfold_solver::{Claim, Outside, ProofCheck, REGISTRY, Request, Run, check_proof, solve};
//!
//! #[derive(Clone, Default)]
//! struct Buffer(Arc<Mutex<Vec<u8>>>);
//! impl Write for Buffer {
//!     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
//!         self.0.lock().unwrap().write(bytes)
//!     }
//!     fn flush(&mut self) -> std::io::Result<()> {
//!         Ok(())
//!     }
//! }
//! impl Outside for Buffer {
//!     fn write_proof(&self) -> Result<Box<dyn Write>, String> {
//!         Ok(Box::new(self.clone()))
//!     }
//!     fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
//!         Ok(Box::new(Cursor::new(self.0.lock().unwrap().clone())))
//!     }
//! }
//!
//! // Level 8 of Hexiom with one lock too many.
//! let text = "hexiom 3\n4 1 4\n1 +. . 1\n4 . 6 . 4\n1 . . 1\n4 1 4\n";
//! let request = Request { text, engine: None, prove: true, settings: &[] };
//! let (stop, proof) = (AtomicBool::new(false), Buffer::default());
//! let report = solve(REGISTRY, &request, &Run { outside: &proof, ..Run::alone(1, &stop) })?;
//! assert_eq!(report.claim(), Claim::Certified);
//! let checked = check_proof(REGISTRY, text, &mut *proof.read_proof().unwrap(), &mut || false)?;
//! assert!(matches!(checked, ProofCheck::Accepted { .. }));
//! # Ok::<(), sixfold_solver::SessionError>(())
//! ```
//!
//! The outside world (clock, deadline, stop flag, seed, threads, event sink, checkpoint) reaches engines only
//! through [`Run`]. Nothing here prints, exits or reads the environment.

#![forbid(unsafe_code)]

mod answer;
mod anytime;
pub mod benchmark;
mod certificate;
mod claim;
mod deduction;
mod division;
mod engine;
pub mod families;
mod hint;
pub mod job;
mod known_families;
mod lemma;
mod listed;
mod make;
mod maker;
mod proof_parts;
mod registry;
mod session;
mod specimen;
mod train;
mod trainer;
mod visit;
pub mod zoo;

/// What a host needs to keep the state of runs.
pub mod storage {
    pub use sixfold_search::checkpoint::{Files, Found, InMemory, Saved, Store, newest};
    pub use sixfold_search::units::{Entry, Ledger};
}

pub use sixfold_search::nearest::{did_you_mean, nearest};
pub(crate) use sixfold_search::{
    balance, beam, checkpoint, cover, frontier, options, portfolio, random, run, sat, sums, units,
};

pub use answer::{Answer, Counted, Estimate, Facet, Figures, PartialWitness, Refutation};
pub use certificate::{
    Certificate, Certificates, Decode, DimacsExchange, Fact, Known, Outline, ProofStatement,
    Section, Shows,
};
pub use checkpoint::{Aim, Checkpoint, Identity, Listing, Never, Tally};
pub use claim::{Claim, Finding, Outcome, PartialBoard};
pub use deduction::{Hint, HintKind, Hinted};
pub use division::{Division, NameUnits, SampleTree};
pub use engine::{
    Count, Engine, EngineRow, GiveHint, Power, Prepared, Role, Searched, Solve, Task, TypedEngine,
    Visit, VisitEnd, Visitor,
};
pub use hint::{HintReport, hint};
pub use known_families::REGISTRY;
pub use lemma::{Lemma, LemmaError, Shown};
pub use make::{MakeReport, MakeRequest, make};
pub use maker::{Made, MakeTask, Maker, Solvable, Unmade};
pub use options::{OptionError, OptionKind, OptionRow, Options, OutsideName, Scope};
pub use registry::{Registration, Registry, UsualTime};
pub use run::{
    Budget, Charge, Clock, Done, Event, Gauge, Halt, Nowhere, Outside, Progress, Run, Still, Stop,
};
pub use session::{
    CountReport, Cut, Follower, Heading, Incumbent, ListReport, ListedSolution, MAX_TEXT,
    MOST_VALUES, Preview, ProofCheck, ProofStatus, Reply, Report, Request, SessionError, Start,
    SweepReport, SweepRequest, SweepRow, Work, check_proof, check_proof_in_threads, count, cut,
    decode, dimacs, enumerate, follow_proof, identity, improver, preview, refuse_outside,
    sample_tree, solve, sweep,
};
pub use sixfold_checker::Step;
pub use specimen::Specimen;
pub use train::{TrainRequest, train};
pub use trainer::{TrainTask, Trained, Trainer};
