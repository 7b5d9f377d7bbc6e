//! Computes thresholds on any finite graph, for every number of chips.
//!
//! The *slope* of a position is the amount by which the threshold of the position rises in a period. The slopes are
//! computed from the claimant's critical shares. In bidding with real-valued money, the claimant wins with more than
//! the critical share of the money, and does not win with less.
//!
//! `spec/soundness/chips.md` proves that thresholds and labels become periodic.

use rayon::prelude::*;

use super::labels::{Pair, labels};
use super::rows::{self, Block, MAX_CHIPS, WIDTH};
use super::sequence::lcm;
use super::{Boundary, ChipGraph, Error};
use crate::control::Control;
use crate::model::chips::{ChipTables, LabelRow, Range, Rule, Shared, Tail, ThresholdTable};

/// Numerator and denominator of a player's critical share of the money at a position.
pub type Share = (u64, u64);

/// Computes the threshold tables of all positions from the claimant's critical shares.
///
/// # Errors
/// [`Error`]; in particular [`Error::Onset`] if periodicity does not begin within [`MAX_CHIPS`].
pub fn solve(graph: &ChipGraph<'_>, rule: Rule, shares: &[Share], control: Control) -> Result<ChipTables, Error> {
    let period = period(graph, rule, shares).ok_or(Error::Onset(MAX_CHIPS))?;
    let slopes = slopes(graph, rule, shares, period);
    let least_start = graph.boundary.iter().map(|boundary| if let Boundary::Known(table) = boundary { table.preperiod() } else { 0 });
    let least_start = least_start.max().unwrap_or(0);
    let mut parts: Vec<(Block, Vec<Pair>)> = Vec::new();
    // For `start` chips and more, up to the greatest number of chips computed so far, slopes decide all comparisons.
    let mut start = least_start;
    let mut next = 0;
    control.stage("chips", None);
    while next < start + period {
        if next + WIDTH as u32 * 2 > MAX_CHIPS {
            return Err(Error::Onset(next));
        }
        control.at(u64::from(next), "")?;
        let batch = (WIDTH * 2 * rayon::current_num_threads()) as u32;
        let last = (next + batch).min((start + period).next_multiple_of(WIDTH as u32)).min(MAX_CHIPS) - 1;
        let blocks = rows::solve(graph, rule, next, last, control)?;
        let done = blocks.into_par_iter().map(|block| {
            let labels = labels(graph, rule, &block, control)?;
            let bad = last_bad(graph, rule, &slopes, period, &block, &labels);
            Ok((block, labels, bad))
        });
        for (block, labels, bad) in done.collect::<Result<Vec<_>, Error>>()? {
            if let Some(bad) = bad {
                start = start.max(bad + 1);
            }
            parts.push((block, labels));
        }
        next = last + 1;
    }
    Ok(tables(graph, rule, (start, period), &slopes, &parts))
}

/// Returns the common period of all thresholds: the least number of chips over which every threshold rises by an even
/// number. Returns `None` if the period exceeds [`MAX_CHIPS`].
fn period(graph: &ChipGraph<'_>, rule: Rule, shares: &[Share]) -> Option<u32> {
    let mut period = 1;
    for &(numerator, denominator) in shares {
        // `unit * share * period` must be even.
        let numerator = numerator * u64::from(rule.unit());
        let common = gcd(numerator, 2 * denominator);
        period = lcm(period, 2 * denominator / common);
        if period > u64::from(MAX_CHIPS) {
            return None;
        }
    }
    for boundary in &graph.boundary {
        match boundary {
            Boundary::Won => {}
            Boundary::NotWon => period = lcm(period, if rule.unit() == 2 { 1 } else { 2 }),
            Boundary::Known(table) => period = lcm(period, u64::from(table.tail?.period)),
        }
        if period > u64::from(MAX_CHIPS) {
            return None;
        }
    }
    u32::try_from(period).ok()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns the rise of each threshold in a period, first for the positions and then for the boundary entries (ends of
/// the game, and positions solved before).
fn slopes(graph: &ChipGraph<'_>, rule: Rule, shares: &[Share], period: u32) -> Vec<u32> {
    let rise = |&(numerator, denominator): &Share| {
        u32::try_from(u64::from(rule.unit()) * numerator * u64::from(period) / denominator).expect("a share is at most 1")
    };
    let boundary = graph.boundary.iter().map(|boundary| match boundary {
        Boundary::Won => 0,
        Boundary::NotWon => rule.unit() * period,
        Boundary::Known(table) => {
            let tail = table.tail.expect("cited tables go on for ever");
            tail.slope * (period / tail.period)
        }
    });
    shares.iter().map(rise).chain(boundary).collect()
}

/// Thresholds and labels for one number of chips.
struct Lane<'a> {
    block: &'a Block,
    labels: &'a [Pair],
    lane: usize,
    top: i32,
    unit: i32,
}

impl Lane<'_> {
    fn threshold(&self, place: u32) -> i32 {
        i32::from(self.block.rows[place as usize][self.lane])
    }

    /// Returns the value of the function h_l that `spec/kinds/chips.md` defines.
    fn surplus(&self, place: u32, label: u16) -> i32 {
        let threshold = self.threshold(place);
        match self.labels.get(place as usize) {
            None => threshold,
            Some(pair) if pair[0][self.lane] < label => threshold,
            Some(pair) if self.unit == 2 && pair[1][self.lane] < label => (threshold + 1).min(self.top),
            Some(_) => (threshold + self.unit).min(self.top),
        }
    }
}

