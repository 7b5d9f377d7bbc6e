//! The table of the distinct values, and the clauses `richman/value_…` except the one about their use.

use super::broken;
use super::fraction::{Fraction, coprime, leading, natural};
use crate::core::cbor::{Reader, wide};
use crate::core::fields::{index, list};
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// The steps that a value is announced with, beside those that grow with its length.
const STEPS_PER_VALUE: u64 = 4;

/// The bytes that the digits of a number take, at most.
pub(super) fn bytes_of(number: &BigUint) -> u64 {
    words(number).saturating_add(1).saturating_mul(8)
}

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
    /// For each value whether the file lists it; `None` where it lists all, which is version 1.
    listed: Option<Vec<bool>>,
    /// How many numerators the file lists.
    listed_numerators: usize,
    /// How many denominators the file lists.
    listed_denominators: usize,
    /// The bytes that the numerators take which were worked out.
    worked_out: u64,
}

/// The place of a denominator that is not known: of values that have not been worked out.
const UNKNOWN: u32 = u32::MAX;

impl Values {
    /// Reads the three arrays of the table. Nothing is tested yet but that they are arrays of numbers.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        let denominators = list(reader, |reader| reader.natural().map(natural))?;
        let denominator_of = list(reader, |reader| reader.unsigned().map(rank))?;
        let numerators = list(reader, |reader| reader.natural().map(natural))?;
        let (listed_numerators, listed_denominators) = (numerators.len(), denominators.len());
        let denominators = Arc::new(denominators);
        Ok(Self { numerators, denominator_of, denominators, listed_numerators, listed_denominators, ..Self::default() })
    }

    /// Reads the three arrays of a table of version 2, in which 0 stands for the denominator of a value that is not listed, and places are counted from 1.
    pub(super) fn read_listed(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        let all = Self::read(reader)?;
        let mut given = all.numerators.into_iter();
        let listed: Vec<bool> = all.denominator_of.iter().map(|entry| *entry != 0).collect();
        let numerators = listed.iter().map(|listed| if *listed { given.next().unwrap_or_default() } else { BigUint::ZERO }).collect();
        let denominator_of = all.denominator_of.iter().map(|entry| entry.checked_sub(1).unwrap_or(UNKNOWN)).collect();
        Ok(Self { numerators, denominator_of, listed: Some(listed), ..all })
    }

    /// Whether the file lists the value of that rank.
    pub(super) fn is_listed(&self, rank: u32) -> bool {
        self.listed.as_ref().is_none_or(|listed| listed.get(index(rank)).copied().unwrap_or(false))
    }

    /// The places of the denominators.
    pub(super) fn places(&self) -> HashMap<BigUint, u32> {
        self.denominators.iter().cloned().zip(0..).collect()
    }

    /// Puts a value in that was worked out. `places` has the places of all denominators.
    pub(super) fn learn(&mut self, number: u32, numerator: BigUint, denominator: BigUint, places: &mut HashMap<BigUint, u32>) {
        let place = places.get(&denominator).copied().unwrap_or_else(|| {
            let place = rank(wide(self.denominators.len()));
            Arc::make_mut(&mut self.denominators).push(denominator.clone());
            places.insert(denominator, place);
            place
        });
        self.worked_out = self.worked_out.saturating_add(bytes_of(&numerator));
        if let Some(known) = self.numerators.get_mut(index(number)) {
            *known = numerator;
        }
        if let Some(known) = self.denominator_of.get_mut(index(number)) {
            *known = place;
        }
    }

    /// The bytes that the numerators take which were worked out.
    pub(super) fn worked_out(&self) -> u64 {
        self.worked_out
    }

    /// The number of values.
    pub(super) fn len(&self) -> usize {
        self.numerators.len()
    }

    /// The value of that rank. Its leading digits count for nothing before they are known.
    pub(super) fn get(&self, rank: u32) -> Option<Fraction<'_>> {
        Some(Fraction {
            leading: self.leading.get(index(rank)).copied().unwrap_or_default(),
            numerator: self.numerators.get(index(rank))?,
            denominator: self.denominator(rank)?,
        })
    }

    fn denominator(&self, rank: u32) -> Option<&BigUint> {
        self.denominators.get(index(*self.denominator_of.get(index(rank))?))
    }

    /// All values in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Fraction<'_>> {
        (0..rank(wide(self.len()))).filter_map(|rank| self.get(rank))
    }

    /// The values that the file lists, with their ranks.
    fn listed_values(&self) -> impl Iterator<Item = (u32, Fraction<'_>)> {
        (0..rank(wide(self.len()))).filter(|rank| self.is_listed(*rank)).filter_map(|rank| Some((rank, self.get(rank)?)))
    }

    /// The values 1 - x, in the order of x: they descend.
    pub(super) fn exchanged(&self) -> Self {
        let numerators: Vec<BigUint> = self.iter().map(|value| value.denominator - value.numerator).collect();
        let (denominator_of, denominators) = (self.denominator_of.clone(), self.denominators.clone());
        let mut exchanged = Self { numerators, denominator_of, denominators, ..Self::default() };
        exchanged.find_leading();
        exchanged
    }

    fn find_leading(&mut self) {
        self.leading = self.iter().map(|value| leading(value.numerator, value.denominator)).collect();
    }

    /// The largest denominator that the file lists; 0 if there is none.
    pub(super) fn largest_denominator(&self) -> &BigUint {
        self.denominators.get(self.listed_denominators.saturating_sub(1)).unwrap_or(&BigUint::ZERO)
    }

    /// How many values the file lists.
    pub(super) fn listed_count(&self) -> usize {
        self.listed_numerators
    }

    /// The steps that the table announces: section 4 of the kind's page.
    pub(super) fn steps(&self) -> u64 {
        let divisors = self.denominators.iter().map(gcd_steps);
        let values = self.numerators.iter().map(|numerator| square(words(numerator)).saturating_add(STEPS_PER_VALUE));
        divisors.chain(values).fold(0, u64::saturating_add)
    }

    /// The 64-bit words that a value's numbers take; 0 if there is no such value.
    pub(super) fn words(&self, rank: u32) -> u64 {
        self.denominator(rank).map_or(0, words)
    }

    /// The clauses about what is listed but `value_reduced`, one after the other.
    pub(super) fn check_listed(&self) -> Result<(), Refusal> {
        self.denominator_order()?;
        self.value_column()?;
        self.denominator_used()?;
        self.value_range()
    }

    /// The clauses about the order of all values. None of them takes a greatest common divisor.
    pub(super) fn check_order(&mut self) -> Result<(), Refusal> {
        self.find_leading();
        self.value_order()?;
        self.value_ends()
    }

    /// Clause `richman/denominator_order`: denominators are positive and ascend strictly.
    fn denominator_order(&self) -> Result<(), Refusal> {
        let before = std::iter::once(&BigUint::ZERO).chain(self.denominators.iter());
        let wrong = before.zip(self.denominators.iter()).position(|(before, denominator)| denominator <= before);
        no_entry("denominator_order", wrong, "the denominator is not positive and greater than the one before it")
    }

    /// Clause `richman/value_column`: a denominator for each numerator, by its place among the denominators.
    fn value_column(&self) -> Result<(), Refusal> {
        let (numerators, denominators) = (self.listed_numerators, self.denominators.len());
        let places = self.listed.as_ref().map_or(self.denominator_of.len(), |listed| listed.iter().filter(|listed| **listed).count());
        let shorter = (numerators != places).then_some(numerators.min(places));
        no_entry("value_column", shorter, format!("found {places} places of denominators and {numerators} numerators"))?;
        let mut entries = self.denominator_of.iter().zip(0..);
        let outside = entries.position(|(place, rank)| index(*place) >= denominators && self.is_listed(rank));
        no_entry("value_column", outside, format!("expected the place of one of {denominators} denominators"))
    }

    /// Clause `richman/denominator_used`: each denominator is some value's.
    fn denominator_used(&self) -> Result<(), Refusal> {
        let unused = first_unused(self.denominators.len(), self.denominator_of.iter());
        no_entry("denominator_used", unused, "no value has this denominator")
    }

    /// Clause `richman/value_range`: values lie between 0 and 1.
    fn value_range(&self) -> Result<(), Refusal> {
        let above = |rank| self.get(rank).is_some_and(|value| value.numerator > value.denominator);
        let outside = (0..rank(wide(self.len()))).position(above);
        no_entry("value_range", outside, "the value does not lie between 0 and 1")
    }

    /// Clause `richman/value_reduced`: numerator and denominator have no common factor.
    ///
    /// Tested last, because a greatest common divisor of long numbers is slow to find and nothing else rests on it.
    pub(super) fn value_reduced(&self, meter: &mut Meter) -> Result<(), Refusal> {
        if self.all_reduced() {
            return Ok(());
        }
        for (rank, value) in self.listed_values() {
            meter.allowance(gcd_steps(value.denominator))?;
            if !coprime(value.numerator, value.denominator) {
                return Err(broken("value_reduced", Place::Value(rank.into()), "numerator and denominator have a common factor"));
            }
        }
        Ok(())
    }

    /// Whether all values are reduced, with one greatest common divisor for many values, since that is slow to compute.
    ///
    /// Write a denominator as 2^k m with m odd. The numerator has no factor in common with 2^k exactly if it is odd or k = 0. All
    /// numerators over the same m have none in common with m exactly if their product has none, and for that the
    /// product modulo m is as good.
    fn all_reduced(&self) -> bool {
        self.products().is_some_and(|products| products.iter().all(|(odd, product)| coprime(product, odd)))
    }

    /// For each m the product, modulo m, of the numerators over it. `None` if a numerator and its denominator are even.
    pub(super) fn products(&self) -> Option<HashMap<BigUint, BigUint>> {
        let one = BigUint::from(1_u32);
        // For each denominator its odd part and the product of the numerators over it.
        let odd = |denominator: &BigUint| denominator >> denominator.trailing_zeros().unwrap_or(0);
        let listed = self.denominators.iter().take(self.listed_denominators);
        let mut over: Vec<(BigUint, BigUint)> = listed.map(|denominator| (odd(denominator), one.clone())).collect();
        for (rank, value) in self.listed_values() {
            if !value.denominator.bit(0) && !value.numerator.bit(0) {
                return None;
            }
            let (odd, product) = over.get_mut(index(*self.denominator_of.get(index(rank))?))?;
            *product *= value.numerator;
            // Few long divisions take less time than many short ones.
            if product.bits() > odd.bits().saturating_mul(4) {
                *product %= &*odd;
            }
        }
        let mut products = HashMap::new();
        for (odd, product) in over {
            let known = products.get(&odd).unwrap_or(&one) * product % &odd;
            products.insert(odd, known);
        }
        Some(products)
    }

    /// Clause `richman/value_order`: values ascend strictly.
    fn value_order(&self) -> Result<(), Refusal> {
        let wrong = self.iter().zip(self.iter().skip(1)).position(|(value, next)| value.compare(next) != Ordering::Less);
        no_entry("value_order", wrong.map(|rank| rank.saturating_add(1)), "the value is not greater than the one before it")
    }

    /// Clause `richman/value_ends`: the first value is 0/1 and the last is 1/1, and both are listed.
    fn value_ends(&self) -> Result<(), Refusal> {
        let (last, one) = (self.len().saturating_sub(1), BigUint::from(1_u32));
        let listed = |place: usize| self.get(rank(wide(place))).filter(|_| self.is_listed(rank(wide(place))));
        let is = |value: Option<Fraction<'_>>, number| value.is_some_and(|value| *value.numerator == number && *value.denominator == one);
        no_entry("value_ends", (!is(listed(0), BigUint::ZERO)).then_some(0), "the first value is not listed as 0/1")?;
        no_entry("value_ends", (!is(listed(last), one.clone())).then_some(last), "the last value is not listed as 1/1")
    }
}

/// No entry of a table breaks a clause: `wrong` is the first that does.
pub(super) fn no_entry(clause: &'static str, wrong: Option<usize>, sentence: impl Into<String>) -> Result<(), Refusal> {
    wrong.map_or(Ok(()), |entry| Err(broken(clause, Place::Value(wide(entry)), sentence)))
}

/// The first number below `count` that is not used.
pub(super) fn first_unused<'a>(count: usize, used: impl Iterator<Item = &'a u32>) -> Option<usize> {
    let mut unused = vec![true; count];
    for number in used {
        if let Some(unused) = unused.get_mut(index(*number)) {
            *unused = false;
        }
    }
    unused.iter().position(|unused| *unused)
}

/// A rank or the place of a denominator; those beyond 32 bits are out of every range, and so is the number that stands for them.
pub(super) fn rank(stored: u64) -> u32 {
    u32::try_from(stored).unwrap_or(u32::MAX)
}
