//! Command line of the program, as clap derive structs: one struct per verb.
//!
//! Help, completions and manual pages are generated from the doc comments here.

mod boards;
mod campaign;
mod values;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Command, FromArgMatches as _, Parser, Subcommand};

pub(crate) use self::boards::{Blank, Check, Draw, Export, Import, List, ThemeName, Transform};
pub(crate) use self::campaign::{
    Campaign, CampaignStep, EstimateArguments, MergeArguments, RunArguments, SplitArguments,
    WorkArguments,
};
use self::values::{duration, every, numbers, setting, size};

/// A workbench for combinatorial puzzles on hexagonal grids: find it, prove it, draw it.
#[derive(Parser, Debug)]
#[command(name = "sixfold", version, about, max_term_width = 100, after_help = sixfold_service::EXAMPLES)]
pub(crate) struct Arguments {
    /// The subcommand.
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) globals: Globals,
}

/// What every verb takes.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Globals {
    /// Print one JSON object per line instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print no progress and no remarks.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

impl Arguments {
    /// Reads the words of a command line, the name of the program first.
    ///
    /// The definitions of all verbs are more than half of the work of a short run. So a line that begins with a usual verb is
    /// read with the definition of that one alone; if that fails, or asks for help, all of them are at hand for the message.
    pub(crate) fn parse_words(words: &[OsString]) -> Result<Self, clap::Error> {
        let verb = words.get(1).and_then(|word| word.to_str());
        let matches = verb.and_then(alone).and_then(|alone| alone.try_get_matches_from(words).ok());
        match matches.map(|matches| Self::from_arg_matches(&matches)) {
            Some(Ok(arguments)) => Ok(arguments),
            _ => Self::try_parse_from(words),
        }
    }
}

type Define = fn(Command) -> Command;
/// The verbs that are quick, with their definitions.
const QUICK: [(&str, Define); 5] = [
    ("check", Check::augment_args),
    ("count", Count::augment_args),
    ("draw", Draw::augment_args),
    ("list", List::augment_args),
    ("solve", Solve::augment_args),
];

/// The program with one of the quick verbs.
fn alone(verb: &str) -> Option<Command> {
    let (name, define) = QUICK.iter().find(|(name, _)| *name == verb)?;
    let program = Globals::augment_args(Command::new("sixfold")).subcommand_required(true);
    Some(program.subcommand(define(Command::new(*name))))
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Find a solution, verified before it is printed.
    Solve(Solve),
    /// Improve the solution in a file, with the best engine for that; never make it worse.
    Improve(Solve),
    /// Count the solutions, all images counted.
    Count(Count),
    /// Print all solutions one after the other, each as it is found.
    Enumerate(Enumerate),
    /// Count the solutions of the blank board for each value of a setting, as a table.
    Sweep(Sweep),
    /// Make a puzzle.
    Make(Make),
    /// Learn the weights of a search heuristic from random boards.
    Train(Train),
    /// Show a value that a partly filled puzzle forces, with the reason.
    Hint(Hint),
    /// Check a stored proof that a puzzle has no solution, or no other, without any solver.
    ProveCheck(ProveCheck),
    /// List the lemmas that proofs rely on, or prove one again and check the proof.
    Lemma(Lemma),
    /// Check a board against the rules, and list every broken rule.
    Check(Check),
    /// Draw a board in the terminal, or as SVG or PNG, or its moves as GIF.
    Draw(Draw),
    /// Write a blank board of a family.
    Blank(Blank),
    /// Rotate or reflect a board, with its solution if it has one, or bring it into its canonical form.
    Transform(Transform),
    /// List the families, or the presets, rules, engines and options of one.
    List(List),
    /// Convert a foreign format to the text format of sixfold.
    Import(Import),
    /// Convert the text format of sixfold to a foreign format.
    Export(Export),
    /// Measure time and memory of benchmark cases, against baselines and earlier runs.
    Bench(Bench),
    /// List the project's best results, or verify them all.
    Records(Records),
    /// Score boards as the contests did, against the best known ones.
    Score(Score),
    /// List the interrupted runs that can be resumed, or show one.
    Runs(Runs),
    /// Resume an interrupted run.
    Resume(Resume),
    /// See everything once: check, solve and draw boards of every family into a gallery.
    Tour(Tour),
    /// Serve the workbench as a page for the browser, on this computer.
    Serve(Serve),
    /// Divide a search among machines: split, work, merge, and be sure of the result.
    Campaign(Campaign),
    /// Print a completion script for a shell.
    Completions(Completions),
    /// Print the manual page.
    Man(Man),
}

