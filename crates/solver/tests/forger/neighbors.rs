//! Forged proofs about Hexagonal Neighbors.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use sixfold_solver::ProofCheck;
use sixfold_solver::{Engine, families};

use crate::anywhere::Anywhere;
use crate::mutate::{Kind, Words};
use crate::oracle::{Claimed, neighbors_true};
use crate::{Sample, Verb, attack, checked, proof_of, refused};

const WORDS: Words = Words {
    engines: &["sat", "cubes", "class", "cores", "rows", "orbits", ""],
    options: &[
        "enough=1",
        "enough=3",
        "share=1/3",
        "share=9/3",
        "steps=2..4",
        "counting=cells",
        "counting=adder",
        "counting=network",
        "counting=ring",
        "values=6",
        "values=7",
        "most=0",
        "most=2",
        "most=3",
        "ring=4",
        "interior=1",
        "single=4",
        "centre=in",
        "centre=beside",
        "backend=batsat",
        "proof-mib=7",
        "nothing=1",
        "most",
    ],
    remarks: &[
        "least",
        "least ",
        "least 3",
        "least 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "least 9 9 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "levels 1 to 3",
        "levels 1 to 5",
        "levels 1 to 9",
        "levels 1 to -1",
        "solution",
        "loop",
    ],
    parts: &[
        "low all",
        "all",
        "low centred",
        "centred",
        "low beside",
        "beside",
        "sectors",
        "0",
        "",
    ],
};

/// The usual engines, but `cubes` serves every blank board that its cubes fit in.
pub(crate) fn engines_for_small_boards() -> &'static [&'static dyn Engine] {
    static CUBES: OnceLock<Anywhere> = OnceLock::new();
    static ENGINES: OnceLock<Vec<&'static dyn Engine>> = OnceLock::new();
    ENGINES.get_or_init(|| {
        let small = |&engine: &&'static dyn Engine| match engine.name() {
            "cubes" => CUBES.get_or_init(|| Anywhere { engine, supports: serves_blank }),
            _ => engine,
        };
        families::NEIGHBORS.engines.iter().map(small).collect()
    })
}

fn serves_blank(text: &str) -> Result<(), String> {
    let blank = text.lines().skip(1).all(|line| !line.contains(|it: char| it.is_ascii_digit()));
    let order: usize = text.split_whitespace().nth(1).unwrap().parse().unwrap();
    if blank && order >= 4 { Ok(()) } else { Err("givens, or too small".to_owned()) }
}

fn blank(order: usize) -> String {
    families::NEIGHBORS.rules.preset(&order.to_string()).unwrap()
}

const WITH_GIVENS: [&str; 4] = [
    "neighbors 3\n? ? ?\n? 7 ? ?\n? ? ? ? ?\n? ? ? ?\n? ? ?\n",
    "neighbors 3\n? 1 ?\n? ? ? ?\n? ? 7 ? ?\n? ? ? ?\n? ? ?\n",
    "neighbors 3\n2 ? ?\n? ? ? ?\n? ? ? ? ?\n? ? ? 1\n? ? ?\n",
    "neighbors 2\n? ?\n? 2 ?\n? 3\n",
];
/// No board: a cell on the rim has three neighbours, so none of them holds the 5 that the centre needs.
const NONE: &str = "neighbors 2\n? ?\n? 6 ?\n? ?\n";

fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut add = |board: &str, engine, settings: &[(&str, &str)]| {
        let proof = proof_of(Verb::Solve, board, Some(engine), settings);
        samples.push(Sample { board: board.to_owned(), proof: Some(proof) });
    };
    add(&blank(2), "sat", &[]);
    for settings in [
        &[][..],
        &[("counting", "adder")],
        &[("counting", "network"), ("values", "7")],
        &[("most", "2")],
        &[("most", "0")],
        &[("ring", "3"), ("single", "4")],
        &[("ring", "3"), ("interior", "1")],
    ] {
        add(&blank(3), "sat", settings);
    }
    WITH_GIVENS.iter().for_each(|board| add(board, "sat", &[]));
    add(NONE, "sat", &[]);
    add(&blank(4), "sat", &[]);
    add(&blank(4), "sat", &[("centre", "in")]);
    add(&blank(4), "cubes", &[("enough", "1")]);
    add(&blank(5), "sat", &[]);
    samples
}

#[test]
fn no_false_proof_about_neighbors_is_accepted() {
    let samples = samples();
    let mut decided: BTreeMap<(usize, Claimed), bool> = BTreeMap::new();
    let table = attack(&samples, &WORDS, |at, claimed| {
        let decide = || neighbors_true(&samples[at].board, claimed).expect("a claim to decide");
        claimed.known.is_empty() && *decided.entry((at, claimed.clone())).or_insert_with(decide)
    });
    println!("neighbors\n{table}");
    for kind in [Kind::BoundByOne, Kind::ChangeRemark, Kind::Options, Kind::OtherBoard] {
        assert!(table.refused_of(kind) > 0, "{kind:?}");
    }
}

