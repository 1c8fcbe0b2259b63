//! Resumed runs and incumbents: results survive an interruption, and a false checkpoint yields no
//! false certificate.

use std::io::{BufRead, Cursor, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use sixfold_puzzle::families::neighbors::{Neighbors, penalty_edges};
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::text::Block;
use sixfold_puzzle::{Family as _, families, parse};

use crate::REGISTRY;
use crate::answer::Answer;
use crate::checkpoint::InMemory;
use crate::claim::Claim;
use crate::engine::Power;
use crate::families::neighbors::ENGINES;
use crate::families::neighbors::board::{self, board_text, penalty_of};
use crate::families::neighbors::construct::periodic::periodic_board;
use crate::families::neighbors::encode::sector_counts::SectorBounds;
use crate::families::neighbors::search::state::SearchState;
use crate::options::Options;
use crate::run::{Event, Outside, Run};
use crate::session::{ProofStatus, Report, Request, solve};

/// A place for a proof in memory.
#[derive(Clone, Default)]
struct Desk(Arc<Mutex<Vec<u8>>>);

impl Write for Desk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Outside for Desk {
    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        self.0.lock().unwrap().clear();
        Ok(Box::new(self.clone()))
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        Ok(Box::new(Cursor::new(self.0.lock().unwrap().clone())))
    }
}

fn blank(order: usize) -> String {
    families::NEIGHBORS.preset(&order.to_string()).unwrap()
}

/// The answer of an engine to a task with an incumbent; options that are refused are a failure.
fn answered(
    engine: &str,
    words: &[(&str, &str)],
    instance: &str,
    incumbent: Option<&str>,
    run: &Run<'_>,
) -> Answer {
    let engine = ENGINES.iter().find(|known| known.name() == engine).unwrap();
    let settings: Vec<_> = words.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
    let options = Options::resolve(engine.name(), engine.row().options, &settings).unwrap();
    let puzzle = families::NEIGHBORS.read(instance).unwrap();
    match engine.prepare(&puzzle, &options) {
        Ok(prepared) => prepared.solve(false, incumbent, run),
        Err(problem) => Answer::failed(problem),
    }
}

fn penalty(instance: &str, solution: &str) -> usize {
    let instance = parse::<Neighbors>(instance).unwrap();
    let values = Neighbors::parse_solution(&instance, &Block::new(solution)).unwrap();
    penalty_edges(&instance.hexagon, &values).len()
}

fn reported(text: &str, engine: &str, prove: bool, run: &Run<'_>) -> Report {
    let request = Request { text, engine: Some(engine), prove, settings: &[] };
    solve(REGISTRY, &request, run).unwrap()
}

fn value(report: &Report) -> Option<i128> {
    report.objective().map(|objective| objective.value)
}

/// A run that is stopped at every board, and resumed each time, ends like an uninterrupted one.
#[test]
fn a_run_in_pieces_ends_as_one_in_one_piece() {
    for (order, engine, best, claim) in [
        (9, "class", 24, Claim::Found),
        (5, "sat", 9, Claim::Complete),
        (5, "cores", 9, Claim::Complete),
    ] {
        let (pad, text) = (InMemory::default(), blank(order));
        let mut least = i128::MAX;
        let mut pieces = 0;
        let report = loop {
            let stop = AtomicBool::new(false);
            // A board that is better than those of the pieces before ends the piece.
            let sink = |event: &Event| match event {
                Event::Improved { objective: Some(now), .. } if *now < least => {
                    stop.store(true, Ordering::Relaxed)
                }
                _ => {}
            };
            let run = Run { checkpoint: &pad, sink: &sink, ..Run::alone(1, &stop) };
            let report = reported(&text, engine, false, &run);
            pieces += 1;
            let now = value(&report).unwrap();
            assert!(now <= least, "{engine}: {now} after {least}");
            if report.halt().is_none() {
                break report;
            }
            least = now;
        };
        assert!(pieces > 1, "{engine}");
        assert_eq!((value(&report), report.claim()), (Some(best), claim), "{engine}");
        if engine != "cores" {
            assert!(report.effort().contains(&("resumed", pieces - 1)), "{:?}", report.effort());
        }
    }
}

/// On small boards the beam's board is a best one. SAT alone needs some thousand conflicts for it.
#[test]
fn a_beam_gives_the_first_good_board() {
    for (order, engine, best) in
        [(5, "sat", 9), (6, "sat", 13), (7, "sat", 17), (8, "class", 20), (9, "class", 24)]
    {
        let stop = AtomicBool::new(false);
        let sink = |event: &Event| match event {
            Event::Improved { objective: Some(now), .. } if *now <= best => {
                stop.store(true, Ordering::Relaxed)
            }
            _ => {}
        };
        let run = Run { sink: &sink, ..Run::alone(2, &stop) };
        let answer = answered(engine, &[], &blank(order), None, &run);
        let found = answer.witness.map(|board| penalty(&blank(order), &board) as i128);
        assert_eq!(found, Some(best), "{order}");
        let few = answer.effort.iter().any(|&(name, count)| name == "conflicts" && count < 1_000);
        assert!(few, "{order}: {:?}", answer.effort);
    }
}

