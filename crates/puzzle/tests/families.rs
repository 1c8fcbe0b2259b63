//! Family-specific tests: known values, partial boards, foreign formats.

use std::collections::BTreeSet;

use sixfold_puzzle::families::neighbors::{penalty_edges, potential_penalty_edges};
use sixfold_puzzle::families::{balto, neighbors};
use sixfold_puzzle::hex::{Cell, Hexagon, Symmetry};
use sixfold_puzzle::text::Document;
use sixfold_puzzle::{FAMILIES, Family, Verdict, families, family_named, family_of, puzzles};

fn check(text: &str) -> Verdict {
    let family = family_of(FAMILIES, text).unwrap();
    family.check(text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"))
}

fn codes(text: &str) -> Vec<&'static str> {
    check(text).violations.iter().map(|violation| violation.code).collect()
}

fn reason(text: &str) -> Option<&'static str> {
    let family = family_of(FAMILIES, text).unwrap();
    family.impossible(text).unwrap().map(|reason| reason.code)
}

fn format(family: &str, name: &str) -> &'static sixfold_puzzle::Format {
    let formats = family_named(FAMILIES, family).unwrap().formats();
    formats.iter().find(|format| format.name == name).unwrap()
}

#[test]
fn neighbors_counts_penalty_edges_exactly() {
    for name in puzzles::names("neighbors", "good") {
        let text = puzzles::text("neighbors", "good", &name).unwrap();
        let document = Document::parse(text).unwrap();
        let instance = neighbors::Neighbors::parse(&document).unwrap();
        let block = document.solution.as_ref().unwrap();
        let solution = neighbors::Neighbors::parse_solution(&instance, block).unwrap();
        let edges = penalty_edges(&instance.hexagon, &solution);
        let objective = neighbors::Neighbors::objective(&instance, &solution).unwrap();
        assert_eq!(objective.value, edges.len() as i128, "{name}");
    }
    let penalties: Vec<i128> = ["3", "4", "5", "8"]
        .map(|name| {
            check(puzzles::text("neighbors", "good", name).unwrap()).objective.unwrap().value
        })
        .to_vec();
    assert_eq!(penalties, [3, 3, 9, 20], "the best known penalties");
}

#[test]
fn half_done_neighbors_boards_are_checked_as_far_as_they_go() {
    assert_eq!(codes("neighbors 2\n ? ?\n? 7 ?\n ? ?"), [] as [&str; 0]);
    // A corner of order 2 has three neighbours: 4 is possible, 5 is not.
    assert_eq!(codes("neighbors 2\n 4 ?\n? ? ?\n ? ?"), [] as [&str; 0]);
    assert_eq!(codes("neighbors 2\n 5 ?\n? ? ?\n ? ?"), ["support"]);
    assert_eq!(reason("neighbors 2\n 5 ?\n? ? ?\n ? ?"), Some("support"));
    assert_eq!(codes("neighbors 2\n 3 1\n1 ? ?\n ? ?"), [] as [&str; 0]);
    assert_eq!(codes("neighbors 2\n 4 1\n1 ? ?\n ? ?"), ["support"]);
    let full = check("neighbors 1\n1");
    assert!(full.solved() && full.objective.unwrap().value == 0);
}

