//! Writes a sheet as PNG. The insides of shapes and glyphs are filled with antialiasing.

use ab_glyph_rasterizer::{Point as Spot, Rasterizer, point};

use super::colour::Colour;
use super::font::Faces;
use super::outline::{Point, Step};
use super::sheet::Item;
use super::{DrawError, Page};

/// Maximum number of pixels of an image.
const MAX_DOTS: u64 = 100_000_000;

/// A circle is drawn as four cubic curves.
const CIRCLE: f64 = 0.552_284_749_8;

/// Draws a sheet as a PNG image. `resolution` is in pixels per inch.
pub fn write(items: &[Item], page: &Page, faces: &Faces, resolution: u32) -> Result<Vec<u8>, DrawError> {
    let scale = page.unit * f64::from(resolution) / 72.0;
    let dots = |units: f64| (units * scale).round().max(1.0) as u32;
    let (width, height) = (dots(page.units.0), dots(page.units.1));
    if u64::from(width) * u64::from(height) > MAX_DOTS {
        return Err(DrawError::new(format!("{width} by {height} dots: a PNG has at most {MAX_DOTS}")));
    }
    let mut canvas =
        Canvas { dots: vec![255; width as usize * height as usize * 3], width: width as usize, height: height as usize, scale };
    for item in items {
        canvas.draw(item, faces);
    }
    encode(&canvas.dots, (width, height), resolution).map_err(|error| DrawError::new(error.to_string()))
}

/// Encodes pixels as a PNG file.
fn encode(dots: &[u8], (width, height): (u32, u32), resolution: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // A PNG file states its resolution per metre, and an inch is 0.0254 metres.
    let a_metre = (f64::from(resolution) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: a_metre, yppu: a_metre, unit: png::Unit::Meter }));
    // The file becomes twice as large as with default compression, but default compression would take longer than all
    // of the drawing.
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(dots)?;
    writer.finish()?;
    Ok(bytes)
}

/// Image with three bytes for each pixel.
struct Canvas {
    dots: Vec<u8>,
    width: usize,
    height: usize,
    /// Number of pixels for one unit of the sheet.
    scale: f64,
}

impl Canvas {
    fn draw(&mut self, item: &Item, faces: &Faces) {
        match item {
            Item::Rectangle(corner, width, height, colour) => self.rectangle(*corner, *width, *height, *colour),
            Item::Disc(centre, radius, colour) => self.fill(&circle(*centre, *radius, 1.0), *colour),
            Item::Ring(centre, radius, width, colour) => self.fill(&ring(*centre, *radius, *width), *colour),
            Item::Line(points, width, colour) => {
                let last = points.len().saturating_sub(2);
                for (number, pair) in points.windows(2).enumerate() {
                    // Extends both segments that meet at a corner, so that the outer side of the corner is filled.
                    let beyond = |is_corner: bool| if is_corner { width / 2.0 } else { 0.0 };
                    self.fill(&segment(pair[0], pair[1], *width, (beyond(number > 0), beyond(number < last))), *colour);
                }
            }
            Item::Outline(steps, colour) => self.fill(steps, *colour),
            Item::Text(text) => {
                let (glyphs, wide) = faces.set(&text.text);
                let begin = -wide * text.across.before();
                for glyph in glyphs {
                    let place = |x: f64, y: f64| {
                        let (along, above) = ((begin + glyph.x + x) * text.em, y * text.em);
                        if text.up { (text.at.x - above, text.at.y - along).into() } else { (text.at.x + along, text.at.y - above).into() }
                    };
                    self.fill(&faces.outline(glyph.face, glyph.id, place), text.colour);
                }
            }
        }
    }

    fn rectangle(&mut self, corner: Point, width: f64, height: f64, colour: Colour) {
        let (right, bottom) = (corner.x + width, corner.y + height);
        let corners = [(corner.x, corner.y), (right, corner.y), (right, bottom), (corner.x, bottom)];
        self.fill(&polygon(corners), colour);
    }

