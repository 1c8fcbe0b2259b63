//! What a solver writes down is accepted by the checker, and nothing else is.

use super::*;

/// Proofs of random unsatisfiable formulas are accepted, for the formula itself and no other.
#[test]
fn what_the_solver_derives_is_accepted_by_the_checker() {
    let mut random = Random::new(3);
    let mut refuted = 0;
    let formulas = (0..80).map(|round| random_formula(&mut random, 30, 140 + round));
    for formula in formulas.chain([pigeons(4), pigeons(6)]) {
        let (stop, memory) = (AtomicBool::new(false), Memory::default());
        let run = world(&stop, &memory);
        let sink = Box::new(Shared(memory.proof.clone()));
        let log = ProofLog::with_header(sink, 1 << 24, "c a header\n", &formula).unwrap();
        let mut solver = proving(&run, log.clone());
        solver.add(&formula);
        if solver.solve(&[], None) != Sat::Done(Verdict::Unsatisfiable) {
            continue;
        }
        drop(solver);
        assert_eq!(log.finish().shortfall, None);
        let proof = memory.proof.lock().unwrap().clone();
        let check = |formula: &Formula| {
            sixfold_checker::check(formula.clauses(), &mut &proof[..], &mut || false).is_ok()
        };
        assert!(check(&formula));
        let mut weaker = Formula::new();
        (0..formula.variables()).for_each(|_| {
            weaker.variable();
        });
        formula.clauses().for_each(|clause| {
            let mut longer = clause.to_vec();
            longer.push(if clause.contains(&-1) { -1 } else { 1 });
            weaker.clause(&longer);
        });
        assert!(!check(&weaker), "every clause has a literal more: nothing follows");
        refuted += 1;
    }
    assert!(refuted > 20, "only {refuted} formulas were refuted");
}

#[test]
fn a_proof_beyond_its_limit_is_not_whole() {
    let formula = pigeons(6);
    let (stop, memory) = (AtomicBool::new(false), Memory::default());
    let run = world(&stop, &memory);
    let sink = Box::new(Shared(memory.proof.clone()));
    let log = ProofLog::with_header(sink, 100, "", &formula).unwrap();
    let mut solver = proving(&run, log.clone());
    solver.add(&formula);
    assert_eq!(solver.solve(&[], None), Sat::Done(Verdict::Unsatisfiable));
    drop(solver);
    assert_eq!(log.finish().shortfall, Some(Shortfall::Size));
    assert!(memory.proof.lock().unwrap().len() <= 100);
}

/// A refutation in steps is a proof like any other: facts that follow are derived on the way, also
/// when the solver has to take back clauses that it had put aside. A fact that does not follow is
/// no refutation.
#[test]
fn refutations_in_steps_are_accepted_by_the_checker() {
    let mut random = Random::new(5);
    let (mut refuted, mut steps) = (0, 0);
    for round in 0..80 {
        let formula = random_formula(&mut random, 30, 125 + round);
        let (stop, memory) = (AtomicBool::new(false), Memory::default());
        let run = world(&stop, &memory);
        let mut solver = backend(BackendName::Batsat, &run);
        solver.add(&formula);
        let facts: Vec<Lit> = (1..=formula.variables())
            .filter(|&lit| solver.solve(&[-lit], None) == Sat::Done(Verdict::Unsatisfiable))
            .collect();
        let follows = solver.solve(&[], None) == Sat::Done(Verdict::Unsatisfiable);
        let sink = Box::new(Shared(memory.proof.clone()));
        let mut book = Book::open(sink, "", 1 << 24).unwrap();
        let ended = book.refute(&formula, &facts, &run).unwrap();
        assert_eq!(matches!(ended, Refuted::Whole(_)), follows);
        if !follows {
            let every: Vec<Lit> = (1..=formula.variables()).chain([-1]).collect();
            assert_eq!(book.refute(&formula, &every, &run), Ok(Refuted::Not));
            continue;
        }
        assert_eq!(book.close(), Ok(()));
        let proof = memory.proof.lock().unwrap().clone();
        let checked = sixfold_checker::check(formula.clauses(), &mut &proof[..], &mut || false);
        assert!(checked.is_ok(), "{checked:?}");
        (refuted, steps) = (refuted + 1, steps + facts.len());
    }
    assert!(refuted > 20 && steps > 20, "{refuted} refuted, {steps} steps");
}

