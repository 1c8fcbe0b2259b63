//! Text of our SVG pictures as outlines of the embedded font, for the PNG renderer.
//!
//! The renderer could lay out text itself, with shaping for every script; that part is larger than all the rest of it.
//! Our pictures have short Latin labels, numbers and sentences, one line each, so the sum of the glyphs' widths is all the
//! layout that is needed. Only the elements that `puzzle` writes are understood: `<text x y font-size fill
//! [text-anchor]>`, with the anchor of the root element as default.

use std::fmt::Write as _;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Roboto Medium, licensed under the Apache License 2.0; see `font/LICENSE`.
pub(crate) static FONT: &[u8] = include_bytes!("../../font/Roboto-Medium.ttf");

/// An SVG text with a `<path>` in the place of each `<text>` element.
pub(crate) fn outlined(svg: &str, face: &Face<'_>) -> String {
    let root = svg.split_once('>').map_or("", |(root, _)| root);
    let anchor = attribute(root, "text-anchor").unwrap_or("start");
    let mut picture = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, element)) = rest.split_once("<text ") {
        picture.push_str(before);
        let Some((tag, content)) = element.split_once('>') else { break };
        let Some((content, after)) = content.split_once("</text>") else { break };
        let label = Label::read(tag, &unescaped(content), anchor, face);
        picture.push_str(&label.map_or_else(String::new, |label| label.path(face)));
        rest = after;
    }
    picture.push_str(rest);
    picture
}

/// A line of text at its place.
struct Label<'a> {
    glyphs: Vec<GlyphId>,
    fill: &'a str,
    /// Where the baseline begins.
    x: f32,
    y: f32,
    /// Units of the picture for each unit of the font.
    scale: f32,
}

impl<'a> Label<'a> {
    fn read(tag: &'a str, text: &str, root_anchor: &str, face: &Face<'_>) -> Option<Self> {
        let number = |name| attribute(tag, name)?.parse::<f32>().ok();
        let scale = number("font-size")? / f32::from(face.units_per_em());
        let glyph = |letter| face.glyph_index(letter).unwrap_or_default();
        let glyphs: Vec<GlyphId> = text.chars().map(glyph).collect();
        let width = scale * glyphs.iter().map(|&glyph| advance(face, glyph)).sum::<f32>();
        let before = match attribute(tag, "text-anchor").unwrap_or(root_anchor) {
            "middle" => width / 2.0,
            "end" => width,
            _ => 0.0,
        };
        let fill = attribute(tag, "fill").unwrap_or("black");
        Some(Self { glyphs, fill, x: number("x")? - before, y: number("y")?, scale })
    }

    fn path(&self, face: &Face<'_>) -> String {
        let mut pen = Pen { x: self.x, y: self.y, scale: self.scale, path: String::new() };
        for &glyph in &self.glyphs {
            face.outline_glyph(glyph, &mut pen);
            pen.x += self.scale * advance(face, glyph);
        }
        format!("<path d=\"{}\" fill=\"{}\"/>", pen.path, self.fill)
    }
}

fn advance(face: &Face<'_>, glyph: GlyphId) -> f32 {
    face.glyph_hor_advance(glyph).map_or(0.0, f32::from)
}

/// Writes outlines of glyphs, whose y grows upwards, as a path of the picture, whose y grows downwards.
struct Pen {
    x: f32,
    y: f32,
    scale: f32,
    path: String,
}

