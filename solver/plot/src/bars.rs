//! Draws several bar charts (panels), one above the other.

use super::BORDER;
use super::axes::{self, Range, Up};
use super::colour::{INK, PAPER, of};
use super::figure::{Bars, Panel, length};
use super::sheet::Sheet;
use super::text::{Words, grouped, width};

/// Font size of the numbers above the bars.
const COUNT: i32 = 20;

/// Height of the name above each panel.
pub const ABOVE: i32 = axes::NAME * 2;
/// Height of the labels below each panel.
pub const TICKS: i32 = 48;
/// Height of the axis name below all panels.
pub const BELOW: i32 = 56;

/// Minimum height of a bar, so that every nonzero count is visible.
pub const LEAST: f64 = 3.0;

/// Draws all panels of a bar chart.
pub fn paint(sheet: &mut Sheet, bars: &Bars, (wide, height): (i32, i32)) {
    let each = (height - BELOW) / length(bars.panels.len()).max(1);
    let left = bars.panels.iter().map(|panel| up(&panel.counts, each, &bars.y).width(sheet)).max().unwrap_or(0).max(BORDER);
    for (number, panel) in (0..).zip(&bars.panels) {
        sheet.from((0, number * each), |sheet| one(sheet, bars, panel, (left, wide - BORDER, each)));
    }
    axes::name_below(sheet, (left, wide - BORDER, height - BELOW - TICKS), &bars.x);
}

/// Builds the vertical axis for a panel with these counts and this height.
pub fn up<'a>(counts: impl IntoIterator<Item = &'a u64>, height: i32, name: &'a str) -> Up<'a> {
    let highest = counts.into_iter().copied().max().unwrap_or(0).max(1);
    // Keeps space free for the numbers above the bars.
    let range = Range { low: 0.0, high: highest as f64 * 1.125, from: height - TICKS, to: ABOVE };
    // All counts are whole numbers, so only whole numbers are labelled.
    Up { range, whole: true, text: &|count, _| grouped(count as u64), name }
}

/// Draws one panel.
fn one(sheet: &mut Sheet, bars: &Bars, panel: &Panel, (left, right, height): (i32, i32, i32)) {
    let colour = of(panel.whose);
    Words::after(axes::NAME, colour).within(right - left).write(sheet, &panel.name, (left, axes::NAME));
    let up = up(&panel.counts, height, &bars.y);
    up.draw(sheet, left, right);
    let bottom = height - TICKS;
    let count = panel.counts.len().max(1) as f64;
    let across = Range { low: 0.0, high: count, from: left, to: right };
    let slot = f64::from(right - left) / count;
    let place = |index: usize, count: u64| (across.place(index as f64 + 0.5), up.range.place(count as f64).min(f64::from(bottom) - LEAST));
    let drawn = || panel.counts.iter().copied().enumerate().filter(|(_, count)| *count > 0);
    for (index, count) in drawn() {
        let (x, y) = place(index, count);
        sheet.rectangle((x - slot * 0.4, y), (x + slot * 0.4, f64::from(bottom)), colour);
    }
    let widest = drawn().map(|(_, count)| width(sheet.faces, &grouped(count), COUNT)).max().unwrap_or(0);
    // Writes no numbers above the bars if they would touch one another. The axis then still shows the counts.
    if f64::from(widest + 8) <= slot {
        for (index, count) in drawn() {
            let (number, (x, y)) = (grouped(count), place(index, count));
            above(sheet, &number, (x, y));
        }
    }
    axes::along(sheet, (left, right, bottom));
    // Rounds the coordinate to the nearest unit of the sheet.
    let ticks = bars.bars.iter().enumerate().map(|(index, name)| (across.place(index as f64 + 0.5).round() as i32, name.clone()));
    axes::ticks_that_fit(sheet, bottom, ticks);
}

/// Writes a number above the end of a bar.
pub fn above(sheet: &mut Sheet, number: &str, (x, y): (f64, f64)) {
    // Rounds the coordinates to the nearest unit of the sheet.
    let (x, y) = (x.round() as i32, y.round() as i32 - COUNT * 3 / 4);
    let half = width(sheet.faces, number, COUNT) / 2 + 4;
    // Covers the grid lines, so that no line crosses the number.
    sheet.rectangle((x - half, y - COUNT / 2), (x + half, y + COUNT / 2), PAPER);
    Words::around(COUNT, INK).write(sheet, number, (x, y));
}

/// Returns the width and the height that a number above a bar takes, with a margin.
pub fn size_above(sheet: &Sheet, number: &str) -> (f64, f64) {
    (f64::from(width(sheet.faces, number, COUNT) + 8), f64::from(COUNT * 5 / 4))
}
