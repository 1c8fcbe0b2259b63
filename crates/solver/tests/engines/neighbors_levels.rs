//! Some levels of Hexagonal Neighbors at a time, through the session: givens that say "k or more", partial boards, and what
//! may be claimed of them.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::NEIGHBORS;
use sixfold_puzzle::{family_of, verify};
use sixfold_solver::{
    Claim, CountReport, Figures, Outcome, REGISTRY, Report, Request, Run, SessionError, Tally,
    count, solve,
};

fn settings(words: &[(&str, &str)]) -> Vec<(String, String)> {
    words.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

fn tried(text: &str, engine: &str, words: &[(&str, &str)]) -> Result<Report, SessionError> {
    let settings = settings(words);
    let request = Request { text, engine: Some(engine), prove: false, settings: &settings };
    solve(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(false)))
}

fn solved(text: &str, engine: &str, words: &[(&str, &str)]) -> Report {
    tried(text, engine, words).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn counted(text: &str, level: &str) -> CountReport {
    let settings = settings(&[("level", level)]);
    let request = Request { text, engine: Some("tally"), prove: false, settings: &settings };
    let stop = AtomicBool::new(false);
    count(REGISTRY, &request, &Tally { limit: None }, &Run::alone(1, &stop)).unwrap()
}

/// The least penalty through a level, by counting; `None` if there is no board.
fn least(text: &str, level: &str) -> Option<i128> {
    let report = counted(text, level);
    assert_eq!(report.claim, Claim::Complete);
    report.facets.first().map(|facet| match &facet.figures {
        Figures::Values(values) => values[0] as i128,
        other => panic!("{other:?}"),
    })
}

fn blank(order: usize) -> String {
    NEIGHBORS.preset(&order.to_string()).unwrap()
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % end
    }
}

/// A board with some random values and least values, which may or may not fit together.
fn random_board(numbers: &mut Numbers, order: usize, count: u64, largest: u64) -> String {
    let blank = blank(order);
    let cells = blank.matches('?').count() as u64;
    let mut tokens: Vec<String> = vec!["?".to_owned(); cells as usize];
    for _ in 0..count {
        let more = ["", "+"][numbers.below(2) as usize];
        tokens[numbers.below(cells) as usize] = format!("{}{more}", 1 + numbers.below(largest));
    }
    let mut tokens = tokens.into_iter();
    let filled: String = blank
        .chars()
        .map(|it| if it == '?' { tokens.next().unwrap() } else { it.to_string() })
        .collect();
    NEIGHBORS.instance(&filled).unwrap()
}

#[test]
fn the_least_penalty_of_each_level_is_the_counted_one() {
    for order in 2..=5 {
        for (levels, last) in [("1", "1"), ("1..2", "2"), ("1..3", "3"), ("1..5", "5")] {
            let report = solved(&blank(order), "sat", &[("levels", levels)]);
            let board = report.partial().expect("a partial board was asked for");
            assert_eq!(Some(board.value), least(&blank(order), last), "{order} {levels}");
            assert!(board.is_least() && board.whole, "{order} {levels}: {board:?}");
            assert_eq!((report.outcome(), report.claim()), (Outcome::Partial, Claim::Found));
            assert_eq!((report.solution(), report.objective()), (None, None));
            assert_eq!(report.bound(), board.bound);
        }
    }
    let words = solved(&blank(4), "sat", &[("levels", "1..2")]).words();
    assert_eq!(
        words,
        "penalty 2 at levels 1 to 2: no board has less there, complete search; what is above is undecided"
    );
}

/// Boards with random values and least values: levels by SAT against counts, and whole boards by every exact engine.
#[test]
fn given_least_values_are_kept_by_every_engine() {
    let mut numbers = Numbers(9);
    let (mut some, mut none, mut placed) = (0, 0, 0);
    for round in 0..30 {
        let text = random_board(&mut numbers, 3, 2 + round % 6, [3, 5, 7][round as usize % 3]);
        for (levels, last) in [("1", "1"), ("1..3", "3")] {
            let report = match tried(&text, "sat", &[("levels", levels)]) {
                Ok(report) => report,
                // A given that needs more than the first open level.
                Err(refused) => {
                    assert!(refused.to_string().contains("stay open"), "{refused}\n{text}");
                    continue;
                }
            };
            placed += usize::from(report.partial().is_some());
            // An instance that the rules refute is not searched, and its relaxation may have boards.
            if report.reason().is_none() {
                let value = report.partial().map(|board| board.value);
                assert_eq!(value, least(&text, last), "{levels}\n{text}");
            }
        }
        let best = least(&text, "6").filter(|_| NEIGHBORS.impossible(&text).unwrap().is_none());
        *(if best.is_some() { &mut some } else { &mut none }) += 1;
        for engine in ["sat", "cores", "rows"] {
            let report = solved(&text, engine, &[]);
            let value = report.objective().map(|objective| objective.value);
            assert_eq!((value, report.claim()), (best, Claim::Complete), "{engine}\n{text}");
        }
        for engine in ["beam", "region"] {
            let report = tried(&text, engine, &[("width", "300")]).unwrap();
            let value = report.objective().map(|objective| objective.value);
            assert!(value.is_none_or(|value| Some(value) >= best), "{engine}\n{text}");
        }
        for engine in ["class", "cubes", "store"] {
            let refused = tried(&text, engine, &[]);
            // `1+` gives nothing.
            let free = text == blank(3) || NEIGHBORS.impossible(&text).unwrap().is_some();
            assert!(free || refused.is_err(), "{engine} takes givens\n{text}");
        }
    }
    assert!(some > 5 && none > 2 && placed > 5, "{some} {none} {placed}");
}

