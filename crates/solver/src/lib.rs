//! How answers are found: engines, the models that turn a family into what an engine eats, and
//! the session that runs an engine and decides what may be claimed.
//!
//! The outside world (clock, deadline, stop flag, seed, threads, event sink, checkpoint) reaches engines only
//! through [`Run`]. Nothing here prints, exits or reads the environment.

#![forbid(unsafe_code)]

pub mod benchmark;
pub mod claim;
pub mod deduction;
pub mod engine;
pub mod families;
pub mod hint;
pub mod lemma;
pub mod make;
pub mod session;
pub mod specimen;
pub mod train;
pub mod zoo;

pub(crate) use sixfold_search::{balance, beam, cover, frontier, random, sat, sums};
pub use sixfold_search::{checkpoint, options, run, units};

pub use checkpoint::{Aim, Checkpoint, Identity, Never};
pub use claim::{Claim, Outcome};
pub use engine::{Answer, Counted, Engine, Facet, Figures, Power, Refutation, Role, Tally, Task};
pub use families::{Registration, engines, registration};
pub use hint::{Hint, HintKind, HintReport, Hinted, hint};
pub use lemma::{Lemma, LemmaError, Shown};
pub use make::{MakeReport, MakeRequest, Maker, make};
pub use options::{OptionKind, OptionRow, Options, Scope};
pub use run::{Clock, Event, Halt, Nowhere, Outside, Run, Still};
pub use session::{
    CountReport, Report, Request, SessionError, SweepReport, SweepRequest, SweepRow, count,
    identity, solve, sweep,
};
pub use train::{TrainRequest, TrainTask, Trained, Trainer, train};
