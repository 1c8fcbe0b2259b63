//! Listing solutions: every engine that lists shows each solution once, counts agree, an interrupted list goes on
//! where it stopped, and nothing wrong is ever shown.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use sixfold_solver::storage::InMemory;
use sixfold_solver::{
    Claim, Count, EngineRow, Halt, ListReport, Listing, Power, REGISTRY, Registration, Registry,
    Reply, Request, Role, Run, SessionError, Tally, TypedEngine, VisitEnd, count, enumerate,
    families,
};

/// Boards with few solutions.
const BOARDS: &[&str] = &[
    "magic 3\n? ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n",
    "magic 3 start=-4\n? ? ?\n? ? ? ?\n? ? 0 ? ?\n? ? ? ?\n? ? ?\n",
    SMALL,
    "hexiom 3\n. 2 .\n2 . . 2\n. . 2 . .\n. 2 . .\n2 . .\n",
    "fences 3\n. . .\n. . . .\n. . 2 . .\n. . . .\n. . .\n",
];

/// A board small enough for brute force: eight open cells.
const SMALL: &str = "magic 3 start=-4\n? ? ?\n11 5 1 2\n? 6 -3 ? 4\n? -1 ? 8\n9 3 ?\n";

/// Engines that would take a minute to years for a blank board.
const BRUTE_FORCE: [&str; 5] =
    ["permute-lines", "permute-fixed", "next-lines", "next-fixed", "rows"];

/// The engines that list the solutions of a board within a moment.
fn engines(board: &str) -> Vec<&'static str> {
    let family = REGISTRY.family_of(board).unwrap();
    let puzzle = family.rules.read(board).unwrap();
    let lists = family.engines.iter().filter(|engine| engine.can(Power::Lists));
    let able = lists.filter(|engine| engine.supports(&puzzle).is_ok()).map(|engine| engine.name());
    able.filter(|name| board == SMALL || !BRUTE_FORCE.contains(name)).collect()
}

fn request<'a>(text: &'a str, engine: Option<&'a str>) -> Request<'a> {
    Request { text, engine, prove: false, settings: &[] }
}

fn listed(text: &str, engine: &str, listing: Listing) -> (Vec<String>, ListReport) {
    let stop = AtomicBool::new(false);
    let mut texts = Vec::new();
    let run = Run::alone(1, &stop);
    let report = enumerate(REGISTRY, &request(text, Some(engine)), &listing, &run, &mut |it| {
        assert_eq!(it.number, texts.len() as u64 + 1);
        texts.push(it.solution.clone());
        Reply::More
    });
    (texts, report.unwrap())
}

#[test]
fn every_listing_engine_shows_each_solution_once() {
    for board in BOARDS {
        let mut sets = BTreeSet::new();
        for engine in engines(board) {
            let (texts, report) = listed(board, engine, Listing::default());
            let different: BTreeSet<String> = texts.iter().cloned().collect();
            assert_eq!(different.len(), texts.len(), "{engine} repeats itself on\n{board}");
            assert_eq!((report.claim, report.listed), (Claim::Complete, texts.len() as u64));
            let run = AtomicBool::new(false);
            let run = Run::alone(1, &run);
            let asked = request(board, Some(engine));
            let counted = count(REGISTRY, &asked, &Tally::default(), &run).unwrap();
            assert_eq!(counted.count, texts.len() as u128, "{engine} on\n{board}");
            assert!(texts.len() > 1, "the test would show little with one solution\n{board}");
            let images = Listing { up_to_symmetry: true, ..Listing::default() };
            let (fewer, report) = listed(board, engine, images);
            if let Some(orbits) = counted.orbits {
                assert_eq!(fewer.len() as u128, orbits, "{engine} up to symmetry on\n{board}");
            }
            assert!(fewer.iter().all(|text| different.contains(text)));
            assert!(report.words().contains("up to symmetry"), "{}", report.words());
            sets.insert(different);
        }
        assert_eq!(sets.len(), 1, "engines differ on\n{board}");
    }
}

#[test]
fn every_engine_that_lists_is_tested() {
    let tested: BTreeSet<&str> = BOARDS.iter().flat_map(|board| engines(board)).collect();
    for family in REGISTRY.families() {
        for engine in family.engines.iter().filter(|engine| engine.can(Power::Lists)) {
            assert!(tested.contains(engine.name()), "{} {}", family.name(), engine.name());
        }
    }
}

/// A run that is stopped after every few solutions, and taken up again, lists the same as one that is not.
#[test]
fn an_interrupted_list_goes_on_where_it_stopped() {
    for board in BOARDS {
        for engine in engines(board) {
            for up_to_symmetry in [false, true] {
                let listing = Listing { limit: None, up_to_symmetry };
                let (whole, _) = listed(board, engine, listing);
                let (mut pieces, checkpoint) = (Vec::new(), InMemory::default());
                for _ in 0..=whole.len() {
                    let stop = AtomicBool::new(false);
                    let run = Run { checkpoint: &checkpoint, ..Run::alone(1, &stop) };
                    let asked = request(board, Some(engine));
                    let report = enumerate(REGISTRY, &asked, &listing, &run, &mut |it| {
                        pieces.push((it.number, it.solution.clone()));
                        stop.store(pieces.len() % 7 == 0, Ordering::Relaxed);
                        Reply::More
                    });
                    let report = report.unwrap();
                    if report.claim == Claim::Complete {
                        break;
                    }
                    assert_eq!(report.halt, Some(Halt::Interrupted), "{engine}");
                    assert_eq!(report.listed, pieces.len() as u64);
                }
                let numbered: Vec<(u64, String)> = (1..).zip(whole).collect();
                assert_eq!(pieces, numbered, "{engine} on\n{board}");
            }
        }
    }
}

