//! The trainer of the engine `store`: it writes the text of a store, merges stores, and counts the
//! boards of an order that a store has chunks for.
//!
//! Chunks come from stores (`chunks`, `merge`), from solved boards of any orders (`solved`) and from
//! beams (`beams`). Then rows of good boards are filled again in all ways (`vary`), and boards of the
//! order are put together, turned and cut again, round by round, until there is nothing new. Without
//! rounds and beams nothing is searched: stores are merged and counted.
//!
//! Stores come in and go out as streams; which files hold them is up to the front end. Only the chunks
//! that fit the order and the level are kept in memory. Their bytes and those of the tables are charged
//! to the budget of the run.

use std::io::Write;

use sixfold_puzzle::families::neighbors::{Known, Neighbors};
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::text::Block;
use sixfold_puzzle::{Family as _, families, parse};

use super::files::Written;
use super::window::TALLEST;
use super::{BOARDS, CHUNKS, LEVEL, SLACK, Shelf, StoreCounts, StoreSearch, WIDTH, size};
use crate::families::neighbors::search::beam::BeamOptions;
use crate::families::neighbors::search::beam::engine::LARGEST_BEAM;
use crate::options::{OptionKind, OptionRow};
use crate::random::Random;
use crate::run::Charge;
use crate::trainer::{TrainTask, Trained, Trainer};

const BEAMS: OptionRow = OptionRow {
    name: "beams",
    meaning: "how many beams fill the store, for each of three orders",
    kind: OptionKind::Integer { default: Some(0), least: 0, most: 1000 },
    restricts: false,
};
const MERGE: OptionRow = OptionRow {
    name: "merge",
    meaning: "a second store, whose chunks are added",
    kind: OptionKind::Stream,
    restricts: false,
};
const SOLVED: OptionRow = OptionRow {
    name: "solved",
    meaning: "solved boards of any orders, one after the other, which are cut",
    kind: OptionKind::File,
    restricts: false,
};
const VARY: OptionRow = OptionRow {
    name: "vary",
    meaning: "how many rounds of variation: rows of good boards are filled again in all ways within the slack",
    kind: OptionKind::Integer { default: Some(0), least: 0, most: 1_000_000 },
    restricts: false,
};
const WINDOW: OptionRow = OptionRow {
    name: "window",
    meaning: "how many consecutive rows a variation fills at a time",
    kind: OptionKind::Integer { default: Some(2), least: 1, most: TALLEST as i64 },
    restricts: false,
};

/// The trainer.
pub(crate) static TRAINER: Trainer = Trainer {
    description: "a store of chunks of three rows for the engine store, shared by all orders",
    options: &[LEVEL, BEAMS, BOARDS, SLACK, WIDTH, CHUNKS, MERGE, SOLVED, VARY, WINDOW],
    largest: LARGEST_BEAM,
    train,
};

/// Gathers chunks and counts.
fn train(task: &TrainTask<'_>, output: &mut dyn Write) -> Result<Trained, String> {
    let TrainTask { order, rounds, options, run } = *task;
    let mut work = StoreSearch {
        order,
        level: size(options, &LEVEL) as u8,
        boards: size(options, &BOARDS),
        slack: size(options, &SLACK),
        beam: BeamOptions::of_width(size(options, &WIDTH)),
        shelf: Shelf::default(),
        charge: Charge::none(run.budget),
        random: Random::new(run.seed),
        run,
    };
    let named = |row: &'static OptionRow| Some((row, options.text(row)?));
    let files: Vec<_> = [&CHUNKS, &MERGE].into_iter().filter_map(named).collect();
    let loaded = work.load_all(files.iter().copied())?;
    if let Some(text) = options.text(&SOLVED) {
        cut_solved(&mut work.shelf, text, work.level)?;
    }
    let rounds = usize::try_from(rounds).unwrap_or(usize::MAX);
    let filled = loaded
        .and_then(|()| work.fill(size(options, &BEAMS)))
        .and_then(|()| work.vary(size(options, &VARY), size(options, &WINDOW)))
        .and_then(|()| work.grow(rounds));
    let counts = work.counts();
    let written = work.write(&files, output)?;
    let Written { chunks, new, bytes } = written;
    let words = words(&work, counts, written);
    let mut figures = vec![("chunks", chunks as f64), ("new", new as f64), ("bytes", bytes as f64)];
    figures.extend(counts.iter().flat_map(StoreCounts::named).map(|(name, it)| (name, it as f64)));
    Ok(Trained { learned: true, figures, words, halt: filled.err() })
}

/// What the store has, in words.
fn words(work: &StoreSearch<'_>, counts: Option<StoreCounts>, written: Written) -> String {
    let (order, level, Written { chunks, new, bytes }) = (work.order, work.level, written);
    let boards = match counts {
        Some(StoreCounts { penalty, boards, next }) => {
            format!("{boards} boards of penalty {penalty}, {next} of {}", penalty + 1)
        }
        None => "no board".to_owned(),
    };
    format!("{chunks} chunks, {new} new, {bytes} bytes; order {order} to level {level}: {boards}")
}

/// Cuts solved boards; each begins with its header.
fn cut_solved(shelf: &mut Shelf, text: &str, level: u8) -> Result<(), String> {
    let header = |line: &str| line.starts_with(Neighbors::ABOUT.name);
    let starts: Vec<usize> = (0..text.len())
        .filter(|&at| text.is_char_boundary(at) && (at == 0 || text[..at].ends_with('\n')))
        .filter(|&at| header(&text[at..]))
        .collect();
    if starts.is_empty() {
        return Err(
            "solved: there is no board; expected `neighbors N`, its rows, `solution` and its rows"
                .to_owned(),
        );
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    for (number, (start, end)) in starts.iter().copied().zip(ends).enumerate() {
        let board = solved_board(&text[start..end]);
        let (hexagon, values) = board.map_err(|problem| {
            let line = text[..start].lines().count() + 1;
            format!("solved: board {} (from line {line} on): {problem}", number + 1)
        })?;
        let cut: Vec<u8> = values.iter().map(|&value| value.min(level + 1)).collect();
        shelf.add(&hexagon, &cut, level);
    }
    Ok(())
}

/// The values of a solved board, which must be complete and correct.
fn solved_board(text: &str) -> Result<(Hexagon, Vec<u8>), String> {
    let instance = parse::<Neighbors>(text).map_err(|error| error.to_string())?;
    let solution = families::NEIGHBORS.solution(text).map_err(|error| error.to_string())?;
    let solution =
        solution.ok_or("it has no solution; expected a line `solution` and rows after it")?;
    let values = Neighbors::parse_solution(&instance, &Block::new(&solution));
    let values = values.map_err(|error| error.to_string())?;
    if let Some(violation) = Neighbors::violations(&instance, &values).first() {
        return Err(violation.message.clone());
    }
    let values: Option<Vec<u8>> = values.into_iter().map(Known::value).collect();
    Ok((instance.hexagon, values.ok_or("expected a value in every cell")?))
}
