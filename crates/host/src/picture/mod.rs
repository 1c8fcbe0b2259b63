//! Pictures as files of pixels: PNG, and animated GIF for moves. `puzzle` draws SVG; this renders it.

mod board;
mod drawing;
mod gif;
mod png;
mod text_outlines;

pub use self::board::{Board, PictureFile, save};
pub use self::drawing::Drawing;
pub use self::gif::{Drawn, animate, sampled_steps};
pub use self::png::{PixelSize, png};
