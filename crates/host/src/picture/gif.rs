//! Animated GIF of a solution's moves, delta-encoded: a frame holds only the pixels that changed.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use sixfold_puzzle::picture::{Animation, Theme};
use sixfold_puzzle::scene::Scene;

use super::png::Canvas;
use crate::error::HostError;

/// The most frames; longer solutions are sampled.
const MAX_FRAMES: usize = 1200;
/// The intended duration and the limits of a frame's delay, in hundredths of a second.
const DURATION: usize = 6000;
const MIN_DELAY: usize = 4;
const MAX_DELAY: usize = 50;
/// The delay of the last frame.
const LAST_DELAY: u16 = 300;
/// The longest side in pixels.
const MAX_SIDE: f32 = 900.0;
/// The palette index of pixels that do not change.
const UNCHANGED: u8 = 255;

/// The steps that become frames: all of them, or an even sample.
#[must_use]
pub fn sampled_steps(from: usize, to: usize) -> Vec<usize> {
    let count = (to - from).min(MAX_FRAMES - 1);
    (0..=count).map(|at| from + (to - from) * at / count.max(1)).collect()
}

/// Hears how many pictures are drawn, and of how many.
pub type Drawn<'a> = &'a dyn Fn(usize, usize);

/// Draws the scenes of some steps as frames.
///
/// # Errors
/// If a scene cannot be made, or the frames cannot be encoded, which is a bug.
///
/// # Panics
/// If there is no step.
pub fn animate<E: From<HostError>>(
    steps: &[usize],
    theme: &Theme,
    scene: impl Fn(usize) -> Result<Scene, E>,
    drawn: Drawn<'_>,
) -> Result<Vec<u8>, E> {
    let (first, last) = (scene(steps[0])?, scene(steps[steps.len() - 1])?);
    let mut palette = Palette::new(&[&first, &last], theme)?;
    let mut animation = Animation::new(&first, &last, theme);
    let mut canvas = Canvas::new(1.0, MAX_SIDE);
    let delay = (DURATION / steps.len()).clamp(MIN_DELAY, MAX_DELAY) as u16;
    let mut writer: Option<FrameWriter> = None;
    for (at, &step) in steps.iter().enumerate() {
        let pixels = canvas.draw(&animation.next(scene(step)?))?;
        let writer = match &mut writer {
            Some(writer) => writer,
            None => writer.insert(FrameWriter::new(pixels.width(), pixels.height(), &palette)?),
        };
        let delay = if at + 1 == steps.len() { LAST_DELAY } else { delay };
        writer.add(pixels.data(), delay, &mut palette)?;
        drawn(at + 1, steps.len());
    }
    Ok(writer.map_or(Ok(Vec::new()), FrameWriter::finish)?)
}

fn problem(error: impl std::fmt::Display) -> HostError {
    HostError::Animation(error.to_string())
}

/// Encodes frames of one size.
struct FrameWriter {
    encoder: Encoder<Vec<u8>>,
    width: usize,
    /// The last frame, as pixels and as indices of the palette.
    pixels: Vec<u8>,
    shown: Vec<u8>,
}

impl FrameWriter {
    fn new(width: u32, height: u32, palette: &Palette) -> Result<Self, HostError> {
        let side = |length: u32| u16::try_from(length).map_err(problem);
        let colours: Vec<u8> = palette.colours.concat();
        let mut encoder =
            Encoder::new(Vec::new(), side(width)?, side(height)?, &colours).map_err(problem)?;
        encoder.set_repeat(Repeat::Infinite).map_err(problem)?;
        let shown = vec![UNCHANGED; (width * height) as usize];
        Ok(Self { encoder, width: width as usize, pixels: Vec::new(), shown })
    }

    /// Adds a frame: the bounding rectangle of the changed pixels.
    fn add(&mut self, pixels: &[u8], delay: u16, palette: &mut Palette) -> Result<(), HostError> {
        let new = self.colours(pixels, palette);
        let changed = || (0..new.len()).filter(|&at| new[at] != self.shown[at]);
        let (left, right) = changed().fold((self.width - 1, 0), |(left, right), at| {
            (left.min(at % self.width), right.max(at % self.width))
        });
        let top = changed().next().unwrap_or(0) / self.width;
        let bottom = changed().next_back().unwrap_or(0) / self.width;
        let (left, right) = (left.min(right), right);
        let rows = (top..=bottom).map(|row| row * self.width + left..=row * self.width + right);
        let colour = |at: usize| if new[at] == self.shown[at] { UNCHANGED } else { new[at] };
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: rows.flatten().map(colour).collect::<Vec<u8>>().into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(problem)?;
        self.shown = new;
        self.pixels.clear();
        self.pixels.extend_from_slice(pixels);
        Ok(())
    }

