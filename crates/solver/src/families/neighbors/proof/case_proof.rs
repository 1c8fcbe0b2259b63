//! LRAT certificates that no board is better than a bound, or that there is no board: two parts for
//! each case.
//!
//! The first part shows the lower bound on levels 1 and 2. The second refutes all boards below the
//! bound, and takes the result of the first for granted.
//!
//! Invariant: both parts have the same case, restrictions and symmetry breaking. The second has
//! every clause of the first, in the same variables, and the fact that the first shows
//! (`shown_facts`). Its solver gets only the clauses that it needs (`sat::Embedding`).
//!
//! The two parts count levels 1 and 2 in different ways: the first by sectors, each cut off where
//! more cannot matter, the second by one tree as far as the bound. One clause links the counts.
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
    Certificate, Certificates, DimacsExchange, Fact, Outline, ProofStatement, Section,
};
use crate::engine::Task;
use crate::families::neighbors::board::{LOW_LEVELS, solution};
use crate::families::neighbors::construct::fill::completed;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::formula::{BoardFormula, FormulaInput};
use crate::families::neighbors::encode::low_range::LowRange;
use crate::families::neighbors::encode::perfect_code::Class;
use crate::families::neighbors::encode::sector_counts::{BOARD, SectorBounds, SectorCounts};
use crate::families::neighbors::proof::shown_facts::ShownFacts;
use crate::run::{Halt, Progress, Run};
use crate::sat::{self, BackendName, Book, Embedding, Encoding, Formula, Lit, Refuted, Unproved};

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
    let both = |name: String| [format!("{LOW_PART}{name}"), name];
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
    if !split.low.is_empty() {
        reasons.push(
            "each case is divided by the number of penalty edges of levels 1 and 2: every board has one, no symmetry \
             changes it, and the ranges follow each other from 0 on, the last without an end",
        );
    }
    let parts = split.names().into_iter().flat_map(both).collect();
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
    let case = split.names().iter().position(|name| name == wanted);
    let case = case.ok_or("there is no such case")?;
    let bounds = match section.remarks {
        [remark] => remark.strip_prefix(LEAST),
        _ => None,
    };
    let bounds = bounds.ok_or("one remark is expected: `least` and a number for each sector")?;
    let bounds = SectorBounds::read(bounds, split.edges())?;
    let range = split.low_range(case);
    if range.least > 0 && bounds.least[BOARD] > 0 {
        return Err("the option steps sets the bound on levels 1 and 2 of this case, so none is to be shown".to_owned());
    }
    // The formula is about boards below the bound; without a bound, about all that the option
    // `most` leaves.
    let most = match bound(statement.bound, split.edges())? {
        Some(0) => return Err("no part is needed for the bound 0".to_owned()),
        Some(bound) => Some(bound - 1),
        None => split.most,
    };
    let numbers = bounds.words();
    let says = format!("levels 1 and 2 have at least {numbers} penalty edges in the case {wanted}");
    let formulas = CaseFormulas { split, case, bounds: &bounds, most };
    let low = formulas.low_levels()?;
    let mut reasons = reasons(split, split.cases[case]);
    reasons.extend(about_range(range).filter(|_| !low_levels));
    if low_levels {
        let (formula, literals) = low
            .map_or_else(|| (absurd(), Vec::new()), |low| (low.shown.refuted(), low.shown.facts));
        let shown = match bounds.least[BOARD] {
            0 => format!("Nothing has to be shown about levels 1 and 2 of the case {wanted}."),
            least => {
                format!("In the case {wanted} levels 1 and 2 have at least {least} penalty edges.")
            }
        };
        let shows = Some(Fact { says, literals });
        return Ok(Certificate { says: shown, shows, reasons, ..Certificate::of(&formula) });
    }
    let total = formulas.total(low.as_ref())?;
    let refuted = match most {
        Some(most) => format!("The case {wanted} has no board with a penalty of {most} or less."),
        None => format!("The case {wanted} has no board."),
    };
    reasons.extend(total.link.map(str::to_owned));
    let needs = vec![Fact { says, literals: total.fact.into_iter().collect() }];
    Ok(Certificate { says: refuted, needs, reasons, ..Certificate::of(total.certified()) })
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

