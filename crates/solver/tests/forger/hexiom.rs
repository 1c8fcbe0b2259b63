//! Forged proofs about Hexiom.

use std::collections::BTreeSet;

use sixfold_puzzle::families;

use crate::brute::Dice;
use crate::mutate::{Kind, Words};
use crate::oracle::{hexiom_solutions, nothing_else};
use crate::{Sample, Verb, attack, proof_of, refused};

const WORDS: Words = Words {
    engines: &["auto", "sat", "frontier", "anneal", "dimacs", "orbits", ""],
    options: &[
        "backend=batsat",
        "model=classic",
        "model=compact",
        "counting=adder",
        "counting=pairwise",
        "counting=totalizer",
        "symmetry=break",
        "symmetry=keep",
        "shuffle=yes",
        "proof-mib=1",
        "proof-mib=0",
        "nothing=1",
        "symmetry",
    ],
    remarks: &["loop", "least 3", "leave 0,0", "part all", "solution", ""],
    parts: &["", "all", "half:3:0,0"],
};

/// From the front page: a blocked slot makes it impossible.
pub(crate) const BLOCKED: &str = "hexiom 3\n4 1 4\n1 +. . 1\n4 . 6 . 4\n1 . . 1\n4 1 4\n";

/// A level of random slots; every digit is the number that its slot would show, but for two that are
/// changed such that the sum stays.
fn random_level(dice: &mut Dice, order: usize, changed: bool) -> String {
    let hexagon = sixfold_puzzle::hex::Hexagon::new(order);
    let there: Vec<bool> = (0..hexagon.len()).map(|_| dice.below(5) < 3).collect();
    let shown = |at: usize| hexagon.neighbours(at).filter(|&next| there[next]).count();
    let mut numbers: Vec<Option<usize>> =
        there.iter().enumerate().map(|(at, &there)| there.then(|| shown(at))).collect();
    if changed {
        let tiles: Vec<usize> = (0..numbers.len()).filter(|&at| there[at]).collect();
        for change in [1, -1] {
            let at = tiles[dice.below(tiles.len())];
            numbers[at] = numbers[at].map(|it| it.saturating_add_signed(change).min(6));
        }
    }
    let mut slots = numbers.iter().map(|number| {
        let lock = if dice.below(6) == 0 { "+" } else { "" };
        number.map_or(format!("{lock}."), |number| format!("{lock}{number}"))
    });
    let rows = (0..2 * order - 1).map(|row| {
        let length = 2 * order - 1 - row.abs_diff(order - 1);
        slots.by_ref().take(length).collect::<Vec<_>>().join(" ")
    });
    format!("hexiom {order}\n{}\n", rows.collect::<Vec<_>>().join("\n"))
}

/// Three pairs of tiles on a ring of six slots, in two of three places each.
const THREE_IMAGES: &str = "hexiom 2\n1 1\n. +. .\n1 1\n";

const SETTINGS: [&[(&str, &str)]; 5] = [
    &[],
    &[("symmetry", "break")],
    &[("model", "classic")],
    &[("counting", "adder"), ("symmetry", "break")],
    &[("counting", "sequential")],
];

fn hexiom_solvable(board: &str) -> bool {
    !hexiom_solutions(board).is_empty()
}

/// Impossible levels with proofs that there is no solution, possible ones with proofs that there is no other, and
/// possible ones without.
fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut add = |board: &str, settings| {
        let proof = proof_of(Verb::Solve, board, Some("sat"), settings);
        samples.push(Sample { board: board.to_owned(), proof: Some(proof) });
    };
    SETTINGS.iter().for_each(|settings| add(BLOCKED, settings));
    let (mut dice, mut refuted, mut possible) = (Dice(3), 0, Vec::new());
    while refuted < 8 || possible.len() < 6 {
        let (order, changed) = (2 + dice.below(2), refuted < 8);
        let board = random_level(&mut dice, order, changed);
        if families::HEXIOM.impossible(&board).unwrap().is_some() {
            continue;
        }
        match hexiom_solvable(&board) {
            true if possible.len() < 6 => possible.push(board),
            false if refuted < 8 => {
                add(&board, SETTINGS[refuted % SETTINGS.len()]);
                refuted += 1;
            }
            _ => {}
        }
    }
    for (at, board) in possible.into_iter().enumerate() {
        let proof = (at % 2 == 0).then(|| proof_of(Verb::Count, &board, Some("sat"), &[]));
        samples.push(Sample { board, proof });
    }
    // Three solutions, images of each other.
    let proof = Some(proof_of(Verb::Count, THREE_IMAGES, None, &[]));
    samples.push(Sample { board: THREE_IMAGES.to_owned(), proof });
    // The same without the block, and with a block elsewhere.
    for board in [BLOCKED.replace("+.", "."), BLOCKED.replace("6 .", "6 +.")] {
        samples.push(Sample { board, proof: None });
    }
    samples
}

