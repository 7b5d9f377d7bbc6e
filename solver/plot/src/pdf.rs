//! Writes a sheet as PDF with one page that has the size of the sheet. Text can be selected. The file embeds only the
//! glyphs that the page uses.

use std::collections::BTreeMap;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;
use ttf_parser::{RawFace, Tag, name_id};

use super::colour::Colour;
use super::font::{Faces, Glyph, One};
use super::outline::Step;
use super::png::{circle, ring};
use super::sheet::{Item, Text};
use super::{DrawError, Page};

/// Numbers of the objects of the PDF file. `FONTS` is the number of the first object that belongs to a font.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFO: Ref = Ref::new(5);
const FONTS: i32 = 6;

/// Number of PDF objects for each font. These objects are the composite font, the font of its glyphs, the font
/// descriptor, the font file, and the map from glyphs to letters.
const OBJECTS: i32 = 5;

const SYSTEM: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The glyphs of one font that the page uses.
struct Used {
    glyphs: GlyphRemapper,
    /// Maps the number of each embedded glyph to the letter that the glyph shows.
    letters: BTreeMap<u16, char>,
}

/// Writes a sheet as a PDF file.
pub fn write(items: &[Item], page: &Page, faces: &Faces, title: &str) -> Result<Vec<u8>, DrawError> {
    let mut fonts: Vec<Used> = faces.all().iter().map(|_| Used { glyphs: GlyphRemapper::new(), letters: BTreeMap::new() }).collect();
    let mut content = Content::new();
    let unit = page.unit as f32;
    // Sets up the coordinates of the sheet, which go downwards from the left upper corner.
    content.transform([unit, 0.0, 0.0, -unit, 0.0, page.height.points() as f32]);
    for item in items {
        draw(&mut content, item, faces, &mut fonts);
    }
    let used: Vec<(usize, &Used)> = fonts.iter().enumerate().filter(|(_, font)| !font.letters.is_empty()).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES).lang(TextStr("en"));
    pdf.pages(PAGES).kids([PAGE]).count(1);
    pdf.document_info(INFO).title(TextStr(title)).creator(TextStr("gamecert"));
    let mut sheet = pdf.page(PAGE);
    sheet.parent(PAGES).contents(CONTENT);
    sheet.media_box(Rect::new(0.0, 0.0, page.width.points() as f32, page.height.points() as f32));
    let mut resources = sheet.resources();
    let mut names = resources.fonts();
    for (number, _) in &used {
        names.pair(Name(resource(*number).as_bytes()), object(*number, 0));
    }
    names.finish();
    resources.finish();
    sheet.finish();
    let stream = packed(&content.finish())?;
    pdf.stream(CONTENT, &stream).filter(Filter::FlateDecode);
    for (number, font) in used {
        embed(&mut pdf, number, &faces.all()[number], font)?;
    }
    Ok(pdf.finish())
}

/// Returns the name under which the page refers to a font.
fn resource(number: usize) -> String {
    format!("F{number}")
}