/// Why the clauses about a range of the penalty of levels 1 and 2 hold.
fn about_range(range: LowRange) -> Option<String> {
    let reason = "the case is about boards whose levels 1 and 2 have a number of penalty edges in its range, so two \
                  clauses may say that their count is in it; no board has less than its levels 1 and 2";
    (range != LowRange::default()).then(|| reason.to_owned())
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

/// The part about levels 1 and 2.
struct LowLevels {
    /// The lower bound of the board, as a fact.
    shown: ShownFacts,
    /// The bounds of the sectors, which the proof derives on the way.
    steps: Vec<Lit>,
}

/// The part about all levels.
struct Total {
    /// The formula of the solver.
    formula: Formula,
    /// The formula of the proof, where it takes the fact of the other part for granted.
    embedding: Option<Embedding>,
    /// That fact.
    fact: Option<Lit>,
    /// Why a clause that links the fact to the counts of this part holds.
    link: Option<&'static str>,
}

impl Total {
    /// A formula that needs no fact.
    fn alone(formula: Formula) -> Self {
        Self { formula, embedding: None, fact: None, link: None }
    }

    /// The formula that the proof is about.
    fn certified(&self) -> &Formula {
        self.embedding.as_ref().map_or(&self.formula, |embedding| &embedding.formula)
    }
}

/// Why the count of the first part may not exceed that of the second.
const SAME_COUNT: &str = "one clause of a case says that if the sectors of levels 1 and 2 have their bound together, the \
     count of levels 1 and 2 reaches it: both count the same penalty edges, and where the count of a \
     sector is cut off it is only smaller";
/// Why the levels above 2 may have no more.
const WHAT_IS_LEFT: &str = "one clause of a case says that if levels 1 and 2 have their bound, the levels above have no more \
     penalty edges than it leaves of the total: each penalty edge is one of the two kinds";

impl CaseFormulas<'_> {
    /// The encoding in which levels 1 and 2 have their lower bound; `None` if that is 0.
    fn low_levels(&self) -> Result<Option<LowLevels>, String> {
        if self.bounds.least[BOARD] == 0 {
            return Ok(None);
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
        let (&(_, board), parts) = facts.split_last().ok_or("its numbers do not fit together")?;
        let steps = parts.iter().map(|&(_, literal)| literal).collect();
        Ok(Some(LowLevels { shown: ShownFacts { model, facts: vec![board] }, steps }))
    }

    /// The formula that there is a board with a penalty of at most `most`.
    fn total(&self, low: Option<&LowLevels>) -> Result<Total, String> {
        let shown = self.bounds.least[BOARD];
        let input = self.split.formula_input(self.case, self.split.levels, Some(shown));
        let least = shown.max(self.split.low_range(self.case).least);
        match (self.most, low) {
            (Some(most), None) if most < least => Ok(Total::alone(absurd())),
            (Some(most), Some(low)) if most < least => low.contradicted(),
            (Some(most), low) => bounded(&input, most, low),
            (None, _) => {
                let model = BoardFormula::new(&input, &Run::unlimited()).map_err(too_large)?;
                Ok(Total::alone(model.formula))
            }
        }
    }
}

impl LowLevels {
    /// The fact that is shown.
    fn fact(&self) -> Lit {
        self.shown.facts[0]
    }

    /// The formula of a penalty below what levels 1 and 2 have at least.
    fn contradicted(&self) -> Result<Total, String> {
        let (formula, fact) = (absurd(), self.fact());
        let embedding =
            Embedding::new(self.shown.granted(&[]), &formula, &[(1, fact)], &[(0, fact)])?;
        Ok(Total { formula, embedding: Some(embedding), fact: Some(fact), link: None })
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

/// The formula of a penalty of at most `most`. A lower bound on levels 1 and 2 is a clause only if the other part
/// shows it.
fn bounded(
    input: &FormulaInput<'_>,
    most: usize,
    low: Option<&LowLevels>,
) -> Result<Total, String> {
    let run = &Run::unlimited();
    let mut model = BoardFormula::new(input, run).map_err(too_large)?;
    let counts = model.bounded(input, most, run).map_err(too_large)?;
    // With unary counts the lower bound is the last clause, and what it leaves for the levels above follows.
    let unary = input.encoding.counting.encoding() == Encoding::Totalizer;
    let mut taken = (unary && low.is_some()).then(|| (model.formula.len() - 1, SAME_COUNT));
    counts.total_at_most(most).into_iter().for_each(|literal| model.formula.clause(&[literal]));
    if let Some(literal) = counts.high_at_most(most).filter(|_| !unary) {
        taken = Some((model.formula.len(), WHAT_IS_LEFT));
        model.formula.clause(&[literal]);
    }
    let Some(low) = low else { return Ok(Total::alone(model.formula)) };
    let shared = model.shared_with(&low.shown.model);
    let fact = low.fact();
    let granted: Vec<(usize, Lit)> = taken.iter().map(|&(place, _)| (place, fact)).collect();
    let embedding = Embedding::new(low.shown.granted(&[]), &model.formula, &shared, &granted)?;
    let link = taken.map(|(_, reason)| reason);
    Ok(Total { formula: model.formula, embedding: Some(embedding), fact: Some(fact), link })
}

/// An unsatisfiable formula of one variable: first that it holds, then that it does not.
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
    let names = split.names();
    let cases = if bound == Some(0) { 0 } else { names.len() };
    // Both parts of a case are built from the same formulas, but one is made apart from the other.
    let part = |at: usize, book: &mut Book, run: &Run<'_>| {
        let case = at / 2;
        let (name, bounds) = (&names[case], &bounds[case]);
        let formulas = CaseFormulas { split, case, bounds, most };
        let low = formulas.low_levels().map_err(Unproved::Failed)?;
        if at.is_multiple_of(2) {
            begin(book, &format!("{LOW_PART}{name}"), bounds)?;
            let refuted = match &low {
                Some(low) => book.refute(&low.shown.refuted(), &low.steps, run)?,
                None => book.refute(&absurd(), &[], run)?,
            };
            return Ok((!whole(refuted)?).then_some(Proved::Less { case }));
        }
        let total = formulas.total(low.as_ref()).map_err(Unproved::Failed)?;
        begin(book, name, bounds)?;
        let refuted = book.refute_within(&total.formula, total.embedding.as_ref(), run)?;
        Ok((!whole(refuted)?).then_some(Proved::Better { case }))
    };
    let written = |done: usize| {
        let progress = Progress::of("proof").done(done as u64, 2 * cases as u64, "parts");
        task.run.emit(&progress.into());
    };
    if let Some(wrong) = book.in_teams(2 * cases, task.run, part, written)? {
        return Ok(wrong);
    }
    let (steps, bytes) = (book.steps, book.bytes);
    book.close()?;
    Ok(Proved::Whole { steps, bytes })
}

/// Begins a part.
fn begin(book: &mut Book, name: &str, bounds: &SectorBounds) -> Result<(), Unproved> {
    book.begin(name, &[format!("{LEAST}{}", bounds.words())])
}

/// Whether a formula is unsatisfiable, with a whole proof.
fn whole(refuted: Refuted) -> Result<bool, Unproved> {
    match refuted {
        Refuted::Whole(_) => Ok(true),
        Refuted::Not => Ok(false),
        Refuted::Cut(shortfall) => Err(Unproved::Cut(shortfall)),
    }
}
