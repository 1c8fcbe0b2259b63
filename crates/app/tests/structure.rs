//! The structure of the source: data flows one way.
//!
//! Sibling modules and their subtrees form no cycle of imports. A child may use what its parent defines.
//! The test reads `use` declarations and paths as text; tests and what stands under `#[cfg(test)]` are left
//! out, since tests may look anywhere.
//!
//! Engines start threads through `Run` and in no other way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module by the names on its path; the crate root is empty.
type Module = Vec<String>;

/// All modules of a crate, each with its source.
fn modules(root: &Path) -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let place = path.strip_prefix(root).unwrap().with_extension("");
                let mut module: Module =
                    place.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
                if ["mod", "lib", "main"].contains(&module.last().unwrap().as_str()) {
                    module.pop();
                }
                if !module.iter().any(|name| name.contains("test")) {
                    found.insert(module, production(&fs::read_to_string(&path).unwrap()));
                }
            }
        }
    }
    found
}

/// A source without comments and without what is compiled for tests only.
fn production(source: &str) -> String {
    let end = source.find("#[cfg(test)]\nmod ").into_iter();
    let end = end.chain(source.find("#[cfg(test)]\npub"));
    let inline = end.filter(|&at| source[at..].lines().nth(1).is_some_and(|it| it.ends_with('{')));
    let source = &source[..inline.min().unwrap_or(source.len())];
    let code = source.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<_>>().join("\n")
}

/// The paths that a source names which begin with `crate`, `self` or `super`, groups in braces opened.
fn paths(source: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    for start in ["crate::", "self::", "super::"] {
        for (at, _) in source.match_indices(start) {
            let before = source[..at].chars().next_back();
            if before.is_none_or(|it| !is_name(it) && it != ':') {
                open(&source[at..], &[], &mut paths);
            }
        }
    }
    paths
}

/// Reads a path, or a group of them in braces, behind some names. Returns what follows it.
fn open<'a>(text: &'a str, before: &[String], paths: &mut Vec<Vec<String>>) -> &'a str {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = open(rest, before, paths).trim_start();
            match rest.strip_prefix(',') {
                Some(more) => rest = more,
                None => return rest.strip_prefix('}').unwrap_or(rest),
            }
            if let Some(end) = rest.trim_start().strip_prefix('}') {
                return end;
            }
        }
    }
    let end = text.find(|letter| !is_name(letter)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let path = [before, &[name.to_owned()]].concat();
    match rest.strip_prefix("::") {
        Some(more) => open(more, &path, paths),
        None => {
            paths.push(path);
            // A new name for it.
            let rest = rest.trim_start();
            let other = rest.strip_prefix("as ").map(|more| more.trim_start_matches(is_name));
            other.unwrap_or(rest)
        }
    }
}

/// The module that a path means, seen from another module.
fn target(from: &Module, path: &[String], all: &BTreeMap<Module, String>) -> Module {
    let mut module = if path[0] == "crate" { Module::new() } else { from.clone() };
    for name in path {
        match name.as_str() {
            "crate" | "self" => {}
            "super" => drop(module.pop()),
            name => {
                let inner = [&module[..], &[name.to_owned()]].concat();
                if !all.contains_key(&inner) {
                    break;
                }
                module = inner;
            }
        }
    }
    module
}

