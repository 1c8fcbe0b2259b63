//! A board and how it is drawn: a step of its moves, a view, all moves as an animation.

use sixfold_puzzle::picture::{Theme, svg};
use sixfold_puzzle::scene::Scene;
use sixfold_puzzle::{COORDINATES, Puzzle, View};
use sixfold_solver::Registry;

use super::gif::{Drawn, animate, sampled_steps};
use super::png::{PixelSize, png};
use crate::atomic_file::AtomicFile;
use crate::error::HostError;
use crate::source::Source;

/// The formats of picture files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFile {
    /// Lines and texts.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that move.
    Gif,
}

impl PictureFile {
    /// The format that the extension of a path says.
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1.to_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }
}

/// Writes a picture that has no moves, with light colours.
///
/// # Errors
/// If the path ends with neither `.svg` nor `.png`, or cannot be written.
pub fn save(scene: &Scene, path: &str) -> Result<(), HostError> {
    let svg = svg(scene, &Theme::LIGHT);
    let picture = match PictureFile::of_path(path) {
        Some(PictureFile::Svg) => svg.into_bytes(),
        Some(PictureFile::Png) => png(&svg, PixelSize::Sharp)?,
        _ => return Err(HostError::NotAPicture(path.to_owned())),
    };
    AtomicFile::open(path)?.finish(&picture)
}

/// A board to be drawn.
pub struct Board {
    source: Source,
    rules: &'static dyn Puzzle,
    /// The number of moves, if the solution is a move sequence.
    steps: Option<usize>,
    /// Whether its pictures have a title.
    titled: bool,
}

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn read(registry: Registry, source: Source) -> Result<Self, HostError> {
        let in_text = |error| HostError::text(source.clone(), error);
        let rules = registry.family_of(&source.text).map_err(in_text)?.rules;
        Self::of(rules, source)
    }

    /// Reads a board of a family.
    pub(crate) fn of(rules: &'static dyn Puzzle, source: Source) -> Result<Self, HostError> {
        let steps = rules.steps(&source.text);
        let steps = steps.map_err(|error| HostError::text(source.clone(), error))?;
        Ok(Self { source, rules, steps, titled: true })
    }

    /// The same board, drawn without a title.
    #[must_use]
    pub fn untitled(self) -> Self {
        Self { titled: false, ..self }
    }

    /// Whether it has moves that can be shown.
    pub(crate) fn moves(&self) -> bool {
        self.steps.is_some_and(|steps| steps > 0)
    }

    /// The picture after some moves, or after all of them, in a view of the family.
    ///
    /// # Errors
    /// If there is no such step or view.
    pub fn scene(&self, step: Option<usize>, view: Option<&str>) -> Result<Scene, HostError> {
        let coordinates = view == Some(COORDINATES.word);
        let view = view.filter(|_| !coordinates);
        let name = view.map(|name| self.view(name)).transpose()?;
        if let Some(step) = step {
            self.refuse_step(step)?;
        }
        let scene = self.drawn(View { step, name })?;
        Ok(if coordinates { scene.with_coordinates() } else { scene })
    }

    fn drawn(&self, view: View) -> Result<Scene, HostError> {
        let scene = self.rules.scene(&self.source.text, view);
        let mut scene = scene.map_err(|error| HostError::text(self.source.clone(), error))?;
        if !self.titled {
            scene.title.clear();
        }
        Ok(scene)
    }

    /// Returns the last step.
    fn refuse_step(&self, step: usize) -> Result<usize, HostError> {
        match self.steps {
            None => Err(HostError::NoMoves(self.source.name.clone())),
            Some(last) if step > last => Err(HostError::NoStep { step, last }),
            Some(last) => Ok(last),
        }
    }

    /// The family's view with a name.
    fn view(&self, name: &str) -> Result<&'static str, HostError> {
        let about = self.rules.about();
        let views: Vec<&'static str> = about.views.iter().map(|term| term.word).collect();
        let found = views.iter().copied().find(|&word| word == name);
        let views: Vec<_> = views.into_iter().chain([COORDINATES.word]).collect();
        let (name, family) = (name.to_owned(), about.name);
        found.ok_or(HostError::NoView { name, family, views })
    }

    /// The moves of the solution, or those between two steps, as an animated GIF.
    ///
    /// # Errors
    /// If there are no moves, or no such step.
    pub fn animation(
        &self,
        steps: Option<(usize, usize)>,
        theme: &Theme,
        drawn: Drawn<'_>,
    ) -> Result<Vec<u8>, HostError> {
        let last = self.refuse_step(steps.map_or(0, |(_, to)| to))?;
        let (from, to) = steps.unwrap_or((0, last));
        let scene = |step| self.drawn(View { step: Some(step), name: None });
        animate(&sampled_steps(from, to), theme, scene, drawn)
    }
}
