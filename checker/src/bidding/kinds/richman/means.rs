//! Computes means of two values with long denominators. The odd part of a denominator is its largest odd divisor. The
//! least common multiple of two odd parts is computed once and cached.
//!
//! The denominator of a mean is the least common multiple of the two odd parts times a power of two. Common factors of
//! 2 in numerator and denominator are cancelled. Other common factors are not cancelled, because a fraction that is not
//! in lowest terms is longer but still correct.

use super::fraction::{Denominator, bytes_of, gcd_steps, over_one_steps, rank};
use super::values::{Mean, Values};
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::refusal::Refusal;
use crate::core::verification::Citations;
use crate::core::work::Meter;
use num_bigint::BigUint;
use num_integer::Integer as _;
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Bytes charged to the memory budget for each cached object. The bytes for the digits of the numbers are charged
/// separately.
const BYTES_PER_ODD_PART: u64 = 160;
const BYTES_PER_PAIR: u64 = 320;
const BYTES_PER_DENOMINATOR: u64 = 384;

/// At most this many big integers exist at one time while a mean is computed: operands, results, and temporary numbers.
const NUMBERS_IN_HAND: u64 = 32;

/// Returns an upper bound on the bytes for arithmetic on numbers of `words` 64-bit words.
pub(super) fn scratch_bytes(words: u64) -> u64 {
    words.saturating_add(1).saturating_mul(8 * NUMBERS_IN_HAND)
}

/// One of the two values whose mean is computed.
pub(super) struct Operand<'a> {
    pub(super) numerator: Cow<'a, BigUint>,
    pub(super) denominator: &'a Denominator,
    /// Index of `denominator` in the table, or `None` if the value belongs to another table.
    pub(super) place: Option<u32>,
}

/// The least common multiple of two odd parts of denominators.
struct Common {
    /// The number that the cache assigned to the least common multiple.
    odd: u32,
    cofactors: [BigUint; 2],
}

/// Caches data about the denominators that occur while means are computed.
#[derive(Default)]
pub(super) struct MeanCache {
    /// The number that the cache assigned to each odd part.
    numbers: HashMap<BigUint, u32>,
    /// The least common multiple of each pair of odd parts.
    common: HashMap<[u32; 2], Common>,
    /// Index of each denominator of the table.
    places: HashMap<(u32, u64), u32>,
    /// For each denominator of the table, the number that the cache assigned to its odd part.
    odd_parts: Vec<u32>,
    /// Bytes charged to the memory budget for arithmetic so far.
    scratch_bytes: u64,
}

impl MeanCache {
    /// Creates a cache with the denominators that the file lists. The memory for these denominators was charged when
    /// they were read.
    pub(super) fn new(values: &Values) -> Self {
        let mut means = Self::default();
        for denominator in values.denominators() {
            let next = rank(as_u64(means.numbers.len()));
            let odd = *means.numbers.entry(denominator.odd.clone()).or_insert(next);
            means.place(odd, denominator.twos);
        }
        means
    }

    /// Returns the index of a denominator in the table. A denominator that is not in the table gets the next index.
    fn place(&mut self, odd: u32, twos: u64) -> u32 {
        let next = rank(as_u64(self.odd_parts.len()));
        let place = *self.places.entry((odd, twos)).or_insert(next);
        if place == next {
            self.odd_parts.push(odd);
        }
        place
    }

    /// Returns the number that the cache assigns to the odd part of a value's denominator.
    fn odd_part(&mut self, part: &Operand<'_>, citations: &mut dyn Citations) -> Result<u32, Refusal> {
        match part.place.and_then(|place| self.odd_parts.get(index(place))) {
            Some(number) => Ok(*number),
            None => number(&mut self.numbers, &part.denominator.odd, citations),
        }
    }

