//! Panels of bars, one above the other.

use plotters::coord::types::RangedCoordu64;
use plotters::prelude::{ChartBuilder, DrawingBackend, Rectangle};
use plotters::style::{Color, RGBColor};

use super::colour::{INK, PAPER, of};
use super::figure::{Bars, Panel, length};
use super::text::{Words, grouped, width};
use super::{Area, BORDER, Drawn, axes};

/// Sizes of text.
const COUNT: i32 = 24;
const NAME: i32 = 32;

/// Spaces at the left, below each panel and below all.
const LEFT: i32 = 220;
const TICKS: i32 = 56;
const BELOW: i32 = 60;

/// The least height of a bar.
const LEAST: i32 = 3;

/// Draws panels.
pub fn paint<B: DrawingBackend>(area: &Area<B>, bars: &Bars) -> Drawn
where
    B::ErrorType: 'static,
{
    let (width, height) = area.dim_in_pixel();
    let bottom = height.cast_signed() - BELOW;
    let (body, _) = area.split_vertically(bottom);
    for (panel, part) in bars.panels.iter().zip(body.split_evenly((bars.panels.len(), 1))) {
        one(&part, bars, panel, of(panel.whose))?;
    }
    axes::name_below(area, (LEFT, width.cast_signed() - BORDER, bottom - TICKS), &bars.x)
}

/// Draws one panel.
fn one<B: DrawingBackend>(area: &Area<B>, bars: &Bars, panel: &Panel, colour: RGBColor) -> Drawn
where
    B::ErrorType: 'static,
{
    const TOP: i32 = NAME * 3 / 2;
    Words::after(NAME, colour).write(area, &panel.name, (LEFT, NAME / 2))?;
    let (all, height) = area.dim_in_pixel();
    let (right, bottom) = (all.cast_signed() - BORDER, height.cast_signed() - TICKS);
    let count = panel.counts.len() as f64;
    let highest = panel.counts.iter().copied().max().unwrap_or(0).max(1);
    let highest = highest + highest.div_ceil(8);
    let body = area.margin(TOP, TICKS, LEFT, BORDER);
    let mut chart = ChartBuilder::on(&body).build_cartesian_2d(0.0..count, 0..highest)?;
    axes::lines(&mut chart, false)?;
    let up: RangedCoordu64 = (0..highest).into();
    axes::up(area, &up, (LEFT, bottom, TOP), &bars.y, |y| grouped(*y))?;
    // Bars, and what stands above and below them, are placed in pixels.
    let (left, top) = area.get_base_pixel();
    let at = |index: usize, y: u64| {
        let (x, y) = chart.backend_coord(&(index as f64 + 0.5, y));
        (x - left, y - top)
    };
    let bar = (right - LEFT) / length(panel.counts.len()).max(1) * 2 / 5;
    for (index, &count) in panel.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (x, y) = at(index, count);
        // What occurs at all is to be seen.
        area.draw(&Rectangle::new([(x - bar, y.min(bottom - LEAST)), (x + bar, bottom)], colour.filled()))?;
    }
    let numbers: Vec<String> = panel.counts.iter().map(|&count| grouped(count)).collect();
    let widest = numbers.iter().map(|number| width(number, COUNT)).max().unwrap_or(0);
    let slot = (right - LEFT) / length(panel.counts.len()).max(1);
    // Numbers that would touch one another are left to the axis.
    if widest + 8 <= slot {
        for (index, number) in numbers.iter().enumerate().filter(|(index, _)| panel.counts[*index] > 0) {
            let (x, y) = at(index, panel.counts[index]);
            let (half, y) = (width(number, COUNT) / 2 + 4, y - COUNT * 2 / 3);
            // No helping line goes through a number.
            area.draw(&Rectangle::new([(x - half, y - COUNT / 2), (x + half, y + COUNT / 2)], PAPER.filled()))?;
            Words::around(COUNT, INK).write(area, number, (x, y))?;
        }
    }
    axes::along(area, (LEFT, right, bottom))?;
    let mut free = i32::MIN;
    for (index, tick) in &bars.ticks {
        let (x, _) = at(*index, 0);
        let half = axes::tick_width(tick) / 2;
        // As many as fit, from the left.
        if x - half >= free {
            axes::tick(area, (x, bottom), tick)?;
            free = x + half + 16;
        }
    }
    Ok(())
}
