//! The engines of magic hexagons, through the session: what they find, what they may claim, and how
//! they stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sixfold_puzzle::{families, verify};
use sixfold_solver::{Budget, OptionKind, OptionRow};
use sixfold_solver::{
    Claim, Clock, CountReport, Event, Halt, Never, Nowhere, Outcome, REGISTRY, Registration,
    Registry, Report, Request, Role, Run, SessionError, Tally, count, solve,
};

/// A clock that stands still, or has always run for an hour.
struct Fixed(Duration);

impl Clock for Fixed {
    fn elapsed(&self) -> Duration {
        self.0
    }
}

/// Solves with the default engine, which has no options.
fn attempt(text: &str) -> Result<Report, SessionError> {
    attempt_by(None, text, &[])
}

/// Solves with the exhaustive engine.
fn exact(text: &str, settings: &[(&str, &str)]) -> Result<Report, SessionError> {
    attempt_by(Some("exact"), text, settings)
}

fn attempt_by(
    engine: Option<&str>,
    text: &str,
    settings: &[(&str, &str)],
) -> Result<Report, SessionError> {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request = Request { text, engine, prove: false, settings: &settings };
    solve(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(false)))
}

fn blank(order: usize, start: i64) -> String {
    let width = |y: usize| 2 * order - 1 - y.abs_diff(order - 1);
    let rows: Vec<String> = (0..2 * order - 1).map(|y| vec!["?"; width(y)].join(" ")).collect();
    format!("magic {order} start={start}\n{}\n", rows.join("\n"))
}

fn counted(text: &str, limit: Option<u64>, threads: usize) -> CountReport {
    counted_by(None, text, limit, threads)
}

fn counted_by(engine: Option<&str>, text: &str, limit: Option<u64>, threads: usize) -> CountReport {
    let request = Request { text, engine, prove: false, settings: &[] };
    let stop = AtomicBool::new(false);
    let run = Run { threads, ..Run::alone(1, &stop) };
    count(REGISTRY, &request, &Tally { limit }, &run).unwrap()
}

/// The twelve images of the one magic hexagon of order 3; two of them with a given corner.
#[test]
fn order_3_is_counted() {
    for engine in ["corners", "exact"] {
        let counted = |text: &str, limit, threads| counted_by(Some(engine), text, limit, threads);
        for threads in 1..4 {
            let report = counted(&blank(3, 1), None, threads);
            assert_eq!((report.count, report.orbits), (12, Some(1)), "{engine}");
            assert_eq!((report.claim, report.halt), (Claim::Complete, None));
            let corner = counted(&blank(3, 1).replacen('?', "18", 1), None, threads);
            assert_eq!((corner.count, corner.orbits, corner.claim), (2, Some(1), Claim::Complete));
            let few = counted(&blank(3, 1), Some(5), threads);
            assert_eq!((few.count, few.orbits, few.claim), (5, None, Claim::Found), "{engine}");
        }
        let solved = attempt(&blank(3, 1)).unwrap();
        let solved = solved.solution().unwrap();
        let full = counted(&format!("magic 3\n{solved}"), None, 1);
        assert_eq!((full.count, full.orbits, full.claim), (1, Some(1), Claim::Complete));
    }
    assert_eq!(counted(&blank(3, 1), None, 1).engine, Some("corners"));
    assert_eq!(counted(&blank(1, 5), None, 1).orbits, Some(1));
}

#[test]
fn order_3_is_solved_and_verified() {
    let report = attempt(&blank(3, 1)).unwrap();
    assert_eq!((report.outcome(), report.claim()), (Outcome::Solved, Claim::Found));
    assert!(verify(&blank(3, 1), report.solution().as_ref().unwrap()).unwrap().solved());
    assert_eq!(report.words(), "solved, solution verified");
    assert_eq!(attempt(&blank(3, 1)).unwrap(), report, "the same again, byte for byte");
    assert_eq!(attempt(&blank(1, 5)).unwrap().solution().unwrap(), "5\n");
}