/// The imports between children of the same module, as names, for each module.
fn imports(all: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<(String, String)>> {
    let mut imports: BTreeMap<Module, BTreeSet<(String, String)>> = BTreeMap::new();
    for (module, source) in all {
        for path in paths(source) {
            let other = target(module, &path, all);
            let shared = module.iter().zip(&other).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (module.get(shared), other.get(shared)) {
                let parent = module[..shared].to_vec();
                imports.entry(parent).or_default().insert((from.clone(), to.clone()));
            }
        }
    }
    imports
}

/// What is left when modules that import none of the others are taken away again and again: a cycle, if there is
/// one.
fn cycle(imports: &BTreeSet<(String, String)>) -> BTreeSet<(String, String)> {
    let mut left = imports.clone();
    loop {
        let importing: BTreeSet<String> = left.iter().map(|(from, _)| from.clone()).collect();
        let imported: BTreeSet<String> = left.iter().map(|(_, to)| to.clone()).collect();
        let before = left.len();
        left.retain(|(from, to)| importing.contains(to) && imported.contains(from));
        if left.len() == before {
            return left;
        }
    }
}

#[test]
fn sibling_modules_form_no_cycle() {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut problems = Vec::new();
    for name in [
        "checker", "puzzle", "search", "solver", "wire", "service", "browser", "serve", "host",
        "app",
    ] {
        let all = modules(&crates.join(name).join("src"));
        assert!(all.len() > 2, "{name}");
        for (parent, imports) in imports(&all) {
            let cycle = cycle(&imports);
            if !cycle.is_empty() {
                problems.push(format!("{name}::{}: {cycle:?}", parent.join("::")));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// A server or a worker uses the host without the libraries of the command line.
#[test]
fn the_host_names_no_library_of_the_command_line() {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../host/Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    assert!(manifest.contains("\nsixfold-solver"), "{manifest}");
    for name in ["clap", "indicatif", "ctrlc", "annotate-snippets"] {
        assert!(!manifest.contains(&format!("\n{name}")), "{name}");
    }
}

/// What the command line prints for machines are the types of `wire`, and what another front end needs, too, is below it.
#[test]
fn the_command_line_is_small_and_builds_no_json() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut lines, mut added) = (vec![root.join("src")], 0, 0);
    let later = ["campaign", "blank", "score", "completion"];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            for name in ["json!", "serde_json"] {
                assert!(!source.contains(name), "{} names {name}", path.display());
            }
            // What came later has a bound of its own.
            match path.file_stem().is_some_and(|name| later.iter().any(|it| name == *it)) {
                true => added += source.lines().count(),
                false => lines += source.lines().count(),
            }
        }
    }
    assert!((1000..3000).contains(&lines), "crates/app/src has {lines} lines; expected under 3000");
    assert!((100..600).contains(&added), "later parts have {added} lines; expected under 600");
}

/// The first test would see a cycle.
#[test]
fn a_cycle_is_seen() {
    let module = |name: &str| name.split("::").map(str::to_owned).collect::<Module>();
    let source = |text: &str| production(text);
    let mut all = BTreeMap::from([
        (module("a"), source("use super::b::{self, c::{D, E as F}};\nuse std::fmt;")),
        (module("b"), source("pub mod c;\n// use super::a::X;")),
        (module("b::c"), source("use crate::e::Y; #[cfg(test)]\nmod tests {\n    use crate::a;")),
        (module("e"), String::new()),
    ]);
    let between = |all: &_| imports(all).into_values().next().unwrap();
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(between(&all), BTreeSet::from([pair("a", "b"), pair("b", "e")]));
    assert!(cycle(&between(&all)).is_empty());
    all.insert(module("e"), source("fn f() { crate::a::g() }"));
    assert_eq!(cycle(&between(&all)).len(), 3);
}

/// The only module that starts threads for engines.
const THREADS: [&str; 2] = ["run", "threads"];

/// Whether a source names the module of threads, by a path or in a group of imports.
fn names_threads(source: &str) -> bool {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    ["std::thread", "thread::", "std::{"].iter().any(|start| {
        source.match_indices(start).any(|(at, _)| {
            let alone = source[..at].chars().next_back().is_none_or(|before| !is_name(before));
            let group = source[at..].split(';').next().unwrap_or_default();
            let inside = group.split(|letter| !is_name(letter)).any(|name| name == "thread");
            alone && inside
        })
    })
}

#[test]
fn engines_start_threads_through_run_only() {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let found = |name: &str| -> Vec<Module> {
        let all = modules(&crates.join(name).join("src")).into_iter();
        all.filter(|(_, source)| names_threads(source)).map(|(module, _)| module).collect()
    };
    assert_eq!(found("search"), [THREADS.map(str::to_owned)], "search");
    // A job has a thread of its own, and its rates are told apart by the threads of its workers. Nothing else does.
    let found: Vec<Module> = found("solver");
    assert!(found.iter().all(|module| module[0] == "job"), "{found:?}");
}

/// The test above would see a thread.
#[test]
fn a_thread_is_seen() {
    let threads = ["use std::thread;", "std::thread::scope(|s| {})", "use std::{fmt, thread};"];
    assert!(threads.into_iter().all(names_threads));
    let none =
        ["use std::{fmt, io};\nlet thread = 1;", "run::threads::f()", "for thread in 0..2 {}"];
    assert!(!none.into_iter().any(names_threads));
}