/// Engine, limits, seed and settings of a run.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunOptions {
    /// The engine; `sixfold list FAMILY` shows them. The first that fits is the default.
    #[arg(long)]
    pub(crate) engine: Option<String>,
    /// Stop after this time, such as 10m, 30s or 1h30m.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// The seed of all randomness.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads may work [default: all cores].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Set an option of the engine; may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,
    /// Stop when this much memory is in use, such as 500M or 4G.
    #[arg(long, value_parser = size)]
    pub(crate) memory: Option<u64>,
}

/// Checkpoints of a long run.
#[derive(Args, Clone, Debug)]
pub(crate) struct CheckpointOptions {
    /// Save the state of a long run at this interval, such as 5s or 10m, for `sixfold resume`; never:
    /// save nothing. A shorter run that is not stopped saves nothing.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = every)]
    pub(crate) checkpoint_every: SaveInterval,
}

/// Where a campaign is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Local,
    Slurm,
    /// The computers that a file lists.
    Hosts(PathBuf),
}

/// How often a state is saved; `None` for never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SaveInterval(pub(crate) Option<Duration>);

/// Arguments of `count`.
#[derive(Args, Debug)]
pub(crate) struct Count {
    /// The puzzle: a path, a preset, a record, or -.
    pub(crate) file: String,
    /// Stop after this many solutions, where they are listed one by one.
    #[arg(long)]
    pub(crate) limit: Option<u64>,
    /// Print the number of solutions up to the symmetries that keep the puzzle.
    #[arg(long)]
    pub(crate) up_to_symmetry: bool,
    /// Take only an engine that can prove that there are no others, and check its proof.
    #[arg(long)]
    pub(crate) prove: bool,
    /// Keep the proof in this file; implies --prove. Large proofs are compressed.
    #[arg(long, value_name = "PATH")]
    pub(crate) proof: Option<String>,
    /// Engine, limits, seed and settings.
    #[command(flatten)]
    pub(crate) options: RunOptions,
    /// Checkpoints.
    #[command(flatten)]
    pub(crate) saving: CheckpointOptions,
}

/// Arguments of `enumerate`.
#[derive(Args, Debug)]
pub(crate) struct Enumerate {
    /// The puzzle: a path, a preset, a record, or -.
    pub(crate) file: String,
    /// Stop after this many solutions.
    #[arg(long)]
    pub(crate) limit: Option<u64>,
    /// Print one of the images of a solution under the symmetries that keep the puzzle.
    #[arg(long)]
    pub(crate) up_to_symmetry: bool,
    /// Engine, limits, seed and settings.
    #[command(flatten)]
    pub(crate) options: RunOptions,
    /// Checkpoints.
    #[command(flatten)]
    pub(crate) saving: CheckpointOptions,
}

/// Arguments of `sweep`.
#[derive(Args, Debug)]
pub(crate) struct Sweep {
    /// The family.
    pub(crate) family: String,
    /// The order: how many cells a side of the board has.
    #[arg(long, value_name = "N")]
    pub(crate) order: u16,
    /// Engine, limits, seed and settings; besides options of the engine, one setting of the puzzle's first line with a
    /// range, such as --set start=-60..60.
    #[command(flatten)]
    pub(crate) options: RunOptions,
}

/// Arguments of `make`.
#[derive(Args, Debug)]
pub(crate) struct Make {
    /// The family.
    pub(crate) family: String,
    /// The order: how many cells a side of the board has.
    #[arg(long, value_name = "N")]
    pub(crate) order: u16,
    /// Make a puzzle with exactly one solution; the engine counts them.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Engine, limits, seed and settings; options are those of the maker.
    #[command(flatten)]
    pub(crate) options: RunOptions,
    /// Write the puzzle to this file instead of standard output.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
}

