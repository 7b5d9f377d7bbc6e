//! Options that all drawing commands share, and the output file of a picture.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;

use super::files::{CSV, PDF, PNG, Replace, SVG, write_whole};
use super::outcome::Failure;
use crate::plot::{self, Figure, Font, Format, Length, Look};

/// Options for the appearance of a picture. A command with these options needs an argument with the clap id `picture`.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Options of pictures")]
pub(super) struct Drawing {
    /// The picture's width in mm, cm, in or pt, such as 85mm [default: 180mm; for boards the width that they need]
    #[arg(long, value_name = "LENGTH", requires = "picture")]
    width: Option<Length>,
    /// The picture's height [default: a height that suits the width]
    #[arg(long, value_name = "LENGTH", requires = "picture")]
    height: Option<Length>,
    /// The size of the text at the axes, in points [default: 8]
    #[arg(long, value_name = "POINTS", requires = "picture", allow_negative_numbers = true)]
    font_size: Option<f64>,
    /// A file of a TrueType or OpenType font [default: DejaVu Sans, and in SVG the viewer's sans-serif font]
    #[arg(long, value_name = "FILE", requires = "picture")]
    font: Option<PathBuf>,
    /// Leave out the title and the notes, for pictures whose caption has this information
    #[arg(long, requires = "picture")]
    no_title: bool,
    /// The resolution of a PNG, in dots per inch [default: 300]
    #[arg(long, value_name = "N", requires = "picture")]
    dpi: Option<u32>,
}

/// Maximum size of a font file, in bytes.
const MAX_FONT: u64 = 64 << 20;

impl Drawing {
    /// Prepares the picture that will be written to `file`. Checks that the file has a known type and may be written,
    /// but writes nothing yet.
    pub(super) fn picture(&self, file: &Path, replace: Replace) -> Result<Picture, Failure> {
        let endings: Vec<String> = Format::ALL.iter().map(|(_, ending)| format!(".{ending}")).collect();
        let format = Format::from_extension(file)
            .ok_or_else(|| Failure::input(format!("{}: a picture's name ends in one of {}", file.display(), endings.join(", "))))?;
        let kind = match format {
            Format::Svg => &SVG,
            Format::Png => &PNG,
            Format::Pdf => &PDF,
            Format::Csv => &CSV,
        };
        replace.allow(file, kind)?;
        let usual = Look::default();
        let look = Look {
            width: self.width,
            height: self.height,
            font_size: self.font_size.unwrap_or(usual.font_size),
            font: self.font.as_deref().map_or(Ok(usual.font), read_font)?,
            title: !self.no_title,
            resolution: self.dpi.unwrap_or(usual.resolution),
        };
        look.check().map_err(Failure::input)?;
        Ok(Picture { file: file.to_owned(), format, look })
    }
}

fn read_font(path: &Path) -> Result<Font, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FONT + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::file(path, &error))?;
    Font::read(bytes).map_err(|why| Failure::file(path, why))
}

/// Picture that will be drawn and written to a file.
pub(super) struct Picture {
    file: PathBuf,
    format: Format,
    look: Look,
}

impl Picture {
    /// Draws a figure, writes the picture to its file, and returns a sentence about the picture.
    pub(super) fn write(&self, figure: &Figure) -> Result<String, Failure> {
        let file = self.file.display();
        let bytes = plot::draw(figure, self.format, &self.look).map_err(|why| Failure::input(format!("{file}: {why}")))?;
        write_whole(&self.file, &bytes)?;
        Ok(format!("Wrote {file}: {}", figure.title))
    }
}
