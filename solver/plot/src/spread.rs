//! Draws statistics of a proof. The upper chart shows the number of positions at each depth, in the colour of the
//! player to move. The lower chart shows the size of each branch.

use super::BORDER;
use super::axes::{self, Entry, Frame, Range, Up};
use super::bars::LEAST;
use super::colour::{INK, of};
use super::figure::{Spread, Whose, length};
use super::sheet::Sheet;
use super::text::{Words, grouped, width};

/// Height of the line of text for one branch.
const BRANCH: i32 = 34;
/// Font size of the text for a branch.
const TEXT: i32 = 22;

/// Maximum number of branches that are drawn. Further branches appear only in the CSV table.
const MAX_BRANCHES: usize = 24;

/// Minimum height of the upper chart.
const DEPTHS: i32 = 300;

/// Height of the heading above the branches.
const HEADING: i32 = 56;

/// Returns the number of branches that are drawn.
fn shown(spread: &Spread) -> usize {
    spread.branches.len().min(MAX_BRANCHES)
}

/// Returns the total height of the picture.
pub fn height(spread: &Spread, chart: i32) -> i32 {
    chart.max(DEPTHS + axes::BELOW) + branches_height(spread)
}

fn branches_height(spread: &Spread) -> i32 {
    if spread.branches.is_empty() { 0 } else { HEADING + length(shown(spread)) * BRANCH + BORDER / 2 }
}

/// Draws the upper chart and the lower chart.
pub fn paint(sheet: &mut Sheet, spread: &Spread, (wide, height): (i32, i32)) {
    let chart = height - branches_height(spread);
    depths(sheet, spread, (wide, chart));
    if !spread.branches.is_empty() {
        sheet.from((0, chart), |sheet| branches(sheet, spread, wide));
    }
}

/// Returns the player who is to move after `depth` plies.
pub fn to_move(spread: &Spread, depth: usize) -> Whose {
    let other = if spread.first == Whose::Left { Whose::Right } else { Whose::Left };
    if depth.is_multiple_of(2) { spread.first } else { other }
}

fn depths(sheet: &mut Sheet, spread: &Spread, size: (i32, i32)) {
    let entries: Vec<Entry> = [Whose::Left, Whose::Right]
        .into_iter()
        .zip(&spread.players)
        .map(|(whose, name)| -> Entry {
            let mark = move |sheet: &mut Sheet, (x, y): (i32, i32)| sheet.rectangle((x - 12, y - 9), (x + 12, y + 9), of(whose));
            (Box::new(mark), format!("{name} to move"))
        })
        .collect();
    let highest = spread.depths.iter().copied().max().unwrap_or(0).max(1);
    let (up, Frame { left, right, bottom, .. }) = axes::below_legend(sheet, entries, size, |from, to| {
        let range = Range { low: 0.0, high: highest as f64 * 1.06, from, to };
        Up { range, whole: true, text: &|count, _| grouped(count as u64), name: "positions" }
    });
    up.draw(sheet, left, right);
    let across = Range { low: -0.5, high: spread.depths.len().max(1) as f64 - 0.5, from: left, to: right };
    let slot = f64::from(right - left) / spread.depths.len().max(1) as f64;
    // Bars that are narrow touch one another, because gaps between them would be too thin.
    let half = if slot < 5.0 { slot / 2.0 } else { slot * 0.4 };
    for (depth, &count) in spread.depths.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (x, y) = (across.place(depth as f64), up.range.place(count as f64).min(f64::from(bottom) - LEAST));
        sheet.rectangle((x - half, y), (x + half, f64::from(bottom)), of(to_move(spread, depth)));
    }
    axes::right(sheet, &across, bottom, None, true, &|depth, _| format!("{depth}"));
    axes::along(sheet, (left, right, bottom));
    axes::name_below(sheet, (left, right, bottom), "moves of both sides (fewest that lead there)");
}

fn branches(sheet: &mut Sheet, spread: &Spread, wide: i32) {
    let drawn = &spread.branches[..shown(spread)];
    let left_out = spread.branches.len() - drawn.len();
    let heading = if left_out == 0 {
        spread.heading.clone()
    } else {
        format!("{} (the largest {MAX_BRANCHES} of {})", spread.heading, spread.branches.len())
    };
    Words::after(axes::NAME, INK).within(wide - 2 * BORDER).write(sheet, &heading, (BORDER, HEADING / 2));
    let says: Vec<String> =
        drawn.iter().map(|branch| format!("{} positions, at most {} moves", grouped(branch.positions), grouped(branch.longest))).collect();
    let widest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| width(sheet.faces, text, TEXT)).max().unwrap_or(0);
    let names = widest(&mut drawn.iter().map(|branch| &branch.name));
    let beside = widest(&mut says.iter());
    let left = BORDER + names + 16;
    let full = f64::from((wide - BORDER - beside - 16 - left).max(40));
    let most = drawn.iter().map(|branch| branch.positions).max().unwrap_or(0).max(1) as f64;
    for ((number, branch), says) in (0..).zip(drawn).zip(&says) {
        let y = HEADING + number * BRANCH + BRANCH / 2;
        Words::before(TEXT, INK).write(sheet, &branch.name, (left - 14, y));
        let bar = (branch.positions as f64 / most * full).max(LEAST);
        sheet.rectangle((f64::from(left), f64::from(y - 11)), (f64::from(left) + bar, f64::from(y + 11)), of(spread.replying));
        // Rounds the coordinate to the nearest unit of the sheet.
        Words::after(TEXT, INK).write(sheet, says, (left + bar.round() as i32 + 12, y));
    }
}