/// `2+` allows 2 to 7: it supports nothing yet, needs a 1, and cannot become one.
#[test]
fn neighbors_cells_may_be_known_to_hold_at_least_a_value() {
    let canonical = |text: &str| families::NEIGHBORS.instance(text).unwrap();
    assert_eq!(
        canonical("neighbors 2\n1+ 7+\n? 2+ 3\n6+ ?"),
        "neighbors 2\n    ?   7\n  ?  2+   3\n   6+   ?\n"
    );
    // No cell beside the 2+ in the corner can be a 1.
    assert_eq!(codes("neighbors 2\n2+ 2+\n2+ 2+ ?\n? ?"), ["support"]);
    assert_eq!(codes("neighbors 2\n2+ 2+\n2+ ? ?\n? ?"), [] as [&str; 0]);
    // The corner needs 1, 2 and 3 from three neighbours, of which two hold at least 2: only one can be a 1.
    assert_eq!(codes("neighbors 2\n4+ 2+\n2+ ? ?\n? ?"), [] as [&str; 0]);
    assert_eq!(codes("neighbors 2\n4+ 3+\n3+ ? ?\n? ?"), ["support"]);
    let message = check("neighbors 2\n4+ 3+\n3+ ? ?\n? ?").violations[0].message.clone();
    assert_eq!(
        message,
        "the 4+ at 0,-1 has no neighbour 1, 2 and only 1 undecided neighbour that may hold one"
    );
    let given =
        |solution: &str| codes(&format!("neighbors 2\n3+ ?\n? ? ?\n? 1\nsolution\n{solution}"));
    assert_eq!(given("2 ?\n? ? ?\n? ?"), ["given"]);
    assert_eq!(given("? ?\n? ? ?\n? 2+"), ["given"]);
    assert_eq!(given("2+ ?\n? ? ?\n? ?"), [] as [&str; 0]);
    assert_eq!(given("4+ ?\n? ? ?\n? ?"), [] as [&str; 0]);
    let text = "neighbors 2\n3+ ?\n? ? ?\n? 1\nsolution\n2+ 4+\n? ? ?\n? ?";
    let solution = families::NEIGHBORS.solution(text).unwrap().unwrap();
    assert_eq!(
        solution.split_whitespace().collect::<Vec<_>>(),
        ["3+", "4+", "?", "?", "?", "?", "1"]
    );
    assert!(!check("neighbors 1\n1\nsolution\n1+").violations.iter().any(|it| it.code == "given"));
}

/// The penalty by level is that of the complete board for every level that is decided, and a lower bound for the others.
#[test]
fn penalties_by_level_are_exact_as_far_as_the_levels_go() {
    for name in ["3", "4", "5", "8"] {
        let text = puzzles::text("neighbors", "good", name).unwrap();
        let whole = check(text);
        let (board, rows) = text.split_once("solution\n").unwrap();
        let parts = |verdict: &Verdict, by: &str| {
            let found = verdict.breakdowns.iter().find(|breakdown| breakdown.by == by).unwrap();
            found.parts.clone()
        };
        for by in ["level", "distance"] {
            let sum: i128 = parts(&whole, by).iter().map(|part| part.value).sum();
            assert_eq!(Some(sum), whole.objective.as_ref().map(|found| found.value), "{name} {by}");
            assert!(parts(&whole, by).iter().all(|part| part.exact), "{name} {by}");
        }
        for level in 1..=6 {
            let raised = |word: &str| match word.parse::<u32>() {
                Ok(value) if value > level => format!("{}+ ", level + 1),
                _ => format!("{word} "),
            };
            let open: String = rows
                .lines()
                .map(|row| row.split_whitespace().map(raised).collect::<String>() + "\n")
                .collect();
            let verdict = check(&format!("{board}solution\n{open}"));
            assert!(verdict.ok() && verdict.complete == (level == 6), "{name} {level}");
            for (part, full) in parts(&verdict, "level").iter().zip(parts(&whole, "level")) {
                assert_eq!(part.exact, part.key <= level || level == 6, "{name} {level}");
                assert!(if part.exact {
                    part.value == full.value
                } else {
                    part.value <= full.value
                });
            }
            let nearer: i128 = parts(&verdict, "distance").iter().map(|part| part.value).sum();
            let exact: i128 =
                parts(&whole, "level").iter().filter(|it| it.key <= level).map(|it| it.value).sum();
            assert_eq!(nearer, exact, "{name} {level}");
        }
    }
}

/// Every penalty edge is a potential one, and each group of duplicate supports has one more.
#[test]
fn potential_penalty_edges_are_all_edges_of_each_group() {
    let text = puzzles::text("neighbors", "good", "8").unwrap();
    let document = Document::parse(text).unwrap();
    let instance = neighbors::Neighbors::parse(&document).unwrap();
    let block = document.solution.as_ref().unwrap();
    let solution = neighbors::Neighbors::parse_solution(&instance, block).unwrap();
    let certain = penalty_edges(&instance.hexagon, &solution);
    let potential = potential_penalty_edges(&instance.hexagon, &solution);
    assert!(certain.iter().all(|edge| potential.contains(edge)));
    let groups: BTreeSet<_> =
        potential.iter().filter(|it| !it.equal).map(|it| (it.to, it.level)).collect();
    assert_eq!(potential.len(), certain.len() + groups.len());
}

