//! Families in words: what a person reads to find out what there is.

use std::fmt::Write as _;

use sixfold_puzzle::{COORDINATES, Term, puzzles};
use sixfold_solver::{Engine, OptionRow, Registration, Role};
use sixfold_wire::Family;

/// A family in three lines.
#[must_use]
pub fn family_line(family: &Registration) -> String {
    let about = family.rules.about();
    let presets = family.rules.presets();
    let span = match &presets[..] {
        [] => "no presets".to_owned(),
        [only] => format!("{}/{only}", about.name),
        [first, .., last] => format!("{0}/{first} … {0}/{last}", about.name),
    };
    let engines: Vec<_> = family.engines.iter().map(|engine| engine.name()).collect();
    let engines = if engines.is_empty() { "none yet".to_owned() } else { engines.join(", ") };
    format!("{}\n    {}\n    presets: {span}; engines: {engines}\n", about.name, about.description)
}

/// Everything that there is to know about a family: text format, rules, engines with their options, presets.
#[must_use]
pub fn family_page(family: &Registration, data: &Family) -> String {
    let about = family.rules.about();
    let mut page = format!("{}\n\n", about.description);
    let _ = writeln!(
        page,
        "Text: `{} N` (N from {}), then 2N-1 rows of",
        about.name, about.least_order
    );
    page.push_str(&table(about.tokens));
    let _ = writeln!(page, "Solution: {}", about.solution);
    page.push_str("Cells: q,r from the centre 0,0; a step to the right adds 1,0, a step down to the right 0,1\n");
    let views: Vec<Term> = about.views.iter().copied().chain([COORDINATES]).collect();
    for (title, terms) in [
        ("Settings of the first line:", about.settings),
        ("Rules, by the code that `check` reports:", about.rules),
        ("Reasons why a board can be impossible:", about.reasons),
        ("Bounds that need no search:", family.rules.bounds()),
        ("Views for `draw --view`, the usual one first:", &views[..]),
    ] {
        if !terms.is_empty() {
            let _ = write!(page, "\n{title}\n{}", table(terms));
        }
    }
    page.push_str("\nEngines:\n");
    if family.engines.is_empty() {
        page.push_str("    none yet\n");
    }
    let (usual, classic): (Vec<&dyn Engine>, Vec<&dyn Engine>) =
        family.engines.iter().copied().partition(|engine| engine.row().role == Role::Production);
    usual.into_iter().for_each(|engine| page.push_str(&engine_lines(engine)));
    if !classic.is_empty() {
        page.push_str(
            "\nMethods of the articles, for comparison and teaching (also with --engine):\n",
        );
    }
    classic.into_iter().for_each(|engine| page.push_str(&engine_lines(engine)));
    if let Some(maker) = family.maker {
        let _ = writeln!(page, "\nMaker: {}", maker.description);
        maker.options.iter().for_each(|option| page.push_str(&option_line(option)));
    }
    if let Some(trainer) = family.trainer {
        let _ = writeln!(page, "\nTrainer: {}", trainer.description);
        trainer.options.iter().for_each(|option| page.push_str(&option_line(option)));
    }
    if !family.rules.formats().is_empty() {
        page.push_str("\nForeign formats for import and export:\n");
    }
    for format in family.rules.formats() {
        let _ = writeln!(page, "    {}-{:10} {}", about.name, format.name, format.description);
    }
    let _ = write!(page, "\nPresets:\n{}", wrapped(&data.presets));
    let _ = write!(page, "\nSolved examples:\n{}", wrapped(&data.examples));
    for (title, folder) in
        [("Boards that break a rule", "bad"), ("Boards without solution", "impossible")]
    {
        let names = puzzles::names(about.name, folder);
        let names: Vec<_> =
            names.iter().map(|name| format!("{}/{folder}/{name}", about.name)).collect();
        if !names.is_empty() {
            let _ = write!(page, "\n{title}:\n{}", wrapped(&names));
        }
    }
    page
}

fn table(terms: &[Term]) -> String {
    let row = |term: &Term| format!("    {:14} {}\n", term.word, term.meaning);
    terms.iter().map(row).collect()
}

