//! Search state of a bound descent, and its text in a checkpoint.
//!
//! Invariant: a state is read back exactly as it was written. The keys of its lines are a file
//! format and do not change.
//!
//! Reading verifies the board. Bounds and refutations are trusted, so a certificate must not rest
//! on them: `proof` shows them again. Bounds of cases in `unverified` are estimates; use
//! `verified_bound_of` for a claim.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_puzzle::families::neighbors::Instance;

use crate::families::neighbors::board::saved_board;
use crate::families::neighbors::bounds::learned_clauses::{ClauseSource, KeptClauses};
use crate::families::neighbors::bounds::sector_survey::Survey;
use crate::families::neighbors::encode::low_range::LowRange;
use crate::families::neighbors::encode::sector_counts::SectorBounds;
use crate::families::neighbors::search::stage::{note, noted};

/// The name of the number of cases in which nothing is better than the incumbent.
pub(crate) const EXHAUSTED: &str = "cases-exhausted";

/// The name of the note with the state of the search of the class.
pub(crate) const SCOUT: &str = "scout";

/// The incumbent, bounds and refutations of a bound descent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SearchState {
    /// The incumbent.
    pub(crate) board: Option<Vec<u8>>,
    /// For each case a lower bound on levels 1 and 2, verified unless the case is in `unverified`.
    pub(crate) low_bounds: Vec<Option<usize>>,
    /// For each case a penalty below which it has no board.
    pub(crate) lower_bounds: Vec<Option<usize>>,
    /// For each refuted step of a case the penalty up to which it has no board.
    pub(crate) refuted: BTreeMap<(usize, usize), usize>,
    pub(crate) conflicts: u64,
    /// Whether the boundary dynamic program has given its boards.
    pub(crate) lined: bool,
    /// The cases whose bound on levels 1 and 2 is an estimate; refutations that use it are
    /// unverified too.
    pub(crate) unverified: BTreeSet<usize>,
    /// The conflicts before the incumbent was found.
    pub(crate) found_after: u64,
    /// For each case verified lower bounds on levels 1 and 2, for the sectors and the board.
    pub(crate) sector_bounds: Vec<Option<SectorBounds>>,
    /// For each case the survey that was stopped, if one was.
    pub(crate) surveys: BTreeMap<usize, Survey>,
    /// For each case the conflicts of its solvers.
    pub(crate) spent: Vec<u64>,
    /// Learned clauses of the current solvers. They guide the next run, which checks them.
    pub(crate) learned: Vec<KeptClauses>,
    /// How many times the run was resumed.
    pub(crate) resumed: u64,
    /// The state of the search of the class, where one comes first.
    pub(crate) scout: Option<String>,
}

impl SearchState {
    pub(crate) fn new(cases: usize) -> Self {
        let (low_bounds, lower_bounds, sector_bounds) =
            (vec![None; cases], vec![None; cases], vec![None; cases]);
        Self { low_bounds, lower_bounds, sector_bounds, spent: vec![0; cases], ..Self::default() }
    }

    /// A case is about boards whose levels 1 and 2 have at least so many penalty edges.
    pub(crate) fn know_range(&mut self, case: usize, range: LowRange) {
        if range.least > 0 {
            self.low_bounds[case] = Some(range.least);
            self.sector_bounds[case] = Some(SectorBounds::of_board(range.least));
        }
    }

    /// Drops all bounds and refutations of a case.
    pub(crate) fn forget(&mut self, case: usize) {
        (self.low_bounds[case], self.lower_bounds[case], self.sector_bounds[case]) =
            (None, None, None);
        self.refuted.retain(|&(it, _), _| it != case);
        self.learned.retain(|kept| kept.source.case != case);
        self.unverified.remove(&case);
        self.surveys.remove(&case);
    }

    /// Adds conflicts of a solver of a case.
    pub(crate) fn spend(&mut self, case: usize, conflicts: u64) {
        self.conflicts += conflicts;
        self.spent[case] += conflicts;
    }

