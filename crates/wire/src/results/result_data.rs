//! The data of a `result` line, whatever the verb.
//!
//! The verb is in the `begin` line only, so a result is told by its fields. Each type has a required field that the
//! types after it in [`ResultData::deserialize`] lack, or lacks one that those before it require.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde_json::Value;
use sixfold_solver::ProofCheck;

use super::bench::{BenchResult, TourResult};
use super::boards::{
    CheckResult, DrawnFile, DrawnPicture, HintResult, MakeResult, TransformResult,
};
use super::campaign::{
    CampaignEstimate, CampaignMerged, CampaignSplit, CampaignStatus, CampaignUnit,
};
use super::count::{CountResult, SweepResult};
use super::enumerate::{EnumerateResult, EnumerateSummary};
use super::look::LookResult;
use super::proofs::{LemmaHolds, LemmaList, LemmaNotShown, ProofHolds, ProofNotFollowed};
use super::records::{RecordResult, RecordTotal, RecordVerified, ScoreResult, ScoreTotal};
use super::runs::{RunProblem, RunRemoved, RunResult};
use super::solve::SolveResult;
use super::texts::{FolderResult, TextResult, TrainResult};
use crate::family::Family;
use crate::verdict::Claim;

/// Declares the enum, how each form becomes one, and the order in which forms are tried.
macro_rules! forms {
    ($($(#[doc = $doc:literal])+ $form:ident($type:ty),)+) => {
        /// The data of a result: one form for most verbs, several for some.
        #[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
        #[serde(untagged)]
        pub enum ResultData {
            $($(#[doc = $doc])+ $form(Box<$type>),)+
        }

        $(impl From<$type> for ResultData {
            fn from(result: $type) -> Self {
                Self::$form(Box::new(result))
            }
        })+

        impl<'de> Deserialize<'de> for ResultData {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Value::deserialize(deserializer)?.to_string();
                $(if let Some(result) = attempt::<$type>(&text) {
                    return Ok(result.into());
                })+
                Err(D::Error::custom("it has the fields of no result"))
            }
        }
    };
}

fn attempt<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

forms! {
    /// look.
    Look(LookResult),
    /// campaign split.
    CampaignSplit(CampaignSplit),
    /// campaign work.
    CampaignUnit(CampaignUnit),
    /// campaign status, campaign run.
    CampaignStatus(CampaignStatus),
    /// campaign merge.
    CampaignMerged(CampaignMerged),
    /// campaign estimate.
    CampaignEstimate(CampaignEstimate),
    /// solve, improve, resume.
    Solve(SolveResult),
    /// sweep: one for each value.
    Sweep(SweepResult),
    /// count, resume.
    Count(CountResult),
    /// enumerate: one for each solution.
    Enumerate(EnumerateResult),
    /// enumerate, resume: the last result.
    EnumerateSummary(EnumerateSummary),
    /// make.
    Make(MakeResult),
    /// train.
    Train(TrainResult),
    /// hint.
    Hint(HintResult),
    /// list: one for each family.
    List(Family),
    /// bench: one for each case and metric.
    Bench(BenchResult),
    /// tour: one for each board.
    Tour(TourResult),
    /// check.
    Check(CheckResult),
    /// lemma without a name.
    LemmaList(LemmaList),
    /// lemma with a name, if it holds.
    LemmaHolds(LemmaHolds),
    /// lemma with a name, if it was not shown.
    LemmaNotShown(LemmaNotShown),
    /// prove-check, if the proof holds.
    ProofHolds(ProofHolds),
    /// runs: one for each run.
    Run(RunResult),
    /// runs, where a run cannot be read.
    RunProblem(RunProblem),
    /// runs --remove.
    RunRemoved(RunRemoved),
    /// score: one for each file.
    Score(ScoreResult),
    /// score: the last results, one for each family.
    ScoreTotal(ScoreTotal),
    /// records: one for each record.
    Record(RecordResult),
    /// records --total.
    RecordTotal(RecordTotal),
    /// records verify; records, where a record cannot be read.
    RecordVerified(RecordVerified),
    /// prove-check, if the proof does not hold or was not followed to its end.
    ProofNotFollowed(ProofNotFollowed),
    /// draw into a file.
    DrawnFile(DrawnFile),
    /// draw.
    DrawnPicture(DrawnPicture),
    /// transform.
    Transform(TransformResult),
    /// blank, import, export, completions, man, --help, --version.
    Text(TextResult),
    /// man into a folder.
    Folder(FolderResult),
}

/// What the checker says of a proof.
impl From<ProofCheck> for ResultData {
    fn from(checked: ProofCheck) -> Self {
        match checked {
            ProofCheck::Accepted { steps, reasons, known, bound, scope } => {
                let (claim, scope) = (Claim::Certified, (&scope).into());
                ProofHolds { ok: true, claim, scope, bound, steps, reasons, known }.into()
            }
            ProofCheck::Refused(problem) => ProofNotFollowed::refused(problem).into(),
            ProofCheck::Stopped => ProofNotFollowed::stopped().into(),
        }
    }
}
