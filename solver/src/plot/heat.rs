//! Shares of 1 in rows and columns, by colour.

use plotters::prelude::{DrawingBackend, PathElement, Rectangle};
use plotters::style::{Color, RGBColor};

use super::colour::{BLANK, INK, STEPS, sequential, step};
use super::figure::{Heat, length};
use super::text::Words;
use super::{Area, BORDER, Drawn, axes, frame};

/// Sizes of text.
const LABEL: i32 = 28;
const NAME: i32 = 32;

/// The space at the left, at the right and below.
const LEFT: i32 = 200;
const RIGHT: i32 = 260;
const BELOW: i32 = 120;

/// The colour of a share, or of none.
fn colour(share: Option<f64>) -> RGBColor {
    share.map_or(BLANK, |share| sequential(step(share)))
}

/// Draws a heat map.
pub fn paint<B: DrawingBackend>(area: &Area<B>, heat: &Heat) -> Drawn
where
    B::ErrorType: 'static,
{
    let (width, height) = area.dim_in_pixel();
    let (right, bottom) = (width.cast_signed() - RIGHT, height.cast_signed() - BELOW);
    let top = BORDER / 2;
    let rows = length(heat.rows.len()).max(1);
    let columns = length(heat.rows.first().map_or(0, |(_, row)| row.len())).max(1);
    let x = |column: i32| LEFT + (right - LEFT) * column / columns;
    let y = |row: i32| top + (bottom - top) * row / rows;
    for (number, (_, row)) in (0..).zip(&heat.rows) {
        let mut column = 0;
        // Neighbours of one colour are one rectangle.
        for run in row.chunk_by(|one, other| colour(*one) == colour(*other)) {
            let end = column + length(run.len());
            // What comes next covers a seam at the right and below, lest the paper shine through between neighbours.
            let seam = |last: bool| i32::from(!last);
            let corner = (x(end) + seam(end == columns), y(number + 1) + seam(number + 1 == rows));
            area.draw(&Rectangle::new([(x(column), y(number)), corner], colour(run[0]).filled()))?;
            column = end;
        }
    }
    let mut free = i32::MIN;
    for (number, (name, _)) in (0..).zip(&heat.rows) {
        let middle = i32::midpoint(y(number), y(number + 1));
        if middle - LABEL / 2 >= free {
            area.draw(&PathElement::new([(LEFT - 10, middle), (LEFT, middle)], INK.stroke_width(2)))?;
            Words::before(LABEL, INK).write(area, name, (LEFT - 18, middle))?;
            free = middle + LABEL * 2;
        }
    }
    let every = tick(columns);
    for column in 0..columns {
        let k = i64::from(heat.first) + i64::from(column);
        if k % i64::from(every) == 0 {
            axes::tick(area, (i32::midpoint(x(column), x(column + 1)), bottom), &k.to_string())?;
        }
    }
    axes::name_below(area, (LEFT, right, bottom), &heat.x)?;
    Words::upwards(NAME, INK).write(area, &heat.y, (BORDER, i32::midpoint(top, bottom)))?;
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, format!("{share:.2}")));
    let colours: Vec<RGBColor> = (0..STEPS).map(sequential).collect();
    scale(area, (right + 60, top), bottom - top, &colours, &ticks)?;
    Words::upwards(NAME, INK).write(area, &heat.scale, (right + 212, i32::midpoint(top, bottom)))
}

/// A round number of columns from one text below them to the next.
fn tick(columns: i32) -> i32 {
    i32::try_from(round(columns.unsigned_abs().into(), 16)).unwrap_or(i32::MAX)
}

/// The least round number of which there are at most so many in a number.
pub fn round(number: u64, most: u64) -> u64 {
    let mut every = 1;
    for factor in [2, 5, 2].into_iter().cycle() {
        if number <= most * every {
            break;
        }
        // 1, 2, 5, 10, 20, 50, …
        every = if factor == 5 { every / 2 * 5 } else { every * factor };
    }
    every
}

/// A column of colours from below, that is 0, upwards to 1, with texts at some heights.
pub fn scale<B: DrawingBackend>(
    area: &Area<B>,
    (left, top): (i32, i32),
    height: i32,
    colours: &[RGBColor],
    ticks: &[(f64, String)],
) -> Drawn
where
    B::ErrorType: 'static,
{
    const WIDTH: i32 = 40;
    let steps = length(colours.len());
    for (step, colour) in (0..).zip(colours) {
        let from = steps - step;
        let (above, below) = (top + height * (from - 1) / steps, top + height * from / steps);
        // As above: the next one covers a seam.
        let above = above - i32::from(from > 1);
        area.draw(&Rectangle::new([(left, above), (left + WIDTH, below)], colour.filled()))?;
    }
    frame(area, (left, top), (left + WIDTH, top + height), 2)?;
    for (share, name) in ticks {
        // A float within the scale's height.
        let y = top + ((1.0 - share) * f64::from(height)).round() as i32;
        area.draw(&PathElement::new([(left + WIDTH, y), (left + WIDTH + 10, y)], INK.stroke_width(2)))?;
        Words::after(LABEL, INK).write(area, name, (left + WIDTH + 18, y))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::tick;

    #[test]
    fn ticks_are_round() {
        let cases = [(1, 1), (16, 1), (17, 2), (33, 5), (80, 5), (81, 10), (161, 20), (321, 50), (801, 100), (1601, 200)];
        for (columns, every) in cases {
            assert_eq!(tick(columns), every, "{columns}");
        }
    }
}