    /// Keeps the learned clauses of a part, and drops older ones of it.
    pub(crate) fn keep(&mut self, kept: KeptClauses) {
        self.drop_learned(kept.source.case, kept.source.step);
        self.learned.push(kept);
    }

    /// Drops the learned clauses of a refuted part.
    pub(crate) fn drop_learned(&mut self, case: usize, step: Option<usize>) {
        self.learned.retain(|kept| (kept.source.case, kept.source.step) != (case, step));
    }

    /// Learned clauses of an earlier run for a part, if their formula counts up to this penalty.
    pub(crate) fn recalled(&self, source: &ClauseSource) -> Option<KeptClauses> {
        let fits = |it: &ClauseSource| ClauseSource { largest: source.largest, ..*it } == *source;
        let found = self.learned.iter().find(|kept| fits(&kept.source));
        found.filter(|kept| kept.source.largest >= source.largest).cloned()
    }

    /// The first step of a case that is not refuted up to a penalty.
    pub(crate) fn first_step(&self, case: usize, most: usize) -> usize {
        let open = |step: &usize| self.refuted.get(&(case, *step)).is_none_or(|&it| it < most);
        (0..).find(open).unwrap_or(0)
    }

    /// Takes the verified bounds on levels 1 and 2 of a case. Refutations that used an estimate
    /// stay if it was right.
    pub(crate) fn set_verified_bounds(&mut self, case: usize, least: usize, bounds: SectorBounds) {
        if self.low_bounds[case] != Some(least) {
            self.forget(case);
        }
        self.unverified.remove(&case);
        (self.low_bounds[case], self.sector_bounds[case]) = (Some(least), Some(bounds));
    }

    /// A verified lower bound on the penalty of a case.
    pub(crate) fn verified_bound_of(&self, case: usize) -> Option<usize> {
        self.lower_bound_of(case).filter(|_| !self.unverified.contains(&case))
    }

    /// A lower bound on the penalty of a case; unverified if the case is in `unverified`.
    pub(crate) fn lower_bound_of(&self, case: usize) -> Option<usize> {
        self.low_bounds[case]
            .max(self.lower_bounds[case])
            .max(self.refuted_through(case).map(|most| most + 1))
    }

    /// The largest penalty up to which all steps of a case are refuted that it leaves room for.
    pub(crate) fn refuted_through(&self, case: usize) -> Option<usize> {
        let low_bound = self.low_bounds[case]?;
        let known = |step: usize| self.refuted.get(&(case, step)).copied();
        let whole = |&most: &usize| (0..=most - low_bound).all(|step| known(step) >= Some(most));
        (low_bound..=known(0)?).take_while(whole).last()
    }

    /// The sector bounds of a case, or only the bound of the board.
    pub(crate) fn sector_bounds_of(&self, case: usize) -> SectorBounds {
        let of_board = || SectorBounds::of_board(self.low_bounds[case].unwrap_or(0));
        self.sector_bounds[case].clone().unwrap_or_else(of_board)
    }

    /// A verified lower bound on the penalty of all cases.
    pub(crate) fn bound(&self) -> Option<usize> {
        (0..self.low_bounds.len()).map(|case| self.verified_bound_of(case)).min().flatten()
    }

    /// The number of cases with a verified bound that reaches the incumbent.
    pub(crate) fn exhausted(&self, best: usize) -> usize {
        let done = |&case: &usize| self.verified_bound_of(case).is_some_and(|bound| bound >= best);
        (0..self.low_bounds.len()).filter(done).count()
    }

    pub(crate) fn counters(&self, best: usize) -> Vec<(&'static str, u64)> {
        let exhausted = (EXHAUSTED, self.exhausted(best) as u64);
        let steps = Some(self.refuted.len() as u64).filter(|&steps| steps > 0);
        let steps = steps.map(|steps| ("steps-refuted", steps));
        let resumed = Some(("resumed", self.resumed)).filter(|_| self.resumed > 0);
        let all = [exhausted].into_iter().chain(steps).chain([("conflicts", self.conflicts)]);
        all.chain(resumed).collect()
    }

