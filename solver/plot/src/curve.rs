//! Draws the numbers of a sequence as points, and the limit of the sequence as a horizontal line.

use super::axes::{self, Entry, Range, Up};
use super::colour::{INK, PAPER, mix, of};
use super::figure::Curve;
use super::sheet::Sheet;

/// If a picture has more points than this number, all points are drawn smaller.
const MAX_LARGE_POINTS: usize = 160;

/// Draws a sequence of numbers.
pub fn paint(sheet: &mut Sheet, curve: &Curve, size: (i32, i32)) {
    let colour = of(curve.whose);
    let (low, high) = vertical(curve);
    let (first, last) = horizontal(curve);
    let text = |y: f64, places: usize| format!("{y:.places$}", places = places.max(2));
    let (up, frame) = axes::below_legend(sheet, entries(curve), size, |from, to| Up {
        range: Range { low, high, from, to },
        whole: false,
        text: &text,
        name: &curve.y,
    });
    let across = Range { low: first, high: last, from: frame.left, to: frame.right };
    axes::grid(sheet, frame, &up, &across, (&curve.x, &|x| format!("{x}")));
    let place = |x: u32, y: f64| (across.place(x.into()), up.range.place(y));
    if let Some((level, _)) = &curve.level {
        let y = up.range.place(level.value());
        sheet.line([(f64::from(frame.left), y), (f64::from(frame.right), y)], 4.0, INK);
    }
    // Connects points with consecutive numbers by a line. The line is interrupted if a number has no point.
    for run in curve.points.chunk_by(|one, next| one.0 + 1 == next.0).filter(|run| run.len() > 1) {
        sheet.line(run.iter().map(|(x, y)| place(*x, y.value())), 2.0, mix(PAPER, colour, 2, 5));
    }
    let radius = if curve.points.len() > MAX_LARGE_POINTS { 3.0 } else { 6.0 };
    for (x, y) in &curve.points {
        sheet.disc(place(*x, y.value()), radius, colour);
    }
    for x in curve.missing.iter().flat_map(|(missing, _)| missing) {
        // Draws the cross near the upper border.
        sheet.cross((across.place(f64::from(*x)), f64::from(frame.top + 12)), 7.0, 3.0, INK);
    }
}

/// Returns the range of the vertical axis. The range includes all points and the line for the limit, and a margin.
fn vertical(curve: &Curve) -> (f64, f64) {
    let all = || curve.points.iter().map(|point| point.1.value()).chain(curve.level.as_ref().map(|level| level.0.value()));
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let margin = ((high - low) * 0.08).max(0.02);
    (low - margin, high + margin)
}

/// Returns the range of the horizontal axis.
fn horizontal(curve: &Curve) -> (f64, f64) {
    let missing = curve.missing.iter().flat_map(|(missing, _)| missing);
    let all = || curve.points.iter().map(|point| &point.0).chain(missing.clone()).copied();
    let (first, last) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    (f64::from(first.saturating_sub(1)), f64::from(last) + 1.0)
}

/// Returns the entries of the legend.
fn entries(curve: &Curve) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry> = Vec::new();
    if !curve.points.is_empty() {
        let colour = of(curve.whose);
        entries.push((Box::new(move |sheet, (x, y)| sheet.disc((x, y), 6.0, colour)), curve.name.clone()));
    }
    if let Some((_, name)) = &curve.level {
        entries.push((Box::new(axes::line_mark(4.0, INK)), name.clone()));
    }
    if let Some((_, name)) = &curve.missing {
        entries.push((Box::new(|sheet, (x, y)| sheet.cross((x, y), 7.0, 3.0, INK)), name.clone()));
    }
    entries
}
