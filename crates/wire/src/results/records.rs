//! The results of `records` and `score`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_puzzle::Verdict;
use std::collections::BTreeMap;

use crate::named::{Named, beside_schema};
use crate::verdict::{Breakdown, BreakdownPart};

/// A record of the project.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordResult {
    /// The family and the name, as in `fences/10`.
    pub record: String,
    /// Whether the solution is complete and correct.
    pub ok: bool,
    /// What is claimed; null if the record does not say it, as in the next three fields.
    pub claim: Option<String>,
    /// The command that made it.
    pub command: Option<String>,
    /// When it was made.
    pub date: Option<String>,
    /// The version of sixfold that made it.
    pub version: Option<String>,
    /// How good the solution is, or null if the family has no objective.
    pub objective: Option<i128>,
    /// Other numbers that people quote for the same board, each a field of its own.
    #[serde(flatten)]
    #[schemars(schema_with = "beside_schema")]
    pub beside: Named<i128>,
}

impl RecordResult {
    /// A record, the verdict on it, and what its comments say under a name.
    pub fn new<'a>(
        record: &str,
        verdict: &Verdict,
        comment: impl Fn(&str) -> Option<&'a str>,
    ) -> Self {
        let comment = |name| comment(name).map(str::to_owned);
        let objective = verdict.objective.as_ref();
        Self {
            record: record.to_owned(),
            ok: verdict.solved(),
            claim: comment("claim"),
            command: comment("command"),
            date: comment("date"),
            version: comment("version"),
            objective: objective.map(|found| found.value),
            beside: objective.map(|found| Named::of(&found.beside)).unwrap_or_default(),
        }
    }
}

/// The sums over several records.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordTotal {
    /// The family.
    pub family: String,
    /// How many records are added up.
    pub records: usize,
    /// How many are left out, since their solutions are not complete and correct.
    pub broken: usize,
    /// The sum of their objectives, or null if the family has none.
    pub sum: Option<i128>,
    /// The sum of their objectives by each of the family's criteria.
    pub breakdowns: Vec<Breakdown>,
}

impl RecordTotal {
    /// The sums over the boards of a family that are solved.
    #[must_use]
    pub fn new(family: &str, all: &[Verdict]) -> Self {
        let verdicts: Vec<&Verdict> = all.iter().filter(|verdict| verdict.solved()).collect();
        let objectives = verdicts.iter().map(|it| it.objective.as_ref().map(|found| found.value));
        let mut breakdowns: Vec<Breakdown> = Vec::new();
        for breakdown in verdicts.iter().flat_map(|verdict| &verdict.breakdowns) {
            let breakdown = Breakdown::from(breakdown);
            match breakdowns.iter_mut().find(|it| it.by == breakdown.by) {
                Some(sum) => sum.parts = added(&sum.parts, &breakdown.parts),
                None => breakdowns.push(breakdown),
            }
        }
        let sum = objectives.sum::<Option<i128>>().filter(|_| !verdicts.is_empty());
        let (records, broken) = (verdicts.len(), all.len() - verdicts.len());
        Self { family: family.to_owned(), records, broken, sum, breakdowns }
    }

    /// The sums in words, a line for each criterion.
    #[must_use]
    pub fn words(&self) -> String {
        let many = if self.records == 1 { "record" } else { "records" };
        let sum = self.sum.map(|sum| format!(", sum of objectives {sum}")).unwrap_or_default();
        let mut lines = vec![format!("{} {many} of {}{sum}", self.records, self.family)];
        if self.broken > 0 {
            lines[0] += &format!(", {} broken and left out", self.broken);
        }
        for Breakdown { of, by, parts } in &self.breakdowns {
            let parts = parts.iter().filter(|part| part.value > 0);
            let parts: Vec<_> = parts.map(|it| format!("{} at {}", it.value, it.key)).collect();
            lines.push(format!("{of} by {by}: {}", parts.join(", ")));
        }
        lines.join("\n")
    }
}

/// The parts of two boards together.
fn added(parts: &[BreakdownPart], others: &[BreakdownPart]) -> Vec<BreakdownPart> {
    let mut sums: BTreeMap<u32, BreakdownPart> = BTreeMap::new();
    for &part in parts.iter().chain(others) {
        let sum = sums.entry(part.key).or_insert(BreakdownPart { value: 0, exact: true, ..part });
        (sum.value, sum.exact) = (sum.value + part.value, sum.exact && part.exact);
    }
    sums.into_values().collect()
}

/// A record that was verified, or cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordVerified {
    /// The family and the name.
    pub record: String,
    /// Whether nothing is wrong with it.
    pub ok: bool,
    /// What is wrong, or null.
    pub problem: Option<String>,
}

impl RecordVerified {
    /// A record and what is wrong with it, if anything.
    #[must_use]
    pub fn new(record: &str, problem: Option<String>) -> Self {
        Self { record: record.to_owned(), ok: problem.is_none(), problem }
    }
}

/// A board scored as its contest did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ScoreResult {
    /// The file.
    pub name: String,
    /// The record of the same puzzle.
    pub best_record: String,
    /// What the board has: the penalty, the moves, the score.
    pub objective: i128,
    /// The best known number.
    pub best: i128,
    /// The part of the best known result that the board reaches: 1 for as good a one.
    pub part: Option<f64>,
}

impl ScoreResult {
    /// In words; `counted` is what the objective counts.
    #[must_use]
    pub fn words(&self, counted: &str) -> String {
        let Self { name, objective, best, part, .. } = self;
        let part = part.map_or_else(|| "?".to_owned(), |part| format!("{part:.4}"));
        let better = if objective < best { ", better than the best known" } else { "" };
        format!("{name}: {counted} {objective}, best known {best}: {part}{better}")
    }
}

/// The scores of the boards of a family together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ScoreTotal {
    /// The family.
    pub family: String,
    /// How many different puzzles were scored; of several boards of one puzzle the best counts.
    pub puzzles: usize,
    /// How many the contest had, or null where that is not known.
    pub of: Option<usize>,
    /// The sum of their parts.
    pub total: Option<f64>,
}

impl ScoreTotal {
    /// In words.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { family, puzzles, of, total } = self;
        let puzzles =
            if *puzzles == 1 { "1 puzzle".to_owned() } else { format!("{puzzles} puzzles") };
        let of = of.map(|of| format!("; the contest had {of}")).unwrap_or_default();
        let total = total.map_or_else(|| "?".to_owned(), |total| format!("{total:.2}"));
        format!("{family}: {total} for {puzzles}{of}")
    }
}
