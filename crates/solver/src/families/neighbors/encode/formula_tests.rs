//! The encodings against published counts and against each other; every group of clauses is needed.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::families::neighbors::encode::perfect_code::Case;
use crate::run::Run;
use crate::sat::{self, BackendName, enumerate};

/// More than any count here.
const MANY: usize = 2_000;

/// For each level the least penalty and the number of boards with it (Tomas Rokicki's tables).
const PUBLISHED: [(usize, [(usize, usize); 6]); 2] = [
    (3, [(2, 6), (3, 48), (3, 36), (3, 24), (3, 72), (3, 144)]),
    (4, [(0, 2), (2, 6), (3, 28), (3, 48), (3, 288), (3, 1152)]),
];

fn models(formula: &Formula, literals: &[Lit]) -> usize {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let mut backend = sat::backend(BackendName::DEFAULT, &run);
    backend.add(formula);
    enumerate(&mut *backend, literals, MANY, |_| {}).unwrap().models.len()
}

/// The formula for at most so many penalties, and the literals that make a board.
fn formula(input: &FormulaInput<'_>, most: usize) -> (Formula, Vec<Lit>) {
    let run = Run::unlimited();
    let mut model = BoardFormula::new(input, &run).unwrap();
    let counts = model.bounded(input, most, &run).unwrap();
    counts.at_most(most).into_iter().for_each(|literal| model.formula.clause(&[literal]));
    let literals = model.literals();
    (model.formula, literals)
}

fn encoding(counting: Counting) -> EncodingOptions {
    EncodingOptions { counting, ..EncodingOptions::default() }
}

#[test]
fn published_counts_are_found_by_every_counting() {
    let countings = Counting::ALL.into_iter().filter(|&it| it != Counting::Cells);
    let encodings: Vec<EncodingOptions> = countings.map(encoding).collect();
    for (order, levels) in PUBLISHED {
        let hexagon = Hexagon::new(order);
        let givens = vec![Known::OPEN; hexagon.len()];
        for (level, (least, count)) in levels.into_iter().enumerate() {
            for encoding in &encodings {
                let class = None;
                let input = FormulaInput {
                    hexagon: &hexagon,
                    givens: &givens,
                    class,
                    ones: &[],
                    levels: level + 1,
                    least: None,
                    low_most: None,
                    encoding,
                };
                let (whole, literals) = formula(&input, least);
                assert_eq!(models(&whole, &literals), count, "{order} {level} {encoding:?}");
                if let Some(less) = least.checked_sub(1) {
                    let (whole, literals) = formula(&input, less);
                    assert_eq!(models(&whole, &literals), 0, "{order} {level} {encoding:?}");
                }
            }
        }
    }
}

/// With all seven values the sum of cells says the same.
#[test]
fn counting_cells_finds_the_published_boards() {
    let encoding = encoding(Counting::Cells);
    let hexagon = Hexagon::new(3);
    let givens = vec![Known::OPEN; hexagon.len()];
    let input = FormulaInput {
        hexagon: &hexagon,
        givens: &givens,
        class: None,
        ones: &[],
        levels: 7,
        least: None,
        low_most: None,
        encoding: &encoding,
    };
    let (whole, literals) = formula(&input, 3);
    assert_eq!(models(&whole, &literals), 144);
    for group in whole.groups() {
        assert_ne!(models(&whole.without(&group), &literals), 144, "{group}");
    }
}

#[test]
fn no_group_of_clauses_can_be_left_out() {
    let excluded = EncodingOptions { excluded: Some((2, 3)), ..EncodingOptions::default() };
    let beside = |order| Class { case: Case { centred: false, axis: 0 }, code: order, bits: None };
    let inputs = [
        (3, 3, 4, None, excluded),
        (3, 3, 4, Some(beside(3)), EncodingOptions::default()),
        (4, 1, 6, Some(beside(4)), EncodingOptions::default()),
    ];
    // A group that changes nothing in one formula must matter in another.
    let mut groups: BTreeMap<String, bool> = BTreeMap::new();
    for (order, levels, most, class, encoding) in inputs {
        let hexagon = Hexagon::new(order);
        let givens = vec![Known::OPEN; hexagon.len()];
        let input = FormulaInput {
            hexagon: &hexagon,
            givens: &givens,
            class,
            ones: &[],
            levels,
            least: None,
            low_most: None,
            encoding: &encoding,
        };
        let (whole, literals) = formula(&input, most);
        let count = models(&whole, &literals);
        assert!(count > 0 && count < MANY, "{count}");
        for group in whole.groups() {
            let matters = models(&whole.without(&group), &literals) != count;
            *groups.entry(group).or_default() |= matters;
        }
    }
    assert_eq!(groups.len(), 6);
    assert!(groups.values().all(|&matters| matters), "{groups:?}");
}

