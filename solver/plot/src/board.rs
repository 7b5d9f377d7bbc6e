//! Draws a board whose squares are coloured by their values. The middle of the colour scale stands for the value 1/2.

use super::BORDER;
use super::colour::{BLANK, Colour, GRID, INK, PAPER, STEPS, diverging, mix, of, on, step};
use super::figure::{Board, Square, Whose, length};
use super::heat::scale;
use super::pieces::{BELOW, LEFT, border, piece};
use super::sheet::Sheet;
use super::text::{Words, width};

/// Font sizes.
const LABEL: i32 = 26;
const NUMBER: i32 = 27;
const SMALLEST: i32 = 13;

/// Width of the area to the right of the board for the colour scale with its labels and its name.
const RIGHT: i32 = 270;

/// Default side length of a square.
const SIDE: i32 = 110;
/// Minimum side length of a square.
const LEAST: i32 = 30;

/// Minimum height of the colour scale.
const SCALE: i32 = 380;

/// Returns the width and the maximum height of a picture. `width` is the width that the user requested, if any.
pub fn size(board: &Board, width: Option<i32>) -> (i32, i32) {
    let files = length(board.files).max(1);
    let side = width.map_or(SIDE, |width| (width - LEFT - RIGHT) / files).clamp(LEAST, SIDE);
    // A narrow board gets a wider picture, so that its title fits.
    let wide = width.unwrap_or((files * side + LEFT + RIGHT).max(900));
    (wide, (length(board.ranks.len()) * side).max(SCALE) + BELOW + BORDER / 2)
}

/// Draws a board.
pub fn paint(sheet: &mut Sheet, board: &Board, (wide, high): (i32, i32)) {
    let top = 8;
    let (files, ranks) = (length(board.files).max(1), length(board.ranks.len()).max(1));
    let side = ((wide - LEFT - RIGHT) / files).min((high - top - BELOW) / ranks).max(1);
    let (width, height) = (files * side, ranks * side);
    let half = spread(board);
    let size = size_of_numbers(sheet, board, side);
    for (row, rank) in (0..).zip(&board.ranks) {
        for (column, square) in (0..).zip(rank) {
            one(sheet, (LEFT + column * side, top + row * side), side, square, half, size);
        }
    }
    border(sheet, (LEFT, top), (board.files, board.ranks.len()), side);
    // Marks are drawn last, because they overlap neighbouring squares.
    let mark = (side / 16).max(3);
    for (row, rank) in (0..).zip(&board.ranks) {
        for (column, square) in (0..).zip(rank) {
            if matches!(square, Square::Share { marked: true, .. }) {
                let (x, y) = (LEFT + column * side, top + row * side);
                sheet.frame((x + mark / 2, y + mark / 2), (x + side - mark / 2, y + side - mark / 2), mark, INK);
            }
        }
    }
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|way| (way, format!("{:.3}", 0.5 + (2.0 * way - 1.0) * half)));
    let (left, high) = (LEFT + width + 48, height.max(SCALE.min(high - top - BELOW)) - 84);
    let colours: Vec<Colour> = (0..STEPS).map(diverging).collect();
    let taken = scale(sheet, (left, top + 42), high, &colours, &ticks);
    let [low, above] = &board.ends;
    Words::after(LABEL, of(Whose::Left)).within(RIGHT - 40).write(sheet, above, (left - 10, top + 14));
    Words::after(LABEL, of(Whose::Right)).within(RIGHT - 40).write(sheet, low, (left - 10, top + high + 72));
    Words::upwards(LABEL, INK).within(high).write(sheet, &board.scale, (left + taken + LABEL, top + 42 + high / 2));
}

/// Returns the greatest distance from 1/2 on the colour scale. A short scale makes small differences visible.
pub fn spread(board: &Board) -> f64 {
    let shares = board.ranks.iter().flatten().filter_map(|square| match square {
        Square::Share { share, .. } => Some((share - 0.5).abs()),
        _ => None,
    });
    ((shares.fold(0.0, f64::max) * 20.0).ceil() / 20.0).clamp(0.05, 0.5)
}

/// Returns the largest font size at which all numbers fit into squares of side length `side`. Returns `None` if the
/// numbers do not fit even at the size `SMALLEST`.
fn size_of_numbers(sheet: &Sheet, board: &Board, side: i32) -> Option<i32> {
    let lines = |square: &Square| if let Square::Share { lines, .. } = square { lines.clone() } else { Vec::new() };
    let longest = board.ranks.iter().flatten().flat_map(lines).max_by_key(String::len)?;
    let fits = |size: &i32| width(sheet.faces, &longest, *size) <= side - 8 && size * 5 / 2 <= side;
    (SMALLEST..=NUMBER).rev().find(fits)
}

/// Draws one square.
fn one(sheet: &mut Sheet, (x, y): (i32, i32), side: i32, square: &Square, half: f64, size: Option<i32>) {
    let ground = match square {
        Square::Share { share, .. } => diverging(step(0.5 + (share - 0.5) / (2.0 * half))),
        Square::Piece(_) => PAPER,
        Square::Empty => BLANK,
    };
    sheet.rectangle((x, y), (x + side, y + side), ground);
    sheet.frame((x, y), (x + side, y + side), 1, mix(GRID, INK, 1, 2));
    match (square, size) {
        (Square::Share { lines, .. }, Some(size)) => {
            let height = size * 5 / 4;
            let first = y + side / 2 - height * (length(lines.len()) - 1) / 2;
            for (number, line) in (0..).zip(lines) {
                Words::around(size, on(ground)).write(sheet, line, (x + side / 2, first + number * height));
            }
        }
        (Square::Piece(shown), _) => piece(sheet, *shown, (x, y), side),
        _ => {}
    }
}