/// The solution is unique up to symmetry and its corners are 3, 18, 9, 15, 10, 16: the first cell
/// holds one of these or the board has no solution. As a given that is a fact about the board;
/// as a restricting option it proves nothing about it. (Of the images of a solution one is in a
/// unit, that with the smallest corner first.)
#[test]
fn a_restricted_search_never_claims_none() {
    for first in 1..=19 {
        let corner = [3, 18, 9, 15, 10, 16].contains(&first);
        let given = blank(3, 1).replacen('?', &first.to_string(), 1);
        let wanted =
            if corner { (Outcome::Solved, Claim::Found) } else { (Outcome::None, Claim::Complete) };
        for report in [attempt(&given), exact(&given, &[])].map(Result::unwrap) {
            assert_eq!((report.outcome(), report.claim()), wanted, "given {first}");
        }
        let unit = format!("0={first}");
        let restricted = exact(&blank(3, 1), &[("unit", &unit)]).unwrap();
        assert_eq!(restricted.scope().restrictions(), [format!("unit={unit}")]);
        if first == 3 {
            let solution = restricted.solution().unwrap();
            assert_eq!(solution.split_whitespace().next(), Some("3"));
        } else {
            let found = (restricted.outcome(), restricted.claim());
            assert_eq!(found, (Outcome::Stopped, Claim::Nothing));
            let scope = format!("unit={unit}, where one image of each solution is looked for");
            assert_eq!(restricted.words(), format!("none within {scope} (restricted search)"));
        }
    }
}

/// Every option of every engine that restricts the search must drop the claim when it is set.
#[test]
fn every_restricting_option_is_in_the_scope() {
    for family in REGISTRY.families() {
        for engine in family.engines {
            for option in engine.row().options.iter().filter(|option| option.restricts) {
                // The first word of a choice is what holds anyway.
                let value = option.range().rsplit(['.', '|']).next().unwrap().to_owned();
                let settings = [(option.name.to_owned(), value)];
                let resolved = sixfold_solver::Options::resolve(
                    engine.row().name,
                    engine.row().options,
                    &settings,
                );
                assert!(!resolved.unwrap().scope().is_whole(), "{}", option.name);
            }
            // An engine that looks only at a part of the space says so without being asked.
            let part = |option: &OptionRow| matches!(option.kind, OptionKind::Part { .. });
            let plain =
                sixfold_solver::Options::resolve(engine.row().name, engine.row().options, &[]);
            let whole = !engine.row().options.iter().any(part);
            assert_eq!(plain.unwrap().scope().is_whole(), whole, "{}", engine.name());
        }
    }
}

#[test]
fn impossible_boards_need_no_engine() {
    let report = attempt(&blank(3, 2)).unwrap();
    assert_eq!((report.outcome(), report.claim()), (Outcome::None, Claim::Complete));
    assert_eq!(report.engine(), None);
    assert!(report.words().contains("209"), "{}", report.words());
}

/// Negating every number turns the boards of one start into those of another: start s into
/// -18 - s. So what is possible is the same for both, and at start 1 it is.
#[test]
fn the_starts_of_order_3_are_symmetric_under_negation() {
    let outcome = |start: i64| attempt(&blank(3, start)).unwrap().outcome();
    for start in (-9..=41).step_by(5) {
        assert_eq!(outcome(start), outcome(-18 - start), "start {start}");
        assert_ne!(outcome(start), Outcome::Stopped);
    }
    assert_eq!(outcome(1), Outcome::Solved);
    assert_eq!(outcome(6), Outcome::None);
}

/// With its first word the engine is interrupted; or its time is up before it begins.
#[test]
fn the_engine_stops_when_told() {
    let request = Request { text: &blank(5, 6), engine: Some("exact"), prove: true, settings: &[] };
    for (hours, halt) in [(0, Halt::Interrupted), (1, Halt::Time)] {
        let stop = AtomicBool::new(false);
        let interrupt = |event: &Event| {
            assert!(matches!(event, Event::Progress(_)));
            stop.store(true, Ordering::Relaxed);
        };
        let run = Run {
            seed: 1,
            threads: 1,
            clock: &Fixed(Duration::from_secs(3600 * hours)),
            deadline: Some(Duration::from_secs(60)),
            stop: &stop,
            sink: &interrupt,
            ceiling: None,
            budget: &Budget::unlimited(),
            outside: &Nowhere,
            checkpoint: &Never,
            cancelled: None,
        };
        let report = solve(REGISTRY, &request, &run).unwrap();
        assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(halt)));
        assert_eq!(report.claim(), Claim::Nothing);
        assert_eq!(stop.load(Ordering::Relaxed), halt == Halt::Interrupted);
    }
    let report = exact(&blank(5, 6), &[("nodes", "1000")]).unwrap();
    assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(Halt::Budget)));
}

