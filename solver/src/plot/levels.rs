//! Whole numbers on both sides of 0 in rows and columns, by colour, and written out where there is room.

use plotters::prelude::{DrawingBackend, PathElement, Rectangle};
use plotters::style::{Color, RGBColor};

use super::colour::{INK, PAPER, SIDE, on, signed};
use super::figure::{Levels, Steps, length};
use super::heat::{round, scale};
use super::text::{Words, grouped, width};
use super::{Area, Drawn, axes, frame};

/// Sizes of text.
const LABEL: i32 = 28;
const NAME: i32 = 32;
const NUMBER: i32 = 26;

/// The height of the legend, and the spaces at the left, at the right and below.
const LEGEND: i32 = 64;
const LEFT: i32 = 180;
const RIGHT: i32 = 270;
const BELOW: i32 = 120;

/// How thick the line is, and the paper around it.
const LINE: u32 = 4;
const AROUND: u32 = 10;

/// Draws a map of numbers.
pub fn paint<B: DrawingBackend>(area: &Area<B>, levels: &Levels) -> Drawn
where
    B::ErrorType: 'static,
{
    let (width, height) = area.dim_in_pixel();
    let place = Place {
        right: width.cast_signed() - RIGHT,
        bottom: height.cast_signed() - BELOW,
        columns: levels.cells.first().map_or(0, Vec::len).max(1),
        rows: levels.cells.len().max(1),
    };
    let most = levels.cells.iter().flatten().map(|number| number.unsigned_abs()).max().unwrap_or(0).max(1);
    let most = i32::try_from(most).unwrap_or(i32::MAX);
    cells(area, levels, &place, most)?;
    line(area, levels, &place)?;
    let Place { right, bottom, .. } = place;
    frame(area, (LEFT, LEGEND), (right, bottom), 2)?;
    for (number, (twice, all)) in ticks(levels.columns, place.columns, (right - LEFT) / 110) {
        axes::tick(area, (part(LEFT, right, twice, all), bottom), &grouped(number))?;
    }
    for (number, (twice, all)) in ticks(levels.rows, place.rows, (bottom - LEGEND) / 50) {
        let y = part(bottom, LEGEND, twice, all);
        area.draw(&PathElement::new([(LEFT - 10, y), (LEFT, y)], INK.stroke_width(2)))?;
        Words::before(LABEL, INK).write(area, &grouped(number), (LEFT - 18, y))?;
    }
    axes::name_below(area, (LEFT, right, bottom), &levels.x)?;
    Words::upwards(NAME, INK).write(area, &levels.y, (LEFT - 136, i32::midpoint(LEGEND, bottom)))?;
    beside(area, levels, &place, most)
}

/// Where the cells are.
struct Place {
    right: i32,
    bottom: i32,
    columns: usize,
    rows: usize,
}

impl Place {
    /// The left side of a column.
    fn x(&self, column: usize) -> i32 {
        part(LEFT, self.right, column as u64, self.columns as u64)
    }

    /// The lower side of a row.
    fn y(&self, row: usize) -> i32 {
        part(self.bottom, LEGEND, row as u64, self.rows as u64)
    }
}

/// A part of the way from one place to another.
fn part(from: i32, to: i32, way: u64, whole: u64) -> i32 {
    let (way, whole) = (i128::from(way), i128::from(whole));
    from + i32::try_from(i128::from(to - from) * way / whole).unwrap_or(0)
}

/// Round numbers of rows or columns, each with the middle of its place as a part of the whole.
fn ticks(steps: Steps, count: usize, most: i32) -> impl Iterator<Item = (u64, (u64, u64))> {
    let (first, every, count) = (u64::from(steps.first), u64::from(steps.every), count as u64);
    let round = round(count * every, u64::from(most.unsigned_abs()).max(1)).max(every);
    let last = first + (count - 1) * every;
    // The middle of the place of `first` is half a step into the whole.
    let twice = move |number: u64| 2 * (number - first) + every;
    (first.div_ceil(round)..=last / round).map(move |n| (n * round, (twice(n * round), 2 * every * count)))
}

