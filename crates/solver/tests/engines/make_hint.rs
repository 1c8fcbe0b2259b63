//! Making and hinting through the session: what was made is what was asked for, and no hint is
//! ever wrong. Everything is compared with the list of all solutions, which the SAT engine makes
//! and the counting engine that the maker's word depends on has no part in.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::hexiom::Hexiom;
use sixfold_puzzle::hex::{Cell, Hexagon};
use sixfold_puzzle::text::Document;
use sixfold_puzzle::{Family, join, verify};
use sixfold_solver::{
    EngineRow, Hint, HintKind, HintReport, Hinted, MakeReport, MakeRequest, Maker, Options,
    Outcome, REGISTRY, Registration, Registry, Request, Role, Run, SessionError, Tally, Task,
    TypedEngine, families, hint, make,
};
use sixfold_solver::{Made, MakeTask, Solvable, Unmade};

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

fn made_by(
    maker: Option<&'static Maker>,
    order: usize,
    unique: bool,
    settings: &[(&str, &str)],
    run: &Run<'_>,
) -> Result<MakeReport, SessionError> {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let family = Box::leak(Box::new(Registration { maker, ..families::HEXIOM }));
    let request = MakeRequest { family, order, unique, engine: None, settings: &settings };
    make(REGISTRY, &request, run)
}

fn made(order: usize, unique: bool, settings: &[(&str, &str)], seed: u64) -> MakeReport {
    let idle = AtomicBool::new(false);
    let run = Run::alone(seed, &idle);
    made_by(families::HEXIOM.maker, order, unique, settings, &run).expect("it can be made")
}

fn hinted(text: &str) -> HintReport {
    let request = Request { text, engine: None, prove: false, settings: &[] };
    hint(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(false))).expect("a readable board")
}

type Tokens = Vec<String>;

fn tokens(text: &str) -> Tokens {
    text.split_whitespace().map(str::to_owned).collect()
}

/// All solutions of a level, listed by the SAT engine.
fn solutions(text: &str) -> Vec<Tokens> {
    let puzzle = families::HEXIOM.rules.read(text).expect("a readable level");
    let engine =
        families::HEXIOM.engines.iter().find(|engine| engine.name() == "sat").expect("SAT");
    let row = engine.row();
    let options = Options::resolve(row.name, row.options, &[]).expect("no settings");
    let idle = AtomicBool::new(false);
    let prepared = engine.prepare(&puzzle, &options).expect("the defaults");
    let counted = prepared.count(false, &Tally::default(), &Run::alone(1, &idle));
    assert!(counted.complete);
    counted.witnesses.iter().map(|witness| tokens(witness)).collect()
}

fn hexagon(text: &str) -> Hexagon {
    Hexagon::new(Document::parse(text).and_then(|document| document.order(1)).expect("an order"))
}

/// A level with a partial solution.
fn document(text: &str, board: &[String]) -> String {
    let hexagon = hexagon(text);
    let rows = (0..hexagon.row_count()).map(|y| board[hexagon.row(y)].join(" ") + "\n");
    let instance = families::HEXIOM.rules.instance(text).expect("a readable level");
    join(&instance, &rows.collect::<String>())
}

fn small_levels() -> Vec<String> {
    let puzzle = families::HEXIOM.rules;
    let presets = puzzle.presets().into_iter();
    let texts = presets.map(|name| puzzle.preset(&name).expect("there is such a level"));
    texts.filter(|text| hexagon(text).order() <= 3).collect()
}

/// A part of a solution.
fn partial(solution: &[String], random: &mut Random) -> Tokens {
    let sparse = 1 + random.below(8);
    let shown = |token: &String| match random.below(sparse) == 0 || token.starts_with('+') {
        true => token.clone(),
        false => "?".to_owned(),
    };
    solution.iter().map(shown).collect()
}

