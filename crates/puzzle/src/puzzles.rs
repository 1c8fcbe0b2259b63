//! Embedded boards: all text files of the folder `puzzles/`, compiled into the program.
//!
//! `puzzles/<family>/<name>.txt` is a preset. `good/` has boards with known solutions, `bad/` one
//! board per rule that breaks only that rule, `impossible/` one board per reason.

/// Path without extension, and text, sorted by path.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.in"));

/// The names in a family's folder (`""` for the presets themselves), numbers in their order.
#[must_use]
pub fn names(family: &str, folder: &str) -> Vec<String> {
    let mut names: Vec<&str> = files(family, folder).map(|(name, _)| name).collect();
    let number = |name: &str| name.parse::<u32>().unwrap_or(u32::MAX);
    names.sort_by_key(|name| (number(name), *name));
    names.into_iter().map(str::to_owned).collect()
}

/// The text of a board in a family's folder.
#[must_use]
pub fn text(family: &str, folder: &str, name: &str) -> Option<&'static str> {
    files(family, folder).find(|(found, _)| *found == name).map(|(_, text)| text)
}

fn files(family: &str, folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let inside = if folder.is_empty() { "" } else { "/" };
    let prefix = format!("{family}{inside}{folder}/");
    FILES.iter().filter_map(move |(path, text)| {
        let name = path.strip_prefix(&prefix)?;
        (!name.contains('/')).then_some((name, *text))
    })
}
