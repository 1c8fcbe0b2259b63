//! The engine through the session, against known counts and against trying everything.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sixfold_puzzle::families::fences::{Fences, Instance, Turns, Wanted};
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::{Family, families};

use super::board::SymmetricBoard;
use super::brute_force;
use super::fills::Fills;
use crate::REGISTRY;
use crate::answer::Figures;
use crate::checkpoint::{InMemory, Tally};
use crate::claim::{Claim, Finding, Outcome};
use crate::random::Random;
use crate::run::{Clock, Halt, Run};
use crate::session::{CountReport, Report, Request, count, solve};

const EXAMPLE: &str =
    "fences 4\n7 . . .\n. . . . 5\n. . . . . .\n. . 1 . . . .\n. . . . 1 .\n3 . . . .\n. . . 2\n";

fn settings(words: &[(&str, &str)]) -> Vec<(String, String)> {
    words.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

fn counted(text: &str, limit: Option<u64>, words: &[(&str, &str)]) -> CountReport {
    counted_in(&Run::alone(1, &AtomicBool::new(false)), text, limit, words)
}

fn counted_in(
    run: &Run<'_>,
    text: &str,
    limit: Option<u64>,
    words: &[(&str, &str)],
) -> CountReport {
    let settings = settings(words);
    let request = Request { text, engine: Some("posts"), prove: false, settings: &settings };
    count(REGISTRY, &request, &Tally { limit }, run).unwrap()
}

fn solved_in(run: &Run<'_>, text: &str, words: &[(&str, &str)]) -> Report {
    let settings = settings(words);
    let request = Request { text, engine: Some("posts"), prove: false, settings: &settings };
    solve(REGISTRY, &request, run).unwrap()
}

fn solved(text: &str, words: &[(&str, &str)]) -> Report {
    solved_in(&Run::alone(1, &AtomicBool::new(false)), text, words)
}

fn blank(order: usize, turns: Turns, symmetry: Wanted) -> Instance {
    Instance { hexagon: Hexagon::new(order), posts: Vec::new(), turns, symmetry }
}

fn blank_text(order: usize) -> String {
    Fences::print(&blank(order, Turns::Wide, Wanted::Any))
}

fn figures(report: &CountReport) -> Vec<&Figures> {
    report.facets.iter().map(|facet| &facet.figures).collect()
}

/// The orders and tests that exclude nothing; the first few are quick.
const QUICK: usize = 4;
const SETTINGS: &[&[(&str, &str)]] = &[
    &[],
    &[("order", "constrained")],
    &[("region", "trimmed")],
    &[("region", "rainbow")],
    &[("region", "off")],
    &[("order", "constrained"), ("region", "off")],
];
/// Orders of posts for the example: by cells, by regions, and by both.
const EXAMPLE_ORDERS: [&str; 4] = ["1,1", "0,-3 -3,2", "purple blue", "-1,0 orange"];

#[test]
fn the_example_has_two_loops_and_49_solutions_with_all_settings() {
    for setting in &SETTINGS[..QUICK] {
        let report = counted(EXAMPLE, None, setting);
        assert_eq!((report.count, report.claim), (49, Claim::Complete), "{setting:?}");
        let wanted =
            [Figures::Total(2), Figures::Shares(vec![1, 48]), Figures::Values(vec![4, 48])];
        assert_eq!(figures(&report), wanted.iter().collect::<Vec<_>>(), "{setting:?}");
        assert!(report.facets.iter().all(|facet| facet.complete));
        let report = solved(EXAMPLE, setting);
        assert_eq!(
            (report.outcome(), report.claim()),
            (Outcome::Solved, Claim::Found),
            "{setting:?}"
        );
    }
}

/// With the test for a loop after each fill, even the large board is within reach.
#[test]
fn the_board_of_order_10_is_solved() {
    let text = families::FENCES.preset("order-10").unwrap();
    let report = solved(&text, &[("nodes", "1000000")]);
    assert_eq!(report.objective().map(|objective| objective.value), Some(404_320));
}

/// 20,204 loops in all, of which 1,904 are symmetric and see all regions.
#[test]
fn the_blank_board_of_order_4_has_1904_loops() {
    let report = counted(&blank_text(4), None, &[]);
    assert_eq!((report.count, report.claim), (1904, Claim::Complete));
    assert_eq!(report.facets[0].figures, Figures::Total(1904));
    assert_eq!(brute_force::loops(&blank(4, Turns::Wide, Wanted::Any)).len(), 1904);
    let hexagon = Hexagon::new(4);
    assert_eq!(brute_force::cycles(&hexagon, &[true; 37], Turns::Wide).len(), 20_204);
}

#[test]
fn the_symmetries_of_a_board_are_those_that_see_all_regions() {
    for (order, maps) in [(4, 62), (10, 512)] {
        assert_eq!(maps_of(&blank(order, Turns::Wide, Wanted::Any)), maps);
    }
    assert_eq!(maps_of(&blank(4, Turns::Wide, Wanted::None)), 1);
}

const ALL_WANTED: [Wanted; 4] = [Wanted::Any, Wanted::Rotation, Wanted::Mirror, Wanted::None];

#[test]
fn every_variant_of_the_blank_board_of_order_3_agrees_with_trying_all() {
    for turns in [Turns::Wide, Turns::Any] {
        for symmetry in ALL_WANTED {
            let instance = blank(3, turns, symmetry);
            let report = counted(&Fences::print(&instance), None, &[]);
            let wanted = brute_force::loops(&instance).len() as u128;
            assert_eq!((report.count, report.claim), (wanted, Claim::Complete), "{instance:?}");
            assert!(wanted > 0);
        }
    }
}

/// Two posts on a board of order 3, numbers that they may or may not be able to reach.
fn random_board(random: &mut Random, turns: Turns, symmetry: Wanted) -> Instance {
    let mut cells: Vec<usize> = (0..19).collect();
    random.shuffle(&mut cells);
    let mut posts: Vec<_> =
        cells[..2].iter().map(|&cell| (cell, 1 + random.below(5) as u32)).collect();
    posts.sort_unstable();
    Instance { posts, ..blank(3, turns, symmetry) }
}

#[test]
fn random_boards_of_order_3_agree_with_trying_all() {
    let mut random = Random::new(3);
    for (turns, rounds) in [(Turns::Wide, 12), (Turns::Any, 6)] {
        for symmetry in ALL_WANTED {
            let blank_loops = brute_force::loops(&blank(3, turns, symmetry));
            let bits =
                |cells: &Vec<usize>| cells.iter().fold(0_u64, |bits, &cell| bits | 1 << cell);
            let loops: Vec<u64> = blank_loops.iter().map(bits).collect();
            for round in 0..rounds {
                let instance = random_board(&mut random, turns, symmetry);
                let fillings = brute_force::fillings(&instance);
                let goes =
                    |filling: u64| loops.iter().filter(move |&cells| cells & filling == 0).count();
                let wanted: usize = fillings.into_iter().map(goes).sum();
                let text = Fences::print(&instance);
                let report = counted(&text, None, SETTINGS[round % SETTINGS.len()]);
                assert_eq!(
                    (report.count, report.claim),
                    (wanted as u128, Claim::Complete),
                    "{text}"
                );
                let found = solved(&text, SETTINGS[round % SETTINGS.len()]).outcome();
                assert_eq!(found == Outcome::Solved, wanted > 0, "{text}");
            }
        }
    }
}

/// The fences of the first board leave six single cells; on the second a fence breaks the only ring.
#[test]
fn a_board_without_a_loop_has_none() {
    let full = "fences 3\n. . .\n. . . .\n. . 12 . .\n. . . .\n. . .\n";
    for setting in SETTINGS {
        let report = solved(full, setting);
        assert_eq!(
            (report.outcome(), report.claim()),
            (Outcome::None, Claim::Complete),
            "{setting:?}"
        );
        assert_eq!(counted(full, None, setting).count, 0);
    }
    let report = solved("fences 2\n. .\n. 1 .\n. .\n", &[]);
    assert_eq!((report.outcome(), report.reason()), (Outcome::None, None));
}

#[test]
fn a_limit_is_kept_and_never_complete() {
    for limit in [1, 5, 48, 49] {
        let report = counted(EXAMPLE, Some(limit), &[]);
        assert_eq!((report.count, report.claim), (u128::from(limit), Claim::Found));
        assert!(report.facets.iter().all(|facet| !facet.complete));
    }
    assert_eq!(counted(EXAMPLE, Some(50), &[]).claim, Claim::Complete);
    assert_eq!(counted(EXAMPLE, Some(0), &[]).count, 0);
}

#[test]
fn the_budget_of_nodes_ends_the_search() {
    for setting in [("order", "number"), ("order", "constrained")] {
        let report = solved(EXAMPLE, &[("nodes", "20"), setting]);
        assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(Halt::Budget)));
        assert_eq!(report.finding, Finding::Nothing { bound: None });
        assert!(report.effort().contains(&("nodes", 20)));
        let report = counted(EXAMPLE, None, &[("nodes", "200"), setting]);
        assert_eq!((report.claim, report.halt), (Claim::Nothing, Some(Halt::Budget)));
    }
}