/// Whether what is said about a board is true of all solutions that agree with it, and nothing is
/// kept back.
fn judge(text: &str, board: &[String], solutions: &[Tokens]) -> &'static str {
    let document = document(text, board);
    let report = hinted(&document);
    let agrees = |solution: &&Tokens| {
        board.iter().zip(solution.iter()).all(|(board, token)| board == "?" || board == token)
    };
    let agreeing: Vec<&Tokens> = solutions.iter().filter(agrees).collect();
    assert_eq!(report.outcome == Outcome::None, agreeing.is_empty(), "{document}{}", report.words);
    let all = |slot: usize, wanted: &dyn Fn(&str) -> bool| {
        agreeing.iter().all(|solution| wanted(&solution[slot]))
    };
    let Some(hint) = report.hint else {
        let open = (0..board.len()).filter(|&slot| board[slot] == "?" && !agreeing.is_empty());
        let forced = |slot: usize| {
            all(slot, &|token| token == agreeing[0][slot]) || all(slot, &|token| token != ".")
        };
        assert!(open.into_iter().all(|slot| !forced(slot)), "{document}{}", report.words);
        return if agreeing.is_empty() { "none" } else { "open" };
    };
    let slot = hexagon(text).index(hint.cell).expect("on the board");
    assert_eq!(board[slot], "?", "{document}{hint:?}");
    let right = match &hint.value {
        Some(value) => all(slot, &|token| token == value),
        None => all(slot, &|token| token != "."),
    };
    assert!(right, "{document}{hint:?}");
    hint.kind.name()
}

#[test]
fn hints_hold_in_every_solution_of_every_small_level() {
    let mut random = Random(1);
    let mut said = Vec::new();
    for text in small_levels() {
        let solutions = solutions(&text);
        for _ in 0..8 {
            let solution = &solutions[random.below(solutions.len())];
            let board = partial(solution, &mut random);
            said.push(judge(&text, &board, &solutions));
        }
    }
    for kind in ["simple", "search", "open"] {
        let times = said.iter().filter(|&&word| word == kind).count();
        assert!(times > 5, "{kind} came only {times} times");
    }
}

#[test]
fn a_board_is_called_hopeless_exactly_if_it_is() {
    let mut random = Random(2);
    let mut said = Vec::new();
    for text in small_levels() {
        let solutions = solutions(&text);
        for _ in 0..4 {
            let mut board = partial(&solutions[random.below(solutions.len())], &mut random);
            let slot = random.below(board.len());
            if !board[slot].starts_with('+') {
                board[slot] = [".", "1", "2", "3"][random.below(4)].to_owned();
            }
            said.push(judge(&text, &board, &solutions));
        }
    }
    assert!(said.iter().filter(|&&word| word == "none").count() > 10, "{said:?}");
}

#[test]
fn the_reasons_are_those_of_a_person() {
    let said = |level: &str| hinted(level).words;
    let ring = "hexiom 2\n 2 2\n2 . 2\n 2 2\nsolution\n";
    let full = said(&format!("{ring} 2 2\n2 ? 2\n 2 ?\n"));
    assert_eq!(full, "0,0 is empty: no tile that is left fits there");
    let two = "hexiom 3\n 1 1 .\n2 2 2 .\n. . . . .\n . . . .\n . . .\nsolution\n 1 1 ?\n";
    assert_eq!(
        said(&format!("{two}? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n")),
        "2,-2 is empty: the 1 at 1,-2 has all its neighbours"
    );
    let words = said(&format!("{ring} 2 ?\n. . ?\n ? ?\n"));
    assert_eq!(words, "none: the 2 at 0,-1 can touch no more than 1 tile");
    assert_eq!(
        said(&format!("{ring} 2 ?\n2 . ?\n ? ?\n")),
        "1,-1 is a 2: the 2 at 0,-1 needs every slot left around it, and only a 2 fits there"
    );
    assert_eq!(said(&format!("{ring} 2 2\n2 . 2\n 2 2\n")), "solved: nothing is left to decide");
    assert_eq!(said("hexiom 2\n 0 .\n. . .\n . .\n"), "nothing is forced here");
}

