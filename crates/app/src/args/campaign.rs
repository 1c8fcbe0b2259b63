//! Arguments of `campaign`, a verb with verbs of its own.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use sixfold_campaign::{CampaignVerb, UnitList};

use super::values::{duration, every, lists, place, setting, size};
use super::{Place, SaveInterval};

/// Arguments of `campaign`.
#[derive(Args, Debug)]
pub(crate) struct Campaign {
    /// What is to be done with it.
    #[command(subcommand)]
    pub(crate) step: CampaignStep,
}

/// What is done with a campaign.
#[derive(Subcommand, Debug)]
pub(crate) enum CampaignStep {
    /// Divide a search into units, and write them into a new folder.
    Split(SplitArguments),
    /// Do some units: go on from their checkpoints, write their results.
    Work(WorkArguments),
    /// Do all units that have no result: on this computer, on a cluster with Slurm, or on several computers.
    Run(RunArguments),
    /// Show which units are done, at work or failed, and how long the others will take.
    Status(FolderArguments),
    /// Check all results and state what they show together.
    Merge(MergeArguments),
    /// Estimate the core hours of a search from some of its units, before it is begun.
    Estimate(EstimateArguments),
}

/// What is asked of the engine.
#[derive(Args, Clone, Debug)]
pub(crate) struct Work {
    /// What is done with each board.
    #[arg(long, value_enum)]
    pub(crate) verb: VerbName,
    /// The engine; the first that fits and divides its work is the default.
    #[arg(long)]
    pub(crate) engine: Option<String>,
    /// Every unit writes a proof, which is checked where it was made.
    #[arg(long)]
    pub(crate) prove: bool,
    /// Set an option of the engine, for a sweep also a setting with a range; may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,
    /// The seed of all randomness; of attempts, the first of several.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The verbs that can be divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum VerbName {
    /// Find a solution, or the best one.
    Solve,
    /// Count the solutions.
    Count,
    /// Count the solutions of the blank board for each value of a setting.
    Sweep,
}

impl From<VerbName> for CampaignVerb {
    fn from(name: VerbName) -> Self {
        match name {
            VerbName::Solve => Self::Solve,
            VerbName::Count => Self::Count,
            VerbName::Sweep => Self::Sweep,
        }
    }
}

/// Arguments of `campaign split`.
#[derive(Args, Debug)]
pub(crate) struct SplitArguments {
    /// The boards, paths or presets; and last the folder of the campaign, new or empty.
    #[arg(required = true, value_name = "FILE… DIR")]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) work: Work,
    /// Cut each board into so many units; attempts: so many seeds.
    #[arg(long, value_name = "N")]
    pub(crate) into: usize,
    /// Make attempts with each of these values of an option, such as width=1000,5000; may be repeated.
    #[arg(long, value_name = "NAME=A,B", value_parser = lists)]
    pub(crate) vary: Vec<(String, Vec<String>)>,
    /// How long each attempt takes.
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
}

/// Arguments of `campaign work`.
#[derive(Args, Debug)]
pub(crate) struct WorkArguments {
    /// The folder of the campaign.
    pub(crate) folder: String,
    /// The units, such as 7, 1-20 or 1-5,9.
    #[arg(value_name = "UNIT")]
    pub(crate) units: UnitList,
    /// How many threads each unit has.
    #[arg(long, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Stop after this time and leave the checkpoint.
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stop when this much memory is in use, such as 500M or 4G.
    #[arg(long, value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// Save the state of a unit at this interval; never: save nothing.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = every)]
    pub(crate) checkpoint_every: SaveInterval,
}

/// Arguments of `campaign run`.
#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    /// The folder of the campaign.
    pub(crate) folder: String,
    /// Where: `local`, `slurm`, or `hosts:FILE` with a line such as 4/user@host for each computer.
    #[arg(long, value_parser = place)]
    pub(crate) on: Place,
    /// How many threads each unit has.
    #[arg(long, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Do only so many of the units, drawn by the seed: `status` then tells what all of them would take.
    #[arg(long, value_name = "N")]
    pub(crate) draw: Option<usize>,
    /// The seed by which units are drawn.
    #[arg(long, default_value_t = 1, requires = "draw")]
    pub(crate) seed: u64,
    /// local: how many units are at work at once [default: all cores]; slurm: how many tasks, at most.
    #[arg(long)]
    pub(crate) workers: Option<usize>,
    /// local, slurm --wait: how often units that failed are tried again.
    #[arg(long, default_value_t = 2)]
    pub(crate) retries: usize,
    /// slurm: wait until the units are done, and submit those again that were lost.
    #[arg(long)]
    pub(crate) wait: bool,
    /// slurm: the partition.
    #[arg(long)]
    pub(crate) partition: Option<String>,
    /// slurm: the account.
    #[arg(long)]
    pub(crate) account: Option<String>,
    /// slurm: the time limit of a task, such as 2:00:00. A unit that is cut off goes on when it is submitted again.
    #[arg(long)]
    pub(crate) time: Option<String>,
    /// slurm: the memory of a task, such as 4G.
    #[arg(long)]
    pub(crate) memory: Option<String>,
    /// slurm: how many units each task does, one after the other.
    #[arg(long, default_value_t = 1)]
    pub(crate) units_per_task: usize,
}

/// Arguments of `campaign status`.
#[derive(Args, Debug)]
pub(crate) struct FolderArguments {
    /// The folder of the campaign.
    pub(crate) folder: String,
}

/// Arguments of `campaign merge`.
#[derive(Args, Debug)]
pub(crate) struct MergeArguments {
    /// The folder of the campaign.
    pub(crate) folder: String,
    /// Do so many units again, or follow their proofs again.
    #[arg(long, default_value_t = 2)]
    pub(crate) sample: usize,
    /// The seed by which these units are drawn.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads each of these units has.
    #[arg(long, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Write the board with the best solution to this file.
    #[arg(long, short)]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `campaign estimate`.
#[derive(Args, Debug)]
pub(crate) struct EstimateArguments {
    /// The board: a path or a preset.
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) work: Work,
    /// Do so many units of the engine.
    #[arg(long, default_value_t = 10)]
    pub(crate) sample: usize,
    /// How long each of them may take.
    #[arg(long, default_value = "1m", value_parser = duration)]
    pub(crate) time: Duration,
    /// Make so many random dives, where the engine has a search tree.
    #[arg(long, default_value_t = 100_000)]
    pub(crate) dives: usize,
}
