//! Chess pieces and the borders of boards. Figurines are outlines of DejaVu Sans, so that they look the same whatever fonts a viewer has.

use super::colour::{INK, PAPER};
use super::figure::{Piece, length};
use super::outline::{Point, Step};
use super::sheet::Sheet;
use super::text::Words;

/// Font size of coordinates at a board's border.
const LABEL: i32 = 24;

/// Space that a board needs at its left, and below.
pub const LEFT: i32 = 76;
pub const BELOW: i32 = 56;

/// Width and height of DejaVu Sans figurines, in ems.
const WIDE: f64 = 0.896;
const HIGH: f64 = 0.73;

/// Size of a figurine, relative to the side of a square.
const SIZE: f64 = 1.02;

/// Draws a piece in a square with this left upper corner and side.
pub fn piece(sheet: &mut Sheet, piece: Piece, (left, top): (i32, i32), side: i32) {
    let letter = match (piece.light, piece.letter) {
        (true, 'K') => '♔',
        (true, 'Q') => '♕',
        (true, 'R') => '♖',
        (true, 'B') => '♗',
        (true, 'N') => '♘',
        (true, _) => '♙',
        (false, 'K') => '♚',
        (false, 'Q') => '♛',
        (false, 'R') => '♜',
        (false, 'B') => '♝',
        (false, 'N') => '♞',
        (false, _) => '♟',
    };
    let (side, left, top) = (f64::from(side), f64::from(left), f64::from(top));
    let em = side * SIZE;
    let (x0, y0) = (left + (side - WIDE * em) / 2.0, top + side - (side - HIGH * em) / 2.0);
    let outline = sheet.faces.figurine(letter, |x, y| Point { x: x0 + x * em, y: y0 - y * em });
    // The inside of the piece is paper, on any ground.
    sheet.outline(bodies(&outline), PAPER);
    sheet.outline(outline, INK);
}

/// Returns the outer contours of an outline: those that run clockwise in TrueType, without the contours of holes.
fn bodies(outline: &[Step]) -> Vec<Step> {
    let parts = outline.split_inclusive(|step| matches!(step, Step::Close));
    let is_body = |part: &&[Step]| {
        let points: Vec<Point> = part.iter().filter_map(|step| step.end()).collect();
        let next = points.iter().cycle().skip(1);
        // The sign is reversed because coordinates go downwards here.
        points.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() > 0.0
    };
    parts.filter(is_body).flatten().copied().collect()
}

/// Writes the names of files and ranks around a board with this left upper corner, of squares of this side.
pub fn border(sheet: &mut Sheet, (left, top): (i32, i32), (files, ranks): (usize, usize), side: i32) {
    let (width, height) = (length(files) * side, length(ranks) * side);
    for rank in 0..length(ranks) {
        let middle = (left - 16, top + rank * side + side / 2);
        Words::before(LABEL, INK).write(sheet, &(length(ranks) - rank).to_string(), middle);
    }
    for (file, name) in (0..length(files)).zip('a'..) {
        Words::around(LABEL, INK).write(sheet, &name.to_string(), (left + file * side + side / 2, top + height + 26));
    }
    sheet.frame((left, top), (left + width, top + height), 3, INK);
}

#[cfg(test)]
mod tests {
    use super::super::font::Font;
    use super::super::sheet::{Item, Sheet};
    use super::{INK, PAPER, Piece, piece};

    /// Every piece is a body of paper under lines of ink, within its square.
    #[test]
    fn pieces_stand_in_their_squares() {
        let font = Font::default();
        let faces = &font.faces().unwrap();
        for letter in "KQRBNP".chars() {
            for light in [true, false] {
                let mut sheet = Sheet::new(faces);
                piece(&mut sheet, Piece { letter, light }, (100, 200), 50);
                let [Item::Outline(body, PAPER), Item::Outline(lines, INK)] = &sheet.items[..] else { panic!("{letter}") };
                assert!(!body.is_empty() && body.len() <= lines.len(), "{letter}");
                let inside = |point: super::Point| (100.0..=150.0).contains(&point.x) && (200.0..=250.0).contains(&point.y);
                assert!(lines.iter().filter_map(|step| step.end()).all(inside), "{letter}");
            }
        }
    }
}