/// The two cases of the whole, with symmetry breaking, have a board of every orbit: their images
/// are all boards.
#[test]
fn the_cases_of_the_whole_have_a_board_of_every_orbit() {
    let hexagon = Hexagon::new(4);
    let givens = vec![Known::OPEN; hexagon.len()];
    let encoding = EncodingOptions::default();
    let mut images = std::collections::BTreeSet::new();
    for centred in [true, false] {
        let class = Some(Class { case: Case { centred, axis: 0 }, code: 4, bits: None });
        let input = FormulaInput {
            hexagon: &hexagon,
            givens: &givens,
            class,
            ones: &[],
            levels: 3,
            least: None,
            low_most: None,
            encoding: &encoding,
        };
        let run = Run::unlimited();
        let mut model = BoardFormula::new(&input, &run).unwrap();
        let counts = model.bounded(&input, 3, &run).unwrap();
        counts.at_most(3).into_iter().for_each(|literal| model.formula.clause(&[literal]));
        let literals = model.literals();
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let mut backend = sat::backend(BackendName::DEFAULT, &run);
        backend.add(&model.formula);
        for found in enumerate(&mut *backend, &literals, MANY, |_| {}).unwrap().models {
            let value = |lit: Lit| {
                let at = literals.iter().position(|it| it.abs() == lit.abs()).unwrap();
                found[at] == (lit > 0)
            };
            let board = model.board(value);
            for symmetry in sixfold_puzzle::hex::Symmetry::ALL {
                let place = |&cell: &Cell| board[hexagon.index(symmetry.apply(cell)).unwrap()];
                images.insert(hexagon.cells().iter().map(place).collect::<Vec<u8>>());
            }
        }
    }
    assert_eq!(images.len(), 28);
}

/// Of two boards of the class that are images under half a turn one is kept, and no pair is lost.
#[test]
fn the_class_about_a_one_has_a_board_of_every_pair() {
    let order = 8;
    let hexagon = Hexagon::new(order);
    let givens = vec![Known::OPEN; hexagon.len()];
    let encoding = EncodingOptions::default();
    let class = Class { case: Case { centred: true, axis: 0 }, code: 4, bits: Some(5) };
    assert_eq!(class.symmetries(&hexagon).len(), 1);
    let beside = Class { case: Case { centred: false, axis: 0 }, ..class };
    assert_eq!(beside.symmetries(&hexagon), []);
    let input = FormulaInput {
        hexagon: &hexagon,
        givens: &givens,
        class: Some(class),
        ones: &[],
        levels: 2,
        least: None,
        low_most: None,
        encoding: &encoding,
    };
    let run = Run::unlimited();
    let mut model = BoardFormula::new(&input, &run).unwrap();
    let counts = model.bounded(&input, 22, &run).unwrap();
    counts.at_most(22).into_iter().for_each(|literal| model.formula.clause(&[literal]));
    let literals = model.literals();
    let boards = |formula: &Formula| -> std::collections::BTreeSet<Vec<u8>> {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let mut backend = sat::backend(BackendName::DEFAULT, &run);
        backend.add(formula);
        let found = enumerate(&mut *backend, &literals, MANY, |_| {}).unwrap();
        assert!(found.all);
        let board = |found: &Vec<bool>| {
            model.board(|lit| {
                let at = literals.iter().position(|it| it.abs() == lit.abs()).unwrap();
                found[at] == (literals[at] == lit)
            })
        };
        found.models.iter().map(board).collect()
    };
    let turn = class.symmetries(&hexagon)[0];
    let turned = |board: &Vec<u8>| -> Vec<u8> {
        let cells = hexagon.cells().iter();
        cells.map(|&cell| board[hexagon.index(turn.apply(cell)).unwrap()]).collect()
    };
    let kept = boards(&model.formula);
    let all = boards(&model.formula.without("one of symmetric boards"));
    assert!(!kept.is_empty() && kept.len() < all.len(), "{} of {}", kept.len(), all.len());
    let images: std::collections::BTreeSet<_> = kept.iter().map(turned).collect();
    assert_eq!(kept.union(&images).cloned().collect::<std::collections::BTreeSet<_>>(), all);
}
