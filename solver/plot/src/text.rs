//! Writes text at an anchor, measures the width of text, and breaks text into lines.
//!
//! In PNG and PDF files, texts are exactly as wide as measured, because these files contain the glyphs. The program
//! that shows an SVG file chooses the font, unless the user supplied one. The usual fonts are narrower than DejaVu
//! Sans, so a text that fits in DejaVu Sans also fits in them.

use super::colour::Colour;
use super::font::Faces;
use super::sheet::{Across, Sheet, Text};

/// Maximum number of lines of a text. A longer text is cut and ends with an ellipsis.
const MAX_LINES: usize = 3;

/// Text that is too wide is made smaller, at most by this factor. Text that is too wide even at the smallest size is
/// cut and ends with an ellipsis.
const SMALLEST: f64 = 0.7;

/// Font size, colour and alignment of a text.
#[derive(Clone, Copy)]
pub struct Words {
    /// Font size in units of the sheet.
    pub size: i32,
    /// Colour of the text.
    pub colour: Colour,
    /// Horizontal alignment of the text at the anchor.
    across: Across,
    /// Whether the text runs upwards.
    up: bool,
    /// Maximum width of the text.
    within: i32,
}

impl Words {
    /// Describes text that begins at the anchor.
    pub fn after(size: i32, colour: Colour) -> Self {
        Self { size, colour, across: Across::Begin, up: false, within: i32::MAX }
    }

    /// Describes text whose middle lies at the anchor.
    pub fn around(size: i32, colour: Colour) -> Self {
        Self { across: Across::Middle, ..Self::after(size, colour) }
    }

    /// Describes text that ends at the anchor.
    pub fn before(size: i32, colour: Colour) -> Self {
        Self { across: Across::End, ..Self::after(size, colour) }
    }

    /// Describes text that runs upwards and whose middle lies at the anchor.
    pub fn upwards(size: i32, colour: Colour) -> Self {
        Self { up: true, ..Self::around(size, colour) }
    }

    /// Limits the width of the text.
    pub fn within(self, within: i32) -> Self {
        Self { within, ..self }
    }

    /// Writes a text whose anchor is at a point.
    pub fn write(self, sheet: &mut Sheet, text: &str, (x, y): (i32, i32)) {
        let (faces, within) = (sheet.faces, f64::from(self.within.max(1)));
        let wide = faces.set(text).1 * f64::from(self.size);
        let part = if wide > within { (within / wide).max(SMALLEST) } else { 1.0 };
        // Rounds the font size down to a hundredth of a unit, which is precise enough.
        let em = (f64::from(self.size) * part * 100.0).floor() / 100.0;
        let text = if wide * part > within + 0.5 { cut(faces, text, within / em) } else { text.to_owned() };
        let shift = faces.middle() * em;
        let (x, y) = (f64::from(x), f64::from(y));
        let at = if self.up { (x + shift, y) } else { (x, y + shift) };
        sheet.text(Text { text, at: at.into(), across: self.across, em, colour: self.colour, up: self.up });
    }
}

/// Shortens a text and adds an ellipsis, so that the result is at most `limit` ems wide.
fn cut(faces: &Faces, text: &str, limit: f64) -> String {
    // Keeps at most 400 characters at first, because no line has space for more.
    let mut kept: String = text.chars().take(400).collect();
    while !kept.is_empty() && faces.set(&format!("{kept}…")).1 > limit {
        kept.pop();
    }
    kept + "…"
}

/// Returns the width of a text in units of the sheet, rounded up.
pub fn width(faces: &Faces, text: &str, size: i32) -> i32 {
    // The result fits an `i32`, because sheets are narrower than 2^31 units.
    (faces.set(text).1 * f64::from(size)).ceil() as i32
}

/// Formats a whole number with commas between groups of three digits.
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

/// Breaks a text into lines whose width is at most `limit`, between words where this is possible.
pub fn folded(faces: &Faces, text: &str, size: i32, limit: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(faces, &longer, size) <= limit {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        // Breaks a word that is too long for a line between any two of its letters.
        for letter in word.chars() {
            line.push(letter);
            if width(faces, &line, size) > limit {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
            if lines.len() > MAX_LINES {
                break;
            }
        }
        if lines.len() > MAX_LINES {
            break;
        }
    }
    lines.push(line);
    if lines.len() > MAX_LINES {
        lines.truncate(MAX_LINES);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && width(faces, last, size) > limit - size {
                last.pop();
            }
            last.push('…');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::colour::INK;
    use super::super::font::Font;
    use super::super::sheet::{Item, Sheet};
    use super::{MAX_LINES, SMALLEST, Words, folded, width};

    #[test]
    fn lines_fit() {
        let font = Font::default();
        let faces = &font.faces().unwrap();
        assert_eq!(folded(faces, "two words", 20, 1000), ["two words"]);
        assert_eq!(folded(faces, "two words", 20, 80), ["two", "words"]);
        for (text, limit) in [("x".repeat(100_000), 300), ("some words ".repeat(1000), 300), ("W".repeat(30), 250)] {
            let lines = folded(faces, &text, 20, limit);
            assert!(lines.len() <= MAX_LINES && lines.iter().all(|line| width(faces, line, 20) <= limit), "{lines:?}");
            assert!(lines.last().unwrap().ends_with('…') || lines.concat().len() == text.len());
        }
    }

    #[test]
    fn text_is_set_smaller_before_it_is_cut() {
        let font = Font::default();
        let faces = &font.faces().unwrap();
        let text = "share of the money";
        let wide = width(faces, text, 20);
        for (within, whole) in [(wide, true), (wide * 4 / 5, true), (wide / 2, false), (1, false)] {
            let mut sheet = Sheet::new(faces);
            Words::after(20, INK).within(within).write(&mut sheet, text, (0, 0));
            let [Item::Text(written)] = &sheet.items[..] else { panic!("a text") };
            assert_eq!(written.text == text, whole, "{within}: {}", written.text);
            assert!(written.em >= 20.0 * SMALLEST - 0.01 && written.text.len() <= text.len().max(3));
            assert!(within == 1 || faces.set(&written.text).1 * written.em <= f64::from(within) + 1.0, "{within}");
        }
    }
}
