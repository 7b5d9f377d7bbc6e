//! Draws a grid of positive and negative whole numbers as colours. The numbers are also written if they fit into the
//! cells.

use super::axes;
use super::colour::{Colour, INK, PAPER, SIDE, of, on, signed};
use super::figure::{Levels, Steps, Whose, length};
use super::heat::{round, scale};
use super::sheet::Sheet;
use super::text::{Words, grouped, width};

/// Default font size of the numbers in cells.
const NUMBER: i32 = 21;
/// Minimum font size of the numbers in cells.
const SMALLEST: i32 = 17;

/// Height of the legend.
const LEGEND: i32 = 48;
/// Width of the area for the colour scale.
const RIGHT: i32 = 224;

/// Width of the line without the white margin.
const LINE: f64 = 4.0;
/// Width of the line with the white margin.
const AROUND: f64 = 10.0;

/// Draws a grid of whole numbers with its axes, legend and colour scale.
pub fn paint(sheet: &mut Sheet, levels: &Levels, (wide, height): (i32, i32)) {
    let rows = levels.cells.len().max(1);
    let top = if levels.line.is_some() { LEGEND } else { 12 };
    let bottom = height - axes::BELOW;
    let row_ticks: Vec<_> = ticks(levels.rows, rows, (bottom - top) / 46).collect();
    let left = axes::left_of(sheet, row_ticks.iter().map(|(number, _)| grouped(*number)));
    let columns = levels.cells.first().map_or(0, Vec::len).max(1);
    let place = Place { left, top, right: wide - RIGHT, bottom, columns, rows };
    let most = levels.cells.iter().flatten().map(|number| number.unsigned_abs()).max().unwrap_or(0).max(1);
    let most = i32::try_from(most).unwrap_or(i32::MAX);
    cells(sheet, levels, &place, most);
    line(sheet, levels, &place);
    let Place { right, .. } = place;
    sheet.frame((left, top), (right, bottom), 2, INK);
    for (number, (twice, all)) in ticks(levels.columns, columns, (right - left) / 110) {
        axes::tick(sheet, (part(left, right, twice, all), bottom), &grouped(number));
    }
    for (number, (twice, all)) in row_ticks {
        let y = part(bottom, top, twice, all);
        sheet.line([(left - 8, y), (left, y)], 2.0, INK);
        Words::before(axes::LABEL, INK).write(sheet, &grouped(number), (left - 18, y));
    }
    axes::name_below(sheet, (left, right, bottom), &levels.x);
    Words::upwards(axes::NAME, INK).within(bottom - top + 60).write(sheet, &levels.y, (axes::NAME, i32::midpoint(top, bottom)));
    beside(sheet, levels, &place, most, wide);
}

/// Rectangle on the sheet that the grid fills, and how many columns and rows the grid has.
struct Place {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    columns: usize,
    rows: usize,
}

impl Place {
    /// Returns the horizontal coordinate of a column's left side.
    fn x(&self, column: usize) -> i32 {
        part(self.left, self.right, column as u64, self.columns as u64)
    }

    /// Returns the vertical coordinate of a row's lower side.
    fn y(&self, row: usize) -> i32 {
        part(self.bottom, self.top, row as u64, self.rows as u64)
    }
}

/// Returns the coordinate at the fraction `way / whole` of the distance from `from` to `to`.
fn part(from: i32, to: i32, way: u64, whole: u64) -> i32 {
    let (way, whole) = (i128::from(way), i128::from(whole));
    from + i32::try_from(i128::from(to - from) * way / whole).unwrap_or(0)
}

/// Returns the round numbers of an axis, which are written as labels. For each number, also returns the place of the
/// label as a fraction of the axis. The fraction is a numerator and a denominator.
fn ticks(steps: Steps, count: usize, most: i32) -> impl Iterator<Item = (u64, (u64, u64))> {
    let (first, every, count) = (u64::from(steps.first), u64::from(steps.every), count as u64);
    let round = round(count * every, u64::from(most.unsigned_abs()).max(1)).max(every);
    let last = first + (count - 1) * every;
    // Measures from the edge of the grid, from which the middle of the first cell is half a cell away. All lengths are
    // doubled so that they are whole numbers.
    let twice = move |number: u64| 2 * (number - first) + every;
    (first.div_ceil(round)..=last / round).map(move |n| (n * round, (twice(n * round), 2 * every * count)))
}

