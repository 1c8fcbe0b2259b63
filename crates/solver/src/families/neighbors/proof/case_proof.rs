//! LRAT certificates that no board is better than a bound, or that there is no board: two parts for
//! each case.
//!
//! The first part shows the lower bounds on levels 1 and 2, for the board and its sectors. The
//! second refutes all boards below the bound, and takes the result of the first for granted.
//!
//! Invariant: both parts have the same case, restrictions and symmetry breaking. So the second
//! encoding has no board that the first one lacks.
//!
//! The checker rebuilds each formula from the instance, the options, the case, the bound and the
//! remark `least N …`. No number of the search is trusted. A wrong one leaves a formula
//! satisfiable, and the writer says which (`Proved`).
//!
//! A proof of `class` covers the class only.
//!
//! Reference: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient Certified RAT
//! Verification", 2017.

use sixfold_puzzle::families::neighbors::{Instance, LARGEST, Neighbors, Solution};

use crate::certificate::{
    Certificate, Certificates, DimacsExchange, Outline, ProofStatement, Section,
};
use crate::engine::Task;
use crate::families::neighbors::board::{LOW_LEVELS, solution};
use crate::families::neighbors::construct::fill::completed;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::formula::{BoardFormula, FormulaInput};
use crate::families::neighbors::encode::perfect_code::Class;
use crate::families::neighbors::encode::sector_counts::{BOARD, SectorBounds, SectorCounts};
use crate::run::{Halt, Run};
use crate::sat::{self, BackendName, Book, Formula, Lit, Refuted, Unproved};

/// What an engine over cases has read from its options, for one instance.
pub(crate) struct CaseOptions {
    /// The boards that the options leave, in their cases. A checker reads the same ones from the
    /// instance and the options.
    pub(crate) split: CaseSplit,
    /// How many exceptions to `ring` are allowed at first, if they are raised to those of the split.
    pub(crate) first_interior: Option<usize>,
    /// The last level of each group, if levels are placed one group after the other.
    pub(crate) groups: Vec<u8>,
    /// The SAT solver of the search.
    pub(crate) backend: BackendName,
    /// The largest size of a proof.
    pub(crate) proof_bytes: u64,
}

/// The task of an engine over cases.
pub(crate) type CaseTask<'a> = Task<'a, Neighbors, CaseOptions>;

type CaseStatement<'a> = ProofStatement<'a, Neighbors, CaseOptions>;

/// Certificates about the cases of a class.
pub(crate) const CLASS: Certificates<Neighbors, CaseOptions> =
    Certificates { outline, certificate, counts: false, known: None, exchange: None };

/// Certificates about all boards, which are one formula as well.
pub(crate) const WHOLE: Certificates<Neighbors, CaseOptions> =
    Certificates { exchange: Some(DimacsExchange { dimacs, decode }), ..CLASS };

/// The prefix of the name of a part about levels 1 and 2.
const LOW_PART: &str = "low ";
/// The beginning of the remark with the lower bounds on levels 1 and 2.
const LEAST: &str = "least ";

/// The name of a case.
fn name(case: Option<Class>) -> String {
    case.map_or_else(|| "all".to_owned(), |class| class.name())
}

/// The bound of a proof: a penalty that a board can have. A larger one would only hold where there
/// is no board, which a proof states without a bound.
pub(crate) fn bound(stated: Option<i128>, edges: usize) -> Result<Option<usize>, String> {
    let Some(bound) = stated else { return Ok(None) };
    let possible = usize::try_from(bound).ok().filter(|&bound| bound <= edges);
    possible.map(Some).ok_or_else(|| {
        format!("its bound is {bound}; a board of {edges} edges has a penalty from 0 to {edges}")
    })
}

/// Why no part is needed for the bound 0.
pub(crate) fn nothing_below_zero() -> Outline {
    let reason = "a penalty is a number of edges, so none is below 0".to_owned();
    Outline { parts: Vec::new(), reasons: vec![reason] }
}

/// Two parts for each case.
fn outline(statement: &CaseStatement<'_>) -> Result<Outline, String> {
    let split = &statement.options.split;
    no_groups(statement.options)?;
    if bound(statement.bound, split.edges())? == Some(0) {
        return Ok(nothing_below_zero());
    }
    let both = |&case: &Option<Class>| [format!("{LOW_PART}{}", name(case)), name(case)];
    let mut reasons: Vec<&str> = Vec::new();
    match split.cases[0].map(|class| class.bits) {
        None => {}
        Some(None) if !split.placed.is_empty() => reasons.push(
            "the cases are what the option leaves: a 1 in the centre, or none there and one to its right, \
             and a second one where the perfect code about the first has it",
        ),
        Some(None) => reasons.push(
            "the cases are all boards up to symmetry: the centre holds a 1 or, since every other cell \
             needs one, has one beside it; a blank board can be turned so that this is the neighbour \
             to the right",
        ),
        Some(Some(_)) => reasons.push(
            "the cases are the whole class up to symmetry: a perfect code has a 1 in the centre or \
             beside it, there is one code of either kind up to the twelve symmetries, and about a \
             centred one the three axes are images of each other",
        ),
    }
    reasons.push(match split.encoding.counts_cells() {
        true => "the penalty is the number of edges less the sum of value − 1, by definition",
        false => {
            "the penalty is counted on edges: of the neighbours k of a cell above k, the one furthest \
             from the rim supports it, and the edges to the others are penalty edges, as are those between \
             equal values; each edge supports at most once, so the penalty is the number of edges less the \
             sum of value − 1"
        }
    });
    if !split.encoding.counts_cells() && split.levels < usize::from(LARGEST) {
        reasons.push(
            "the largest values have no variables: their penalty edges are not counted, so a board may \
             only seem better than it is",
        );
    }
    let parts = split.cases.iter().flat_map(both).collect();
    Ok(Outline { parts, reasons: reasons.into_iter().map(str::to_owned).collect() })
}