    /// The palette indices of a frame. Unchanged pixels are copied, because the palette lookup is slow.
    fn colours(&self, pixels: &[u8], palette: &mut Palette) -> Vec<u8> {
        let mut colours = self.shown.clone();
        let before = self.pixels.chunks_exact(4).map(Some).chain(std::iter::repeat(None));
        let both = pixels.chunks_exact(4).zip(before).zip(&mut colours);
        for ((pixel, before), colour) in both {
            if before != Some(pixel) {
                *colour = palette.nearest(pixel);
            }
        }
        colours
    }

    fn finish(self) -> Result<Vec<u8>, HostError> {
        self.encoder.into_inner().map_err(problem)
    }
}

/// The colour of a pixel without its transparency, which a GIF cannot show. Only pixels at the edge
/// of the picture are partly transparent.
fn opaque(pixel: &[u8]) -> [u8; 3] {
    let part = |part: u8| u16::from(part) * 255 / u16::from(pixel[3].max(1));
    [pixel[0], pixel[1], pixel[2]].map(|own| part(own).min(255) as u8)
}

/// The colours of an animation, with a cache of nearest colours.
struct Palette {
    colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The most frequent colours of some scenes; colours that hardly differ count as one.
    fn new(scenes: &[&Scene], theme: &Theme) -> Result<Self, HostError> {
        let mut counts: HashMap<[u8; 3], HashMap<[u8; 3], usize>> = HashMap::new();
        for scene in scenes {
            let svg = sixfold_puzzle::picture::svg(scene, theme);
            let mut canvas = Canvas::new(1.0, MAX_SIDE);
            for pixel in canvas.draw(&svg)?.data().chunks_exact(4) {
                let colour = opaque(pixel);
                *counts
                    .entry(colour.map(|part| part >> 3))
                    .or_default()
                    .entry(colour)
                    .or_default() += 1;
            }
        }
        let best = |group: HashMap<[u8; 3], usize>| {
            let total: usize = group.values().sum();
            let most = group.into_iter().max_by_key(|(colour, count)| (*count, *colour));
            most.map(|(colour, _)| (total, colour))
        };
        let mut groups: Vec<_> = counts.into_values().filter_map(best).collect();
        groups.sort_unstable_by(|one, other| other.cmp(one));
        let mut colours: Vec<[u8; 3]> = groups.into_iter().map(|(_, colour)| colour).collect();
        colours.resize(UNCHANGED.into(), [0; 3]);
        colours.push([0; 3]);
        Ok(Self { colours, known: HashMap::new() })
    }

    fn nearest(&mut self, pixel: &[u8]) -> u8 {
        let colour = opaque(pixel);
        let colours = &self.colours[..usize::from(UNCHANGED)];
        *self.known.entry(colour).or_insert_with(|| {
            let far = |one: &[u8; 3]| {
                one.iter()
                    .zip(colour)
                    .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
                    .sum::<u32>()
            };
            let nearest = colours.iter().enumerate().min_by_key(|(_, one)| far(one));
            nearest.map_or(0, |(at, _)| at as u8)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_at_the_edge_have_the_colour_of_their_part() {
        assert_eq!(opaque(&[100, 50, 0, 255]), [100, 50, 0]);
        assert_eq!(opaque(&[100, 50, 0, 128]), [199, 99, 0]);
    }

    #[test]
    fn long_solutions_stay_watchable() {
        assert_eq!(sampled_steps(0, 4), [0, 1, 2, 3, 4]);
        assert_eq!(sampled_steps(7, 7), [7]);
        let long = sampled_steps(100, 31_684);
        assert_eq!(
            (long.len(), long.first(), long.last()),
            (MAX_FRAMES, Some(&100), Some(&31_684))
        );
        assert!(long.windows(2).all(|pair| (26..=27).contains(&(pair[1] - pair[0]))));
    }
}