#[test]
fn limits_and_listeners_end_a_list_without_a_claim() {
    let board = BOARDS[0];
    let limit = |limit| Listing { limit: Some(limit), up_to_symmetry: false };
    let (texts, report) = listed(board, "exact", limit(5));
    assert_eq!((texts.len(), report.claim, report.halt), (5, Claim::Found, None));
    assert_eq!(report.words(), "5 solutions: there may be others");
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let asked = request(board, Some("exact"));
    let report =
        enumerate(REGISTRY, &asked, &Listing::default(), &run, &mut |_| Reply::Enough).unwrap();
    assert_eq!((report.listed, report.claim), (1, Claim::Found));
    let settings = [("unit".to_owned(), "0=3".to_owned())];
    let asked = Request { settings: &settings, ..asked };
    let report =
        enumerate(REGISTRY, &asked, &Listing::default(), &run, &mut |_| Reply::More).unwrap();
    assert_ne!(report.claim, Claim::Complete, "a part of the space is not all of it");
    let impossible = "hexiom 1\n1\n";
    let asked = request(impossible, None);
    let report =
        enumerate(REGISTRY, &asked, &Listing::default(), &run, &mut |_| Reply::More).unwrap();
    assert_eq!((report.listed, report.claim), (0, Claim::Complete));
    assert!(report.words().starts_with("none: "), "{}", report.words());
}

/// A solution that could not be written is the first of the resumed list.
#[test]
fn a_lost_solution_comes_again() {
    let (board, checkpoint) = (BOARDS[0], InMemory::default());
    let (whole, _) = listed(board, "exact", Listing::default());
    let asked = request(board, Some("exact"));
    let stop = AtomicBool::new(false);
    let run = Run { checkpoint: &checkpoint, ..Run::alone(1, &stop) };
    let mut pieces = Vec::new();
    for last in [5, 5, 9, 99] {
        let report = enumerate(REGISTRY, &asked, &Listing::default(), &run, &mut |it| {
            if it.number > last {
                return Reply::Lost;
            }
            pieces.push(it.solution.clone());
            Reply::More
        });
        let report = report.unwrap();
        assert_eq!(report.listed, pieces.len() as u64);
        assert_eq!(report.halt, (last < 99).then_some(Halt::Interrupted));
    }
    assert_eq!(pieces, whole);
}

#[test]
fn a_saved_state_of_something_else_is_refused() {
    let board = BOARDS[0];
    let stop = AtomicBool::new(false);
    for state in
        ["", "5 solutions listed\nlist-1 unit 0", "x solutions listed\nlist-1 unit 0 visited 1\n"]
    {
        let checkpoint = InMemory::holding(state.to_owned());
        let run = Run { checkpoint: &checkpoint, ..Run::alone(1, &stop) };
        let asked = request(board, Some("exact"));
        let refused = enumerate(REGISTRY, &asked, &Listing::default(), &run, &mut |_| Reply::More);
        assert!(matches!(refused, Err(SessionError::Failed { .. })), "{state:?}");
    }
}

/// Shows a wrong solution second.
static LIAR: TypedEngine<sixfold_puzzle::families::magic::Magic, ()> = TypedEngine {
    row: EngineRow {
        name: "liar",
        description: "shows a right solution and a wrong one",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    read: |_, _| Ok(()),
    supports: |_| Ok(()),
    solve: None,
    count: Some(Count {
        run: |_, _| sixfold_solver::Counted::default(),
        orbits: false,
        relaxes: None,
        visit: Some(|_, _, visitor| {
            let right = "3 17 18\n19 7 1 11\n16 2 5 6 9\n12 4 8 14\n10 13 15\n";
            let _ = visitor(0, right.to_owned());
            let _ = visitor(0, right.replace("15", "3"));
            VisitEnd::All
        }),
    }),
    hint: None,
    certificates: None,
    division: None,
};
static WITH_LIAR: Registration = Registration { engines: &[&LIAR], ..families::MAGIC };
static LIARS: [&Registration; 1] = [&WITH_LIAR];

#[test]
fn a_wrong_solution_is_never_shown() {
    let stop = AtomicBool::new(false);
    let board = BOARDS[0];
    let mut shown = 0;
    let asked = request(board, None);
    let registry = Registry::new(&LIARS);
    let run = Run::alone(1, &stop);
    let report = enumerate(registry, &asked, &Listing::default(), &run, &mut |_| {
        shown += 1;
        Reply::More
    });
    assert!(matches!(report, Err(SessionError::Lie { .. })), "{report:?}");
    assert_eq!(shown, 1);
}
