//! Merges a campaign: checks every file, does a sample of the units again, and states what all units show together.
//!
//! A merge trusts no result. It computes the cut again and compares it with the plan; it reads every result and its digest;
//! it verifies every solution from its text; it computes the SHA-256 of every proof. Of a sample, drawn by a seed, it
//! follows the proofs again, or does the unit again where there is no proof. Whatever is overlapping, missing, foreign,
//! edited or stale is named, and then nothing is claimed.

use std::collections::BTreeMap;
use std::path::Path;

use sixfold_host::machine::WallClock;
use sixfold_host::{Host, open_proof};
use sixfold_host::{digest, digest_file};
use sixfold_puzzle::Goal;
use sixfold_solver::{
    Event, Halt, Options, ProofCheck, Registry, Run, Scope, SessionError, Stop, check_proof, cut,
};

use crate::error::CampaignError;
use crate::folder::{CampaignFolder, read_text};
use crate::overall::{BoardOutcome, best_of, counted, solved, swept, tally};
use crate::perform::UnitTask;
use crate::plan::{Campaign, CampaignVerb, CutKind};
use crate::split::ranges_of;
use crate::unit_list::UnitList;
use crate::unit_result::{UnitFinding, UnitResult};

/// How a merge is done.
#[derive(Clone, Copy, Debug)]
pub struct MergeOptions {
    /// How many units are done again, or their proofs followed again.
    pub sample: usize,
    /// The seed by which they are drawn.
    pub seed: u64,
    /// How many threads they may use.
    pub threads: usize,
}

/// Something that is wrong with a unit, or with the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The unit; none if it is the plan.
    pub unit: Option<usize>,
    /// What is wrong.
    pub what: String,
}

/// What came of a merge.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// What is wrong. If there is anything, nothing is claimed.
    pub problems: Vec<Problem>,
    /// The units without a result.
    pub missing: Vec<usize>,
    /// The units that were done again, or whose proofs were followed again, with the same result.
    pub sampled: Vec<usize>,
    /// What is known of each board; empty if something is wrong.
    pub boards: Vec<BoardOutcome>,
    /// Why the sample was not done to its end.
    pub halt: Option<Halt>,
}

/// Checks all units of a campaign and states what they show together.
///
/// # Errors
/// If the folder cannot be read, or its plan or a board was changed.
pub fn merge(
    registry: Registry,
    folder: &CampaignFolder,
    options: MergeOptions,
    stop: &dyn Stop,
    sink: &(dyn Fn(&Event) + Sync),
) -> Result<Merged, CampaignError> {
    let boards = (0..folder.plan.boards.len()).map(|board| folder.board(board));
    let boards = boards.collect::<Result<Vec<String>, CampaignError>>()?;
    let mut merger = Merger { registry, folder, boards, stop, sink, merged: Merged::empty() };
    let scope = merger.check_plan()?;
    let results = merger.check_results()?;
    merger.sample(&results, options)?;
    if merger.merged.problems.is_empty() {
        merger.conclude(&results, &scope);
    }
    Ok(merger.merged)
}

impl Merged {
    fn empty() -> Self {
        Self {
            problems: Vec::new(),
            missing: Vec::new(),
            sampled: Vec::new(),
            boards: Vec::new(),
            halt: None,
        }
    }

    fn problem(&mut self, unit: impl Into<Option<usize>>, what: impl Into<String>) {
        self.problems.push(Problem { unit: unit.into(), what: what.into() });
    }
}

type Results = BTreeMap<usize, UnitResult>;

struct Merger<'a> {
    registry: Registry,
    folder: &'a CampaignFolder,
    boards: Vec<String>,
    stop: &'a dyn Stop,
    sink: &'a (dyn Fn(&Event) + Sync),
    merged: Merged,
}

