//! Finds the shapes of letters (glyphs) for the text of pictures, with their coordinates and outlines. Glyphs come from
//! the user's font, or else from DejaVu Sans, which is built in.

use std::borrow::Cow;

use ttf_parser::{Face, GlyphId, OutlineBuilder, name_id};

use super::outline::{Point, Step};
use super::{DrawError, MAX_FONT};

/// Font for the text of pictures. A character that the user's font lacks is taken from DejaVu Sans, which is built in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Font {
    /// The user's font file and its family name, or `None` if DejaVu Sans is the only font.
    own: Option<(Vec<u8>, String)>,
}

impl Font {
    /// Parses a TrueType or OpenType font file.
    ///
    /// # Errors
    /// [`DrawError`] if the font cannot be read, has no outlines, or has no name.
    pub fn read(bytes: Vec<u8>) -> Result<Self, DrawError> {
        if bytes.len() > MAX_FONT {
            return Err(DrawError::new(format!("a font has at most {MAX_FONT} bytes")));
        }
        let family = {
            let face = Face::parse(&bytes, 0).map_err(|error| DrawError::new(format!("no TrueType or OpenType font: {error}")))?;
            if face.tables().glyf.is_none() && face.tables().cff.is_none() {
                return Err(DrawError::new("the font has no outlines of kind glyf or CFF"));
            }
            let named = |id| face.names().into_iter().filter(|name| name.name_id == id).find_map(|name| name.to_string());
            let family = named(name_id::TYPOGRAPHIC_FAMILY).or_else(|| named(name_id::FAMILY));
            family.filter(|family| !family.is_empty()).ok_or_else(|| DrawError::new("the font does not say its family's name"))?
        };
        Ok(Self { own: Some((bytes, family)) })
    }

    /// Returns the family name of the user's font, if there is one.
    pub(super) fn family(&self) -> Option<&str> {
        self.own.as_ref().map(|(_, family)| family.as_str())
    }

    /// Parses the font files. The result lists the user's font first and DejaVu Sans last.
    pub(super) fn faces(&self) -> Result<Faces<'_>, DrawError> {
        let own = self.own.iter().map(|(bytes, _)| bytes.as_slice());
        let one = |bytes| Ok(One { face: Face::parse(bytes, 0).map_err(|error| DrawError::new(error.to_string()))?, bytes });
        Ok(Faces(own.chain([dejavu::sans::regular()]).map(one).collect::<Result<_, DrawError>>()?))
    }
}

/// Fonts in the order in which they are searched for a character.
pub(super) struct Faces<'f>(Vec<One<'f>>);

/// A parsed font with the bytes of its file.
pub(super) struct One<'f> {
    pub face: Face<'f>,
    pub bytes: &'f [u8],
}

/// A glyph (the shape of a letter) in a line of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// Character that the glyph shows.
    pub letter: char,
    /// Index of the font that contains the glyph.
    pub face: usize,
    /// Number of the glyph within the font.
    pub id: GlyphId,
    /// Horizontal distance from the beginning of the text to the glyph, in ems.
    pub x: f64,
}

impl<'f> Faces<'f> {
    /// Returns all fonts.
    pub fn all(&self) -> &[One<'f>] {
        &self.0
    }

    /// Places the glyphs of a text in one line. Returns the glyphs and the width of the line, in ems.
    pub fn set(&self, text: &str) -> (Vec<Glyph>, f64) {
        let mut glyphs: Vec<Glyph> = Vec::new();
        let mut x = 0.0;
        for letter in text.chars() {
            let found = self.0.iter().enumerate().find_map(|(face, one)| Some((face, one.face.glyph_index(letter)?)));
            // If no font has the character, takes the box for unknown characters from the last font.
            let (face, id) = found.unwrap_or((self.0.len() - 1, GlyphId(0)));
            if let Some(before) = glyphs.last().filter(|before| before.face == face) {
                x += self.kern(face, before.id, id);
            }
            glyphs.push(Glyph { letter, face, id, x });
            x += self.advance(face, id);
        }
        (glyphs, x)
    }

    /// Returns the width of a glyph, in ems.
    pub fn advance(&self, face: usize, id: GlyphId) -> f64 {
        let face = &self.0[face].face;
        f64::from(face.glyph_hor_advance(id).unwrap_or(0)) / f64::from(face.units_per_em())
    }

    fn kern(&self, face: usize, left: GlyphId, right: GlyphId) -> f64 {
        let face = &self.0[face].face;
        let pairs = face.tables().kern.into_iter().flat_map(|table| table.subtables);
        let pairs = pairs.filter(|pairs| pairs.horizontal && !pairs.variable && !pairs.has_state_machine);
        let units: i32 = pairs.filter_map(|pairs| pairs.glyphs_kerning(left, right)).map(i32::from).sum();
        f64::from(units) / f64::from(face.units_per_em())
    }

