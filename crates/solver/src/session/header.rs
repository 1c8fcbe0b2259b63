//! The first lines of a proof: version, engine, bound, options; then the solutions that it excludes.

use sixfold_puzzle::{ParsedPuzzle, Puzzle, join};

use super::verified::verified;
use crate::certificate::{
    BOUND_MARK, ENGINE_MARK, OPTIONS_MARK, PROOF_MARK, QUOTE_MARK, SOLUTION_MARK,
};
use crate::engine::Prepared;
use crate::options::Options;

/// What a proof is said to be about.
pub(super) struct Stated<'a> {
    pub(super) rules: &'static dyn Puzzle,
    pub(super) puzzle: &'a ParsedPuzzle,
    pub(super) options: &'a Options,
    pub(super) bound: Option<i128>,
}

/// The lines of a proof before its first part.
pub(super) struct Top<'a> {
    pub(super) header: &'a Header,
    /// The solutions that it lists.
    pub(super) listed: &'a [String],
}

/// What every version of a proof begins with.
const ANY_VERSION: &str = "sixfold proof ";

/// What the header of a proof says. Each line is there once, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) engine: String,
    pub(super) bound: Option<i128>,
    /// All options that have a value, as the engine writes them.
    pub(super) options: String,
}

impl Header {
    /// Takes the header off the comment lines at the beginning of a proof.
    pub(super) fn take(lines: &mut &[String]) -> Result<Self, String> {
        version(lines.first())?;
        *lines = &lines[1..];
        let engine = field(lines, ENGINE_MARK)?.ok_or("line 2: it names no engine")?;
        let bound = field(lines, BOUND_MARK)?.map(|word| bound(&word)).transpose()?;
        let place = if bound.is_some() { 4 } else { 3 };
        let options = field(lines, OPTIONS_MARK)?;
        let options = options.ok_or_else(|| {
            format!("line {place}: `c {OPTIONS_MARK}…` is expected, the options in force")
        })?;
        Ok(Self { engine, bound, options })
    }

    /// How many lines it takes.
    pub(super) fn lines(&self) -> u64 {
        3 + u64::from(self.bound.is_some())
    }

    /// The options as settings.
    pub(super) fn settings(&self) -> Result<Vec<(String, String)>, String> {
        let words = self.options.split(' ').filter(|_| !self.options.is_empty());
        let pair = |word: &str| match word.split_once('=') {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => Err(format!("line {}: `{word}` is not name=value", self.lines())),
        };
        words.map(pair).collect()
    }
}

/// Demands the version that this program writes.
fn version(line: Option<&String>) -> Result<(), String> {
    match line {
        Some(line) if line == PROOF_MARK => Ok(()),
        Some(line) if line.starts_with(ANY_VERSION) => Err(format!(
            "it is of another version, `{line}`; this program checks `{PROOF_MARK}`, so it has to be \
             written again"
        )),
        _ => Err("its first line is missing".to_owned()),
    }
}

/// The rest of the first line, if it begins with a mark.
fn field(lines: &mut &[String], mark: &str) -> Result<Option<String>, String> {
    let Some(rest) = lines.first().and_then(|line| line.strip_prefix(mark)) else {
        return Ok(None);
    };
    *lines = &lines[1..];
    Ok(Some(rest.to_owned()))
}

/// A number as this program writes it: without plus sign, blanks and leading zeros.
fn bound(word: &str) -> Result<i128, String> {
    let number = word.parse().ok().filter(|number: &i128| number.to_string() == word);
    number.ok_or_else(|| format!("line 3: its bound `{word}` is no number"))
}

/// What the listed solutions show, after each was found to be complete and correct by the verifier.
pub(super) fn known(
    prepared: &dyn Prepared,
    stated: &Stated<'_>,
    top: &Top<'_>,
) -> Result<Vec<String>, String> {
    let instance = stated.puzzle.text.as_str();
    let mut known: Vec<String> = Vec::new();
    let first = top.header.lines() + 1;
    let mut lines = (first..).zip(top.listed).peekable();
    while let Some((place, line)) = lines.next() {
        if line != SOLUTION_MARK || !prepared.excludes() {
            return Err(format!("line {place}: `{line}` has no meaning here"));
        }
        let mut solution = String::new();
        while let Some(quoted) = lines.peek().and_then(|(_, line)| line.strip_prefix(QUOTE_MARK)) {
            solution.push_str(quoted);
            solution.push('\n');
            lines.next();
        }
        let at = |problem: String| format!("line {place}: the solution listed here: {problem}");
        verified(stated.rules, instance, &solution).map_err(at)?;
        let printed = stated.rules.solution(&join(instance, &solution));
        if !printed.is_ok_and(|printed| printed.as_ref() == Some(&solution)) {
            return Err(at("it is not in the form in which solutions are printed".to_owned()));
        }
        let shown = prepared.shows(&solution).map_err(at)?;
        if known.last().is_some_and(|before| *before >= shown) {
            return Err(at("the list is not sorted, or has it twice".to_owned()));
        }
        known.push(shown);
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<(Header, usize), String> {
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        let mut rest = &lines[..];
        Header::take(&mut rest).map(|header| (header, rest.len()))
    }

    #[test]
    fn a_header_has_each_line_once_in_order() {
        let (header, rest) =
            read(&["sixfold proof 3", "engine sat", "bound 3", "options a=b c=4,5", "solution"])
                .unwrap();
        assert_eq!((header.bound, header.lines(), rest), (Some(3), 4, 1));
        let settings = [("a", "b"), ("c", "4,5")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(header.settings(), Ok(settings.to_vec()));
        let (header, _) = read(&["sixfold proof 3", "engine sat", "options "]).unwrap();
        assert_eq!((header.bound, header.lines(), header.settings()), (None, 3, Ok(vec![])));
        for (lines, problem) in [
            (&[][..], "its first line is missing"),
            (&["sixfold proof 2", "engine sat", "options "], "another version"),
            (&["sixfold proof 30", "engine sat", "options "], "another version"),
            (&["sixfold proof 3", "options "], "line 2: it names no engine"),
            (&["sixfold proof 3", "engine sat"], "line 3: `c options …` is expected"),
            (&["sixfold proof 3", "engine sat", "engine sat", "options "], "line 3: `c options …`"),
            (&["sixfold proof 3", "engine sat", "options ", "bound 3"], ""),
            (&["sixfold proof 3", "engine sat", "bound 3", "bound 3", "options "], "line 4: "),
            (&["sixfold proof 3", "engine sat", "bound +3", "options "], "`+3` is no number"),
            (&["sixfold proof 3", "engine sat", "bound 03", "options "], "`03` is no number"),
            (&["sixfold proof 3", "engine sat", "bound ", "options "], "`` is no number"),
        ] {
            match read(lines) {
                Err(error) => assert!(!problem.is_empty() && error.contains(problem), "{error}"),
                // What follows the options is no part of the header.
                Ok((_, rest)) => assert_eq!((problem, rest), ("", 1), "{lines:?}"),
            }
        }
        let (header, _) = read(&["sixfold proof 3", "engine sat", "options a=b cd"]).unwrap();
        assert_eq!(header.settings().unwrap_err(), "line 3: `cd` is not name=value");
        let (header, _) = read(&["sixfold proof 3", "engine sat", "options a=b  c=d"]).unwrap();
        assert!(header.settings().is_err(), "an empty word");
    }
}
