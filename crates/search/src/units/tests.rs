//! Totals that depend on nothing but the units.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use proptest::prelude::*;

use super::{Ledger, Part, Totals, Unit, WorkList, work_through};
use crate::checkpoint::tests::world;
use crate::checkpoint::{Checkpoint, Never};
use crate::run::{Halt, Run};

/// Keeps the last state in memory, and is due every so many questions.
struct Memory {
    state: Mutex<Option<String>>,
    every: usize,
    asked: AtomicUsize,
}

impl Memory {
    fn new(every: usize, state: Option<String>) -> Self {
        Self { state: Mutex::new(state), every, asked: AtomicUsize::new(0) }
    }
}

impl Checkpoint for Memory {
    fn load(&self) -> Option<String> {
        self.state.lock().unwrap().clone()
    }

    fn due(&self, _: Duration) -> bool {
        (self.asked.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(self.every)
    }

    fn save(&self, state: &str, _: Duration) -> Result<(), String> {
        *self.state.lock().unwrap() = Some(state.to_owned());
        Ok(())
    }
}

const UNITS: usize = 12;

fn names() -> Vec<String> {
    (0..UNITS).map(|unit| format!("u{unit}")).collect()
}

fn job(units: &[String]) -> WorkList<'_> {
    WorkList { work: "cubes-1", units, counters: &["steps", "ends"], limit: None, witnesses: 3 }
}

fn part(unit: Unit<'_>) -> Part {
    let number = unit.index as u128;
    let witnesses = (0..unit.index % 3).map(|at| format!("{}\n{at}", unit.name)).collect();
    Part { count: number.pow(3), numbers: vec![number, 1], witnesses }
}

fn totals(threads: usize, checkpoint: &dyn Checkpoint) -> Result<Totals, String> {
    let stop = AtomicBool::new(false);
    work_through(&job(&names()), &world(threads, &stop, checkpoint), |unit, _| Ok(part(unit)))
}

/// Works until a unit is begun for the `patience`-th time, and is then interrupted.
fn interrupted(threads: usize, checkpoint: &dyn Checkpoint, patience: usize) -> Totals {
    let (stop, begun) = (AtomicBool::new(false), AtomicUsize::new(0));
    let run = world(threads, &stop, checkpoint);
    let work = |unit: Unit<'_>, run: &Run<'_>| {
        if begun.fetch_add(1, Ordering::Relaxed) >= patience {
            stop.store(true, Ordering::Relaxed);
        }
        run.halted().map_or_else(|| Ok(part(unit)), Err)
    };
    work_through(&job(&names()), &run, work).unwrap()
}

#[test]
fn threads_change_nothing() {
    let alone = totals(1, &Never).unwrap();
    assert_eq!((alone.count, alone.complete, alone.finished), (4356, true, UNITS));
    assert_eq!(alone.numbers, [("steps", 66), ("ends", 12)]);
    assert_eq!(alone.witnesses, ["u1\n0", "u2\n0", "u2\n1"]);
    for threads in [2, 3, 50] {
        assert_eq!(totals(threads, &Never).unwrap(), alone);
    }
}

#[test]
fn an_interruption_at_any_unit_changes_nothing() {
    let wanted = totals(1, &Never).unwrap();
    for patience in 0..UNITS {
        let memory = Memory::new(usize::MAX, None);
        let part = interrupted(1, &memory, patience);
        assert_eq!((part.finished, part.halt), (patience, Some(Halt::Interrupted)));
        assert!(!part.complete);
        let state = memory.load();
        assert_eq!(state.is_some(), patience > 0, "nothing finished, nothing saved");
        let saved = state.map_or(0, |state| Ledger::parse(&state).unwrap().entries.len());
        assert_eq!(saved, patience, "the unit that was stopped is not in the state");
        assert_eq!(totals(1, &memory).unwrap(), wanted);
        assert_eq!(totals(2, &memory).unwrap(), wanted);
    }
}

proptest! {
    /// Interrupted and killed again and again, with any number of threads.
    #[test]
    fn any_history_gives_the_same_totals(
        history in prop::collection::vec((1..4_usize, 0..6_usize, 1..4_usize, any::<bool>()), 0..8)
    ) {
        let mut state: Option<String> = None;
        for (threads, patience, every, killed) in history {
            let memory = Memory::new(every, state.clone());
            let before = state.map_or(0, |state| Ledger::parse(&state).unwrap().entries.len());
            if killed {
                // What is saved on the way out never reaches the disk.
                let last = Frozen(memory, patience, AtomicUsize::new(0));
                interrupted(threads, &last, patience);
                state = last.0.load();
            } else {
                interrupted(threads, &memory, patience);
                state = memory.load();
            }
            let after = state.as_ref().map_or(0, |state| Ledger::parse(state).unwrap().entries.len());
            prop_assert!(after >= before);
        }
        let memory = Memory::new(1, state);
        prop_assert_eq!(totals(2, &memory).unwrap(), totals(1, &Never).unwrap());
    }

    /// A state that was changed by hand is refused or understood, and never a panic.
    #[test]
    fn no_state_panics(at in 0..200_usize, with in "[ -~\n]{0,3}", cut in 0..3_usize) {
        let memory = Memory::new(1, None);
        interrupted(1, &memory, 5);
        let mut state = memory.load().unwrap();
        let at = at.min(state.len());
        let end = (at + cut).min(state.len());
        state.replace_range(at..end, &with);
        let _ = totals(1, &Memory::new(1, Some(state)));
    }
}

