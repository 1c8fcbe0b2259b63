//! Playing magic hexagons through the session: counts for each start, boards that are made, hints.
//! No hint is ever wrong: everything is compared with the list of all solutions of order 3, which
//! comes from an engine that the hints have no part in.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::text::{Document, blank_rows, print_rows};
use sixfold_puzzle::{join, verify};
use sixfold_solver::{
    Claim, HintKind, HintReport, MakeReport, MakeRequest, Options, Outcome, REGISTRY, Registration,
    Request, Run, SessionError, SweepReport, SweepRequest, Tally, families, hint, make, sweep,
};

/// Random numbers for tests: the generator splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let once = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let twice = (once ^ once >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((twice ^ twice >> 31) % end as u64) as usize
    }
}

fn owned(settings: &[(&str, &str)]) -> Vec<(String, String)> {
    settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

fn swept(
    family: &'static Registration,
    order: usize,
    settings: &[(&str, &str)],
    stopped: bool,
) -> Result<SweepReport, SessionError> {
    let request = SweepRequest { family, order, engine: None, settings: &owned(settings) };
    sweep(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(stopped)))
}

/// Every start of order 3 that has solutions, by a complete count; and every number negated turns
/// start s into -18 - s.
#[test]
fn the_starts_of_order_3_are_counted() {
    let report = swept(&families::MAGIC, 3, &[("start", "-60..60")], false).unwrap();
    assert_eq!((report.asked, report.decided()), (121, 121));
    let found = report.rows.iter().filter(|row| row.counted.count > 0);
    let found: Vec<_> = found
        .map(|row| (row.value, row.counted.count, row.counted.orbits.expect("complete")))
        .collect();
    assert_eq!(found, [(-19, 12, 1), (-14, 432, 36), (-9, 312, 26), (-4, 432, 36), (1, 12, 1)]);
    for row in &report.rows {
        let divisible = (row.value + 9) % 5 == 0;
        let code = row.counted.reason.as_ref().map(|reason| reason.code);
        assert_eq!(code == Some("no-integer-sum"), !divisible, "{}", row.value);
        assert_eq!(row.counted.claim, Claim::Complete);
    }
    let total = "1200 solutions, 100 up to symmetry, for 5 of 121 values: complete count";
    assert_eq!(report.words(), total);
}

#[test]
fn a_sweep_agrees_with_another_engine_and_stops_when_told() {
    let settings = owned(&[("start", "-24..6"), ("units", "5")]);
    let request = SweepRequest {
        family: &families::MAGIC,
        order: 3,
        engine: Some("exact"),
        settings: &settings,
    };
    let exact = sweep(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(false))).unwrap();
    let plain = swept(&families::MAGIC, 3, &[("start", "-24..6")], false).unwrap();
    let counts = |report: &SweepReport| -> Vec<_> {
        report.rows.iter().map(|row| (row.counted.count, row.counted.orbits)).collect()
    };
    assert_eq!(counts(&exact), counts(&plain));
    assert!(exact.rows.iter().any(|row| row.counted.engine == Some("exact")));
    let stopped = swept(&families::MAGIC, 3, &[("start", "-24..6")], true).unwrap();
    assert_eq!((stopped.rows.len(), stopped.decided(), stopped.asked), (0, 0, 31));
    assert!(stopped.words().starts_with("stopped: 0 of 31"), "{}", stopped.words());
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let refused = |kind, order, settings: &[(&str, &str)], words: &str| {
        let error = swept(kind, order, settings, false).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    let range = ("start", "1..3");
    refused(&families::MAGIC, 3, &[], "nothing is swept");
    refused(&families::MAGIC, 3, &[("start", "1")], "nothing is swept");
    refused(&families::MAGIC, 3, &[range, range], "2 settings have a range");
    refused(&families::MAGIC, 3, &[("start", "3..1")], "empty");
    refused(&families::MAGIC, 3, &[("start", "a..b")], "no range");
    refused(&families::MAGIC, 3, &[("start", "0..100000")], "more than 100000");
    refused(&families::MAGIC, 3, &[("start", "999999..1000001")], "start=1000001 is not possible");
    refused(&families::MAGIC, 3, &[("goal", "1..2")], "goal=1 is not possible");
    refused(&families::MAGIC, 3, &[("speed", "1..2")], "it has: start, goal");
    refused(&families::MAGIC, 0, &[range], "expected 1 to 128");
    refused(&families::MAGIC, 129, &[range], "expected 1 to 128");
    refused(&families::MAGIC, 3, &[range, ("speed", "9")], "no option speed");
    refused(&families::MAGIC, 9, &[range], "no engine of magic");
    refused(&families::NEIGHBORS, 3, &[("level", "1..6")], "it has: none");
    refused(&families::FENCES, 3, &[("turns", "1..2")], "cannot be written");
}