/// Arguments of `train`.
#[derive(Args, Debug)]
pub(crate) struct Train {
    /// The family.
    pub(crate) family: String,
    /// The order: how many cells a side of the board has.
    #[arg(long, value_name = "N")]
    pub(crate) order: u16,
    /// The most rounds; training ends earlier when rounds bring no improvement.
    #[arg(long, default_value_t = 12)]
    pub(crate) rounds: u64,
    /// Engine, limits, seed and settings; options are those of the trainer.
    #[command(flatten)]
    pub(crate) options: RunOptions,
    /// Write what was learned to this file instead of standard output.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
}

/// Arguments of `hint`.
#[derive(Args, Debug)]
pub(crate) struct Hint {
    /// The puzzle, with or without a partial solution: a path, a preset, a record, or -.
    pub(crate) file: String,
    /// Print the board with the hint on it; the hint itself goes to standard error.
    #[arg(long)]
    pub(crate) apply: bool,
    /// Draw the board with the cell of the hint marked, into x.svg or x.png.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
    /// Engine, limits, seed and settings.
    #[command(flatten)]
    pub(crate) options: RunOptions,
}

/// Arguments of `solve`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Solve {
    /// The puzzle: a path, a preset, a record, or -.
    pub(crate) file: String,
    /// Take only an engine that can prove that there is nothing, or nothing better, and check its
    /// proof.
    #[arg(long)]
    pub(crate) prove: bool,
    /// Keep the proof in this file; implies --prove. Large proofs are compressed.
    #[arg(long, value_name = "PATH")]
    pub(crate) proof: Option<String>,
    /// Engine, limits, seed and settings.
    #[command(flatten)]
    pub(crate) options: RunOptions,
    /// Checkpoints.
    #[command(flatten)]
    pub(crate) saving: CheckpointOptions,
    /// Write the puzzle with its solution to this file instead of standard output. A better solution
    /// of the same puzzle that is there already stays.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
    /// Write to the file of --output even if a better solution is there.
    #[arg(long)]
    pub(crate) replace: bool,
    /// Ignore the solution in FILE instead of starting from it.
    #[arg(long)]
    pub(crate) fresh: bool,
}

/// Arguments of `prove-check`.
#[derive(Args, Debug)]
pub(crate) struct ProveCheck {
    /// The puzzle: a path, a preset, a record, or -.
    pub(crate) file: String,
    /// The proof, as `solve --proof` or `count --proof` wrote it.
    pub(crate) proof: String,
    /// Write each part as DIMACS and LRAT, with a manifest, for checkers of others; a new or empty folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) export: Option<String>,
    /// How many threads may check parts of the proof [default: all cores].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "export")]
    pub(crate) threads: Option<u16>,
}

/// Arguments of `lemma`.
#[derive(Args, Debug)]
pub(crate) struct Lemma {
    /// The lemma; without it all are listed.
    pub(crate) name: Option<String>,
    /// The radius of the disc, or several such as 3..23 [default: the least].
    #[arg(long, value_parser = numbers)]
    pub(crate) radius: Option<RangeInclusive<usize>>,
    /// Keep the proof in this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<String>,
    /// Check the proof in this file instead of finding one, without any solver.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    pub(crate) check: Option<String>,
    /// Stop after this time, such as 10m, 30s or 1h30m.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
}

/// Arguments of `records`.
#[derive(Args, Debug)]
pub(crate) struct Records {
    /// A family, or `verify` to re-check every record with the verifier.
    #[arg(value_name = "FAMILY|verify")]
    pub(crate) what: Option<String>,
    /// Only records whose names are numbers in a range, such as 3..27.
    #[arg(long, value_name = "A..B", value_parser = numbers)]
    pub(crate) names: Option<RangeInclusive<usize>>,
    /// Instead of the records, the sums of their objectives, by level or by what else the family divides them.
    #[arg(long)]
    pub(crate) total: bool,
    /// Read the records of this folder instead of those in the program.
    #[arg(long)]
    pub(crate) folder: Option<String>,
}

