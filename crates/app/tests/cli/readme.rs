//! Pages with transcripts: commands print the shown output, and pictures are what `draw` makes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The `console` blocks: commands after `$ `, each followed by what it prints.
fn transcripts(text: &str) -> Vec<(String, String)> {
    let mut transcripts: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => inside = line == "```console",
            _ if !inside => {}
            Some(command) => transcripts.push((command.to_owned(), String::new())),
            None => {
                let (_, output) = transcripts.last_mut().expect("a block begins with a command");
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    transcripts
}

/// Runs every command of a page in one fresh folder, in order, and compares what it prints.
fn every_command_prints_what_it_says(page: &str, least: usize) {
    let folder = tempfile::tempdir().unwrap();
    every_command_there_prints_what_it_says(page, folder.path(), least);
}

fn every_command_there_prints_what_it_says(page: &str, folder: &Path, least: usize) {
    let state = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_sixfold")).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(program.to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    let text = fs::read_to_string(root().join(page)).unwrap();
    let transcripts = transcripts(&text);
    assert!(transcripts.len() >= least, "{page}: only {} commands", transcripts.len());
    for (command, wanted) in transcripts {
        let script = format!("{{ {command} ; }} 2>&1");
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder)
            .env("PATH", &path)
            .env("NO_COLOR", "1")
            .env("XDG_STATE_HOME", state.path())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), wanted, "{page}: $ {command}");
    }
}

#[test]
fn every_command_of_the_readme_prints_what_it_says() {
    every_command_prints_what_it_says("README.md", 8);
}

#[test]
fn every_command_of_the_walk_prints_what_it_says() {
    every_command_prints_what_it_says("docs/walk.md", 30);
}

#[test]
fn every_command_of_a_contest_programmers_first_hour_prints_what_it_says() {
    every_command_prints_what_it_says("docs/first-hour/contest.md", 20);
}

#[test]
fn every_command_of_a_mathematicians_first_hour_prints_what_it_says() {
    every_command_prints_what_it_says("docs/first-hour/mathematician.md", 15);
}

#[test]
fn every_command_of_a_players_first_hour_prints_what_it_says() {
    every_command_prints_what_it_says("docs/first-hour/player.md", 20);
}

#[test]
fn every_command_of_a_designers_first_hour_prints_what_it_says() {
    every_command_prints_what_it_says("docs/first-hour/designer.md", 20);
}

#[test]
fn every_command_of_a_teachers_first_hour_prints_what_it_says() {
    every_command_prints_what_it_says("docs/first-hour/teacher.md", 10);
}

#[test]
fn every_command_of_the_page_on_the_command_line_prints_what_it_says() {
    every_command_prints_what_it_says("docs/command-line.md", 1);
}

/// The measurements are read from the root of the repository.
#[test]
fn every_table_of_results_is_what_a_command_prints() {
    for family in sixfold_puzzle::FAMILIES {
        let page = format!("docs/{}-results.md", family.name());
        every_command_there_prints_what_it_says(&page, &root(), 1);
    }
}

/// The tables of measurements are what `bench` prints of its saved output.
#[test]
fn every_table_of_measurements_is_what_a_command_prints() {
    for family in sixfold_puzzle::FAMILIES.iter().map(|family| family.name()) {
        let saved = format!("docs/bench/{family}.json");
        let path = root().join(&saved);
        let printed =
            crate::common::sixfold(&["bench", family, "--from", path.to_str().unwrap()], "");
        let page = fs::read_to_string(root().join(format!("docs/{family}-results.md"))).unwrap();
        let made = format!("`sixfold bench {family} --from {saved}`");
        let (_, table) = page.split_once(&made).unwrap_or_else(|| panic!("{family}: {made}"));
        assert!(printed.stdout.lines().count() > 4, "{family}: {}", printed.stdout);
        assert!(
            table.contains(&printed.stdout),
            "{family}: the page has another table than {made}"
        );
    }
}

/// The page on the command line has the verbs that the program has.
#[test]
fn the_page_on_the_command_line_has_every_verb() {
    let page = fs::read_to_string(root().join("docs/command-line.md")).unwrap();
    let section = page.split_once("## Verbs").unwrap().1.split("\n## ").next().unwrap();
    let told = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut told: Vec<String> = told
        .flat_map(|line| line.split(" | ").next().unwrap().split(", "))
        .map(|verb| verb.trim_matches('`').to_owned())
        .collect();
    let help = crate::common::sixfold(&["--help"], "").stdout;
    let commands = help.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap();
    let verbs = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let verbs = verbs.filter(|line| !line.starts_with(' '));
    let mut verbs: Vec<String> =
        verbs.map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    told.sort();
    verbs.sort();
    assert_eq!(told, verbs);
}

/// The files of the documentation: the book, and what is at the root.
fn pages() -> Vec<String> {
    let mut pages: Vec<String> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            .map(str::to_owned)
            .into();
    for folder in ["docs", "docs/first-hour"] {
        let names = fs::read_dir(root().join(folder)).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        pages.extend(
            names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")),
        );
    }
    pages
}