fn made(order: usize, unique: bool, settings: &[(&str, &str)], seed: u64) -> MakeReport {
    let (family, settings) = (&families::MAGIC, owned(settings));
    let request = MakeRequest { family, order, unique, engine: None, settings: &settings };
    let idle = AtomicBool::new(false);
    make(REGISTRY, &request, &Run::alone(seed, &idle)).expect("it can be made")
}

fn numbers(report: &MakeReport, name: &str) -> u64 {
    report.difficulty.iter().find(|(it, _)| *it == name).expect("it is measured").1
}

/// "Unique" is the session's word, after a complete count.
#[test]
fn boards_are_made() {
    for (order, unique, settings) in [
        (1, true, &[][..]),
        (3, true, &[]),
        (3, true, &[("start", "-4")]),
        (3, false, &[("givens", "5")]),
        (4, true, &[]),
        (5, false, &[]),
        (8, false, &[("givens", "0")]),
    ] {
        let report = made(order, unique, settings, 1);
        assert_eq!((report.outcome, report.unique), (Outcome::Solved, unique.then_some(true)));
        assert_eq!(report, made(order, unique, settings, 1), "the same seed, the same board");
        let text = report.text.as_ref().expect("it was made");
        let instance = families::MAGIC.rules.instance(text).expect("it can be read");
        let givens = instance.split_whitespace().skip(2);
        let givens = givens.filter(|token| token.parse::<i64>().is_ok()).count();
        assert_eq!(numbers(&report, "givens"), givens as u64, "{text}");
    }
    assert!(made(3, false, &[("givens", "19")], 2).difficulty.contains(&("forced-percent", 100)));
    assert_ne!(made(4, false, &[], 1).text, made(4, false, &[], 2).text);
}

fn hinted(text: &str) -> HintReport {
    let request = Request { text, engine: None, prove: false, settings: &[] };
    hint(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(false))).expect("a readable board")
}

type Numbers = Vec<i64>;
type PartialBoard = Vec<Option<i64>>;

/// All solutions of the blank board of order 3, by its corners.
fn solutions(start: i64) -> Vec<Numbers> {
    let puzzle = families::MAGIC.rules.read(&blank(3, start)).expect("a blank board");
    let mut all = families::MAGIC.engines.iter();
    let engine = all.find(|engine| engine.name() == "corners").expect("one");
    let row = engine.row();
    let options = Options::resolve(row.name, row.options, &[]).expect("no settings");
    let idle = AtomicBool::new(false);
    let prepared = engine.prepare(&puzzle, &options).expect("the defaults");
    let counted = prepared.count(false, &Tally::default(), &Run::alone(1, &idle));
    counted.witnesses.iter().map(|witness| tokens(witness)).collect()
}

fn tokens(text: &str) -> Numbers {
    text.split_whitespace().map(|token| token.parse().expect("a number")).collect()
}

fn blank(order: usize, start: i64) -> String {
    let rows = blank_rows(&Hexagon::new(order));
    let text = format!("magic {order} start={start}\n{rows}");
    families::MAGIC.rules.instance(&text).expect("a readable board")
}

/// An instance with a partial solution.
fn document(instance: &str, board: &[Option<i64>]) -> String {
    let word = |value: &Option<i64>| value.map_or("?".to_owned(), |value| value.to_string());
    let words: Vec<String> = board.iter().map(word).collect();
    join(instance, &print_rows(&hexagon(instance), &words))
}

fn hexagon(text: &str) -> Hexagon {
    Hexagon::new(Document::parse(text).and_then(|document| document.order(1)).expect("an order"))
}

/// Whether what is said about a board is true of all solutions that agree with it, and nothing is
/// kept back.
fn judge(start: i64, board: &[Option<i64>], solutions: &[Numbers]) -> &'static str {
    let document = document(&blank(3, start), board);
    let report = hinted(&document);
    let agrees = |solution: &&Numbers| {
        board
            .iter()
            .zip(solution.iter())
            .all(|(value, number)| value.is_none_or(|it| it == *number))
    };
    let agreeing: Vec<&Numbers> = solutions.iter().filter(agrees).collect();
    assert_eq!(report.outcome == Outcome::None, agreeing.is_empty(), "{document}{}", report.words);
    let Some(&first) = agreeing.first() else { return "none" };
    let forced = |cell: usize| agreeing.iter().all(|solution| solution[cell] == first[cell]);
    let Some(hint) = report.hint else {
        let mut open = (0..board.len()).filter(|&cell| board[cell].is_none());
        assert!(!open.any(forced), "{document}{}", report.words);
        return "open";
    };
    let cell = hexagon(&document).index(hint.cell).expect("on the board");
    assert!(board[cell].is_none() && forced(cell), "{document}{hint:?}");
    assert_eq!(hint.value, Some(first[cell].to_string()), "{document}");
    hint.kind.name()
}

