//! Splits a search into units.
//!
//! Exhaustive work is cut into shares of the engine's own units, a sweep into ranges of values, and a search by chance into
//! attempts: seeds, and every combination of the values that options are given.

use std::path::Path;

use sixfold_host::digest;
use sixfold_puzzle::text::UNDECIDED;
use sixfold_solver::{
    Aim, Preview, Registry, Request, Run, SessionError, Tally, cut, preview, refuse_outside,
};

use crate::error::CampaignError;
use crate::folder::CampaignFolder;
use crate::plan::{Campaign, CampaignVerb, CutKind, PlannedBoard, PlannedUnit};
use crate::unit_list::MOST_UNITS;

/// A board to be worked on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitBoard {
    /// What the user calls it.
    pub name: String,
    /// Its text, perhaps with a solution to start from.
    pub text: String,
}

/// What is to be split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitRequest {
    /// The boards.
    pub boards: Vec<SplitBoard>,
    /// What is done with them.
    pub verb: CampaignVerb,
    /// The engine asked for by name.
    pub engine: Option<String>,
    /// Whether every unit writes a proof.
    pub prove: bool,
    /// Options of the engine; for a sweep, one setting with a range.
    pub options: Vec<(String, String)>,
    /// Options that differ from attempt to attempt, each with its values.
    pub vary: Vec<(String, Vec<String>)>,
    /// The first seed.
    pub seed: u64,
    /// How many parts each board is cut into.
    pub into: usize,
    /// How long each attempt takes, in seconds.
    pub time: Option<u64>,
}

/// Splits a search and writes the campaign into a folder.
///
/// # Errors
/// If the request is wrong, the work cannot be cut in this way, or the folder cannot be written.
pub fn split(
    registry: Registry,
    request: &SplitRequest,
    path: impl AsRef<Path>,
    run: &Run<'_>,
) -> Result<CampaignFolder, CampaignError> {
    let boards = canonical(registry, &request.boards)?;
    let planner = Planner { registry, request, boards: &boards, run };
    let plan = planner.plan()?;
    let texts: Vec<String> = boards.into_iter().map(|board| board.text).collect();
    CampaignFolder::create(path, plan, &texts)
}

/// The boards in canonical text, so that the same board has the same digest. A solution is kept.
fn canonical(registry: Registry, boards: &[SplitBoard]) -> Result<Vec<SplitBoard>, CampaignError> {
    if boards.is_empty() {
        return Err(CampaignError::Refused("there is no board".to_owned()));
    }
    let mut read = Vec::new();
    for SplitBoard { name, text } in boards {
        let fail = |error: SessionError| CampaignError::Session {
            board: name.clone(),
            error: Box::new(error),
        };
        let family = registry.family_of(text).map_err(|error| fail(error.into()))?;
        let puzzle = family.rules.read(text).map_err(|error| fail(error.into()))?;
        let text = match puzzle.solution {
            Ok(Some(solution)) => sixfold_puzzle::join(&puzzle.text, &solution),
            Ok(None) => puzzle.text,
            Err(error) => return Err(fail(error.into())),
        };
        let name = name.replace(char::is_whitespace, "-");
        read.push(SplitBoard { name, text });
    }
    Ok(read)
}

struct Planner<'a> {
    registry: Registry,
    request: &'a SplitRequest,
    boards: &'a [SplitBoard],
    run: &'a Run<'a>,
}

