//! Counts against brute force, against published numbers, and against one another.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sixfold_puzzle::families::hexiom::{Content, Hexiom, Instance, LARGEST, Slot};
use sixfold_puzzle::hex::{Hexagon, Symmetry, canonical, orbits as orbits_of};
use sixfold_puzzle::{Family, families, parse};

use super::classic::{BacktrackEnding, search};
use super::count::{self, Count, LARGEST_LAYER, count, orbits};
use super::level::Level;
use super::sat_search::SAT;
use crate::REGISTRY;
use crate::checkpoint::Tally;
use crate::claim::Claim;
use crate::engine::Engine as _;
use crate::frontier;
use crate::options::Options;
use crate::random::Random;
use crate::run::{Event, Halt, Run};
use crate::session::{self, Request};

fn level(name: &str) -> Instance {
    let text = families::HEXIOM.preset(name).expect("there is such a level");
    parse::<Hexiom>(&text).expect("readable")
}

/// All levels up to an order, with their names.
fn levels(order: usize) -> impl Iterator<Item = (String, Instance)> {
    let all = families::HEXIOM.presets().into_iter();
    let named = all.map(|name| (name.clone(), level(&name)));
    named.filter(move |(_, level)| level.hexagon.order() <= order)
}

fn solutions(instance: &Instance) -> u128 {
    count(instance, LARGEST_LAYER, &Run::alone(0, &AtomicBool::new(false)))
        .expect("not stopped")
        .solutions
}

fn different(instance: &Instance) -> u128 {
    let count = Count { solutions: solutions(instance) };
    orbits(instance, count, LARGEST_LAYER, &Run::alone(0, &AtomicBool::new(false)))
        .expect("not stopped")
}

fn locked(slot: Slot) -> bool {
    matches!(slot, Slot::Fixed(_) | Slot::Blocked)
}

/// How many neighbours of a slot are in a set of slots.
fn degree(sights: &[u32], mask: u32, slot: usize) -> u8 {
    (sights[slot] & mask).count_ones() as u8
}

fn sights(hexagon: &Hexagon) -> Vec<u32> {
    let sight = |slot| hexagon.neighbours(slot).map(|next| 1 << next).sum();
    (0..hexagon.len()).map(sight).collect()
}

/// Whether a set of slots solves a level, straight from the rules.
fn solves(instance: &Instance, sights: &[u32], mask: u32) -> bool {
    let mut left = instance.supply();
    for (slot, &content) in instance.slots.iter().enumerate() {
        let occupied = mask >> slot & 1 == 1;
        let number = degree(sights, mask, slot);
        let kept = match content {
            Slot::Fixed(fixed) => occupied && fixed == number,
            Slot::Blocked => !occupied,
            Slot::Empty | Slot::Tile(_) => true,
        };
        let left = &mut left[usize::from(number)];
        if !kept || (occupied && *left == 0) {
            return false;
        }
        *left -= usize::from(occupied);
    }
    left.iter().all(|&left| left == 0)
}

fn brute_force(instance: &Instance) -> Vec<u32> {
    let sights = sights(&instance.hexagon);
    (0..1 << instance.slots.len()).filter(|&mask| solves(instance, &sights, mask)).collect()
}

/// The canonical forms of some sets of slots under the symmetries that keep the locks.
fn brute_force_orbits(instance: &Instance, masks: &[u32]) -> usize {
    let lock = |slot: usize| Some(instance.slots[slot]).filter(|&slot| locked(slot));
    let kept = |images: &Vec<usize>| (0..images.len()).all(|at| lock(at) == lock(images[at]));
    let all = Symmetry::ALL.into_iter().map(|symmetry| symmetry.permutation(&instance.hexagon));
    let group: Vec<Vec<usize>> = all.filter(kept).collect();
    let bits = |mask: u32| (0..instance.slots.len()).map(|slot| mask >> slot & 1).collect();
    let forms = masks.iter().map(|&mask| canonical::<u32>(&bits(mask) as &Vec<u32>, &group));
    forms.collect::<BTreeSet<_>>().len()
}

/// A level made from a random set of slots. Set and locks are those of a random symmetry, so that
/// some symmetries remain; now and then a number is changed, so that some levels have no solution.
fn random_level(random: &mut Random) -> Instance {
    let hexagon = Hexagon::new(2 + random.below(2));
    let sights = sights(&hexagon);
    let symmetry = Symmetry::ALL[random.below(12)];
    let orbits = orbits_of(hexagon.len(), &[symmetry.permutation(&hexagon)]);
    let chosen: Vec<&Vec<usize>> = orbits.iter().filter(|_| random.below(3) > 0).collect();
    let mask: u32 = chosen.into_iter().flatten().map(|slot| 1 << slot).sum();
    let mut slots = vec![Slot::Empty; hexagon.len()];
    for orbit in &orbits {
        let lock = random.below(4) == 0;
        for &slot in orbit {
            slots[slot] = match (mask >> slot & 1 == 1, lock) {
                (true, true) => Slot::Fixed(degree(&sights, mask, slot)),
                (true, false) => Slot::Tile(degree(&sights, mask, slot)),
                (false, true) => Slot::Blocked,
                (false, false) => Slot::Empty,
            };
        }
    }
    if random.below(4) == 0 {
        let changed = random.below(slots.len());
        slots[changed] = Slot::Tile(random.below(usize::from(LARGEST) + 1) as u8);
    }
    Instance { hexagon, slots }
}

