//! Exports of proofs: what is in the files is enough for a checker, and a proof that does not hold leaves nothing.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use sixfold_host::{HostError, ProofExport};
use sixfold_solver::{
    Outside, ProofCheck, REGISTRY, Request, Run, Tally, count, follow_proof, solve,
};

/// A place for a proof in memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Outside for Memory {
    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        self.0.lock().unwrap().clear();
        Ok(Box::new(self.clone()))
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        Ok(Box::new(Cursor::new(self.0.lock().unwrap().clone())))
    }
}

/// Without a solution, as a search finds.
const REFUTABLE: &str = "hexiom 3\n4 1 4\n1 +. . 1\n4 . 6 . 4\n1 . . 1\n4 1 4\n";

fn preset(name: &str) -> String {
    let (family, name) = name.split_once('/').unwrap();
    REGISTRY.named(family).unwrap().rules.preset(name).unwrap()
}

/// The proof that an engine writes about a board.
fn proof_of(board: &str, engine: &str, settings: &[(&str, &str)]) -> String {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request = Request { text: board, engine: Some(engine), prove: true, settings: &settings };
    let (memory, stop) = (Memory::default(), AtomicBool::new(false));
    let run = Run { outside: &memory, ..Run::alone(1, &stop) };
    match engine {
        "orbits" => drop(count(REGISTRY, &request, &Tally::default(), &run).unwrap()),
        _ => drop(solve(REGISTRY, &request, &run).unwrap()),
    }
    let proof = memory.0.lock().unwrap().clone();
    String::from_utf8(proof).unwrap()
}

fn exported(board: &str, proof: &str, folder: &Path) -> Result<Option<usize>, HostError> {
    let mut export = ProofExport::open(folder)?;
    let mut reader = proof.as_bytes();
    let checked = follow_proof(REGISTRY, board, &mut reader, &mut || false, &mut export).unwrap();
    let parts = export.finish(&checked)?;
    assert_eq!(parts.is_some(), matches!(checked, ProofCheck::Accepted { .. }));
    Ok(parts)
}

/// The clauses of a DIMACS file.
fn clauses(path: &Path) -> Vec<Vec<i32>> {
    let text = fs::read_to_string(path).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    let words: Vec<&str> = head.split(' ').collect();
    let numbers = |line: &str| -> Vec<i32> {
        let numbers: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.last(), Some(&0));
        numbers[..numbers.len() - 1].to_vec()
    };
    let clauses: Vec<Vec<i32>> = rest.lines().map(numbers).collect();
    assert_eq!((&words[..2], words[3]), (&["p", "cnf"][..], &*clauses.len().to_string()));
    clauses
}

/// The words after a word that begins lines of a part.
fn lines<'a>(part: &'a str, word: &'a str) -> impl Iterator<Item = Vec<&'a str>> + 'a {
    let rest = move |line: &'a str| line.strip_prefix(word)?.strip_prefix(' ');
    part.lines().filter_map(rest).map(|rest| rest.split(' ').collect())
}

/// Checks the files of an export alone, and returns how many facts were taken over.
fn files_hold(folder: &Path) -> usize {
    let manifest = fs::read_to_string(folder.join("manifest.txt")).unwrap();
    assert!(manifest.starts_with("sixfold export 1\nboard ") && manifest.contains("\nbelieve "));
    let mut taken = 0;
    let mut before: Vec<(HashSet<Vec<i32>>, Vec<i32>)> = Vec::new();
    for part in manifest.split("\npart ").skip(1) {
        let file = |word| folder.join(lines(part, word).next().unwrap()[0]);
        let formula = clauses(&file("formula"));
        let mut proof = BufReader::new(fs::File::open(file("proof")).unwrap());
        let slices = formula.iter().map(Vec::as_slice);
        let summary = sixfold_checker::check(slices, &mut proof, &mut || false).unwrap();
        let steps = fs::read_to_string(file("proof")).unwrap();
        assert!(!steps.contains('c') && steps.ends_with("0\n"));
        let mut ids = (formula.len() as u64 + 1)..;
        for line in steps.lines().filter(|line| !line.contains('d')) {
            assert_eq!(line.split(' ').next(), Some(&*ids.next().unwrap().to_string()));
        }
        // A formula with an empty clause is refuted as it is, but other checkers want a step.
        let at_once = formula.iter().any(Vec::is_empty);
        assert!(at_once || (summary.derived > 0 && proof.fill_buf().unwrap().is_empty()));
        let sorted = |mut clause: Vec<i32>| {
            clause.sort_unstable();
            clause
        };
        let set: HashSet<Vec<i32>> = formula.into_iter().map(sorted).collect();
        for need in lines(part, "needs") {
            let (literal, from) = (need[0].parse().unwrap(), need[3].parse::<usize>().unwrap());
            let (giver, shows) = &before[from - 1];
            assert!(set.contains(&vec![literal]) && shows.contains(&literal), "{need:?}");
            let denial = sorted(shows.iter().map(|literal| -literal).collect());
            assert!(giver.contains(&denial), "{denial:?}");
            assert!(giver.iter().all(|clause| *clause == denial || set.contains(clause)));
            taken += 1;
        }
        before.push((set, lines(part, "shows").map(|it| it[0].parse().unwrap()).collect()));
    }
    taken
}

#[test]
fn the_files_of_an_export_are_enough_for_a_checker() {
    let folder = tempfile::tempdir().unwrap();
    let mut taken = Vec::new();
    for (at, (board, engine, settings)) in [
        (REFUTABLE.to_owned(), "sat", &[("symmetry", "break")][..]),
        (preset("fences/example"), "orbits", &[]),
        (preset("neighbors/3"), "sat", &[]),
        (preset("neighbors/4"), "sat", &[]),
        (preset("neighbors/4"), "sat", &[("counting", "adder")]),
        (preset("neighbors/4"), "sat", &[("ring", "4"), ("interior", "1")]),
        (preset("neighbors/8"), "class", &[]),
    ]
    .into_iter()
    .enumerate()
    {
        let proof = proof_of(&board, engine, settings);
        let folder = folder.path().join(at.to_string());
        assert!(exported(&board, &proof, &folder).unwrap() > Some(0), "{board}");
        taken.push(files_hold(&folder));
    }
    assert_eq!(taken[..2], [0, 0], "parts of hexiom and fences stand alone");
    assert!(taken[3..].iter().all(|&taken| taken > 0), "{taken:?}");
}

#[test]
fn a_proof_that_does_not_hold_leaves_nothing() {
    let (board, folder) = (preset("neighbors/4"), tempfile::tempdir().unwrap());
    let proof = proof_of(&board, "sat", &[]);
    let cut = &proof[..proof.rfind("c part ").unwrap()];
    let new = folder.path().join("new");
    assert_eq!(exported(&board, cut, &new).unwrap(), None);
    assert!(!new.exists(), "the folder was made for the export");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert_eq!(exported(&board, cut, &empty).unwrap(), None);
    assert_eq!(fs::read_dir(&empty).unwrap().count(), 0);
    assert!(exported(&board, &proof, &empty).unwrap().is_some());
    let refused = exported(&board, &proof, &empty).unwrap_err().to_string();
    assert!(refused.contains("it is not empty"), "{refused}");
    assert!(files_hold(&empty) > 0, "a refused folder stays as it is");
}
