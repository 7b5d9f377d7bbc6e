//! Computes with sequences of thresholds for 0, 1, 2, … chips. From some number of chips on, the increments of a
//! sequence are periodic. The operations are the minimum, the maximum and the bidding rule. Each operation is applied
//! for all numbers of chips at once.
//!
//! Each distinct sequence is stored once, in its shortest representation, and has an id.

use std::cmp::Ordering;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Error;
use crate::model::chips::{Rule, Tail, ThresholdTable};

/// Id of a stored sequence, which is its index in the store.
pub type Id = u32;

/// The stored sequences of thresholds, with the results of operations on them.
pub struct Sequences {
    rule: Rule,
    all: IndexSet<ThresholdTable, FxBuildHasher>,
    known: FxHashMap<(Operation, Id, Id), Id>,
    onset: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    Least,
    Greatest,
    Rule,
}

const MAX_VALUES: u64 = 1 << 27;

impl Sequences {
    /// Creates an empty store for this rule.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        Self { rule, all: IndexSet::default(), known: FxHashMap::default(), onset: 0 }
    }

    /// Returns the id of the sequence 0, 0, 0, …: the thresholds of an end of the game that the claimant has won.
    pub fn won(&mut self) -> Id {
        self.intern(ThresholdTable { first: 0, values: Box::new([0]), tail: Some(Tail { period: 1, slope: 0 }) })
    }

    /// Returns the id of the sequence T(0), T(1), T(2), …: the thresholds of an end of the game that the claimant has
    /// not won.
    pub fn lost(&mut self) -> Id {
        let unit = self.rule.unit();
        self.intern(ThresholdTable { first: 0, values: Box::new([unit]), tail: Some(Tail { period: 1, slope: unit }) })
    }

    /// Stores a sequence and returns its id. `table` must be the shortest representation of the sequence, because
    /// otherwise equal sequences would get different ids.
    pub fn insert(&mut self, table: ThresholdTable) -> Id {
        self.intern(table)
    }

    /// Returns the sequence with the id `id`.
    #[must_use]
    pub fn get(&self, id: Id) -> &ThresholdTable {
        &self.all[id as usize]
    }

    /// Returns a number of chips from which all comparisons of sequences keep the same result.
    #[must_use]
    pub fn onset(&self) -> u32 {
        self.onset
    }

    /// Computes the sequence of the element-wise minima of two sequences.
    ///
    /// # Errors
    /// [`Error::Onset`] if sequences become too long.
    pub fn least(&mut self, a: Id, b: Id) -> Result<Id, Error> {
        if a == b {
            return Ok(a);
        }
        self.remembered(Operation::Least, a.min(b), a.max(b))
    }

    /// Computes the sequence of the element-wise maxima of two sequences.
    ///
    /// # Errors
    /// [`Error::Onset`] if sequences become too long.
    pub fn greatest(&mut self, a: Id, b: Id) -> Result<Id, Error> {
        if a == b {
            return Ok(a);
        }
        self.remembered(Operation::Greatest, a.min(b), a.max(b))
    }

    /// Computes the threshold sequence of a position. The sequence `x` has the least thresholds among the claimant's
    /// options. The sequence `y` has the greatest thresholds among the other player's options.
    ///
    /// # Errors
    /// [`Error::Onset`] if sequences become too long.
    pub fn threshold(&mut self, x: Id, y: Id) -> Result<Id, Error> {
        self.remembered(Operation::Rule, x, y)
    }

    fn remembered(&mut self, operation: Operation, a: Id, b: Id) -> Result<Id, Error> {
        if let Some(&id) = self.known.get(&(operation, a, b)) {
            return Ok(id);
        }
        let (result, onset) = combine(self.rule, operation, self.get(a), self.get(b))?;
        self.onset = self.onset.max(onset);
        let id = self.intern(result);
        self.known.insert((operation, a, b), id);
        Ok(id)
    }

    fn intern(&mut self, table: ThresholdTable) -> Id {
        let (index, _) = self.all.insert_full(table);
        Id::try_from(index).expect("fewer than 2^32 sequences")
    }
}

