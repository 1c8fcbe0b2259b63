//! SVG to PNG, with the font that travels inside the program, so that no system font is needed.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use crate::failure::Failure;

/// Roboto Medium, licensed under the Apache License 2.0; see `font/LICENSE`.
static FONT: &[u8] = include_bytes!("../font/Roboto-Medium.ttf");

/// Pixels per unit of the picture, for sharp text.
const SCALE: f32 = 2.0;
/// The longest side in pixels; larger pictures are scaled down to it.
const LONGEST: f32 = 8000.0;

/// Draws an SVG text as a PNG file.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    let problem = |error: &dyn std::fmt::Display| {
        Failure::Bug(format!("our own picture cannot be drawn: {error}"))
    };
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: "Roboto".to_owned(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| problem(&error))?;
    let size = tree.size();
    let scale = SCALE.min(LONGEST / size.width().max(size.height()));
    let (width, height) =
        ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let mut picture =
        tiny_skia::Pixmap::new(width, height).ok_or_else(|| problem(&"it has no size"))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut picture.as_mut());
    picture.encode_png().map_err(|error| problem(&error))
}
