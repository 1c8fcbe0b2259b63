//! Forged proofs about Fences.

use std::collections::BTreeSet;

use sixfold_puzzle::families::fences::{Fences, Turns, Wanted};
use sixfold_puzzle::{Family as _, families, puzzles};

use crate::brute::{Dice, cycles, fitting, random_board};
use crate::grammar::{Part, Proof};
use crate::mutate::{Kind, Words};
use crate::oracle::{Steps, fences_loops, fences_true};
use crate::{Sample, Verb, attack, proof_of, refused};

const WORDS: Words = Words {
    engines: &["orbits", "posts", "sat", ""],
    options: &[
        "backend=batsat",
        "deduce=no",
        "loops=1",
        "fillings=no",
        "fillings=yes",
        "proof-mib=1",
        "nothing=1",
        "loops",
    ],
    remarks: &[
        "loop",
        "loop ",
        "loop 0,0",
        "loop 0,-1 1,-1 1,0 0,1 -1,1 -1,0",
        "leave",
        "leave ",
        "leave 0,0",
        "leave 0,0 0,0",
        "leave 0,-1 1,-1 -1,0 1,0 -1,1 0,1",
        "leave 9,9",
        "least 3",
        "solution",
        "| loop",
        "",
    ],
    parts: &["half:3:0,0", "third:2:0,0", "mirror:6:0,0", "none:0:0,0", "half:3:9,9", "", "all"],
};

fn example() -> &'static str {
    puzzles::text("fences", "", "example").unwrap()
}

/// Boards with four loops and with one, whose proofs need sets of cells that no loop stays in.
const WITH_SETS: [&str; 2] = [
    "fences 3 turns=any\n. . .\n. . . .\n2 . . . .\n1 . . .\n. 2 .\n",
    "fences 3 turns=any\n. . .\n. 1 . .\n. . 4 . .\n. . . .\n. . .\n",
];

/// Boards with no loop, with one, and with several.
fn boards() -> Vec<String> {
    let mut boards = vec![example().to_owned()];
    boards.extend(WITH_SETS.iter().map(ToString::to_string));
    let mut dice = Dice(11);
    let loops = fitting(&cycles(3, Turns::Wide), Wanted::Any);
    let mut found = [0; 3];
    while found.iter().any(|&count| count < 3) {
        let mut board = random_board(&mut dice, 3, &loops);
        board.symmetry = [Wanted::Any, Wanted::Any, Wanted::Rotation, Wanted::Mirror, Wanted::None]
            [dice.below(5)];
        let text = Fences::print(&board);
        if families::FENCES.impossible(&text).unwrap().is_none() {
            let count = fences_loops(&text).len();
            let class = count.min(2);
            if count < 9 && found[class] < 3 {
                found[class] += 1;
                boards.push(text);
            }
        }
    }
    boards
}

#[test]
fn no_false_proof_about_fences_is_accepted() {
    let boards = boards();
    let loops: Vec<BTreeSet<Steps>> = boards.iter().map(|board| fences_loops(board)).collect();
    let proof = |board: &String| Some(proof_of(Verb::Count, board, None, &[]));
    // The example is ten times as large as the others, so it is met once in ten times.
    let samples: Vec<Sample> =
        boards.iter().map(|board| Sample { proof: proof(board), board: board.clone() }).collect();
    let table = attack(&samples, &WORDS, |at, claimed| fences_true(&loops[at], claimed));
    println!("fences\n{table}");
    for kind in
        [Kind::Hollow, Kind::Solutions, Kind::ChangeRemark, Kind::EmptyRemark, Kind::OtherBoard]
    {
        assert!(table.refused_of(kind) > 0, "{kind:?}");
    }
}

