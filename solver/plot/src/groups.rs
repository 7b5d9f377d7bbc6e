//! Draws points in groups. Different groups have marks of different colours and shapes.

use super::axes::{self, Entry, Range, Up};
use super::colour::{GRID, GROUPS};
use super::figure::{Group, Groups};
use super::sheet::Sheet;
use super::text::grouped;

/// If a picture has more points than this number, all points are drawn smaller.
const MAX_LARGE_POINTS: usize = 160;

/// Draws groups of points.
pub fn paint(sheet: &mut Sheet, groups: &Groups, size: (i32, i32)) {
    let mut points: Vec<(u32, u32)> = groups.groups.iter().flat_map(|group| &group.points).map(|&(x, y, _)| (x, y)).collect();
    points.sort_unstable();
    let (first, last) = (points.first().map_or(0, |point| point.0), points.last().map_or(0, |point| point.0));
    let highest = points.iter().map(|point| point.1).max().unwrap_or(0);
    let entry = |(number, group): (usize, &Group)| -> Entry<'static> {
        (Box::new(move |sheet, (x, y)| mark(sheet, number, (x.into(), y.into()), 8.0)), group.name.clone())
    };
    let entries = groups.groups.iter().enumerate().map(entry).collect();
    // All numbers on the axis are whole, so only whole numbers are labelled.
    let (up, frame) = axes::below_legend(sheet, entries, size, |from, to| {
        let range = Range { low: 0.0, high: (f64::from(highest) * 1.06).max(8.0), from, to };
        Up { range, whole: true, text: &|y, _| grouped(y as u64), name: &groups.y }
    });
    let across = Range { low: f64::from(first.saturating_sub(1)), high: f64::from(last) + 1.0, from: frame.left, to: frame.right };
    axes::grid(sheet, frame, &up, &across, (&groups.x, &|x| grouped(x as u64)));
    let place = |x: u32, y: u32| (across.place(x.into()), up.range.place(y.into()));
    // Connects all points by a line, in ascending order of their horizontal coordinates.
    sheet.line(points.iter().map(|&(x, y)| place(x, y)), 3.0, GRID);
    let size = if points.len() > MAX_LARGE_POINTS { 4.0 } else { 7.0 };
    for (number, group) in groups.groups.iter().enumerate() {
        for &(x, y, _) in &group.points {
            mark(sheet, number, place(x, y), size);
        }
    }
}

/// Draws a mark in the colour and shape of a group.
fn mark(sheet: &mut Sheet, group: usize, (x, y): (f64, f64), size: f64) {
    let colour = GROUPS[group % GROUPS.len()];
    match group % GROUPS.len() {
        0 => sheet.disc((x, y), size, colour),
        1 => sheet.cross((x, y), size, 3.0, colour),
        2 => sheet.polygon([(x - size, y + size), (x + size, y + size), (x, y - size)], colour),
        3 => sheet.rectangle((x - size, y - size), (x + size, y + size), colour),
        4 => sheet.ring((x, y), size, 3.0, colour),
        _ => sheet.polygon([(x - size, y - size), (x + size, y - size), (x, y + size)], colour),
    }
}