/// Every hint is written down until the board is full: of a unique level, that is the solution.
fn follow(text: &str) -> Tokens {
    let blank = |slot: String| if slot.starts_with('+') { slot } else { "?".to_owned() };
    let instance = families::HEXIOM.rules.instance(text).expect("a readable level");
    let mut board: Tokens = tokens(&instance).into_iter().skip(2).map(blank).collect();
    while board.iter().any(|token| token == "?") {
        let report = hinted(&document(text, &board));
        let hint = report.hint.unwrap_or_else(|| panic!("{text}{}", report.words));
        let slot = hexagon(text).index(hint.cell).expect("on the board");
        board[slot] = hint.value.expect("a unique level leaves nothing open");
    }
    board
}

#[test]
fn unique_levels_are_unique_and_hints_lead_to_the_solution() {
    for (order, seeds) in [(1, 2), (2, 12), (3, 8), (4, 2)] {
        for seed in 0..seeds {
            let report = made(order, true, &[], seed);
            assert_eq!((report.outcome, report.unique), (Outcome::Solved, Some(true)));
            let text = report.text.expect("a level");
            let solutions = solutions(&text);
            assert_eq!(solutions.len(), 1, "{text}");
            assert_eq!(follow(&text), solutions[0], "{text}");
            let instance = families::HEXIOM.rules.instance(&text).expect("a readable level");
            let shown = tokens(&instance).split_off(2);
            let free = shown.iter().filter(|token| !token.starts_with('+')).count();
            assert!(free < 2 || shown != solutions[0], "the solution is on show:\n{text}");
        }
    }
}

#[test]
fn levels_are_as_asked_for_and_the_same_for_a_seed() {
    for style in ["random", "symmetric", "clustered"] {
        for order in [1, 2, 3, 5, 8] {
            let settings = [("style", style), ("density", "40"), ("locks", "1")];
            let report = made(order, false, &settings, 7);
            assert_eq!(report, made(order, false, &settings, 7));
            assert_eq!((report.outcome, report.unique), (Outcome::Solved, None));
            let text = report.text.expect("a level");
            assert!(order == 1 || text != made(order, false, &settings, 8).text.unwrap());
            let instance = families::HEXIOM.rules.instance(&text).expect("a readable level");
            let tokens = tokens(&instance).split_off(2);
            let tiles = tokens.iter().filter(|token| !token.ends_with('.')).count();
            assert_eq!(tiles, (tokens.len() * 40).div_ceil(100), "{text}");
            assert_eq!(tokens.iter().filter(|token| token.starts_with('+')).count(), 1, "{text}");
        }
    }
    let one = made(3, true, &[("locks", "4")], 1);
    assert_eq!(one, made(3, true, &[("locks", "4")], 1));
    assert!(one.difficulty.iter().any(|&(name, locks)| name == "locks" && locks >= 4));
}

#[test]
fn what_cannot_be_made_is_refused_and_a_stop_is_no_level() {
    let idle = AtomicBool::new(false);
    let run = Run::alone(1, &idle);
    let refused = |order, settings: &[(&str, &str)]| {
        made_by(families::HEXIOM.maker, order, false, settings, &run).unwrap_err()
    };
    assert!(matches!(refused(0, &[]), SessionError::Unmakeable(_)));
    assert!(matches!(refused(129, &[]), SessionError::Unmakeable(_)));
    assert!(matches!(refused(2, &[("locks", "8")]), SessionError::Unmakeable(_)));
    assert!(matches!(refused(2, &[("style", "baroque")]), SessionError::Option(_)));
    let nobody = made_by(None, 3, false, &[], &run).unwrap_err();
    assert!(matches!(nobody, SessionError::NoEngine(_)));
    let stop = AtomicBool::new(true);
    let stopped = made_by(families::HEXIOM.maker, 4, true, &[], &Run::alone(1, &stop)).unwrap();
    assert_eq!((stopped.outcome, stopped.text), (Outcome::Stopped, None));
    let level = families::HEXIOM.rules.preset("08").expect("a level");
    let request = Request { text: &level, engine: None, prove: false, settings: &[] };
    let stopped = hint(REGISTRY, &request, &Run::alone(1, &stop)).unwrap();
    assert_eq!((stopped.outcome, stopped.hint), (Outcome::Stopped, None));
}