#[test]
fn half_done_magic_boards_are_checked_as_far_as_they_go() {
    let magic = |first: &str| format!("magic 3\n{first}\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?");
    assert!(check(&magic("3 17 18")).ok() && !check(&magic("3 17 18")).complete);
    assert_eq!(codes(&magic("3 17 16")), ["sum"]);
    // 1 + 2 leaves 35 for the last cell, 18 + 1 leaves 19 at most.
    assert_eq!(codes(&magic("1 2 ?")), ["sum"]);
    assert_eq!(codes(&magic("19 ? ?")), [] as [&str; 0]);
    assert_eq!(reason(&magic("1 2 ?")), Some("sum"));
    assert_eq!(
        reason("magic 3 start=2\n? ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?"),
        Some("no-integer-sum")
    );
    assert!(check("magic 1 start=-7\n-7").solved());
}

#[test]
fn close_to_magic_boards_have_a_score() {
    let mut values = -9..;
    let rows: Vec<String> = [3, 4, 5, 4, 3]
        .map(|cells| {
            (0..cells).map(|_| values.next().unwrap().to_string()).collect::<Vec<_>>().join(" ")
        })
        .to_vec();
    let rows = rows.join("\n");
    let text = format!(
        "magic 3 start=-9 goal=close\n? ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\nsolution\n{rows}"
    );
    let verdict = check(&text);
    assert!(verdict.solved());
    let lines = Hexagon::new(3).lines();
    let numbers: Vec<i128> = (-9..10).collect();
    let sums = lines.iter().map(|line| line.iter().map(|&cell| numbers[cell]).sum::<i128>());
    let all: i128 = sums.map(|sum| sum * sum).sum();
    assert_eq!(verdict.objective.unwrap().value, all / 2 + 1);
    let wrong = families::MAGIC.check("magic 3 goal=close\n").unwrap_err();
    assert!(wrong.expected.contains("start=-9"), "{wrong:?}");
}

#[test]
fn magic_givens_must_be_different_and_in_range() {
    let error = |row: &str| {
        let text = format!("magic 3\n{row}\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?");
        let error = families::MAGIC.check(&text).unwrap_err();
        (error.code.name(), error.span.line, error.span.column)
    };
    assert_eq!(error("3 ? 3"), ("repeated", 2, 5));
    assert_eq!(error("? 20 ?"), ("number", 2, 3));
    assert_eq!(error("0 ? ?"), ("number", 2, 1));
    assert_eq!(error("? x ?"), ("token", 2, 3));
    assert_eq!(error("? 99999999999999999999 ?"), ("number", 2, 3));
}

#[test]
fn half_done_hexiom_boards_are_checked_as_far_as_they_go() {
    let level = puzzles::text("hexiom", "", "08").unwrap();
    let play = |rows: &str| format!("{level}solution\n{rows}");
    assert!(check(&play("1 . ?\n? 4 ? ?\n? ? 6 ? ?\n? ? ? ?\n? ? ?")).ok());
    // A 6 on the rim can never have six neighbours; a 1 with two tiles beside it is too many.
    assert_eq!(codes(&play("6 ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?")), ["count"]);
    assert_eq!(codes(&play("1 4 ?\n4 ? ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?")), ["count"]);
    assert_eq!(codes(&play("? ? ?\n? 6 ? ?\n? ? ? 6 ?\n? ? ? ?\n? ? ?")), ["supply"]);
    assert_eq!(codes(&play(". . .\n. . . .\n. . ? ? ?\n? ? ? ?\n? ? ?")), ["supply"]);
}

#[test]
fn impossible_hexiom_boards_are_seen_at_once() {
    assert_eq!(reason("hexiom 2\n+0 +0\n. . .\n. ."), Some("count"));
    assert_eq!(reason("hexiom 2\n+4 1\n1 1 1\n. ."), Some("count"), "a corner sees three slots");
    assert_eq!(reason("hexiom 2\n+3 1\n1 1 +.\n. ."), None);
    assert_eq!(reason("hexiom 2\n+2 +.\n+. 1 1\n. ."), Some("count"));
    assert_eq!(reason("hexiom 2\n6 6\n. . .\n. ."), Some("too-large"));
    assert_eq!(reason("hexiom 2\n1 .\n. . .\n. ."), Some("odd-sum"));
    assert_eq!(reason("hexiom 2\n. .\n. +6 .\n. ."), Some("too-large"), "a 6 and nothing else");
    assert_eq!(reason("hexiom 1\n."), None);
    assert_eq!(reason("hexiom 1\n0"), None);
}

