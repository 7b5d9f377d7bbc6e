//! Axes: lines and numbers at round places, and what goes to the right and up.

use plotters::chart::ChartContext;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{BoldPoints, Ranged, ValueFormatter};
use plotters::prelude::{DrawingBackend, PathElement};
use plotters::style::Color;

use super::colour::{GRID, INK, PAPER};
use super::text::{Words, width};
use super::{Area, Drawn};

/// Sizes of text.
const LABEL: i32 = 28;
const NAME: i32 = 32;

/// About so many numbers are written.
const ACROSS: usize = 12;
const UP: usize = 8;

/// The helping lines of a chart, where numbers stand.
pub fn lines<B: DrawingBackend, X, Y>(chart: &mut ChartContext<B, Cartesian2d<X, Y>>, across: bool) -> Drawn
where
    B::ErrorType: 'static,
    X: Ranged<ValueType: std::fmt::Debug> + ValueFormatter<X::ValueType>,
    Y: Ranged<ValueType: std::fmt::Debug> + ValueFormatter<Y::ValueType>,
{
    let mut mesh = chart.configure_mesh();
    // The axes themselves are drawn by [`up`] and [`along`] too.
    mesh.disable_axes();
    if !across {
        mesh.disable_x_mesh();
    }
    // As their numbers are, which plotters would not set as well.
    mesh.x_label_formatter(&|_| String::new())
        .y_label_formatter(&|_| String::new())
        .x_labels(ACROSS)
        .y_labels(UP)
        .set_all_tick_mark_size(0)
        .bold_line_style(GRID.stroke_width(2))
        .light_line_style(PAPER)
        .draw()?;
    Ok(())
}

/// The numbers of the vertical axis, whose lower end is at this point, and its name.
pub fn up<B: DrawingBackend, R: Ranged>(
    area: &Area<B>,
    range: &R,
    (x, low, high): (i32, i32, i32),
    name: &str,
    text: impl Fn(&R::ValueType) -> String,
) -> Drawn
where
    B::ErrorType: 'static,
{
    area.draw(&PathElement::new([(x, low), (x, high)], INK.stroke_width(2)))?;
    let mut widest = 0;
    for value in range.key_points(BoldPoints(UP)) {
        let y = range.map(&value, (low, high));
        let text = text(&value);
        widest = widest.max(width(&text, LABEL));
        area.draw(&PathElement::new([(x - 10, y), (x, y)], INK.stroke_width(2)))?;
        Words::before(LABEL, INK).write(area, &text, (x - 18, y))?;
    }
    Words::upwards(NAME, INK).write(area, name, (x - widest - 56, i32::midpoint(low, high)))
}

/// The numbers of the horizontal axis, whose left end is at this point.
pub fn right<B: DrawingBackend, R: Ranged>(
    area: &Area<B>,
    range: &R,
    (left, right, y): (i32, i32, i32),
    text: impl Fn(&R::ValueType) -> String,
) -> Drawn
where
    B::ErrorType: 'static,
{
    along(area, (left, right, y))?;
    for value in range.key_points(BoldPoints(ACROSS)) {
        tick(area, (range.map(&value, (left, right)), y), &text(&value))?;
    }
    Ok(())
}

/// The line of the horizontal axis.
pub fn along<B: DrawingBackend>(area: &Area<B>, (left, right, y): (i32, i32, i32)) -> Drawn
where
    B::ErrorType: 'static,
{
    Ok(area.draw(&PathElement::new([(left, y), (right, y)], INK.stroke_width(2)))?)
}

/// One place of the horizontal axis.
pub fn tick<B: DrawingBackend>(area: &Area<B>, (x, y): (i32, i32), text: &str) -> Drawn
where
    B::ErrorType: 'static,
{
    area.draw(&PathElement::new([(x, y), (x, y + 10)], INK.stroke_width(2)))?;
    Words::around(LABEL, INK).write(area, text, (x, y + 30))
}

/// The name of the horizontal axis, below its numbers.
pub fn name_below<B: DrawingBackend>(area: &Area<B>, (left, right, y): (i32, i32, i32), name: &str) -> Drawn
where
    B::ErrorType: 'static,
{
    Words::around(NAME, INK).write(area, name, (i32::midpoint(left, right), y + 78))
}

/// The width of a tick's text.
pub fn tick_width(text: &str) -> i32 {
    width(text, LABEL)
}