impl Planner<'_> {
    fn refused(board: &SplitBoard) -> impl Fn(SessionError) -> CampaignError {
        let board = board.name.clone();
        move |error| CampaignError::Session { board: board.clone(), error: Box::new(error) }
    }

    fn aim(&self) -> Aim {
        match self.request.verb {
            CampaignVerb::Solve => Aim::Solve,
            CampaignVerb::Count | CampaignVerb::Sweep => Aim::Count(Tally::default()),
        }
    }

    fn question<'a>(&'a self, board: &'a SplitBoard, engine: Option<&'a str>) -> Request<'a> {
        let SplitRequest { prove, options, .. } = self.request;
        Request { text: &board.text, engine, prove: *prove, settings: options }
    }

    fn plan(&self) -> Result<Campaign, CampaignError> {
        self.refuse_programs_and_files()?;
        let into = self.request.into;
        if !(1..=MOST_UNITS).contains(&into) {
            let problem = format!("--into {into} is not possible; expected 1 to {MOST_UNITS}");
            return Err(CampaignError::Refused(problem));
        }
        let plan = match self.request.verb {
            CampaignVerb::Sweep => self.values(),
            CampaignVerb::Solve | CampaignVerb::Count if self.request.vary.is_empty() => {
                self.shares_or_seeds()
            }
            CampaignVerb::Solve => self.attempts(),
            CampaignVerb::Count => Err(CampaignError::Refused(
                "--vary makes attempts, and a count has none; leave it out".to_owned(),
            )),
        }?;
        match plan.units.len() <= MOST_UNITS {
            true => Ok(plan),
            false => Err(CampaignError::Refused(format!(
                "that makes {} units; expected at most {MOST_UNITS}",
                plan.units.len()
            ))),
        }
    }

    /// Units run on other machines, perhaps as other users: what they run and read must not come from the plan.
    fn refuse_programs_and_files(&self) -> Result<(), CampaignError> {
        let varied = self.request.vary.iter().map(|(name, _)| (name.clone(), String::new()));
        let settings: Vec<_> = self.request.options.iter().cloned().chain(varied).collect();
        for board in self.boards {
            let family = self.registry.family_of(&board.text);
            let family = family.map_err(|error| Self::refused(board)(error.into()))?;
            refuse_outside(family, &settings).map_err(Self::refused(board))?;
        }
        Ok(())
    }

    fn campaign(&self, engine: &str, cut: CutKind, reason: &str) -> Campaign {
        let board = |board: &SplitBoard| PlannedBoard {
            name: board.name.clone(),
            digest: digest(board.text.as_bytes()),
        };
        Campaign {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            verb: self.request.verb,
            engine: engine.to_owned(),
            prove: self.request.prove,
            time: self.request.time,
            options: self.request.options.clone(),
            cut,
            reason: reason.to_owned(),
            boards: self.boards.iter().map(board).collect(),
            units: Vec::new(),
        }
    }

    /// Shares where the engine divides its work, else seeds.
    fn shares_or_seeds(&self) -> Result<Campaign, CampaignError> {
        let first = &self.boards[0];
        let asked = self.request.engine.as_deref();
        if self.request.verb == CampaignVerb::Solve && !self.request.prove && asked.is_none() {
            // Without an engine asked for, a search goes as `solve` would.
            let preview = self.preview(first, None)?;
            if preview.engine.is_some_and(|engine| engine.division().is_none()) {
                return self.attempts();
            }
        }
        if let (CampaignVerb::Solve, Some(_)) = (self.request.verb, asked) {
            let preview = self.preview(first, asked)?;
            if preview.engine.is_some_and(|engine| engine.division().is_none()) {
                return self.attempts();
            }
        }
        self.shares()
    }

    fn preview(&self, board: &SplitBoard, engine: Option<&str>) -> Result<Preview, CampaignError> {
        let preview = preview(self.registry, &self.question(board, engine), self.aim());
        preview.map_err(Self::refused(board))
    }

    fn shares(&self) -> Result<Campaign, CampaignError> {
        if self.request.time.is_some() {
            return Err(CampaignError::Refused(
                "--time is for attempts; a share takes as long as it takes, and can be interrupted"
                    .to_owned(),
            ));
        }
        let into = self.request.into;
        let mut plan: Option<Campaign> = None;
        for (index, board) in self.boards.iter().enumerate() {
            let engine = plan.as_ref().map(|plan| plan.engine.clone());
            let engine = engine.or_else(|| self.request.engine.clone());
            let question = self.question(board, engine.as_deref());
            let cut = cut(self.registry, &question, self.aim(), self.run);
            let cut = cut.map_err(Self::refused(board))?;
            if cut.units.len() < into {
                let (name, units) = (&board.name, cut.units.len());
                return Err(CampaignError::Refused(format!(
                    "{name} has {units} units by the engine {}, fewer than the {into} asked for with --into",
                    cut.engine
                )));
            }
            let plan = plan.get_or_insert_with(|| {
                self.campaign(cut.engine, CutKind::Shares(into), cut.reason)
            });
            plan.units.extend((1..=into).map(|number| PlannedUnit {
                board: index,
                seed: self.request.seed,
                settings: vec![("share".to_owned(), format!("{number}/{into}"))],
            }));
        }
        plan.ok_or_else(|| CampaignError::Refused("there is no board".to_owned()))
    }

    /// Every combination of what varies, each with so many seeds.
    fn attempts(&self) -> Result<Campaign, CampaignError> {
        let engine = self.preview(&self.boards[0], self.request.engine.as_deref())?.engine;
        let engine = engine.map(|engine| engine.name());
        let engine = engine.ok_or_else(|| {
            CampaignError::Refused(
                "the board is impossible at sight; there is nothing to search".to_owned(),
            )
        })?;
        let reason = "independent attempts; together they show no more than the best of them";
        let mut plan = self.campaign(engine, CutKind::Attempts, reason);
        let mut choices: Vec<Vec<(String, String)>> = vec![Vec::new()];
        for (name, values) in &self.request.vary {
            choices = choices
                .into_iter()
                .flat_map(|chosen| {
                    values.iter().map(move |value| {
                        let mut next = chosen.clone();
                        next.push((name.clone(), value.clone()));
                        next
                    })
                })
                .collect();
            if choices.len() > MOST_UNITS {
                return Err(CampaignError::Refused(format!(
                    "--vary makes more than {MOST_UNITS} combinations"
                )));
            }
        }
        for (index, board) in self.boards.iter().enumerate() {
            // Settles before the work that the engine takes the board and every combination.
            for settings in &choices {
                let all: Vec<_> = self.request.options.iter().chain(settings).cloned().collect();
                let question = Request { settings: &all, ..self.question(board, Some(engine)) };
                sixfold_solver::identity(self.registry, &question, Aim::Solve, self.request.seed)
                    .map_err(Self::refused(board))?;
            }
            for settings in &choices {
                plan.units.extend((0..self.request.into as u64).map(|more| PlannedUnit {
                    board: index,
                    seed: self.request.seed.wrapping_add(more),
                    settings: settings.clone(),
                }));
            }
        }
        Ok(plan)
    }

    /// Ranges of a setting of blank boards.
    fn values(&self) -> Result<Campaign, CampaignError> {
        let refuse = |problem: String| Err(CampaignError::Refused(problem));
        if self.request.prove || !self.request.vary.is_empty() || self.request.time.is_some() {
            return refuse("a sweep takes neither --prove nor --vary nor --time".to_owned());
        }
        let is_range = |(_, value): &&(String, String)| value.contains("..");
        let ranges: Vec<_> = self.request.options.iter().filter(is_range).collect();
        let [(setting, range)] = ranges[..] else {
            return refuse(
                "a sweep needs one setting with a range, such as --set start=-20..2".to_owned(),
            );
        };
        let ends = range
            .split_once("..")
            .and_then(|(from, to)| Some((from.parse::<i64>().ok()?, to.parse::<i64>().ok()?)));
        let Some((from, to)) = ends.filter(|(from, to)| from <= to) else {
            return refuse(format!("{setting}={range} is no range; expected two integers a..b"));
        };
        let values = to.abs_diff(from).saturating_add(1);
        let into = self.request.into as u64;
        if values < into {
            return refuse(format!(
                "{setting}={range} has {values} values, fewer than the {into} asked for"
            ));
        }
        if let Some(board) = self.boards.iter().find(|board| !is_blank(&board.text, setting)) {
            let name = &board.name;
            return refuse(format!(
                "a sweep is about blank boards without settings of their own, and {name} is none"
            ));
        }
        let board = &self.boards[0];
        let options: Vec<_> =
            self.request.options.iter().filter(|option| !is_range(option)).cloned().collect();
        let question =
            Request { settings: &options, ..self.question(board, self.request.engine.as_deref()) };
        let preview =
            preview(self.registry, &question, self.aim()).map_err(Self::refused(board))?;
        let engine = preview.engine.map(|engine| engine.name());
        let engine = engine.or(self.request.engine.as_deref());
        let engine = engine.ok_or_else(|| {
            CampaignError::Refused(
                "the board is impossible at sight; name an engine with --engine".to_owned(),
            )
        })?;
        let cut = CutKind::Values { setting: setting.clone(), from, to };
        let reason = "the ranges follow each other from the first value to the last";
        let mut plan = Campaign { options, ..self.campaign(engine, cut, reason) };
        for index in 0..self.boards.len() {
            plan.units.extend(ranges_of(from, to, into).map(|(from, to)| PlannedUnit {
                board: index,
                seed: self.request.seed,
                settings: vec![(setting.clone(), format!("{from}..{to}"))],
            }));
        }
        Ok(plan)
    }
}

