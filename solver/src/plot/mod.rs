//! Draws figures as SVG or PNG with plotters. Knows no game: a [`Figure`] says in numbers and words what is to be seen.
//!
//! The same figure gives the same bytes each time: coordinates are whole numbers, text is set with a font that is part of the program, nothing is
//! taken from the machine or the clock.
//!
//! Rooms: [`figure`] says what there is to be drawn; `curve`, `bars`, `heat`, `board`, `levels` and `groups` draw one kind of picture each;
//! `axes`, `text` and `colour` serve them.

mod axes;
mod bars;
mod board;
mod colour;
mod curve;
pub mod figure;
mod groups;
mod heat;
mod levels;
mod text;

use std::error::Error;
use std::fmt;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::{BitMapBackend, DrawingArea, DrawingBackend, IntoDrawingArea, PathElement, SVGBackend};
use plotters::style::Color;

use self::figure::Body;
pub use self::figure::Figure;

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable.
    Svg,
    /// Pixels, two for each unit of the scalable form.
    Png,
}

impl Format {
    /// The form that the name of a file asks for.
    #[must_use]
    pub fn of(file: &Path) -> Option<Self> {
        let suffix = file.extension()?;
        let is = |wanted: &str| suffix.eq_ignore_ascii_case(wanted);
        if is("svg") {
            Some(Self::Svg)
        } else if is("png") {
            Some(Self::Png)
        } else {
            None
        }
    }
}

/// A picture that could not be drawn, in the words of the crates that draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError(String);

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be drawn: {}", self.0)
    }
}

impl Error for DrawError {}

impl From<Box<dyn Error>> for DrawError {
    fn from(error: Box<dyn Error>) -> Self {
        Self(error.to_string())
    }
}

/// What drawing returns.
type Drawn = Result<(), Box<dyn Error>>;

/// A part of the picture.
type Area<B> = DrawingArea<B, Shift>;

/// The space at the picture's borders.
const BORDER: i32 = 48;

/// The title's size and the notes'.
const TITLE: i32 = 46;
const NOTE: i32 = 32;

/// From one line to the next, in multiples of a tenth of the size.
const LEADING: i32 = 13;

/// Draws a figure.
///
/// # Errors
/// [`DrawError`] if the drawing crates fail, which is a mistake here.
pub fn draw(figure: &Figure, format: Format) -> Result<Vec<u8>, DrawError> {
    text::ready()?;
    let head = Head::of(figure);
    let (width, height) = (figure.body.width(), u32::try_from(head.height).unwrap_or(0) + figure.body.height());
    match format {
        Format::Svg => {
            let mut svg = String::new();
            paint(&SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area(), figure, &head)?;
            // Whole numbers would be too coarse for a curve: the picture is drawn twice as large as it is to be shown.
            let shown = format!("<svg width=\"{}\" height=\"{}\" ", width / 2, height / 2);
            Ok(svg.replacen(&format!("<svg width=\"{width}\" height=\"{height}\" "), &shown, 1).into_bytes())
        }
        Format::Png => {
            let mut pixels = vec![0; width as usize * height as usize * 3];
            paint(&BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area(), figure, &head)?;
            encode(&pixels, width, height).map_err(|error| DrawError(error.to_string()))
        }
    }
}

/// Pixels as a PNG file.
fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Twice as large as by the usual compression, which takes longer than all of the drawing.
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Title and notes, cut into lines.
struct Head {
    lines: Vec<(String, i32)>,
    height: i32,
}

impl Head {
    fn of(figure: &Figure) -> Self {
        let limit = i32::try_from(figure.body.width()).unwrap_or(i32::MAX) - 2 * BORDER;
        let cut = |text: &str, size: i32| text::folded(text, size, limit).into_iter().map(move |line| (line, size));
        let lines: Vec<_> = cut(&figure.title, TITLE).chain(figure.notes.iter().flat_map(|note| cut(note, NOTE))).collect();
        let height = BORDER / 2 + lines.iter().map(|(_, size)| size * LEADING / 10).sum::<i32>() + BORDER / 2;
        Self { lines, height }
    }
}

fn paint<B: DrawingBackend>(root: &Area<B>, figure: &Figure, head: &Head) -> Drawn
where
    B::ErrorType: 'static,
{
    root.fill(&colour::PAPER)?;
    let (top, body) = root.split_vertically(head.height);
    let mut y = BORDER / 2;
    for (line, size) in &head.lines {
        let height = size * LEADING / 10;
        text::Words::after(*size, colour::INK).write(&top, line, (BORDER, y + height / 2))?;
        y += height;
    }
    match &figure.body {
        Body::Curve(curve) => curve::paint(&body, curve)?,
        Body::Bars(bars) => bars::paint(&body, bars)?,
        Body::Heat(heat) => heat::paint(&body, heat)?,
        Body::Board(board) => board::paint(&body, board)?,
        Body::Levels(levels) => levels::paint(&body, levels)?,
        Body::Groups(groups) => groups::paint(&body, groups)?,
    }
    root.present()?;
    Ok(())
}

/// The outline of a rectangle. (plotters' own has no width in SVG.)
fn frame<B: DrawingBackend>(area: &Area<B>, (left, top): (i32, i32), (right, bottom): (i32, i32), width: i32) -> Drawn
where
    B::ErrorType: 'static,
{
    // Corners are filled when sides reach half a width beyond them.
    let half = width / 2;
    let style = colour::INK.stroke_width(width.unsigned_abs());
    for side in [
        [(left - half, top), (right + half, top)],
        [(left - half, bottom), (right + half, bottom)],
        [(left, top), (left, bottom)],
        [(right, top), (right, bottom)],
    ] {
        area.draw(&PathElement::new(side, style))?;
    }
    Ok(())
}