    /// Fills the inside of an outline with a colour.
    fn fill(&mut self, steps: &[Step], colour: Colour) {
        let dot = |point: Point| (point.x * self.scale, point.y * self.scale);
        let ends = steps.iter().flat_map(|step| match *step {
            Step::Move(to) | Step::Line(to) => vec![to],
            Step::Curve(one, two, to) => vec![one, two, to],
            Step::Close => Vec::new(),
        });
        let (mut left, mut top, mut right, mut bottom) = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (x, y) in ends.map(dot) {
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
        }
        // Skips empty outlines. Also skips outlines that extend beyond the sheet by more than the sheet's width or
        // height, because their raster would be too large.
        let (wide, high) = (self.width as f64, self.height as f64);
        if left >= right || top >= bottom || left < -wide || top < -high || right > 2.0 * wide || bottom > 2.0 * high {
            return;
        }
        let (left, top) = (left.floor(), top.floor());
        let mut rasterizer = Rasterizer::new((right - left).ceil() as usize + 1, (bottom - top).ceil() as usize + 1);
        let spot = |at: Point| -> Spot {
            let (x, y) = dot(at);
            point((x - left) as f32, (y - top) as f32)
        };
        let (mut begin, mut here) = (point(0.0, 0.0), point(0.0, 0.0));
        for step in steps {
            match *step {
                Step::Move(to) => (begin, here) = (spot(to), spot(to)),
                Step::Line(to) => {
                    rasterizer.draw_line(here, spot(to));
                    here = spot(to);
                }
                Step::Curve(one, two, to) => {
                    rasterizer.draw_cubic(here, spot(one), spot(two), spot(to));
                    here = spot(to);
                }
                Step::Close => {
                    rasterizer.draw_line(here, begin);
                    here = begin;
                }
            }
        }
        let (left, top) = (left as i64, top as i64);
        rasterizer.for_each_pixel_2d(|x, y, covered| {
            let (x, y) = (left + i64::from(x), top + i64::from(y));
            let inside = |at: i64, size: usize| usize::try_from(at).ok().filter(|at| *at < size);
            if covered > 0.0
                && let (Some(x), Some(y)) = (inside(x, self.width), inside(y, self.height))
                && let Some(dot) = self.dots.get_mut((y * self.width + x) * 3..(y * self.width + x) * 3 + 3)
            {
                let covered = covered.min(1.0);
                for (byte, part) in dot.iter_mut().zip([colour.0, colour.1, colour.2]) {
                    // The result is a mean of two bytes, so it fits a byte.
                    *byte = (f32::from(*byte) * (1.0 - covered) + f32::from(part) * covered).round() as u8;
                }
            }
        });
    }
}

fn polygon(corners: [(f64, f64); 4]) -> Vec<Step> {
    let [first, rest @ ..] = corners;
    let mut steps = vec![Step::Move(first.into())];
    steps.extend(rest.map(|corner| Step::Line(corner.into())));
    steps.push(Step::Close);
    steps
}

/// Returns the outline of a circle. `turn` is 1 or -1 and determines the direction of the outline.
pub(super) fn circle(centre: Point, radius: f64, turn: f64) -> Vec<Step> {
    let at = |x: f64, y: f64| Point { x: centre.x + x * radius, y: centre.y + y * radius * turn };
    vec![
        Step::Move(at(1.0, 0.0)),
        Step::Curve(at(1.0, CIRCLE), at(CIRCLE, 1.0), at(0.0, 1.0)),
        Step::Curve(at(-CIRCLE, 1.0), at(-1.0, CIRCLE), at(-1.0, 0.0)),
        Step::Curve(at(-1.0, -CIRCLE), at(-CIRCLE, -1.0), at(0.0, -1.0)),
        Step::Curve(at(CIRCLE, -1.0), at(1.0, -CIRCLE), at(1.0, 0.0)),
        Step::Close,
    ]
}

