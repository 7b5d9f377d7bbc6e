//! Draws chess pieces and the borders of boards. The pieces are drawn as outlines from DejaVu Sans, so they do not
//! depend on the fonts of the viewer program.

use super::colour::{INK, PAPER};
use super::figure::{Piece, length};
use super::outline::{Point, Step};
use super::sheet::Sheet;
use super::text::Words;

/// Font size of the names of files and ranks at the border of a board.
const LABEL: i32 = 24;

/// Width of the names of ranks to the left of a board.
pub const LEFT: i32 = 76;
/// Height of the names of files below a board.
pub const BELOW: i32 = 56;

/// Width and height of the chess pieces in DejaVu Sans, in ems.
const WIDE: f64 = 0.896;
const HIGH: f64 = 0.73;

/// Font size of a piece as a multiple of the side of a square.
const SIZE: f64 = 1.02;

/// Draws a piece in the square that has the upper left corner `(left, top)` and the side length `side`.
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
    // Fills the inside of the piece with white, so that the colour of the square does not show through.
    sheet.outline(bodies(&outline), PAPER);
    sheet.outline(outline, INK);
}

/// Returns the outer contours of an outline and leaves out the contours of holes. In TrueType, outer contours run
/// clockwise.
fn bodies(outline: &[Step]) -> Vec<Step> {
    let parts = outline.split_inclusive(|step| matches!(step, Step::Close));
    let is_body = |part: &&[Step]| {
        let points: Vec<Point> = part.iter().filter_map(|step| step.end()).collect();
        let next = points.iter().cycle().skip(1);
        // In TrueType a clockwise contour has a negative area. The sign is reversed because coordinates on the sheet go
        // downwards.
        points.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() > 0.0
    };
    parts.filter(is_body).flatten().copied().collect()
}

/// Draws the border of a board and writes the names of its files and ranks. The board has the upper left corner `(left,
/// top)`, and its squares have the side length `side`.
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

    /// Each piece has black lines and a white inside, and lies within its square.
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