impl Pen {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + self.scale * x, self.y - self.scale * y);
            let _ = write!(self.path, "{x:.3} {y:.3} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.add('Z', &[]);
    }
}

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let rest = tag.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix("=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

fn unescaped(text: &str) -> String {
    let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    plain.replace("&#39;", "'").replace("&apos;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use sixfold_puzzle::View;
    use sixfold_puzzle::picture::Theme;

    use super::*;

    fn font() -> Face<'static> {
        Face::parse(FONT, 0).expect("the font is part of the program")
    }

    /// The least and the largest x of the paths of a picture.
    fn extent(svg: &str) -> (f32, f32) {
        let paths = svg.split(" d=\"").skip(1).filter_map(|part| part.split('"').next());
        let points = paths.flat_map(|path| path.split(['M', 'L', 'Q', 'C', 'Z']));
        let numbers = |words: &str| -> Vec<f32> {
            words.split_whitespace().map(|word| word.parse().expect("a number")).collect()
        };
        let xs = points.flat_map(|words| numbers(words).into_iter().step_by(2).collect::<Vec<_>>());
        xs.fold((f32::MAX, f32::MIN), |(least, most), x| (least.min(x), most.max(x)))
    }

    #[test]
    fn text_becomes_a_path_where_its_anchor_says() {
        let draw = |anchor: &str| {
            let root = "<svg text-anchor=\"middle\"><rect/>";
            let text = "<text x=\"100\" y=\"50\" font-size=\"20\" fill=\"#123\"";
            outlined(&format!("{root}{text}{anchor}>HIH</text></svg>"), &font())
        };
        let picture = draw("");
        assert!(picture.starts_with("<svg text-anchor=\"middle\"><rect/><path d=\"M"), "{picture}");
        assert!(
            picture.ends_with("fill=\"#123\"/></svg>") && !picture.contains("<text"),
            "{picture}"
        );
        let (left, right) = extent(&picture);
        assert!((left + right - 200.0).abs() < 1.0 && right - left > 20.0, "{left} to {right}");
        assert!(extent(&draw(" text-anchor=\"start\"")).0 > 100.0);
        assert!(extent(&draw(" text-anchor=\"end\"")).1 < 100.0);
    }

    #[test]
    fn escaped_letters_are_one_glyph_each() {
        let picture = |text: &str| {
            let tag = "<text x=\"0\" y=\"0\" font-size=\"10\" fill=\"red\">";
            extent(&outlined(&format!("<svg>{tag}{text}</text></svg>"), &font()))
        };
        let (single, double) = (picture("&lt;"), picture("&amp;&lt;"));
        assert!(single.1 < 10.0 && double.1 < 20.0 && single.1 < double.1);
        assert_eq!(outlined("<svg/>", &font()), "<svg/>");
    }

    /// The renderers of `puzzle` estimate widths by the number of characters.
    #[test]
    fn captions_lie_within_the_picture() {
        let font = font();
        for &family in sixfold_puzzle::FAMILIES {
            let names = |folder| sixfold_puzzle::puzzles::names(family.name(), folder).into_iter();
            let boards =
                ["good", "bad"].map(|folder| names(folder).map(move |name| (folder, name)));
            for (folder, name) in boards.into_iter().flatten() {
                let text = sixfold_puzzle::puzzles::text(family.name(), folder, &name);
                let scene = family.scene(text.expect("it is there"), View::default());
                let svg =
                    sixfold_puzzle::picture::svg(&scene.expect("it is a board"), &Theme::LIGHT);
                let (_, view) = svg.split_once("viewBox=\"").expect("it has a size");
                let mut sizes = view.split([' ', '"']).map(|word| word.parse().expect("a number"));
                let (left, _, width) = (sizes.next(), sizes.next(), sizes.next());
                let (left, width): (f32, f32) = left.zip(width).expect("it has three numbers");
                let (least, most) = extent(&outlined(&svg, &font));
                assert!(left < least && most < left + width, "{name}: {least} to {most} in {svg}");
            }
        }
    }

    /// A letter that the font lacks would be drawn as an empty box.
    #[test]
    fn the_font_has_every_letter_of_our_pictures() {
        let font = font();
        for &family in sixfold_puzzle::FAMILIES {
            let name = family.name();
            let files = sixfold_puzzle::puzzles::names(name, "good").into_iter();
            for file in files.filter_map(|file| sixfold_puzzle::puzzles::text(name, "good", &file))
            {
                let scene = family.scene(file, View::default()).expect("it is a board");
                let svg = sixfold_puzzle::picture::svg(&scene, &Theme::LIGHT);
                for label in svg.split("<text ").skip(1) {
                    let (_, content) = label.split_once('>').expect("a tag ends");
                    let (content, _) = content.split_once("</text>").expect("an element ends");
                    for letter in unescaped(content).chars() {
                        assert!(font.glyph_index(letter).is_some(), "{letter:?} in {content}");
                    }
                }
            }
        }
    }
}