/// What a solver puts aside and takes back, as it may when it is asked more than once, is a clause
/// that the checker still has.
#[test]
fn clauses_that_were_put_aside_are_there_when_they_come_back() {
    let mut formula = Formula::new();
    let lit = formula.variable();
    [lit, -lit].into_iter().for_each(|it| formula.clause(&[it]));
    let accepted = |keeps: bool| {
        let memory = Memory::default();
        let sink = Box::new(Shared(memory.proof.clone()));
        let mut log = ProofLog::with_header(sink, 1 << 10, "", &formula).unwrap();
        if keeps {
            log.keep_aside();
        }
        log.add_original_clause(1, false, &[lit], false);
        log.add_original_clause(2, false, &[-lit], false);
        log.weaken_minus(1, &[lit]);
        log.delete_clause(1, false, &[lit]);
        log.add_original_clause(1, false, &[lit], true);
        log.add_derived_clause(3, false, 0, &[], &[1, 2]);
        assert_eq!(log.finish().shortfall, None);
        let proof = memory.proof.lock().unwrap().clone();
        sixfold_checker::check(formula.clauses(), &mut &proof[..], &mut || false).is_ok()
    };
    assert!(accepted(true) && !accepted(false));
}

/// A proof about a larger formula: the solver sees a part of it under other names, and a fact instead of the two
/// clauses that grant it.
#[test]
fn a_proof_within_a_larger_formula_is_about_the_larger_one() {
    let inner = pigeons(4);
    let (first, rest) = (inner.variables(), inner.len());
    // The larger formula has other variables, the fact, and the last clause of the inner one.
    let mut outer = Formula::new();
    (0..first + 3).for_each(|_| {
        outer.variable();
    });
    let (fact, shared): (Lit, Vec<(Lit, Lit)>) = (1, (1..=first).map(|it| (it, it + 3)).collect());
    let last: Vec<Lit> =
        inner.clauses().last().unwrap().iter().map(|it| it + 3 * it.signum()).collect();
    outer.clause(&last);
    outer.clause(&[fact]);
    // A hole that no pigeon may take, which only the fact says.
    let mut narrowed = pigeons(4).clone();
    narrowed.clause(&[-1]);
    let made = Embedding::new(outer.clone(), &narrowed, &shared, &[(rest, fact)]).unwrap();
    assert_eq!(made.formula.variables(), first + 3);
    assert_eq!(made.formula.len(), rest + 2, "one clause is shared, one is granted by the fact");
    let (stop, memory) = (AtomicBool::new(false), Memory::default());
    let run = world(&stop, &memory);
    let mut book = Book::open(Box::new(Shared(memory.proof.clone())), "", 1 << 24).unwrap();
    assert!(matches!(book.refute_within(&narrowed, Some(&made), &run), Ok(Refuted::Whole(_))));
    book.close().unwrap();
    let proof = memory.proof.lock().unwrap().clone();
    let check = |formula: &Formula| {
        sixfold_checker::check(formula.clauses(), &mut &proof[..], &mut || false).is_ok()
    };
    assert!(check(&made.formula) && !check(&narrowed));
    assert!(Embedding::new(outer.clone(), &narrowed, &shared, &[(rest, -fact)]).is_err());
    assert!(Embedding::new(outer, &narrowed, &shared, &[(0, fact)]).is_err(), "no unit clause");
}

/// The text of parts that are made side by side is that of one thread, and so is the first part that is missing.
#[test]
fn parts_side_by_side_are_bound_in_their_order() {
    let formulas: Vec<Formula> = (0..12).map(|at| pigeons(3 + at * 5 % 4)).collect();
    let bound = |threads: usize, missing: &[usize], room: u64, memory: Option<u64>| {
        let (stop, memory_of) = (AtomicBool::new(false), Memory::default());

        let run = Run { threads, ceiling: memory, ..world(&stop, &memory_of) };
        let sink = Box::new(Shared(memory_of.proof.clone()));
        let mut book = Book::open(sink, "c top\n", room).unwrap();
        let written = AtomicUsize::new(0);
        let part = |at: usize, book: &mut Book, run: &Run<'_>| {
            if missing.contains(&at) {
                return Ok(Some(at));
            }
            book.begin(&at.to_string(), &["a remark".to_owned()])?;
            match book.refute(&formulas[at], &[], run)? {
                Refuted::Whole(_) => Ok(None),
                Refuted::Cut(shortfall) => Err(Unproved::Cut(shortfall)),
                Refuted::Not => Ok(Some(100 + at)),
            }
        };
        let done = |parts: usize| written.store(parts, Ordering::Relaxed);
        let ended = book.side_by_side(formulas.len(), &run, part, done);
        let counts = (book.steps, book.bytes, written.into_inner());
        drop(book);
        let text = memory_of.proof.lock().unwrap().clone();
        (ended, counts, text)
    };
    let (ended, counts, text) = bound(1, &[], 1 << 24, None);
    assert_eq!((ended, counts.2), (Ok(None), 12));
    assert!(text.len() > 10_000 && counts.1 < text.len() as u64, "{}", text.len());
    for threads in [2, 3, 8, 20] {
        assert_eq!(bound(threads, &[], 1 << 24, None), (Ok(None), counts, text.clone()));
        // A window of a single byte: later parts wait for their turn.
        assert_eq!(bound(threads, &[], 1 << 24, Some(8)), (Ok(None), counts, text.clone()));
        let (ended, ..) = bound(threads, &[11, 4, 7], 1 << 24, None);
        assert_eq!(ended, Ok(Some(4)), "{threads}");
        let (ended, ..) = bound(threads, &[], counts.1 / 2, None);
        assert_eq!(ended, Err(Unproved::Cut(Shortfall::Size)), "{threads}");
    }
}