#[test]
fn classic_hexiom_files_are_read_with_all_their_irregularities() {
    let classic = format("hexiom", "classic");
    let read = |text: &str| (classic.import)(text, None).map(|texts| texts.concat());
    let level =
        "3\r\n   2 . 2\r\n  2 . . .  \r\n  . .+. . 2\r\n +1+. . 2\r\n  +.+1 .\r\n   \r\n\r\n";
    let preset = puzzles::text("hexiom", "", "06").unwrap();
    assert_eq!(read(level).unwrap(), families::HEXIOM.instance(preset).unwrap());
    assert_eq!(read("1\n  .\n").unwrap(), "hexiom 1\n.\n", "the extra blank of order 1");
    for name in puzzles::names("hexiom", "") {
        let ours = families::HEXIOM.instance(puzzles::text("hexiom", "", &name).unwrap()).unwrap();
        let theirs = (classic.export)(&ours).unwrap();
        assert_eq!(read(&theirs).unwrap(), ours);
        assert_eq!(read(&theirs.replace('\n', "\r\n")).unwrap(), ours);
    }
}

#[test]
fn bad_classic_hexiom_files_are_refused_at_the_right_place() {
    let classic = format("hexiom", "classic");
    let place = |text: &str| {
        let error = (classic.import)(text, None).unwrap_err();
        (error.code.name(), error.span.line, error.span.column)
    };
    assert_eq!(place("2\n  . 7\n . . .\n  . .\n"), ("token", 2, 5));
    assert_eq!(place("2\n  . .\n . .+\n  . .\n"), ("token", 3, 5), "`+` with nothing after it");
    assert_eq!(place("2\n  . .\n .++. .\n  . .\n"), ("token", 3, 4));
    assert_eq!(place("2\n  . .\n . .\n  . .\n"), ("rows", 3, 5), "a short row");
    assert_eq!(place("2\n  . . .\n . . .\n  . .\n"), ("rows", 2, 7), "a long row");
    assert_eq!(place("2\n  . .\n . . .\n"), ("rows", 3, 7), "a missing row");
    assert_eq!(place("2\n  . .\n . . .\n  . .\n  . .\n"), ("rows", 5, 1));
    assert_eq!(place("2\n  .\t.\n . . .\n  . .\n"), ("token", 2, 4), "a tab");
    assert_eq!(place("2\n  .  .\n . . .\n  . .\n"), ("token", 2, 6), "an odd gap");
    assert_eq!(place("2\n  . é\n . . .\n  . .\n"), ("token", 2, 5));
    assert_eq!(place("0\n"), ("order", 1, 1));
    assert_eq!(place("1000\n"), ("order", 1, 1));
    assert_eq!(place(""), ("empty", 1, 1));
}

#[test]
fn neighbors_entries_survive_the_round_trip() {
    let entry = format("neighbors", "entry");
    let texts: Vec<&str> =
        ["3", "4"].iter().map(|name| puzzles::text("neighbors", "good", name).unwrap()).collect();
    let parts: Vec<String> = texts.iter().map(|text| (entry.export)(text).unwrap()).collect();
    assert!(parts[0].starts_with('(') && parts[0].matches('(').count() == 5);
    let joined = parts.join(entry.separator.unwrap());
    let back = (entry.import)(&joined, None).unwrap();
    for (ours, text) in back.iter().zip(texts) {
        assert_eq!(*ours, families::NEIGHBORS.transform(text, Symmetry::IDENTITY).unwrap());
    }
    let place = |text: &str| {
        let error = (entry.import)(text, None).unwrap_err();
        (error.span.line, error.span.column)
    };
    assert_eq!(place("(1,2),(1,2,8),(1,2)"), (1, 12));
    assert_eq!(place("(1,2),\n(1,2),(1,2)"), (2, 1), "a short row");
    assert_eq!(place("(1,2),(1,2,3)"), (1, 14));
    assert_eq!(place("(1,2),(1,2,3),(1,2) x"), (1, 21));
    assert_eq!(place("1,2"), (1, 1));
}