/// Refuses options that leave levels open: the formulas are about whole boards.
fn no_groups(options: &CaseOptions) -> Result<(), String> {
    match options.groups.is_empty() {
        true => Ok(()),
        false => Err("levels places a part of a board, and has no formula of its own".to_owned()),
    }
}

fn certificate(statement: &CaseStatement<'_>, section: Section<'_>) -> Result<Certificate, String> {
    let split = &statement.options.split;
    let (low_levels, wanted) = match section.name.strip_prefix(LOW_PART) {
        Some(name) => (true, name),
        None => (false, section.name),
    };
    let case = split.cases.iter().position(|&case| name(case) == wanted);
    let case = case.ok_or("there is no such case")?;
    let bounds = match section.remarks {
        [remark] => remark.strip_prefix(LEAST),
        _ => None,
    };
    let bounds = bounds.ok_or("one remark is expected: `least` and a number for each sector")?;
    let bounds = SectorBounds::read(bounds, split.edges())?;
    // The formula is about boards below the bound; without a bound, about all that the option
    // `most` leaves.
    let most = match bound(statement.bound, split.edges())? {
        Some(0) => return Err("no part is needed for the bound 0".to_owned()),
        Some(bound) => Some(bound - 1),
        None => split.most,
    };
    let numbers = bounds.words();
    let fact = format!("levels 1 and 2 have at least {numbers} penalty edges in the case {wanted}");
    let formulas = CaseFormulas { split, case, bounds: &bounds, most };
    let reasons = reasons(split, split.cases[case]);
    Ok(match low_levels {
        true => {
            Certificate { shows: Some(fact), reasons, ..Certificate::of(&formulas.low_levels()?.0) }
        }
        false => Certificate { needs: vec![fact], reasons, ..Certificate::of(&formulas.total()?) },
    })
}

/// Why the clauses of a case may exclude boards that the rules allow.
fn reasons(split: &CaseSplit, case: Option<Class>) -> Vec<String> {
    let broken = case.is_some_and(|class| !class.symmetries(&split.instance.hexagon).is_empty());
    let broken = broken && split.placed.is_empty();
    let reason = "symmetry breaking by lex-leader: the symmetries of the blank board that keep what \
                  the case fixes map its boards to boards of it with the same penalty; of the images \
                  of a board the least is kept, in both parts of the case alike";
    broken.then(|| reason.to_owned()).into_iter().collect()
}

/// The two formulas that a proof refutes for a case.
struct CaseFormulas<'a> {
    split: &'a CaseSplit,
    case: usize,
    /// The lower bounds on levels 1 and 2 that the proof shows.
    bounds: &'a SectorBounds,
    /// The largest penalty that the proof excludes; any, if there is none.
    most: Option<usize>,
}

impl CaseFormulas<'_> {
    /// The formula that levels 1 and 2 have less than their lower bound, and the literals that the
    /// proof derives before its refutation: the bounds of the sectors.
    fn low_levels(&self) -> Result<(Formula, Vec<Lit>), String> {
        if self.bounds.least[BOARD] == 0 {
            return Ok((absurd(), Vec::new()));
        }
        if self.split.encoding.counts_cells() {
            return Err("where values of cells are counted, levels have no penalties".to_owned());
        }
        let run = &Run::unlimited();
        let input = self.split.formula_input(self.case, LOW_LEVELS, None);
        let mut model = BoardFormula::new(&input, run).map_err(too_large)?;
        let edges = self.split.edges();
        let counts =
            SectorCounts::showing(&mut model, edges, self.bounds, run).map_err(too_large)?;
        let facts = counts.facts(self.bounds).ok_or("its numbers do not fit together")?;
        let (board, parts) = facts.split_last().ok_or("its numbers do not fit together")?;
        model.formula.group("the board is below its bound");
        model.formula.clause(&[-board]);
        Ok((model.formula, parts.to_vec()))
    }

    /// The formula that there is a board with a penalty of at most `most`.
    fn total(&self) -> Result<Formula, String> {
        let least = self.bounds.least[BOARD];
        let input = self.split.formula_input(self.case, self.split.levels, Some(least));
        match self.most {
            Some(most) if most < least => Ok(absurd()),
            Some(most) => bounded(&input, most).map_err(too_large),
            None => Ok(BoardFormula::new(&input, &Run::unlimited()).map_err(too_large)?.formula),
        }
    }
}