/// A clock that advances by a millisecond with each look.
struct Looked(AtomicU64);

impl Clock for Looked {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn the_engine_looks_up_from_its_work() {
    let stop = AtomicBool::new(true);
    let halted = solved_in(&Run::alone(1, &stop), EXAMPLE, &[]);
    assert_eq!((halted.outcome(), halted.halt()), (Outcome::Stopped, Some(Halt::Interrupted)));
    let (clock, stop) = (Looked(0.into()), AtomicBool::new(false));
    let run =
        Run { clock: &clock, deadline: Some(Duration::from_millis(9)), ..Run::alone(1, &stop) };
    let text = blank_text(6);
    let request = Request { text: &text, engine: Some("posts"), prove: false, settings: &[] };
    let report = count(REGISTRY, &request, &Tally::default(), &run).unwrap();
    assert_eq!((report.claim == Claim::Complete, report.halt), (false, Some(Halt::Time)));
}

#[test]
fn shape_tests_lose_solutions_and_never_claim_none() {
    let report = solved(EXAMPLE, &[("hunch", "pick")]);
    assert_eq!((report.outcome(), report.claim()), (Outcome::Stopped, Claim::Nothing));
    assert_eq!(report.words(), "none within hunch=pick (restricted search)");
    let report = counted(&blank_text(3), None, &[("hunch", "hole")]);
    assert_eq!((report.count, report.claim), (0, Claim::Nothing));
    assert!(counted(&blank_text(3), None, &[]).count > 0);
}

/// The article's afterthought: the posts of these regions come before larger ones elsewhere.
#[test]
fn an_order_of_posts_changes_the_search_and_not_the_count() {
    let usual = counted(EXAMPLE, None, &[]);
    for first in EXAMPLE_ORDERS {
        let report = counted(EXAMPLE, None, &[("first", first)]);
        assert_eq!((report.count, report.claim), (49, Claim::Complete), "{first}");
        assert_eq!(figures(&report), figures(&usual), "{first}");
        assert_eq!(solved(EXAMPLE, &[("first", first)]).outcome(), Outcome::Solved, "{first}");
    }
}

#[test]
fn words_that_name_no_post_are_refused() {
    for (first, problem) in [
        ("0,0", "there is no post on the cell 0,0"),
        ("9,9", "there is no post on the cell 9,9"),
        ("mauve", "no cell such as -2,1 and no region"),
        ("green", "there is no post in the region green"),
    ] {
        let settings = settings(&[("first", first)]);
        let request =
            Request { text: EXAMPLE, engine: Some("posts"), prove: false, settings: &settings };
        let refused = solve(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(false)));
        let words = refused.expect_err("it names no post").to_string();
        assert!(words.contains(problem), "{words}");
    }
}

