//! The folder for stored runs, by the XDG base directory specification.
//!
//! The only place of this crate that reads environment variables.

use std::path::PathBuf;

/// The folder for the checkpoints of this user: below `$XDG_STATE_HOME`, else below `~/.local/state`. A
/// relative path in a variable is ignored, as the specification asks.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")));
    Some(state?.join("sixfold/runs"))
}
