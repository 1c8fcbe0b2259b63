//! One suite for all backends; `encodings` has the tests of counts, `proofs` of what solvers write down.

// Without CaDiCaL there are no proofs to look at.
#![cfg_attr(not(feature = "cadical"), allow(dead_code, unused_imports))]

mod encodings;
#[cfg(feature = "cadical")]
mod proofs;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

#[cfg(feature = "cadical")]
use cadical_sys::ProofTracer as _;

use super::proof::Shortfall;
use super::*;
use crate::checkpoint::Never;
use crate::random::Random;
use crate::run::{Budget, Halt, Nowhere, Outside, Still};

/// A place where a proof stays in memory, and a "program" that solves DIMACS with batsat.
#[derive(Default)]
struct Memory {
    proof: std::sync::Arc<Mutex<Vec<u8>>>,
}

struct Shared(std::sync::Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Outside for Memory {
    fn execute(&self, command: &str, text: &str, _: &dyn Fn() -> bool) -> Result<String, String> {
        if command != "solver --quiet" {
            return Ok("what?\n".to_owned());
        }
        let (formula, _) = read_dimacs(text);
        let stop = AtomicBool::new(false);
        let run = world(&stop, &Nowhere);
        let mut solver = backend(BackendName::Batsat, &run);
        solver.add(&formula);
        Ok(match solver.solve(&[], None) {
            Sat::Done(Verdict::Satisfiable) => {
                let value = |lit: i32| if solver.value(lit) { lit } else { -lit };
                let words: Vec<String> =
                    (1..=formula.variables()).map(value).map(|lit| lit.to_string()).collect();
                format!("c a comment\ns SATISFIABLE\nv {}\nv 0\n", words.join(" "))
            }
            _ => "s UNSATISFIABLE\n".to_owned(),
        })
    }
}

fn read_dimacs(text: &str) -> (Formula, usize) {
    let mut formula = Formula::new();
    let mut clauses = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["c", ..] => {}
            ["p", "cnf", variables, count] => {
                (0..variables.parse::<i32>().unwrap()).for_each(|_| {
                    formula.variable();
                });
                clauses = count.parse().unwrap();
            }
            _ => {
                let literals: Vec<i32> = words.iter().map(|word| word.parse().unwrap()).collect();
                assert_eq!(literals.last(), Some(&0));
                formula.clause(&literals[..literals.len() - 1]);
            }
        }
    }
    (formula, clauses)
}

/// No limit.
static UNLIMITED: Budget = Budget::unlimited();

fn world<'a>(stop: &'a AtomicBool, outside: &'a dyn Outside) -> Run<'a> {
    Run {
        seed: 1,
        threads: 1,
        clock: &Still,
        deadline: None,
        stop,
        sink: &|_| {},
        ceiling: None,
        budget: &UNLIMITED,
        outside,
        checkpoint: &Never,
        cancelled: None,
    }
}

/// All models of a formula over its first variables, by trying everything.
fn brute_force(formula: &Formula, variables: usize) -> Vec<u32> {
    let holds = |model: u32, lit: i32| (model >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0);
    let all = 0..1_u32 << variables;
    all.filter(|&model| formula.clauses().all(|clause| clause.iter().any(|&lit| holds(model, lit))))
        .collect()
}

/// All models, on the first variables, of a formula with helper variables.
fn models(name: BackendName, formula: &Formula, seen: usize) -> Vec<u32> {
    let stop = AtomicBool::new(false);
    let run = world(&stop, &Nowhere);
    let mut solver = backend(name, &run);
    solver.add(formula);
    let literals: Vec<i32> = (1..=seen as i32).collect();
    let found = enumerate(&mut *solver, &literals, 1 << seen, |_| {}).unwrap();
    assert!(found.all);
    let pack =
        |model: &Vec<bool>| model.iter().rev().fold(0, |bits, &bit| bits << 1 | u32::from(bit));
    let mut packed: Vec<u32> = found.models.iter().map(pack).collect();
    packed.sort_unstable();
    packed
}

