//! A text with a name, so that an error in it can be shown with its place.

/// A text and the name of its file, preset or run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name, as messages show it.
    pub name: String,
    /// The text.
    pub text: String,
}
