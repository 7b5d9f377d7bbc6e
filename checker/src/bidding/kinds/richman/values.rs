//! The table of the distinct values, and the clauses `richman/value_…` except the one about their use.

use super::broken;
use super::fraction::{Fraction, coprime, leading, natural};
use crate::core::cbor::{Reader, wide};
use crate::core::fields::list;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// The steps that a value is announced with, beside those that grow with its length.
const STEPS_PER_VALUE: u64 = 4;

/// The 64-bit words of a number.
fn words(number: &BigUint) -> u64 {
    number.bits().div_ceil(64)
}

/// The steps that a product of two numbers of that many words takes, some five times over.
fn square(words: u64) -> u64 {
    words.saturating_mul(words) / 2
}

/// The steps that a greatest common divisor takes: some 37 divisions for each word, which take longer the longer the numbers are.
fn gcd_steps(number: &BigUint) -> u64 {
    let words = words(number);
    words.saturating_mul(words).saturating_mul(4).saturating_add(words.saturating_mul(100))
}

/// Fractions from 0 to 1 in ascending order. Few denominators serve many values, so each is kept once.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    numerators: Vec<BigUint>,
    /// For each value the place of its denominator among `denominators`.
    denominator_of: Vec<u32>,
    denominators: Arc<Vec<BigUint>>,
    /// For each value its leading digits, once it is known to lie between 0 and 1.
    leading: Vec<u64>,
}

