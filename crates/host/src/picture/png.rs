//! PNG rendering of SVG pictures with an embedded font.
//!
//! No system font is read, so a picture does not depend on the installed fonts.

use resvg::{tiny_skia, usvg};
use ttf_parser::Face;

use super::text_outlines::{FONT, outlined};
use crate::error::HostError;

/// Pixels per unit of the picture, for sharp text.
const SCALE: f32 = 2.0;
/// The longest side in pixels; larger pictures are scaled down.
const MAX_SIDE: f32 = 8000.0;

fn problem(error: impl std::fmt::Display) -> HostError {
    HostError::Picture(error.to_string())
}

/// Draws an SVG picture of `puzzle` as a PNG file, of a width in pixels if one is given, whatever its height is then.
///
/// # Errors
/// If the picture cannot be rendered, which is a bug.
pub fn png(svg: &str, width: Option<u16>) -> Result<Vec<u8>, HostError> {
    let mut canvas = Canvas { width, ..Canvas::new(SCALE, MAX_SIDE) };
    canvas.draw(svg)?.encode_png().map_err(problem)
}

/// Pixels on which pictures of the same size are drawn, one over the other.
pub(crate) struct Canvas {
    face: Option<Face<'static>>,
    max_scale: f32,
    max_side: f32,
    /// The width in pixels, in the place of the limits.
    width: Option<u16>,
    pixels: Option<tiny_skia::Pixmap>,
}

impl Canvas {
    /// A canvas with limits on the pixels per unit and on the pixels of the longest side.
    pub(crate) fn new(max_scale: f32, max_side: f32) -> Self {
        Self { face: Face::parse(FONT, 0).ok(), max_scale, max_side, width: None, pixels: None }
    }

    /// Draws an SVG text over the pixels of the last one.
    pub(crate) fn draw(&mut self, svg: &str) -> Result<&tiny_skia::Pixmap, HostError> {
        let face = self.face.as_ref().ok_or_else(|| problem("the font cannot be read"))?;
        let outlined = outlined(svg, face);
        let tree = usvg::Tree::from_str(&outlined, &usvg::Options::default()).map_err(problem)?;
        let size = tree.size();
        let most = self.max_scale.min(self.max_side / size.width().max(size.height()));
        let scale = self.width.map_or(most, |width| f32::from(width) / size.width());
        let side = |length: f32| (length * scale).ceil() as u32;
        let pixels = match self.pixels.take() {
            Some(pixels) => pixels,
            None => tiny_skia::Pixmap::new(side(size.width()), side(size.height()))
                .ok_or_else(|| problem("it has no size"))?,
        };
        let pixels = self.pixels.insert(pixels);
        let transform = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        Ok(pixels)
    }
}
