//! A sequence of numbers as points, with the level that it goes to.

use plotters::coord::types::{RangedCoordf64, RangedCoordi64};
use plotters::prelude::{ChartBuilder, Circle, Cross, DrawingBackend, PathElement};
use plotters::series::LineSeries;
use plotters::style::Color;

use super::colour::{INK, of};
use super::figure::Curve;
use super::text::{Words, width};
use super::{Area, BORDER, Drawn, axes};

/// The size of text in the legend.
const LABEL: i32 = 28;

/// More points than this are drawn smaller.
const MANY: usize = 160;

/// The height of the legend, and the spaces at the left and below.
const LEGEND: i32 = 56;
const LEFT: i32 = 180;
const BELOW: i32 = 120;

/// Draws a curve.
pub fn paint<B: DrawingBackend>(area: &Area<B>, curve: &Curve) -> Drawn
where
    B::ErrorType: 'static,
{
    legend(area, curve)?;
    let colour = of(curve.whose);
    let (low, high) = vertical(curve);
    let (first, last) = horizontal(curve);
    let (width, height) = area.dim_in_pixel();
    let (right, bottom) = (width.cast_signed() - BORDER, height.cast_signed() - BELOW);
    let body = area.margin(LEGEND, BELOW, LEFT, BORDER);
    let mut chart = ChartBuilder::on(&body).build_cartesian_2d(first..last, low..high)?;
    axes::lines(&mut chart, true)?;
    // Enough places that neighbouring numbers differ.
    let places = if high - low < 0.1 { 3 } else { 2 };
    let up: RangedCoordf64 = (low..high).into();
    axes::up(area, &up, (LEFT, bottom, LEGEND), &curve.y, |y| format!("{y:.places$}"))?;
    let across: RangedCoordi64 = (first..last).into();
    axes::right(area, &across, (LEFT, right, bottom), ToString::to_string)?;
    axes::name_below(area, (LEFT, right, bottom), &curve.x)?;
    if let Some((level, _)) = &curve.level {
        let line = [(first, *level), (last, *level)];
        chart.draw_series(LineSeries::new(line, INK.stroke_width(4)))?;
    }
    // Lines lead the eye from one point to the next, not over gaps.
    for run in curve.points.chunk_by(|one, next| one.0 + 1 == next.0) {
        let points = run.iter().map(|&(x, y)| (i64::from(x), y));
        chart.draw_series(LineSeries::new(points, colour.mix(0.4).stroke_width(2)))?;
    }
    let radius = if curve.points.len() > MANY { 3 } else { 6 };
    chart.draw_series(curve.points.iter().map(|&(x, y)| Circle::new((i64::from(x), y), radius, colour.filled())))?;
    if let Some((missing, _)) = &curve.missing {
        // Near the upper border.
        let y = high - (high - low) / 50.0;
        chart.draw_series(missing.iter().map(|&x| Cross::new((i64::from(x), y), 8, INK.stroke_width(3))))?;
    }
    Ok(())
}

/// From where to where the picture goes up: all points and the level, with some margin.
fn vertical(curve: &Curve) -> (f64, f64) {
    let all = || curve.points.iter().map(|point| point.1).chain(curve.level.as_ref().map(|level| level.0));
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let margin = ((high - low) * 0.08).max(0.02);
    (low - margin, high + margin)
}

/// From where to where the picture goes to the right.
fn horizontal(curve: &Curve) -> (i64, i64) {
    let missing = curve.missing.iter().flat_map(|(missing, _)| missing);
    let all = || curve.points.iter().map(|point| &point.0).chain(missing.clone()).map(|&x| i64::from(x));
    let (first, last) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    ((first - 1).max(0), last + 1)
}

/// What the marks mean, side by side above the picture.
fn legend<B: DrawingBackend>(area: &Area<B>, curve: &Curve) -> Drawn
where
    B::ErrorType: 'static,
{
    const MARK: i32 = 48;
    let y = LEGEND / 3;
    let mut x = LEFT;
    let mut write = |name: &str, mark: &dyn Fn(i32) -> Drawn| -> Drawn {
        mark(x)?;
        Words::after(LABEL, INK).write(area, name, (x + MARK + 12, y))?;
        x += MARK + 12 + width(name, LABEL) + MARK;
        Ok(())
    };
    if !curve.points.is_empty() {
        write(&curve.name, &|x| Ok(area.draw(&Circle::new((x + MARK / 2, y), 6, of(curve.whose).filled()))?))?;
    }
    if let Some((_, name)) = &curve.level {
        write(name, &|x| Ok(area.draw(&PathElement::new([(x, y), (x + MARK, y)], INK.stroke_width(4)))?))?;
    }
    if let Some((_, name)) = &curve.missing {
        write(name, &|x| Ok(area.draw(&Cross::new((x + MARK / 2, y), 8, INK.stroke_width(3)))?))?;
    }
    Ok(())
}