/// The checker accepts parts that several solvers refute together; also where facts are
/// shown on the way, where the proof is about a larger formula, and where there is nothing to refute.
#[test]
fn what_a_team_derives_is_accepted_by_the_checker() {
    let mut random = Random::new(8);
    let mut formulas: Vec<Formula> = (0..3).map(|_| pigeons(7)).collect();
    formulas.extend((0..5).map(|_| random_formula(&mut random, 120, 700)));
    let inner = &formulas[0];
    let shared: Vec<(Lit, Lit)> = (1..=inner.variables()).map(|it| (it, it + 1)).collect();
    let mut outer = Formula::new();
    (0..=inner.variables()).for_each(|_| _ = outer.variable());
    let within = Embedding::new(outer, inner, &shared, &[]).unwrap();
    let mut helped = false;
    for threads in [2, 3, 8] {
        let (stop, memory) = (AtomicBool::new(false), Memory::default());
        let run = Run { threads, ..world(&stop, &memory) };
        let sink = Box::new(Shared(memory.proof.clone()));
        let mut book = Book::open(sink, "", 1 << 30).unwrap();
        let outcomes = Mutex::new(vec![None; formulas.len()]);
        let part = |at: usize, book: &mut Book, run: &Run<'_>| {
            book.begin(&at.to_string(), &[])?;
            let refuted = match at {
                0 => book.refute_within(inner, Some(&within), run)?,
                // Pigeon 1 is in no hole, for there are too few holes for the others.
                1 => book.refute(&formulas[at], &[-1, -2], run)?,
                _ => book.refute(&formulas[at], &[], run)?,
            };
            outcomes.lock().unwrap()[at] = Some(refuted);
            Ok(None::<()>)
        };
        assert_eq!(book.in_teams(formulas.len(), &run, part, |_| ()), Ok(None));
        let (steps, bytes) = (book.steps, book.bytes);
        book.close().unwrap();
        let text = String::from_utf8(memory.proof.lock().unwrap().clone()).unwrap();
        let parts: Vec<&str> = text.split(PART_MARK).skip(1).collect();
        assert_eq!(parts.len(), formulas.len());
        let mut sums = (0, 0);
        for (at, part) in parts.into_iter().enumerate() {
            let (_, lines) = part.split_once('\n').unwrap();
            let formula = if at == 0 { &within.formula } else { &formulas[at] };
            let mut bytes = lines.as_bytes();
            let checked = sixfold_checker::check(formula.clauses(), &mut bytes, &mut || false);
            let refuted = outcomes.lock().unwrap()[at].unwrap();
            assert_eq!(matches!(refuted, Refuted::Whole(_)), checked.is_ok(), "{at} {checked:?}");
            assert!(at >= 3 || checked.is_ok(), "{at}");
            let ids = lines.lines().filter_map(|line| line.split(' ').next()?.parse().ok());
            helped |= !ids.collect::<Vec<u64>>().is_sorted();
            if checked.is_ok() {
                sums = (sums.0 + lines.lines().count() as u64, sums.1 + lines.len() as u64);
            }
        }
        assert_eq!((steps, bytes), sums, "{threads}");
    }
    assert!(helped, "no thread has joined another");
}

/// A run that is stopped while parts are made says so, and no thread waits for another.
#[test]
fn parts_side_by_side_stop_with_the_run() {
    for threads in [1, 2, 5] {
        let (stop, memory) = (AtomicBool::new(false), Memory::default());
        let run = Run { threads, ..world(&stop, &memory) };
        let sink = Box::new(Shared(memory.proof.clone()));
        let mut book = Book::open(sink, "", 1 << 24).unwrap();
        let part = |at: usize, book: &mut Book, run: &Run<'_>| {
            if at == 3 {
                stop.store(true, Ordering::Relaxed);
            }
            book.begin(&at.to_string(), &[])?;
            book.refute(&pigeons(5), &[], run).map(|_| None::<()>)
        };
        let ended = book.side_by_side(40, &run, part, |_| ());
        assert_eq!(ended, Err(Unproved::Halted(Halt::Interrupted)), "{threads}");
        stop.store(false, Ordering::Relaxed);
        let ended = book.in_teams(40, &run, part, |_| ());
        assert_eq!(ended, Err(Unproved::Halted(Halt::Interrupted)), "{threads} in teams");
    }
}