/// Returns the number of a PDF object that belongs to a font. `number` is the index of the font.
fn object(number: usize, place: i32) -> Ref {
    // The conversion never fails, because there are at most two fonts.
    Ref::new(FONTS + OBJECTS * i32::try_from(number).unwrap_or(0) + place)
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>, DrawError> {
    let pack = || -> io::Result<Vec<u8>> {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
        packer.write_all(bytes)?;
        packer.finish()
    };
    pack().map_err(|error| DrawError::new(error.to_string()))
}

fn parts(Colour(red, green, blue): Colour) -> [f32; 3] {
    [red, green, blue].map(|part| f32::from(part) / 255.0)
}

fn fill(content: &mut Content, colour: Colour) {
    let [red, green, blue] = parts(colour);
    content.set_fill_rgb(red, green, blue);
}

fn draw(content: &mut Content, item: &Item, faces: &Faces, fonts: &mut [Used]) {
    match item {
        Item::Rectangle(corner, width, height, colour) => {
            fill(content, *colour);
            content.rect(corner.x as f32, corner.y as f32, *width as f32, *height as f32).fill_nonzero();
        }
        Item::Disc(centre, radius, colour) => outline(content, &circle(*centre, *radius, 1.0), *colour),
        Item::Ring(centre, radius, width, colour) => outline(content, &ring(*centre, *radius, *width), *colour),
        Item::Line(points, width, colour) => {
            let [red, green, blue] = parts(*colour);
            content.set_stroke_rgb(red, green, blue).set_line_width(*width as f32);
            for (number, point) in points.iter().enumerate() {
                let (x, y) = (point.x as f32, point.y as f32);
                if number == 0 {
                    content.move_to(x, y)
                } else {
                    content.line_to(x, y)
                };
            }
            content.stroke();
        }
        Item::Outline(steps, colour) => outline(content, steps, *colour),
        Item::Text(text) => write_text(content, text, faces, fonts),
    }
}

fn outline(content: &mut Content, steps: &[Step], colour: Colour) {
    if steps.is_empty() {
        return;
    }
    fill(content, colour);
    for step in steps {
        match step {
            Step::Move(to) => content.move_to(to.x as f32, to.y as f32),
            Step::Line(to) => content.line_to(to.x as f32, to.y as f32),
            Step::Curve(one, two, to) => content.cubic_to(one.x as f32, one.y as f32, two.x as f32, two.y as f32, to.x as f32, to.y as f32),
            Step::Close => content.close_path(),
        };
    }
    content.fill_nonzero();
}

fn write_text(content: &mut Content, text: &Text, faces: &Faces, fonts: &mut [Used]) {
    let (glyphs, wide) = faces.set(&text.text);
    let begin = -wide * text.across.before();
    fill(content, text.colour);
    content.begin_text();
    for run in glyphs.chunk_by(|one, next| one.face == next.face) {
        let along = (begin + run[0].x) * text.em;
        let (x, y) = if text.up { (text.at.x, text.at.y - along) } else { (text.at.x + along, text.at.y) };
        let turned = if text.up { [0.0, -1.0, -1.0, 0.0] } else { [1.0, 0.0, 0.0, -1.0] };
        content.set_font(Name(resource(run[0].face).as_bytes()), text.em as f32);
        content.set_text_matrix([turned[0], turned[1], turned[2], turned[3], x as f32, y as f32]);
        write_run(content, run, faces, &mut fonts[run[0].face]);
    }
    content.end_text();
}

/// Writes consecutive glyphs of one font, with the font's kerning (corrected distances between letters).
fn write_run(content: &mut Content, run: &[Glyph], faces: &Faces, font: &mut Used) {
    let mut shown = content.show_positioned();
    let mut items = shown.items();
    let mut bytes: Vec<u8> = Vec::new();
    let mut pen = run[0].x;
    for glyph in run {
        if (glyph.x - pen).abs() > 1e-6 {
            items.show(Str(&std::mem::take(&mut bytes)));
            items.adjust(((pen - glyph.x) * 1000.0) as f32);
        }
        let id = font.glyphs.remap(glyph.id.0);
        font.letters.entry(id).or_insert(glyph.letter);
        bytes.extend(id.to_be_bytes());
        pen = glyph.x + faces.advance(glyph.face, glyph.id);
    }
    items.show(Str(&bytes));
}

/// Writes the PDF objects of a font.
fn embed(pdf: &mut Pdf, number: usize, one: &One, used: &Used) -> Result<(), DrawError> {
    let face = &one.face;
    if !face.is_outline_embedding_allowed() || !face.is_subsetting_allowed() {
        return Err(DrawError::new("the font does not allow that a part of it becomes part of a PDF"));
    }
    let subset = subsetter::subset(one.bytes, 0, &used.glyphs).map_err(|error| DrawError::new(format!("the font: {error}")))?;
    let cff = RawFace::parse(&subset, 0).ok().and_then(|subset| subset.table(Tag::from_bytes(b"CFF ")));
    let name = base_name(one, used);
    let name = Name(name.as_bytes());
    let thousandths = |units: i16| f32::from(units) * 1000.0 / f32::from(face.units_per_em());
    pdf.type0_font(object(number, 0))
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(object(number, 1))
        .to_unicode(object(number, 4));
    let mut cid = pdf.cid_font(object(number, 1));
    cid.subtype(if cff.is_some() { CidFontType::Type0 } else { CidFontType::Type2 });
    cid.base_font(name).system_info(SYSTEM).font_descriptor(object(number, 2)).default_width(0.0);
    if cff.is_none() {
        cid.cid_to_gid_map_predefined(Name(b"Identity"));
    }
    let advance =
        |id: u16| f32::from(face.glyph_hor_advance(ttf_parser::GlyphId(id)).unwrap_or(0)) * 1000.0 / f32::from(face.units_per_em());
    cid.widths().consecutive(0, used.glyphs.remapped_gids().map(advance));
    cid.finish();
    let bounds = face.global_bounding_box();
    let [left, low, right, high] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(thousandths);
    let mut descriptor = pdf.font_descriptor(object(number, 2));
    descriptor.name(name).flags(FontFlags::SYMBOLIC).bbox(Rect::new(left, low, right, high)).italic_angle(face.italic_angle());
    descriptor.ascent(thousandths(face.ascender())).descent(thousandths(face.descender()));
    // Viewers use the stem width only to choose a substitute for a missing font, and this font is embedded.
    descriptor.cap_height(thousandths(face.capital_height().unwrap_or(face.ascender()))).stem_v(80.0);
    if cff.is_some() {
        descriptor.font_file3(object(number, 3));
    } else {
        descriptor.font_file2(object(number, 3));
    }
    descriptor.finish();
    let file = packed(cff.unwrap_or(&subset))?;
    let mut stream = pdf.stream(object(number, 3), &file);
    stream.filter(Filter::FlateDecode);
    if cff.is_some() {
        stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
    }
    stream.finish();
    let mut letters = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
    for (&id, &letter) in &used.letters {
        letters.pair(id, letter);
    }
    let letters = packed(&letters.finish())?;
    pdf.stream(object(number, 4), &letters).filter(Filter::FlateDecode);
    Ok(())
}

/// Returns the name of the font, with a prefix of six letters. The prefix shows which glyphs of the font are embedded.
fn base_name(one: &One, used: &Used) -> String {
    let name = one.face.names().into_iter().filter(|name| name.name_id == name_id::POST_SCRIPT_NAME).find_map(|name| name.to_string());
    let name: String =
        name.unwrap_or_default().chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').take(60).collect();
    // Computes the FNV-1a hash of the glyph numbers.
    let mut hash =
        used.glyphs.remapped_gids().fold(0xCBF2_9CE4_8422_2325_u64, |hash, id| (hash ^ u64::from(id)).wrapping_mul(0x0100_0000_01B3));
    let mut tag = String::new();
    for _ in 0..6 {
        // The remainder is below 26, so it fits a byte.
        tag.push(char::from(b'A' + (hash % 26) as u8));
        hash /= 26;
    }
    format!("{tag}+{}", if name.is_empty() { "Font" } else { &name })
}
