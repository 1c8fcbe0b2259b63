//! Locks that make the hidden solution of a level the only one, by greedy implicit hitting sets.
//!
//! The locks must hit, for each other solution, the set of slots where it differs. SAT with the locks
//! as assumptions finds a batch of other solutions. The slot that hits most of them is locked, until
//! all are hit. That repeats until there are no others.
//!
//! Heuristic: the number of locks is not minimal. Superfluous locks are removed at the end.

use sixfold_puzzle::families::hexiom::Content;

use super::formula::{EncodingStyle, LevelFormula, encode};
use super::level::Level;
use crate::random::Random;
use crate::run::{Halt, Progress, Run};
use crate::sat::{self, Backend, Lit, Sat, Verdict};

/// The size of a batch of other solutions.
const BATCH: usize = 24;

/// Which slots of another solution differ from the hidden one.
type Difference = Vec<bool>;

/// The locks, by slot, that make a solution of a level the only one; those given are kept.
pub(super) fn locks(
    level: &Level<'_>,
    hidden: &[Content],
    given: Vec<bool>,
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Vec<bool>, Halt> {
    let problem = encode(level, EncodingStyle::DEFAULT, run)?;
    let mut search = LockSearch::new(problem, hidden, given.clone(), run);
    loop {
        let others = search.others()?;
        if others.is_empty() {
            search.thin_out(&given)?;
            return Ok(search.locked);
        }
        search.tell_apart(&others, random);
        search.known.extend(others);
        run.emit(&told(&search.locked, &search.known).into());
    }
}

fn told(locked: &[bool], known: &[Difference]) -> Progress {
    let locks = locked.iter().filter(|locked| **locked).count() as u64;
    let excluded =
        Progress::of("making it unique").counted("other solutions excluded", known.len() as u64);
    excluded.gauge("locks", locks, "locks")
}

struct LockSearch<'a> {
    backend: Box<dyn Backend + 'a>,
    problem: LevelFormula,
    /// By slot: the literal that says that it holds what it holds in the hidden solution.
    hidden: Vec<Lit>,
    locked: Vec<bool>,
    /// All other solutions seen. They are forbidden to the solver, and all hit by the locks.
    known: Vec<Difference>,
}

fn hit(difference: &[bool], locked: &[bool]) -> bool {
    difference.iter().zip(locked).any(|(&differs, &locked)| differs && locked)
}

impl<'a> LockSearch<'a> {
    fn new(problem: LevelFormula, hidden: &[Content], locked: Vec<bool>, run: &'a Run<'a>) -> Self {
        let mut backend = sat::backend(sat::BackendName::Batsat, run);
        backend.add(&problem.formula);
        let literal = |(slot, &content): (usize, &Content)| {
            problem.holds(slot, content).expect("the level has the tiles of its solution")
        };
        let hidden: Vec<Lit> = hidden.iter().enumerate().map(literal).collect();
        let other: Vec<Lit> = hidden.iter().map(|literal| -literal).collect();
        backend.clause(&other);
        Self { backend, problem, hidden, locked, known: Vec::new() }
    }

    /// Another solution that keeps the locks, if there is one that was not seen yet.
    fn other(&mut self) -> Result<Option<Difference>, Halt> {
        let locks = self.hidden.iter().zip(&self.locked).filter(|(_, locked)| **locked);
        let locks: Vec<Lit> = locks.map(|(&literal, _)| literal).collect();
        match self.backend.solve(&locks, None) {
            Sat::Done(Verdict::Satisfiable) => {
                let Self { backend, problem, hidden, .. } = self;
                let signed = |&lit: &Lit, value| if value { -lit } else { lit };
                let occupied = problem.occupied.iter();
                let block: Vec<Lit> =
                    occupied.map(|lit| signed(lit, backend.value(*lit))).collect();
                let differs = hidden.iter().map(|&literal| !backend.value(literal)).collect();
                backend.clause(&block);
                Ok(Some(differs))
            }
            Sat::Done(_) => Ok(None),
            Sat::Halted(halt) => Err(halt),
            Sat::Failed(problem) => unreachable!("an embedded solver can work: {problem}"),
        }
    }

    fn others(&mut self) -> Result<Vec<Difference>, Halt> {
        let mut others = Vec::new();
        while others.len() < BATCH {
            match self.other()? {
                Some(other) => others.push(other),
                None => break,
            }
        }
        Ok(others)
    }

    /// Locks slots until no other solution of these keeps the locks.
    fn tell_apart(&mut self, others: &[Difference], random: &mut Random) {
        let mut rest: Vec<&Difference> = others.iter().collect();
        while !rest.is_empty() {
            let hits = |slot: usize| rest.iter().filter(|other| other[slot]).count();
            let most = (0..self.locked.len()).map(hits).max().unwrap_or(0);
            let best: Vec<usize> =
                (0..self.locked.len()).filter(|&slot| hits(slot) == most).collect();
            self.locked[best[random.below(best.len())]] = true;
            rest.retain(|other| !hit(other, &self.locked));
        }
    }

    /// Takes locks away that are not needed.
    fn thin_out(&mut self, given: &[bool]) -> Result<(), Halt> {
        for slot in (0..given.len()).filter(|&slot| !given[slot]) {
            if !std::mem::replace(&mut self.locked[slot], false) {
                continue;
            }
            let needed = self.known.iter().any(|known| !hit(known, &self.locked));
            let other = if needed { None } else { self.other()? };
            self.locked[slot] = needed || other.is_some();
            self.known.extend(other);
        }
        Ok(())
    }
}
