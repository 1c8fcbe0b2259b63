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

/// How large a picture of pixels is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PixelSize {
    /// Two pixels per unit of the picture, fewer if it had too many.
    #[default]
    Sharp,
    /// So many pixels wide, however high it is then.
    Width(u16),
    /// So many pixels per inch, where 96 are one per unit. The file says so, and programs that lay out pages or print
    /// take the picture's size from it.
    Dpi(u16),
}

/// The resolution at which a pixel is a unit of the picture, as on the web.
const UNITS_PER_INCH: f32 = 96.0;

/// Draws an SVG picture of `puzzle` as a PNG file.
///
/// # Errors
/// If it had too many pixels at a resolution, or cannot be rendered, which is a bug.
pub fn png(svg: &str, size: PixelSize) -> Result<Vec<u8>, HostError> {
    let mut canvas = Canvas { size, ..Canvas::new(SCALE, MAX_SIDE) };
    let picture = canvas.draw(svg)?.encode_png().map_err(problem)?;
    Ok(match size {
        PixelSize::Dpi(dpi) => with_resolution(picture, dpi),
        _ => picture,
    })
}

/// The length of a PNG file's signature and first chunk.
const HEADER: usize = 8 + 25;

/// A PNG file with a chunk after its header that says how many pixels a metre has.
fn with_resolution(mut picture: Vec<u8>, dpi: u16) -> Vec<u8> {
    const METRES_PER_INCH: f64 = 0.0254;
    const PER_METRE: u8 = 1;
    let pixels = (f64::from(dpi) / METRES_PER_INCH).round() as u32;
    let mut chunk = b"pHYs".to_vec();
    chunk.extend([pixels.to_be_bytes(), pixels.to_be_bytes()].concat());
    chunk.push(PER_METRE);
    let mut sum = flate2::Crc::new();
    sum.update(&chunk);
    let length = (chunk.len() - 4) as u32;
    let whole = [&length.to_be_bytes()[..], &chunk, &sum.sum().to_be_bytes()].concat();
    picture.splice(HEADER..HEADER, whole);
    picture
}

/// Pixels on which pictures of the same size are drawn, one over the other.
pub(crate) struct Canvas {
    face: Option<Face<'static>>,
    max_scale: f32,
    max_side: f32,
    size: PixelSize,
    pixels: Option<tiny_skia::Pixmap>,
}

impl Canvas {
    /// A canvas with limits on the pixels per unit and on the pixels of the longest side.
    pub(crate) fn new(max_scale: f32, max_side: f32) -> Self {
        let size = PixelSize::Sharp;
        Self { face: Face::parse(FONT, 0).ok(), max_scale, max_side, size, pixels: None }
    }

    /// Draws an SVG text over the pixels of the last one.
    pub(crate) fn draw(&mut self, svg: &str) -> Result<&tiny_skia::Pixmap, HostError> {
        let face = self.face.as_ref().ok_or_else(|| problem("the font cannot be read"))?;
        let outlined = outlined(svg, face);
        let tree = usvg::Tree::from_str(&outlined, &usvg::Options::default()).map_err(problem)?;
        let size = tree.size();
        let scale = self.scale(size.width(), size.height())?;
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
    /// The pixels per unit of a picture of this size.
    fn scale(&self, width: f32, height: f32) -> Result<f32, HostError> {
        let most = self.max_side / width.max(height);
        match self.size {
            PixelSize::Sharp => Ok(self.max_scale.min(most)),
            PixelSize::Width(pixels) => Ok(f32::from(pixels) / width),
            PixelSize::Dpi(dpi) if f32::from(dpi) / UNITS_PER_INCH > most => {
                Err(HostError::TooManyPixels {
                    dpi,
                    side: self.max_side as u32,
                    most: (most * UNITS_PER_INCH) as u16,
                })
            }
            PixelSize::Dpi(dpi) => Ok(f32::from(dpi) / UNITS_PER_INCH),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 96 96\" width=\"96\" height=\"96\"/>";

    fn number(bytes: &[u8]) -> u32 {
        u32::from_be_bytes(bytes.try_into().expect("four bytes"))
    }

    #[test]
    fn a_file_says_its_resolution_and_has_the_pixels_for_it() {
        for (dpi, per_metre) in [(96, 3780), (300, 11_811)] {
            let picture = png(SQUARE, PixelSize::Dpi(dpi)).expect("it is small");
            assert_eq!(number(&picture[16..20]), u32::from(dpi), "an inch is as many pixels");
            let chunk = &picture[HEADER..HEADER + 21];
            assert_eq!((number(&chunk[..4]), &chunk[4..8]), (9, &b"pHYs"[..]));
            let resolution = (number(&chunk[8..12]), number(&chunk[12..16]), chunk[16]);
            assert_eq!(resolution, (per_metre, per_metre, 1));
            let mut sum = flate2::Crc::new();
            sum.update(&chunk[4..17]);
            assert_eq!(number(&chunk[17..21]), sum.sum());
            assert_eq!(&picture[HEADER + 25..HEADER + 29], b"IDAT", "the data follow");
        }
    }

    #[test]
    fn a_file_without_a_wanted_resolution_says_none() {
        for (size, width) in [(PixelSize::Sharp, 192), (PixelSize::Width(77), 77)] {
            let picture = png(SQUARE, size).expect("it is small");
            assert_eq!(number(&picture[16..20]), width);
            assert!(!picture.windows(4).any(|word| word == b"pHYs"));
        }
    }

    #[test]
    fn too_high_a_resolution_is_refused_with_the_highest() {
        let large = SQUARE.replace("96", "9600");
        let error = png(&large, PixelSize::Dpi(300)).expect_err("30,000 pixels are too many");
        assert_eq!(
            error.to_string(),
            "dpi 300 makes a side longer than 8000 pixels: expected at most 80 for this picture"
        );
    }
}