#[test]
fn wrong_requests_say_what_is_wrong() {
    let message =
        |text: &str, settings: &[(&str, &str)]| exact(text, settings).unwrap_err().to_string();
    assert!(message(&blank(3, 1), &[("speed", "9")]).contains("nodes, order, units, unit"));
    assert!(message(&blank(3, 1), &[("nodes", "0")]).contains("1.."));
    assert!(message(&blank(3, 1), &[("unit", "0=3"), ("unit", "0=3")]).contains("twice"));
    assert!(message(&blank(3, 1), &[("unit", "nowhere")]).contains("CELL=NUMBER"));
    let close = blank(3, -9).replace("start=-9", "start=-9 goal=close");
    assert!(message(&close, &[]).contains("goal=close"));
    assert!(message(&blank(9, -108), &[]).contains("up to 8"));
    let balto = families::BALTO.preset("10").unwrap();
    let request = Request { text: &balto, engine: None, prove: false, settings: &[] };
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    static BALTO: Registration = Registration::of(families::BALTO);
    static UNSERVED: [&Registration; 1] = [&BALTO];
    let nobody = solve(Registry::new(&UNSERVED), &request, &run).unwrap_err().to_string();
    assert!(nobody.contains("no engine for the family balto"), "{nobody}");
    assert!(matches!(attempt("magic 3\n"), Err(SessionError::Text(_))));
}

/// A solution of order 4, start 3, row by row.
const ORDER_4: [i64; 37] = [
    17, 33, 37, 24, 38, 14, 7, 13, 39, 34, 27, 15, 10, 9, 16, 22, 12, 11, 8, 5, 21, 32, 25, 6, 4,
    19, 26, 31, 35, 23, 3, 20, 30, 29, 36, 28, 18,
];

/// Givens that contradict each other in no single line: `auto` has to search in vain, on one thread
/// in turns, on two side by side, and proves that there is nothing; all others it solves.
#[test]
fn both_searches_together_refute_what_has_no_solution() {
    let mut refuted = 0;
    for shift in 0..12 {
        let mut values: Vec<String> = ORDER_4.iter().map(ToString::to_string).collect();
        // Two givens change places, and every other cell is open.
        values.swap(2 * shift, 2 * shift + 12);
        (0..18).for_each(|at| values[2 * at + 1] = "?".to_owned());
        let rows = [0..4, 4..9, 9..15, 15..22, 22..28, 28..33, 33..37];
        let rows = rows.map(|row| values[row].join(" ")).join("\n");
        let text = format!("magic 4 start=3\n{rows}\n");
        for threads in [1, 2] {
            let request = Request { text: &text, engine: None, prove: false, settings: &[] };
            let stop = AtomicBool::new(false);
            let run = Run { threads, ..Run::alone(1, &stop) };
            let report = solve(REGISTRY, &request, &run).unwrap();
            match report.outcome() {
                Outcome::Solved => {
                    assert!(verify(&text, report.solution().unwrap()).unwrap().solved())
                }
                _ => {
                    assert_eq!((report.outcome(), report.claim()), (Outcome::None, Claim::Complete))
                }
            }
            refuted += usize::from(report.outcome() == Outcome::None && report.reason().is_none());
        }
    }
    assert!(refuted >= 4, "some of them need a search");
}

/// Local search made no step on such a board, so its budget was never used up.
#[test]
fn a_board_that_is_given_whole_ends_local_search() {
    let text = "magic 2 start=-3 goal=close\n-3 -2\n-1 0 1\n2 3\n";
    for engine in ["local", "auto"] {
        let report = attempt_by(Some(engine), text, &[]).unwrap();
        assert_eq!((report.outcome(), report.halt()), (Outcome::Solved, None), "{engine}");
        assert!(report.solution().is_some(), "{engine}");
    }
}

