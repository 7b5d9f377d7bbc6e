//! Draws legends, and axes with a name and with labels at round numbers.

use super::BORDER;
use super::colour::{Colour, GRID, INK};
use super::sheet::Sheet;
use super::text::{Words, width};

/// Font size of axis labels, in units of the sheet.
pub const LABEL: i32 = 23;
/// Font size of axis names, in units of the sheet.
pub const NAME: i32 = 26;

/// Minimum distance between two labels of a horizontal axis, in units of the sheet.
const ACROSS: i32 = 110;
/// Minimum distance between two labels of a vertical axis, in units of the sheet.
const UP: i32 = 64;

/// Height that a horizontal axis needs below a picture for its labels and its name.
pub const BELOW: i32 = 104;

/// A rectangle on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

/// Converts the numbers of an axis linearly to coordinates on the sheet.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// Number at the coordinate `from`.
    pub low: f64,
    /// Number at the coordinate `to`.
    pub high: f64,
    /// Coordinates of the two ends of the axis.
    pub from: i32,
    pub to: i32,
}

impl Range {
    /// Converts a number of the axis to a coordinate on the sheet.
    pub fn place(&self, number: f64) -> f64 {
        let way = (number - self.low) / (self.high - self.low);
        f64::from(self.from) + way * f64::from(self.to - self.from)
    }

    /// Returns the numbers for the labels, and the number of decimal places. Neighbouring labels are at least about
    /// `distance` apart.
    fn ticks(&self, distance: i32, whole: bool) -> (Vec<f64>, usize) {
        round_numbers(self.low, self.high, ((self.to - self.from).abs() / distance).max(3), whole)
    }
}

/// Returns all multiples of a step between `low` and `high`, and the number of decimal places that they need. The step
/// is 1, 2 or 5 times a power of ten. The function chooses the smallest allowed step that gives at most `most + 1`
/// numbers. If `most` is at least 3, the result has at least one number.
fn round_numbers(low: f64, high: f64, most: i32, whole: bool) -> (Vec<f64>, usize) {
    for exponent in if whole { 0 } else { -9 }..=18_i32 {
        for mantissa in [1.0, 2.0, 5.0] {
            let ten = 10_f64.powi(exponent.abs());
            // Multiplies and divides by whole numbers only, because 3.0 / 10.0 is the float nearest to 0.3, but 3.0 *
            // 0.1 is not.
            let scaled = |number: f64| if exponent < 0 { number * ten / mantissa } else { number / ten / mantissa };
            if scaled(high) - scaled(low) > f64::from(most) {
                continue;
            }
            let number = |n: i64| if exponent < 0 { n as f64 * mantissa / ten } else { n as f64 * mantissa * ten };
            // The conversion to `i64` is exact because both numbers are far below 2^53 on the axes in use.
            let (first, last) = ((scaled(low) - 1e-9).ceil() as i64, (scaled(high) + 1e-9).floor() as i64);
            return ((first..=last).map(number).collect(), usize::try_from(-exponent).unwrap_or(0));
        }
    }
    (Vec::new(), 0)
}

/// Returns how much width a vertical axis needs on its left for the labels `texts` and its name.
pub fn left_of(sheet: &Sheet, texts: impl IntoIterator<Item = String>) -> i32 {
    texts.into_iter().map(|text| width(sheet.faces, &text, LABEL)).max().unwrap_or(0) + 18 + 20 + NAME + 14
}

/// Returns the round numbers of a vertical axis, each with its label.
fn texts_up(range: &Range, whole: bool, text: &dyn Fn(f64, usize) -> String) -> Vec<(f64, String)> {
    let (numbers, places) = range.ticks(UP, whole);
    numbers.into_iter().map(|number| (number, text(number, places))).collect()
}

/// Vertical axis.
pub struct Up<'a> {
    /// Converts the numbers of the axis to coordinates.
    pub range: Range,
    /// Whether only whole numbers get labels.
    pub whole: bool,
    /// Function that formats a number with the requested number of decimal places.
    pub text: &'a dyn Fn(f64, usize) -> String,
    /// Name of the axis.
    pub name: &'a str,
}

