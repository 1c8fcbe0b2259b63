//! What a descent has found out, and its text, from which it goes on another time.

use std::collections::{BTreeMap, BTreeSet};

use super::tower::Floors;

/// What was found out so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Notes {
    /// The best board.
    pub(super) board: Option<Vec<u8>>,
    /// For each case the least penalty of levels 1 and 2.
    pub(super) low: Vec<Option<usize>>,
    /// For each case a penalty below which it has no board.
    pub(super) floor: Vec<Option<usize>>,
    /// For cases and steps of them a penalty up to which they have no board.
    pub(super) refuted: BTreeMap<(usize, usize), usize>,
    pub(super) conflicts: u64,
    /// Whether boards about lines were looked for, as is done for large orders.
    pub(super) lined: bool,
    /// The cases whose least is a guess that must be confirmed, and so is what follows from it.
    pub(super) guessed: BTreeSet<usize>,
    /// The conflicts before the best board was there.
    pub(super) found_after: u64,
    /// For each case what levels 1 and 2 waste, sector by sector. That is found soon, and not saved.
    pub(super) floors: Vec<Option<Floors>>,
}

impl Notes {
    pub(super) fn new(cases: usize) -> Self {
        let (low, floor, floors) = (vec![None; cases], vec![None; cases], vec![None; cases]);
        Self { low, floor, floors, ..Self::default() }
    }

    /// Forgets what is known of a case.
    pub(super) fn forget(&mut self, case: usize) {
        (self.low[case], self.floor[case], self.floors[case]) = (None, None, None);
        self.refuted.retain(|&(it, _), _| it != case);
        self.guessed.remove(&case);
    }

    /// Takes what levels 1 and 2 of a case were found to waste, sector by sector. What was concluded from a guess
    /// stays if the guess was right.
    pub(super) fn confirm(&mut self, case: usize, least: usize, floors: Floors) {
        if self.low[case] != Some(least) {
            self.forget(case);
        }
        self.guessed.remove(&case);
        (self.low[case], self.floors[case]) = (Some(least), Some(floors));
    }

    /// A penalty below which a case has no board, and nobody guessed.
    pub(super) fn sure_floor_of(&self, case: usize) -> Option<usize> {
        self.floor_of(case).filter(|_| !self.guessed.contains(&case))
    }

    /// A penalty below which a case has no board, whatever that is known from, if the guesses are right.
    pub(super) fn floor_of(&self, case: usize) -> Option<usize> {
        self.low[case].max(self.floor[case]).max(self.refuted_up_to(case).map(|most| most + 1))
    }

    /// The largest penalty up to which all steps of a case are refuted that leave something of it.
    pub(super) fn refuted_up_to(&self, case: usize) -> Option<usize> {
        let low = self.low[case]?;
        let known = |step: usize| self.refuted.get(&(case, step)).copied();
        let whole = |&most: &usize| (0..=most - low).all(|step| known(step) >= Some(most));
        (low..=known(0)?).take_while(whole).last()
    }

    /// What levels 1 and 2 of a case are known to waste.
    pub(super) fn floors_of(&self, case: usize) -> Floors {
        let of_board = || Floors::of_board(self.low[case].unwrap_or(0));
        self.floors[case].clone().unwrap_or_else(of_board)
    }

    /// A penalty below which there is no board.
    pub(super) fn bound(&self) -> Option<usize> {
        (0..self.low.len()).map(|case| self.sure_floor_of(case)).min().flatten()
    }

    /// How many cases have nothing better.
    pub(super) fn exhausted(&self, best: usize) -> usize {
        let done = |&case: &usize| self.sure_floor_of(case).is_some_and(|floor| floor >= best);
        (0..self.low.len()).filter(done).count()
    }

    pub(super) fn counters(&self, best: usize) -> Vec<(&'static str, u64)> {
        let exhausted = ("cases-exhausted", self.exhausted(best) as u64);
        let steps = Some(self.refuted.len() as u64).filter(|&steps| steps > 0);
        let steps = steps.map(|steps| ("steps-refuted", steps));
        [exhausted].into_iter().chain(steps).chain([("conflicts", self.conflicts)]).collect()
    }

    /// The text; its first line is for people.
    pub(super) fn text(&self, best: usize) -> String {
        let found =
            self.board.as_ref().map_or("no board yet".to_owned(), |_| format!("penalty {best}"));
        let (exhausted, cases) = (self.exhausted(best), self.low.len());
        let list = |name: &str, numbers: &[Option<usize>]| {
            let words = numbers.iter().map(|it| it.map_or("-".to_owned(), |it| it.to_string()));
            format!("{name} {}\n", words.collect::<Vec<_>>().join(" "))
        };
        let board = self.board.iter().map(|board| {
            let values: String = board.iter().map(u8::to_string).collect();
            format!("board {values}\n")
        });
        format!("{found}, {exhausted} of {cases} cases exhausted\n")
            + &list("low", &self.low)
            + &list("floor", &self.floor)
            + &self.guessed_line()
            + &self.refuted_line()
            + &format!("conflicts {}\n", self.conflicts)
            + if self.lined { "lined\n" } else { "" }
            + &board.collect::<String>()
    }

