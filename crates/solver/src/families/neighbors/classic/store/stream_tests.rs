//! The text of a store: read, refused, and merged as a stream.

use std::io::Read as _;

use sixfold_puzzle::hex::Hexagon;

use super::shelf::Shelf;
use super::stream::{ChunkReader, ChunkWriter, Sorted, merge};
use super::tests::{beam_boards, figure, gathered, laid_out, sealed};
use crate::run::{Budget, Halt};

#[test]
fn the_text_of_a_store_is_read_back() {
    let mut shelf = Shelf::default();
    for (order, level) in [(1, 1), (2, 2), (4, 4), (5, 3)] {
        let hexagon = Hexagon::new(order);
        for (_, values) in beam_boards(order, level, 10).boards {
            shelf.add(&hexagon, &values, level);
        }
    }
    let text = shelf.to_string();
    assert!(text.starts_with("sixfold row3 2\n1 /1/\n2 "), "{text}");
    assert_eq!(text.parse(), Ok(shelf));
}

#[test]
fn errors_of_the_text_name_the_line() {
    let error = |lines: &str| sealed(lines).parse::<Shelf>().unwrap_err().to_string();
    let foreign = "line 1: this is no store of chunks; expected `sixfold row3 2`";
    assert_eq!(error("row3\n"), foreign);
    let old = "line 1: version 1 of a store; expected `sixfold row3 2`";
    assert_eq!(error("sixfold row3 1\n"), old);
    let chunk = |line: &str| error(&format!("sixfold row3 2\n1 /1/\n{line}\n"));
    for (line, problem) in [
        ("", "expected a level and three rows"),
        ("9 /1/", "`9` is no level; expected 1 to 6"),
        ("2 /1", "expected three rows with `/` between them, found 2"),
        ("2 /12/1x1", "`x` is no cell; expected 1 to 2, or + for more"),
        (
            "2 1/1/1",
            "rows of lengths [1, 1, 1] are nowhere consecutive; expected each one longer or shorter",
        ),
        ("2 /12/32+", "`3` is no cell; expected 1 to 2, or + for more"),
        (
            "2 /+2/222",
            "a cell in the middle row lacks a support; expected each lower value beside it",
        ),
        ("2 /2+1/1+2+", "the least image of this chunk is another; expected `2 /1+2/+2+1`"),
        ("02 /1+2/+2+1", "`02` is no level; expected 1 to 6"),
        ("1 /1/", "the chunk is out of order; expected one after that of the line above"),
    ] {
        assert_eq!(chunk(line), format!("line 3: {problem}"));
    }
}

/// Whatever happens to a text, it is read as it was or refused with what was expected.
#[test]
fn a_text_that_was_changed_or_cut_short_is_refused() {
    let mut shelf = Shelf::default();
    for (_, values) in beam_boards(4, 3, 10).boards {
        shelf.add(&Hexagon::new(4), &values, 3);
    }
    let text = shelf.to_string();
    for end in 0..text.len() {
        let problem = text[..end].parse::<Shelf>().unwrap_err().to_string();
        assert!(problem.contains("expected"), "{end}: {problem}");
    }
    for at in 0..text.len() {
        for mark in ["1", "2", "+", "/", "\n", "e", "é", ""] {
            let changed = format!("{}{mark}{}", &text[..at], &text[at + 1..]);
            if changed != text {
                let problem = changed.parse::<Shelf>().unwrap_err().to_string();
                assert!(problem.contains("expected"), "{at} {mark}: {problem}");
            }
        }
    }
    for after in ["\n", "x", "end 0 chunks 0\n"] {
        assert!(format!("{text}{after}").parse::<Shelf>().is_err(), "{after}");
    }
}

/// Lines in order that are no board's: the middle row has 1s only, so it needs no support. The last row
/// counts in binary; its ends make each chunk the least of its images.
fn large(count: usize) -> String {
    let mut text = "sixfold row3 2\n".to_owned();
    for number in 0..count {
        let bits = format!("{number:020b}").replace('0', "1!").replace('1', "+").replace("+!", "1");
        let (upper, middle, rest) = ("1".repeat(200), "1".repeat(201), "1".repeat(178));
        text.push_str(&format!("1 {upper}/{middle}/+1{bits}{rest}++\n"));
    }
    sealed(&text)
}