#[test]
fn small_levels_have_as_many_solutions_as_trying_everything_finds() {
    let mut seen = 0;
    for (name, level) in levels(3) {
        let masks = brute_force(&level);
        assert_eq!(solutions(&level), masks.len() as u128, "level {name}");
        assert_eq!(different(&level), brute_force_orbits(&level, &masks) as u128, "level {name}");
        seen += 1;
    }
    assert_eq!(seen, 27);
}

#[test]
fn random_levels_have_as_many_solutions_as_trying_everything_finds() {
    let mut random = Random::new(2);
    let (mut none, mut symmetric) = (0, 0);
    for round in 0..150 {
        let level = random_level(&mut random);
        let masks = brute_force(&level);
        let name = || format!("round {round}:\n{}", Hexiom::print(&level));
        assert_eq!(solutions(&level), masks.len() as u128, "{}", name());
        let orbits = brute_force_orbits(&level, &masks);
        assert_eq!(different(&level), orbits as u128, "{}", name());
        none += usize::from(masks.is_empty());
        symmetric += usize::from(orbits < masks.len());
    }
    assert!(none > 5 && symmetric > 20, "the rounds would say little: {none}, {symmetric}");
}

#[test]
fn levels_have_their_known_numbers_of_solutions() {
    let known = [("02", 3), ("08", 1), ("12", 258), ("15", 459), ("29", 3), ("38", 79)];
    for (name, number) in known {
        assert_eq!(solutions(&level(name)), number, "level {name}");
    }
    assert_eq!(different(&level("38")), 9);
}

/// The estimate of the largest layer is within the factor that the documentation states, where the exact size is known.
#[test]
fn an_estimate_of_the_states_is_within_a_factor_of_three() {
    let idle = AtomicBool::new(false);
    let run = Run::alone(0, &idle);
    for (name, sample) in [("38", 1 << 12), ("38", 1 << 13), ("36", 1 << 10), ("35", 1 << 10)] {
        let exact = count::outlook(&level(name), usize::MAX, &run).expect("the level is small");
        let estimate = count::outlook(&level(name), sample, &run).expect("the level is small");
        assert!(exact.exact && !estimate.exact, "level {name}: {exact:?}");
        let factor = estimate.states as f64 / exact.states as f64;
        assert!((1.0 / 3.0..=3.0).contains(&factor), "level {name}, sample {sample}: {factor}");
        assert!(estimate.bytes > estimate.states, "level {name}");
    }
}

/// A count that gives up says what it would need; with enough states it is complete.
#[test]
fn a_count_that_gives_up_says_what_it_would_need() {
    let text = families::HEXIOM.preset("38").expect("there is such a level");
    let idle = AtomicBool::new(false);
    let counted = |states: &str| {
        let settings = [("states".to_owned(), states.to_owned())];
        let engine = Some("frontier");
        let request = Request { text: &text, engine, prove: false, settings: &settings };
        session::count(REGISTRY, &request, &Tally::default(), &Run::alone(0, &idle)).unwrap()
    };
    let short = counted("1000");
    assert_eq!((short.count, short.claim, short.halt), (0, Claim::Nothing, Some(Halt::Budget)));
    assert!(short.estimate.is_some_and(|estimate| estimate.states > 20_000));
    let words = short.words();
    assert!(
        words.contains("; estimated: ") && words.contains(" states or more in the largest"),
        "{words}"
    );
    let enough = counted("100000");
    assert_eq!((enough.count, enough.claim, enough.estimate), (79, Claim::Complete, None));
}

#[test]
fn every_order_of_the_slots_gives_the_same_number() {
    let idle = AtomicBool::new(false);
    for name in ["12", "28", "30"] {
        let level = level(name);
        // The frontier of a spiral is the rim, too long on larger boards.
        let spiral = Some(level.hexagon.spiral()).filter(|_| level.hexagon.order() == 3);
        for order in count::sweeps(&level.hexagon).into_iter().chain(spiral) {
            let model = count::model(Symmetry::IDENTITY, &level, &order);
            let number = frontier::count(&model, usize::MAX, &Run::alone(0, &idle));
            assert_eq!(number, Ok(solutions(&level)), "level {name}");
        }
    }
}