#[test]
fn hints_on_order_3_hold_in_every_solution_and_keep_nothing_back() {
    let mut random = Random(1);
    let mut said = Vec::new();
    for start in [1, -4] {
        let solutions = solutions(start);
        for _ in 0..40 {
            let solution = &solutions[random.below(solutions.len())];
            let sparse = 1 + random.below(8);
            let mut board: PartialBoard =
                solution.iter().map(|&it| (random.below(sparse) == 0).then_some(it)).collect();
            if random.below(4) == 0 {
                let (cell, number) = (random.below(19), start + random.below(19) as i64);
                if !board.contains(&Some(number)) {
                    board[cell] = Some(number);
                }
            }
            said.push(judge(start, &board, &solutions));
        }
        said.push(judge(start, &[None; 19], &solutions));
    }
    for kind in ["simple", "search", "open", "none"] {
        let times = said.iter().filter(|&&word| word == kind).count();
        assert!(times > 1, "{kind} came only {times} times");
    }
}

/// Follows the hints from a board that has one solution.
fn play(instance: &str) -> Vec<HintKind> {
    let givens = instance.lines().skip(1).flat_map(str::split_whitespace);
    let mut board: PartialBoard = givens.map(|token| token.parse().ok()).collect();
    let mut kinds = Vec::new();
    while board.contains(&None) {
        let text = document(instance, &board);
        let report = hinted(&text);
        let hint = report.hint.unwrap_or_else(|| panic!("{text}{}", report.words));
        let cell = hexagon(&text).index(hint.cell).expect("on the board");
        assert_eq!(board[cell], None, "{text}");
        board[cell] = hint.value.expect("a number").parse().ok();
        kinds.push(hint.kind);
    }
    let text = document(instance, &board);
    let solution = text.split_once("solution\n").expect("a solution").1;
    assert!(verify(instance, solution).expect("readable").solved(), "{text}");
    assert_eq!(hinted(&text).words, "solved: nothing is left to decide");
    kinds
}

#[test]
fn who_follows_the_hints_comes_to_the_solution() {
    for (order, seed) in [(3, 1), (3, 2), (4, 1)] {
        let made = made(order, true, &[], seed).text.expect("it was made");
        let kinds = play(&families::MAGIC.rules.instance(&made).expect("it can be read"));
        assert!(kinds.contains(&HintKind::Search) && kinds.contains(&HintKind::Simple));
    }
}

#[test]
fn the_reasons_are_those_of_a_person() {
    let text = blank(3, 1);
    let said = |board: &str| hinted(&join(&text, board)).words;
    let full = said("3 17 ?\n19 7 1 11\n16 2 5 6 9\n12 4 8 14\n10 13 15\n");
    assert_eq!(full, "2,-2 is 18: the line 0,-2 to 2,-2 needs 18 more");
    let several = said("3 ? ?\n? 7 1 11\n? ? 5 6 9\n12 4 8 14\n10 13 15\n");
    assert_eq!(several, "-1,-1 is 19: the line -1,-1 to 2,-1 needs 19 more");
    let hopeless = said("1 ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n");
    assert_eq!(hopeless, "none: no solution agrees with the board");
    let broken = said("1 2 ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n");
    assert!(broken.starts_with("none: the line 0,-2 to 2,-2 needs 35"), "{broken}");
    let centre = said("? ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n");
    assert!(centre.starts_with("0,0 is 5: "), "all twelve images have 5 there: {centre}");
}

#[test]
fn on_a_large_blank_board_nothing_is_forced() {
    for (order, start) in [(4, 3), (5, 6), (8, -84)] {
        assert_eq!(hinted(&blank(order, start)).words, "nothing is forced here", "order {order}");
    }
}

#[test]
fn a_stop_is_no_hint_and_no_board() {
    let stop = AtomicBool::new(true);
    let text = blank(5, 6);
    let request = Request { text: &text, engine: None, prove: false, settings: &[] };
    let stopped = hint(REGISTRY, &request, &Run::alone(1, &stop)).unwrap();
    assert_eq!((stopped.outcome, stopped.hint), (Outcome::Stopped, None));
    let settings = owned(&[("unit", "0=3")]);
    let unit = Request { engine: Some("exact"), settings: &settings, ..request };
    let refused = hint(REGISTRY, &unit, &Run::alone(1, &AtomicBool::new(false)));
    assert!(matches!(refused, Err(SessionError::Failed { .. })), "{refused:?}");
    let family = &families::MAGIC;
    for order in [4, 5] {
        let request = MakeRequest { family, order, unique: true, engine: None, settings: &[] };
        let report = make(REGISTRY, &request, &Run::alone(1, &stop)).unwrap();
        assert_eq!((report.outcome, report.text), (Outcome::Stopped, None));
    }
}
