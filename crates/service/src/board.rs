//! What several answers about a board need: its view, its theme, an error in its text.

use sixfold_puzzle::picture::Theme;
use sixfold_puzzle::{Puzzle, TextError, View, join};
use sixfold_wire::{Failure, ThemeName};

/// What a message calls the text of a request.
pub(crate) const NAME: &str = "the text";

/// An error in the text of a request.
pub(crate) fn in_text(error: TextError) -> Failure {
    Failure::text(NAME, &error)
}

/// The theme with a name.
pub(crate) fn theme(name: ThemeName) -> Theme {
    match name {
        ThemeName::Light => Theme::LIGHT,
        ThemeName::Dark => Theme::DARK,
        ThemeName::Print => Theme::PRINT,
    }
}

/// The view asked for, if the family and the text have it.
pub(crate) fn view(
    rules: &dyn Puzzle,
    text: &str,
    step: Option<usize>,
    name: Option<&str>,
) -> Result<View, Failure> {
    let views = rules.about().views;
    let known = |name: &str| {
        let found = views.iter().find(|view| view.word == name).map(|view| view.word);
        found.ok_or_else(|| Failure::new(format!("{} has no view {name}", rules.name())))
    };
    let name = name.map(known).transpose()?;
    if let Some(step) = step {
        match rules.steps(text).map_err(in_text)? {
            Some(last) if step <= last => {}
            Some(last) => {
                return Err(Failure::new(format!("there is no step {step}; the last is {last}")));
            }
            None => return Err(Failure::new("the text has no moves")),
        }
    }
    Ok(View { step, name })
}

/// The puzzle of a text with a solution below it.
pub(crate) fn with_solution(rules: &dyn Puzzle, text: &str) -> Result<String, TextError> {
    let instance = rules.instance(text)?;
    Ok(match rules.solution(text)? {
        Some(solution) => join(&instance, &solution),
        None => instance,
    })
}
