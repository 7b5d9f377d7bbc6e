//! Draws chess diagrams side by side, with marked squares and arrows.

use super::BORDER;
use super::axes::{self, Entry, NAME};
use super::colour::{Colour, DARK_SQUARE, INK, PAPER, of, shade};
use super::figure::{Diagram, Diagrams, Mark, Whose, length};
use super::pieces::{BELOW, LEFT, border, piece};
use super::sheet::Sheet;
use super::text::Words;

/// Default side length of a square.
const SIDE: i32 = 92;
/// Minimum side length of a square.
const LEAST: i32 = 24;

/// Height of the title area above a board.
const ABOVE: i32 = 48;

/// If a diagram has more arrows than this number, the arrows are not numbered.
const NUMBERED: usize = 16;

/// If a picture is narrower than this, each entry of the legend has its own line.
const NARROW: i32 = 1100;

/// Returns the width and the height of a picture of diagrams. `width` is the width that the user requested, if any.
pub fn size(diagrams: &Diagrams, width: Option<i32>) -> (i32, i32) {
    let count = length(diagrams.diagrams.len()).max(1);
    let natural = |side: i32| count * (LEFT + 8 * side) + BORDER;
    let side = width.map_or(SIDE, |width| side(count, width)).clamp(LEAST, SIDE);
    let wide = width.unwrap_or_else(|| natural(side).max(900));
    (wide, ABOVE + 8 * side + BELOW + legend_height(diagrams, wide))
}

/// Returns the height of the legend.
fn legend_height(diagrams: &Diagrams, width: i32) -> i32 {
    let lines = length(diagrams.legend.len());
    axes::LINE * if width < NARROW { lines } else { lines.min(2) } + BORDER / 2
}

fn side(count: i32, width: i32) -> i32 {
    (width - BORDER - count * LEFT) / (8 * count)
}

/// Draws all diagrams and the legend.
pub fn paint(sheet: &mut Sheet, diagrams: &Diagrams, (wide, high): (i32, i32)) {
    let count = length(diagrams.diagrams.len()).max(1);
    let side = side(count, wide).min((high - ABOVE - BELOW - legend_height(diagrams, wide)) / 8).max(1);
    for (number, diagram) in (0..).zip(&diagrams.diagrams) {
        let left = number * (LEFT + 8 * side) + LEFT;
        Words::after(NAME, INK).within(8 * side).write(sheet, &diagram.name, (left, ABOVE / 2));
        sheet.from((left, ABOVE), |sheet| board(sheet, diagram, side));
    }
    let entry = |(mark, name): &(Mark, String)| -> Entry<'static> {
        let mark = *mark;
        let small = |sheet: &mut Sheet, (x, y): (i32, i32), mark| {
            sheet.rectangle((x - 14, y - 14), (x + 14, y + 14), DARK_SQUARE);
            on_square(sheet, (x - 14, y - 14), 28, mark);
        };
        let draw = move |sheet: &mut Sheet, (x, y): (i32, i32)| match mark {
            Mark::Arrow(whose) => arrow(sheet, (f64::from(x - 22), f64::from(y)), (f64::from(x + 22), f64::from(y)), 60.0, of(whose)),
            mark => small(sheet, (x, y), mark),
        };
        (Box::new(draw), name.clone())
    };
    let below = ABOVE + 8 * side + BELOW;
    axes::legend(sheet, diagrams.legend.iter().map(entry).collect(), (LEFT, below), wide - LEFT - BORDER);
}

/// Returns the upper left corner of a square. All squares of the board have the side length `side`.
fn corner(square: u8, side: i32) -> (i32, i32) {
    (i32::from(square % 8) * side, (7 - i32::from(square.min(63) / 8)) * side)
}

fn board(sheet: &mut Sheet, diagram: &Diagram, side: i32) {
    for square in 0..64_u8 {
        let (x, y) = corner(square, side);
        let ground = if (square / 8 + square % 8) % 2 == 0 { DARK_SQUARE } else { PAPER };
        sheet.rectangle((x, y), (x + side, y + side), ground);
    }
    for &(square, mark) in &diagram.marks {
        on_square(sheet, corner(square, side), side, mark);
    }
    for &(square, shown) in &diagram.pieces {
        piece(sheet, shown, corner(square, side), side);
    }
    let middle = |square: u8| {
        let (x, y) = corner(square, side);
        (f64::from(x) + f64::from(side) / 2.0, f64::from(y) + f64::from(side) / 2.0)
    };
    for &(from, to, whose) in &diagram.arrows {
        arrow(sheet, middle(from), middle(to), f64::from(side), of(whose));
    }
    if diagram.arrows.len() <= NUMBERED {
        let size = (side / 4).max(8);
        for (number, &(from, to, whose)) in (1..).zip(&diagram.arrows) {
            // Writes the number nearer to the end of the arrow, because several arrows may begin on one square.
            let ((x0, y0), (x1, y1)) = (middle(from), middle(to));
            let at = (x0 + (x1 - x0) * 0.6, y0 + (y1 - y0) * 0.6);
            sheet.disc(at, f64::from(size) * 0.8, PAPER);
            // Rounds the coordinates to the nearest unit of the sheet.
            Words::around(size, of(whose)).write(sheet, &number.to_string(), (at.0.round() as i32, at.1.round() as i32));
        }
    }
    border(sheet, (0, 0), (8, 8), side);
}

/// Marks a square. A mark for Left fills the upper left half of the square, and a mark for Right fills the lower right
/// half. So readers can tell the two marks apart without colours.
fn on_square(sheet: &mut Sheet, (x, y): (i32, i32), side: i32, mark: Mark) {
    match mark {
        Mark::Ground(whose) => {
            if whose != Whose::Right {
                sheet.polygon([(x, y), (x + side, y), (x, y + side)], shade(whose));
            }
            if whose != Whose::Left {
                sheet.polygon([(x + side, y), (x + side, y + side), (x, y + side)], shade(whose));
            }
        }
        Mark::Frame => {
            let width = (side / 14).max(2);
            sheet.frame((x + width, y + width), (x + side - width, y + side - width), width, INK);
        }
        Mark::Arrow(_) => {}
    }
}

/// Draws an arrow between two points. The arrow is large enough for squares of side length `side`.
fn arrow(sheet: &mut Sheet, (x0, y0): (f64, f64), (x1, y1): (f64, f64), side: f64, colour: Colour) {
    let length = ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)).sqrt();
    if length < 1.0 {
        return;
    }
    let (along_x, along_y) = ((x1 - x0) / length, (y1 - y0) / length);
    let (head, half) = (side * 0.24, side * 0.11);
    let at = |way: f64, aside: f64| (x0 + along_x * way - along_y * aside, y0 + along_y * way + along_x * aside);
    sheet.line([at(side * 0.1, 0.0), at(length - head, 0.0)], (side * 0.05).max(2.0), colour);
    sheet.polygon([at(length, 0.0), at(length - head, half), at(length - head, -half)], colour);
}
