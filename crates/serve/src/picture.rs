//! Pictures of pixels: PNG, and GIF for moves.

use axum::http::StatusCode;
use sixfold_host::picture::{Board, PixelSize, png};
use sixfold_host::{HostError, Source};
use sixfold_puzzle::picture::{Theme, svg};
use sixfold_solver::Registry;
use sixfold_wire::{DrawRequest, Failure, ThemeName};

use crate::reply::Refusal;

/// A form of picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pixels {
    Png,
    Gif,
}

impl Pixels {
    /// The form of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }

    /// Its type.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Gif => "image/gif",
        }
    }
}

/// Draws a board.
///
/// # Errors
/// If the board cannot be read, or has no such view, step or moves.
pub(crate) fn draw(
    registry: Registry,
    request: &DrawRequest,
    form: Pixels,
) -> Result<Vec<u8>, Refusal> {
    let source = Source { name: "the text".to_owned(), text: request.text.clone() };
    let theme = match request.theme {
        ThemeName::Light => Theme::LIGHT,
        ThemeName::Dark => Theme::DARK,
        ThemeName::Print => Theme::PRINT,
    };
    let drawn = Board::read(registry, source).and_then(|board| match form {
        Pixels::Gif => board.animation(None, &theme, &|_, _| ()),
        Pixels::Png => {
            let scene = board.scene(request.step, request.view.as_deref())?;
            png(&svg(&scene, &theme), PixelSize::Sharp)
        }
    });
    drawn.map_err(|error| refusal(&error))
}

fn refusal(error: &HostError) -> Refusal {
    match error {
        HostError::Text { text, error } => Refusal::bad(Failure::text(&text.name, error)),
        HostError::NoView { .. } | HostError::NoStep { .. } | HostError::NoMoves(_) => {
            Refusal::new(StatusCode::BAD_REQUEST, error.to_string())
        }
        _ => Refusal::bug(),
    }
}
