//! Points that belong together in groups: each group has its colour and its mark.

use plotters::coord::types::{RangedCoordf64, RangedCoordi64};
use plotters::prelude::{ChartBuilder, Circle, Cross, DrawingBackend, Polygon, Rectangle};
use plotters::series::LineSeries;
use plotters::style::Color;

use super::colour::{GRID, GROUPS, INK};
use super::figure::Groups;
use super::text::{Words, grouped, width};
use super::{Area, BORDER, Drawn, axes};

/// The size of text in the legend.
const LABEL: i32 = 28;

/// More points than this are drawn smaller.
const MANY: usize = 160;

/// The height of the legend, and the spaces at the left and below.
const LEGEND: i32 = 56;
const LEFT: i32 = 220;
const BELOW: i32 = 120;

/// Draws groups of points.
pub fn paint<B: DrawingBackend>(area: &Area<B>, groups: &Groups) -> Drawn
where
    B::ErrorType: 'static,
{
    let mut points: Vec<(u32, u32)> = groups.groups.iter().flat_map(|(_, points)| points).copied().collect();
    points.sort_unstable();
    let (first, last) = (points.first().map_or(0, |point| i64::from(point.0)), points.last().map_or(0, |point| i64::from(point.0)));
    let (first, last) = ((first - 1).max(0), last + 1);
    let high = points.iter().map(|point| point.1).max().unwrap_or(0);
    // High enough that helping lines stand at whole numbers. plotters finds rounder places for floats than for whole numbers.
    let high = (f64::from(high) * 1.06).max(8.0);
    let (all, height) = area.dim_in_pixel();
    let (right, bottom) = (all.cast_signed() - BORDER, height.cast_signed() - BELOW);
    let body = area.margin(LEGEND, BELOW, LEFT, BORDER);
    let mut chart = ChartBuilder::on(&body).build_cartesian_2d(first..last, 0.0..high)?;
    axes::lines(&mut chart, true)?;
    let up: RangedCoordf64 = (0.0..high).into();
    axes::up(area, &up, (LEFT, bottom, LEGEND), &groups.y, |y| grouped(y.round() as u64))?;
    let across: RangedCoordi64 = (first..last).into();
    axes::right(area, &across, (LEFT, right, bottom), |x| grouped(x.unsigned_abs()))?;
    axes::name_below(area, (LEFT, right, bottom), &groups.x)?;
    // Leads the eye from one point to the next.
    let line = points.iter().map(|&(x, y)| (i64::from(x), f64::from(y)));
    chart.draw_series(LineSeries::new(line, GRID.stroke_width(3)))?;
    let size = if points.len() > MANY { 4 } else { 7 };
    let (left, top) = area.get_base_pixel();
    for (number, (_, points)) in groups.groups.iter().enumerate() {
        for &(x, y) in points {
            let (x, y) = chart.backend_coord(&(i64::from(x), f64::from(y)));
            mark(area, number, (x - left, y - top), size)?;
        }
    }
    legend(area, groups)
}

/// The mark of a group.
fn mark<B: DrawingBackend>(area: &Area<B>, group: usize, (x, y): (i32, i32), size: i32) -> Drawn
where
    B::ErrorType: 'static,
{
    let colour = GROUPS[group % GROUPS.len()];
    match group % GROUPS.len() {
        0 => area.draw(&Circle::new((x, y), size, colour.filled()))?,
        1 => area.draw(&Cross::new((x, y), size, colour.stroke_width(3)))?,
        2 => area.draw(&Polygon::new([(x - size, y + size), (x + size, y + size), (x, y - size)], colour))?,
        3 => area.draw(&Rectangle::new([(x - size, y - size), (x + size, y + size)], colour.filled()))?,
        4 => area.draw(&Circle::new((x, y), size, colour.stroke_width(3)))?,
        _ => area.draw(&Polygon::new([(x - size, y - size), (x + size, y - size), (x, y + size)], colour))?,
    }
    Ok(())
}

/// What the marks mean, side by side above the picture.
fn legend<B: DrawingBackend>(area: &Area<B>, groups: &Groups) -> Drawn
where
    B::ErrorType: 'static,
{
    const MARK: i32 = 24;
    let mut x = LEFT;
    for (number, (name, _)) in groups.groups.iter().enumerate() {
        mark(area, number, (x + MARK / 2, LEGEND / 3), 8)?;
        Words::after(LABEL, INK).write(area, name, (x + MARK + 12, LEGEND / 3))?;
        x += MARK + 12 + width(name, LABEL) + 2 * MARK;
    }
    Ok(())
}
