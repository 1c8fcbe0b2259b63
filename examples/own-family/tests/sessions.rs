//! The engine and the maker through the library's sessions, which verify every answer from its text.

use std::io::{self, BufRead, Cursor, Write};
use std::sync::{Arc, Mutex};

use own_family::boards::PRESETS;
use own_family::instance::{Content, Solution};
use own_family::rules::Rikudo;
use own_family::{REGISTRY, RIKUDO, RULES};
use sixfold_puzzle::hex::Symmetry;
use sixfold_puzzle::{Family, join, parse};
use sixfold_solver::{
    Claim, MakeRequest, Outcome, Outside, Request, Run, Tally, count, hint, make, solve,
};

/// A board without solutions, though neither a reason nor a broken rule shows it: 1, 2 and 3 divide the board.
const HARD: &str = "rikudo 2\n 1 ?\n? ? ?\n ? 3\n";

fn request(text: &str) -> Request<'_> {
    Request { text, engine: None, prove: false, settings: &[] }
}

fn solutions(text: &str) -> (u128, Claim) {
    let report =
        count(REGISTRY, &request(text), &Tally { limit: None }, &Run::unlimited()).unwrap();
    (report.count, report.claim)
}

fn set(settings: &[(&str, &str)]) -> Vec<(String, String)> {
    settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// A place for one proof, in memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Outside for Memory {
    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        Ok(Box::new(self.clone()))
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        Ok(Box::new(Cursor::new(self.0.lock().unwrap().clone())))
    }
}

#[test]
fn presets_have_one_solution_and_both_solvers_find_it() {
    for (name, text) in PRESETS {
        assert_eq!(solutions(text), (1, Claim::Complete), "{name}");
        let found = ["cadical", "batsat"].map(|backend| {
            let settings = set(&[("backend", backend)]);
            let request = Request { settings: &settings, ..request(text) };
            let report = solve(REGISTRY, &request, &Run::unlimited()).unwrap();
            report.solution().unwrap().to_owned()
        });
        assert_eq!(found[0], found[1], "{name}");
    }
}

#[test]
fn counts_do_not_change_under_symmetries() {
    let text = "rikudo 3 links=0,0/1,0\n   1 ? ?\n ? ? ? ?\n? ? ? ? ?\n ? ? ? 9\n   ? ? 19\n";
    let expected = solutions(text);
    assert!(expected.0 > 1);
    for symmetry in Symmetry::ALL {
        assert_eq!(solutions(&RULES.transform(text, symmetry).unwrap()), expected);
    }
}

#[test]
fn an_empty_board_has_its_solutions_up_to_symmetry() {
    let text = "rikudo 2\n ? ?\n? ? ?\n ? ?\n";
    let report =
        count(REGISTRY, &request(text), &Tally { limit: None }, &Run::unlimited()).unwrap();
    assert_eq!((report.count, report.orbits), (120, Some(10)));
}

#[test]
fn a_refutation_is_complete_and_its_proof_is_checked() {
    assert_eq!(RULES.impossible(HARD), Ok(None));
    let report = solve(REGISTRY, &request(HARD), &Run::unlimited()).unwrap();
    assert_eq!((report.outcome(), report.claim()), (Outcome::None, Claim::Complete));
    let memory = Memory::default();
    let run = Run { outside: &memory, ..Run::unlimited() };
    let report = solve(REGISTRY, &Request { prove: true, ..request(HARD) }, &run).unwrap();
    assert_eq!((report.outcome(), report.claim()), (Outcome::None, Claim::Certified));
}

#[test]
fn hints_lead_to_the_solution() {
    for (name, text) in PRESETS {
        let instance = parse::<Rikudo>(text).unwrap();
        let mut board = Rikudo::draft(&instance).unwrap();
        let instance_text = Rikudo::print(&instance);
        let joined =
            |board: &Solution| join(&instance_text, &Rikudo::print_solution(&instance, board));
        let next = |board: &Solution| {
            hint(REGISTRY, &request(&joined(board)), &Run::unlimited()).unwrap().hint
        };
        while let Some(hint) = next(&board) {
            let number = hint.value.unwrap().parse().unwrap();
            board[instance.hexagon.index(hint.cell).unwrap()] = Content::Number(number);
        }
        assert!(RULES.check(&joined(&board)).unwrap().solved(), "{name}");
    }
}

#[test]
fn hints_tell_a_hopeless_board_and_an_open_one() {
    let outcome = |text: &str| {
        let report = hint(REGISTRY, &request(text), &Run::unlimited()).unwrap();
        (report.outcome, report.hint)
    };
    assert_eq!(outcome(HARD), (Outcome::None, None));
    assert_eq!(outcome("rikudo 2\n ? ?\n? ? ?\n ? ?\n"), (Outcome::Solved, None));
}

fn made(order: usize, seed: u64, settings: &[(&str, &str)]) -> String {
    let settings = set(settings);
    let request =
        MakeRequest { family: &RIKUDO, order, unique: true, engine: None, settings: &settings };
    let report = make(REGISTRY, &request, &Run { seed, ..Run::unlimited() }).unwrap();
    assert_eq!(report.unique, Some(true), "order {order}, seed {seed}, {settings:?}");
    report.text.unwrap()
}

#[test]
fn made_boards_are_unique_and_repeatable() {
    for order in 2..=4 {
        for settings in [&[][..], &[("hole", "yes")], &[("links", "3")]] {
            let text = made(order, 7, settings);
            assert_eq!(solutions(&text), (1, Claim::Complete), "{text}");
            assert_eq!(made(order, 7, settings), text);
            assert_ne!(made(order, 8, settings), text);
        }
    }
}

#[test]
fn no_given_of_a_made_board_can_be_spared() {
    let mut instance = parse::<Rikudo>(&made(3, 1, &[])).unwrap();
    for cell in 0..instance.contents.len() {
        let given = instance.contents[cell];
        if !matches!(given, Content::Open | Content::Number(1 | 19)) {
            instance.contents[cell] = Content::Open;
            assert!(solutions(&Rikudo::print(&instance)).0 > 1, "{given} is not needed");
            instance.contents[cell] = given;
        }
    }
}