    /// The text; its first line is for people.
    pub(crate) fn text(&self, best: usize) -> String {
        let found =
            self.board.as_ref().map_or("no board yet".to_owned(), |_| format!("penalty {best}"));
        let (exhausted, cases) = (self.exhausted(best), self.low_bounds.len());
        let list = |name: &str, numbers: &[Option<usize>]| {
            let words = numbers.iter().map(|it| it.map_or("-".to_owned(), |it| it.to_string()));
            format!("{name} {}\n", words.collect::<Vec<_>>().join(" "))
        };
        let board = self.board.iter().map(|board| {
            let values: String = board.iter().map(u8::to_string).collect();
            format!("board {values}\n")
        });
        format!("{found}, {exhausted} of {cases} cases exhausted\n")
            + &list("low", &self.low_bounds)
            + &list("floor", &self.lower_bounds)
            + &self.unverified_line()
            + &self.refuted_line()
            + &self.sector_bounds_lines()
            + &self.surveys_lines()
            + &format!("conflicts {}\n", self.conflicts)
            + &format!("found-after {}\n", self.found_after)
            + &format!("resumed {}\n", self.resumed)
            + &list("spent", &self.spent.iter().map(|&it| Some(it as usize)).collect::<Vec<_>>())
            + if self.lined { "lined\n" } else { "" }
            + &board.collect::<String>()
            + &self.learned.iter().map(KeptClauses::line).collect::<String>()
            + &self.scout.iter().map(|scout| noted("", SCOUT, scout)).collect::<String>()
    }

    fn sector_bounds_lines(&self) -> String {
        let known = self
            .sector_bounds
            .iter()
            .enumerate()
            .filter_map(|(case, it)| Some((case, it.as_ref()?)));
        known.map(|(case, bounds)| format!("sectors {case} {}\n", bounds.words())).collect()
    }

    fn surveys_lines(&self) -> String {
        let line =
            |(case, survey): (&usize, &Survey)| format!("survey {case} {}\n", survey.words());
        self.surveys.iter().map(line).collect()
    }

    fn unverified_line(&self) -> String {
        let words: String = self.unverified.iter().map(|case| format!(" {case}")).collect();
        if words.is_empty() { words } else { format!("guessed{words}\n") }
    }

    fn refuted_line(&self) -> String {
        if self.refuted.is_empty() {
            return String::new();
        }
        let word =
            |(&(case, step), most): (&(usize, usize), &usize)| format!(" {case}:{step}:{most}");
        format!("refuted{}\n", self.refuted.iter().map(word).collect::<String>())
    }