#[test]
fn lex_leader_keeps_the_least_of_each_orbit() {
    // Rotations and reflections of a ring of six.
    let rotations = (1..6).map(|k| (0..6).map(|i| (i + k) % 6).collect::<Vec<usize>>());
    let reflections = (0..6).map(|k| (0..6).map(|i| (6 + k - i) % 6).collect());
    let group: Vec<Vec<usize>> = rotations.chain(reflections).collect();
    let mut formula = Formula::new();
    let literals: Vec<i32> = (0..6).map(|_| formula.variable()).collect();
    let run = Run::unlimited();
    group.iter().for_each(|image| lex_leader(&mut formula, &literals, image, &run).unwrap());
    let bit = |model: u32, at: usize| model >> at & 1;
    let least = |model: &u32| {
        let own: Vec<u32> = (0..6).map(|at| bit(*model, at)).collect();
        group.iter().all(|image| own <= image.iter().map(|&at| bit(*model, at)).collect())
    };
    let wanted: Vec<u32> = (0..64).filter(least).collect();
    assert_eq!(wanted.len(), 13, "there are 13 bracelets of six black or white beads");
    assert_eq!(models(BackendName::DEFAULT, &formula, 6), wanted);
}

fn random_formula(random: &mut Random, variables: i32, clauses: usize) -> Formula {
    let mut formula = Formula::new();
    (0..variables).for_each(|_| {
        formula.variable();
    });
    for _ in 0..clauses {
        let literal = |random: &mut Random| {
            let variable = random.below(variables as usize) as i32 + 1;
            if random.below(2) == 0 { variable } else { -variable }
        };
        let clause = [literal(random), literal(random), literal(random)];
        formula.clause(&clause);
    }
    formula
}

/// Every backend by name, the program among them.
fn each_backend(mut check: impl FnMut(&str, &mut dyn Backend)) {
    let (stop, memory) = (AtomicBool::new(false), Memory::default());
    let run = world(&stop, &memory);
    for name in BackendName::ALL {
        check(&format!("{name:?}"), &mut *backend(name, &run));
    }
    check("program", &mut *program("solver --quiet", &run));
}

#[test]
fn all_backends_agree_with_brute_force() {
    let mut random = Random::new(7);
    for round in 0..60 {
        let formula = random_formula(&mut random, 9, 36 + round % 8);
        let wanted = brute_force(&formula, 9);
        each_backend(|name, solver| {
            solver.add(&formula);
            let found = enumerate(solver, &(1..=9).collect::<Vec<_>>(), 1 << 9, |_| {}).unwrap();
            assert_eq!((found.models.len(), found.all), (wanted.len(), true), "{name}");
            let few = enumerate(solver, &[1], 0, |_| {}).unwrap();
            assert!(few.models.is_empty() && few.all, "{name}: everything is blocked by now");
        });
        let first = [1, -2, 3];
        let holds = |model: &&u32| **model & 0b111 == 0b101;
        let possible = wanted.iter().any(|model| holds(&model));
        each_backend(|name, solver| {
            solver.add(&formula);
            let assumed = solver.solve(&first, None);
            let verdict = if possible { Verdict::Satisfiable } else { Verdict::Unsatisfiable };
            assert_eq!(assumed, Sat::Done(verdict), "{name}");
            if possible {
                assert!(first.iter().all(|&lit| solver.value(lit)), "{name}");
            }
            // Assumptions are forgotten afterwards.
            let free =
                if wanted.is_empty() { Verdict::Unsatisfiable } else { Verdict::Satisfiable };
            assert_eq!(solver.solve(&[], None), Sat::Done(free), "{name}");
        });
    }
}