/// Once accepted: a bound that does not fit into the machine's numbers was taken for 1.
#[test]
fn a_bound_beyond_the_machines_numbers_is_refused() {
    let board = blank(3);
    // No board has the penalty 0, which is what the bound 1 says.
    let proof = proof_of(Verb::Solve, &board, Some("sat"), &[("most", "0")]).text();
    let bounded = |bound: &str| {
        let options = proof.replacen(" most=0", "", 1);
        options.replacen("c options", &format!("c bound {bound}\nc options"), 1)
    };
    assert!(matches!(checked(&board, &bounded("1")), Ok(ProofCheck::Accepted { .. })));
    for bound in [
        "4",
        "43",
        "-1",
        "18446744073709551616",
        "18446744073709551617",
        "170141183460469231731687303715884105727",
        "-170141183460469231731687303715884105728",
    ] {
        refused(&board, &bounded(bound), "");
    }
    refused(&board, &bounded("18446744073709551617"), "a penalty from 0 to 42");
}

/// Once accepted: the cases are all boards up to symmetry only where the board is blank.
#[test]
fn a_proof_by_an_engine_that_turns_boards_is_refused_where_there_are_givens() {
    for (order, engine) in [(8, "class"), (12, "cubes")] {
        let given = blank(order).replacen('?', "1", 1);
        let settings = if engine == "class" { "code=4 bits=5 " } else { "enough=3 " };
        let header = format!(
            "c sixfold proof 3\nc engine {engine}\nc bound 0\nc options {settings}backend=cadical \
             proof-mib=65536\n"
        );
        let blank = blank(order);
        assert!(matches!(checked(&blank, &header), Ok(ProofCheck::Accepted { .. })), "{engine}");
        refused(&given, &header, &format!("the engine {engine} refuses the instance"));
    }
}

/// A lowered bound with remarks that fit, a raised one, and a part about fewer levels.
#[test]
fn a_bound_is_neither_raised_nor_shown_by_remarks() {
    let board = blank(4);
    let proof = proof_of(Verb::Solve, &board, Some("sat"), &[]);
    let text = proof.text();
    let raised = text.replace("c bound 3\n", "c bound 4\n");
    refused(&board, &raised, "part ");
    let least = proof.parts[1].remarks[0].clone();
    let (_, rest) = least.strip_prefix("least ").unwrap().split_once(' ').unwrap();
    refused(&board, &raised.replace(&least, &format!("least 4 {rest}")), "part ");
    refused(&board, &text.replace(&least, &format!("least 3 {rest} 0")), "sectors");
    refused(&board, &text.replace(&least, &format!("{least}\nc {least}")), "one remark");
    // The second part of a case has to say what the first has shown, number by number.
    let mut other = proof.clone();
    let words: Vec<&str> = least.split(' ').collect();
    let (last, rest) = words.split_last().unwrap();
    let number = if *last == "0" { 1 } else { 0 };
    other.parts[1].remarks[0] = format!("{} {number}", rest.join(" "));
    refused(&board, &other.text(), "nothing before it shows that");
    // Nor does it say what no count of sectors could show.
    other.parts[1].remarks[0] = format!("{} 7", rest.join(" "));
    refused(&board, &other.text(), "its numbers do not fit together");
}

/// Values of cells are no levels: nothing can be shown of levels 1 and 2 there.
#[test]
fn counting_cells_shows_nothing_about_levels() {
    let board = blank(2);
    let least = "least 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
    let text = format!(
        "c sixfold proof 3\nc engine sat\nc bound 2\nc options counting=cells values=5 \
         centre=any backend=cadical proof-mib=65536\nc part low centred\nc {least}\n"
    );
    refused(&board, &text, "levels have no penalties");
}

/// A step is about some boards of its case: what is shown of it is not shown of another one, nor of the whole case.
#[test]
fn a_step_says_nothing_about_other_steps() {
    let board = blank(8);
    let options = [("steps", "17..19"), ("most", "19"), ("share", "2/12")];
    let proof = proof_of(Verb::Solve, &board, Some("class"), &options);
    let text = proof.text();
    assert!(matches!(checked(&board, &text), Ok(ProofCheck::Accepted { .. })));
    let name = proof.parts[1].name.as_deref().unwrap();
    assert!(name.ends_with("/18"), "{name}");
    // Another step, by its share and by its name; the whole case; another range.
    refused(&board, &text.replace("share=2/12", "share=3/12"), "");
    let renamed = text.replace("/18", "/19..").replace("share=2/12", "share=3/12");
    refused(&board, &renamed, "part ");
    refused(
        &board,
        &text.replace("/18", "").replace("steps=17..19 ", "").replace("2/12", "1/4"),
        "part ",
    );
    refused(&board, &text.replace("17..19", "16..18"), "");
    // The step itself is the bound on levels 1 and 2.
    let least = proof.parts[0].remarks[0].clone();
    let words: Vec<&str> = least.split(' ').collect();
    let shown = format!("{} 1 {}", words[0], words[2..].join(" "));
    refused(&board, &text.replace(&least, &shown), "the option steps sets the bound");
}
