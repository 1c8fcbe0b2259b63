//! Does what a unit asks for, and says what it found. A worker and a merge that does a unit again share it.

use sixfold_host::digest;
use sixfold_puzzle::Objective;
use sixfold_solver::{
    Aim, CountReport, Finding, Halt, ProofStatus, Registry, Report, Request, Run, SessionError,
    SweepReport, SweepRequest, Tally, count, cut, solve, sweep,
};

use crate::error::CampaignError;
use crate::plan::{Campaign, CampaignVerb, CutKind, PlannedUnit};
use crate::unit_result::{UnitFinding, ValueCount};

/// What came of a unit.
pub(crate) struct Performed {
    /// Why it ended early, if it did.
    pub(crate) halt: Option<Halt>,
    pub(crate) finding: UnitFinding,
    /// The board with its solution.
    pub(crate) document: Option<String>,
    /// Why there is no checked proof, where one was asked for.
    pub(crate) unproved: Option<String>,
}

/// A unit with its board.
pub(crate) struct UnitTask<'a> {
    pub(crate) registry: Registry,
    pub(crate) campaign: &'a Campaign,
    pub(crate) unit: &'a PlannedUnit,
    pub(crate) board: &'a str,
    pub(crate) settings: Vec<(String, String)>,
}

impl<'a> UnitTask<'a> {
    pub(crate) fn new(
        registry: Registry,
        campaign: &'a Campaign,
        unit: &'a PlannedUnit,
        board: &'a str,
    ) -> Self {
        Self { registry, campaign, unit, board, settings: campaign.settings(unit) }
    }

    pub(crate) fn request(&self) -> Request<'_> {
        Request {
            text: self.board,
            engine: Some(&self.campaign.engine),
            prove: self.campaign.prove,
            settings: &self.settings,
        }
    }

    /// What is asked of the engine.
    pub(crate) fn aim(&self) -> Aim {
        match self.campaign.verb {
            CampaignVerb::Solve => Aim::Solve,
            CampaignVerb::Count | CampaignVerb::Sweep => Aim::Count(Tally::default()),
        }
    }

    fn refused(&self) -> impl Fn(SessionError) -> CampaignError {
        let board = self.campaign.boards[self.unit.board].name.clone();
        move |error| CampaignError::Session { board: board.clone(), error: Box::new(error) }
    }

    /// How many units of the engine it covers, and the digest of their names.
    fn covers(&self, run: &Run<'_>) -> Result<Option<(usize, String)>, CampaignError> {
        if !matches!(self.campaign.cut, CutKind::Shares(_)) {
            return Ok(None);
        }
        let cut = cut(self.registry, &self.request(), self.aim(), run).map_err(self.refused())?;
        Ok(Some((cut.units.len(), digest(cut.units.join("\n").as_bytes()))))
    }

    /// Does it.
    pub(crate) fn perform(&self, run: &Run<'_>) -> Result<Performed, CampaignError> {
        let mut performed = match self.campaign.verb {
            CampaignVerb::Solve => {
                let report = solve(self.registry, &self.request(), run);
                solved(&report.map_err(self.refused())?)
            }
            CampaignVerb::Count => {
                let report = count(self.registry, &self.request(), &Tally::default(), run);
                counted(report.map_err(self.refused())?)
            }
            CampaignVerb::Sweep => {
                let report = self.sweep(run).map_err(self.refused())?;
                swept(&report)
            }
        };
        performed.finding.covers = self.covers(run)?;
        Ok(performed)
    }

    fn sweep(&self, run: &Run<'_>) -> Result<SweepReport, SessionError> {
        let family = self.registry.family_of(self.board)?;
        let order = self.board.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        let request = SweepRequest {
            family,
            order: order.unwrap_or_default(),
            engine: Some(&self.campaign.engine),
            settings: &self.settings,
        };
        sweep(self.registry, &request, run)
    }
}

fn solved(report: &Report) -> Performed {
    let exhausted = match &report.finding {
        Finding::Impossible(_)
        | Finding::NoSolution
        | Finding::NoneInScope
        | Finding::Optimal { .. }
        | Finding::BestInScope { .. } => true,
        Finding::Nothing { .. }
        | Finding::Unchecked { .. }
        | Finding::Solution { .. }
        | Finding::Partial(_)
        | Finding::Best { .. } => false,
    };
    let objective = |Objective { name, value, .. }: &Objective| ((*name).to_owned(), *value);
    let finding = UnitFinding {
        exhausted,
        proved: report.proof == ProofStatus::Checked,
        objective: report.objective().map(objective),
        ..UnitFinding::default()
    };
    let unproved = report.unproved().map(str::to_owned);
    Performed { halt: report.halt(), finding, document: report.document(), unproved }
}

fn counted(report: CountReport) -> Performed {
    let finding = UnitFinding {
        exhausted: report.exhausted,
        proved: report.proved,
        count: Some(report.count),
        instead: report.instead.map(str::to_owned),
        shows: report.known,
        ..UnitFinding::default()
    };
    Performed { halt: report.halt, finding, document: None, unproved: report.unproved }
}

fn swept(report: &SweepReport) -> Performed {
    let value = |row: &sixfold_solver::SweepRow| ValueCount {
        value: row.value,
        count: row.counted.count,
        exhausted: row.counted.exhausted,
    };
    let exhausted = report.decided() == report.asked;
    let values = report.rows.iter().map(value).collect();
    let halt = report.rows.iter().find_map(|row| row.counted.halt);
    let missing = (report.rows.len() < report.asked).then_some(Halt::Interrupted);
    let finding = UnitFinding { exhausted, values, ..UnitFinding::default() };
    Performed { halt: halt.or(missing), finding, document: None, unproved: None }
}