/// n+1 pigeons do not fit into n holes.
fn pigeons(holes: i32) -> Formula {
    let mut formula = Formula::new();
    (0..holes * (holes + 1)).for_each(|_| {
        formula.variable();
    });
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    formula.group("everybody sits");
    for pigeon in 0..=holes {
        formula.clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    formula.group("alone");
    for hole in 0..holes {
        for pigeon in 0..=holes {
            (0..pigeon)
                .for_each(|other| formula.clause(&[-sits(pigeon, hole), -sits(other, hole)]));
        }
    }
    formula
}

#[test]
fn conflict_limits_and_stops_are_kept() {
    let formula = pigeons(8);
    for name in BackendName::ALL {
        let stop = AtomicBool::new(false);
        let run = world(&stop, &Nowhere);
        let mut solver = backend(name, &run);
        solver.add(&formula);
        assert_eq!(solver.solve(&[], Some(50)), Sat::Done(Verdict::Limit), "{name:?}");
        let after = solver.conflicts();
        assert!((50..500).contains(&after), "{name:?}: {after} conflicts");
        assert_eq!(solver.solve(&[], None), Sat::Done(Verdict::Unsatisfiable), "{name:?}");
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(matches!(solver.solve(&[], None), Sat::Halted(_)), "{name:?}");
    }
}

/// A clock that every look at it moves on.
struct Ticking(std::sync::atomic::AtomicU64);

impl crate::run::Clock for Ticking {
    fn elapsed(&self) -> std::time::Duration {
        let ticks = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        std::time::Duration::from_millis(ticks)
    }
}

/// batsat asks at two depths, and only every 64th question looked at the clock: told to stop
/// within, it began anew without.
#[test]
fn a_deadline_within_a_search_ends_it() {
    let formula = pigeons(12);
    for name in BackendName::ALL {
        let (stop, clock) = (AtomicBool::new(false), Ticking(0.into()));
        let deadline = Some(std::time::Duration::from_millis(5));
        let run = Run { clock: &clock, deadline, ..world(&stop, &Nowhere) };
        let mut solver = backend(name, &run);
        solver.add(&formula);
        assert!(matches!(solver.solve(&[], None), Sat::Halted(_)), "{name:?}");
        assert!(clock.0.load(std::sync::atomic::Ordering::Relaxed) < 50, "{name:?} asked on");
    }
}

/// A stop that is requested while a solver works, seen by the only thread there is.
#[test]
fn a_stop_within_a_search_ends_it() {
    struct Later(std::sync::atomic::AtomicU32);
    impl crate::run::Stop for Later {
        fn requested(&self) -> bool {
            self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 3
        }
    }
    let formula = pigeons(12);
    for name in BackendName::ALL {
        let stop = Later(0.into());
        let run = Run::alone(1, &stop);
        let mut solver = backend(name, &run);
        solver.add(&formula);
        assert_eq!(solver.solve(&[], None), Sat::Halted(Halt::Interrupted), "{name:?}");
    }
}

/// Learned clauses are charged too: a budget that holds the formula does not hold a long search.
#[test]
fn a_budget_ends_a_search_that_learns_too_much() {
    let formula = pigeons(12);
    for name in BackendName::ALL {
        let (stop, free) = (AtomicBool::new(false), Budget::unlimited());
        let run = Run { budget: &free, ..world(&stop, &Nowhere) };
        let mut solver = backend(name, &run);
        solver.add(&formula);
        assert_eq!(solver.solve(&[], Some(1)), Sat::Done(Verdict::Limit), "{name:?}");
        let budget = Budget::of(free.used() + 50_000);
        let run = Run { budget: &budget, ..world(&stop, &Nowhere) };
        let mut solver = backend(name, &run);
        solver.add(&formula);
        let ended = std::iter::repeat_with(|| solver.solve(&[], Some(1000)));
        let ended = ended.take(50).find(|ended| *ended != Sat::Done(Verdict::Limit));
        assert_eq!(ended, Some(Sat::Halted(Halt::Memory)), "{name:?}");
        drop(solver);
        assert_eq!(budget.used(), 0, "{name:?}");
    }
}

/// A build that writes no proofs says so.
#[cfg(not(feature = "cadical"))]
#[test]
fn a_proof_is_refused_without_cadical() {
    let refused = super::Book::open(Box::new(Vec::new()), "", 1 << 20).err();
    let reason = refused.expect("there is nothing to write with").reason().unwrap();
    assert!(reason.contains("this build writes no proofs"), "{reason}");
}

#[test]
fn a_formula_survives_dimacs_and_groups_can_be_left_out() {
    let formula = pigeons(3);
    let (again, clauses) = read_dimacs(&formula.dimacs());
    assert_eq!(clauses, formula.len());
    assert!(again.clauses().eq(formula.clauses()));
    assert!(formula.dimacs().contains("c group alone\n"));
    assert_eq!(formula.groups(), ["everybody sits", "alone"]);
    assert!(models(BackendName::DEFAULT, &formula, 12).is_empty());
    for group in formula.groups() {
        assert!(!models(BackendName::DEFAULT, &formula.without(&group), 12).is_empty(), "{group}");
    }
}

#[test]
fn a_shuffled_formula_has_the_same_models_under_other_names() {
    let mut random = Random::new(11);
    let formula = random_formula(&mut random, 8, 24);
    let wanted = brute_force(&formula, 8);
    for _ in 0..20 {
        let (shuffled, names) = formula.shuffled(&mut random);
        assert_eq!(shuffled.len(), formula.len());
        let renamed = |model: u32| {
            let bit = |at: usize| (model >> (names[at] - 1) & 1) << at;
            (0..8).map(bit).sum::<u32>()
        };
        let mut found: Vec<u32> = brute_force(&shuffled, 8).into_iter().map(renamed).collect();
        found.sort_unstable();
        assert_eq!(found, wanted);
    }
}

#[test]
fn a_program_that_talks_nonsense_is_a_failure() {
    let (stop, memory) = (AtomicBool::new(false), Memory::default());
    let run = world(&stop, &memory);
    let mut solver = program("nonsense", &run);
    solver.clause(&[1]);
    assert!(matches!(solver.solve(&[], None), Sat::Failed(_)));
    let mut nowhere = program("solver --quiet", &run);
    nowhere.clause(&[1, 2]);
    assert_eq!(nowhere.solve(&[-1], None), Sat::Done(Verdict::Satisfiable));
    assert!(nowhere.value(2) && !nowhere.value(1));
}

/// Halts once it was asked so many times.
struct Patience(std::sync::atomic::AtomicUsize);

impl crate::run::Clock for Patience {
    fn elapsed(&self) -> std::time::Duration {
        let asked = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        std::time::Duration::from_secs(u64::from(asked >= 3))
    }
}

/// A count over thousands of literals takes millions of clauses: it ends with the run, in every
/// encoding but the small ones.
#[test]
fn a_formula_under_construction_ends_with_the_run() {
    for name in ["totalizer", "sequential", "network", "pairwise", "bitonic"] {
        let (stop, clock) = (AtomicBool::new(false), Patience(0.into()));
        let deadline = Some(std::time::Duration::from_secs(1));
        let run = Run { clock: &clock, deadline, ..world(&stop, &Nowhere) };
        let mut formula = Formula::new();
        let literals: Vec<Lit> = (0..8_000).map(|_| formula.variable()).collect();
        let ended = exactly(&mut formula, &literals, 4_000, Encoding::named(name), &run);
        assert_eq!(ended, Err(crate::run::Halt::Time), "{name}");
        assert!(formula.len() < 500_000, "{name}: {} clauses", formula.len());
    }
}

/// A solver that did not get all clauses must not answer, even if there is time again.
#[test]
fn a_solver_that_lacks_clauses_does_not_answer() {
    for name in BackendName::ALL {
        let stop = AtomicBool::new(true);
        let run = world(&stop, &Nowhere);
        let mut solver = backend(name, &run);
        for at in 0..100_000 {
            solver.clause(&[at % 1_000 + 1, at % 999 + 2]);
        }
        solver.clause(&[]);
        stop.store(false, std::sync::atomic::Ordering::Relaxed);
        let halted = Sat::Halted(crate::run::Halt::Interrupted);
        assert_eq!(solver.solve(&[], None), halted, "{name:?}");
    }
}
