//! The results of `count` and `sweep`.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sixfold_solver::{CountReport, Figures, SweepReport, SweepRow};

use crate::named::Named;
use crate::number::{Decimal, Number};
use crate::verdict::{Claim, Scope, Violation};

/// What came of counting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CountResult {
    /// The family.
    pub family: String,
    /// The preset, or null if the puzzle is no preset.
    pub preset: Option<String>,
    /// The engine that ran; null if the rules alone decide.
    pub engine: Option<String>,
    /// The number of solutions that agree with the instance, all images counted. It is a lower bound unless the claim
    /// is `complete` or `certified`.
    pub count: Decimal,
    /// The number up to the symmetries that keep the instance, or null if it is not known.
    pub orbits: Option<Decimal>,
    /// How sure the count is.
    pub claim: Claim,
    /// What was searched.
    pub scope: Scope,
    /// Wall-clock time from the parsed instance to the count.
    pub seconds: f64,
    /// The name of the stopped run, for `resume`; null if there is nothing to resume.
    pub run: Option<String>,
    /// Why the instance is impossible, if that needed no search; else null.
    pub reason: Option<Violation>,
    /// The claim in words.
    pub words: String,
    /// What the whole count would need, if the engine gave up and can tell: an estimate, from which nothing is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<CountEstimate>,
    /// What was counted instead of solutions, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
    /// What solutions have in common, each a field of its own, such as `loops`: how many different ones there are, or
    /// the list of their numbers.
    #[serde(flatten)]
    #[schemars(schema_with = "facet_schema")]
    pub facets: Named<Facet>,
    /// Of what there is exactly one, if the family's solutions have something in common.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unique: Option<Vec<String>>,
    /// What a checked proof covers, if the family's solutions have something in common.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certified: Option<Vec<String>>,
    /// The path of the checked proof, or null if none was kept.
    pub proof: Option<String>,
    /// Why there is no checked proof, if one was asked for; else null.
    pub unproved: Option<String>,
}

/// What a count that was given up would need, estimated.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CountEstimate {
    /// The states of the largest layer.
    pub states: Decimal,
    /// The bytes of memory for it and for the layer before.
    pub bytes: Decimal,
}

fn facet_schema(generator: &mut SchemaGenerator) -> Schema {
    let meaning = "Something that solutions have in common, such as `loops`: how many different ones there are, or the \
                   list of their numbers.";
    Named::<Facet>::described(generator, meaning)
}

/// The figures of something that solutions have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum Facet {
    /// How many different ones there are.
    Total(Decimal),
    /// The different ones, or how many there are of each one of the facet before.
    List(Vec<Decimal>),
}

impl From<&Figures> for Facet {
    fn from(figures: &Figures) -> Self {
        match figures {
            Figures::Total(total) => Self::Total((*total).into()),
            Figures::Values(list) | Figures::Shares(list) => {
                Self::List(list.iter().copied().map(Decimal::from).collect())
            }
        }
    }
}

impl Number for Facet {
    fn from_json(value: &Value) -> Result<Self, &'static str> {
        match value {
            Value::Array(list) => {
                list.iter().map(Decimal::from_json).collect::<Result<_, _>>().map(Self::List)
            }
            value => Decimal::from_json(value).map(Self::Total),
        }
    }
}

/// What the library knows. The front end adds `preset`, `run` and `proof`.
impl From<&CountReport> for CountResult {
    fn from(report: &CountReport) -> Self {
        let facets = &report.facets[..];
        let unique = facets.iter().filter(|facet| facet.complete && facet.figures.total() == 1);
        let unique = unique.map(|facet| facet.one.to_owned()).collect();
        let certified = facets.iter().filter(|facet| facet.proved);
        let certified = certified.map(|facet| facet.name.to_owned()).collect();
        Self {
            family: report.family.name().to_owned(),
            preset: None,
            engine: report.engine.map(str::to_owned),
            count: report.count.into(),
            orbits: report.orbits.map(Decimal::from),
            claim: report.claim.into(),
            scope: (&report.scope).into(),
            seconds: report.seconds,
            run: None,
            reason: report.reason.as_ref().map(Violation::from),
            words: report.words(),
            estimate: report.estimate.map(|estimate| CountEstimate {
                states: estimate.states.into(),
                bytes: estimate.bytes.into(),
            }),
            counted: report.instead.map(str::to_owned),
            facets: facets.iter().map(|it| (it.name.to_owned(), (&it.figures).into())).collect(),
            unique: (!facets.is_empty()).then_some(unique),
            certified: (!facets.is_empty()).then_some(certified),
            proof: None,
            unproved: report.unproved.clone(),
        }
    }
}

/// The count for one value of a setting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SweepResult {
    /// The family.
    pub family: String,
    /// The setting of the header that is swept.
    pub setting: String,
    /// Its value.
    pub value: i64,
    /// The engine that ran; null if the rules alone decide.
    pub engine: Option<String>,
    /// The number of solutions; a lower bound unless the claim is `complete`.
    pub count: Decimal,
    /// The number up to symmetry, or null if it is not known.
    pub orbits: Option<Decimal>,
    /// How sure the count is.
    pub claim: Claim,
    /// What was searched.
    pub scope: Scope,
    /// Wall-clock time.
    pub seconds: f64,
    /// The code of the reason why this value is impossible, if that needed no search; else null.
    pub reason: Option<String>,
}

impl SweepResult {
    /// A row of a report.
    #[must_use]
    pub fn new(report: &SweepReport, row: &SweepRow) -> Self {
        let counted = &row.counted;
        Self {
            family: report.family.name().to_owned(),
            setting: report.setting.clone(),
            value: row.value,
            engine: counted.engine.map(str::to_owned),
            count: counted.count.into(),
            orbits: counted.orbits.map(Decimal::from),
            claim: counted.claim.into(),
            scope: (&counted.scope).into(),
            seconds: counted.seconds,
            reason: counted.reason.as_ref().map(|reason| reason.code.to_owned()),
        }
    }
}