/// Above the limit of texts, a store is merged and queried with memory for the chunks at hand.
#[test]
fn a_large_file_is_merged_and_queried_in_little_memory() {
    let mut shelf = Shelf::default();
    for (_, values) in beam_boards(4, 3, 50).boards {
        shelf.add(&Hexagon::new(4), &values, 3);
    }
    let (large, small) = (large(29_000), shelf.to_string());
    assert!(large.len() > 16 << 20);
    let before = laid_out(&shelf, 4, 3, 40);
    let least = before.least().unwrap();
    let files = [("chunks", large.as_str()), ("merge", small.as_str())];
    let budget = Budget::of(1 << 20);
    let (merged, text) = gathered(4, 0, &[("level", "3")], &files, &budget).unwrap();
    assert_eq!((merged.halt, budget.used()), (None, 0));
    assert_eq!(text.lines().count(), 29_000 + shelf.len() + 2);
    assert_eq!(figure(&merged, "new"), shelf.len() as u128);
    assert_eq!(figure(&merged, "level-boards"), before.exactly(least));
    // What the order and the level need does not fit: the store is merged all the same.
    let files = [("chunks", small.as_str())];
    let (halted, text) = gathered(4, 0, &[("level", "3")], &files, &Budget::of(500)).unwrap();
    assert_eq!((halted.halt, text), (Some(Halt::Memory), small));
}

/// The stores of several beams, merged as streams and in memory.
#[test]
fn a_merge_of_streams_equals_that_in_memory() {
    let shelves = [(3, 2, 10), (4, 3, 30), (4, 3, 5), (5, 3, 10)].map(|(order, level, width)| {
        let mut shelf = Shelf::default();
        for (_, values) in beam_boards(order, level, width).boards {
            shelf.add(&Hexagon::new(order), &values, level);
        }
        shelf
    });
    for subset in 0_usize..16 {
        let chosen = || (0..4).filter(|at| subset >> at & 1 == 1).map(|at| &shelves[at]);
        let texts: Vec<String> = chosen().map(ToString::to_string).collect();
        let stream = |text: &'_ String| -> Sorted<'static> {
            let reader = ChunkReader::new(std::io::Cursor::new(text.clone())).unwrap();
            Box::new(reader.map(|it| it.map_err(|error| error.to_string())))
        };
        let mut streams: Vec<_> = texts.iter().map(stream).collect();
        let mut merged = Vec::new();
        let mut writer = ChunkWriter::new(&mut merged).unwrap();
        let counts = merge(&mut streams, &mut writer).unwrap();
        assert_eq!(counts, chosen().map(|it| it.len() as u64).collect::<Vec<_>>());
        let mut wanted = Shelf::default();
        chosen().flat_map(Shelf::all).for_each(|chunk| _ = wanted.insert(chunk.clone()));
        assert_eq!(String::from_utf8(merged).unwrap(), wanted.to_string(), "{subset:b}");
    }
}

/// A file that is wrong somewhere is refused with the option and the line, and nothing ends early.
#[test]
fn files_are_refused_with_their_line() {
    let error = |option: &str, text: &str| {
        let files = [(option, text)];
        gathered(4, 0, &[("level", "2")], &files, &Budget::unlimited()).unwrap_err()
    };
    let good = sealed("sixfold row3 2\n1 /1/\n2 /1+2/+2+1\n");
    assert!(gathered(4, 0, &[], &[("merge", &good)], &Budget::unlimited()).is_ok());
    let unsorted = sealed("sixfold row3 2\n2 /1+2/+2+1\n1 /1/\n");
    for (text, problem) in [
        (unsorted, "line 3: the chunk is out of order"),
        (good.replace("row3 2", "row3 9"), "line 1: version 9 of a store"),
        (good.replace("1 /1/\n", ""), "line 3: `end 2 chunks"),
        (good[..good.len() - 30].to_owned(), "line 4: the text is cut short"),
        (good.clone() + "1", "line 5: there is more after the last line"),
        (good.replace("1 /1/", &"1".repeat(2000)), "line 2: the line is too long"),
    ] {
        for option in ["chunks", "merge"] {
            let found = error(option, &text);
            assert!(found.starts_with(&format!("{option}: {problem}")), "{found}");
            assert!(found.contains("expected"), "{found}");
        }
    }
    let endless = ChunkReader::new(std::io::BufReader::new(std::io::repeat(b'a').take(1 << 40)));
    assert!(endless.err().unwrap().to_string().starts_with("line 1: the line is too long"));
    let foreign = ChunkReader::new(&b"sixfold row3 2\n\xff\n"[..]).unwrap().next().unwrap();
    assert_eq!(foreign.unwrap_err().to_string(), "line 2: this is no text; expected UTF-8");
}
