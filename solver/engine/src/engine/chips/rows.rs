//! Computes thresholds for many consecutive numbers of chips at once. Each position has a row of [`WIDTH`] thresholds,
//! one for each number of chips.
//!
//! The function Phi applies the bidding rule once to the thresholds of all positions. The correct thresholds f are the
//! greatest solution of f = Phi(f) that is at most T. The thresholds for winning within n moves converge to f as n
//! grows. Phi is monotone, so the algorithm may start at T and lower the thresholds position by position, in any order.

use rayon::prelude::*;

use super::{ChipGraph, Error};
use crate::control::Control;
use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::Player;

/// Number of lanes in a row of thresholds. Each lane contains the threshold for one number of chips. A row of this
/// width fills a cache line, and the compiler turns loops over the row into vector instructions.
pub const WIDTH: usize = 32;

/// Maximum number of chips. The thresholds for this number of chips fit into a [`Row`].
pub const MAX_CHIPS: u32 = 16_000;

/// Thresholds of one position or boundary entry, one for each number of chips.
pub type Row = [i16; WIDTH];

/// The thresholds of all positions and boundary entries (ends of the game, and positions solved before), for `first` to
/// `last` chips.
pub struct Block {
    /// The first number of chips.
    pub first: u32,
    /// The last number of chips.
    pub last: u32,
    /// The rows of thresholds of all positions, and then those of the boundary entries (ends of the game, and positions
    /// solved before).
    pub rows: Vec<Row>,
}

impl Block {
    /// Returns the number of chips of each lane.
    pub fn chips(&self) -> impl Iterator<Item = u32> + use<> {
        let (first, last) = (self.first, self.last);
        (0..WIDTH as u32).map(move |lane| (first + lane).min(last))
    }

    /// Returns `last - first + 1`.
    #[must_use]
    pub fn lanes(&self) -> usize {
        (self.last - self.first) as usize + 1
    }
}

/// Returns T(k), the upper limit of thresholds, for each number k in `chips`.
#[must_use]
pub fn tops(rule: Rule, chips: impl Iterator<Item = u32>) -> Row {
    row(chips.map(|k| rule.top(k)))
}

/// Converts [`WIDTH`] numbers to a row of 16-bit numbers.
///
/// # Panics
/// Panics if there are fewer than [`WIDTH`] numbers, or if a number does not fit into 16 bits.
pub fn row(numbers: impl Iterator<Item = u32>) -> Row {
    let mut row = [0; WIDTH];
    let mut lanes = 0;
    for (lane, number) in row.iter_mut().zip(numbers) {
        *lane = i16::try_from(number).expect("thresholds below 2^15");
        lanes += 1;
    }
    assert_eq!(lanes, WIDTH, "a number for each lane");
    row
}

/// Applies the bidding rule to each number of `x` and the number at the same index of `y`.
#[inline]
#[must_use]
pub fn phi(rule: Rule, x: &Row, y: &Row) -> Row {
    let mut result = [0; WIDTH];
    // Each rule has its own loop, so that the rule is matched only once per row.
    match (rule.tie_break, rule.claimant) {
        (TieBreak::Advantage, _) => each(&mut result, x, y, |x, y| ((x.min(y) + 1) >> 1) + (x.max(y) >> 1)),
        (TieBreak::MakeItTakeIt, _) => each(&mut result, x, y, |x, y| (x.min(y) >> 1) + ((x.max(y) + 1) >> 1)),
        (TieBreak::LadiesFirst, Player::Left) => each(&mut result, x, y, |x, y| (x + y) >> 1),
        (TieBreak::LadiesFirst, Player::Right) => each(&mut result, x, y, |x, y| (x + y + 1) >> 1),
    }
    result
}

#[inline]
fn each(result: &mut Row, x: &Row, y: &Row, rule: impl Fn(i16, i16) -> i16) {
    for lane in 0..WIDTH {
        result[lane] = rule(x[lane], y[lane]);
    }
}

/// For each lane (number of chips), returns the least threshold among `places`.
#[inline]
#[must_use]
pub fn least(rows: &[Row], places: &[u32]) -> Row {
    best(rows, places, i16::MAX, i16::min)
}

/// For each lane (number of chips), returns the greatest threshold among `places`.
#[inline]
#[must_use]
pub fn greatest(rows: &[Row], places: &[u32]) -> Row {
    best(rows, places, i16::MIN, i16::max)
}

#[inline]
fn best(rows: &[Row], places: &[u32], worst: i16, better: impl Fn(i16, i16) -> i16) -> Row {
    let mut best = [worst; WIDTH];
    for &place in places {
        let row = &rows[place as usize];
        for lane in 0..WIDTH {
            best[lane] = better(best[lane], row[lane]);
        }
    }
    best
}

/// Computes the thresholds for `first` to `last` chips in blocks, on all cores.
///
/// # Errors
/// [`Error::Interrupted`] when asked to stop.
///
/// # Panics
/// Panics if `last` is above [`MAX_CHIPS`].
pub fn solve(graph: &ChipGraph<'_>, rule: Rule, first: u32, last: u32, control: Control) -> Result<Vec<Block>, Error> {
    assert!(last <= MAX_CHIPS, "thresholds of more chips do not fit");
    let ordered = graph.is_ordered();
    let starts: Vec<u32> = (first..=last).step_by(WIDTH).collect();
    starts.into_par_iter().map(|start| solve_block(graph, rule, (start, last.min(start + WIDTH as u32 - 1)), ordered, control)).collect()
}

fn solve_block(graph: &ChipGraph<'_>, rule: Rule, (first, last): (u32, u32), ordered: bool, control: Control) -> Result<Block, Error> {
    let mut block = Block { first, last, rows: Vec::with_capacity(graph.places()) };
    let top = tops(rule, block.chips());
    block.rows.resize(graph.len(), top);
    let boundary: Vec<Row> = graph.boundary.iter().map(|boundary| row(block.chips().map(|k| boundary.at(rule, k)))).collect();
    block.rows.extend(boundary);
    if ordered {
        // Every option comes after its position, so one pass from the end is enough.
        pass(graph, rule, &mut block.rows, (0..graph.len()).rev());
        return Ok(block);
    }
    // Passes alternate in direction, so that changes propagate to positions with smaller numbers and with greater
    // numbers.
    for sweep in 0_u64.. {
        control.at(sweep, "")?;
        let changed = if sweep % 2 == 0 {
            pass(graph, rule, &mut block.rows, 0..graph.len())
        } else {
            pass(graph, rule, &mut block.rows, (0..graph.len()).rev())
        };
        if !changed {
            break;
        }
    }
    Ok(block)
}

/// Recomputes the rows of thresholds of all positions, in the order `order`. Returns whether a row has changed.
fn pass(graph: &ChipGraph<'_>, rule: Rule, rows: &mut [Row], order: impl Iterator<Item = usize>) -> bool {
    let mut changed = false;
    for position in order {
        let x = least(rows, graph.own.get(position));
        let y = greatest(rows, graph.other.get(position));
        let new = phi(rule, &x, &y);
        changed |= rows[position] != new;
        rows[position] = new;
    }
    changed
}