#[test]
fn balto_formats_survive_the_round_trip() {
    let (entry, rows) = (format("balto", "entry"), format("balto", "rows"));
    let texts = ["3", "4"].map(|name| puzzles::text("balto", "good", name).unwrap());
    let moves = texts.map(|text| (entry.export)(text).unwrap());
    assert!(moves[0].starts_with("3:"));
    let back = (entry.import)(&moves.join(entry.separator.unwrap()), None).unwrap();
    for (ours, text) in back.iter().zip(texts) {
        assert_eq!(*ours, families::BALTO.transform(text, Symmetry::IDENTITY).unwrap());
    }
    let bare = moves[0].strip_prefix("3:").unwrap();
    assert_eq!((entry.import)(bare, Some(texts[0])).unwrap()[0], back[0]);
    assert!((entry.import)(bare, None).unwrap_err().expected.contains("6:1A2B"));
    assert_eq!((entry.import)("3:1AX", None).unwrap_err().span.column, 5);
    assert!((entry.import)("2:1A", None).is_err(), "there is no contest board of order 2");
    let boards = texts.map(|text| (rows.export)(text).unwrap()).concat();
    let back = (rows.import)(&boards, None).unwrap();
    for (ours, text) in back.iter().zip(texts) {
        assert_eq!(*ours, families::BALTO.instance(text).unwrap());
    }
}

#[test]
fn balto_moves_undo_each_other_and_third_powers_are_nothing() {
    for order in 2..6 {
        let torus = balto::Torus::new(Hexagon::new(order));
        let tiles: Vec<u16> = (0..torus.hexagon().len() as u16).collect();
        for letter in "123456ABCDEF".chars() {
            let step = balto::Move::parse(letter).unwrap();
            assert_eq!(step.letter(), letter);
            let mut position = balto::Position::new(&tiles);
            position.apply(&torus, step);
            assert_ne!(position.tiles(), tiles);
            position.apply(&torus, step.undo());
            assert_eq!(position.tiles(), tiles, "order {order}, move {letter}");
        }
    }
}

/// The rim as the contest defines it: cells are the same under the translations
/// (2n−1, n−1) and (n, 2n−1) of (row, skewed column).
#[test]
fn the_torus_agrees_with_a_naive_derivation() {
    for order in 2..9_i32 {
        let torus = balto::Torus::new(Hexagon::new(order as usize));
        let hexagon = torus.hexagon();
        let skewed = |cell: Cell| (cell.r + order - 1, cell.q + cell.r + order - 1);
        let plain: Vec<(i32, i32)> = hexagon.cells().iter().map(|&cell| skewed(cell)).collect();
        let find = |row: i32, column: i32| {
            let mut found = BTreeSet::new();
            for a in -2..=2 {
                for b in -2..=2 {
                    let place = (
                        row + a * (2 * order - 1) + b * order,
                        column + a * (order - 1) + b * (2 * order - 1),
                    );
                    found.extend(plain.iter().position(|&cell| cell == place));
                }
            }
            assert_eq!(found.len(), 1, "every cell of the plane is one cell of the board");
            *found.first().unwrap()
        };
        let steps = [(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)];
        for (index, &(row, column)) in plain.iter().enumerate() {
            let wanted = steps.map(|(down, right)| find(row + down, column + right));
            assert_eq!(torus.neighbours(index), wanted);
        }
    }
}

#[test]
fn balto_boards_and_moves_are_read_strictly() {
    let error = |text: &str| {
        let error = families::BALTO.check(text).unwrap_err();
        (error.code.name(), error.span.line, error.span.column)
    };
    assert_eq!(error("balto 2\n1 1\n3 0 4\n5 6"), ("repeated", 2, 3));
    assert_eq!(error("balto 2\n1 7\n3 0 4\n5 6"), ("number", 2, 3));
    assert_eq!(error("balto 2\n1 2\n3 0\n5 6"), ("rows", 3, 4));
    assert_eq!(error("balto 2\n1 2\n3 0 4\n5 6\nsolution\n1A7B"), ("solution", 6, 3));
    assert_eq!(error("balto 2\n1 2\n3 0 4\n5 6\nsolution\n1A\n1A"), ("solution", 7, 1));
    assert!(check("balto 2\n1 2\n3 0 4\n5 6\nsolution\n\n").solved(), "home needs no move");
}
