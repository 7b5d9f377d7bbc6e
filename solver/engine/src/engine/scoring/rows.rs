//! Computes rows of outcomes for any subtraction set, until the rows repeat.

use super::{After, Bidding, Error, Place};
use crate::control::Control;
use crate::model::scoring::{Outcomes, Rows, SubtractionSet};

/// The best results of moves from one heap, for each number of coins.
struct Options {
    left: Vec<i32>,
    right: Vec<i32>,
}

impl After for Options {
    fn left(&self, coins: usize) -> i32 {
        self.left[coins]
    }

    fn right(&self, coins: usize) -> i32 {
        self.right[coins]
    }
}

/// Rows of outcomes, from heap 0 on.
pub struct OutcomeTable<'a> {
    set: &'a SubtractionSet,
    budget: u32,
    width: usize,
    values: Vec<i32>,
    options: Options,
}

impl<'a> OutcomeTable<'a> {
    /// Creates a table without rows of outcomes.
    #[must_use]
    pub fn new(set: &'a SubtractionSet, budget: u32) -> Self {
        let width = budget as usize + 1;
        Self { set, budget, width, values: Vec::new(), options: Options { left: vec![0; width], right: vec![0; width] } }
    }

    /// Returns the number of rows of outcomes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len() / self.width
    }

    /// Returns whether the table has no rows of outcomes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the row of outcomes of a heap.
    #[must_use]
    pub fn row(&self, heap: usize) -> &[i32] {
        &self.values[heap * self.width..][..self.width]
    }

    /// Computes the row of outcomes of the next heap, and adds it.
    ///
    /// # Errors
    /// [`Error`] if some outcome of the row does not exist, or if the row decreases somewhere.
    pub fn push(&mut self) -> Result<(), Error> {
        let heap = self.len();
        let moves = || self.set.numbers().iter().filter(|&&s| s as usize <= heap);
        if moves().next().is_none() {
            self.values.resize(self.values.len() + self.width, 0);
            return Ok(());
        }
        self.options.left.fill(i32::MIN);
        self.options.right.fill(i32::MAX);
        for &s in moves() {
            let points = i32::try_from(s).expect("at most 255");
            let row = &self.values[(heap - s as usize) * self.width..][..self.width];
            for (best, value) in self.options.left.iter_mut().zip(row) {
                *best = (*best).max(points + value);
            }
            for (least, value) in self.options.right.iter_mut().zip(row) {
                *least = (*least).min(value - points);
            }
        }
        let (mut own_bid, mut other_bid) = (0, 0);
        for own in 0..self.width {
            let bidding = Bidding { after: &self.options, own, other: self.width - 1 - own };
            let place = || Place { budget: self.budget, heap: u32::try_from(heap).expect("heaps below 2^28"), coins: own };
            let (maximin, minimax);
            (own_bid, maximin) = bidding.maximin(own_bid);
            (other_bid, minimax) = bidding.minimax(other_bid);
            if maximin != minimax {
                return Err(Error::Equilibrium(place(), maximin, minimax));
            }
            if own > 0 && self.values[self.values.len() - 1] > maximin {
                return Err(Error::Monotone(place()));
            }
            self.values.push(maximin);
        }
        Ok(())
    }

    /// Returns whether two sequences of `count` consecutive rows are equal.
    fn same(&self, one: usize, other: usize, count: usize) -> bool {
        let window = |last: usize| &self.values[(last + 1 - count) * self.width..(last + 1) * self.width];
        // The last rows are compared first, because they are the most likely to differ.
        self.row(one) == self.row(other) && window(one) == window(other)
    }
}

/// Computes the outcomes for one total budget. Adds rows until the outcomes are periodic, but at most up to heap
/// `most`. Outcomes are periodic as soon as m consecutive rows repeat, where m is the maximum of the subtraction set.
///
/// # Errors
/// [`Error`], in particular if the rows do not become periodic up to heap `most`.
pub fn solve(set: &SubtractionSet, budget: u32, most: u32, control: Control) -> Result<Outcomes, Error> {
    let count = set.max() as usize;
    let mut table = OutcomeTable::new(set, budget);
    // In all games computed so far, the period is 2 max S, where S is the subtraction set. To find any other period,
    // the loop compares the last window with an earlier window. The earlier window is replaced each time the heap has
    // doubled.
    let usual = 2 * count;
    let mut mark = count;
    let period = loop {
        table.push()?;
        let last = table.len() - 1;
        if last.is_multiple_of(64) {
            control.at(last as u64, "")?;
        }
        if last >= usual + count && table.same(last, last - usual, count) {
            break usual;
        }
        if last > mark && mark + 1 >= count && table.same(last, mark, count) {
            break last - mark;
        }
        if last >= 2 * mark {
            mark = last;
        }
        if last as u64 >= u64::from(most) {
            return Err(Error::NoPeriod(budget, most));
        }
    };
    Ok(least(table, period))
}

/// Returns the outcomes with the least period, and the least onset (the first heap of the repeating part). The last
/// rows of the table must repeat with the period `period`.
fn least(table: OutcomeTable, period: usize) -> Outcomes {
    let (last, width, budget) = (table.len() - 1, table.width, table.budget);
    let repeats = |with: usize| {
        (last + 1 - period..=last)
            .all(|heap| table.row(heap) == table.row(last + 1 - period + (heap + with - (last + 1 - period)) % period))
    };
    let period = (1..=period).find(|&with| period.is_multiple_of(with) && repeats(with)).expect("the period itself");
    let mut onset = last + 1 - period;
    while onset > 0 && table.row(onset - 1) == table.row(onset - 1 + period) {
        onset -= 1;
    }
    let number = |n: usize| u32::try_from(n).expect("heaps below 2^28");
    let mut values = table.values;
    values.truncate((onset + period) * width);
    values.shrink_to_fit();
    Outcomes { budget, period: number(period), onset: number(onset), rows: Rows::Listed(values) }
}