    /// Reads the text of a descent over so many cases. Verifies the board; trusts bounds and
    /// refutations.
    pub(crate) fn read(text: &str, cases: usize, instance: &Instance) -> Result<Self, String> {
        let line = |name: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            found.ok_or_else(|| format!("the saved state has no line `{name}`"))
        };
        let list = |name: &str| -> Result<Vec<Option<usize>>, String> {
            let wrong = |_| format!("the saved state's line `{name}` is not one of numbers");
            let words = line(name)?.split_whitespace();
            let number = |word: &str| if word == "-" { Ok(None) } else { word.parse().map(Some) };
            let numbers = words.map(number).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
            let right = numbers.len() == cases;
            right.then_some(numbers).ok_or_else(|| format!("`{name}` is not about {cases} cases"))
        };
        let refuted = line("refuted").unwrap_or("").split_whitespace().map(|word| {
            let numbers: Option<Vec<usize>> = word.split(':').map(|it| it.parse().ok()).collect();
            match numbers.as_deref() {
                Some(&[case, step, most]) if case < cases => Ok(((case, step), most)),
                _ => Err(format!("the saved state's line `refuted` has the word `{word}`")),
            }
        });
        let unverified = line("guessed").unwrap_or("").split_whitespace().map(|word| {
            let case = word.parse().ok().filter(|&case| case < cases);
            case.ok_or_else(|| format!("the saved state's line `guessed` has the word `{word}`"))
        });
        let number = |name: &str| -> Result<u64, String> {
            let wrong = |_| format!("the saved state's line `{name}` is not a number");
            line(name)?.trim().parse().map_err(wrong)
        };
        let lines = |name: &'static str| {
            text.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix(' '))
        };
        let learned = lines("learned").map(|words| KeptClauses::read(words, cases));
        let edges = instance.hexagon.edges().count();
        let mut bounds = vec![None; cases];
        for (case, words) in lines("sectors")
            .map(|words| about_case("sectors", words, cases))
            .collect::<Result<Vec<_>, _>>()?
        {
            bounds[case] = Some(SectorBounds::read(words, edges)?);
        }
        let surveys = lines("survey").map(|words| {
            let (case, words) = about_case("survey", words, cases)?;
            Ok((case, Survey::read(words, edges)?))
        });
        let surveys = surveys.collect::<Result<_, String>>()?;
        let board = line("board").ok().map(|digits| saved_board(instance, digits));
        Ok(Self {
            board: board.transpose()?,
            low_bounds: list("low")?,
            lower_bounds: list("floor")?,
            refuted: refuted.collect::<Result<_, _>>()?,
            unverified: unverified.collect::<Result<_, _>>()?,
            conflicts: number("conflicts")?,
            found_after: number("found-after")?,
            resumed: number("resumed")?,
            surveys,
            // States of earlier programs do not have the line.
            spent: match line("spent") {
                Ok(_) => list("spent")?.into_iter().map(|it| it.unwrap_or(0) as u64).collect(),
                Err(_) => vec![0; cases],
            },
            learned: learned.collect::<Result<_, _>>()?,
            sector_bounds: bounds,
            scout: note(text, SCOUT),
            lined: text.lines().any(|line| line == "lined"),
        })
    }
}