    /// Charges the memory budget for arithmetic on numbers of `words` words. When a mean has been computed, the checker
    /// frees this memory. Therefore only the largest mean counts.
    fn hold(&mut self, words: u64, citations: &mut dyn Citations) -> Result<(), Refusal> {
        let bytes = scratch_bytes(words.saturating_add(1));
        citations.reserve(bytes.saturating_sub(self.scratch_bytes))?;
        self.scratch_bytes = self.scratch_bytes.max(bytes);
        Ok(())
    }

    pub(super) fn mean(&mut self, parts: [Operand<'_>; 2], citations: &mut dyn Citations, meter: &mut Meter) -> Result<Mean, Refusal> {
        let [a, b] = &parts;
        let [words, other_words] = [a.denominator.words(), b.denominator.words()];
        meter.spend(over_one_steps(words, other_words))?;
        // A number is at most one word longer than both odd parts and the greater power of two together.
        self.hold(words.saturating_add(other_words), citations)?;
        let pair = [self.odd_part(a, citations)?, self.odd_part(b, citations)?];
        let Common { odd, cofactors } = match self.common.entry(pair) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(common(&mut self.numbers, &a.denominator.odd, &b.denominator.odd, citations)?),
        };
        let one = BigUint::from(1_u32);
        if !cofactors.contains(&one) {
            meter.spend(gcd_steps(words.max(other_words)))?;
        }
        let twos = a.denominator.twos.max(b.denominator.twos);
        let over = |part: &Operand<'_>, cofactor: &BigUint| {
            let more = twos.saturating_sub(part.denominator.twos);
            if *cofactor == one { &*part.numerator << more } else { (&*part.numerator * cofactor) << more }
        };
        let [cofactor, other_cofactor] = &*cofactors;
        let sum = over(a, cofactor) + over(b, other_cofactor);
        // 0 is stored as 0/1.
        let (odd, twos, doubled) = match sum.trailing_zeros() {
            Some(zeros) => (*odd, twos.saturating_add(1), zeros),
            None => (number(&mut self.numbers, &one, citations)?, 0, 0),
        };
        let cancelled = doubled.min(twos);
        let twos = twos.saturating_sub(cancelled);
        let known = self.places.contains_key(&(odd, twos));
        let new = (!known).then(|| Denominator::new(if sum == BigUint::ZERO { one } else { (&a.denominator.odd * cofactor) << twos }));
        if let Some(new) = &new {
            let digits = bytes_of(&new.whole).saturating_add(bytes_of(&new.odd));
            citations.reserve(digits.saturating_add(BYTES_PER_DENOMINATOR))?;
        }
        // This shift allocates exactly the memory for the digits. A shift in place would keep the longer allocation of
        // the sum.
        let numerator = &sum >> cancelled;
        citations.reserve(bytes_of(&numerator))?;
        Ok(Mean { numerator, place: self.place(odd, twos), new })
    }
}

/// Computes the least common multiple of two odd parts.
fn common(numbers: &mut HashMap<BigUint, u32>, one: &BigUint, other: &BigUint, citations: &mut dyn Citations) -> Result<Common, Refusal> {
    let (less, more) = (one.min(other), one.max(other));
    let (quotient, rest) = more.div_rem(less);
    // `factor` turns `less` into the least common multiple, and `cofactor` turns `more` into it.
    let (factor, cofactor) = match rest == BigUint::ZERO {
        true => (quotient, BigUint::from(1_u32)),
        false => {
            let divisor = less.gcd(&rest);
            (more / &divisor, less / divisor)
        }
    };
    let cofactors = if one == less { [factor, cofactor] } else { [cofactor, factor] };
    let digits = cofactors.iter().map(bytes_of).fold(0, u64::saturating_add);
    citations.reserve(digits.saturating_add(BYTES_PER_PAIR))?;
    let [factor, _] = &cofactors;
    Ok(Common { odd: number(numbers, &(one * factor), citations)?, cofactors })
}