/// A memory that takes only so many states.
struct Frozen(Memory, usize, AtomicUsize);

impl Checkpoint for Frozen {
    fn load(&self) -> Option<String> {
        self.0.load()
    }

    fn due(&self, elapsed: Duration) -> bool {
        self.0.due(elapsed)
    }

    fn save(&self, state: &str, elapsed: Duration) -> Result<(), String> {
        match self.2.fetch_add(1, Ordering::Relaxed) < self.1 {
            true => self.0.save(state, elapsed),
            false => Err("killed".to_owned()),
        }
    }
}

#[test]
fn a_limit_is_kept_whatever_the_threads() {
    let units = names();
    for limit in [0, 1, 9, 36, 4355, 4356, 4357] {
        for threads in 1..4 {
            let job = WorkList { limit: Some(limit), ..job(&units) };
            let stop = AtomicBool::new(false);
            let run = world(threads, &stop, &Never);
            let totals = work_through(&job, &run, |unit, _| Ok(part(unit))).unwrap();
            assert_eq!((totals.count, totals.halt), (limit.min(4356), None));
            assert_eq!(totals.complete, limit == 4357);
        }
    }
}

#[test]
fn a_budget_ends_the_work_and_saves_nothing() {
    let (stop, memory, units) = (AtomicBool::new(false), Memory::new(9, None), names());
    let work = |unit: Unit<'_>, _: &Run<'_>| match unit.index {
        4 => Err(Halt::Budget),
        _ => Ok(part(unit)),
    };
    let totals = work_through(&job(&units), &world(1, &stop, &memory), work).unwrap();
    assert_eq!((totals.halt, totals.finished, memory.load()), (Some(Halt::Budget), 4, None));
}

/// A partner's flag reaches into the units, through the driver's own.
#[test]
fn a_cancelled_partner_stops_its_units() {
    let (stop, done, units) = (AtomicBool::new(false), AtomicBool::new(false), names());
    let outer = world(1, &stop, &Never);
    let run = outer.shared(&done);
    let work = |unit: Unit<'_>, run: &Run<'_>| {
        done.store(true, Ordering::Relaxed);
        run.halted().map_or_else(|| Ok(part(unit)), Err)
    };
    let totals = work_through(&job(&units), &run, work).unwrap();
    assert_eq!((totals.finished, totals.halt), (0, Some(Halt::Interrupted)));
}

/// Partners and units would overwrite the state of the whole.
#[test]
fn a_unit_has_no_checkpoint_of_its_own() {
    let (stop, memory, units) = (AtomicBool::new(false), Memory::new(1, None), names());
    let work = |unit: Unit<'_>, run: &Run<'_>| {
        assert!(!run.save_due());
        assert_eq!((run.saved_state(), run.save_state("mine")), (None, Ok(())));
        Ok(part(unit))
    };
    work_through(&job(&units), &world(1, &stop, &memory), work).unwrap();
    assert!(memory.load().unwrap().starts_with("12 of 12 units"));
}

#[test]
fn states_of_other_work_are_refused() {
    let memory = Memory::new(1, None);
    interrupted(1, &memory, 5);
    let state = memory.load().unwrap();
    assert!(state.starts_with("5 of 12 units finished, 100 solutions\nwork cubes-1\n"), "{state}");
    let refusals = [
        ("work cubes-1", "work cubes-2", "of the work cubes-2"),
        ("units 12", "units 13", "13 other units"),
        ("counters steps ends", "counters steps nodes", "nodes"),
        ("counters steps ends", "counters steps", "neither a unit"),
        ("unit 3 u3 27", "unit 3 u4 27", "unit 3 is not called u4"),
        ("unit 3 u3 27", "unit 2 u3 27", "twice"),
        ("unit 3 u3 27", "unit 33 u3 27", "unit 33 is not called u3"),
        ("unit 3 u3 27", "unit 3 u3 -27", "neither a unit"),
        ("unit 3 u3 27", &format!("unit 3 u3 {}", u128::MAX), "beyond 128 bits"),
        ("solution 2", "solution 7", "not finished"),
        ("work", "word", "`work ` is missing"),
    ];
    for (old, new, words) in refusals {
        assert!(state.contains(old), "{old}");
        let problem = totals(1, &Memory::new(1, Some(state.replacen(old, new, 1)))).unwrap_err();
        assert!(problem.contains(words), "{problem}");
    }
    assert!(totals(1, &Memory::new(1, Some(String::new()))).is_err());
}

#[test]
fn a_count_beyond_all_bounds_is_an_error() {
    let (stop, units) = (AtomicBool::new(false), names());
    let huge = |_: Unit<'_>, _: &Run<'_>| {
        Ok(Part { count: u128::MAX, numbers: vec![0, 0], witnesses: Vec::new() })
    };
    let problem = work_through(&job(&units), &world(2, &stop, &Never), huge).unwrap_err();
    assert!(problem.contains("128 bits"), "{problem}");
}