/// All boards as one formula; with the option `most`, those with at most that penalty.
fn dimacs(_: &Instance, options: &CaseOptions) -> Result<String, String> {
    if !options.split.placed.is_empty() {
        return Err("centre=both is two formulas; export centre=in and centre=beside".to_owned());
    }
    joined(options).map(|(model, _)| model.formula.dimacs())
}

/// The model without cases.
fn joined(options: &CaseOptions) -> Result<(BoardFormula, CaseSplit), String> {
    no_groups(options)?;
    let split = options.split.joined();
    let input = split.formula_input(0, split.levels, None);
    let run = &Run::unlimited();
    let mut model = BoardFormula::new(&input, run).map_err(too_large)?;
    if let Some(most) = split.most {
        let counts = model.bounded(&input, most, run).map_err(too_large)?;
        counts.at_most(most).into_iter().for_each(|literal| model.formula.clause(&[literal]));
    }
    Ok((model, split))
}

fn decode(_: &Instance, options: &CaseOptions, answer: &str) -> Result<Solution, String> {
    let (model, split) = joined(options)?;
    let values = sat::values(answer, model.formula.variables())?;
    let board = model.board(|literal| values[literal.unsigned_abs() as usize - 1] == (literal > 0));
    let board = completed(&split, &board).ok_or("the values of its cells do not fit")?;
    Ok(solution(&board))
}

/// The message for a formula that is too large to be rebuilt.
pub(crate) fn too_large(_: Halt) -> String {
    "its formula is too large".to_owned()
}

fn bounded(input: &FormulaInput<'_>, most: usize) -> Result<Formula, Halt> {
    let run = &Run::unlimited();
    let mut model = BoardFormula::new(input, run)?;
    let counts = model.bounded(input, most, run)?;
    for literal in counts.at_most(most) {
        model.formula.clause(&[literal]);
    }
    Ok(model.formula)
}

/// An unsatisfiable formula, for a penalty below 0 or below a bound already shown.
fn absurd() -> Formula {
    let mut formula = Formula::new();
    let variable = formula.variable();
    formula.clause(&[variable]);
    formula.clause(&[-variable]);
    formula
}

/// The outcome of writing a proof.
pub(crate) enum Proved {
    /// The proof is complete.
    Whole { steps: u64, bytes: u64 },
    /// Levels 1 and 2 of a case can have less than their bound, which was wrong.
    Less { case: usize },
    /// A case has a better board.
    Better { case: usize },
}

/// Writes the proof that no board is better than a bound, given lower bounds on levels 1 and 2 of
/// each case.
pub(crate) fn write(
    task: &CaseTask<'_>,
    bounds: &[SectorBounds],
    bound: Option<usize>,
) -> Result<Proved, Unproved> {
    let CaseOptions { split, proof_bytes, .. } = task.options;
    let sink = task.run.outside.write_proof().map_err(Unproved::Homeless)?;
    let header = task.header(bound.map(|bound| bound as i128));
    let mut book = Book::open(sink, &header, *proof_bytes)?;
    let most = bound.map_or(split.most, |bound| bound.checked_sub(1));
    for (at, &case) in split.cases.iter().enumerate().filter(|_| bound != Some(0)) {
        let (bounds, name) = (&bounds[at], name(case));
        let formulas = CaseFormulas { split, case: at, bounds, most };
        let (low_levels, facts) = formulas.low_levels().map_err(Unproved::Failed)?;
        if !refute(&mut book, &format!("{LOW_PART}{name}"), bounds, &low_levels, &facts, task.run)?
        {
            return Ok(Proved::Less { case: at });
        }
        let total = formulas.total().map_err(Unproved::Failed)?;
        if !refute(&mut book, &name, bounds, &total, &[], task.run)? {
            return Ok(Proved::Better { case: at });
        }
    }
    let (steps, bytes) = (book.steps, book.bytes);
    book.close()?;
    Ok(Proved::Whole { steps, bytes })
}

/// Writes a part; returns whether its formula is unsatisfiable.
fn refute(
    book: &mut Book,
    name: &str,
    bounds: &SectorBounds,
    formula: &Formula,
    steps: &[Lit],
    run: &Run<'_>,
) -> Result<bool, Unproved> {
    book.begin(name, &[format!("{LEAST}{}", bounds.words())])?;
    match book.refute(formula, steps, run)? {
        Refuted::Whole(_) => Ok(true),
        Refuted::Not => Ok(false),
        Refuted::Cut(shortfall) => Err(Unproved::Cut(shortfall)),
    }
}
