//! Draws figures as SVG, PNG and PDF, and writes their data as CSV. The crate does not know the rules of any game.
//! A [`Figure`] contains the numbers and words to be shown, and a [`Look`] describes their appearance.
//!
//! The same input always gives the same bytes, on every machine and at any time. Text is therefore measured only with
//! the built-in font or with a font from the user.
//!
//! The module [`figure`] defines the contents of pictures. The module `look` defines the size and the font. The modules
//! `curve`, `bars`, `spikes`, `heat`, `board`, `levels`, `groups`, `spread` and `diagrams` each draw one kind of
//! picture on a `sheet`, which collects shapes and texts. The modules `axes`, `pieces`, `text`, `font`, `outline` and
//! `colour` help with drawing. The modules `svg`, `png` and `pdf` write a sheet to a file format. The module `csv`
//! writes the data, and `describe` describes a picture in sentences.

mod axes;
mod bars;
mod board;
mod colour;
mod csv;
mod curve;
mod describe;
mod diagrams;
pub mod figure;
mod font;
mod groups;
mod heat;
mod levels;
mod look;
mod outline;
mod pdf;
mod pieces;
mod png;
mod sheet;
mod spikes;
mod spread;
mod svg;
mod text;

use std::error::Error;
use std::fmt;
use std::path::Path;

use self::colour::{INK, PAPER};
use self::figure::Body;
pub use self::figure::Figure;
use self::font::Faces;
pub use self::font::Font;
pub use self::look::{Length, Look};
use self::sheet::Sheet;

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Vector graphics with selectable text.
    Svg,
    /// Image of pixels.
    Png,
    /// One page with embedded fonts.
    Pdf,
    /// The data of the picture as a table, without a picture.
    Csv,
}

