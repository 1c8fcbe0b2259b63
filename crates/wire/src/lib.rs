//! What crosses the border between sixfold and a program: requests, events, results, scenes and tables of families and
//! engines, as serde types with a JSON Schema.
//!
//! There is one definition for the command line's `--json`, a server, a browser and Python, so that they cannot drift
//! apart. The types are data only: they know neither files nor clocks, and they decide nothing. `From` makes them from
//! the library's own values; what only a front end knows, such as a preset or the path of a proof, is a public field:
//!
//! ```
//! # use sixfold_solver::{REGISTRY, Request, Run, solve};
//! use sixfold_wire::{Line, SolveResult};
//! # let text = "magic 1\n?\n";
//! # let request = Request { text, engine: None, prove: false, settings: &[] };
//! # let report = solve(REGISTRY, &request, &Run::unlimited())?;
//! let preset = Some("magic/1".to_owned());
//! let result = SolveResult { preset, ..SolveResult::from(&report) };
//! print!("{}", Line::from(result));
//! # Ok::<(), sixfold_solver::SessionError>(())
//! ```
//!
//! Invariant (schema 1): a field that was printed once keeps its name, its type, and whether it is null or absent where
//! there is no value. New fields are additions; a reader ignores what it does not know. `docs/json.md` and
//! `docs/schema.json` are made from the types.

#![forbid(unsafe_code)]

mod board_request;
mod event;
mod family;
mod line;
mod named;
mod number;
mod page_request;
mod read;
mod request;
mod results;
mod scene;
mod schema;
mod setting;
mod verdict;

pub use board_request::{CheckRequest, DrawRequest, PictureFormat, ThemeName, TransformRequest};
pub use event::{Begin, Bound, End, Failure, Improved, Progress, Verb};
pub use family::{
    AnswerKind, Engine, Family, Format, Maker, OptionKind, OptionRow, Outside, Power, Role, Term,
    Trainer,
};
pub use line::{Line, SCHEMA};
pub use named::Named;
pub use number::{Decimal, finite};
pub use page_request::{
    BlankRequest, ListRequest, LookRequest, ProveCheckRequest, RecordsRequest, StrokeRequest,
    TextRequest,
};
pub use request::{
    CountRequest, EnumerateRequest, HintRequest, Limits, MakeRequest, Request, SolveRequest,
};
pub use results::{
    BenchDocument, BenchResult, CampaignBoard, CampaignEstimate, CampaignInterval, CampaignMerged,
    CampaignProblem, CampaignSplit, CampaignStatus, CampaignTime, CampaignUnit, CampaignValue,
    CheckResult, CountEstimate, CountResult, DrawnFile, DrawnPicture, EnumerateResult,
    EnumerateSummary, Facet, FolderResult, HintResult, Lemma, LemmaHolds, LemmaList, LemmaNotShown,
    LookGoal, LookLayer, LookPalette, LookResult, LookWord, MakeResult, PartialBoard, ProofHolds,
    ProofNotFollowed, RecordResult, RecordTotal, RecordVerified, ResultData, RunProblem,
    RunRemoved, RunResult, ScoreResult, ScoreTotal, SolveResult, SweepResult, TextResult,
    TourResult, TrainResult, TransformResult, Unit,
};
pub use scene::{Curve, LegendEntry, Mark, Point, Scene, SceneRole, Swatch};
pub use schema::{line_schema, request_schema, schema};
pub use setting::{Setting, pairs};
pub use verdict::{
    Breakdown, BreakdownPart, Cell, Claim, HintKind, Objective, Outcome, Scope, Violation, Whole,
};
