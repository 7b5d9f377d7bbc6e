//! The table of the different values, and the clauses about this table, except `value_used`, `value_listed` and
//! `value_missing`.

use super::broken;
use super::fraction::{Denominator, Fraction, bytes_of, coprime, gcd_steps, leading, natural, rank, square, words};
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::Citations;
use crate::core::work::Meter;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// Number of work steps counted in advance for each value. A longer numerator adds more steps.
const STEPS_PER_VALUE: u64 = 4;

/// The mean of two values.
pub(super) struct Mean {
    pub(super) numerator: BigUint,
    /// Index of the mean's denominator in the table of denominators.
    pub(super) place: u32,
    /// The denominator of the mean if this denominator is not yet in the table, and `None` otherwise.
    pub(super) new: Option<Denominator>,
}

/// Fractions from 0 to 1 in ascending order. Many values share a denominator, so each denominator is stored once.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    numerators: Vec<BigUint>,
    /// For each value, the index of its denominator in `denominators`.
    denominator_of: Vec<u32>,
    denominators: Arc<Vec<Denominator>>,
    /// The denominators that the file lists and that are not tested yet. After the test, this list is empty.
    untested: Vec<BigUint>,
    /// Leading digits of each value. The leading digits are computed once all values are known to lie between 0 and 1.
    leading: Vec<u64>,
    /// For each value, whether the file lists it. `None` in version 1, where the file lists all values.
    listed: Option<Vec<bool>>,
    listed_numerators: usize,
    listed_denominators: usize,
    /// Bytes of heap memory that all computed numerators take.
    derived_bytes: u64,
}

/// Products that are more than this many bits longer than the modulus are reduced.
const LONGER: u64 = 2_048;

/// Marks a value that has not been derived yet and so has no denominator.
const UNKNOWN: u32 = u32::MAX;

impl Values {
    /// Reads the three arrays of the table of values. This function tests only that the three items are arrays of
    /// numbers.
    ///
    /// Before the entries of an array are stored, `per_entry` bytes are charged to the memory budget for each entry.
    /// This charge does not include the digits of the numbers.
    pub(super) fn read(reader: &mut Reader<'_>, citations: &mut dyn Citations, per_entry: [u64; 3]) -> Result<Self, Refusal> {
        let [denominator, value, numerator] = per_entry;
        let untested = list(reader, citations, denominator, |reader| reader.natural().map(natural))?;
        let denominator_of = list(reader, citations, value, |reader| reader.unsigned().map(rank))?;
        let numerators = list(reader, citations, numerator, |reader| reader.natural().map(natural))?;
        let (listed_numerators, listed_denominators) = (numerators.len(), untested.len());
        Ok(Self { numerators, denominator_of, untested, listed_numerators, listed_denominators, ..Self::default() })
    }

    /// Converts a table that was read from a file of version 2. In the file, 0 marks a value that is not listed.
    pub(super) fn sparse(self) -> Self {
        let mut context = self.numerators.into_iter();
        let listed: Vec<bool> = self.denominator_of.iter().map(|entry| *entry != 0).collect();
        let numerators = listed.iter().map(|listed| if *listed { context.next().unwrap_or_default() } else { BigUint::ZERO }).collect();
        let denominator_of = self.denominator_of.iter().map(|entry| entry.checked_sub(1).unwrap_or(UNKNOWN)).collect();
        Self { numerators, denominator_of, listed: Some(listed), ..self }
    }

    /// Returns whether the file lists the value with this rank.
    pub(super) fn is_listed(&self, rank: u32) -> bool {
        self.listed.as_ref().is_none_or(|listed| listed.get(index(rank)).copied().unwrap_or(false))
    }

    /// Returns the denominators of all values. Denominators that the file lists come first.
    pub(super) fn denominators(&self) -> &[Denominator] {
        &self.denominators
    }

    /// Returns the index of a value's denominator.
    pub(super) fn place(&self, rank: u32) -> Option<u32> {
        self.denominator_of.get(index(rank)).copied()
    }

    /// Stores a value that was computed as a mean, at its index in the table.
    pub(super) fn insert_derived(&mut self, number: u32, Mean { numerator, place, new }: Mean) {
        Arc::make_mut(&mut self.denominators).extend(new);
        self.derived_bytes = self.derived_bytes.saturating_add(bytes_of(&numerator));
        if let Some(known) = self.numerators.get_mut(index(number)) {
            *known = numerator;
        }
        if let Some(known) = self.denominator_of.get_mut(index(number)) {
            *known = place;
        }
    }

    /// Returns how many bytes of heap memory all computed numerators take.
    pub(super) fn derived_bytes(&self) -> u64 {
        self.derived_bytes
    }

    pub(super) fn len(&self) -> usize {
        self.numerators.len()
    }

