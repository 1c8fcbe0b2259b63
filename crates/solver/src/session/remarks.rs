//! Remarks beside the claim, for people: what a front end shows before and after the work. Each is a phrase without a
//! full stop, and names no command.

use sixfold_puzzle::Objective;

use super::count::CountReport;
use super::incumbent::{Preview, Start};
use super::proof::ProofCheck;
use super::report::{ProofStatus, Report};
use super::sweep::{SweepReport, SweepRow};
use crate::claim::{Claim, Finding};
use crate::engine::Power;
use crate::run::Halt;

impl Preview {
    /// Names the engine, or the family, that writes no certificates.
    #[must_use]
    pub fn no_certificates(&self) -> String {
        match self.engine.filter(|_| self.elsewhere) {
            Some(engine) => {
                format!("the engine {} writes no certificate for this claim", engine.name())
            }
            None => format!("{} has no certificates for this claim", self.family),
        }
    }

    /// How the solution in a text is used, with the name of the text.
    #[must_use]
    pub fn about_start(&self, name: &str) -> Option<String> {
        match (&self.start, self.engine) {
            (Start::Unusable(problem), _) => {
                Some(format!("the solution in {name} is not used: {problem}"))
            }
            (Start::Incumbent(incumbent), Some(engine)) => {
                let Objective { name, value, .. } = &incumbent.objective;
                let how = match engine.can(Power::Improves) {
                    true => "starts from",
                    false => "does not start from, but is compared with,",
                };
                Some(format!("{} {how} the given solution: {name} {value}", engine.name()))
            }
            _ => None,
        }
    }
}

/// Under these names an engine that cannot come to its end tells in its effort how long it would take.
pub(crate) const YEARS_FOR_ALL: &str = "years-for-all";
pub(crate) const YEARS_TO_FIRST: &str = "years-to-first-solution";

impl Report {
    /// What became of earlier work and of the given solution.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.resumed() {
            remarks.push("resumed: work of earlier runs counts for the claim".to_owned());
        }
        let found = self.objective().map(|objective| objective.value);
        match (self.incumbent(), found) {
            (Some(then), Some(now)) if then == now => {
                remarks.push(format!("nothing better than the given solution was found: {now}"));
            }
            (Some(then), Some(now)) => remarks.push(format!("improved from {then} to {now}")),
            _ => {}
        }
        remarks.extend(self.others().map(str::to_owned));
        remarks.extend(self.outlook());
        // A search that would go on says so; what it has is no worse for it.
        if self.halt() == Some(Halt::Time) && matches!(self.finding, Finding::Best { .. }) {
            remarks.push("a longer `--time` may find a better one".to_owned());
        }
        remarks
    }

    /// How long a search without hope would go on, from its effort.
    fn outlook(&self) -> Option<String> {
        let number = |name: &str| {
            let found = self.effort().iter().find(|(known, _)| *known == name);
            found.map(|&(_, value)| value).filter(|&value| value > 0)
        };
        let years = |years: u64| format!("about {years} year{}", if years == 1 { "" } else { "s" });
        let all = format!("{} for all boards", years(number(YEARS_FOR_ALL)?));
        self.halt()?;
        Some(match number(YEARS_TO_FIRST) {
            Some(first) => format!("at this rate {} to the first solution, {all}", years(first)),
            None => format!("at this rate {all}"),
        })
    }

    /// Why a proof that was asked for is not there, with the path to which it was to be written.
    #[must_use]
    pub fn about_proof(&self, prove: bool, path: Option<&str>, before: &Preview) -> Option<String> {
        if prove && self.engine().is_some() && !before.certificates {
            let claim = "the claim rests on the engine's own search";
            return Some(format!("{}: {claim}", before.no_certificates()));
        }
        let path = path.filter(|_| self.proof != ProofStatus::Checked)?;
        let why = match (self.unproved(), self.reason()) {
            (Some(reason), _) => reason,
            (None, Some(_)) => "the reason below needs no proof",
            (None, None) => "a verified solution needs no proof",
        };
        Some(format!("`{path}` was not written: {why}"))
    }
}

impl CountReport {
    /// The number of solutions, marked as a lower bound unless it is complete; none if it is not known.
    #[must_use]
    pub fn figure(&self, up_to_symmetry: bool) -> Option<String> {
        let number = if up_to_symmetry { self.orbits? } else { self.count };
        let least = if self.claim >= Claim::Complete { "" } else { "at least " };
        Some(format!("{least}{number}"))
    }
}

impl SweepReport {
    /// The rows as a table. Neighbouring values that are impossible for the same reason share a row.
    #[must_use]
    pub fn table(&self) -> String {
        let head = [&self.setting, "solutions", "up to symmetry", ""].map(str::to_owned);
        let alike = |a: &SweepRow, b: &SweepRow| a.reason().is_some() && a.reason() == b.reason();
        let rows = self.rows.chunk_by(alike).map(line);
        let lines: Vec<[String; 4]> = std::iter::once(head).chain(rows).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
        let [first, second, third] = [0, 1, 2].map(width);
        let print = |[value, count, orbits, claim]: &[String; 4]| {
            let line = format!("{value:>first$}  {count:>second$}  {orbits:>third$}  {claim}");
            line.trim_end().to_owned() + "\n"
        };
        lines.iter().map(print).collect()
    }
}

impl SweepRow {
    /// The code of the reason why this value is impossible, if that needed no search.
    fn reason(&self) -> Option<&'static str> {
        self.counted.reason.as_ref().map(|reason| reason.code)
    }
}

fn line(rows: &[SweepRow]) -> [String; 4] {
    let (row, last) = (&rows[0], &rows[rows.len() - 1]);
    let value = match rows.len() {
        1 => row.value.to_string(),
        _ => format!("{}..{}", row.value, last.value),
    };
    let orbits = row.counted.orbits.map_or("?".to_owned(), |orbits| orbits.to_string());
    let claim = row.reason().unwrap_or_else(|| row.counted.claim.name());
    let count = row.counted.figure(false).unwrap_or_default();
    [value, count, orbits, claim.to_owned()]
}

impl ProofCheck {
    /// What a proof that holds says, as a clause.
    #[must_use]
    pub fn statement(&self) -> Option<String> {
        let Self::Accepted { known, bound, scope, .. } = self else { return None };
        let within = if scope.is_whole() { String::new() } else { format!(" within {scope}") };
        Some(match (known.len(), bound) {
            (0, None) => format!("there is no solution{within}"),
            (0, Some(bound)) => format!("no solution{within} is better than {bound}"),
            (1, _) => format!("every solution{within} has the line below"),
            (count, _) => format!("every solution{within} has one of the {count} lines below"),
        })
    }

    /// What the proof shows, or why it does not, in lines.
    #[must_use]
    pub fn words(&self) -> String {
        let (steps, reasons, known) = match self {
            Self::Accepted { steps, reasons, known, .. } => (steps, reasons, known),
            Self::Refused(problem) => return format!("broken: {problem}\n{REFUSED}\n"),
            Self::Stopped => return format!("stopped: {UNDECIDED}\n"),
        };
        let statement = self.statement().unwrap_or_default();
        let mut text = format!("ok: {statement}; the proof of {steps} steps holds\n");
        known.iter().for_each(|line| text.push_str(&format!("{line}\n")));
        reasons.iter().for_each(|reason| text.push_str(&format!("besides: {reason}\n")));
        text
    }
}

/// What a refused proof may be.
const REFUSED: &str = "so the proof is damaged, changed, or of another board";

/// What is known after a check that was stopped.
const UNDECIDED: &str = "the proof was not checked to its end, it may hold or not";