/// The options of one position, and the slopes of all positions.
struct Slopes<'a> {
    own: &'a [u32],
    other: &'a [u32],
    all: &'a [u32],
    least: u32,
    greatest: u32,
}

impl Slopes<'_> {
    /// Returns whether `value` orders the options of the position in the same way as the slopes. For each player, some
    /// option with the best slope must also have the best value.
    #[inline]
    fn decide(&self, value: impl Fn(u32) -> i32) -> bool {
        let (x, x_of_slope) = best(self.own, &value, i32::MAX, i32::min, |place| self.all[place as usize] == self.least);
        let (y, y_of_slope) = best(self.other, &value, i32::MIN, i32::max, |place| self.all[place as usize] == self.greatest);
        x == x_of_slope
            && y == y_of_slope
            && match self.least.cmp(&self.greatest) {
                std::cmp::Ordering::Less => x <= y,
                std::cmp::Ordering::Equal => true,
                std::cmp::Ordering::Greater => x >= y,
            }
    }
}

/// Returns two values: the best value among all `places`, and the best value among those `places` for which `counts` is
/// true. If `counts` is false for all `places`, the second value is `worst`.
#[inline]
fn best(places: &[u32], value: impl Fn(u32) -> i32, worst: i32, better: fn(i32, i32) -> i32, counts: impl Fn(u32) -> bool) -> (i32, i32) {
    places.iter().fold((worst, worst), |(all, counted), &place| {
        let value = value(place);
        (better(all, value), if counts(place) { better(counted, value) } else { counted })
    })
}

/// Returns the last number of chips in a block for which the thresholds may not be periodic yet.
fn last_bad(graph: &ChipGraph<'_>, rule: Rule, slopes: &[u32], period: u32, block: &Block, labels: &[Pair]) -> Option<u32> {
    let unit = i32::try_from(rule.unit()).expect("1 or 2");
    let lanes: Vec<Lane> = block
        .chips()
        .take(block.lanes())
        .enumerate()
        .map(|(lane, k)| Lane { block, labels, lane, top: i32::try_from(rule.top(k)).expect("small"), unit })
        .collect();
    let mut bad: Option<usize> = None;
    for position in 0..graph.len() {
        let (own, other) = (graph.own.get(position), graph.other.get(position));
        let decisive = Slopes {
            own,
            other,
            all: slopes,
            least: own.iter().map(|&place| slopes[place as usize]).min().expect("an option"),
            greatest: other.iter().map(|&place| slopes[place as usize]).max().expect("an option"),
        };
        let place = u32::try_from(position).expect("a position");
        let is_bad = |lane: &Lane| {
            let below_top = slopes[position] == rule.unit() * period || lane.threshold(place) + unit <= lane.top;
            let steady = |s: usize| decisive.decide(|place| lane.surplus(place, labels[position][s][lane.lane]));
            !(below_top && decisive.decide(|place| lane.threshold(place)) && steady(0) && (unit == 1 || steady(1)))
        };
        // Only lanes after the last bad lane can change the result.
        let from = bad.map_or(0, |bad| bad + 1);
        bad = lanes[from..].iter().rposition(is_bad).map(|lane| from + lane).or(bad);
    }
    bad.map(|lane| block.first + u32::try_from(lane).expect("a lane"))
}

fn tables(graph: &ChipGraph<'_>, rule: Rule, (preperiod, period): (u32, u32), slopes: &[u32], parts: &[(Block, Vec<Pair>)]) -> ChipTables {
    let stored = (preperiod + period) as usize;
    let each = (0..graph.len()).map(|position| {
        let values = parts.iter().flat_map(|(block, _)| block.rows[position][..block.lanes()].iter());
        let values = values.take(stored).map(|&value| u32::try_from(value).expect("thresholds are not negative")).collect();
        ThresholdTable { first: 0, values, tail: Some(Tail { period, slope: slopes[position] }) }
    });
    let parts: Vec<(&Block, &Vec<Pair>)> = parts.iter().map(|(block, labels)| (block, labels)).collect();
    let labels = label_rows(graph.len(), rule, stored, &parts);
    ChipTables { rule, range: Range::Common { preperiod, period }, tables: Shared::new(each), labels: Some(labels) }
}

/// Collects the labels of each position for the first `stored` numbers of chips.
#[must_use]
pub fn label_rows(positions: usize, rule: Rule, stored: usize, parts: &[(&Block, &Vec<Pair>)]) -> Shared<LabelRow> {
    let halves = rule.unit() as usize;
    let row = |position: usize| {
        let lanes = parts.iter().flat_map(|(block, labels)| (0..block.lanes()).map(move |lane| (&labels[position], lane)));
        lanes.take(stored).flat_map(|(pair, lane)| pair[..halves].iter().map(move |half| half[lane])).collect()
    };
    Shared::new((0..positions).map(row))
}
