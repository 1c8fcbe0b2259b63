//! The encodings are correct: they have as many models as the dynamic program counts.
//!
//! Every group of clauses matters, or is known to be redundant.

use sixfold_puzzle::families::hexiom::{Hexiom, Instance};
use sixfold_puzzle::{families, parse};
use std::sync::atomic::AtomicBool;

use super::count;
use super::formula::{EncodingStyle, LevelFormula, Model, SymmetryBreaking, encode};
use super::level::Level;
use crate::run::Run;
use crate::sat::{BackendName, Encoding, Formula, backend, enumerate};

fn level(name: &str) -> Instance {
    parse::<Hexiom>(&families::HEXIOM.preset(name).unwrap()).unwrap()
}

fn styles() -> impl Iterator<Item = EncodingStyle> {
    let models = Encoding::ALL.into_iter().map(Model::Compact).chain([Model::Classic]);
    models.map(|model| EncodingStyle { model, ..EncodingStyle::DEFAULT })
}

/// Models on the occupied slots, up to a limit.
fn models(problem: &LevelFormula, formula: &Formula) -> usize {
    let stop = AtomicBool::new(false);
    let run = Run::alone(0, &stop);
    // Listing the solutions of larger boards takes the stronger solver.
    let name = if problem.occupied.len() > 19 { BackendName::DEFAULT } else { BackendName::Batsat };
    let mut solver = backend(name, &run);
    solver.add(formula);
    enumerate(&mut *solver, &problem.occupied, 4_000, |_| {}).unwrap().models.len()
}

fn counted(instance: &Instance) -> usize {
    count::count(instance, count::LARGEST_LAYER, &Run::alone(0, &AtomicBool::new(false)))
        .unwrap()
        .solutions as usize
}

#[test]
fn every_style_has_as_many_models_as_there_are_solutions() {
    for name in ["00", "01", "02", "04", "06", "08", "10", "17", "20", "27"] {
        let instance = level(name);
        let wanted = counted(&instance);
        for style in styles() {
            let problem = encode(&Level::new(&instance), style, &Run::unlimited()).unwrap();
            assert_eq!(models(&problem, &problem.formula), wanted, "level {name}, {style:?}");
        }
    }
}

/// SAT and the frontier program agree on all levels of order 3 at most, on the eight of order 4
/// whose solutions can be listed, and on level 38.
#[test]
fn two_ways_of_counting_agree() {
    let larger = ["28", "29", "30", "32", "33", "34", "35", "36", "38"];
    let mut compared = 0;
    for name in families::HEXIOM.presets() {
        let instance = level(&name);
        if instance.hexagon.order() <= 3 || larger.contains(&&*name) {
            let problem =
                encode(&Level::new(&instance), EncodingStyle::DEFAULT, &Run::unlimited()).unwrap();
            assert_eq!(models(&problem, &problem.formula), counted(&instance), "level {name}");
            compared += 1;
        }
    }
    assert_eq!(compared, 27 + larger.len());
}

#[test]
fn every_group_of_clauses_matters() {
    let boards = ["06", "08", "10", "17", "20"].map(level);
    for style in
        [EncodingStyle::DEFAULT, EncodingStyle { model: Model::Classic, ..EncodingStyle::DEFAULT }]
    {
        let groups =
            encode(&Level::new(&boards[0]), style, &Run::unlimited()).unwrap().formula.groups();
        for group in groups.iter().collect::<std::collections::BTreeSet<_>>() {
            let changed = boards.iter().any(|board| {
                let problem = encode(&Level::new(board), style, &Run::unlimited()).unwrap();
                models(&problem, &problem.formula.without(group)) != counted(board)
            });
            // Pairs are counted for speed: the count follows from the rest.
            assert_eq!(changed, group != "pairs", "{group}, {style:?}");
        }
    }
}

/// Of symmetric solutions one is kept: as many as there are orbits.
#[test]
fn breaking_symmetry_keeps_one_solution_of_each_orbit() {
    let run_stop = AtomicBool::new(false);
    for name in ["02", "06", "08", "12", "15", "29"] {
        let instance = level(name);
        let problem = encode(
            &Level::new(&instance),
            EncodingStyle { symmetry: SymmetryBreaking::LexLeader, ..EncodingStyle::DEFAULT },
            &Run::unlimited(),
        )
        .unwrap();
        let all = count::count(&instance, count::LARGEST_LAYER, &Run::alone(0, &run_stop)).unwrap();
        let orbits = count::orbits(&instance, all, count::LARGEST_LAYER, &Run::alone(0, &run_stop))
            .unwrap() as usize;
        assert_eq!(models(&problem, &problem.formula), orbits, "level {name}");
    }
}