/// The first proof that was ever forged: the right header, every part, and in each a loop without cells.
#[test]
fn a_bare_loop_in_every_part_is_refused() {
    let proof = proof_of(Verb::Count, example(), None, &[]);
    assert_eq!(proof.parts.len(), 62);
    let bare = |remarks: &[&str], solutions: Vec<Vec<String>>| {
        let empty = |part: &Part| Part {
            name: part.name.clone(),
            remarks: remarks.iter().map(|it| it.to_string()).collect(),
            steps: Vec::new(),
        };
        let parts = proof.parts.iter().map(empty).collect();
        Proof { header: proof.header.clone(), solutions, parts }.text()
    };
    for remark in ["loop", "loop ", "leave", "leave ", "solution"] {
        refused(example(), &bare(&[remark], Vec::new()), "part third:2:0,-2: line 5: `");
    }
    let why = "line 4: the solution listed here";
    for lines in [&[][..], &["loop"], &["loop "], &["loop ?"], &[""]] {
        let lines = lines.iter().map(|it| it.to_string()).collect();
        refused(example(), &bare(&[], vec![lines]), why);
    }
    refused(example(), &bare(&[], Vec::new()), "without the empty clause");
    refused(example(), &bare(&[], proof.solutions.clone()), "without the empty clause");
}

/// The second one: of two loops one is listed, and the other disappears.
#[test]
fn a_proof_that_lists_one_loop_of_two_is_refused() {
    let proof = proof_of(Verb::Count, example(), None, &[]);
    assert_eq!(proof.solutions.len(), 2);
    for left_out in 0..2 {
        let mut one = proof.clone();
        one.solutions.remove(left_out);
        refused(example(), &one.text(), "part ");
        // The remark of an earlier version, in the parts that need it and in all.
        let line = proof.solutions[left_out].last().unwrap();
        one.parts.iter_mut().for_each(|part| part.remarks.push(line.clone()));
        refused(example(), &one.text(), "is no remark of this part");
    }
}

/// A listed solution is believed only if the verifier finds it complete and correct.
#[test]
fn a_loop_is_left_out_only_with_a_correct_solution() {
    let proof = proof_of(Verb::Count, example(), None, &[]);
    let text = proof.text();
    let solution = &proof.solutions[0];
    let curve = solution.last().unwrap();
    for (line, change) in [
        (curve.as_str(), "loop 0,-1 1,-1 1,0 0,1 -1,1 -1,0".to_owned()),
        (curve, curve.replacen("loop -1,-1 0,-1", "loop 0,-1 -1,-1", 1)),
        (curve, "loop ?".to_owned()),
        (&solution[0], solution[0].replacen("post 0,-3 3", "post 0,-3 2", 1)),
    ] {
        let forged = text.replacen(line, &change, 1);
        assert_ne!(forged, text);
        refused(example(), &forged, "the solution listed here");
    }
    let mut turned = proof.clone();
    let at = turned.solutions[0].len() - 1;
    let cells: Vec<&str> = curve.split(' ').skip(1).collect();
    turned.solutions[0][at] = format!("loop {} {}", cells[1..].join(" "), cells[0]);
    // The same loop from another cell is the same loop, but a loop is printed from its least cell on.
    refused(example(), &turned.text(), "not in the form in which solutions are printed");
    let mut twice = proof.clone();
    twice.solutions.push(proof.solutions[1].clone());
    refused(example(), &twice.text(), "the list is not sorted, or has it twice");
    let mut swapped = proof.clone();
    swapped.solutions.swap(0, 1);
    refused(example(), &swapped.text(), "the list is not sorted");
}

/// Sets of cells are written in one way, and each must say something.
#[test]
fn a_set_of_cells_that_says_nothing_is_refused() {
    let proof = proof_of(Verb::Count, example(), None, &[]);
    let all: Vec<String> =
        sixfold_puzzle::hex::Hexagon::new(4).cells().iter().map(ToString::to_string).collect();
    let part = |remark: &str| {
        let mut proof = proof.clone();
        proof.parts[0].remarks.insert(0, remark.to_owned());
        proof.text()
    };
    for (remark, why) in [
        ("leave 0,0 0,0", "not in order, or one is there twice"),
        ("leave 0,1 0,0", "not in order"),
        ("leave 0,-9", "no cell of the board"),
        ("leave  0,0", "is no cell of the board"),
        ("leave +1,0", "no remark of this part"),
        ("leave 0,0 ", "is no cell of the board"),
        (&format!("leave {}", all.join(" ")), "a loop can lie in set 1"),
    ] {
        refused(example(), &part(remark), why);
    }
}