fn cells<B: DrawingBackend>(area: &Area<B>, levels: &Levels, place: &Place, most: i32) -> Drawn
where
    B::ErrorType: 'static,
{
    let colour = |number: &i32| signed(*number, most);
    for (number, row) in levels.cells.iter().enumerate() {
        let mut column = 0;
        // Neighbours of one colour are one rectangle.
        for run in row.chunk_by(|one, other| colour(one) == colour(other)) {
            let end = column + run.len();
            // What comes next covers a seam at the right and above, lest the paper shine through between neighbours.
            let right = place.x(end) + i32::from(end < row.len());
            let above = place.y(number + 1) - i32::from(number + 1 < levels.cells.len());
            area.draw(&Rectangle::new([(place.x(column), above), (right, place.y(number))], colour(&run[0]).filled()))?;
            column = end;
        }
    }
    let widest = levels.cells.iter().flatten().map(|number| written(*number)).max_by_key(String::len).unwrap_or_default();
    let (across, up) = ((place.right - LEFT) / length(place.columns), (place.bottom - LEGEND) / length(place.rows));
    if width(&widest, NUMBER) + 10 <= across && NUMBER * 5 / 4 <= up {
        for (number, row) in levels.cells.iter().enumerate() {
            let y = i32::midpoint(place.y(number), place.y(number + 1));
            for (column, outcome) in row.iter().enumerate() {
                let x = i32::midpoint(place.x(column), place.x(column + 1));
                Words::around(NUMBER, on(colour(outcome))).write(area, &written(*outcome), (x, y))?;
            }
        }
    }
    Ok(())
}

/// A number as it is written, with a sign of minus.
fn written(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// The line through the rows, and its legend.
fn line<B: DrawingBackend>(area: &Area<B>, levels: &Levels, place: &Place) -> Drawn
where
    B::ErrorType: 'static,
{
    const MARK: i32 = 48;
    let Some((columns, name)) = &levels.line else { return Ok(()) };
    let inside = |column: &usize| *column < place.columns;
    let mut row = 0;
    for run in columns.chunk_by(|one, next| inside(one) == inside(next)) {
        let corners = |(above, column): (usize, &usize)| [(place.x(*column), place.y(above)), (place.x(*column), place.y(above + 1))];
        if inside(&run[0]) {
            let mut path: Vec<(i32, i32)> = (row..).zip(run).flat_map(corners).collect();
            path.dedup();
            for style in [PAPER.stroke_width(AROUND), INK.stroke_width(LINE)] {
                area.draw(&PathElement::new(path.clone(), style))?;
            }
        }
        row += run.len();
    }
    area.draw(&PathElement::new([(LEFT, LEGEND / 3), (LEFT + MARK, LEGEND / 3)], INK.stroke_width(LINE)))?;
    Words::after(LABEL, INK).write(area, name, (LEFT + MARK + 12, LEGEND / 3))
}

/// What the colours stand for, at the right.
fn beside<B: DrawingBackend>(area: &Area<B>, levels: &Levels, place: &Place, most: i32) -> Drawn
where
    B::ErrorType: 'static,
{
    const END: i32 = 48;
    let (left, top, high) = (place.right + 60, LEGEND + END, place.bottom - LEGEND - 2 * END);
    // A colour for each number as long as there are enough, otherwise for each that there is.
    let shown = most.min(i32::from(SIDE));
    let colours: Vec<RGBColor> = (-shown..=shown).map(|number| signed(number, shown)).collect();
    let every = i32::try_from(round(most.unsigned_abs().into(), 5)).unwrap_or(i32::MAX);
    let height = |number: i32| (f64::from(number) + f64::from(most) + 0.5) / (2.0 * f64::from(most) + 1.0);
    let ticks: Vec<(f64, String)> = (-(most / every)..=most / every).map(|n| (height(n * every), written(n * every))).collect();
    scale(area, (left, top), high, &colours, &ticks)?;
    let middle = i32::midpoint(place.right, place.right + RIGHT);
    let [below, above] = &levels.ends;
    Words::around(LABEL, signed(1, 1)).write(area, above, (middle, LEGEND + END / 3))?;
    Words::around(LABEL, signed(-1, 1)).write(area, below, (middle, place.bottom - END / 3))?;
    Words::upwards(NAME, INK).write(area, &levels.scale, (left + 160, top + high / 2))
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
        // Every fourth number has a place of its own; the others lie between.
        assert_eq!(placed(0, 4, 25, 5), [(0, 20), (20, 220), (40, 420), (60, 620), (80, 820)]);
        assert_eq!(placed(0, 1, 1, 0), [(0, 500)]);
    }
}
