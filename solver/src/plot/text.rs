//! Text: where it stands, how wide it is, lines that fit.
//!
//! PNG has the font that is part of the program. SVG leaves the choice to the viewer, whose usual fonts are narrower, so that what fits here fits there.
//! Letters are placed here and not by plotters, which sets them on whole pixels and without the space at their sides.

use std::convert::Infallible;
use std::error::Error;
use std::iter::once;
use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use plotters::element::{Drawable, PointCollection};
use plotters::style::RGBColor;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontFamily, FontStyle, FontTransform,
};

use super::figure::length;
use super::{Area, Drawn};

static FONT: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::try_from_slice(dejavu::sans::regular()).ok());

/// Lines that a text may take; longer ones end with dots.
const MOST_LINES: usize = 3;

/// The middle of digits and capitals is so far above the line they stand on, in ems.
const MIDDLE: f64 = 0.365;

/// Where plotters' SVG has that line, below the point at the text's upper border, in ems.
const BASE: f64 = 0.76;

/// plotters' SVG gives its letters this part of the size.
const EM: f64 = 1.24;

/// How text stands.
#[derive(Clone, Copy)]
pub struct Words {
    /// The size of letters.
    pub size: i32,
    /// Their colour.
    pub colour: RGBColor,
    /// Where the point is across the text; along its height it is in the middle.
    pub across: HPos,
    /// Whether it goes upwards.
    pub up: bool,
}

impl Words {
    /// Text that begins at the point.
    pub fn after(size: i32, colour: RGBColor) -> Self {
        Self { size, colour, across: HPos::Left, up: false }
    }

    /// Text with the point in the middle.
    pub fn around(size: i32, colour: RGBColor) -> Self {
        Self { size, colour, across: HPos::Center, up: false }
    }

    /// Text that ends at the point.
    pub fn before(size: i32, colour: RGBColor) -> Self {
        Self { size, colour, across: HPos::Right, up: false }
    }

    /// Text that goes upwards, with the point in the middle.
    pub fn upwards(size: i32, colour: RGBColor) -> Self {
        Self { size, colour, across: HPos::Center, up: true }
    }

    /// Writes a text at a point of an area.
    pub fn write<B: DrawingBackend>(self, area: &Area<B>, text: &str, (x, y): (i32, i32)) -> Drawn
    where
        B::ErrorType: 'static,
    {
        // From the middle to the upper border; a few pixels.
        let shift = ((BASE - MIDDLE) * self.em()).round() as i32;
        let point = if self.up { (x - shift, y) } else { (x, y - shift) };
        area.draw(&Placed { words: self, text, point })?;
        Ok(())
    }

    fn em(self) -> f64 {
        f64::from(self.size) / EM
    }
}

/// A text at a point of its upper border.
struct Placed<'t> {
    words: Words,
    text: &'t str,
    point: (i32, i32),
}

impl<'a> PointCollection<'a, (i32, i32)> for &'a Placed<'_> {
    type Point = &'a (i32, i32);
    type IntoIter = std::iter::Once<&'a (i32, i32)>;

    fn point_iter(self) -> Self::IntoIter {
        once(&self.point)
    }
}

impl<B: DrawingBackend> Drawable<B> for Placed<'_> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut points: I,
        backend: &mut B,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        points.next().map_or(Ok(()), |point| backend.draw_text(self.text, &self.words, point))
    }
}

impl BackendTextStyle for Words {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        BackendStyle::color(&self.colour)
    }

    fn size(&self) -> f64 {
        f64::from(self.size)
    }

    fn transform(&self) -> FontTransform {
        if self.up { FontTransform::Rotate270 } else { FontTransform::None }
    }

    fn style(&self) -> FontStyle {
        FontStyle::Normal
    }

    fn anchor(&self) -> Pos {
        Pos::new(self.across, VPos::Top)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::SansSerif
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Infallible> {
        Ok(((0, 0), (width(text, self.size), self.size)))
    }

    /// Hands each pixel on with its share of the colour.
    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        (x, y): BackendCoord,
        mut pixel: F,
    ) -> Result<Result<(), E>, Infallible> {
        let Some(font) = FONT.as_ref() else { return Ok(Ok(())) };
        let colour = BackendTextStyle::color(self);
        let (glyphs, _) = set(font, text, self.size);
        let base = (BASE * self.em()).round() as i32;
        let mut result = Ok(());
        for outline in glyphs.into_iter().filter_map(|glyph| font.outline_glyph(glyph)) {
            let bounds = outline.px_bounds();
            // Bounds of pixels are whole numbers.
            let (left, top) = (x + bounds.min.x as i32, y + base + bounds.min.y as i32);
            outline.draw(|right, down, covered| {
                if result.is_ok() && covered > 0.0 {
                    let (x, y) = (left + right.cast_signed(), top + down.cast_signed());
                    result = pixel(x, y, BackendColor { alpha: colour.alpha * f64::from(covered.min(1.0)), ..colour });
                }
            });
        }
        Ok(result)
    }
}

/// The letters of a text one beside the other, and the width of all.
fn set(font: &FontRef<'_>, text: &str, size: i32) -> (Vec<Glyph>, f32) {
    let em = (f64::from(size) / EM) as f32;
    // The font's height has more than an em.
    let scale = PxScale::from(em * font.height_unscaled() / font.units_per_em().unwrap_or(1000.0));
    let scaled = font.as_scaled(scale);
    let mut x = 0.0;
    let mut before = None;
    let mut glyphs = Vec::new();
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        x += before.map_or(0.0, |before| scaled.kern(before, id));
        glyphs.push(id.with_scale_and_position(scale, point(x, 0.0)));
        x += scaled.h_advance(id);
        before = Some(id);
    }
    (glyphs, x)
}

/// The width of a text.
pub fn width(text: &str, size: i32) -> i32 {
    // Pictures are narrower than 2^31.
    FONT.as_ref().map_or_else(|| length(text.chars().count()) * size, |font| set(font, text, size).1.ceil() as i32)
}

/// A whole number with its thousands set apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Whether there is a font at all.
pub fn ready() -> Result<(), Box<dyn Error>> {
    FONT.as_ref().map(|_| ()).ok_or_else(|| "the font cannot be read".into())
}

/// A text in lines of at most this width, cut between words where it can be.
pub fn folded(text: &str, size: i32, limit: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer, size) <= limit {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        // A word too long for a line is cut anywhere.
        for letter in word.chars() {
            line.push(letter);
            if width(&line, size) > limit {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
            if lines.len() > MOST_LINES {
                break;
            }
        }
        if lines.len() > MOST_LINES {
            break;
        }
    }
    lines.push(line);
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        let last = lines.last_mut().expect("there are lines");
        while width(last, size) > limit - size {
            last.pop();
        }
        last.push('…');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{MOST_LINES, folded, ready, width};

    #[test]
    fn lines_fit() {
        ready().unwrap();
        assert_eq!(folded("two words", 20, 1000), ["two words"]);
        assert_eq!(folded("two words", 20, 70), ["two", "words"]);
        for (text, limit) in [("x".repeat(100_000), 300), ("some words ".repeat(1000), 300), ("W".repeat(30), 200)] {
            let lines = folded(&text, 20, limit);
            assert!(lines.len() <= MOST_LINES && lines.iter().all(|line| width(line, 20) <= limit), "{lines:?}");
            assert!(lines.last().unwrap().ends_with('…') || lines.concat().len() == text.len());
        }
    }
}
