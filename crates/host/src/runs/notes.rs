//! What a front end must know again to go on with a stored run as it was begun. A checkpoint keeps it as named texts.

use std::path::absolute;

use sixfold_solver::storage::Saved;

/// The part of a command that the engine does not see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunNotes {
    /// The preset, if the puzzle is one.
    pub preset: Option<String>,
    /// The file for the solution. It is kept as an absolute path.
    pub output: Option<String>,
    /// The file for the proof. It is kept as an absolute path.
    pub proof: Option<String>,
    /// Whether a better solution in the output file may be overwritten.
    pub replace: bool,
    /// Whether the number up to symmetry is the answer.
    pub up_to_symmetry: bool,
}

impl RunNotes {
    /// The notes of a checkpoint.
    #[must_use]
    pub fn of(saved: &Saved) -> Self {
        let note = |name: &str| saved.note(name).map(str::to_owned);
        Self {
            preset: note("preset"),
            output: note("output"),
            proof: note("proof"),
            replace: note("replace").is_some(),
            up_to_symmetry: note("up-to-symmetry").is_some(),
        }
    }

    /// The notes as a checkpoint keeps them. A path that has no absolute form is left out.
    pub(super) fn into_pairs(self) -> Vec<(String, String)> {
        let path = |path: String| Some(absolute(path).ok()?.to_string_lossy().into_owned());
        let yes = |holds: bool| holds.then(|| "yes".to_owned());
        let notes = [
            ("preset", self.preset),
            ("output", self.output.and_then(path)),
            ("proof", self.proof.and_then(path)),
            ("replace", yes(self.replace)),
            ("up-to-symmetry", yes(self.up_to_symmetry)),
        ];
        let pair = |(name, note): (&str, Option<String>)| Some((name.to_owned(), note?));
        notes.into_iter().filter_map(pair).collect()
    }
}
