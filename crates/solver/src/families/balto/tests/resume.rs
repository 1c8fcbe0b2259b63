//! Checkpoints: a run in pieces goes on, and a damaged state is refused.

use super::*;
use crate::checkpoint::{Checkpoint, InMemory};

fn with_checkpoint(kept: &InMemory, glances: u64) -> Report {
    piece(&text(4), &[], kept, glances)
}

/// One piece of a run: so many looks at the clock.
fn piece(board: &str, settings: &[(&str, &str)], kept: &InMemory, glances: u64) -> Report {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let stop = AtomicBool::new(false);
    let (clock, deadline) = (Glances::default(), Some(Duration::from_millis(glances)));
    let run = Run { clock: &clock, deadline, checkpoint: kept, ..Run::alone(1, &stop) };
    let request = Request { text: board, engine: Some("beam"), prove: false, settings: &settings };
    solve(crate::REGISTRY, &request, &run).expect("the session takes it")
}

fn number(state: &str, name: &str) -> u64 {
    let line = state.lines().skip(1).find_map(|line| line.strip_prefix(name));
    line.and_then(|number| number.trim().parse().ok()).expect("it is there")
}

#[test]
fn a_stopped_run_goes_on_with_its_width_and_its_best() {
    let kept = InMemory::default();
    let first = with_checkpoint(&kept, 1200);
    let state = kept.load().expect("a state was saved");
    let best = first.objective().expect("there is a solution").value;
    assert!(state.starts_with(&format!("round {}", number(&state, "round") + 1)), "{state}");
    assert!(number(&state, "round") > 1 && state.contains(&format!(", {best} moves\n")), "{state}");
    let second = with_checkpoint(&kept, 3);
    assert_eq!(second.objective().map(|found| found.value), Some(best), "nothing is lost");
    let again = kept.load().expect("it was saved again");
    assert_eq!(again.lines().next(), state.lines().next(), "the round is still to be done");
}

#[test]
fn a_state_that_does_not_solve_the_board_is_refused() {
    for (state, words) in [
        ("x\nround 1\nwidth 9\nspent 0\nbest abc\n", "do not solve"),
        ("x\nround 1\nwidth 9\nspent 0\nbest ~~\n", "do not solve"),
        ("x\nround 1\nspent 0\n", "no width"),
        ("", "no round"),
    ] {
        let kept = InMemory::holding(state.to_owned());
        let instance = preset(4);
        let stop = AtomicBool::new(false);
        let run = Run { checkpoint: &kept, ..Run::alone(1, &stop) };
        let weights = Weights::learned(4);
        let settings = BeamSettings { weights: &weights, keep: None };
        let refused = BeamSearch::new(&instance, settings, &run)
            .resume(Some(Sides::Both))
            .expect_err("it is bad");
        assert!(refused.contains(words), "{refused}");
    }
}

/// Without windows and with beams that can be saved, so that searches take all the time.
const SETTINGS: [(&str, &str); 2] = [("keep", "tour"), ("windows", "off")];

/// A round that takes several pieces comes to its end, since each piece goes on from the beams of the
/// one before. The best solution is never lost.
#[test]
fn pieces_shorter_than_a_round_finish_it() {
    let (kept, board) = (InMemory::default(), text(4));
    let mut lengths = Vec::new();
    let (mut round, mut pieces) = (0, 0);
    while round < 3 {
        let report = piece(&board, &SETTINGS, &kept, 60);
        let before = round;
        round = number(&kept.load().expect("each piece saves its state"), "round");
        assert!(round <= before + 1, "a piece is shorter than two rounds");
        lengths.extend(report.objective().map(|objective| objective.value));
        pieces += 1;
        assert!(pieces < 60, "{round} rounds, lengths {lengths:?}");
    }
    assert!(pieces > 6, "a round takes several pieces");
    assert!(lengths.is_sorted_by(|before, after| before >= after), "{lengths:?}");
    assert!(lengths.len() + 2 >= pieces, "the best solution is there again in each piece");
}

/// The line of a saved first search.
fn first(state: &str) -> Option<&str> {
    state.lines().skip(1).find(|line| line.starts_with("first "))
}

/// A state that was saved amid the search for a first solution of order 12, and how many looks at the
/// clock that took.
fn amid_the_first_search() -> (InMemory, u64) {
    let board = text(12);
    for glances in (40..200).step_by(10) {
        let kept = InMemory::default();
        let report = piece(&board, &SETTINGS, &kept, glances);
        let state = kept.load().expect("each piece saves its state");
        assert!(report.objective().is_none(), "{glances} looks are too many");
        let words: Vec<&str> = first(&state).expect("it is saved").split(' ').collect();
        if words.len() == 9 && words[7].len() > 20 {
            assert!(state.starts_with("first solution, width "));
            return (kept, glances);
        }
    }
    panic!("no beam was saved");
}

/// The first solution of a large board takes several pieces here.
#[test]
fn a_first_solution_is_found_in_pieces() {
    let (kept, glances) = amid_the_first_search();
    let board = text(12);
    let solved = (0..40).any(|_| piece(&board, &SETTINGS, &kept, glances).objective().is_some());
    assert!(solved, "forty pieces of {glances} looks");
}

/// A piece that has no time at all loses nothing of what the one before has saved.
#[test]
fn a_piece_without_time_keeps_the_beam() {
    let (kept, _) = amid_the_first_search();
    let state = kept.load().expect("it was saved");
    for _ in 0..2 {
        piece(&text(12), &SETTINGS, &kept, 1);
        assert!(kept.load().as_ref() == Some(&state), "the state is as before");
    }
}

/// Beams are read from the checkpoint move by move: none of these is followed.
#[test]
fn a_saved_beam_with_a_move_that_does_not_fit_is_refused() {
    let state = amid_the_first_search().0.load().expect("it was saved");
    let words: Vec<&str> = first(&state).expect("it is there").split(' ').collect();
    let tour = words[8];
    let same_sense = format!("{}{}", words[7], "0000");
    for (at, word) in [
        (3, "0"),
        (3, "99999999"),
        (4, ".zz"),
        (7, same_sense.as_str()),
        (8, &tour[..tour.len() - 2]),
        (8, ""),
        (8, "xy"),
    ] {
        let mut damaged = words.clone();
        damaged[at] = word;
        let refused = super::super::beam::RestartingBeam::parse(&damaged[1..].join(" "));
        assert!(refused.is_err(), "word {at}");
    }
    assert!(super::super::beam::RestartingBeam::parse(&words[1..].join(" ")).is_ok());
}
