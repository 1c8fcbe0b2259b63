//! Forged proofs about Hexiom.

use sixfold_puzzle::families;

use crate::brute::Dice;
use crate::mutate::{Kind, Words};
use crate::oracle::hexiom_solvable;
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

const SETTINGS: [&[(&str, &str)]; 5] = [
    &[],
    &[("symmetry", "break")],
    &[("model", "classic")],
    &[("counting", "adder"), ("symmetry", "break")],
    &[("counting", "sequential")],
];

/// Impossible levels with proofs, and possible ones.
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
    samples.extend(possible.into_iter().map(|board| Sample { board, proof: None }));
    // The same without the block, and with a block elsewhere.
    for board in [BLOCKED.replace("+.", "."), BLOCKED.replace("6 .", "6 +.")] {
        samples.push(Sample { board, proof: None });
    }
    samples
}

#[test]
fn no_false_proof_about_hexiom_is_accepted() {
    let samples = samples();
    let solvable: Vec<bool> = samples.iter().map(|it| hexiom_solvable(&it.board)).collect();
    assert!(solvable.contains(&true) && solvable.contains(&false));
    let table = attack(&samples, &WORDS, |at, claimed| {
        claimed.bound.is_none() && claimed.known.is_empty() && !solvable[at]
    });
    println!("hexiom\n{table}");
    for kind in [Kind::OtherBoard, Kind::Hint, Kind::Literal, Kind::Splice] {
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
        ("solution", "line 4: `solution` has no meaning here"),
        ("bound 3", "line 4: `bound 3` has no meaning here"),
        ("part all", "line 3: the proof ends without the empty clause"),
    ] {
        refused(BLOCKED, &with(surplus), why);
    }
    refused(BLOCKED, &(text.clone() + "c part all\n"), "there is no part all");
    refused(BLOCKED, &(text.clone() + "9999 d 1 0\n"), "something follows the empty clause");
    refused(BLOCKED, &text.replacen("c options", "c bound 3\nc options", 1), "it has a bound");
    refused(BLOCKED, &text.replacen("proof 2", "proof 1", 1), "another version");
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