/// Applies an operation to two sequences.
fn combine(rule: Rule, operation: Operation, a: &ThresholdTable, b: &ThresholdTable) -> Result<(ThresholdTable, u32), Error> {
    let (tail_a, tail_b) = (tail(a), tail(b));
    let common = lcm(u64::from(tail_a.period), u64::from(tail_b.period));
    let (rise_a, rise_b) = (rise(tail_a, common), rise(tail_b, common));
    let start = u64::from(a.preperiod().max(b.preperiod()));
    let count = length(start, common)?;
    let (mut values, mut others) = (first(a, count), first(b, count));
    let onset = match rise_a.cmp(&rise_b) {
        Ordering::Equal => start,
        Ordering::Less => onset(&values, &others, rise_b - rise_a, start, common),
        Ordering::Greater => onset(&others, &values, rise_a - rise_b, start, common),
    };
    let (period, slope) = match operation {
        Operation::Least => (common, rise_a.min(rise_b)),
        Operation::Greatest => (common, rise_a.max(rise_b)),
        // Over twice the common period both sequences rise by even numbers, so half the sum of the rises is an integer.
        Operation::Rule => (2 * common, rise_a + rise_b),
    };
    let count = length(onset, period)?;
    extend_with_tail(&mut values, tail_a, count);
    extend_with_tail(&mut others, tail_b, count);
    let both = values.iter_mut().zip(others);
    match operation {
        Operation::Least => both.for_each(|(a, b)| *a = b.min(*a)),
        Operation::Greatest => both.for_each(|(a, b)| *a = b.max(*a)),
        Operation::Rule => both.for_each(|(a, b)| *a = rule.threshold(*a, b)),
    }
    let onset = u32::try_from(onset).expect("bounded above");
    Ok((least_form(values, u32::try_from(period).expect("bounded above"), u32::try_from(slope).expect("slopes fit thresholds")), onset))
}

fn tail(table: &ThresholdTable) -> Tail {
    table.tail.expect("sequences go on for ever")
}

/// Returns `start + period`, or an error if a sequence of this length would be too long.
fn length(start: u64, period: u64) -> Result<usize, Error> {
    match start + period {
        end @ ..=MAX_VALUES => Ok(usize::try_from(end).expect("bounded above")),
        _ => Err(Error::Onset(u32::try_from(start).unwrap_or(u32::MAX))),
    }
}

/// Returns the first `count` values of a sequence. `count` must be at least the number of stored values.
fn first(table: &ThresholdTable, count: usize) -> Vec<u32> {
    let mut values = Vec::with_capacity(count);
    values.extend_from_slice(&table.values);
    extend_with_tail(&mut values, tail(table), count);
    values
}

fn extend_with_tail(values: &mut Vec<u32>, Tail { period, slope }: Tail, count: usize) {
    for k in values.len()..count {
        values.push(values[k - period as usize] + slope);
    }
}

/// Returns by how much a sequence rises over `over` chips, which must be a multiple of the period.
fn rise(tail: Tail, over: u64) -> u64 {
    u64::from(tail.slope) * (over / u64::from(tail.period))
}

/// Returns the least index i, not below `start`, such that `slow` does not exceed `fast` at i or at any later index. In
/// each period, `fast` rises by `gain` more than `slow`.
fn onset(slow: &[u32], fast: &[u32], gain: u64, start: u64, period: u64) -> u64 {
    let mut onset = start;
    for (k, (slow, fast)) in (0..).zip(slow.iter().zip(fast)).skip(usize::try_from(start).expect("bounded above")) {
        let gap = u64::from(slow.saturating_sub(*fast));
        if gap > 0 {
            // In each period, the fast sequence rises by `gain` more than the slow sequence.
            let periods = gap.div_ceil(gain);
            onset = onset.max(k + (periods - 1) * period + 1);
        }
    }
    onset
}

/// Returns the shortest representation of a sequence. First the period is halved as often as possible, and then the
/// preperiod is shortened as far as possible.
fn least_form(mut values: Vec<u32>, mut period: u32, mut slope: u32) -> ThresholdTable {
    while period.is_multiple_of(2) && slope.is_multiple_of(2) {
        let half = (period / 2) as usize;
        let start = values.len() - period as usize;
        let (first, second) = values[start..].split_at(half);
        if !first.iter().zip(second).all(|(first, second)| first + slope / 2 == *second) {
            break;
        }
        values.truncate(start + half);
        period /= 2;
        slope /= 2;
    }
    while let Some(before) = values.len().checked_sub(period as usize + 1) {
        if values[before] + slope != values[values.len() - 1] {
            break;
        }
        values.pop();
    }
    ThresholdTable { first: 0, values: values.into_boxed_slice(), tail: Some(Tail { period, slope }) }
}

/// Returns the least common multiple.
#[must_use]
pub fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