    fn guessed_line(&self) -> String {
        let words: String = self.guessed.iter().map(|case| format!(" {case}")).collect();
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

    /// Reads the text of a run over so many cases of a board of so many cells.
    pub(super) fn read(text: &str, cases: usize, cells: usize) -> Result<Self, String> {
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
        let guessed = line("guessed").unwrap_or("").split_whitespace().map(|word| {
            let case = word.parse().ok().filter(|&case| case < cases);
            case.ok_or_else(|| format!("the saved state's line `guessed` has the word `{word}`"))
        });
        let conflicts = line("conflicts")?.trim().parse();
        let board = line("board").ok().map(|values| {
            let values = values.trim().bytes().map(|value| value.wrapping_sub(b'0'));
            let values: Vec<u8> = values.filter(|value| (1..=7).contains(value)).collect();
            let right = values.len() == cells;
            right.then_some(values).ok_or_else(|| format!("its board has not {cells} values"))
        });
        Ok(Self {
            board: board.transpose()?,
            low: list("low")?,
            floor: list("floor")?,
            refuted: refuted.collect::<Result<_, _>>()?,
            guessed: guessed.collect::<Result<_, _>>()?,
            conflicts: conflicts.map_err(|_| "the conflicts are no number".to_owned())?,
            lined: text.lines().any(|line| line == "lined"),
            ..Self::new(cases)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let mut notes = Notes::new(2);
        notes.low = vec![Some(3), None];
        notes.board = Some(vec![1, 2, 3, 1, 4, 2, 7]);
        notes.conflicts = 99;
        notes.lined = true;
        notes.refuted = [((0, 1), 5), ((1, 0), 4)].into();
        notes.guessed = [1].into();
        let text = notes.text(3);
        assert!(text.starts_with("penalty 3, 1 of 2 cases exhausted\n"), "{text}");
        assert_eq!(Notes::read(&text, 2, 7), Ok(notes));
        let problem = Notes::read(&text, 4, 7).unwrap_err();
        assert_eq!(problem, "`low` is not about 4 cases");
        assert!(Notes::read(&text, 2, 19).unwrap_err().contains("19 values"));
        assert!(Notes::read("", 2, 7).is_err());
        let wrong = text.replace("1:0:4", "2:0:4");
        assert!(Notes::read(&wrong, 2, 7).unwrap_err().contains("`2:0:4`"));
        let wrong = text.replace("guessed 1", "guessed 1 2");
        assert!(Notes::read(&wrong, 2, 7).unwrap_err().contains("`2`"));
    }

    /// A case is refuted up to a penalty when all steps are that leave something of it.
    #[test]
    fn a_case_needs_all_its_steps() {
        let mut notes = Notes::new(2);
        notes.low = vec![Some(7), None];
        notes.refuted = [((0, 0), 9), ((0, 1), 9)].into();
        assert_eq!(notes.floor_of(0), Some(9));
        notes.refuted.insert((0, 2), 9);
        assert_eq!(notes.floor_of(0), Some(10));
        notes.refuted.insert((0, 1), 8);
        assert_eq!(notes.floor_of(0), Some(9));
        notes.refuted.remove(&(0, 0));
        assert_eq!((notes.floor_of(0), notes.floor_of(1)), (Some(7), None));
        // Steps are about the least of their case, and go with it.
        notes.refuted.insert((1, 0), 9);
        notes.forget(0);
        assert_eq!((notes.low[0], notes.floor_of(0)), (None, None));
        assert_eq!(notes.refuted, [((1, 0), 9)].into());
        // What follows from a guess is not sure, and stays only if the guess was right.
        notes.low = vec![Some(7), Some(8)];
        notes.guessed = [0, 1].into();
        notes.refuted = [((0, 0), 9), ((1, 0), 8)].into();
        assert_eq!((notes.floor_of(1), notes.sure_floor_of(1)), (Some(9), None));
        assert_eq!((notes.bound(), notes.exhausted(7)), (None, 0));
        notes.confirm(0, 6, Floors::of_board(6));
        notes.confirm(1, 8, Floors::of_board(8));
        assert_eq!((notes.sure_floor_of(0), notes.sure_floor_of(1)), (Some(6), Some(9)));
        assert_eq!((notes.bound(), notes.exhausted(7)), (Some(6), 1));
        // A case without any board at all.
        notes.low[1] = Some(usize::MAX);
        assert_eq!(notes.floor_of(1), Some(usize::MAX));
    }
}