    /// Returns the value with this rank. Before the leading digits of the values are computed, the field `leading` of
    /// the result is 0.
    pub(super) fn get(&self, rank: u32) -> Option<Fraction<'_>> {
        Some(Fraction {
            leading: self.leading.get(index(rank)).copied().unwrap_or_default(),
            numerator: self.numerators.get(index(rank))?,
            denominator: self.denominator(rank)?,
        })
    }

    fn denominator(&self, rank: u32) -> Option<&Denominator> {
        self.denominators.get(index(self.place(rank)?))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Fraction<'_>> {
        (0..rank(as_u64(self.len()))).filter_map(|rank| self.get(rank))
    }

    /// Iterates over the values that the file lists, with their ranks.
    fn listed_values(&self) -> impl Iterator<Item = (u32, Fraction<'_>)> {
        (0..rank(as_u64(self.len()))).filter(|rank| self.is_listed(*rank)).filter_map(|rank| Some((rank, self.get(rank)?)))
    }

    /// Returns a table that has the value 1 - x at the rank of each value x. So the values of the new table are in
    /// descending order.
    pub(super) fn exchanged(&self) -> Self {
        let numerators: Vec<BigUint> = self.iter().map(Fraction::exchanged).collect();
        let (denominator_of, denominators) = (self.denominator_of.clone(), self.denominators.clone());
        let mut exchanged = Self { numerators, denominator_of, denominators, ..Self::default() };
        exchanged.find_leading();
        exchanged
    }

    fn find_leading(&mut self) {
        self.leading = self.iter().map(|value| leading(value.numerator, &value.denominator.whole)).collect();
    }

    /// Returns the largest denominator that the file lists, or 0 if there is none.
    pub(super) fn largest_denominator(&self) -> &BigUint {
        let last = self.denominators.get(self.listed_denominators.saturating_sub(1));
        last.map_or(&BigUint::ZERO, |denominator| &denominator.whole)
    }

    /// Returns the number of values that the file lists.
    pub(super) fn listed_count(&self) -> usize {
        self.listed_numerators
    }

    /// Returns the number of work steps that the checker counts in advance from the table of values (section 4 of the
    /// spec).
    pub(super) fn steps(&self) -> u64 {
        let divisors = self.untested.iter().map(words).map(gcd_steps);
        let values = self.numerators.iter().map(|numerator| square(words(numerator)).saturating_add(STEPS_PER_VALUE));
        divisors.chain(values).fold(0, u64::saturating_add)
    }

    /// Returns the number of 64-bit words of a value's denominator, or 0 if the file does not list the value.
    pub(super) fn words(&self, rank: u32) -> u64 {
        self.place(rank).and_then(|place| self.untested.get(index(place))).map_or(0, words)
    }

    /// Tests the clauses about listed values, except `value_reduced`.
    pub(super) fn check_listed(&mut self) -> Result<(), Refusal> {
        self.denominator_order()?;
        self.value_column()?;
        self.denominator_used()?;
        self.find_odd_parts();
        self.value_range()
    }

    /// Converts the listed denominators to the form used in arithmetic.
    pub(super) fn find_odd_parts(&mut self) {
        self.denominators = Arc::new(std::mem::take(&mut self.untested).into_iter().map(Denominator::new).collect());
    }

    /// Tests the clauses about the order of all values.
    pub(super) fn check_order(&mut self) -> Result<(), Refusal> {
        self.find_leading();
        self.value_order()?;
        self.value_ends()
    }

    /// Clause `richman/denominator_order`: denominators are positive and strictly ascending.
    fn denominator_order(&self) -> Result<(), Refusal> {
        let before = std::iter::once(&BigUint::ZERO).chain(self.untested.iter());
        let wrong = before.zip(self.untested.iter()).position(|(before, denominator)| denominator <= before);
        no_entry("denominator_order", wrong, "the denominator is not positive and greater than the one before it")
    }

    /// Clause `richman/value_column`: there is one numerator for each listed value, and each index of a denominator is
    /// valid.
    fn value_column(&self) -> Result<(), Refusal> {
        let (numerators, denominators) = (self.listed_numerators, self.listed_denominators);
        let places = self.listed.as_ref().map_or(self.denominator_of.len(), |listed| listed.iter().filter(|listed| **listed).count());
        let shorter = (numerators != places).then_some(numerators.min(places));
        no_entry("value_column", shorter, format!("found {places} places of denominators and {numerators} numerators"))?;
        let mut entries = self.denominator_of.iter().zip(0..);
        let outside = entries.position(|(place, rank)| index(*place) >= denominators && self.is_listed(rank));
        no_entry("value_column", outside, format!("expected the place of one of {denominators} denominators"))
    }

    /// Clause `richman/denominator_used`: each denominator is the denominator of some value.
    fn denominator_used(&self) -> Result<(), Refusal> {
        let unused = first_unused(self.listed_denominators, self.denominator_of.iter());
        no_entry("denominator_used", unused, "no value has this denominator")
    }

    /// Clause `richman/value_range`: values lie between 0 and 1.
    fn value_range(&self) -> Result<(), Refusal> {
        let above = |rank| self.get(rank).is_some_and(|value| *value.numerator > value.denominator.whole);
        let outside = (0..rank(as_u64(self.len()))).position(above);
        no_entry("value_range", outside, "the value does not lie between 0 and 1")
    }

    /// Clause `richman/value_reduced`: numerator and denominator have no common factor.
    ///
    /// The clause `value_reduced` is tested last. Greatest common divisors of long numbers are slow to compute, and no
    /// other clause depends on this clause.
    pub(super) fn value_reduced(&self, meter: &mut Meter) -> Result<(), Refusal> {
        if self.all_reduced() {
            return Ok(());
        }
        for (rank, value) in self.listed_values() {
            meter.spend(gcd_steps(value.denominator.words()))?;
            if !coprime(value.numerator, &value.denominator.whole) {
                return Err(broken("value_reduced", Place::Value(rank.into()), "numerator and denominator have a common factor"));
            }
        }
        Ok(())
    }

    /// Returns whether all listed values are reduced. Computes one greatest common divisor for many values, which saves
    /// time.
    ///
    /// Let a denominator be 2^k m, where m is odd. A numerator has no factor in common with 2^k if and only if the
    /// numerator is odd or k = 0. Several numerators are all coprime to m if and only if their product is coprime to m.
    /// It suffices to compute the product of the numerators modulo m.
    fn all_reduced(&self) -> bool {
        self.products().is_some_and(|products| products.into_iter().all(|(odd, product)| coprime(&(product % odd), odd)))
    }

    /// For each odd part m, returns the product of the numerators that belong to m. The product is correct only modulo
    /// m. Returns `None` if a numerator and its denominator are both even.
    pub(super) fn products(&self) -> Option<Vec<(&BigUint, BigUint)>> {
        let (mut groups, mut products) = (HashMap::new(), Vec::new());
        let mut group_of = Vec::with_capacity(self.listed_denominators);
        for Denominator { odd, .. } in self.denominators.iter().take(self.listed_denominators) {
            let group = *groups.entry(odd).or_insert(products.len());
            if group == products.len() {
                products.push((odd, BigUint::from(1_u32)));
            }
            group_of.push(group);
        }
        for (rank, Fraction { numerator, denominator, .. }) in self.listed_values() {
            if denominator.twos > 0 && !numerator.bit(0) {
                return None;
            }
            let (odd, product) = products.get_mut(*group_of.get(index(self.place(rank)?))?)?;
            *product *= numerator;
            // For short numbers, a few divisions of longer products take less time than many divisions.
            if product.bits() > odd.bits().saturating_add(LONGER) {
                *product %= &**odd;
            }
        }
        Some(products)
    }

    /// Clause `richman/value_order`: values are strictly ascending.
    fn value_order(&self) -> Result<(), Refusal> {
        let wrong = self.iter().zip(self.iter().skip(1)).position(|(value, next)| value.compare(next) != Ordering::Less);
        no_entry("value_order", wrong.map(|rank| rank.saturating_add(1)), "the value is not greater than the one before it")
    }

    /// Clause `richman/value_ends`: the first value is 0/1 and the last is 1/1, and both are listed.
    fn value_ends(&self) -> Result<(), Refusal> {
        let (last, one) = (self.len().saturating_sub(1), BigUint::from(1_u32));
        let listed = |place: usize| self.get(rank(as_u64(place))).filter(|_| self.is_listed(rank(as_u64(place))));
        let is =
            |value: Option<Fraction<'_>>, number| value.is_some_and(|value| *value.numerator == number && value.denominator.whole == one);
        no_entry("value_ends", (!is(listed(0), BigUint::ZERO)).then_some(0), "the first value is not listed as 0/1")?;
        no_entry("value_ends", (!is(listed(last), one.clone())).then_some(last), "the last value is not listed as 1/1")
    }
}