/// Returns the outline of a circle drawn as a line of this width.
pub(super) fn ring(centre: Point, radius: f64, width: f64) -> Vec<Step> {
    let mut ring = circle(centre, radius + width / 2.0, 1.0);
    ring.extend(circle(centre, radius - width / 2.0, -1.0));
    ring
}

/// Returns the outline of a line segment as a rectangle. The rectangle extends beyond the two ends by `before` and
/// `after`.
fn segment(from: Point, to: Point, width: f64, (before, after): (f64, f64)) -> Vec<Step> {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = (x * x + y * y).sqrt();
    if length == 0.0 {
        return Vec::new();
    }
    let (x, y) = (x / length, y / length);
    let half = width / 2.0;
    let at = |point: Point, way: f64, aside: f64| (point.x + x * way - y * aside, point.y + y * way + x * aside);
    polygon([at(from, -before, -half), at(to, after, -half), at(to, after, half), at(from, -before, half)])
}

#[cfg(test)]
mod tests {
    use super::super::Page;
    use super::super::colour::{Colour, PAPER};
    use super::super::font::Font;
    use super::super::look::Look;
    use super::super::sheet::Sheet;
    use super::Canvas;

    /// Draws shapes with ten pixels for each unit of the sheet. Returns the colours of the pixels whose coordinates are
    /// in `at`.
    fn dots(draw: impl FnOnce(&mut Sheet), at: &[(usize, usize)]) -> Vec<Colour> {
        let font = Font::default();
        let faces = font.faces().unwrap();
        let mut sheet = Sheet::new(&faces);
        draw(&mut sheet);
        let mut canvas = Canvas { dots: vec![255; 100 * 100 * 3], width: 100, height: 100, scale: 10.0 };
        sheet.items.iter().for_each(|item| canvas.draw(item, &faces));
        at.iter()
            .map(|(x, y)| Colour(canvas.dots[(y * 100 + x) * 3], canvas.dots[(y * 100 + x) * 3 + 1], canvas.dots[(y * 100 + x) * 3 + 2]))
            .collect()
    }

    #[test]
    fn shapes_cover_what_they_should() {
        let red = Colour(200, 0, 0);
        assert_eq!(dots(|sheet| sheet.rectangle((2, 2), (4, 4), red), &[(25, 25), (19, 25), (40, 25)]), [red, PAPER, PAPER]);
        assert_eq!(dots(|sheet| sheet.disc((5, 5), 2.0, red), &[(50, 50), (50, 32), (33, 33)]), [red, red, PAPER]);
        assert_eq!(dots(|sheet| sheet.ring((5, 5), 2.0, 1.0, red), &[(50, 50), (50, 30), (70, 50)]), [PAPER, red, red]);
        let corner = |sheet: &mut Sheet| sheet.line([(2, 2), (6, 2), (6, 6)], 1.0, red);
        assert_eq!(dots(corner, &[(40, 20), (60, 40), (63, 17), (67, 13), (30, 40)]), [red, red, red, PAPER, PAPER]);
        assert_eq!(dots(|sheet| sheet.polygon([(1, 1), (8, 1), (1, 8)], red), &[(20, 20), (70, 70)]), [red, PAPER]);
        // Shapes that extend beyond the sheet are cut off at its border.
        assert_eq!(dots(|sheet| sheet.rectangle((-5, -5), (3, 200), red), &[(20, 50)]), [PAPER]);
        assert_eq!(dots(|sheet| sheet.rectangle((-5, -5), (3, 15), red), &[(20, 50), (35, 50)]), [red, PAPER]);
    }

    #[test]
    fn large_pictures_are_refused() {
        let font = Font::default();
        let faces = font.faces().unwrap();
        let page = Page::new(&Look::default(), 10_000, 10_001);
        let error = super::write(&[], &page, &faces, 2400).unwrap_err();
        assert!(error.to_string().contains("a PNG has at most 100000000"), "{error}");
    }
}