const PAIR: &str = "hexiom 2\n 1 1\n. . .\n . .\n";

/// Makes what the seed says, and nothing of it is right but the first.
fn lie(task: &MakeTask<'_>) -> Result<Made, Unmade> {
    let solution = " 1 1\n. . .\n . .\n";
    let (instance, solution) = match task.run.seed {
        0 => (PAIR, solution),
        1 => (PAIR, " 1 .\n. . .\n 1 .\n"),
        2 => (PAIR, " 1 ?\n. . .\n . .\n"),
        3 => (PAIR, ""),
        4 => ("hexiom 2\n", solution),
        5 => ("hexiom 1\n0\n", "0\n"),
        _ => ("magic 1\n?\n", "1\n"),
    };
    let (instance, solution) = (instance.to_owned(), solution.to_owned());
    Ok(Made { instance, solvable: Solvable::Shown(solution), difficulty: Vec::new() })
}

static LIAR: Maker =
    Maker { description: "lies", options: &[], largest: 9, single: |_| None, make: lie };

#[test]
fn a_maker_is_not_believed() {
    let idle = AtomicBool::new(false);
    let ask = |seed, unique| made_by(Some(&LIAR), 2, unique, &[], &Run::alone(seed, &idle));
    assert_eq!(ask(0, false).unwrap().outcome, Outcome::Solved);
    assert!(verify(PAIR, " 1 1\n. . .\n . .\n").unwrap().solved());
    let several = ask(0, true).unwrap();
    assert_eq!((several.outcome, several.unique), (Outcome::None, Some(false)));
    assert_eq!(several.text, None);
    for seed in 1..=6 {
        assert!(matches!(ask(seed, false), Err(SessionError::Lie { .. })), "lie {seed}");
    }
}

/// Hints that differ from the truth in one thing each, by the seed.
fn false_hint(task: &Task<'_, Hexiom, ()>, _: &<Hexiom as Family>::Solution) -> Hinted {
    let (cell, value, witness) = match task.run.seed {
        0 => ((0, 0), ".", " 1 1\n. . .\n . .\n"),
        1 => ((0, 0), "1", " 1 1\n. . .\n . .\n"),
        2 => ((0, -1), "1", " 1 1\n. . .\n . .\n"),
        3 => ((0, 5), ".", " 1 1\n. . .\n . .\n"),
        4 => ((0, 0), ".", " . 1\n. . 1\n . .\n"),
        5 => ((0, 0), ".", " 1 .\n. . 1\n . .\n"),
        _ => ((0, 0), ".", " 1 ?\n. . .\n . .\n"),
    };
    let (cell, value, kind) = (Cell::new(cell.0, cell.1), Some(value.into()), HintKind::Search);
    let (fact, reason, witness) = (String::new(), String::new(), witness.to_owned());
    Hinted::Forced(Hint { cell, value, fact, reason, kind, witness })
}

static FALSE: TypedEngine<Hexiom, ()> = TypedEngine {
    row: EngineRow {
        name: "false",
        description: "gives wrong hints",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    read: |_, _| Ok(()),
    supports: |_| Ok(()),
    solve: None,
    count: None,
    hint: Some(false_hint),
    certificates: None,
    division: None,
};

static FALSE_ALONE: Registration = Registration { engines: &[&FALSE], ..families::HEXIOM };
static FALSE_HINTS: [&Registration; 1] = [&FALSE_ALONE];

#[test]
fn a_hint_is_not_believed() {
    let text = join(PAIR, " 1 ?\n? ? ?\n ? ?\n");
    let request = Request { text: &text, engine: None, prove: false, settings: &[] };
    let idle = AtomicBool::new(false);
    let ask = |seed| hint(Registry::new(&FALSE_HINTS), &request, &Run::alone(seed, &idle));
    assert_eq!(ask(0).unwrap().outcome, Outcome::Solved);
    for seed in 1..=6 {
        assert!(matches!(ask(seed), Err(SessionError::Lie { .. })), "hint {seed}");
    }
}