/// Draws a legend above a picture that has a horizontal and a vertical axis. The function `up` creates the vertical
/// axis from the coordinates of the axis's lower end and upper end. Returns the vertical axis and the frame of the
/// picture.
pub fn below_legend<'a>(
    sheet: &mut Sheet,
    entries: Vec<Entry>,
    (wide, height): (i32, i32),
    up: impl FnOnce(i32, i32) -> Up<'a>,
) -> (Up<'a>, Frame) {
    let wide_legend = wide - 2 * BORDER;
    let names: Vec<String> = entries.iter().map(|(_, name)| name.clone()).collect();
    let top = places(sheet, &names, wide_legend).last().map_or(0, |(_, y)| y + LINE) + 16;
    let bottom = height - BELOW;
    let up = up(bottom, top);
    let frame = Frame { left: up.width(sheet).max(BORDER), top, right: wide - BORDER, bottom };
    legend(sheet, entries, (frame.left, 0), wide_legend);
    (up, frame)
}

impl Up<'_> {
    /// Returns how much width the axis needs on its left for its labels and its name.
    pub fn width(&self, sheet: &Sheet) -> i32 {
        left_of(sheet, texts_up(&self.range, self.whole, self.text).into_iter().map(|(_, text)| text))
    }

    /// Draws the axis. The line of the axis is at `left`, and grid lines run from `left` to `right`.
    pub fn draw(&self, sheet: &mut Sheet, left: i32, right: i32) {
        let texts = texts_up(&self.range, self.whole, self.text);
        let widest = texts.iter().map(|(_, text)| width(sheet.faces, text, LABEL)).max().unwrap_or(0);
        for (number, text) in texts {
            let y = self.range.place(number);
            sheet.line([(f64::from(left), y), (f64::from(right), y)], 1.5, GRID);
            sheet.line([(f64::from(left - 8), y), (f64::from(left), y)], 2.0, INK);
            // Rounds the coordinate to the nearest unit of the sheet.
            Words::before(LABEL, INK).write(sheet, &text, (left - 18, y.round() as i32));
        }
        let (low, high) = (self.range.from, self.range.to);
        sheet.line([(left, low), (left, high)], 2.0, INK);
        let middle = (left - widest - 18 - 20 - NAME / 2, i32::midpoint(low, high));
        Words::upwards(NAME, INK).within((low - high).abs() + 60).write(sheet, self.name, middle);
    }
}

/// Draws a horizontal axis with its labels below a picture. If `top` is `Some`, also draws vertical grid lines up to
/// the coordinate `top`.
pub fn right(sheet: &mut Sheet, range: &Range, y: i32, top: Option<i32>, whole: bool, text: &dyn Fn(f64, usize) -> String) {
    let (numbers, places) = range.ticks(ACROSS, whole);
    for number in numbers {
        let x = range.place(number);
        if let Some(top) = top {
            sheet.line([(x, f64::from(y)), (x, f64::from(top))], 1.5, GRID);
        }
        // Rounds the coordinate to the nearest unit of the sheet.
        tick(sheet, (x.round() as i32, y), &text(number, places));
    }
    along(sheet, (range.from, range.to, y));
}

/// Draws both axes of a picture that shows points, with their names and grid lines.
pub fn grid(sheet: &mut Sheet, frame: Frame, up: &Up, across: &Range, (name, text): (&str, &dyn Fn(f64) -> String)) {
    let Frame { left, top, right: end, bottom } = frame;
    right(sheet, across, bottom, Some(top), true, &|x, _| text(x));
    up.draw(sheet, left, end);
    along(sheet, (left, end, bottom));
    name_below(sheet, (left, end, bottom), name);
}

/// Draws the line of the horizontal axis.
pub fn along(sheet: &mut Sheet, (left, right, y): (i32, i32, i32)) {
    sheet.line([(left, y), (right, y)], 2.0, INK);
}

