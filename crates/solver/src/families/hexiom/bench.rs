//! Benchmark cases: the levels, random boards made from the seed, counts, and a refutation.

use sixfold_puzzle::families::hexiom::{Hexiom, Instance, Slot};
use sixfold_puzzle::hex::{Hexagon, Symmetry, orbits};
use sixfold_puzzle::{Family, families, parse};

use crate::benchmark::{Case, Metric};
use crate::checkpoint::Tally;
use crate::claim::{Claim, Outcome};
use crate::make::{MakeRequest, make};
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::session::{self, Report, Request};

const fn seconds(target: f64) -> Metric {
    Metric { name: "time", unit: "s", target: Some(target) }
}

const BASELINE: Metric = Metric { name: "time", unit: "s", target: None };

const WORST: Metric = Metric { name: "worst board", unit: "s", target: Some(20.0) };

/// A case that solves one level, with the classic encoding as its baseline.
macro_rules! level {
    ($name:literal, $level:literal, $target:literal) => {
        Case {
            name: $name,
            description: concat!("level ", $level, ", solved and verified"),
            engine: "auto",
            metrics: &[seconds($target)],
            baseline: Some(concat!($name, "-classic")),
            most_seeds: u64::MAX,
            measure: |run| Ok(vec![solve_level($level, "auto", &[], run)?]),
        }
    };
}

/// The same with the classic encoding and a SAT solver.
macro_rules! classic {
    ($name:literal, $level:literal) => {
        Case {
            name: $name,
            description: concat!("level ", $level, " with the classic encoding and CaDiCaL"),
            engine: "sat",
            metrics: &[BASELINE],
            baseline: None,
            most_seeds: 5,
            measure: |run| Ok(vec![solve_level($level, "sat", &[("model", "classic")], run)?]),
        }
    };
}

pub(crate) static CASES: &[Case] = &[
    Case {
        name: "levels",
        description: "all 41 levels one after the other, solved and verified",
        engine: "auto",
        metrics: &[seconds(0.1)],
        baseline: None,
        most_seeds: u64::MAX,
        measure: |run| Ok(vec![solve_levels(run)?]),
    },
    classic!("level-36-classic", "36"),
    classic!("level-38-classic", "38"),
    classic!("level-40-classic", "40"),
    level!("level-36", "36", 0.005),
    level!("level-38", "38", 0.1),
    level!("level-40", "40", 0.005),
    Case {
        name: "unseen-easy",
        description: "10 uniformly random masks of orders 6 and 8, made from the seed",
        engine: "auto",
        metrics: &[Metric { name: "worst board", unit: "s", target: Some(0.005) }],
        baseline: None,
        most_seeds: u64::MAX,
        measure: |run| unseen(run, easy).map(|times| vec![times[times.len() - 1]]),
    },
    Case {
        name: "unseen-hard",
        description: "10 structured boards of orders 4 to 7, made from the seed",
        engine: "auto",
        metrics: &[Metric { name: "median board", unit: "s", target: Some(0.2) }, WORST],
        baseline: None,
        most_seeds: u64::MAX,
        measure: |run| {
            unseen(run, hard).map(|times| vec![times[times.len() / 2], times[times.len() - 1]])
        },
    },
    Case {
        name: "count-small",
        description: "exact counts of every level of order 4 at most",
        engine: "frontier",
        metrics: &[seconds(1.5)],
        baseline: None,
        most_seeds: 3,
        measure: |run| Ok(vec![count_small(run)?]),
    },
    Case {
        name: "count-38-sat",
        description: "the solutions of level 38, listed by a SAT solver",
        engine: "sat",
        metrics: &[BASELINE],
        baseline: None,
        most_seeds: 3,
        measure: |run| Ok(vec![count_level("38", "sat", run)?]),
    },
    Case {
        name: "count-38",
        description: "the exact count of level 38",
        engine: "frontier",
        metrics: &[seconds(5.0)],
        baseline: Some("count-38-sat"),
        most_seeds: 3,
        measure: |run| Ok(vec![count_level("38", "frontier", run)?]),
    },
    Case {
        name: "count-39",
        description: "the exact count of level 39",
        engine: "frontier",
        metrics: &[seconds(8.0)],
        baseline: None,
        most_seeds: 3,
        measure: |run| Ok(vec![count_level("39", "frontier", run)?]),
    },
    Case {
        name: "refute-38",
        description: "level 38 with two 3s replaced by a 2 and a 4: no solution, proof checked",
        engine: "auto",
        metrics: &[
            seconds(10.0),
            Metric { name: "checking / solving", unit: "", target: Some(2.0) },
        ],
        baseline: None,
        most_seeds: 5,
        measure: refute,
    },
    Case {
        name: "unique-4",
        description: "a board of order 4 with exactly one solution, made and counted",
        engine: "frontier",
        metrics: &[seconds(1.0)],
        baseline: None,
        most_seeds: u64::MAX,
        measure: |run| Ok(vec![make_unique(4, run)?]),
    },
    Case {
        name: "unique-5",
        description: "a board of order 5 with exactly one solution, made and counted",
        engine: "frontier",
        metrics: &[seconds(10.0)],
        baseline: None,
        most_seeds: u64::MAX,
        measure: |run| Ok(vec![make_unique(5, run)?]),
    },
];