#[test]
fn no_false_proof_about_hexiom_is_accepted() {
    let samples = samples();
    let solutions: Vec<BTreeSet<String>> =
        samples.iter().map(|it| hexiom_solutions(&it.board)).collect();
    for count in [0, 1, 3] {
        assert!(solutions.iter().any(|it| it.len() == count), "none has {count} solutions");
    }
    let table = attack(&samples, &WORDS, |at, claimed| nothing_else(&solutions[at], claimed));
    println!("hexiom\n{table}");
    for kind in [Kind::OtherBoard, Kind::Hint, Kind::Literal, Kind::Splice, Kind::Solutions] {
        assert!(table.refused_of(kind) > 0, "{kind:?}");
    }
}

/// What has no meaning in a proof in one part is refused, not skipped.
#[test]
fn a_hexiom_proof_has_nothing_but_a_header_and_steps() {
    let proof = proof_of(Verb::Solve, BLOCKED, Some("sat"), &[]);
    let text = proof.text();
    let options = proof.header.last().unwrap();
    let with = |after: &str| text.replacen(options, &format!("{options}\nc {after}"), 1);
    for (surplus, why) in [
        ("note", "line 4: `note` has no meaning here"),
        ("solution", "line 4: the solution listed here: "),
        ("bound 3", "line 4: `bound 3` has no meaning here"),
        ("part all", "line 3: the proof ends without the empty clause"),
    ] {
        refused(BLOCKED, &with(surplus), why);
    }
    refused(BLOCKED, &(text.clone() + "c part all\n"), "there is no part all");
    refused(BLOCKED, &(text.clone() + "9999 d 1 0\n"), "something follows the empty clause");
    refused(BLOCKED, &text.replacen("c options", "c bound 3\nc options", 1), "it has a bound");
    refused(BLOCKED, &text.replacen("proof 3", "proof 2", 1), "another version");
    let (first, rest) = text.split_at(text.find(options.as_str()).unwrap() + options.len() + 1);
    refused(BLOCKED, &format!("{first}c\n{rest}"), "line 4: `c ` is expected");
    let second = rest.find('\n').unwrap() + 1;
    let noted = format!("{first}{}c note\n{}", &rest[..second], &rest[second..]);
    refused(BLOCKED, &noted, "line 5: ");
}

/// A proof is about the board that it is held against, whatever it breaks.
#[test]
fn symmetry_breaking_does_not_refute_a_level_that_has_a_solution() {
    let solvable = BLOCKED.replace("+.", ".");
    assert!(hexiom_solvable(&solvable));
    for settings in SETTINGS {
        refused(&solvable, &proof_of(Verb::Solve, BLOCKED, Some("sat"), settings).text(), "line ");
    }
}

/// Impossible at sight: no engine is asked, and so there is no proof.
#[test]
fn a_proof_about_a_board_that_is_impossible_at_sight_is_refused() {
    let odd = BLOCKED.replacen("6", "5", 1);
    let proof = proof_of(Verb::Solve, BLOCKED, Some("sat"), &[]).text();
    refused(&odd, &proof, "impossible at sight");
}

/// A proof that a solution is the only one lists it; of three solutions none may be left out, and none of another board listed.
#[test]
fn a_proof_of_a_count_lists_every_solution() {
    let proof = proof_of(Verb::Count, THREE_IMAGES, None, &[]);
    assert_eq!(proof.solutions.len(), hexiom_solutions(THREE_IMAGES).len());
    assert_eq!(proof.solutions.len(), 3);
    for left_out in 0..3 {
        let mut fewer = proof.clone();
        fewer.solutions.remove(left_out);
        refused(THREE_IMAGES, &fewer.text(), "line ");
    }
    let mut swapped = proof.clone();
    swapped.solutions.swap(0, 1);
    refused(THREE_IMAGES, &swapped.text(), "the list is not sorted");
    let mut foreign = proof.clone();
    foreign.solutions[0] = vec![" 1 .".to_owned(), ". . .".to_owned(), " . .".to_owned()];
    refused(THREE_IMAGES, &foreign.text(), "the solution listed here: ");
}

/// With symmetry breaking the images of a listed solution would disappear, and the list would seem to be whole.
#[test]
fn a_proof_that_breaks_symmetry_lists_no_solution() {
    let proof = proof_of(Verb::Count, THREE_IMAGES, None, &[]);
    let text = proof.text().replace("symmetry=keep", "symmetry=break");
    refused(THREE_IMAGES, &text, "a proof with symmetry=break can list no solutions");
}