fn engine_lines(engine: &dyn Engine) -> String {
    let row = engine.row();
    let powers: Vec<_> = engine.powers().iter().map(|power| power.name()).collect();
    let mut text = format!("    {:14} {} ({})\n", row.name, row.description, powers.join(", "));
    row.options.iter().for_each(|option| text.push_str(&option_line(option)));
    text
}

fn option_line(option: &OptionRow) -> String {
    let default = option.default().unwrap_or_else(|| "unset".to_owned());
    let restricts = if option.restricts { "; restricts the search" } else { "" };
    let (name, range, meaning) = (option.name, option.range(), option.meaning);
    format!("      --set {name}={range}  {meaning} [{default}]{restricts}\n")
}

/// Wraps words into indented lines.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut line = String::from("   ");
    for word in words {
        if line.len() + word.len() > 98 {
            text.push_str(&line);
            text.push('\n');
            line = String::from("   ");
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
    text
}

/// The first word of a text that is no comment: the family.
#[must_use]
pub fn first_word(text: &str) -> Option<&str> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_whitespace().next()).next()
}

/// A text with its long lines folded between words, each below the last column that it has.
#[must_use]
pub fn folded(text: &str, columns: usize) -> String {
    let fold = |line: &str| {
        let indent = " ".repeat(hanging(line, columns));
        let options = textwrap::Options::new(columns).subsequent_indent(&indent);
        let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(line, options) + "\n"
    };
    text.lines().map(fold).collect()
}

/// Where the rest of a line goes on: below its last column, if there is room, else two places further in than the line.
fn hanging(line: &str, columns: usize) -> usize {
    let characters = |part: &str| part.chars().count();
    let inside = characters(line) - characters(line.trim_start());
    let column = line.trim_end().rfind("  ").map_or(0, |at| characters(&line[..at + 2]));
    let further = if inside == 0 { 0 } else { inside + 2 };
    if column > inside && 2 * column <= columns { column } else { further.min(columns / 2) }
}

/// What is said to who types the name of the program alone.
pub const WELCOME: &str = "\
sixfold: combinatorial puzzles on hexagonal grids.
Find it, prove it, draw it. Three things to try:

  sixfold tour             see everything once
  sixfold solve hexiom/38  solve a puzzle
  sixfold serve --open     work in the browser

`sixfold list` shows the puzzles,
`sixfold --help` all verbs.
";

/// What stands below the help of the program.
pub const EXAMPLES: &str = "\
A FILE is a path, a preset (hexiom/08), an example (hexiom/good/08, hexiom/bad/count,
hexiom/impossible/odd-sum), a record (records/balto/10), or - for standard input.

Examples:
  sixfold tour                               see everything once
  sixfold list magic                         presets, tokens, engines of a family
  sixfold solve magic/3 -o solved.txt        find a solution, verified
  sixfold check solved.txt                   is it right, and if not, why not
  sixfold draw solved.txt -o solved.png      draw it
  sixfold solve magic/3 | sixfold draw -     the same as a pipeline, in the terminal
  sixfold sweep magic --order 3 --set start=-20..2    count for each start
  sixfold runs                               what was interrupted and can be resumed

Exit codes: 0 solved or correct, 1 impossible or a rule is broken, 2 bad input or usage,
3 stopped before it was decided, 4 a bug in sixfold.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_folded_below_their_last_column() {
        let text = "short\n    odd-sum  the numbers add up to an odd sum\nSolution: the rows again, with the tiles\n";
        let wanted = "short\n    odd-sum  the numbers add\n             up to an odd sum\nSolution: the rows again, with\nthe tiles\n";
        assert_eq!(folded(text, 30), wanted);
        assert_eq!(folded(text, 80), text);
        let narrow = folded(
            "      --set counting=totalizer|sequential|network  how tiles are counted\n",
            30,
        );
        assert_eq!(
            narrow,
            "      --set\n        counting=totalizer|seq\n        uential|network  how\n        tiles are counted\n"
        );
        for columns in [1, 2, 7] {
            assert!(folded(text, columns).lines().count() > 3);
        }
    }

    #[test]
    fn the_welcome_fits_into_fifty_columns() {
        assert!(WELCOME.lines().all(|line| line.chars().count() <= 50), "{WELCOME}");
    }
}