/// Reads an array of any length and charges `bytes` to the memory budget for each entry. The reader has tested that the
/// file has at least one byte for each entry.
fn list<T>(
    reader: &mut Reader<'_>,
    citations: &mut dyn Citations,
    bytes: u64,
    entry: impl Fn(&mut Reader<'_>) -> Result<T, Refusal>,
) -> Result<Vec<T>, Refusal> {
    let length = reader.array()?;
    citations.reserve(as_u64(length).saturating_mul(bytes))?;
    let mut entries = Vec::with_capacity(length);
    for _ in 0..length {
        entries.push(entry(reader)?);
    }
    Ok(entries)
}

/// Refuses the table if an entry violates the clause. `wrong` is the index of the first entry that violates the clause.
pub(super) fn no_entry(clause: &'static str, wrong: Option<usize>, sentence: impl Into<String>) -> Result<(), Refusal> {
    wrong.map_or(Ok(()), |entry| Err(broken(clause, Place::Value(as_u64(entry)), sentence)))
}

/// Returns the least number below `count` that does not occur in `used`.
pub(super) fn first_unused<'a>(count: usize, used: impl Iterator<Item = &'a u32>) -> Option<usize> {
    let mut unused = vec![true; count];
    for number in used {
        if let Some(unused) = unused.get_mut(index(*number)) {
            *unused = false;
        }
    }
    unused.iter().position(|unused| *unused)
}