/// What is printed goes back in, and the levels that were placed stay as they are.
#[test]
fn a_partial_board_is_carried_on_by_other_engines() {
    let report = solved(&blank(4), "sat", &[("levels", "1..2")]);
    let puzzle = report.partial().unwrap().puzzle.clone();
    assert_eq!(family_of(sixfold_puzzle::FAMILIES, &puzzle), Ok(NEIGHBORS));
    let verdict = NEIGHBORS.check(&puzzle).unwrap();
    assert!(verdict.ok() && !verdict.complete && verdict.objective.is_none());
    let by_level = verdict.breakdowns.iter().find(|it| it.by == "level").unwrap();
    assert_eq!((by_level.exact_through(2), by_level.exact_through(3)), (Some(2), None));
    let best = solved(&puzzle, "sat", &[]);
    assert_eq!(best.claim(), Claim::Complete);
    for engine in ["beam", "backtrack", "cover"] {
        let report = solved(&puzzle, engine, &[]);
        let solution = report.solution().unwrap();
        assert!(verify(&puzzle, solution).unwrap().solved(), "{engine}");
        let value = |report: &Report| report.objective().map(|objective| objective.value);
        assert!(value(&report) >= value(&best), "{engine}");
        let low = |text: &str| text.replace(|it: char| !"12\n ".contains(it), "3");
        let rows = puzzle.replace('+', "").split_once('\n').unwrap().1.to_owned();
        let tokens =
            |text: &str| low(text).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(tokens(solution), tokens(&rows), "{engine}");
    }
}

#[test]
fn groups_one_after_the_other_make_a_whole_board() {
    for (order, best) in [(3, 3), (4, 3), (5, 9)] {
        let report = solved(&blank(order), "sat", &[("levels", "1..2,3,4..7")]);
        let value = report.objective().unwrap().value;
        assert!(value >= best, "{order}");
        // What levels 1 and 2 cost at least bounds the whole.
        assert!(report.bound() >= least(&blank(order), "2"), "{order}");
        assert_eq!(report.claim() == Claim::Complete, report.bound() == Some(value), "{order}");
    }
    // Levels placed alone may cost more later: nothing is claimed but the first group.
    let report = solved(&blank(5), "sat", &[("levels", "1,2..3")]);
    let board = report.partial().unwrap();
    assert_eq!((board.through, board.bound), (3, Some(7)));
    assert!(board.value >= 9);
}

/// The board of the first group may belong to either case of the centre. Once, the later groups were searched in the first
/// case alone, and found nothing.
#[test]
fn groups_go_on_with_the_case_of_the_centre_that_led() {
    for order in 4..=6 {
        let value = |centre: &str| {
            let words =
                [("levels", "1,2..7"), ("ring", "4"), ("interior", "9"), ("centre", centre)];
            solved(&blank(order), "sat", &words).objective().map(|objective| objective.value)
        };
        let (inside, beside, both) = (value("in"), value("beside"), value("both"));
        assert!(inside.is_some() && beside.is_some(), "{order}");
        assert!(both == inside || both == beside, "{order}: {inside:?} {beside:?} {both:?}");
    }
}

#[test]
fn a_class_says_that_its_levels_bound_no_other_board() {
    let report = solved(&blank(8), "class", &[("levels", "1")]);
    let board = report.partial().unwrap();
    // One of all boards of order 8 has 14.
    assert_eq!((board.value, board.whole, report.bound()), (15, false, None));
    let words = report.words();
    assert!(words.contains("within code=4 bits=5, which bounds no other board"), "{words}");
    let report = solved(&blank(8), "beam", &[("levels", "1..2")]);
    assert_eq!(report.partial().unwrap().bound, None);
}

#[test]
fn options_that_do_not_go_with_levels_are_refused() {
    let wrong = ["2", "1..8", "0..2", "1..2,4", "1..2,2..3", "", "1..", "3..1", "1,,2", "x"];
    for levels in wrong {
        assert!(tried(&blank(3), "sat", &[("levels", levels)]).is_err(), "{levels}");
    }
    for other in [("most", "5"), ("values", "6"), ("counting", "cells")] {
        let refused = tried(&blank(3), "sat", &[("levels", "1"), other]).unwrap_err();
        assert!(refused.to_string().contains("leave"), "{refused}");
    }
    assert!(tried(&blank(3), "beam", &[("levels", "1,2")]).is_err());
    let text = blank(3);
    let settings = settings(&[("levels", "1")]);
    let request = Request { text: &text, engine: Some("sat"), prove: true, settings: &settings };
    let refused = solve(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(false)));
    assert!(refused.unwrap_err().to_string().contains("no proof"));
}