fn preset(name: &str) -> String {
    families::HEXIOM.preset(name).expect("the level is embedded")
}

fn embedded(name: &str) -> Result<Instance, String> {
    parse::<Hexiom>(&preset(name)).map_err(|error| error.to_string())
}

fn request<'a>(text: &'a str, engine: &'a str, settings: &'a [(String, String)]) -> Request<'a> {
    Request { text, engine: Some(engine), prove: false, settings }
}

fn owned(settings: &[(&str, &str)]) -> Vec<(String, String)> {
    settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The time of a run that ended as it should.
fn time(report: &Report, wanted: Outcome) -> Result<f64, String> {
    match report.outcome() == wanted {
        true => Ok(report.seconds),
        false => Err(report.words()),
    }
}

fn solve_level(
    name: &str,
    engine: &str,
    settings: &[(&str, &str)],
    run: &Run<'_>,
) -> Result<f64, String> {
    let (text, settings) = (preset(name), owned(settings));
    let report = session::solve(crate::REGISTRY, &request(&text, engine, &settings), run);
    time(&report.map_err(|error| error.to_string())?, Outcome::Solved)
}

fn solve_levels(run: &Run<'_>) -> Result<f64, String> {
    let names = families::HEXIOM.presets();
    names.iter().map(|name| solve_level(name, "auto", &[], run)).sum()
}

fn count_level(name: &str, engine: &str, run: &Run<'_>) -> Result<f64, String> {
    let text = preset(name);
    let tally = Tally::default();
    let report = session::count(crate::REGISTRY, &request(&text, engine, &[]), &tally, run);
    let report = report.map_err(|error| error.to_string())?;
    match report.claim {
        Claim::Complete => Ok(report.seconds),
        _ => Err(report.words()),
    }
}

fn count_small(run: &Run<'_>) -> Result<f64, String> {
    let mut seconds = 0.0;
    for name in families::HEXIOM.presets() {
        if embedded(&name)?.hexagon.order() <= 4 {
            seconds += count_level(&name, "frontier", run)?;
        }
    }
    Ok(seconds)
}

/// Two movable 3s become a 2 and a 4: the sum stays, and there is no solution.
fn refutable() -> Result<String, String> {
    let mut instance = embedded("38")?;
    let threes = instance.slots.iter_mut().filter(|slot| **slot == Slot::Tile(3));
    threes.zip([2, 4]).for_each(|(slot, number)| *slot = Slot::Tile(number));
    Ok(Hexiom::print(&instance))
}

fn refute(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let text = refutable()?;
    let plain = request(&text, "auto", &[]);
    let report = session::solve(crate::REGISTRY, &plain, run);
    let solving = time(&report.map_err(|error| error.to_string())?, Outcome::None)?;
    let proving = Request { prove: true, ..plain };
    let report = session::solve(crate::REGISTRY, &proving, run);
    let report = report.map_err(|error| error.to_string())?;
    if report.claim() != Claim::Certified {
        return Err(format!("not certified: {}", report.words()));
    }
    let mut proof = run.outside.read_proof()?;
    let begun = run.clock.elapsed();
    let checked = session::check_proof(crate::REGISTRY, &text, &mut *proof, &mut || false);
    let checking = (run.clock.elapsed() - begun).as_secs_f64();
    match checked {
        Ok(session::ProofCheck::Accepted { .. }) => Ok(vec![report.seconds, checking / solving]),
        other => Err(format!("{other:?}")),
    }
}

fn make_unique(order: usize, run: &Run<'_>) -> Result<f64, String> {
    let family = &crate::families::HEXIOM;
    let request = MakeRequest { family, order, unique: true, engine: None, settings: &[] };
    let report = make(crate::REGISTRY, &request, run);
    let report = report.map_err(|error| error.to_string())?;
    match report.unique {
        Some(true) => Ok(report.seconds),
        _ => Err("the board is not unique".to_owned()),
    }
}

/// How long each of ten boards takes, sorted.
fn unseen(run: &Run<'_>, make: fn(&mut Random) -> Instance) -> Result<Vec<f64>, String> {
    // Boards and search must not share their random numbers.
    let mut random = Random::new(run.seed ^ 0x0b0a_4d5e);
    let mut times = Vec::new();
    for _ in 0..10 {
        let text = Hexiom::print(&make(&mut random));
        let report = session::solve(crate::REGISTRY, &request(&text, "auto", &[]), run);
        let report = report.map_err(|error| error.to_string())?;
        if report.halt() == Some(Halt::Interrupted) {
            return Err("interrupted".to_owned());
        }
        times.push(time(&report, Outcome::Solved)?);
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

/// A uniformly random mask of order 6 or 8, without locks.
fn easy(random: &mut Random) -> Instance {
    let hexagon = Hexagon::new([6, 8][random.below(2)]);
    let mask = (0..hexagon.len()).map(|_| random.below(2) == 0).collect();
    board(hexagon, mask, 0, random)
}

/// A symmetric or clustered mask of order 4 to 7, with many locks or none.
fn hard(random: &mut Random) -> Instance {
    let hexagon = Hexagon::new(4 + random.below(4));
    let symmetric = random.below(2) == 0;
    let mask = if symmetric { symmetric_mask(&hexagon, random) } else { cluster(&hexagon, random) };
    let locks = if random.below(2) == 0 { 0 } else { hexagon.len() / 5 };
    board(hexagon, mask, locks, random)
}

/// Whole orbits under a rotation or a reflection, mostly occupied, as in levels 29 and 38.
fn symmetric_mask(hexagon: &Hexagon, random: &mut Random) -> Vec<bool> {
    let symmetry = Symmetry::ALL[1 + random.below(11)];
    let mut mask = vec![false; hexagon.len()];
    for orbit in orbits(hexagon.len(), &[symmetry.permutation(hexagon)]) {
        let occupied = random.below(100) < 70;
        orbit.into_iter().for_each(|cell| mask[cell] = occupied);
    }
    mask
}

/// Grown from a few seeds by adding neighbours.
fn cluster(hexagon: &Hexagon, random: &mut Random) -> Vec<bool> {
    let mut mask = vec![false; hexagon.len()];
    let mut grown: Vec<usize> = (0..2).map(|_| random.below(hexagon.len())).collect();
    let size = hexagon.len() * (40 + random.below(35)) / 100;
    let mut count = 0;
    while count < size {
        let from = grown[random.below(grown.len())];
        let around: Vec<usize> = hexagon.neighbours(from).chain([from]).collect();
        let cell = around[random.below(around.len())];
        if !std::mem::replace(&mut mask[cell], true) {
            count += 1;
            grown.push(cell);
        }
    }
    mask
}

/// The level whose hidden solution a mask is: some slots locked, the other tiles in a heap.
fn board(hexagon: Hexagon, mask: Vec<bool>, locks: usize, random: &mut Random) -> Instance {
    let number = |cell: usize| hexagon.neighbours(cell).filter(|&next| mask[next]).count() as u8;
    let mut slots = vec![Slot::Empty; hexagon.len()];
    for _ in 0..locks {
        let cell = random.below(hexagon.len());
        slots[cell] = if mask[cell] { Slot::Fixed(number(cell)) } else { Slot::Blocked };
    }
    let locked = |slot: &Slot| matches!(slot, Slot::Fixed(_) | Slot::Blocked);
    let tiles: Vec<u8> =
        (0..hexagon.len()).filter(|&at| mask[at] && !locked(&slots[at])).map(number).collect();
    let free = slots.iter_mut().filter(|slot| !matches!(slot, Slot::Fixed(_) | Slot::Blocked));
    free.zip(tiles).for_each(|(slot, tile)| *slot = Slot::Tile(tile));
    Instance { hexagon, slots }
}
