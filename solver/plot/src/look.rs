//! Defines the appearance of pictures: their size on paper, their font, and whether their title is shown.

use std::fmt;
use std::str::FromStr;

use super::DrawError;
use super::font::Font;

/// Appearance of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Width of the picture. The default is 180 mm, except for boards.
    pub width: Option<Length>,
    /// Height of the picture. The default is a height that suits the width.
    pub height: Option<Length>,
    /// Font size of the names of axes, in points. Titles are larger; numbers at axes and in cells are smaller.
    pub font_size: f64,
    /// Font of all text.
    pub font: Font,
    /// Whether the title and the notes are written above the picture. An SVG file always contains the title and the
    /// notes as metadata.
    pub title: bool,
    /// Resolution of PNG images, in pixels per inch.
    pub resolution: u32,
}

impl Default for Look {
    fn default() -> Self {
        Self { width: None, height: None, font_size: 8.0, font: Font::default(), title: true, resolution: 300 }
    }
}

/// Allowed font sizes, in points.
const FONT_SIZES: std::ops::RangeInclusive<f64> = 4.0..=72.0;

/// Allowed resolutions, in pixels per inch.
const RESOLUTIONS: std::ops::RangeInclusive<u32> = 50..=2400;

/// Font size of the names of axes, in units of the sheet.
const SIZE: f64 = super::axes::NAME as f64;

/// Default width of a picture, which is the width of two columns of a journal.
const USUAL: Length = Length { points: 180.0 * MILLIMETRE };

impl Look {
    /// Checks that the font size and the resolution are in their allowed ranges.
    ///
    /// # Errors
    /// [`DrawError`] if the font size or the resolution is out of range.
    pub fn check(&self) -> Result<(), DrawError> {
        if !FONT_SIZES.contains(&self.font_size) {
            return Err(DrawError::new(format!("text of {} pt: from {} to {} pt", self.font_size, FONT_SIZES.start(), FONT_SIZES.end())));
        }
        if !RESOLUTIONS.contains(&self.resolution) {
            let (least, most) = (RESOLUTIONS.start(), RESOLUTIONS.end());
            return Err(DrawError::new(format!("{} dots to the inch: from {least} to {most}", self.resolution)));
        }
        Ok(())
    }

    /// Returns the length of one unit of the sheet, in points.
    pub(super) fn unit(&self) -> f64 {
        self.font_size / SIZE
    }

    /// Converts a length on paper to units of the sheet, rounded to the nearest unit.
    pub(super) fn units(&self, length: Length) -> i32 {
        // The result fits an `i32`, because lengths are below 4000 points and a unit is at least a seventh of a point.
        (length.points / self.unit()).round() as i32
    }

    /// Converts a number of units of the sheet to a length on paper.
    pub(super) fn length(&self, units: i32) -> Length {
        Length { points: f64::from(units) * self.unit() }
    }

    /// Returns the default width in units of the sheet.
    pub(super) fn usual_width(&self) -> i32 {
        self.units(USUAL)
    }
}

/// A length on paper.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Length {
    /// The length in points; an inch has 72 points.
    points: f64,
}

const MILLIMETRE: f64 = 72.0 / 25.4;

impl Length {
    /// Maximum length in millimetres: the longer side of a sheet of A0.
    const MAX_MILLIMETRES: f64 = 1189.0;

    /// Returns the length in points; an inch has 72 points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.points
    }

    /// Returns the length in millimetres.
    #[must_use]
    pub fn millimetres(self) -> f64 {
        self.points / MILLIMETRE
    }
}

/// Formats the length in millimetres, with up to two decimal places.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.millimetres());
        write!(f, "{} mm", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Reason why a string is not a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LengthError {
    /// The string is not a number with a unit.
    Form(String),
    /// The length is not positive, or it is too large.
    Range(String),
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => write!(f, "{text:?} is no length: a number with mm, cm, in or pt, such as 85mm"),
            Self::Range(text) => write!(f, "{text}: a length is above 0 and at most {} mm", Length::MAX_MILLIMETRES),
        }
    }
}

impl std::error::Error for LengthError {}

impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Self, LengthError> {
        let no_length = || LengthError::Form(text.to_owned());
        let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let points = match &text[number.len()..] {
            "mm" => MILLIMETRE,
            "cm" => 10.0 * MILLIMETRE,
            "in" => 72.0,
            "pt" => 1.0,
            _ => return Err(no_length()),
        };
        let number: f64 = number.trim_end().parse().map_err(|_| no_length())?;
        let length = Self { points: number * points };
        if length.points > 0.0 && length.millimetres() <= Self::MAX_MILLIMETRES {
            Ok(length)
        } else {
            Err(LengthError::Range(text.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, Look};

    #[test]
    fn lengths_have_units() {
        for (text, expected) in [
            ("85mm", Ok("85 mm")),
            ("8.5cm", Ok("85 mm")),
            ("72pt", Ok("25.4 mm")),
            ("1in", Ok("25.4 mm")),
            ("3.5 in", Ok("88.9 mm")),
            ("1189mm", Ok("1189 mm")),
            ("85", Err("is no length")),
            ("mm", Err("is no length")),
            ("", Err("is no length")),
            ("85px", Err("is no length")),
            ("ümm", Err("is no length")),
            ("0mm", Err("above 0")),
            ("-3mm", Err("above 0")),
            ("nanmm", Err("is no length")),
            ("1190mm", Err("at most 1189 mm")),
        ] {
            match (text.parse::<Length>(), expected) {
                (Ok(length), Ok(shown)) => assert_eq!(length.to_string(), shown, "{text}"),
                (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{text}: {error}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }

    #[test]
    fn units_follow_the_size_of_text() {
        let look = |font_size| Look { font_size, ..Look::default() };
        // If the font size doubles, the default width in units of the sheet halves.
        assert!(look(8.0).usual_width() == 2 * look(16.0).usual_width());
        for (size, is_allowed) in [(8.0, true), (4.0, true), (72.0, true), (3.9, false), (73.0, false), (f64::NAN, false)] {
            assert_eq!(look(size).check().is_ok(), is_allowed, "{size}");
        }
        for (resolution, is_allowed) in [(49, false), (50, true), (2400, true), (2401, false)] {
            assert_eq!(Look { resolution, ..Look::default() }.check().is_ok(), is_allowed, "{resolution}");
        }
    }
}