/// Draws a tick and its label on the horizontal axis.
pub fn tick(sheet: &mut Sheet, (x, y): (i32, i32), text: &str) {
    sheet.line([(x, y), (x, y + 8)], 2.0, INK);
    Words::around(LABEL, INK).write(sheet, text, (x, y + 28));
}

/// Writes the name of a horizontal axis below the labels of the axis.
pub fn name_below(sheet: &mut Sheet, (left, right, y): (i32, i32, i32), name: &str) {
    Words::around(NAME, INK).within(right - left + 60).write(sheet, name, (i32::midpoint(left, right), y + 72));
}

/// Draws ticks with labels on a horizontal axis, from left to right. Skips a tick if its label would touch the previous
/// label.
pub fn ticks_that_fit(sheet: &mut Sheet, y: i32, ticks: impl IntoIterator<Item = (i32, String)>) {
    let mut free = i32::MIN;
    for (x, text) in ticks {
        let half = width(sheet.faces, &text, LABEL) / 2;
        if x - half >= free {
            tick(sheet, (x, y), &text);
            free = x + half + 16;
        }
    }
}

/// Entry of a legend. The function draws the legend's mark around a point, and the string is the name of the entry.
pub type Entry<'a> = (Box<dyn Fn(&mut Sheet, (i32, i32)) + 'a>, String);

/// Width of a mark in a legend.
pub const MARK: i32 = 46;

/// Height of one line in a legend.
pub const LINE: i32 = 38;

/// Returns the upper left corner of each legend entry, relative to the corner of the legend. A line of entries is at
/// most `wide` wide.
fn places(sheet: &Sheet, names: &[String], wide: i32) -> Vec<(i32, i32)> {
    let (mut x, mut y) = (0, 0);
    let mut places = Vec::new();
    for name in names {
        let entry = MARK + 10 + width(sheet.faces, name, LABEL);
        if x > 0 && x + entry > wide {
            (x, y) = (0, y + LINE);
        }
        places.push((x, y));
        x += entry + MARK;
    }
    places
}

/// Draws a legend with the upper left corner `(left, top)`.
pub fn legend(sheet: &mut Sheet, entries: Vec<Entry>, (left, top): (i32, i32), wide: i32) {
    let names: Vec<String> = entries.iter().map(|(_, name)| name.clone()).collect();
    for ((x, y), (mark, name)) in places(sheet, &names, wide).into_iter().zip(entries) {
        let (x, y) = (left + x, top + y + LINE / 2 - 4);
        mark(sheet, (x + MARK / 2, y));
        Words::after(LABEL, INK).within(wide - MARK - 10).write(sheet, &name, (x + MARK + 10, y));
    }
}

/// Returns a function that draws a short line, as the mark of a legend entry.
pub fn line_mark(width: f64, colour: Colour) -> impl Fn(&mut Sheet, (i32, i32)) {
    move |sheet, (x, y)| sheet.line([(x - MARK / 2, y), (x + MARK / 2, y)], width, colour)
}

#[cfg(test)]
mod tests {
    use super::round_numbers;

    #[test]
    fn numbers_are_round() {
        for (low, high, most, whole, expected, places) in [
            (0.0, 1.0, 10, false, vec![0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], 1),
            (0.0, 65.0, 7, true, vec![0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0], 0),
            (0.0, 2.0, 10, true, vec![0.0, 1.0, 2.0], 0),
            (0.345, 0.361, 4, false, vec![0.345, 0.35, 0.355, 0.36], 3),
            (0.0, 17_600.0, 4, true, vec![0.0, 5000.0, 10_000.0, 15_000.0], 0),
            (3.0, 3.0, 4, true, vec![3.0], 0),
        ] {
            assert_eq!(round_numbers(low, high, most, whole), (expected, places), "{low} to {high}");
        }
        for most in 3..40 {
            for (low, high) in [(0.02, 913.7), (510.0, 990.0), (0.511, 0.599), (1.0, 1e12), (-3.0, 11.0)] {
                let (numbers, _) = round_numbers(low, high, most, false);
                assert!(numbers.len() as i32 <= most + 1 && !numbers.is_empty(), "{most} from {low} to {high}");
            }
        }
    }
}
