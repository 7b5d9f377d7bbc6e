//! A board whose squares are coloured around a middle of one half.

use plotters::prelude::{Circle, DrawingBackend, Rectangle};
use plotters::style::{Color, RGBColor};

use super::colour::{BLANK, INK, PAPER, STEPS, diverging, on, step};
use super::figure::{Board, LEFT, SIDE, Square, length};
use super::heat::scale;
use super::text::Words;
use super::{Area, BORDER, Drawn, frame};

/// Sizes of text.
const LABEL: i32 = 32;
const NUMBER: i32 = 34;
const LETTER: i32 = 64;

/// How thick a mark is.
const MARK: i32 = 8;

/// Draws a board.
pub fn paint<B: DrawingBackend>(area: &Area<B>, board: &Board) -> Drawn
where
    B::ErrorType: 'static,
{
    let top = BORDER / 2;
    let (width, height) = (length(board.files) * SIDE, length(board.ranks.len()) * SIDE);
    let half = spread(board);
    for (row, rank) in (0..).zip(&board.ranks) {
        for (column, square) in (0..).zip(rank) {
            one(area, (LEFT + column * SIDE, top + row * SIDE), square, half)?;
        }
        let name = (length(board.ranks.len()) - row).to_string();
        Words::before(LABEL, INK).write(area, &name, (LEFT - 24, top + row * SIDE + SIDE / 2))?;
    }
    for (column, file) in (0..length(board.files)).zip('a'..) {
        Words::around(LABEL, INK).write(area, &file.to_string(), (LEFT + column * SIDE + SIDE / 2, top + height + 32))?;
    }
    frame(area, (LEFT, top), (LEFT + width, top + height), 3)?;
    // Marks are drawn last, above the neighbours.
    for (row, rank) in (0..).zip(&board.ranks) {
        for (column, square) in (0..).zip(rank) {
            if matches!(square, Square::Share { marked: true, .. }) {
                let (x, y) = (LEFT + column * SIDE, top + row * SIDE);
                frame(area, (x + MARK / 2, y + MARK / 2), (x + SIDE - MARK / 2, y + SIDE - MARK / 2), MARK)?;
            }
        }
    }
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|way| (way, format!("{:.3}", 0.5 + (2.0 * way - 1.0) * half)));
    let (left, high) = (LEFT + width + 70, height.max(4 * SIDE) - 100);
    let colours: Vec<RGBColor> = (0..STEPS).map(diverging).collect();
    scale(area, (left, top + 50), high, &colours, &ticks)?;
    let [low, above] = &board.ends;
    Words::after(LABEL, diverging(STEPS - 1)).write(area, above, (left - 20, top + 14))?;
    Words::after(LABEL, diverging(0)).write(area, low, (left - 20, top + high + 86))?;
    Words::upwards(LABEL, INK).write(area, &board.scale, (left + 190, top + 50 + high / 2))
}

/// How far the scale goes from one half to either side: all shares are on it, and small differences are to be seen too.
fn spread(board: &Board) -> f64 {
    let shares = board.ranks.iter().flatten().filter_map(|square| match square {
        Square::Share { share, .. } => Some((share - 0.5).abs()),
        _ => None,
    });
    ((shares.fold(0.0, f64::max) * 20.0).ceil() / 20.0).clamp(0.05, 0.5)
}

/// Draws one square.
fn one<B: DrawingBackend>(area: &Area<B>, (x, y): (i32, i32), square: &Square, half: f64) -> Drawn
where
    B::ErrorType: 'static,
{
    let ground = match square {
        Square::Share { share, .. } => diverging(step(0.5 + (share - 0.5) / (2.0 * half))),
        Square::Piece { .. } => PAPER,
        Square::Empty => BLANK,
    };
    let corners = [(x, y), (x + SIDE, y + SIDE)];
    area.draw(&Rectangle::new(corners, ground.filled()))?;
    area.draw(&Rectangle::new(corners, RGBColor(120, 120, 120).stroke_width(1)))?;
    let middle = (x + SIDE / 2, y + SIDE / 2);
    match square {
        Square::Share { lines, .. } => {
            let height = NUMBER * 5 / 4;
            let first = middle.1 - height * (length(lines.len()) - 1) / 2;
            for (number, line) in (0..).zip(lines) {
                Words::around(NUMBER, on(ground)).write(area, line, (middle.0, first + number * height))?;
            }
        }
        Square::Piece { letter, light } => {
            let fill = if *light { PAPER } else { INK };
            area.draw(&Circle::new(middle, SIDE * 2 / 5, INK.filled()))?;
            area.draw(&Circle::new(middle, SIDE * 2 / 5 - 5, fill.filled()))?;
            Words::around(LETTER, on(fill)).write(area, &letter.to_string(), middle)?;
        }
        Square::Empty => {}
    }
    Ok(())
}
