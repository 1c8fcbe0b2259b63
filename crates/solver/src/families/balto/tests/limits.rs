//! Time, interrupts and memory on boards where little is to be done. A test of a limit that is not
//! polled does not end.

use super::*;

/// The board that some moves bring home.
pub(super) fn board(order: usize, moves: &str) -> Instance {
    let home = Instance { torus: torus(order), tiles: Vec::new() }.home();
    let mut position = Position::new(&home);
    let steps = moves.chars().rev().filter_map(Move::parse).map(Move::undo);
    let torus = torus(order);
    steps.for_each(|step| {
        position.apply(&torus, step);
    });
    Instance { tiles: position.tiles().to_vec(), torus }
}

fn report(engine: &str, board: &Instance, settings: &[(&str, &str)], run: &Run<'_>) -> Report {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let text = Balto::print(board);
    let request = Request { text: &text, engine: Some(engine), prove: false, settings: &settings };
    solve(crate::REGISTRY, &request, run).expect("the session takes it")
}

const NEAR: [&str; 3] = ["", "1", "4D1F2C"];

/// The clock goes on by a millisecond whenever it is asked, and by nothing else.
#[test]
fn runs_near_home_keep_the_deadline() {
    let stop = AtomicBool::new(false);
    for order in [2, 3, 24] {
        for moves in NEAR {
            let board = board(order, moves);
            let wide: &[(&str, &str)] = &[("width", "600000")];
            for (engine, settings) in
                [("beam", &[][..]), ("beam", &[("windows", "off")]), ("beam", wide), ("exact", &[])]
            {
                let clock = Glances::default();
                let deadline = Some(Duration::from_millis(40));
                let run = Run { clock: &clock, deadline, ..Run::alone(1, &stop) };
                let report = report(engine, &board, settings, &run);
                let expected = if engine == "exact" { moves.len() as i128 } else { i128::MAX };
                let found = report.objective().is_none_or(|found| found.value <= expected);
                assert!(found, "{engine}, order {order}, {moves}");
                let looks = clock.0.load(Ordering::Relaxed);
                assert!(looks < 80, "{engine}, order {order}, {moves}: {looks} looks");
            }
        }
    }
}

/// Rounds that drop no state are the last ones, with a deadline too.
#[test]
fn rounds_that_can_find_nothing_more_end() {
    let stop = AtomicBool::new(false);
    for (order, moves) in [(2, "1B3D5"), (3, "1B3"), (24, "1B3")] {
        for deadline in [None, Some(Duration::from_secs(1 << 40))] {
            let run = Run { deadline, ..Run::alone(1, &stop) };
            let report = report("beam", &board(order, moves), &[], &run);
            assert_eq!((report.outcome(), report.halt()), (Outcome::Solved, None), "{order}");
        }
    }
}

/// Scrambled boards of the smallest order, all of them far from home.
#[test]
fn the_smallest_order_ends_by_itself() {
    let stop = AtomicBool::new(false);
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let mut board = board(2, "");
        let mut position = Position::new(&board.tiles);
        for at in 0..60 {
            let first = if at % 2 == 0 { b'1' } else { b'A' };
            let step = Move::parse(char::from(first + random.below(6) as u8)).expect("a move");
            position.apply(&board.torus, step);
        }
        board.tiles = position.tiles().to_vec();
        for engine in ["beam", "exact"] {
            let report = report(engine, &board, &[], &Run::alone(seed, &stop));
            assert_eq!(report.outcome(), Outcome::Solved, "{engine}");
        }
    }
}

/// The flag is set while the rounds go on, and there is no deadline near.
#[test]
fn the_first_interrupt_ends_rounds_near_home() {
    let stop = AtomicBool::new(false);
    let sink = |event: &Event| {
        if matches!(event, Event::Improved { .. }) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let deadline = Some(Duration::from_secs(1 << 40));
    let run = Run { sink: &sink, deadline, ..Run::alone(1, &stop) };
    let report = report("beam", &board(5, "4D1F2C6A3E5B"), &[], &run);
    assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(Halt::Interrupted)));
    assert!(report.solution().is_some());
}

/// The widest beam takes gigabytes. It is refused before a table is made: not one level is walked.
#[test]
fn a_beam_beyond_the_ceiling_is_refused_before_it_begins() {
    let stop = AtomicBool::new(false);
    let refused = |threads: usize, ceiling: u64, width: &str| {
        let run = Run { threads, ceiling: Some(ceiling), ..Run::alone(1, &stop) };
        let report = report("beam", &preset(5), &[("width", width)], &run);
        let levels = report.effort().iter().find(|(name, _)| *name == "levels");
        (report.halt(), levels.map_or(0, |(_, levels)| *levels))
    };
    assert_eq!(refused(1, 1 << 30, "16777216"), (Some(Halt::Memory), 0));
    // Four variants at once share what one of them could have.
    assert_eq!(refused(4, 4 << 20, "5000"), (Some(Halt::Memory), 0));
    assert_eq!(refused(1, 4 << 20, "5000").0, None);
}

/// Without a deadline and a solution only a wider beam would help, for which there is no room.
#[test]
fn a_search_in_vain_that_has_no_room_ends() {
    let stop = AtomicBool::new(false);
    let run = Run { ceiling: Some(1 << 19), ..Run::alone(1, &stop) };
    let (instance, weights) = (preset(7), Weights::distance(7));
    let settings = BeamSettings { weights: &weights, keep: None };
    let mut search = BeamSearch::new(&instance, settings, &run).with_windows(WindowUse::Off);
    (search.begun, search.width) = (true, 1);
    assert_eq!((search.widening(), search.best()), (Some(Halt::Memory), None));
}
