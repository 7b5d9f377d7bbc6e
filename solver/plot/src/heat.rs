//! Draws a heat map: a grid whose cells are coloured by their values from 0 to 1.

use super::axes::{self, Frame};
use super::colour::{BLANK, Colour, INK, STEPS, sequential, step};
use super::figure::{Heat, HeatRow, Ratio, length};
use super::sheet::Sheet;
use super::text::{Words, width};

/// Width of the area to the right of the grid for the colour scale with its labels and its name.
const RIGHT: i32 = 230;

/// Returns the colour for a value; if `share` is `None`, returns the colour for a cell without data.
fn colour(share: Option<Ratio>) -> Colour {
    share.map_or(BLANK, |share| sequential(step(share.value())))
}

/// Returns the text beside a row: the limit of the row's values, or `none` if there is no limit.
fn name(row: &HeatRow) -> String {
    row.limit.map_or_else(|| "none".to_owned(), |limit| format!("{:.3}", limit.value()))
}

/// Draws a heat map.
pub fn paint(sheet: &mut Sheet, heat: &Heat, (wide, height): (i32, i32)) {
    let left = axes::left_of(sheet, heat.rows.iter().map(name));
    let frame = Frame { left, top: 12, right: wide - RIGHT, bottom: height - axes::BELOW };
    let Frame { top, right, bottom, .. } = frame;
    let rows = length(heat.rows.len()).max(1);
    let columns = length(heat.rows.first().map_or(0, |row| row.cells.len())).max(1);
    let x = |column: i32| left + (right - left) * column / columns;
    let y = |row: i32| top + (bottom - top) * row / rows;
    for (number, row) in (0..).zip(&heat.rows) {
        let mut column = 0;
        // Neighbouring cells of the same colour form one rectangle.
        for run in row.cells.chunk_by(|one, other| colour(*one) == colour(*other)) {
            let end = column + length(run.len());
            // Extends each rectangle by one unit to the right and downwards. The neighbouring rectangles, which are
            // drawn later, cover these strips. Otherwise the background would shine through between rectangles.
            let seam = |last: bool| i32::from(!last);
            let corner = (x(end) + seam(end == columns), y(number + 1) + seam(number + 1 == rows));
            sheet.rectangle((x(column), y(number)), corner, colour(run[0]));
            column = end;
        }
    }
    let mut free = i32::MIN;
    for (number, row) in (0..).zip(&heat.rows) {
        let middle = i32::midpoint(y(number), y(number + 1));
        if middle - axes::LABEL / 2 >= free {
            sheet.line([(left - 8, middle), (left, middle)], 2.0, INK);
            Words::before(axes::LABEL, INK).write(sheet, &name(row), (left - 18, middle));
            free = middle + axes::LABEL * 2;
        }
    }
    let every = i64::try_from(round(columns.unsigned_abs().into(), ((right - left) / 90).max(2).unsigned_abs().into())).unwrap_or(i64::MAX);
    for column in 0..columns {
        let k = i64::from(heat.first) + i64::from(column);
        if k % every == 0 {
            axes::tick(sheet, (i32::midpoint(x(column), x(column + 1)), bottom), &k.to_string());
        }
    }
    axes::name_below(sheet, (left, right, bottom), &heat.x);
    let middle = (axes::NAME, i32::midpoint(top, bottom));
    Words::upwards(axes::NAME, INK).within(bottom - top + 60).write(sheet, &heat.y, middle);
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, format!("{share:.2}")));
    let colours: Vec<Colour> = (0..STEPS).map(sequential).collect();
    scale(sheet, (right + 50, top), bottom - top, &colours, &ticks);
    let middle = (wide - axes::NAME, i32::midpoint(top, bottom));
    Words::upwards(axes::NAME, INK).within(bottom - top + 60).write(sheet, &heat.scale, middle);
}

/// Returns the least `n` among 1, 2, 5, 10, 20, 50, … for which `number / n` is at most `most`.
pub fn round(number: u64, most: u64) -> u64 {
    let mut every: u64 = 1;
    for factor in [2, 5, 2].into_iter().cycle() {
        if number <= most.saturating_mul(every) {
            break;
        }
        every = if factor == 5 { every / 2 * 5 } else { every.saturating_mul(factor) };
    }
    every
}

/// Draws a vertical colour scale with labels. Each label in `ticks` has a height from 0 to 1. Returns the width of the
/// scale together with its labels.
pub fn scale(sheet: &mut Sheet, (left, top): (i32, i32), height: i32, colours: &[Colour], ticks: &[(f64, String)]) -> i32 {
    const WIDTH: i32 = 36;
    let steps = length(colours.len()).max(1);
    for (step, colour) in (0..).zip(colours) {
        let from = steps - step;
        let (above, below) = (top + height * (from - 1) / steps, top + height * from / steps);
        // Extends the rectangle by one unit upwards. The next rectangle covers this strip, as in the heat map.
        let above = above - i32::from(from > 1);
        sheet.rectangle((left, above), (left + WIDTH, below), *colour);
    }
    sheet.frame((left, top), (left + WIDTH, top + height), 2, INK);
    for (share, name) in ticks {
        // Rounds to a unit of the sheet within the height of the scale.
        let y = top + ((1.0 - share) * f64::from(height)).round() as i32;
        sheet.line([(left + WIDTH, y), (left + WIDTH + 8, y)], 2.0, INK);
        Words::after(axes::LABEL, INK).write(sheet, name, (left + WIDTH + 16, y));
    }
    WIDTH + 16 + ticks.iter().map(|(_, name)| width(sheet.faces, name, axes::LABEL)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::round;

    #[test]
    fn steps_are_round() {
        let cases = [(1, 1), (16, 1), (17, 2), (33, 5), (80, 5), (81, 10), (161, 20), (321, 50), (801, 100), (1601, 200)];
        for (number, every) in cases {
            assert_eq!(round(number, 16), every, "{number}");
        }
        assert!(round(u64::MAX, 1) > u64::MAX / 10);
    }
}