/// No score is below 1, so a magic board is optimal without a search; any other score has that bound.
#[test]
fn a_magic_board_is_optimal_for_the_goal_close() {
    let close = |order, start: i64| {
        blank(order, start).replace(&format!("start={start}"), &format!("start={start} goal=close"))
    };
    let magic = attempt(&close(3, -9)).unwrap();
    let score = magic.objective().unwrap().value;
    assert_eq!((score, magic.bound(), magic.claim()), (1, Some(1), Claim::Complete));
    assert!(magic.words().contains("score 1: optimal"), "{}", magic.words());
    // A board of order 2 is never magic.
    let other = attempt_by(Some("local"), &close(2, -3), &[("steps", "1000")]).unwrap();
    let score = other.objective().unwrap().value;
    assert!(score > 1);
    assert_eq!((other.bound(), other.claim(), other.halt()), (Some(1), Claim::Found, None));
    // A magic board in the text is recognised at once.
    let given = format!("{}solution\n{}", close(3, -9), magic.solution().unwrap());
    let kept = attempt(&given).unwrap();
    assert_eq!((kept.claim(), kept.effort()), (Claim::Complete, &[("steps", 0)][..]));
}

/// The rungs of the ladder that compute nothing, and take a second to years for a blank board.
const BRUTE_FORCE: [&str; 5] =
    ["permute-lines", "permute-fixed", "next-lines", "next-fixed", "rows"];

#[test]
fn every_rung_of_the_ladder_counts_the_twelve_solutions() {
    let family = REGISTRY.family_of(&blank(3, 1)).unwrap();
    let ladder = family.engines.iter().filter(|engine| engine.row().role == Role::Classic);
    let names: Vec<&str> = ladder.map(|engine| engine.name()).collect();
    assert_eq!(names.len(), 16);
    for name in names.into_iter().filter(|name| !BRUTE_FORCE.contains(name)) {
        let counted = counted_by(Some(name), &blank(3, 1), None, 1);
        let complete = (12, Some(1), Claim::Complete);
        assert_eq!((counted.count, counted.orbits, counted.claim), complete, "{name}");
    }
}

/// A corner that is given leaves two of the twelve, which are mirror images of each other. Eight open cells leave one, and
/// 40,320 boards to be tested.
#[test]
fn brute_force_counts_what_is_left_beside_the_givens() {
    let corner = blank(3, 1).replacen('?', "3", 1);
    let few = "magic 3\n3 17 18\n? ? ? ?\n16 ? 5 ? 9\n? 4 8 ?\n10 13 15\n";
    for name in BRUTE_FORCE.into_iter().chain(["spiral", "exact"]) {
        let counted = counted_by(Some(name), few, None, 1);
        assert_eq!((counted.count, counted.claim), (1, Claim::Complete), "{name}");
    }
    for name in ["rows", "spiral", "exact"] {
        let counted = counted_by(Some(name), &corner, None, 1);
        let complete = (2, Some(1), Claim::Complete);
        assert_eq!((counted.count, counted.orbits, counted.claim), complete, "{name}");
    }
    // Givens of which no single line shows that they do not go together.
    let none = "magic 3\n3 17 ?\n? 7 1 ?\n16 ? 9 6 5\n? 4 ? 14\n? 13 ?\n";
    for name in BRUTE_FORCE.into_iter().chain(["spiral"]) {
        let refuted = attempt_by(Some(name), none, &[]).unwrap();
        assert_eq!(
            (refuted.outcome(), refuted.claim()),
            (Outcome::None, Claim::Complete),
            "{name}"
        );
        assert!(refuted.reason().is_none(), "{name}: it needed a search");
        let found = attempt_by(Some(name), few, &[]).unwrap();
        assert!(found.solution().unwrap().contains("19"), "{name}");
    }
}

/// On a blank board brute force ends at its budget, and its count says that it is not complete.
#[test]
fn brute_force_does_not_claim_a_count_it_did_not_finish() {
    for name in BRUTE_FORCE {
        let settings = [("steps".to_owned(), "1000".to_owned())];
        let text = blank(3, 1);
        let request =
            Request { text: &text, engine: Some(name), prove: false, settings: &settings };
        let stop = AtomicBool::new(false);
        let counted = count(REGISTRY, &request, &Tally::default(), &Run::alone(1, &stop)).unwrap();
        assert_eq!((counted.count, counted.claim), (0, Claim::Nothing), "{name}");
        assert_eq!(counted.halt, Some(Halt::Budget), "{name}");
    }
}
