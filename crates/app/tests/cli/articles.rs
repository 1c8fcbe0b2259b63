//! Test of `docs/articles.md`: each command of its tables prints what the page says.
//!
//! The last column of a row is how long the command takes. Rows of up to five seconds are run by
//! every test, rows of minutes only with `SIXFOLD_ARTICLES=minutes`, rows of hours never.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A row of a table: a method, figure or wish of an article.
struct Row {
    command: String,
    /// A part of what the command prints.
    prints: String,
    seconds: f64,
}

/// The rows of the article whose heading begins with a word.
fn rows(article: &str) -> Vec<Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/articles.md");
    let page = fs::read_to_string(page).unwrap();
    let heading = format!("## {article}");
    let section = page.split_once(&heading).unwrap_or_else(|| panic!("no {heading}")).1;
    let section = section.split("\n## ").next().unwrap();
    section.lines().filter(|line| line.starts_with("| ")).skip(1).map(row).collect()
}

fn row(line: &str) -> Row {
    let line = line.replace("\\|", "\u{0}");
    let cells: Vec<String> =
        line.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect();
    let [_, _, command, prints, _, time, _] = &cells[..] else { panic!("five columns: {line}") };
    let code = |cell: &str| cell.trim_matches('`').to_owned();
    Row { command: code(command), prints: code(prints), seconds: seconds(time) }
}

fn seconds(time: &str) -> f64 {
    let (number, unit) = time.split_once(' ').unwrap_or_else(|| panic!("no time: {time}"));
    let number: f64 = number.parse().unwrap_or_else(|_| panic!("no time: {time}"));
    match unit {
        "s" => number,
        "min" => 60.0 * number,
        "h" => 3600.0 * number,
        _ => panic!("no unit of time: {time}"),
    }
}

/// Runs the rows of an article that are due, each in a folder of its own.
fn follow(article: &str) {
    let most = match std::env::var("SIXFOLD_ARTICLES").as_deref() {
        Ok("minutes") => 1800.0,
        _ => 5.0,
    };
    let rows = rows(article);
    let due: Vec<&Row> = rows.iter().filter(|row| row.seconds <= most).collect();
    assert!(due.len() >= 3, "only {} rows of {article}", due.len());
    for Row { command, prints, .. } in due {
        let printed = printed(command);
        assert!(printed.contains(prints), "$ {command}\n{printed}\nwithout: {prints}");
    }
}

/// What a command prints, errors included.
fn printed(command: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_sixfold")).parent().unwrap();
    let others = std::env::var_os("PATH").unwrap();
    let path = std::iter::once(program.to_owned()).chain(std::env::split_paths(&others));
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").canonicalize().unwrap();
    let command = command.replace("docs/", &format!("{}/", docs.display()));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command} ; }} 2>&1")])
        .current_dir(&folder)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("NO_COLOR", "1")
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_article_on_neighbors_is_followed() {
    follow("Hexagonal Neighbors");
}

#[test]
fn the_article_on_magic_hexagons_is_followed() {
    follow("Magic hexagon");
}

#[test]
fn the_article_on_hexiom_is_followed() {
    follow("Hexiom");
}

#[test]
fn the_article_on_fences_is_followed() {
    follow("Fences");
}

#[test]
fn the_article_on_balto_is_followed() {
    follow("Balto");
}