    /// Returns half the height of a capital letter, in ems.
    pub fn middle(&self) -> f64 {
        let face = &self.0[0].face;
        let capital =
            face.capital_height().filter(|height| *height > 0).map_or(0.73, |height| f64::from(height) / f64::from(face.units_per_em()));
        capital / 2.0
    }

    /// Returns the outline of a glyph. The function `place` converts font coordinates, in ems, to sheet coordinates.
    pub fn outline(&self, face: usize, id: GlyphId, place: impl Fn(f64, f64) -> Point) -> Vec<Step> {
        let face = &self.0[face].face;
        let mut pen = Pen { steps: Vec::new(), place, unit: 1.0 / f64::from(face.units_per_em()) };
        face.outline_glyph(id, &mut pen);
        pen.steps
    }

    /// Returns the outline of a character of DejaVu Sans.
    pub fn figurine(&self, letter: char, place: impl Fn(f64, f64) -> Point) -> Vec<Step> {
        let last = self.0.len() - 1;
        self.0[last].face.glyph_index(letter).map_or_else(Vec::new, |id| self.outline(last, id, place))
    }
}

/// Records the drawing commands of which the outline of a glyph consists.
struct Pen<F> {
    steps: Vec<Step>,
    place: F,
    unit: f64,
}

impl<F: Fn(f64, f64) -> Point> Pen<F> {
    fn at(&self, x: f32, y: f32) -> Point {
        (self.place)(f64::from(x) * self.unit, f64::from(y) * self.unit)
    }
}

impl<F: Fn(f64, f64) -> Point> OutlineBuilder for Pen<F> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.steps.push(Step::Move(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.steps.push(Step::Line(self.at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let from = self.steps.last().and_then(|step| step.end()).unwrap_or_else(|| self.at(x1, y1));
        let (control, to) = (self.at(x1, y1), self.at(x, y));
        // Converts the quadratic curve to a cubic curve, because PDF has no other kind.
        let toward = |end: Point| Point { x: end.x + (control.x - end.x) * 2.0 / 3.0, y: end.y + (control.y - end.y) * 2.0 / 3.0 };
        self.steps.push(Step::Curve(toward(from), toward(to), to));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.steps.push(Step::Curve(self.at(x1, y1), self.at(x2, y2), self.at(x, y)));
    }

    fn close(&mut self) {
        self.steps.push(Step::Close);
    }
}

/// Quotes a family name for use in a CSS list of font families.
pub(super) fn quoted(family: &str) -> Cow<'_, str> {
    if family.contains(['\'', '\\']) { Cow::Owned(family.replace(['\'', '\\'], " ")) } else { Cow::Borrowed(family) }
}

#[cfg(test)]
mod tests {
    use super::Font;

    #[test]
    fn fonts_are_read_or_refused() {
        let dejavu = dejavu::sans::regular();
        let read = Font::read(dejavu.to_vec()).unwrap();
        assert_eq!(read.family(), Some("DejaVu Sans"));
        assert_eq!((read.faces().unwrap().all().len(), Font::default().faces().unwrap().all().len()), (2, 1));
        for (title, bytes, part) in [
            ("nothing", Vec::new(), "no TrueType or OpenType font"),
            ("no font", b"%PDF-1.7 and so on".to_vec(), "no TrueType or OpenType font"),
            ("the beginning of one", dejavu[..1000].to_vec(), "no TrueType or OpenType font"),
        ] {
            let error = Font::read(bytes).unwrap_err().to_string();
            assert!(error.contains(part), "{title}: {error}");
        }
        // Font files that are cut off or changed cause no panic.
        for cut in (0..dejavu.len()).step_by(9_973) {
            let mut changed = dejavu[..dejavu.len().min(200_000)].to_vec();
            if let Some(byte) = changed.get_mut(cut) {
                *byte ^= 0xFF;
            }
            let _ = Font::read(changed).is_ok_and(|font| font.faces().is_ok_and(|faces| faces.set("Queen 1/2 − x").1 >= 0.0));
        }
    }

    #[test]
    fn glyphs_stand_one_beside_the_other() {
        let font = Font::default();
        let faces = font.faces().unwrap();
        let (glyphs, width) = faces.set("AVA");
        assert!(glyphs[0].x == 0.0 && glyphs[1].x < faces.advance(0, glyphs[0].id) && glyphs[2].x < width, "kerning");
        assert!((faces.set("0000").1 - 4.0 * faces.set("0").1).abs() < 1e-9);
        assert!((0.3..0.45).contains(&faces.middle()));
        // DejaVu Sans has a glyph for every chess piece.
        for letter in '\u{2654}'..='\u{265F}' {
            assert!(faces.figurine(letter, |x, y| super::Point { x, y }).len() > 10, "{letter}");
        }
    }
}