impl Format {
    /// All formats, each with its file extension.
    pub const ALL: [(Self, &'static str); 4] = [(Self::Svg, "svg"), (Self::Png, "png"), (Self::Pdf, "pdf"), (Self::Csv, "csv")];

    /// Returns the format that the extension of this file name stands for.
    #[must_use]
    pub fn from_extension(file: &Path) -> Option<Self> {
        let ending = file.extension()?;
        Self::ALL.into_iter().find(|(_, known)| ending.eq_ignore_ascii_case(known)).map(|(format, _)| format)
    }
}

/// Reason why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError(String);

impl DrawError {
    fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for DrawError {}

/// Maximum size of a font file in bytes.
const MAX_FONT: usize = 64 << 20;

/// Margin of a picture.
const BORDER: i32 = 40;

/// Font size of the title.
const TITLE: i32 = 34;
const NOTE: i32 = 24;

/// Distance between lines, in tenths of the font size.
const LEADING: i32 = 15;

/// Minimum size of a picture without the title and the notes.
const LEAST: (i32, i32) = (560, 300);

/// Size of a picture on paper.
struct Page {
    width: Length,
    height: Length,
    /// Width and height of the page, in units of the sheet.
    units: (f64, f64),
    /// Length of one unit of the sheet, in points.
    unit: f64,
}

impl Page {
    /// Creates a page with this width and height in units of the sheet. If the user requested a width or a height, the
    /// page has that size instead.
    fn new(look: &Look, width: i32, height: i32) -> Self {
        let (wide, high) = (look.width.unwrap_or_else(|| look.length(width)), look.height.unwrap_or_else(|| look.length(height)));
        // Computes the unit from the exact width, so the unit may differ slightly from the unit that the font size
        // implies.
        let unit = wide.points() / f64::from(width);
        Self { width: wide, height: high, units: (f64::from(width), high.points() / unit), unit }
    }
}

/// Draws a figure, or writes its data if `format` is CSV.
///
/// # Errors
/// [`DrawError`] if the font, the font size, the resolution or the size of the picture cannot be used.
pub fn draw(figure: &Figure, format: Format, look: &Look) -> Result<Vec<u8>, DrawError> {
    look.check()?;
    let faces = look.font.faces()?;
    let (width, usual_height) = size(&figure.body, look);
    let head = Head::new(figure, look.title, &faces, width);
    let height = look.height.map_or(head.height + usual_height, |height| look.units(height));
    let least = (LEAST.0, head.height + least_height(&figure.body));
    if width < least.0 || height < least.1 {
        return Err(DrawError::new(format!(
            "{} by {}: text of {} pt needs at least {} by {} here",
            look.width.unwrap_or_else(|| look.length(width)),
            look.height.unwrap_or_else(|| look.length(height)),
            look.font_size,
            look.length(least.0),
            look.length(least.1)
        )));
    }
    let page = Page::new(look, width, height);
    let mut sheet = Sheet::new(&faces);
    head.paint(&mut sheet);
    sheet.from((0, head.height), |sheet| paint(sheet, &figure.body, (width, height - head.height)));
    match format {
        Format::Svg => {
            let words = svg::Words { title: &figure.title, description: &describe::describe(figure), family: look.font.family() };
            Ok(svg::write(&sheet.items, &page, &words).into_bytes())
        }
        Format::Png => png::write(&sheet.items, &page, &faces, look.resolution),
        Format::Pdf => pdf::write(&sheet.items, &page, &faces, &figure.title),
        Format::Csv => Ok(csv::write(&figure.body).into_bytes()),
    }
}

/// Returns the width of a picture, and a suitable height without the title and the notes.
fn size(body: &Body, look: &Look) -> (i32, i32) {
    let asked = look.width.map(|width| look.units(width));
    let width = asked.unwrap_or_else(|| look.usual_width());
    let (width, height) = match body {
        Body::Board(board) => board::size(board, asked),
        Body::Diagrams(diagrams) => diagrams::size(diagrams, asked),
        Body::Bars(_) | Body::Spikes(_) if panels(body) == 1 => (width, width * 2 / 5),
        Body::Spread(spread) => (width, spread::height(spread, width * 2 / 5)),
        _ => (width, width * 55 / 100),
    };
    // Doubles the minimum height if several panels share it.
    let flattest = if panels(body) > 1 { LEAST.1 * 2 } else { least_height(body) };
    (width, height.max(flattest))
}

/// Returns how many charts (panels) a picture shows one above the other.
fn panels(body: &Body) -> usize {
    match body {
        Body::Bars(bars) => bars.panels.len(),
        Body::Spikes(spikes) => spikes.panels.len(),
        _ => 1,
    }
}

/// Returns the minimum height of a picture without the title and the notes.
fn least_height(body: &Body) -> i32 {
    match body {
        Body::Spread(spread) => spread::height(spread, 0),
        _ if panels(body) > 1 => LEAST.1 * 3 / 2,
        _ => LEAST.1,
    }
}

/// Title and notes, broken into lines.
struct Head {
    lines: Vec<(String, i32)>,
    height: i32,
}

impl Head {
    fn new(figure: &Figure, is_shown: bool, faces: &Faces, width: i32) -> Self {
        if !is_shown {
            return Self { lines: Vec::new(), height: BORDER / 2 };
        }
        let limit = width - 2 * BORDER;
        let cut = |text: &str, size: i32| text::folded(faces, text, size, limit).into_iter().map(move |line| (line, size));
        let lines: Vec<_> = cut(&figure.title, TITLE).chain(figure.notes.iter().flat_map(|note| cut(note, NOTE))).collect();
        let height = BORDER / 2 + lines.iter().map(|(_, size)| size * LEADING / 10).sum::<i32>() + BORDER / 2;
        Self { lines, height }
    }

    fn paint(&self, sheet: &mut Sheet) {
        let mut y = BORDER / 2;
        for (line, size) in &self.lines {
            let height = size * LEADING / 10;
            text::Words::after(*size, INK).write(sheet, line, (BORDER, y + height / 2));
            y += height;
        }
    }
}

fn paint(sheet: &mut Sheet, body: &Body, size: (i32, i32)) {
    match body {
        Body::Curve(curve) => curve::paint(sheet, curve, size),
        Body::Bars(bars) => bars::paint(sheet, bars, size),
        Body::Spikes(spikes) => spikes::paint(sheet, spikes, size),
        Body::Heat(heat) => heat::paint(sheet, heat, size),
        Body::Board(board) => board::paint(sheet, board, size),
        Body::Levels(levels) => levels::paint(sheet, levels, size),
        Body::Groups(groups) => groups::paint(sheet, groups, size),
        Body::Spread(spread) => spread::paint(sheet, spread, size),
        Body::Diagrams(diagrams) => diagrams::paint(sheet, diagrams, size),
    }
}
