//! Scores of boards, as contests gave them, against the best known boards.

use std::collections::BTreeMap;

use sixfold_puzzle::{Goal, Objective, Puzzle, Verdict};
use sixfold_records::{Record, place, scores};
use sixfold_solver::Registry;

use crate::error::HostError;
use crate::records::judge;
use crate::source::Source;

/// A board and what it is worth.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The record of the same board, such as `balto/10`.
    pub record: String,
    /// What the board has.
    pub objective: Objective,
    /// The best known number.
    pub best: i128,
    /// The part of the best known result that the board reaches.
    pub part: f64,
}

impl Scored {
    /// A board of the same puzzle as a record, which has so many.
    fn of(record: &str, objective: Objective, recorded: i128) -> Self {
        let (family, order, _) = place(record);
        let best = scores::published(family, order).map_or(recorded, |best| best.min(recorded));
        let part = scores::part(&objective, best);
        Self { record: record.to_owned(), objective, best, part }
    }
}

/// Scores of several boards together; of several boards of one puzzle the best counts. A puzzle that was not in its
/// family's contest does not count, if the puzzles of that contest are known.
#[derive(Default, Debug)]
pub struct Tally(BTreeMap<String, f64>);

impl Tally {
    /// Adds a board.
    pub fn add(&mut self, scored: &Scored) {
        let (family, order, _) = place(&scored.record);
        if scores::boards(family).is_none() || scores::published(family, order).is_some() {
            let part = self.0.entry(scored.record.clone()).or_default();
            *part = part.max(scored.part);
        }
    }

    /// Adds a record, if less of what its board has is better; the part of the best known result that it reaches.
    pub fn record(
        &mut self,
        registry: Registry,
        record: &Record,
        verdict: &Verdict,
    ) -> Option<f64> {
        let objective = verdict.objective.clone().filter(|_| verdict.solved())?;
        let goal = judge(registry, record, |record, rules| rules.goal(&record.text));
        if goal.ok()? != Goal::Minimise {
            return None;
        }
        let recorded = objective.value;
        let scored = Scored::of(&record.name, objective, recorded);
        self.add(&scored);
        Some(scored.part)
    }

    /// For each family: its name, the puzzles, how many the contest had if that is known, and the sum.
    #[must_use]
    pub fn totals(&self) -> Vec<(String, usize, Option<usize>, f64)> {
        let mut totals: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
        for (record, part) in &self.0 {
            let total = totals.entry(place(record).0).or_default();
            *total = (total.0 + 1, total.1 + part);
        }
        let named = |(family, (puzzles, sum)): (&str, _)| {
            (family.to_owned(), puzzles, scores::boards(family), sum)
        };
        totals.into_iter().map(named).collect()
    }
}

/// Scores a board against the best known one of the same puzzle.
///
/// # Errors
/// If the text is malformed, its solution is not correct or missing, its family counts nothing, or no best
/// result is known.
pub fn score(registry: Registry, source: &Source) -> Result<Scored, HostError> {
    let in_text = |error| HostError::text(source.clone(), error);
    let unscored = |problem: String| HostError::Unscored { name: source.name.clone(), problem };
    let rules = registry.family_of(&source.text).map_err(in_text)?.rules;
    let verdict = rules.check(&source.text).map_err(in_text)?;
    if let Some(broken) = verdict.violations.first() {
        return Err(unscored(format!("it breaks a rule: {}", broken.message)));
    }
    if !verdict.solved() {
        return Err(unscored("it has no complete solution".to_owned()));
    }
    let goal = rules.goal(&source.text).map_err(in_text)?;
    let Some(objective) = verdict.objective.filter(|_| goal == Goal::Minimise) else {
        let problem = "no solution of it is better than another";
        return Err(unscored(problem.to_owned()));
    };
    let puzzle = rules.instance(&source.text).map_err(in_text)?;
    match recorded(registry, rules, &puzzle)? {
        Some((record, recorded)) => Ok(Scored::of(&record, objective, recorded)),
        None => Err(unscored("no best result is known for this puzzle".to_owned())),
    }
}

/// The best known number for the puzzle in a text: what a contest published, or what the record here has. `None` also where no
/// solution is better than another.
#[must_use]
pub fn best_known(registry: Registry, text: &str) -> Option<i128> {
    let rules = registry.family_of(text).ok()?.rules;
    if rules.goal(text).ok()? != Goal::Minimise {
        return None;
    }
    let (record, recorded) = recorded(registry, rules, &rules.instance(text).ok()?).ok()??;
    let (family, order, _) = place(&record);
    Some(scores::published(family, order).map_or(recorded, |best| best.min(recorded)))
}

/// The record of a puzzle in canonical text: its name and its number.
fn recorded(
    registry: Registry,
    rules: &dyn Puzzle,
    puzzle: &str,
) -> Result<Option<(String, i128)>, HostError> {
    for record in sixfold_records::all() {
        let same = record.family() == rules.name()
            && rules.instance(&record.text).is_ok_and(|other| other == puzzle);
        if same && let Some(objective) = judge(registry, &record, Record::verdict)?.objective {
            return Ok(Some((record.name.into_owned(), objective.value)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use sixfold_puzzle::puzzles;
    use sixfold_solver::REGISTRY;

    use super::*;

    fn scored(text: &str) -> Result<Scored, String> {
        let source = Source { name: "mine.txt".to_owned(), text: text.to_owned() };
        score(REGISTRY, &source).map_err(|error| error.to_string())
    }

    #[test]
    fn a_board_is_worth_its_part_of_the_best_known() {
        let shortest = sixfold_records::named("balto/03").unwrap().text;
        let best = scored(&shortest).unwrap();
        assert_eq!((best.record.as_str(), best.best), ("balto/03", 27));
        assert!((best.part - 1.0).abs() < 1e-12);
        let text = |family: &str, name| REGISTRY.named(family).unwrap().rules.preset(name).unwrap();
        let known = |family, name| best_known(REGISTRY, &text(family, name));
        assert_eq!((known("balto", "3"), known("hexiom", "08")), (Some(27), None));
        let example = scored(puzzles::text("neighbors", "good", "3").unwrap()).unwrap();
        assert!(example.part > 0.9 && example.part <= 1.0, "{}", example.part);
    }

    #[test]
    fn what_has_no_score_is_told_why() {
        let cases = [
            ("hexiom", "good", "08", "no solution of it is better"),
            ("fences", "good", "order-10", "no solution of it is better"),
            ("neighbors", "bad", "", "breaks a rule"),
        ];
        for (family, folder, name, problem) in cases {
            let first = puzzles::names(family, folder).remove(0);
            let name = if name.is_empty() { &first } else { name };
            let told = scored(puzzles::text(family, folder, name).unwrap()).unwrap_err();
            assert!(told.contains(problem), "{family}/{folder}/{name}: {told}");
        }
        let blank = scored("neighbors 3\n? ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n");
        assert!(blank.unwrap_err().contains("no complete solution"));
    }
}