/// A state of the right form with false bounds.
fn false_state(order: usize, cases: usize) -> String {
    let hexagon = Hexagon::new(order);
    let board = periodic_board(&hexagon, &Run::unlimited());
    let penalty = penalty_of(&hexagon, &board);
    let known = vec![Some(penalty); cases];
    let (low_bounds, lower_bounds) = (known.clone(), known);
    let refuted = (0..cases).map(|case| ((case, 0), penalty + 9)).collect();
    let bounds = vec![Some(SectorBounds::of_board(penalty)); cases];
    let state = SearchState {
        board: Some(board),
        low_bounds,
        lower_bounds,
        refuted,
        sector_bounds: bounds,
        ..SearchState::new(cases)
    };
    state.text(penalty)
}

/// A certificate rests on what this run has proved, whatever the checkpoint says.
#[test]
fn no_checkpoint_brings_about_a_false_certificate() {
    for (order, engine, cases, best) in [(8, "class", 4, 20), (5, "sat", 2, 9)] {
        let state = false_state(order, cases);
        assert!(state.contains(&format!("{cases} of {cases} cases exhausted")), "{state}");
        let pad = InMemory::holding(state);
        let (stop, desk) = (AtomicBool::new(false), Desk::default());
        let run = Run { checkpoint: &pad, outside: &desk, ..Run::alone(1, &stop) };
        let report = reported(&blank(order), engine, true, &run);
        let proved = report.proof == ProofStatus::Checked || report.claim() == Claim::Certified;
        assert!(!proved || value(&report) == Some(best), "{engine}: {}", report.words());
        assert!(proved, "{engine}: a whole proof is written again: {}", report.words());
    }
}

/// A saved board that is no solution is refused with a reason, and is not taken for a bug.
#[test]
fn a_saved_board_must_be_a_solution() {
    let state = false_state(8, 4);
    let line = state.lines().find(|line| line.starts_with("board ")).unwrap();
    let state = state.replace(line, &format!("board {}", "7".repeat(169)));
    let pad = InMemory::holding(state);
    let stop = AtomicBool::new(false);
    let run = Run { checkpoint: &pad, ..Run::alone(1, &stop) };
    let failure = answered("class", &[], &blank(8), None, &run).failure.unwrap();
    assert!(failure.contains("the saved board is no solution"), "{failure}");
}

/// Engines that improve give back the incumbent or something better, even if they are stopped at once.
#[test]
fn an_incumbent_is_never_made_worse() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let stopped = AtomicBool::new(true);
    for (order, engine) in [(8, "class"), (5, "sat"), (5, "cores"), (5, "region"), (12, "cubes")] {
        let (text, instance) = (blank(order), board::blank(order));
        let poor = board_text(&instance, &periodic_board(&instance.hexagon, &Run::unlimited()));
        let first = if order == 12 {
            poor.clone()
        } else {
            answered(if order == 8 { "class" } else { "sat" }, &[], &text, None, &run)
                .witness
                .unwrap()
        };
        let again = answered(engine, &[], &text, Some(&first), &Run::alone(1, &stopped));
        let again = again.witness.unwrap();
        assert!(penalty(&text, &again) <= penalty(&text, &first), "{engine}");
        let engine_named = ENGINES.iter().find(|known| known.name() == engine).unwrap();
        assert!(engine_named.can(Power::Improves), "{engine}");
        if order == 5 {
            let words: &[_] = if engine == "region" { &[("patience", "9")] } else { &[] };
            let better = answered(engine, words, &text, Some(&poor), &run).witness.unwrap();
            assert!(penalty(&text, &better) < penalty(&text, &poor), "{engine}");
        }
    }
}

/// An incumbent may lie outside the options; the refutation is about the boards within them.
#[test]
fn an_incumbent_beyond_the_restrictions_stays() {
    let (stop, text) = (AtomicBool::new(false), blank(4));
    let run = Run::alone(1, &stop);
    let restricted = [("ring", "4"), ("centre", "in")];
    let within = answered("sat", &restricted, &text, None, &run).witness;
    let best = answered("sat", &[], &text, None, &run).witness.unwrap();
    assert!(within.is_none_or(|board| penalty(&text, &board) > penalty(&text, &best)));
    let answer = answered("sat", &restricted, &text, Some(&best), &run);
    assert_eq!(answer.witness.map(|board| penalty(&text, &board)), Some(3));
    assert_eq!(answer.refutation.and_then(|it| it.bound()), Some(3));
    // No board has so small a penalty, and the incumbent is kept.
    let answer = answered("sat", &[("most", "2")], &text, Some(&best), &run);
    assert_eq!(answer.witness.as_deref(), Some(&*best));
    assert_eq!(answer.refutation.and_then(|it| it.bound()), Some(3));
}

/// An option that would change nothing is refused, with what is possible.
#[test]
fn options_without_effect_are_refused() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let refused = |engine: &str, words: &[(&str, &str)], reason: &str| {
        let failure = answered(engine, words, &blank(8), None, &run).failure;
        assert!(failure.as_ref().is_some_and(|it| it.contains(reason)), "{words:?}: {failure:?}");
    };
    refused("sat", &[("counting", "cells"), ("values", "6")], "values has no effect");
    refused("sat", &[("ring", "6"), ("single", "99")], "distances on order 8 are 6 to 15");
    refused("sat", &[("ring", "6"), ("single", "5")], "single=5 has no effect");
    refused("sat", &[("ring", "6"), ("single", "7,7")], "the distance 7 twice");
    refused("sat", &[("ring", "16")], "have distances 2 to 15");
    refused("sat", &[("ring", "15"), ("interior", "6")], "forbids only 6 edges");
    refused("sat", &[("most", "5000")], "has 462 edges");
    refused("class", &[("most", "462")], "has 462 edges");
}
