//! Case split of a search: the instance, its cases, and the encoding options.
//!
//! `class` has four cases, one for each perfect code and axis up to symmetry. `sat` on a blank
//! board has two: the centre holds a 1, or its right neighbour does. With `centre=both` each of them
//! has a second 1, and then they do not cover all boards. A search with givens has one case that
//! fixes nothing.
//!
//! Invariant: the split follows from the instance and the options alone. The checker of a
//! certificate derives it again, so nothing here may depend on what a search has found.
//!
//! The cases of the class cover the class only. A refutation of all four says nothing about other
//! boards.

use sixfold_puzzle::families::neighbors::{Instance, Known, LARGEST};

use crate::families::neighbors::board::LEVELS;
use crate::families::neighbors::encode::encoding_options::EncodingOptions;
use crate::families::neighbors::encode::formula::FormulaInput;
use crate::families::neighbors::encode::low_range::LowRange;
use crate::families::neighbors::encode::perfect_code::{Case, Class};
use crate::options::Options;
use crate::units::{Share, taken};

/// The rings from which on the class holds in all boards that are known to be good.
pub(crate) const USUAL_CODE: usize = 4;
pub(crate) const USUAL_BITS: usize = 5;

/// The cases of a search, with its instance and its encoding options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CaseSplit {
    /// The instance, with what an option has placed.
    pub(crate) instance: Instance,
    /// What each case fixes; `None` fixes nothing.
    pub(crate) cases: Vec<Option<Class>>,
    /// For each case the 1s that the option `centre` places beside those of the case; empty if it
    /// places none.
    pub(crate) placed: Vec<Vec<Option<bool>>>,
    /// For each case the range of the penalty of levels 1 and 2 that it is about; empty if no case has one.
    pub(crate) low: Vec<LowRange>,
    pub(crate) encoding: EncodingOptions,
    /// The largest value with variables.
    pub(crate) levels: usize,
    /// Only boards with at most this penalty are wanted.
    pub(crate) most: Option<usize>,
}

impl CaseSplit {
    /// The class, in its four cases: the code holds in the rings from `code` on, and the 2s lie on
    /// one axis in the rings from `bits` on.
    pub(crate) fn class(instance: Instance, code: usize, bits: usize) -> Self {
        let cases = Case::ALL.map(|case| Some(Class { case, code, bits: Some(bits) })).to_vec();
        let (placed, low, encoding) = (Vec::new(), Vec::new(), EncodingOptions::default());
        Self { instance, cases, placed, low, encoding, levels: LEVELS, most: None }
    }

    /// The class as it is in all boards that are known to be good.
    pub(crate) fn usual_class(instance: Instance) -> Self {
        Self::class(instance, USUAL_CODE, USUAL_BITS)
    }

    /// All boards that an encoding leaves, with variables for the values up to `values`.
    pub(crate) fn whole(instance: Instance, encoding: EncodingOptions, values: usize) -> Self {
        let all = encoding.counts_cells();
        let levels = if all { LARGEST.into() } else { needed(&instance.givens, values) };
        let (cases, placed, low) = (halves(&instance), Vec::new(), Vec::new());
        Self { instance, cases, placed, low, encoding, levels, most: None }
    }

    /// All boards as one case, with the default encoding.
    pub(crate) fn undivided(instance: Instance) -> Self {
        let levels = needed(&instance.givens, LEVELS);
        Self {
            instance,
            cases: vec![None],
            placed: Vec::new(),
            low: Vec::new(),
            encoding: EncodingOptions::default(),
            levels,
            most: None,
        }
    }

    /// Each case once for each of some ranges of the penalty of levels 1 and 2.
    pub(crate) fn in_ranges(self, ranges: &[LowRange]) -> Self {
        let each = |case: &Option<Class>| vec![*case; ranges.len()];
        let cases: Vec<Option<Class>> = self.cases.iter().flat_map(each).collect();
        let low = ranges.repeat(self.cases.len());
        Self { cases, low, ..self }
    }

    /// The range of the penalty of levels 1 and 2 that a case is about.
    pub(crate) fn low_range(&self, case: usize) -> LowRange {
        self.low.get(case).copied().unwrap_or_default()
    }

    /// The cases that the option `share` leaves.
    ///
    /// # Errors
    /// If there are more shares than cases.
    pub(crate) fn shared(self, options: &Options) -> Result<Self, String> {
        let share = Share::read(options, self.cases.len())?;
        let (cases, placed) = (taken(share, self.cases), taken(share, self.placed));
        let low = taken(share, self.low);
        Ok(Self { cases, placed, low, ..self })
    }

    /// The names of the cases.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |(at, case): (usize, &Option<Class>)| {
            let whole = case.map_or_else(|| "all".to_owned(), |class| class.name());
            match self.low.get(at) {
                None => whole,
                Some(range) => format!("{whole}/{}", range.name()),
            }
        };
        self.cases.iter().enumerate().map(name).collect()
    }

    /// The same instance and encoding in one case that fixes nothing.
    pub(crate) fn joined(&self) -> Self {
        Self { cases: vec![None], placed: Vec::new(), low: Vec::new(), ..self.clone() }
    }

    /// The number of edges of the board.
    pub(crate) fn edges(&self) -> usize {
        self.instance.hexagon.edges().count()
    }

    /// Whether the board is blank, no option places anything, and the encoding is the default: then first bounds on the penalty
    /// are known.
    pub(crate) fn is_usual(&self) -> bool {
        let open = self.instance.is_blank() && self.placed.is_empty();
        open && self.encoding == EncodingOptions::default()
    }

    /// Whether the cases are those of the class with the default options, and nothing else is
    /// fixed.
    pub(crate) fn has_usual_classes(&self) -> bool {
        let usual = |class: &Class| (class.code, class.bits) == (USUAL_CODE, Some(USUAL_BITS));
        let all = self.cases.iter().all(|class| class.as_ref().is_some_and(usual));
        all && self.is_usual()
    }

    /// The input of the encoding for a case, with a number of levels and a lower bound on levels 1
    /// and 2. With such a bound these levels are counted, and keep to the range of the case.
    pub(crate) fn formula_input(
        &self,
        case: usize,
        levels: usize,
        least: Option<usize>,
    ) -> FormulaInput<'_> {
        let Instance { hexagon, givens, .. } = &self.instance;
        let (class, encoding) = (self.cases[case], &self.encoding);
        let ones = self.placed.get(case).map_or(&[][..], |ones| ones);
        let range = self.low_range(case);
        let low_most = least.and(range.most);
        let least = least.map(|least| least.max(range.least));
        FormulaInput { hexagon, givens, class, ones, levels, least, low_most, encoding }
    }
}

/// The number of levels with variables: all of them if a given tells apart those that are filled in
/// otherwise.
fn needed(givens: &[Known], values: usize) -> usize {
    let large = |given: &Known| given.value().is_some_and(|given| usize::from(given) > LEVELS);
    if givens.iter().any(large) { LARGEST.into() } else { values }
}

/// The centre holds a 1 or has one beside it. On a blank board symmetry moves that one to the
/// right: two cases.
fn halves(instance: &Instance) -> Vec<Option<Class>> {
    let order = instance.hexagon.order();
    let blank = instance.is_blank() && order > 1;
    let case = |centred| Class { case: Case { centred, axis: 0 }, code: order, bits: None };
    if blank { vec![Some(case(true)), Some(case(false))] } else { vec![None] }
}
