//! Checkpoints: a run in pieces goes on, and a damaged state is refused.

use super::*;
use crate::checkpoint::Checkpoint;

/// Keeps the last state, and hands it out to a run that goes on.
#[derive(Default)]
struct Kept(Mutex<Option<String>>);

impl Checkpoint for Kept {
    fn load(&self) -> Option<String> {
        self.0.lock().expect("nobody panics").clone()
    }

    fn due(&self, _: Duration) -> bool {
        true
    }

    fn save(&self, state: &str, _: Duration) -> Result<(), String> {
        *self.0.lock().expect("nobody panics") = Some(state.to_owned());
        Ok(())
    }
}

fn with_checkpoint(kept: &Kept, glances: u64) -> Report {
    piece(&text(4), &[], kept, glances)
}

/// One piece of a run: so many looks at the clock.
fn piece(board: &str, settings: &[(&str, &str)], kept: &Kept, glances: u64) -> Report {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let stop = AtomicBool::new(false);
    let (clock, deadline) = (Glances::default(), Some(Duration::from_millis(glances)));
    let run = Run { clock: &clock, deadline, checkpoint: kept, ..Run::alone(1, &stop) };
    let request = Request { text: board, engine: Some("beam"), prove: false, settings: &settings };
    solve(|_| ENGINES, &request, &run).expect("the session takes it")
}

fn number(state: &str, name: &str) -> u64 {
    let line = state.lines().skip(1).find_map(|line| line.strip_prefix(name));
    line.and_then(|number| number.trim().parse().ok()).expect("it is there")
}

#[test]
fn a_stopped_run_goes_on_with_its_width_and_its_best() {
    let kept = Kept::default();
    let first = with_checkpoint(&kept, 1200);
    let state = kept.load().expect("a state was saved");
    let best = first.objective.expect("there is a solution").value;
    assert!(state.starts_with(&format!("round {}", number(&state, "round") + 1)), "{state}");
    assert!(number(&state, "round") > 1 && state.contains(&format!(", {best} moves\n")), "{state}");
    let second = with_checkpoint(&kept, 3);
    assert_eq!(second.objective.map(|found| found.value), Some(best), "nothing is lost");
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
        let kept = Kept(Mutex::new(Some(state.to_owned())));
        let instance = preset(4);
        let stop = AtomicBool::new(false);
        let run = Run { checkpoint: &kept, ..Run::alone(1, &stop) };
        let weights = Weights::learned(4);
        let manners = Manners { weights: &weights, manner: None };
        let refused =
            Rounds::new(&instance, manners, &run).resume(Ends::Both).expect_err("it is bad");
        assert!(refused.contains(words), "{refused}");
    }
}

/// The lengths after each piece, and the last state.
fn pieces(order: usize, glances: u64, count: usize) -> (Vec<Option<i128>>, String) {
    let (kept, board) = (Kept::default(), text(order));
    let settings = [("keep", "tour"), ("windows", "off")];
    let lengths = (0..count).map(|_| {
        let report = piece(&board, &settings, &kept, glances);
        report.objective.map(|objective| objective.value)
    });
    (lengths.collect(), kept.load().expect("each piece saves its state"))
}

/// A round that takes several pieces comes to its end, since each piece goes on from the beams of the
/// one before. The best solution is never lost.
#[test]
fn pieces_shorter_than_a_round_finish_it() {
    let alone = number(&pieces(4, 60, 1).1, "round");
    let (lengths, state) = pieces(4, 60, 25);
    assert!(alone <= 1 && number(&state, "round") > 3, "{alone} rounds, then\n{state}");
    let known: Vec<i128> = lengths.iter().flatten().copied().collect();
    assert!(known.is_sorted_by(|before, after| before >= after), "{lengths:?}");
    assert!(lengths.iter().skip_while(|length| length.is_none()).all(Option::is_some));
}

/// The first solution of a large board takes several pieces here. One piece saves its beam.
#[test]
fn a_first_solution_is_found_in_pieces() {
    let (lengths, state) = pieces(12, 60, 1);
    assert_eq!(lengths, [None]);
    assert!(state.starts_with("first solution, width "), "{state}");
    let first = state.lines().find(|line| line.starts_with("first ")).expect("it is saved");
    assert_eq!(first.split(' ').count(), 9, "a search and its beam");
    let (lengths, _) = pieces(12, 60, 30);
    assert!(lengths.iter().any(Option::is_some), "{lengths:?}");
}

/// Beams are read from the checkpoint move by move: none of these is followed.
#[test]
fn a_saved_beam_with_a_move_that_does_not_fit_is_refused() {
    let (_, state) = pieces(12, 60, 1);
    let line = state.lines().find(|line| line.starts_with("first ")).expect("it is saved");
    let words: Vec<&str> = line.split(' ').collect();
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
        let refused = super::super::first::First::parse(&damaged[1..].join(" "));
        assert!(refused.is_err(), "{word} in the place of word {at}");
    }
    assert!(super::super::first::First::parse(&words[1..].join(" ")).is_ok());
}