impl Merger<'_> {
    fn plan(&self) -> &Campaign {
        &self.folder.plan
    }

    fn task(&self, unit: usize) -> UnitTask<'_> {
        let planned = &self.folder.plan.units[unit - 1];
        UnitTask::new(self.registry, self.plan(), planned, &self.boards[planned.board])
    }

    /// Checks that the units of the plan are a partition of the whole; returns what the other options leave of it.
    fn check_plan(&mut self) -> Result<Scope, CampaignError> {
        let plan = &self.folder.plan;
        match &plan.cut {
            CutKind::Shares(into) => self.check_shares(*into),
            CutKind::Values { setting, from, to } => {
                let (from, to) = (*from, *to);
                for board in 0..plan.boards.len() {
                    let units = plan.units.iter().filter(|unit| unit.board == board);
                    let parts: Vec<String> = units
                        .flat_map(|unit| &unit.settings)
                        .map(|(_, range)| range.clone())
                        .collect();
                    let expected = ranges_of(from, to, parts.len().max(1) as u64);
                    let expected: Vec<String> =
                        expected.map(|(from, to)| format!("{from}..{to}")).collect();
                    if parts != expected {
                        let what = format!(
                            "its ranges of {setting} are not {from} to {to}, each value once"
                        );
                        self.merged.problem(None, what);
                    }
                }
                Ok(Scope::whole())
            }
            CutKind::Attempts => Ok(Scope::whole()),
        }
    }

    fn check_shares(&mut self, into: usize) -> Result<Scope, CampaignError> {
        let plan = &self.folder.plan;
        let run = &Run::alone(1, self.stop);
        let mut scope = Scope::whole();
        for board in 0..plan.boards.len() {
            let name = &plan.boards[board].name;
            let refused = |error: SessionError| CampaignError::Session {
                board: name.clone(),
                error: Box::new(error),
            };
            let units: Vec<usize> =
                (1..=plan.units.len()).filter(|unit| plan.units[unit - 1].board == board).collect();
            let Some(&first) = units.first() else { continue };
            let task = self.task(first);
            let whole = sixfold_solver::Request { settings: &plan.options, ..task.request() };
            let whole = cut(self.registry, &whole, task.aim(), run).map_err(refused)?;
            scope = whole.scope;
            let mut covered: BTreeMap<String, usize> = BTreeMap::new();
            let mut problems = Vec::new();
            if units.len() != into {
                problems.push((
                    None,
                    format!("{name} has {} units, and the cut says {into}", units.len()),
                ));
            }
            for &unit in &units {
                let task = self.task(unit);
                let part = cut(self.registry, &task.request(), task.aim(), run).map_err(refused)?;
                for name in part.units {
                    if let Some(other) = covered.insert(name.clone(), unit) {
                        problems.push((
                            Some(unit),
                            format!("it overlaps unit {other}: both have {name}"),
                        ));
                    }
                }
            }
            for name in &whole.units {
                if covered.remove(name).is_none() {
                    problems
                        .push((None, format!("no unit has {name}, which is a part of the whole")));
                }
            }
            for (name, unit) in covered {
                problems
                    .push((Some(unit), format!("it has {name}, which is no part of the whole")));
            }
            problems.into_iter().for_each(|(unit, what)| self.merged.problem(unit, what));
        }
        Ok(scope)
    }

    /// Reads and checks every result.
    fn check_results(&mut self) -> Result<Results, CampaignError> {
        let units = self.plan().units.len();
        let mut results = Results::new();
        for unit in self.folder.units_in("done")? {
            if unit == 0 || unit > units {
                self.merged
                    .problem(unit, format!("it is foreign: the campaign has units 1 to {units}"));
                continue;
            }
            match self.checked(unit) {
                Ok(result) => _ = results.insert(unit, result),
                Err(what) => self.merged.problem(unit, what),
            }
        }
        let wrong: Vec<usize> =
            self.merged.problems.iter().filter_map(|problem| problem.unit).collect();
        let missing =
            (1..=units).filter(|unit| !results.contains_key(unit) && !wrong.contains(unit));
        self.merged.missing = missing.collect();
        Ok(results)
    }

    /// The result of a unit, if nothing is wrong with it.
    fn checked(&self, unit: usize) -> Result<UnitResult, String> {
        let plan = self.plan();
        let text = read_text(&self.folder.result_path(unit)).map_err(|error| error.to_string())?;
        let result = UnitResult::parse(&text).map_err(|problem| format!("edited: {problem}"))?;
        if result.campaign != self.folder.digest {
            return Err(
                "foreign: it is a result of another campaign, or of another plan".to_owned()
            );
        }
        if result.unit != unit {
            return Err(format!("foreign: it is the result of unit {}", result.unit));
        }
        if result.program != plan.program {
            return Err(format!(
                "stale: it was made by version {}, and the campaign is of version {}",
                result.program, plan.program
            ));
        }
        self.check_cover(unit, &result.finding)?;
        self.check_document(unit, &result)?;
        self.check_proof_file(&result)?;
        Ok(result)
    }

    fn check_cover(&self, unit: usize, finding: &UnitFinding) -> Result<(), String> {
        let expected = match self.plan().cut {
            CutKind::Shares(_) => {
                let task = self.task(unit);
                let run = &Run::alone(1, self.stop);
                let cut = cut(self.registry, &task.request(), task.aim(), run);
                let cut = cut.map_err(|error| error.to_string())?;
                Some((cut.units.len(), digest(cut.units.join("\n").as_bytes())))
            }
            CutKind::Values { .. } | CutKind::Attempts => None,
        };
        if finding.covers != expected {
            return Err("edited: it does not cover the units of its share".to_owned());
        }
        if let CutKind::Values { .. } = self.plan().cut {
            let range = &self.plan().units[unit - 1].settings[0].1;
            let values: Vec<i64> = finding.values.iter().map(|row| row.value).collect();
            let ends = range
                .split_once("..")
                .and_then(|(from, to)| Some((from.parse::<i64>().ok()?, to.parse::<i64>().ok()?)));
            let whole = ends.is_some_and(|(from, to)| values.iter().copied().eq(from..=to));
            let sure = finding.values.iter().all(|row| row.exhausted) == finding.exhausted;
            if !whole || !sure {
                return Err(format!("edited: its values are not those of {range}"));
            }
        }
        Ok(())
    }

    /// Verifies the solution from its text.
    fn check_document(&self, unit: usize, result: &UnitResult) -> Result<(), String> {
        let Some(document) = &result.document else {
            return match result.finding.objective {
                Some(_) => Err("edited: it has an objective and no solution".to_owned()),
                None => Ok(()),
            };
        };
        let board = &self.boards[self.plan().units[unit - 1].board];
        let family = self.registry.family_of(board).map_err(|error| error.to_string())?;
        let (rules, wrong) =
            (family.rules, |what: String| format!("its solution is wrong: {what}"));
        let instance = rules.instance(board).map_err(|error| wrong(error.to_string()))?;
        let other = rules.instance(document).map_err(|error| wrong(error.to_string()))?;
        if instance != other {
            return Err("foreign: its solution is one of another board".to_owned());
        }
        let solution = rules.solution(document).map_err(|error| wrong(error.to_string()))?;
        let solution = solution.ok_or_else(|| "edited: its board has no solution".to_owned())?;
        let verdict =
            rules.verify(&instance, &solution).map_err(|error| wrong(error.to_string()))?;
        if !verdict.solved() {
            return Err(wrong("it breaks a rule or is not complete".to_owned()));
        }
        let objective =
            verdict.objective.map(|objective| (objective.name.to_owned(), objective.value));
        match objective == result.finding.objective {
            true => Ok(()),
            false => Err("edited: its objective is not that of its solution".to_owned()),
        }
    }

    fn check_proof_file(&self, result: &UnitResult) -> Result<(), String> {
        let Some(proof) = &result.proof else {
            return match result.finding.proved {
                true => Err("edited: it says that a proof was checked, and names none".to_owned()),
                false => Ok(()),
            };
        };
        let plain =
            Path::new(&proof.name).file_name().is_some_and(|name| name == proof.name.as_str());
        if !plain {
            return Err(format!("edited: `{}` is no name of a proof", proof.name));
        }
        let path = self.folder.proof_path(&proof.name);
        let found = digest_file(&path);
        let (digest, _) =
            found.map_err(|error| format!("its proof {} cannot be read: {error}", proof.name))?;
        match digest == proof.digest {
            true => Ok(()),
            false => Err(format!("its proof {} was changed: its SHA-256 is another", proof.name)),
        }
    }

    /// Does some units again. Attempts are not repeatable to the same end; their solutions were verified.
    fn sample(&mut self, results: &Results, options: MergeOptions) -> Result<(), CampaignError> {
        if self.plan().cut == CutKind::Attempts {
            return Ok(());
        }
        let drawn = UnitList::drawn(results.keys().copied(), options.sample, options.seed);
        for &unit in drawn.numbers() {
            if self.stop.requested() {
                self.merged.halt = Some(Halt::Interrupted);
                return Ok(());
            }
            match self.again(unit, &results[&unit], options)? {
                Ok(true) => self.merged.sampled.push(unit),
                Ok(false) => {
                    self.merged.halt = Some(Halt::Interrupted);
                    return Ok(());
                }
                Err(what) => self.merged.problem(unit, what),
            }
        }
        Ok(())
    }

    /// Whether a unit has the same result again; false if that was stopped.
    fn again(
        &self,
        unit: usize,
        result: &UnitResult,
        options: MergeOptions,
    ) -> Result<Result<bool, String>, CampaignError> {
        if let Some(proof) = &result.proof {
            return self.follow(unit, result, &self.folder.proof_path(&proof.name));
        }
        let host = Host::new(None)?;
        let clock = WallClock::start();
        let run = Run {
            threads: options.threads.max(1),
            clock: &clock,
            sink: self.sink,
            outside: &host,
            ..Run::alone(self.plan().units[unit - 1].seed, self.stop)
        };
        let again = self.task(unit).perform(&run)?;
        if again.halt.is_some() {
            return Ok(Ok(false));
        }
        let same = again.finding == result.finding;
        Ok(if same { Ok(true) } else { Err("done again, it has another result".to_owned()) })
    }

    /// Follows the proof of a unit again, and compares what it shows with the result.
    fn follow(
        &self,
        unit: usize,
        result: &UnitResult,
        path: &Path,
    ) -> Result<Result<bool, String>, CampaignError> {
        let task = self.task(unit);
        let mut proof = open_proof(path)?;
        let mut halted = || self.stop.requested();
        let checked = check_proof(self.registry, task.board, &mut *proof, &mut halted);
        let (known, bound, scope) = match checked {
            Ok(ProofCheck::Accepted { known, bound, scope, .. }) => (known, bound, scope),
            Ok(ProofCheck::Stopped) => return Ok(Ok(false)),
            Ok(ProofCheck::Refused(what)) => {
                return Ok(Err(format!("its proof does not hold: {what}")));
            }
            Err(error) => return Ok(Err(format!("its proof does not hold: {error}"))),
        };
        let family = self.registry.family_of(task.board);
        let family = family.map_err(|error| CampaignError::Refused(error.to_string()))?;
        let engine = family.engines.iter().find(|engine| engine.name() == self.plan().engine);
        let rows = engine.map_or(&[][..], |engine| engine.row().options);
        let options = Options::resolve("engine", rows, &task.settings);
        let expected = options.map(|options| options.scope());
        let objective = result.finding.objective.as_ref().map(|(_, value)| *value);
        let fits = expected.is_ok_and(|expected| expected == scope)
            && known == result.finding.shows
            && (self.plan().verb != CampaignVerb::Solve || bound == objective);
        Ok(match fits {
            true => Ok(true),
            false => Err("its proof is about something else than its result".to_owned()),
        })
    }

    /// States what the results show together.
    fn conclude(&mut self, results: &Results, scope: &Scope) {
        let plan = &self.folder.plan;
        let mut outcomes = Vec::new();
        for (board, planned) in plan.boards.iter().enumerate() {
            let units = (1..=plan.units.len()).filter(|unit| plan.units[unit - 1].board == board);
            let units: Vec<usize> = units.collect();
            let there: Vec<&UnitResult> =
                units.iter().filter_map(|unit| results.get(unit)).collect();
            let whole = there.len() == units.len();
            let findings: Vec<&UnitFinding> = there.iter().map(|result| &result.finding).collect();
            let tallied = match tally(&findings, whole) {
                Ok(tallied) => tallied,
                Err(what) => {
                    self.merged.problem(None, what);
                    self.merged.boards.clear();
                    return;
                }
            };
            let name = &planned.name;
            outcomes.push(match plan.verb {
                CampaignVerb::Solve => {
                    let goal = self.goal(board);
                    let best = best_of(goal, &there);
                    let attempts = plan.cut == CutKind::Attempts;
                    let exhausted = match attempts {
                        // One attempt that searched everything is enough.
                        true => there.iter().any(|result| result.finding.exhausted),
                        false => tallied.exhausted,
                    };
                    let proved = match attempts {
                        true => there.iter().any(|it| it.finding.exhausted && it.finding.proved),
                        false => tallied.proved,
                    };
                    let scope = if attempts { self.attempt_scope(&units) } else { scope.clone() };
                    solved(
                        name,
                        goal,
                        crate::overall::Tallied { exhausted, proved, ..tallied },
                        &scope,
                        best,
                    )
                }
                CampaignVerb::Count => counted(name, tallied, scope),
                CampaignVerb::Sweep => swept(name, tallied),
            });
        }
        self.merged.boards = outcomes;
    }

    /// What the options of attempts leave: of several the first that leaves something out.
    fn attempt_scope(&self, units: &[usize]) -> Scope {
        let family = units.first().and_then(|&unit| {
            let board = self.plan().units[unit - 1].board;
            self.registry.family_of(&self.boards[board]).ok()
        });
        let engine = family.and_then(|family| {
            family.engines.iter().find(|engine| engine.name() == self.plan().engine)
        });
        let rows = engine.map_or(&[][..], |engine| engine.row().options);
        let scopes = units.iter().filter_map(|&unit| {
            let settings = self.plan().settings(&self.plan().units[unit - 1]);
            Options::resolve("engine", rows, &settings).ok().map(|options| options.scope())
        });
        scopes.into_iter().find(|scope| !scope.is_whole()).unwrap_or_else(Scope::whole)
    }

    fn goal(&self, board: usize) -> Goal {
        let text = &self.boards[board];
        let family = self.registry.family_of(text).ok();
        let puzzle = family.and_then(|family| family.rules.read(text).ok());
        puzzle.map_or(Goal::Satisfy, |puzzle| puzzle.goal)
    }
}
