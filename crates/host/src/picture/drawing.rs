//! A board drawn by options, which must fit each other and the format of the picture.

use sixfold_puzzle::picture::{Theme, svg, terminal};

use super::board::{Board, PictureFile};
use super::gif::Drawn;
use super::png::{PixelSize, png};
use crate::error::HostError;

/// What is drawn of a board, and how.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The format; none is characters for a terminal.
    pub format: Option<PictureFile>,
    /// The colours.
    pub theme: Theme,
    /// Whether characters have colours.
    pub coloured: bool,
    /// The board after so many moves.
    pub step: Option<usize>,
    /// The moves of an animation, from one step to another.
    pub steps: Option<(usize, usize)>,
    /// A view of the family.
    pub view: Option<&'a str>,
    /// The width of a picture of pixels.
    pub width: Option<u16>,
    /// The resolution of a picture of pixels.
    pub dpi: Option<u16>,
}

impl Drawing<'_> {
    /// Whether the options fit each other and the format.
    ///
    /// # Errors
    /// If they do not.
    pub fn check(&self) -> Result<(), HostError> {
        let wrong = |option, problem| Err(HostError::DrawingOption { option, problem });
        let is = |format| self.format == Some(format);
        if self.steps.is_some() && !is(PictureFile::Gif) {
            return wrong("steps", "needs an animation: expected an output file ending with .gif");
        }
        if self.width.is_some() && !is(PictureFile::Png) {
            return wrong("width", "needs pixels: expected an output file ending with .png");
        }
        if self.dpi.is_some() && !is(PictureFile::Png) {
            return wrong("dpi", "needs pixels: expected an output file ending with .png");
        }
        if self.dpi.is_some() && self.width.is_some() {
            return wrong("dpi", "and the width both say how many pixels: expected one of them");
        }
        Ok(())
    }

    /// The picture of a board, as the content of a file or of a terminal. An animation tells how many of its pictures are drawn.
    ///
    /// # Errors
    /// If the options do not fit, or the board has no such step or view.
    pub fn picture(&self, board: &Board, drawn: Drawn<'_>) -> Result<Vec<u8>, HostError> {
        self.check()?;
        let scene = board.scene(self.step, self.view)?;
        let theme = &self.theme;
        match self.format {
            None => Ok(terminal(&scene, self.coloured.then_some(theme)).into_bytes()),
            Some(PictureFile::Svg) => Ok(svg(&scene, theme).into_bytes()),
            Some(PictureFile::Png) => png(&svg(&scene, theme), self.size()),
            Some(PictureFile::Gif) => board.animation(self.steps, theme, drawn),
        }
    }

    fn size(&self) -> PixelSize {
        let width = self.width.map(PixelSize::Width);
        width.or(self.dpi.map(PixelSize::Dpi)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use sixfold_solver::REGISTRY;

    use super::*;
    use crate::source::Source;

    fn board(family: &str, preset: &str) -> Board {
        let text = sixfold_puzzle::puzzles::text(family, "good", preset).expect("it is a preset");
        let source = Source { name: preset.to_owned(), text: text.to_owned() };
        Board::read(REGISTRY, source).expect("it is a board")
    }

    const PLAIN: Drawing<'static> = Drawing {
        format: None,
        theme: Theme::LIGHT,
        coloured: false,
        step: None,
        steps: None,
        view: None,
        width: None,
        dpi: None,
    };

    #[test]
    fn an_option_that_does_not_fit_is_told_with_what_is_expected() {
        let png = Some(PictureFile::Png);
        for (drawing, words) in [
            (Drawing { steps: Some((0, 1)), ..PLAIN }, "steps needs an animation: expected"),
            (Drawing { width: Some(100), ..PLAIN }, "width needs pixels: expected"),
            (Drawing { dpi: Some(100), ..PLAIN }, "dpi needs pixels: expected"),
            (
                Drawing { format: png, dpi: Some(100), width: Some(100), ..PLAIN },
                "dpi and the width both say how many pixels: expected one of them",
            ),
        ] {
            let error = drawing.picture(&board("hexiom", "08"), &|_, _| ()).expect_err(words);
            assert!(error.to_string().starts_with(words), "{error}");
        }
    }

    #[test]
    fn a_board_without_a_title_is_the_same_with_fewer_lines() {
        let drawn = |format, board: &Board| {
            let picture =
                Drawing { format, ..PLAIN }.picture(board, &|_, _| ()).expect("it can be drawn");
            String::from_utf8_lossy(&picture).into_owned()
        };
        let titled = board("balto", "3");
        let untitled = board("balto", "3").untitled();
        let (with, without) = (drawn(None, &titled), drawn(None, &untitled));
        assert_eq!(with, format!("Balto's Puzzle, order 3\n{without}"));
        let [with, without] = [titled, untitled].map(|board| drawn(Some(PictureFile::Svg), &board));
        let title = ">Balto's Puzzle";
        assert!(with.contains(title) && !without.contains(title), "{without}");
    }

    /// Width and height of a GIF stand behind its signature.
    #[test]
    fn an_animation_without_a_title_is_lower() {
        let size = |board: Board| {
            let drawing = Drawing { format: Some(PictureFile::Gif), steps: Some((0, 2)), ..PLAIN };
            let picture = drawing.picture(&board, &|_, _| ()).expect("it can be drawn");
            let side = |at: usize| u16::from_le_bytes([picture[at], picture[at + 1]]);
            (side(6), side(8))
        };
        let (with, without) = (size(board("balto", "3")), size(board("balto", "3").untitled()));
        assert!(with.0 == without.0 && with.1 > without.1, "{with:?} {without:?}");
    }
}
