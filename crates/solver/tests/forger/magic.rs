//! Forged proofs about magic hexagons.

use std::collections::BTreeSet;

use sixfold_puzzle::families;

use crate::brute::Dice;
use crate::mutate::{Kind, Words};
use crate::oracle::{magic_solutions, nothing_else};
use crate::{Sample, Verb, attack, proof_of, refused};

const WORDS: Words = Words {
    engines: &["auto", "sat", "corners", "exact", "local", ""],
    options: &["backend=batsat", "backend=cadical", "proof-mib=1", "proof-mib=0", "nothing=1"],
    remarks: &["numbers", "least 3", "part all", "solution", ""],
    parts: &["", "all", "half:3:0,0"],
};

/// The magic hexagon of order 3.
const SOLVED: [i64; 19] = [3, 17, 18, 19, 7, 1, 11, 16, 2, 5, 6, 9, 12, 4, 8, 14, 10, 13, 15];

/// The solution with some cells open, perhaps after two of its numbers have changed places.
fn board(dice: &mut Dice, open: usize, changed: bool) -> String {
    let mut numbers = SOLVED;
    if changed {
        numbers.swap(dice.below(9), 9 + dice.below(9));
    }
    let mut words: Vec<String> = numbers.iter().map(i64::to_string).collect();
    for _ in 0..open {
        let at = dice.below(words.len());
        words[at] = "?".to_owned();
    }
    format!("magic 3\n{}\n", words.join(" "))
}

/// The rows of a board, from its words.
fn rows(text: &str) -> String {
    let (header, words) = text.split_once('\n').unwrap();
    let mut words = words.split_whitespace();
    let rows =
        [3, 4, 5, 4, 3].map(|length| words.by_ref().take(length).collect::<Vec<_>>().join(" "));
    format!("{header}\n{}\n", rows.join("\n"))
}

fn samples() -> Vec<Sample> {
    let (mut dice, mut samples, mut found) = (Dice(5), Vec::new(), [0; 2]);
    while found != [6, 6] {
        let changed = dice.below(2) == 1;
        let board = rows(&board(&mut dice, 7, changed));
        let (read, open) = (families::MAGIC.impossible(&board), board.matches('?').count());
        let class = usize::from(!magic_solutions(&board).is_empty());
        // Its givens alone may break a rule, which needs no proof.
        if open < 4 || !read.is_ok_and(|reason| reason.is_none()) || found[class] == 6 {
            continue;
        }
        found[class] += 1;
        let verb = if class == 0 { Verb::Solve } else { Verb::Count };
        let proof = (found[class] % 3 != 0).then(|| proof_of(verb, &board, Some("sat"), &[]));
        samples.push(Sample { board, proof });
    }
    samples
}

#[test]
fn no_false_proof_about_magic_hexagons_is_accepted() {
    let samples = samples();
    let solutions: Vec<BTreeSet<String>> =
        samples.iter().map(|it| magic_solutions(&it.board)).collect();
    let table = attack(&samples, &WORDS, |at, claimed| nothing_else(&solutions[at], claimed));
    println!("magic\n{table}");
    for kind in [Kind::OtherBoard, Kind::Literal, Kind::Splice, Kind::Solutions] {
        assert!(table.refused_of(kind) > 0, "{kind:?}");
    }
}

/// "Unique" is not believed of a solution that is none.
#[test]
fn a_magic_solution_is_left_out_only_if_it_is_correct() {
    let open = "magic 3\n3 17 18\n19 7 1 11\n16 ? ? ? 9\n12 ? ? 14\n10 13 15\n";
    let proof = proof_of(Verb::Count, open, None, &[]);
    assert_eq!(proof.solutions.len(), 1);
    let mut swapped = proof.clone();
    let line = &mut swapped.solutions[0][2];
    *line = line.replace('2', "x").replace('5', "2").replace('x', "5");
    refused(open, &swapped.text(), "the solution listed here: ");
    let mut none = proof.clone();
    none.solutions.clear();
    refused(open, &none.text(), "line ");
}
