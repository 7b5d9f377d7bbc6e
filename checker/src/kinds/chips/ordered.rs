//! Games without labels: classes whose options have the same tables are tested once.
//!
//! An option whose table is nowhere better than that of another option of the same player is dropped first. That changes neither the
//! extreme at any k nor the extreme slope, and an option of extreme slope still attains the extreme where one did before.
//! What is left is the same for very many classes.

use super::Broken;
use super::equation::{Question, Tester};
use super::functions::{Functions, Number, Target};
use super::table::Range;
use std::collections::HashSet;

/// Sets of numbers that have been seen, within a budget of memory.
struct Seen {
    keys: HashSet<Box<[Number]>>,
    left: usize,
    budget: usize,
}

/// What an entry takes beside its numbers: its place in the set (16 bytes, with room to grow and while growing four times as much) and the allocator's.
const ENTRY: usize = 96;

impl Seen {
    fn new(budget: usize) -> Self {
        Self { keys: HashSet::new(), left: budget, budget }
    }

    /// Whether the key is new; it is not from now on. Everything is forgotten when the budget is spent.
    fn is_new(&mut self, key: &[Number]) -> bool {
        if self.keys.contains(key) {
            return false;
        }
        let cost = size_of_val(key).saturating_add(ENTRY);
        self.left = match self.left.checked_sub(cost) {
            Some(left) => left,
            None => {
                self.keys = HashSet::new();
                self.budget.saturating_sub(cost)
            }
        };
        self.keys.insert(key.into());
        true
    }
}

/// Which functions lie below which, as far as it is remembered: a pair's place depends on its numbers, and a later pair takes an earlier one's.
struct Below {
    known: Vec<Option<(Number, Number, bool)>>,
}

impl Below {
    fn place(&mut self, one: Number, other: Number) -> Option<&mut Option<(Number, Number, bool)>> {
        // Multipliers without meaning that mix the bits (Knuth, and the golden ratio).
        let mixed = one.wrapping_mul(2_654_435_761).wrapping_add(other.wrapping_mul(0x9e37_79b1).rotate_left(15));
        let place = usize::try_from(mixed).ok()?.checked_rem(self.known.len())?;
        self.known.get_mut(place)
    }
}

/// Tests classes one after the other.
pub(super) struct Ordered<'a> {
    functions: &'a Functions<'a>,
    range: Range,
    tester: Tester<'a>,
    /// Tables of classes and options that have been tested, as they came and as they were after options were dropped.
    raw: Seen,
    reduced: Seen,
    below: Below,
    key: Vec<Number>,
    space: [Vec<u32>; 2],
}

impl<'a> Ordered<'a> {
    /// `budget` is the memory for what is remembered, in bytes.
    pub(super) fn new(functions: &'a Functions<'a>, range: Range, tester: Tester<'a>, budget: usize) -> Self {
        let part = budget / 3;
        let pairs = (part / size_of::<Option<(Number, Number, bool)>>()).max(1);
        Self {
            functions,
            range,
            tester,
            raw: Seen::new(part),
            reduced: Seen::new(part),
            below: Below { known: vec![None; pairs] },
            key: Vec::new(),
            space: [Vec::new(), Vec::new()],
        }
    }

    /// Whether no class with these tables has been tested. The lists are in ascending order.
    pub(super) fn is_new(&mut self, function: Number, claimant: &[Target], other: &[Target]) -> bool {
        write_key(&mut self.key, function, claimant, other);
        self.raw.is_new(&self.key)
    }

    /// Tests a class: every k that is to be looked at. The lists have no option twice.
    pub(super) fn test(&mut self, question: &Question<'_>) -> Option<Result<(), Broken>> {
        let claimant = self.reduce(question.claimant, |tables, one, other| tables.below(one, other))?;
        let other = self.reduce(question.other, |tables, one, other| tables.below(other, one))?;
        write_key(&mut self.key, question.function, &claimant, &other);
        if !self.reduced.is_new(&self.key) {
            return Some(Ok(()));
        }
        let question = Question { claimant: &claimant, other: &other, ..*question };
        let (before, window) = match self.range {
            Range::Between { first, last } => (first..last.saturating_add(1), 0..0),
            Range::Ordered { onset } => {
                let functions = self.functions;
                let period = |number| functions.period(number).map(|(_, period)| period);
                let tables = std::iter::once(question.function).chain(claimant.iter().chain(&other).map(|target| target.function));
                let greatest = tables.map(period).try_fold(0, |greatest, period| Some(period?.max(greatest)))?;
                (0..onset, onset..onset.saturating_add(greatest.saturating_mul(2)))
            }
            Range::Periodic { .. } => return None,
        };
        match self.tester.test(&question, before, false)? {
            Ok(()) => self.tester.test(&question, window, true),
            broken => Some(broken),
        }
    }

    /// Drops every option for which there is one at least as good everywhere: `better(one, other)` says that one is.
    fn reduce(&mut self, options: &[Target], better: impl Fn(&mut Self, Number, Number) -> Option<bool>) -> Option<Vec<Target>> {
        let mut kept: Vec<Target> = Vec::new();
        'options: for option in options {
            for known in &kept {
                if better(self, known.function, option.function)? {
                    continue 'options;
                }
            }
            let mut still = Vec::with_capacity(kept.len().saturating_add(1));
            for known in kept {
                if !better(self, option.function, known.function)? {
                    still.push(known);
                }
            }
            still.push(*option);
            kept = still;
        }
        Some(kept)
    }

    /// Whether one function is nowhere above the other.
    fn below(&mut self, one: Number, other: Number) -> Option<bool> {
        if let Some((known_one, known_other, below)) = *self.below.place(one, other)?
            && (known_one, known_other) == (one, other)
        {
            return Some(below);
        }
        let below = self.find_below(one, other)?;
        *self.below.place(one, other)? = Some((one, other, below));
        Some(below)
    }

    fn find_below(&mut self, one: Number, other: Number) -> Option<bool> {
        let chips = match self.range {
            Range::Between { first, last } => first..last.saturating_add(1),
            Range::Ordered { .. } => {
                // Beyond the preperiods, over the longer of two periods that are powers of 2, the difference grows by what the slopes say.
                if self.functions.slope(one)? > self.functions.slope(other)? {
                    return Some(false);
                }
                let ((before, period), (other_before, other_period)) = (self.functions.period(one)?, self.functions.period(other)?);
                0..before.max(other_before).saturating_add(period.max(other_period))
            }
            Range::Periodic { .. } => return None,
        };
        let [space, other_space] = &mut self.space;
        let mut k = chips.start;
        // The first comparisons are short: most pairs that cross do so early.
        let mut length = 16;
        while k < chips.end {
            let row = chips.end.saturating_sub(k).min(length);
            let rows = usize::try_from(row).ok()?;
            let lower = self.functions.row(one, k, rows, space)?;
            let upper = self.functions.row(other, k, rows, other_space)?;
            if lower.iter().zip(upper).fold(false, |above, (lower, upper)| above | (lower > upper)) {
                return Some(false);
            }
            k = k.saturating_add(row);
            length = length.saturating_mul(2).min(1024);
        }
        Some(true)
    }
}

/// The tables of a class and of its options, in one list.
fn write_key(key: &mut Vec<Number>, function: Number, claimant: &[Target], other: &[Target]) {
    key.clear();
    key.push(function);
    // No function has the number 2^32 - 1.
    key.extend(claimant.iter().map(|target| target.function));
    key.push(Number::MAX);
    key.extend(other.iter().map(|target| target.function));
}