/// Whether a board in canonical text has nothing given, no solution, and no setting but one.
fn is_blank(text: &str, setting: &str) -> bool {
    let (header, rows) = text.split_once('\n').unwrap_or((text, ""));
    let named = |word: &str| word.split_once('=').is_some_and(|(name, _)| name == setting);
    header.split_whitespace().skip(2).all(named)
        && rows.split_whitespace().all(|it| it == UNDECIDED)
}

/// Cuts a range into so many ranges of nearly the same length.
pub(crate) fn ranges_of(from: i64, to: i64, into: u64) -> impl Iterator<Item = (i64, i64)> {
    let values = i128::from(to) - i128::from(from) + 1;
    let edge = move |part: u64| {
        let offset = values * i128::from(part) / i128::from(into);
        (i128::from(from) + offset) as i64
    };
    (0..into).map(move |part| (edge(part), edge(part + 1).wrapping_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other() {
        for (from, to, into) in [(-20, 2, 5), (0, 0, 1), (3, 9, 7), (-5, 100, 3)] {
            let ranges: Vec<_> = ranges_of(from, to, into).collect();
            assert_eq!((ranges[0].0, ranges[into as usize - 1].1), (from, to));
            assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0));
            assert!(ranges.iter().all(|(from, to)| from <= to));
        }
    }
}