/// The number of a case at the beginning of a line, and what follows it.
fn about_case<'a>(name: &str, words: &'a str, cases: usize) -> Result<(usize, &'a str), String> {
    let parts = words.split_once(' ').map(|(case, rest)| (case.parse(), rest));
    match parts {
        Some((Ok(case), rest)) if case < cases => Ok((case, rest)),
        _ => Err(format!("the saved state's line `{name}` does not begin with a case")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::neighbors::board::blank;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let mut state = SearchState::new(2);
        state.low_bounds = vec![Some(3), None];
        state.board = Some(vec![2, 3, 3, 1, 2, 2, 3]);
        state.conflicts = 99;
        state.lined = true;
        state.refuted = [((0, 1), 5), ((1, 0), 4)].into();
        state.unverified = [1].into();
        state.sector_bounds[0] = Some(SectorBounds::of_board(3));
        (state.spent, state.resumed, state.found_after) = (vec![60, 39], 2, 98);
        state.scout = Some("penalty 4\nlow 1\nboard 1\n".to_owned());
        let source = ClauseSource { case: 1, step: None, levels: 5, low_bound: 3, largest: 8 };
        state.keep(KeptClauses { source, clauses: vec![vec![1], vec![2, -3]] });
        let bounds = SectorBounds::of_board(4);
        state.surveys.insert(1, Survey { bounds, part: 3, conflicts: 0 });
        let text = state.text(3);
        let two = &blank(2);
        assert!(text.starts_with("penalty 3, 1 of 2 cases exhausted\n"), "{text}");
        let old = text.replace("spent 60 39\n", "");
        let unspent = SearchState { spent: vec![0; 2], ..state.clone() };
        assert_eq!(SearchState::read(&old, 2, two), Ok(unspent));
        assert_eq!(SearchState::read(&text, 2, two), Ok(state));
        let problem = SearchState::read(&text, 4, two).unwrap_err();
        assert_eq!(problem, "`low` is not about 4 cases");
        let three = blank(3);
        assert!(SearchState::read(&text, 2, &three).unwrap_err().contains("19 values"));
        let wrong = text.replace("board 2331223", "board 7777777");
        let problem = SearchState::read(&wrong, 2, two).unwrap_err();
        assert!(problem.contains("the saved board is no solution"), "{problem}");
        assert!(SearchState::read("", 2, two).is_err());
        let wrong = text.replace("1:0:4", "2:0:4");
        assert!(SearchState::read(&wrong, 2, two).unwrap_err().contains("`2:0:4`"));
        let wrong = text.replace("guessed 1", "guessed 1 2");
        assert!(SearchState::read(&wrong, 2, two).unwrap_err().contains("`2`"));
        for (right, wrong) in
            [("spent 60 39", "spent 60"), ("sectors 0", "sectors 2"), ("2,-3", "2,-x")]
        {
            assert!(
                text.contains(right)
                    && SearchState::read(&text.replace(right, wrong), 2, two).is_err()
            );
        }
    }

    /// Clauses go to the formula that they came from, which may count further than the current
    /// bound.
    #[test]
    fn clauses_go_to_the_solver_that_they_came_from() {
        let mut state = SearchState::new(2);
        let source = ClauseSource { case: 1, step: None, levels: 5, low_bound: 3, largest: 8 };
        state.keep(KeptClauses { source, clauses: vec![vec![1]] });
        state.keep(KeptClauses { source, clauses: vec![vec![2]] });
        assert_eq!(state.learned.len(), 1);
        let asked =
            |largest| state.recalled(&ClauseSource { largest, ..source }).map(|it| it.clauses);
        assert_eq!(
            (asked(7), asked(8), asked(9)),
            (Some(vec![vec![2]]), Some(vec![vec![2]]), None)
        );
        for other in
            [ClauseSource { low_bound: 4, ..source }, ClauseSource { step: Some(0), ..source }]
        {
            assert_eq!(state.recalled(&other), None);
        }
        state.forget(1);
        assert!(state.learned.is_empty());
    }

    /// A case is refuted up to a penalty when all steps are that it leaves room for.
    #[test]
    fn a_case_needs_all_its_steps() {
        let mut state = SearchState::new(2);
        state.low_bounds = vec![Some(7), None];
        state.refuted = [((0, 0), 9), ((0, 1), 9)].into();
        assert_eq!(state.lower_bound_of(0), Some(9));
        state.refuted.insert((0, 2), 9);
        assert_eq!(state.lower_bound_of(0), Some(10));
        state.refuted.insert((0, 1), 8);
        assert_eq!(state.lower_bound_of(0), Some(9));
        state.refuted.remove(&(0, 0));
        assert_eq!((state.lower_bound_of(0), state.lower_bound_of(1)), (Some(7), None));
        // Steps rest on the bound of their case, and are dropped with it.
        state.refuted.insert((1, 0), 9);
        state.forget(0);
        assert_eq!((state.low_bounds[0], state.lower_bound_of(0)), (None, None));
        assert_eq!(state.refuted, [((1, 0), 9)].into());
        // Refutations that used an estimate are unverified, and stay only if it was right.
        state.low_bounds = vec![Some(7), Some(8)];
        state.unverified = [0, 1].into();
        state.refuted = [((0, 0), 9), ((1, 0), 8)].into();
        assert_eq!((state.lower_bound_of(1), state.verified_bound_of(1)), (Some(9), None));
        assert_eq!((state.bound(), state.exhausted(7)), (None, 0));
        state.set_verified_bounds(0, 6, SectorBounds::of_board(6));
        state.set_verified_bounds(1, 8, SectorBounds::of_board(8));
        assert_eq!((state.verified_bound_of(0), state.verified_bound_of(1)), (Some(6), Some(9)));
        assert_eq!((state.bound(), state.exhausted(7)), (Some(6), 1));
        // A case without any board at all.
        state.low_bounds[1] = Some(usize::MAX);
        assert_eq!(state.lower_bound_of(1), Some(usize::MAX));
    }
}
