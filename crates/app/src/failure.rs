//! The error type of the front end: message, exit code, rendering with a source snippet.

use std::io;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use sixfold_campaign::CampaignError;
use sixfold_host::{HostError, MissingInput, Source};
use sixfold_puzzle::TextError;
use sixfold_service::first_word;
use sixfold_solver::SessionError;

/// The reason why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A text cannot be read.
    Text(Box<(Source, TextError)>),
    /// Any other error of the user: the message and, if known, a remedy.
    Usage(String, Option<String>),
    /// A bug in sixfold, such as an answer that the verifier refused.
    Bug(String),
    /// The answer cannot be written.
    Output(io::Error),
}

impl Failure {
    /// A text that cannot be read.
    pub(crate) fn text(source: Source, error: TextError) -> Self {
        Self::Text(Box::new((source, error)))
    }

    /// A plain message.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into(), None)
    }

    /// A message and a remedy.
    pub(crate) fn with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Usage(message.into(), Some(help.into()))
    }

    /// A session's error about a text.
    pub(crate) fn session(source: &Source, error: SessionError) -> Self {
        match error {
            SessionError::Text(error) => Self::text(source.clone(), error),
            SessionError::Lie { .. } => Self::Bug(error.to_string()),
            SessionError::TooLong(_)
            | SessionError::Failed { .. }
            | SessionError::Unmakeable(_)
            | SessionError::NothingToImprove(_) => Self::usage(error.to_string()),
            SessionError::NoEngine(_) | SessionError::Option(_) => {
                let family = first_word(&source.text).unwrap_or(&source.name);
                let help = format!("`sixfold list {family}` shows the engines and their options");
                Self::with_help(error.to_string(), help)
            }
        }
    }

    /// A session's error where there is no text, only a family.
    pub(crate) fn without_text(family: &str, error: SessionError) -> Self {
        Self::session(&Source { name: family.to_owned(), text: String::new() }, error)
    }

    pub(crate) const fn exit(&self) -> u8 {
        match self {
            Self::Text(..) | Self::Usage(..) | Self::Output(_) => 2,
            Self::Bug(_) => 4,
        }
    }

    /// The message, in one line.
    fn message(&self) -> String {
        match self {
            Self::Text(_) => self.to_wire().message,
            Self::Usage(message, _) | Self::Bug(message) => message.clone(),
            Self::Output(error) => format!("the answer cannot be written: {error}"),
        }
    }

    /// The same for a machine.
    pub(crate) fn to_wire(&self) -> sixfold_wire::Failure {
        match self {
            Self::Text(inside) => sixfold_wire::Failure::text(&inside.0.name, &inside.1),
            Self::Usage(message, help) => {
                let help = help.clone();
                sixfold_wire::Failure { help, ..sixfold_wire::Failure::new(message) }
            }
            Self::Bug(_) | Self::Output(_) => sixfold_wire::Failure::new(self.message()),
        }
    }

    /// The message for a terminal, with the offending line and a caret for errors in a text.
    pub(crate) fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let mut text = match self {
            Self::Text(inside) => render_text(&renderer, &inside.0, &inside.1),
            Self::Usage(message, Some(help)) => {
                let title = Level::ERROR.primary_title(message.as_str());
                renderer.render(&[title.element(Level::HELP.message(help.as_str()))])
            }
            _ => renderer.render(&[Group::with_title(Level::ERROR.primary_title(self.message()))]),
        };
        text.push('\n');
        text
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Text { text, error } => Self::text(*text, *error),
            HostError::Session { text, error } => Self::session(&text, *error),
            error if error.is_bug() => Self::Bug(error.to_string()),
            HostError::DrawingOption { .. } | HostError::TooManyPixels { .. } => {
                Self::usage(format!("--{error}"))
            }
            error => Self::Usage(error.to_string(), remedy(&error)),
        }
    }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Host(error) => error.into(),
            CampaignError::Session { board, error } => Self::without_text(&board, *error),
            error => Self::usage(error.to_string()),
        }
    }
}

/// The command that helps with an error of the host.
fn remedy(error: &HostError) -> Option<String> {
    let remedy = match error {
        HostError::NoInput { missing, .. } => match missing {
            MissingInput::NotAPreset => {
                "`sixfold list` shows the families, `sixfold list FAMILY` its presets".to_owned()
            }
            MissingInput::Family => "`sixfold list` shows the families".to_owned(),
            MissingInput::Record => "`sixfold records` lists the records".to_owned(),
            MissingInput::Preset(family) => {
                format!("`sixfold list {family}` shows the presets of {family}")
            }
        },
        HostError::NoFormat { known, .. } => format!("the formats are: {}", known.join(", ")),
        HostError::NotForeign { tried, .. } => {
            let line = |(name, error): &(String, TextError)| {
                let (line, column) = (error.span.line, error.span.column);
                format!("{name}: line {line}, column {column}: {}", error.message)
            };
            tried.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        HostError::ManyReadings { formats, .. } => {
            format!("choose with --format: {}", formats.join(", "))
        }
        HostError::BrokenBoard { .. } => "only boards that break no rule are exported".to_owned(),
        HostError::NoFamilyFormat(family) => format!("`sixfold list {family}` shows its formats"),
        HostError::ManyFormats { formats, .. } => {
            format!("choose with --format: {}", formats.join(", "))
        }
        HostError::NoView { family, views, .. } => {
            format!("the views of the family {family} are: {}", views.join(", "))
        }
        HostError::NoRun(_) => "`sixfold runs` lists them".to_owned(),
        HostError::RunRefused { name, .. } => format!("`sixfold runs --remove {name}` removes it"),
        _ => return None,
    };
    Some(remedy)
}

fn render_text(renderer: &Renderer, source: &Source, error: &TextError) -> String {
    // The renderer gets only the offending line, so a large text costs nothing here.
    let offset = error.span.offset.min(source.text.len());
    let start = source.text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line = source.text[start..].lines().next().unwrap_or_default();
    let from = (offset - start).min(line.len());
    let to = (from + error.span.length).min(line.len());
    let expected = format!("expected {}", error.expected);
    let annotation = AnnotationKind::Primary.span(from..to).label(expected.as_str());
    let snippet = Snippet::source(line)
        .line_start(error.span.line)
        .path(source.name.as_str())
        .annotation(annotation);
    renderer.render(&[Level::ERROR.primary_title(error.message.as_str()).element(snippet)])
}