/// The lines of a page that are not in a block of code.
fn prose(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut inside = false;
    let mut is_prose = |line: &&str| {
        inside ^= line.starts_with("```");
        !inside && !line.starts_with("    ")
    };
    text.lines().filter(|line| is_prose(line)).map(str::to_owned).collect()
}

/// The anchors of a page's headings.
fn anchors(page: &str) -> Vec<String> {
    let plain = |it: char| it.is_alphanumeric() || "-_".contains(it);
    let anchor = |heading: &str| {
        let lower = heading.trim().to_lowercase().replace(' ', "-");
        lower.chars().filter(|&it| plain(it)).collect()
    };
    let headings = prose(page);
    let headings = headings.iter().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

/// Every link inside the documentation leads to a file that is there, and to a heading that it has. A page of the book
/// links to nothing outside of it.
#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for page in pages() {
        let folder = Path::new(&page).parent().unwrap().to_owned();
        for line in prose(&page) {
            for link in line.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
                if link.contains("://") {
                    continue;
                }
                links += 1;
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = match file {
                    "" => PathBuf::from(&page),
                    file => folder.join(file),
                };
                assert!(root().join(&target).exists(), "{page}: {link}");
                if let (Some("md"), false) =
                    (target.extension().and_then(|it| it.to_str()), anchor.is_empty())
                {
                    let anchors = anchors(target.to_str().unwrap());
                    assert!(anchors.iter().any(|it| it == anchor), "{page}: {link}: {anchors:?}");
                }
                let leaves = file.matches("../").count() + 1 > page.matches('/').count();
                assert!(
                    !page.starts_with("docs/") || !leaves || !file.contains("../"),
                    "{page}: {link}"
                );
            }
        }
    }
    assert!(links > 200, "{links}");
}

/// The table of contents of the book has every page, once.
#[test]
fn the_book_has_every_page() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let pages: Vec<String> = pages().into_iter().filter(|page| page.starts_with("docs/")).collect();
    for page in pages.iter().filter(|page| *page != "docs/SUMMARY.md") {
        let name = page.strip_prefix("docs/").unwrap();
        assert_eq!(summary.matches(&format!("]({name})")).count(), 1, "{name}");
    }
}

#[test]
fn the_pictures_are_what_draw_makes() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let mut seen = 0;
    // A picture's name says what it shows: docs/pictures/FAMILY-BOARD.svg, or -stepK behind it.
    for part in text.split("docs/pictures/").skip(1) {
        let name = part.split_once(".svg").unwrap().0;
        let (family, board) = name.split_once('-').unwrap();
        let picture = fs::read_to_string(root().join(format!("docs/pictures/{name}.svg"))).unwrap();
        let (board, step) = board.split_once("-step").map_or((board, None), |(b, s)| (b, Some(s)));
        let board = format!("{family}/good/{board}");
        let mut arguments = vec!["draw", &board, "-o", "-"];
        arguments.extend(step.iter().flat_map(|step| ["--step", step]));
        let drawn = crate::common::sixfold(&arguments, "");
        assert_eq!(drawn.stdout, picture, "{name}");
        seen += 1;
    }
    assert_eq!(seen, sixfold_puzzle::FAMILIES.len(), "one picture per family");
}

/// The pictures of pages about methods are drawn from the boards in their text.
#[test]
fn the_pictures_of_worked_examples_are_what_draw_makes() {
    for (page, first, arguments, picture) in [
        ("fences", "    fences 4", &[][..], "fences-4"),
        ("balto", "    balto 3", &["--step", "1"], "balto-3-step1"),
    ] {
        let text = fs::read_to_string(root().join(format!("docs/{page}-method.md"))).unwrap();
        let lines = text.lines().skip_while(|line| *line != first);
        let board: String = lines
            .map_while(|line| line.strip_prefix("    "))
            .map(|line| format!("{line}\n"))
            .collect();
        let picture = fs::read_to_string(root().join(format!("docs/pictures/{picture}.svg")));
        let drawn =
            crate::common::sixfold(&[&["draw", "-", "-o", "-"], arguments].concat(), &board);
        assert_eq!(drawn.stdout, picture.unwrap(), "{page}: {board}");
    }
}

#[test]
fn the_folded_loop_of_the_page_on_geometry_is_what_draw_makes() {
    let page = fs::read_to_string(root().join("docs/fences-geometry.md")).unwrap();
    assert!(page.contains("(pictures/fences-order-10-fold.svg)"));
    let picture = fs::read_to_string(root().join("docs/pictures/fences-order-10-fold.svg"));
    let arguments = ["draw", "fences/good/order-10", "--view", "fold", "-o", "-"];
    assert_eq!(crate::common::sixfold(&arguments, "").stdout, picture.unwrap());
}