impl Values {
    /// Reads the three arrays of the table. Nothing is tested yet but that they are arrays of numbers.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        let denominators = list(reader, |reader| reader.natural().map(natural))?;
        let denominator_of = list(reader, |reader| reader.unsigned().map(rank))?;
        let numerators = list(reader, |reader| reader.natural().map(natural))?;
        Ok(Self { numerators, denominator_of, denominators: Arc::new(denominators), leading: Vec::new() })
    }

    /// The number of values.
    pub(super) fn len(&self) -> usize {
        self.numerators.len()
    }

    /// The value of that rank.
    pub(super) fn get(&self, rank: usize) -> Option<Fraction<'_>> {
        let denominator = usize::try_from(*self.denominator_of.get(rank)?).ok()?;
        Some(Fraction {
            leading: *self.leading.get(rank)?,
            numerator: self.numerators.get(rank)?,
            denominator: self.denominators.get(denominator)?,
        })
    }

    /// All values in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Fraction<'_>> {
        (0..self.len()).filter_map(|rank| self.get(rank))
    }

    /// The values 1 - x, in the order of x: they descend.
    pub(super) fn exchanged(&self) -> Self {
        let numerators: Vec<BigUint> = self.iter().map(|value| value.denominator - value.numerator).collect();
        let mut exchanged = Self { numerators, leading: Vec::new(), ..self.clone() };
        exchanged.leading = exchanged.pairs().map(|(numerator, denominator)| leading(numerator, denominator)).collect();
        exchanged
    }

    /// The largest denominator; 0 if there is none.
    pub(super) fn largest_denominator(&self) -> &BigUint {
        self.denominators.last().unwrap_or(&BigUint::ZERO)
    }

    /// The steps that the table announces: section 4 of the kind's page.
    pub(super) fn steps(&self) -> u64 {
        let divisors = self.denominators.iter().map(gcd_steps);
        let values = self.numerators.iter().map(|numerator| square(words(numerator)).saturating_add(STEPS_PER_VALUE));
        divisors.chain(values).fold(0, u64::saturating_add)
    }

    /// The 64-bit words that a value's numbers take; 0 if there is no such value.
    pub(super) fn words(&self, rank: u32) -> u64 {
        let denominator = usize::try_from(rank).ok().and_then(|rank| self.denominator_of.get(rank));
        let denominator = denominator.and_then(|place| self.denominators.get(usize::try_from(*place).ok()?));
        denominator.map_or(0, words)
    }

    /// The clauses about the table of values but `value_reduced`, one after the other. None of them takes a greatest common divisor.
    pub(super) fn check(&mut self) -> Result<(), Refusal> {
        self.denominator_order()?;
        self.value_column()?;
        self.denominator_used()?;
        self.value_range()?;
        self.leading = self.pairs().map(|(numerator, denominator)| leading(numerator, denominator)).collect();
        self.value_order()?;
        self.value_ends()
    }

    /// Numerators with their denominators.
    fn pairs(&self) -> impl Iterator<Item = (&BigUint, &BigUint)> {
        let denominator = |place: &u32| self.denominators.get(usize::try_from(*place).ok()?);
        self.numerators.iter().zip(&self.denominator_of).filter_map(move |(numerator, place)| Some((numerator, denominator(place)?)))
    }

    /// Clause `richman/denominator_order`: denominators are positive and ascend strictly.
    fn denominator_order(&self) -> Result<(), Refusal> {
        let mut previous = &BigUint::ZERO;
        for (index, denominator) in self.denominators.iter().enumerate() {
            if denominator <= previous {
                return Err(broken(
                    "denominator_order",
                    entry(index),
                    "the denominator is not positive and greater than the one before it",
                ));
            }
            previous = denominator;
        }
        Ok(())
    }

    /// Clause `richman/value_column`: a denominator for each numerator, by its place among the denominators.
    fn value_column(&self) -> Result<(), Refusal> {
        let (numerators, places, denominators) = (self.numerators.len(), self.denominator_of.len(), self.denominators.len());
        if numerators != places {
            return Err(broken(
                "value_column",
                entry(numerators.min(places)),
                format!("found {places} places of denominators and {numerators} numerators"),
            ));
        }
        let outside = |place: &u32| usize::try_from(*place).map_or(true, |place| place >= denominators);
        match self.denominator_of.iter().position(outside) {
            Some(index) => Err(broken("value_column", entry(index), format!("expected the place of one of {denominators} denominators"))),
            None => Ok(()),
        }
    }

    /// Clause `richman/denominator_used`: each denominator is some value's.
    fn denominator_used(&self) -> Result<(), Refusal> {
        let mut used = vec![false; self.denominators.len()];
        for place in &self.denominator_of {
            if let Some(used) = usize::try_from(*place).ok().and_then(|place| used.get_mut(place)) {
                *used = true;
            }
        }
        match used.iter().position(|used| !used) {
            Some(index) => Err(broken("denominator_used", entry(index), "no value has this denominator")),
            None => Ok(()),
        }
    }

    /// Clause `richman/value_range`: values lie between 0 and 1.
    fn value_range(&self) -> Result<(), Refusal> {
        match self.pairs().position(|(numerator, denominator)| numerator > denominator) {
            Some(index) => Err(broken("value_range", entry(index), "the value does not lie between 0 and 1")),
            None => Ok(()),
        }
    }

    /// Clause `richman/value_reduced`: numerator and denominator have no common factor.
    ///
    /// Tested last, because a greatest common divisor of long numbers is slow to find and nothing else rests on it.
    pub(super) fn value_reduced(&self, meter: &mut Meter) -> Result<(), Refusal> {
        if self.all_reduced() == Some(true) {
            return Ok(());
        }
        for (rank, (numerator, denominator)) in self.pairs().enumerate() {
            meter.allowance(gcd_steps(denominator))?;
            if !coprime(numerator, denominator) {
                return Err(broken("value_reduced", entry(rank), "numerator and denominator have a common factor"));
            }
        }
        Ok(())
    }

    /// Whether all values are reduced, with one greatest common divisor for many values, since that is slow to compute.
    ///
    /// Write a denominator as 2^k m with m odd. The numerator has no factor in common with 2^k exactly if it is odd or k = 0. All
    /// numerators over the same m have none in common with m exactly if their product has none, and for that the
    /// product modulo m is as good.
    fn all_reduced(&self) -> Option<bool> {
        /// The values with one odd part m.
        struct Group {
            odd: BigUint,
            product: BigUint,
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of_odd: HashMap<BigUint, usize> = HashMap::new();
        // For each denominator whether it is even, and its group.
        let mut parts: Vec<(bool, usize)> = Vec::with_capacity(self.denominators.len());
        for denominator in self.denominators.iter() {
            let twos = denominator.trailing_zeros()?;
            let odd = denominator >> twos;
            let group = *group_of_odd.entry(odd).or_insert_with_key(|odd| {
                groups.push(Group { odd: odd.clone(), product: BigUint::from(1_u32) });
                groups.len() - 1
            });
            parts.push((twos > 0, group));
        }
        for (numerator, denominator) in self.numerators.iter().zip(&self.denominator_of) {
            let (even, group) = *parts.get(usize::try_from(*denominator).ok()?)?;
            if even && !numerator.bit(0) {
                return Some(false);
            }
            let group = groups.get_mut(group)?;
            group.product = &group.product * numerator % &group.odd;
        }
        Some(groups.iter().all(|group| coprime(&group.product, &group.odd)))
    }

    /// Clause `richman/value_order`: values ascend strictly.
    fn value_order(&self) -> Result<(), Refusal> {
        for ((rank, value), next) in self.iter().enumerate().zip(self.iter().skip(1)) {
            if value.compare(next) != Ordering::Less {
                return Err(broken("value_order", entry(rank.saturating_add(1)), "the value is not greater than the one before it"));
            }
        }
        Ok(())
    }

    /// Clause `richman/value_ends`: the first value is 0/1 and the last is 1/1.
    fn value_ends(&self) -> Result<(), Refusal> {
        let last = self.len().saturating_sub(1);
        let one = BigUint::from(1_u32);
        if self.get(0).is_none_or(|first| *first.numerator != BigUint::ZERO || *first.denominator != one) {
            return Err(broken("value_ends", entry(0), "the first value is not 0/1"));
        }
        if self.get(last).is_none_or(|last| *last.numerator != one || *last.denominator != one) {
            return Err(broken("value_ends", entry(last), "the last value is not 1/1"));
        }
        Ok(())
    }
}

/// The place of an entry of a table.
fn entry(index: usize) -> Place {
    Place::Value(wide(index))
}

/// A rank or the place of a denominator; those beyond 32 bits are out of every range, and so is the number that stands for them.
pub(super) fn rank(stored: u64) -> u32 {
    u32::try_from(stored).unwrap_or(u32::MAX)
}