/// The solutions, and the first one, are those of one thread; with a limit, too.
#[test]
fn threads_change_no_result() {
    let stop = AtomicBool::new(false);
    for threads in [2, 5] {
        let run = Run { threads, ..Run::alone(1, &stop) };
        for setting in &SETTINGS[..QUICK] {
            let (one, several) = (solved(EXAMPLE, setting), solved_in(&run, EXAMPLE, setting));
            assert_eq!(one.solution(), several.solution(), "{setting:?}");
            for limit in [None, Some(1), Some(5), Some(48)] {
                let (one, several) =
                    (counted(EXAMPLE, limit, setting), counted_in(&run, EXAMPLE, limit, setting));
                assert_eq!((one.count, one.claim), (several.count, several.claim));
                assert_eq!(figures(&one), figures(&several), "{setting:?} {limit:?}");
            }
        }
    }
}

/// Pieces of a run, each stopped after a few looks at the clock more than the one before, until one of them is not
/// stopped. Also tells how many there were.
fn in_pieces<R>(
    threads: usize,
    work: impl Fn(&Run<'_>) -> R,
    halted: impl Fn(&R) -> bool,
) -> (R, u64) {
    let kept = InMemory::default();
    let mut pieces = 0;
    loop {
        pieces += 1;
        let (clock, stop) = (Looked(0.into()), AtomicBool::new(false));
        let deadline = Some(Duration::from_millis(6 + 3 * pieces));
        let run =
            Run { clock: &clock, deadline, checkpoint: &kept, threads, ..Run::alone(1, &stop) };
        let report = work(&run);
        if !halted(&report) {
            return (report, pieces);
        }
    }
}

#[test]
fn a_run_in_pieces_ends_as_a_whole_one() {
    let (whole, first) = (counted(EXAMPLE, None, &[]), solved(EXAMPLE, &[]));
    for threads in [1, 3] {
        let (report, pieces) = in_pieces(
            threads,
            |run| counted_in(run, EXAMPLE, None, &[]),
            |report| report.halt.is_some(),
        );
        assert!(pieces > 2, "it was stopped on the way");
        assert_eq!((report.count, report.claim), (whole.count, whole.claim));
        assert_eq!(figures(&report), figures(&whole));
        assert!(report.resumed);
        let (found, _) = in_pieces(
            threads,
            |run| solved_in(run, EXAMPLE, &[]),
            |report| report.halt().is_some(),
        );
        assert_eq!(found.solution(), first.solution());
    }
}

/// C(p+5, 5) ways if nothing is in the way, and none that leaves the views.
#[test]
fn fills_are_all_ways_within_the_views() {
    for (number, ways) in [(0, 1), (1, 6), (2, 21), (7, 792)] {
        assert_eq!(Fills::new([number; 6], number).count(), ways);
    }
    let views = [2, 0, 1, 3, 0, 1];
    for number in 0..=8 {
        let fills: Vec<_> = Fills::new(views, number).collect();
        let fits = |fill: &[u32; 6]| fill.iter().zip(views).all(|(&length, view)| length <= view);
        assert!(fills.iter().all(|fill| fits(fill) && fill.iter().sum::<u32>() == number));
        assert!(fills.is_sorted_by(|a, b| a < b), "each once");
        let wanted = [1, 4, 8, 11, 11, 8, 4, 1, 0][number as usize];
        assert_eq!(fills.len(), wanted, "{number}");
    }
}

fn maps_of(instance: &Instance) -> usize {
    let Ok(board) = SymmetricBoard::new(instance, &mut || Ok::<(), std::convert::Infallible>(()));
    board.maps.len()
}