#[test]
fn a_number_of_solutions_does_not_depend_on_how_the_level_lies() {
    for name in ["28", "33"] {
        let level = level(name);
        for symmetry in Symmetry::ALL {
            let turned = Hexiom::transform(&level, symmetry);
            assert_eq!(solutions(&turned), solutions(&level), "level {name}");
        }
    }
}

#[test]
fn the_classic_search_finds_a_solution_exactly_if_there_is_one() {
    let idle = AtomicBool::new(false);
    let mut random = Random::new(3);
    for round in 0..100 {
        let level = random_level(&mut random);
        let found = search(&level, u64::MAX, &Run::alone(0, &idle));
        match found.ending {
            BacktrackEnding::Found(chosen) => {
                let mask = chosen.iter().enumerate().map(|(slot, &is)| u32::from(is) << slot).sum();
                assert!(solves(&level, &sights(&level.hexagon), mask), "round {round}");
            }
            ending => {
                assert_eq!(ending, BacktrackEnding::Exhausted, "round {round}");
                assert_eq!(solutions(&level), 0, "round {round}");
            }
        }
    }
}

#[test]
fn everything_stops_when_told_and_at_its_budget() {
    let (level, stop) = (level("37"), AtomicBool::new(true));
    let run = Run::alone(0, &stop);
    assert_eq!(count(&level, LARGEST_LAYER, &run), Err(Halt::Interrupted));
    let symmetric = self::level("38");
    let stopped = orbits(&symmetric, Count { solutions: 79 }, LARGEST_LAYER, &run);
    assert_eq!(stopped, Err(Halt::Interrupted));
    assert_eq!(search(&level, u64::MAX, &run).ending, BacktrackEnding::Halted(Halt::Interrupted));
    let idle = AtomicBool::new(false);
    let short = search(&level, 10, &Run::alone(0, &idle));
    assert_eq!((short.ending, short.nodes), (BacktrackEnding::Halted(Halt::Budget), 10));
}

#[test]
fn a_board_too_wide_for_the_program_is_refused_at_once() {
    let hexagon = Hexagon::new(128);
    let slots = vec![Slot::Tile(3); hexagon.len()];
    let idle = AtomicBool::new(false);
    let counted = count(&Instance { hexagon, slots }, LARGEST_LAYER, &Run::alone(0, &idle));
    assert_eq!(counted, Err(Halt::Budget));
}

/// A listing that is stopped keeps the solutions that it has found.
#[test]
fn a_stopped_listing_keeps_its_solutions() {
    let (stop, listed) = (AtomicBool::new(false), AtomicUsize::new(0));
    let sink = |event: &Event| {
        let new = matches!(event, Event::Listed(_));
        if new && listed.fetch_add(1, Ordering::Relaxed) == 4 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let run = &Run { sink: &sink, ..Run::alone(1, &stop) };
    let options = Options::resolve("sat", SAT.row.options, &[]).expect("the defaults");
    let text = families::HEXIOM.preset("17").expect("there is such a level");
    let puzzle = families::HEXIOM.read(&text).expect("readable");
    let prepared = SAT.prepare(&puzzle, &options).expect("the options fit");
    let counted = prepared.count(false, &Tally::default(), run);
    assert_eq!((counted.count, counted.witnesses.len()), (5, 5));
    assert_eq!((counted.complete, counted.halt), (false, Some(Halt::Interrupted)));
}

#[test]
fn small_levels_are_solved_through_the_states_of_the_count() {
    let run = Run::unlimited();
    for (name, instance) in levels(4) {
        let found = count::find(&instance, 1 << 16, &run);
        let mask = found.expect("within the budget").unwrap_or_else(|| panic!("level {name}"));
        let level = Level::new(&instance);
        let contents = level.contents(&mask);
        let tiles = |number| contents.iter().filter(|&&it| it == Content::Tile(number)).count();
        assert_eq!(
            std::array::from_fn(|number| tiles(number as u8)),
            level.supply(),
            "level {name}"
        );
        for slot in 0..mask.len() {
            assert!(level.forced(slot).is_none_or(|is| is == mask[slot]), "level {name}");
            let fixed = level.fixed(slot).map(Content::Tile);
            assert!(fixed.is_none_or(|is| is == contents[slot]), "level {name}");
        }
    }
}

#[test]
fn threads_do_not_change_a_count() {
    let (level, stop) = (level("38"), AtomicBool::new(false));
    for threads in [1, 2, 3, 8] {
        let run = Run { threads, ..Run::alone(0, &stop) };
        let solutions = count(&level, LARGEST_LAYER, &run).map(|count| count.solutions);
        assert_eq!(solutions, Ok(79), "{threads} threads");
        // Its largest layer has 57,337 states.
        assert_eq!(count(&level, 57_336, &run), Err(Halt::Budget), "{threads} threads");
    }
}
