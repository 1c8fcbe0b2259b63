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
            .current_dir(&folder)
            .env("PATH", &path)
            .env("NO_COLOR", "1")
            .env("XDG_STATE_HOME", folder.path().join("state"))
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

#[test]
fn the_folded_loop_of_the_page_on_geometry_is_what_draw_makes() {
    let page = fs::read_to_string(root().join("docs/fences-geometry.md")).unwrap();
    assert!(page.contains("(pictures/fences-order-10-fold.svg)"));
    let picture = fs::read_to_string(root().join("docs/pictures/fences-order-10-fold.svg"));
    let arguments = ["draw", "fences/good/order-10", "--view", "fold", "-o", "-"];
    assert_eq!(crate::common::sixfold(&arguments, "").stdout, picture.unwrap());
}