/// Arguments of `score`.
#[derive(Args, Debug)]
pub(crate) struct Score {
    /// Boards with their solutions: paths, records, or -.
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// The family, or `jobs` for the seam of front ends, `scaling` for work with several threads, or `campaigns`; all of them
    /// without it. `limits` instead measures how every engine keeps to its limits on degenerate boards of all families.
    pub(crate) family: Option<String>,
    /// Only this case, or this group of cases; may be repeated.
    #[arg(long = "case", value_name = "NAME")]
    pub(crate) cases: Vec<String>,
    /// List the cases, and measure nothing.
    #[arg(long = "cases", conflicts_with_all = ["output", "compare", "pictures"])]
    pub(crate) list: bool,
    /// Leave out the baselines.
    #[arg(long)]
    pub(crate) only: bool,
    /// How many seeds.
    #[arg(long, default_value_t = 21, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seeds: u64,
    /// With `limits`: the time that each run is given.
    #[arg(long, value_name = "TIME", value_parser = values::duration, default_value = "1s")]
    pub(crate) time: Duration,
    /// With `limits`: measure in this process, which then runs nothing else.
    #[arg(long, hide = true)]
    pub(crate) here: bool,
    /// Count instructions with valgrind instead of measuring time: slow, but repeatable.
    #[arg(long)]
    pub(crate) instructions: bool,
    /// Write all rows to this file: x.json, or x.md as a table.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
    /// Print the table of an earlier run in this JSON file, and measure nothing. With `--pictures`, draw it as well.
    #[arg(long, value_name = "OLD.json", conflicts_with_all = ["cases", "output", "compare"])]
    pub(crate) from: Option<String>,
    /// Compare with an earlier run in this JSON file.
    #[arg(long, value_name = "OLD.json")]
    pub(crate) compare: Option<String>,
    /// Draw the pictures that go with the groups of cases into this folder.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) pictures: Option<String>,
    /// The colours of the pictures.
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    pub(crate) theme: ThemeName,
}

/// Arguments of `runs`.
#[derive(Args, Debug)]
pub(crate) struct Runs {
    /// Show this run: its instance and, for work in units, the result of each finished unit.
    pub(crate) run: Option<String>,
    /// Remove a run, or all of them.
    #[arg(long, value_name = "RUN|all", conflicts_with = "run")]
    pub(crate) remove: Option<String>,
}

/// Arguments of `resume`.
#[derive(Args, Debug)]
pub(crate) struct Resume {
    /// The run, as `sixfold runs` lists it; without it, the newest. It keeps its own engine, options
    /// and seed.
    pub(crate) run: Option<String>,
    /// Stop after this time, such as 10m, 30s or 1h30m.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// How many threads may work [default: all cores].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Stop when this much memory is in use, such as 500M or 4G.
    #[arg(long, value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// Checkpoints.
    #[command(flatten)]
    pub(crate) saving: CheckpointOptions,
    /// Write the puzzle with its solution to this file instead of where the run was to write it.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
}

/// Arguments of `tour`.
#[derive(Args, Debug)]
pub(crate) struct Tour {
    /// The folder of the gallery.
    #[arg(long, short, default_value = "sixfold-tour")]
    pub(crate) output: String,
}

/// Arguments of `serve`.
#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// The port; 0 takes any that is free.
    #[arg(long, default_value_t = 6006)]
    pub(crate) port: u16,
    /// Listen on this name or address instead of the loopback address: others on the network can then reach the page,
    /// and everyone who has the printed address can use it.
    #[arg(long)]
    pub(crate) host: Option<String>,
    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
    /// A script that knows verbs and options alone, and does not ask the program for presets, engines and runs.
    #[arg(long = "static")]
    pub(crate) alone: bool,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
pub(crate) struct Man {
    /// Write a page for every verb into this folder instead of the first page to standard output.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
}

#[cfg(test)]
#[path = "../../tests/unit/args.rs"]
mod tests;
