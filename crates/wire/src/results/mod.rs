//! The data of `result` lines, one type for each form.

mod bench;
mod boards;
mod campaign;
mod count;
mod enumerate;
mod look;
mod proofs;
mod records;
mod result_data;
mod runs;
mod solve;
mod texts;

pub use self::bench::{BenchDocument, BenchResult, TourResult};
pub use self::boards::{
    CheckResult, DrawnFile, DrawnPicture, HintResult, MakeResult, TransformResult,
};
pub use self::campaign::{
    CampaignBoard, CampaignEstimate, CampaignInterval, CampaignMerged, CampaignProblem,
    CampaignSplit, CampaignStatus, CampaignTime, CampaignUnit, CampaignValue,
};
pub use self::count::{CountEstimate, CountResult, Facet, SweepResult};
pub use self::enumerate::{EnumerateResult, EnumerateSummary};
pub use self::look::{LookGoal, LookLayer, LookPalette, LookResult, LookWord};
pub use self::proofs::{Lemma, LemmaHolds, LemmaList, LemmaNotShown, ProofHolds, ProofNotFollowed};
pub use self::records::{RecordResult, RecordTotal, RecordVerified, ScoreResult, ScoreTotal};
pub use self::result_data::ResultData;
pub use self::runs::{RunProblem, RunRemoved, RunResult, Unit};
pub use self::solve::{PartialBoard, SolveResult};
pub use self::texts::{FolderResult, TextResult, TrainResult};
