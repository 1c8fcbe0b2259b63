//! How answers are found: engines, the models that turn a family into what an engine eats, and
//! the session that runs an engine and decides what may be claimed.
//!
//! The outside world (clock, deadline, stop flag, seed, threads, event sink, checkpoint) reaches engines only
//! through [`Run`]. Nothing here prints, exits or reads the environment.

#![forbid(unsafe_code)]

pub mod answer;
mod anytime;
pub mod benchmark;
pub mod certificate;
pub mod claim;
pub mod deduction;
pub mod engine;
pub mod families;
pub mod hint;
pub mod job;
pub mod lemma;
pub mod make;
pub mod maker;
mod proof_parts;
pub mod registry;
pub mod session;
pub mod specimen;
pub mod train;
pub mod trainer;
pub mod zoo;

pub(crate) use sixfold_search::{balance, beam, cover, frontier, portfolio, random, sat, sums};
pub use sixfold_search::{checkpoint, options, run, units};

pub use answer::{Answer, Counted, Facet, Figures, Refutation};
pub use certificate::{
    Certificate, Certificates, DimacsExchange, Outline, ProofStatement, Section,
};
pub use checkpoint::{Aim, Checkpoint, Identity, Listing, Never};
pub use claim::{Claim, Finding, Outcome};
pub use engine::{
    Count, Engine, EngineRow, Power, Prepared, Role, Solve, Tally, Task, TypedEngine, Visit,
    VisitEnd, Visitor,
};
pub use families::REGISTRY;
pub use hint::{Hint, HintKind, HintReport, Hinted, hint};
pub use lemma::{Lemma, LemmaError, Shown};
pub use make::{MakeReport, MakeRequest, make};
pub use maker::Maker;
pub use options::{OptionError, OptionKind, OptionRow, Options, OutsideName, Scope};
pub use registry::{Registration, Registry};
pub use run::{
    Budget, Charge, Clock, Done, Event, Gauge, Halt, Nowhere, Outside, Progress, Run, Still, Stop,
};
pub use session::{
    CountReport, ListReport, ListedSolution, ProofStatus, Report, Request, SessionError,
    SweepReport, SweepRequest, SweepRow, Work, count, enumerate, identity, refuse_outside, solve,
    sweep,
};
pub use train::{TrainRequest, train};
pub use trainer::{TrainTask, Trained, Trainer};
