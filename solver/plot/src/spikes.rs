//! Draws charts of spikes, which are thin bars that show how often each value from 0 to 1 occurs. If there are many
//! different values, each spike stands for an interval of values, and all intervals have the same length.

use super::BORDER;
use super::axes::{self, Range};
use super::bars::{ABOVE, BELOW, LEAST, TICKS, above, size_above, up};
use super::colour::of;
use super::figure::{MAX_SPIKES, SpikePanel, Spikes, length};
use super::sheet::Sheet;
use super::text::Words;

/// Width of a spike.
const WIDE: f64 = 6.0;

/// Returns whether every value in every chart has a spike of its own.
pub fn are_exact(spikes: &Spikes) -> bool {
    spikes.panels.iter().all(|panel| panel.spikes.len() <= MAX_SPIKES)
}

/// Draws all charts of spikes.
pub fn paint(sheet: &mut Sheet, spikes: &Spikes, (wide, height): (i32, i32)) {
    let is_exact = are_exact(spikes);
    let each = (height - BELOW) / length(spikes.panels.len()).max(1);
    let panels: Vec<Vec<(f64, u64, Option<&str>)>> = spikes.panels.iter().map(|panel| drawn(panel, is_exact, spikes.parts)).collect();
    let counts = |panel: &[(f64, u64, Option<&str>)]| panel.iter().map(|spike| spike.1).collect::<Vec<u64>>();
    let left = panels.iter().map(|panel| up(&counts(panel), each, &spikes.y).width(sheet)).max().unwrap_or(0).max(BORDER);
    // The first and the last bar extend beyond the axis by half of their width, so the width is divided by `parts + 1`.
    let bar = f64::from(wide - BORDER - left) / f64::from(spikes.parts + 1);
    let thick = if is_exact { WIDE } else { bar * 0.8 };
    // Rounds to the nearest unit of the sheet.
    let margin = (if is_exact { 12.0 } else { bar / 2.0 }).round() as i32;
    for ((number, panel), values) in (0..).zip(&spikes.panels).zip(&panels) {
        sheet.from((0, number * each), |sheet| {
            let colour = of(panel.whose);
            let (right, bottom) = (wide - BORDER, each - TICKS);
            Words::after(axes::NAME, colour).within(right - left).write(sheet, &panel.name, (left, axes::NAME));
            let counts = counts(values);
            let up = up(&counts, each, &spikes.y);
            up.draw(sheet, left, right);
            let across = Range { low: 0.0, high: 1.0, from: left + margin, to: right - margin };
            let place = |share: f64, count: u64| (across.place(share), up.range.place(count as f64).min(f64::from(bottom) - LEAST));
            for &(share, count, _) in values {
                let (x, y) = place(share, count);
                sheet.rectangle((x - thick / 2.0, y), (x + thick / 2.0, f64::from(bottom)), colour);
            }
            let ends: Vec<_> = values.iter().map(|&(share, count, name)| (place(share, count), name)).collect();
            for (name, place) in labels(sheet, &ends, thick, (f64::from(left), f64::from(right), f64::from(ABOVE / 2))) {
                above(sheet, name, place);
            }
            axes::right(sheet, &across, bottom, None, false, &|x, places| format!("{x:.places$}", places = places.max(1)));
            axes::along(sheet, (left, right, bottom));
        });
    }
    let rounded = if is_exact { String::new() } else { format!(" (rounded to multiples of 1/{})", spikes.parts) };
    axes::name_below(sheet, (left, wide - BORDER, height - BELOW - TICKS), &format!("{}{rounded}", spikes.x));
}

/// Returns the spikes of a chart, each with its coordinate from 0 to 1 and its count. If a spike stands for one exact
/// value, the result also has this value as a fraction.
fn drawn(panel: &SpikePanel, is_exact: bool, parts: u32) -> Vec<(f64, u64, Option<&str>)> {
    if is_exact {
        return panel.spikes.iter().map(|spike| (spike.share, spike.count, Some(spike.exact.as_str()))).collect();
    }
    let mut counts = vec![0; parts as usize + 1];
    for spike in &panel.spikes {
        counts[spike.part.min(parts as usize)] += spike.count;
    }
    let share = |part: usize| part as f64 / f64::from(parts);
    counts.into_iter().enumerate().filter(|(_, count)| *count > 0).map(|(part, count)| (share(part), count, None)).collect()
}

/// Maximum number of characters of a fraction above a spike. Longer fractions appear only in the CSV table.
const LONGEST: usize = 12;

/// A fraction above a spike.
struct Label<'a> {
    name: &'a str,
    end: (f64, f64),
    wide: f64,
    high: f64,
}

impl Label<'_> {
    fn overlaps(&self, other: &Self) -> bool {
        (other.end.0 - self.end.0).abs() < (other.wide + self.wide) / 2.0 && (other.end.1 - self.end.1).abs() < self.high
    }
}

/// Chooses the fractions that fit above the spikes. The fractions of frequent values are chosen first. `ends` are the
/// coordinates of the spikes' upper ends.
fn labels<'a>(sheet: &Sheet, ends: &[((f64, f64), Option<&'a str>)], thick: f64, limits: (f64, f64, f64)) -> Vec<(&'a str, (f64, f64))> {
    let (left, right, top) = limits;
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|&a, &b| ends[a].0.1.total_cmp(&ends[b].0.1).then(a.cmp(&b)));
    let mut placed: Vec<Label<'a>> = Vec::new();
    for index in order {
        let ((x, y), Some(name)) = ends[index] else { continue };
        if name.len() > LONGEST {
            continue;
        }
        let (wide, high) = size_above(sheet, name);
        let label = Label { name, end: (x, y), wide, high };
        let (from, to) = (x - wide / 2.0, x + wide / 2.0);
        // Tells whether another spike reaches into the label.
        let is_hit = |other: usize| {
            let ((at, end), _) = ends[other];
            other != index && at + thick / 2.0 > from && at - thick / 2.0 < to && end < y
        };
        let is_inside = from >= left && to <= right && y - high >= top;
        if is_inside && !(0..ends.len()).any(is_hit) && !placed.iter().any(|other| label.overlaps(other)) {
            placed.push(label);
        }
    }
    placed.into_iter().map(|label| (label.name, label.end)).collect()
}