fn cells(sheet: &mut Sheet, levels: &Levels, place: &Place, most: i32) {
    let colour = |number: &i32| signed(*number, most);
    for (number, row) in levels.cells.iter().enumerate() {
        let mut column = 0;
        // Neighbouring cells of the same colour form one rectangle.
        for run in row.chunk_by(|one, other| colour(one) == colour(other)) {
            let end = column + run.len();
            // Extends each rectangle by one unit to the right and upwards. The neighbouring rectangles, which are drawn
            // later, cover these strips. Otherwise the background would shine through between rectangles.
            let right = place.x(end) + i32::from(end < row.len());
            let above = place.y(number + 1) - i32::from(number + 1 < levels.cells.len());
            sheet.rectangle((place.x(column), above), (right, place.y(number)), colour(&run[0]));
            column = end;
        }
    }
    let widest = levels.cells.iter().flatten().map(|number| written(*number)).max_by_key(String::len).unwrap_or_default();
    let (across, up) = ((place.right - place.left) / length(place.columns), (place.bottom - place.top) / length(place.rows));
    let fits = |size: &i32| width(sheet.faces, &widest, *size) + 8 <= across && size * 5 / 4 <= up;
    if let Some(size) = (SMALLEST..=NUMBER).rev().find(fits) {
        for (number, row) in levels.cells.iter().enumerate() {
            let y = i32::midpoint(place.y(number), place.y(number + 1));
            for (column, outcome) in row.iter().enumerate() {
                let x = i32::midpoint(place.x(column), place.x(column + 1));
                Words::around(size, on(colour(outcome))).write(sheet, &written(*outcome), (x, y));
            }
        }
    }
}

/// Formats a number. A negative number has a true minus sign instead of a hyphen.
fn written(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// Draws the line that runs through the rows, and the legend that explains the line.
fn line(sheet: &mut Sheet, levels: &Levels, place: &Place) {
    let Some(line) = &levels.line else { return };
    let inside = |column: &usize| *column < place.columns;
    let mut row = 0;
    for run in line.columns.chunk_by(|one, next| inside(one) == inside(next)) {
        let corners = |(above, column): (usize, &usize)| [(place.x(*column), place.y(above)), (place.x(*column), place.y(above + 1))];
        if inside(&run[0]) {
            let mut path: Vec<(i32, i32)> = (row..).zip(run).flat_map(corners).collect();
            path.dedup();
            for (width, colour) in [(AROUND, PAPER), (LINE, INK)] {
                sheet.line(path.iter().copied(), width, colour);
            }
        }
        row += run.len();
    }
    axes::legend(
        sheet,
        vec![(Box::new(axes::line_mark(LINE, INK)), line.name.clone())],
        (place.left, 0),
        place.right - place.left + RIGHT / 2,
    );
}

/// Draws the colour scale at the right.
fn beside(sheet: &mut Sheet, levels: &Levels, place: &Place, most: i32, wide: i32) {
    const END: i32 = 44;
    let (left, top, high) = (place.right + 46, place.top + END, place.bottom - place.top - 2 * END);
    // If there are enough colours, each number has its own colour. Otherwise the scale shows each colour once.
    let shown = most.min(i32::from(SIDE));
    let colours: Vec<Colour> = (-shown..=shown).map(|number| signed(number, shown)).collect();
    let every = i32::try_from(round(most.unsigned_abs().into(), 5)).unwrap_or(i32::MAX);
    let height = |number: i32| (f64::from(number) + f64::from(most) + 0.5) / (2.0 * f64::from(most) + 1.0);
    let ticks: Vec<(f64, String)> = (-(most / every)..=most / every).map(|n| (height(n * every), written(n * every))).collect();
    scale(sheet, (left, top), high, &colours, &ticks);
    let middle = i32::midpoint(place.right, wide) + 8;
    let [below, above] = &levels.ends;
    for (whose, name, y) in [(Whose::Left, above, place.top + END / 3), (Whose::Right, below, place.bottom - END / 3)] {
        Words::around(axes::LABEL, of(whose)).within(RIGHT - 20).write(sheet, name, (middle, y));
    }
    Words::upwards(axes::NAME, INK).within(high).write(sheet, &levels.scale, (wide - axes::NAME, top + high / 2));
}

#[cfg(test)]
mod tests {
    use super::{Steps, part, ticks};

    #[test]
    fn ticks_stand_in_the_middle_of_their_places() {
        let placed = |first, every, count, most| -> Vec<(u64, i32)> {
            ticks(Steps { first, every }, count, most).map(|(number, (way, whole))| (number, part(0, 1000, way, whole))).collect()
        };
        assert_eq!(placed(0, 1, 4, 10), [(0, 125), (1, 375), (2, 625), (3, 875)]);
        assert_eq!(placed(3, 1, 20, 4), [(5, 125), (10, 375), (15, 625), (20, 875)]);
        // Only the numbers 0, 20, 40, … are labelled, although the columns have the numbers 0, 4, 8, ….
        assert_eq!(placed(0, 4, 25, 5), [(0, 20), (20, 220), (40, 420), (60, 620), (80, 820)]);
        assert_eq!(placed(0, 1, 1, 0), [(0, 500)]);
    }
}