/// Returns the number that the cache assigns to an odd part. A new odd part gets the next number.
fn number(numbers: &mut HashMap<BigUint, u32>, odd: &BigUint, citations: &mut dyn Citations) -> Result<u32, Refusal> {
    if let Some(number) = numbers.get(odd) {
        return Ok(*number);
    }
    citations.reserve(bytes_of(odd).saturating_add(BYTES_PER_ODD_PART))?;
    let next = rank(as_u64(numbers.len()));
    numbers.insert(odd.clone(), next);
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::NoCitations;

    #[test]
    fn means_of_small_fractions() {
        let fractions: Vec<(BigUint, Denominator)> = (1_u32..=24)
            .flat_map(|denominator| {
                (0..=denominator).map(move |numerator| (BigUint::from(numerator), Denominator::new(BigUint::from(denominator))))
            })
            .collect();
        let (mut means, mut denominators) = (MeanCache::default(), Vec::new());
        // Derived values are stored in the table and used for further means. So this test computes the mean of each
        // pair, and then the mean of that result and the first value of the pair.
        for a in &fractions {
            for b in &fractions {
                let part = |(numerator, denominator)| Operand { numerator: Cow::Borrowed(numerator), denominator, place: None };
                let mut mean = |parts: [Operand<'_>; 2], denominators: &[Denominator]| {
                    let [a, b] = parts.each_ref().map(|part| (part.numerator.clone().into_owned(), part.denominator.whole.clone()));
                    let Mean { numerator, place, new } = means.mean(parts, &mut NoCitations, &mut Meter::new(u64::MAX)).unwrap();
                    let known = denominators.get(index(place)).map(|denominator| denominator.whole.clone());
                    let denominator = known.unwrap_or_else(|| new.as_ref().unwrap().whole.clone());
                    assert_eq!(&numerator * &a.1 * &b.1 * 2_u32, &denominator * (&a.0 * &b.1 + &b.0 * &a.1), "{a:?} {b:?}");
                    assert!(numerator.bit(0) || denominator.bit(0), "{a:?} {b:?}");
                    Mean { numerator, place, new }
                };
                let first = mean([part((&a.0, &a.1)), part((&b.0, &b.1))], &denominators);
                denominators.extend(first.new);
                let known = Operand {
                    numerator: Cow::Borrowed(&first.numerator),
                    denominator: &denominators[index(first.place)],
                    place: Some(first.place),
                };
                let second = mean([known, part((&a.0, &a.1))], &denominators);
                denominators.extend(second.new);
            }
        }
        let distinct: std::collections::HashSet<_> = denominators.iter().map(|denominator| denominator.whole.clone()).collect();
        assert_eq!(distinct.len(), denominators.len(), "each denominator is kept once");
    }

    #[test]
    fn steps_of_means() {
        // The basic cost s(1, 1) is 3 work steps. There are 104 further steps if neither odd part divides the other.
        for (title, denominators, steps) in [
            ("Powers of two", [8_u32, 2], 3),
            ("One odd part divides the other", [6, 45], 3),
            ("The other divides the one", [45, 6], 3),
            ("Neither divides the other", [3, 5], 3 + 104),
        ] {
            let [one, other] = denominators.map(|denominator| Denominator::new(BigUint::from(denominator)));
            let part = |denominator| Operand { numerator: Cow::Owned(BigUint::from(1_u32)), denominator, place: None };
            let mut meter = Meter::new(u64::MAX);
            MeanCache::default().mean([part(&one), part(&other)], &mut NoCitations, &mut meter).unwrap();
            assert_eq!(meter.spent, steps, "{title}");
        }
    }

    #[test]
    fn what_two_odd_parts_have_in_common() {
        let table: [(u32, u32, [u32; 2]); 7] =
            [(1, 1, [1, 1]), (1, 15, [15, 1]), (15, 1, [1, 15]), (15, 15, [1, 1]), (5, 15, [3, 1]), (9, 15, [5, 3]), (35, 15, [3, 7])];
        for (one, other, cofactors) in table {
            let (one, other) = (BigUint::from(one), BigUint::from(other));
            let found = common(&mut HashMap::new(), &one, &other, &mut NoCitations).unwrap();
            assert_eq!(found.cofactors, cofactors.map(BigUint::from), "{one} {other}");
        }
    }
}
