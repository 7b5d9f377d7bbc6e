//! Exact arithmetic with fractions from 0 to 1: comparisons, tests of means, and tests whether fractions are reduced.
//!
//! Integers have the type `BigUint` of `num-bigint`. A [`Fraction`] is stored with its leading binary digits, which
//! decide almost every comparison. If the leading digits of two fractions are equal, the fractions are compared by
//! cross-multiplication.

use crate::core::cbor::natural::Natural;
use crate::core::refusal::Refusal;
use crate::core::work::Meter;
use num_bigint::BigUint;
use num_integer::Integer as _;
use std::borrow::Cow;
use std::cmp::Ordering;

/// Number of leading binary digits that are stored for a fraction. The first 64-bit words of numerator and denominator
/// nearly always determine these digits.
const LEADING_DIGITS: u32 = 56;

/// A denominator, stored as `whole` and also as the product of `odd` and 2^`twos`. If two fractions are compared, their
/// denominators usually have the same odd part.
#[derive(Clone, Debug)]
pub(crate) struct Denominator {
    pub(crate) whole: BigUint,
    pub(crate) odd: BigUint,
    pub(crate) twos: u64,
}

/// Numerator and denominator of a fraction from 0 to 1, with its leading digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction<'a> {
    /// The fraction times 2^56, rounded down. A greater fraction never has a smaller `leading`.
    pub(crate) leading: u64,
    pub(crate) numerator: &'a BigUint,
    pub(crate) denominator: &'a Denominator,
}

/// Converts a natural number of the file to a `BigUint`.
pub(crate) fn natural(number: Natural<'_>) -> BigUint {
    match number {
        Natural::Small(number) => BigUint::from(number),
        Natural::Big(bytes) => BigUint::from_bytes_be(bytes),
    }
}

/// Computes [`Fraction::leading`] of a fraction from 0 to 1 with a positive denominator.
pub(crate) fn leading(numerator: &BigUint, denominator: &BigUint) -> u64 {
    // For long numbers, the leading words give a lower and an upper bound of the fraction. The leading words do not
    // suffice if a multiple of 2^-56 lies between these bounds.
    let left_out = denominator.bits().saturating_sub(64);
    let word = |number: &BigUint| u128::try_from(number >> left_out).ok();
    let between = |numerator: u128, denominator: u128| {
        let (least, most) =
            if left_out == 0 { (denominator, numerator) } else { (denominator.saturating_add(1), numerator.saturating_add(1)) };
        let lower = (numerator << LEADING_DIGITS).checked_div(least)?;
        let upper = (most << LEADING_DIGITS).checked_div(denominator)?;
        u64::try_from(lower).ok().filter(|_| lower == upper)
    };
    let short = word(numerator).zip(word(denominator)).and_then(|(numerator, denominator)| between(numerator, denominator));
    short.unwrap_or_else(|| u64::try_from((numerator << LEADING_DIGITS) / denominator).unwrap_or(u64::MAX))
}

impl Denominator {
    /// Splits a number into its odd part and a power of two. The odd part of 0 is 0, but no fraction has the
    /// denominator 0.
    pub(crate) fn new(whole: BigUint) -> Self {
        let twos = whole.trailing_zeros().unwrap_or(0);
        Self { odd: &whole >> twos, twos, whole }
    }

    /// Returns the length of the denominator in 64-bit words.
    pub(crate) fn words(&self) -> u64 {
        self.whole.bits().div_ceil(64)
    }
}

impl Fraction<'_> {
    /// Returns the numerator of 1 - x, where x is this fraction and is at most 1. The denominator stays the same.
    pub(super) fn exchanged(self) -> BigUint {
        &self.denominator.whole - self.numerator
    }

    pub(crate) fn compare(self, other: Fraction<'_>) -> Ordering {
        let exact = || (self.numerator * &other.denominator.whole).cmp(&(other.numerator * &self.denominator.whole));
        self.leading.cmp(&other.leading).then_with(exact)
    }

    /// Returns whether this fraction x is the mean of the fractions `a` and `b`: 2 x = a + b.
    pub(crate) fn is_mean_of(self, a: Fraction<'_>, b: Fraction<'_>, meter: &mut Meter) -> Result<bool, Refusal> {
        let [x_words, a_words, b_words] = [self, a, b].map(|fraction| fraction.denominator.words());
        meter.spend(over_one_steps(a_words, b_words).saturating_add(over_one_steps(x_words, a_words.max(b_words))))?;
        if let Some([twice, a, b]) = over_one([(self, 1), (a, 0), (b, 0)]) {
            return Ok(*twice == &*a + &*b);
        }
        // With the denominators p, q and r, 2 x/p = a/q + b/r if and only if 2 x q r = p (a r + b q).
        let product = a_words.saturating_mul(b_words);
        meter.spend(a_words.saturating_add(b_words).saturating_mul(x_words).saturating_add(product) / 4)?;
        let [p, q, r] = [self, a, b].map(|fraction| &fraction.denominator.whole);
        Ok((self.numerator << 1_u32) * (q * r) == (a.numerator * r + b.numerator * q) * p)
    }
}

/// Converts three fractions to a common denominator, and returns their numerators. Multiplies each numerator by 2^n,
/// where n is the second item of the pair.
///
/// The odd part of the common denominator is the greatest odd part of the three denominators. Returns `None` in the
/// rare case that this odd part is no common multiple. All three odd parts are usually equal, so this function rarely
/// multiplies two long numbers.
fn over_one(fractions: [(Fraction<'_>, u64); 3]) -> Option<[Cow<'_, BigUint>; 3]> {
    let denominators = fractions.map(|(fraction, _)| fraction.denominator);
    let odd = denominators.map(|denominator| &denominator.odd).into_iter().max()?;
    let twos = denominators.map(|denominator| denominator.twos).into_iter().max()?;
    let [x, a, b] = fractions.map(|(Fraction { numerator, denominator, .. }, doubled)| {
        let more = twos.saturating_sub(denominator.twos).saturating_add(doubled);
        Some(match denominator.odd == *odd {
            true => shifted(numerator, more),
            false => Cow::Owned((numerator * quotient(odd, &denominator.odd)?) << more),
        })
    });
    Some([x?, a?, b?])
}

/// Multiplies a number by a power of two.
fn shifted(number: &BigUint, twos: u64) -> Cow<'_, BigUint> {
    if twos == 0 { Cow::Borrowed(number) } else { Cow::Owned(number << twos) }
}

/// Returns the number of work steps for bringing two fractions to a common denominator. The arguments `one` and `other`
/// are the lengths of the two denominators in 64-bit words.
pub(super) fn over_one_steps(one: u64, other: u64) -> u64 {
    let (more, less) = (one.max(other), one.min(other));
    let division = more.saturating_sub(less).saturating_mul(less) / 2;
    more.saturating_add(division).saturating_add(2)
}

/// Returns the quotient if there is no remainder.
fn quotient(dividend: &BigUint, divisor: &BigUint) -> Option<BigUint> {
    let (quotient, rest) = dividend.div_rem(divisor);
    (rest == BigUint::ZERO).then_some(quotient)
}

/// Returns whether two numbers have no common factor above 1.
pub(crate) fn coprime(one: &BigUint, other: &BigUint) -> bool {
    one.gcd(other) == BigUint::from(1_u32)
}

/// Returns an upper bound on the number of bytes that store the digits of a number.
pub(super) fn bytes_of(number: &BigUint) -> u64 {
    words(number).saturating_add(1).saturating_mul(8)
}

/// Returns the length of a number in 64-bit words.
pub(super) fn words(number: &BigUint) -> u64 {
    number.bits().div_ceil(64)
}

/// Returns the number of work steps charged for about five multiplications of numbers that are `words` 64-bit words
/// long.
pub(super) fn square(words: u64) -> u64 {
    words.saturating_mul(words) / 2
}

/// Returns the number of work steps charged for the greatest common divisor of two numbers of `words` words. The
/// computation takes about 37 divisions for each word, and each division takes longer for longer numbers.
pub(super) fn gcd_steps(words: u64) -> u64 {
    words.saturating_mul(words).saturating_mul(4).saturating_add(words.saturating_mul(100))
}

/// Converts a rank, or the index of a denominator, to 32 bits. A number that does not fit 32 bits becomes `u32::MAX`,
/// which is out of range for every table.
pub(super) fn rank(stored: u64) -> u32 {
    u32::try_from(stored).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a fraction with its leading digits.
    fn fraction((numerator, denominator): &(BigUint, Denominator)) -> Fraction<'_> {
        Fraction { leading: leading(numerator, &denominator.whole), numerator, denominator }
    }

    #[test]
    fn order_and_mean_of_small_fractions() {
        let fractions: Vec<(u32, u32)> =
            (1..=12).flat_map(|denominator| (0..=denominator).map(move |numerator| (numerator, denominator))).collect();
        let big = |(numerator, denominator): &(u32, u32)| (BigUint::from(*numerator), Denominator::new(BigUint::from(*denominator)));
        for x in &fractions {
            let big_x = big(x);
            for a in &fractions {
                let big_a = big(a);
                assert_eq!(fraction(&big_x).compare(fraction(&big_a)), (x.0 * a.1).cmp(&(a.0 * x.1)), "{x:?} {a:?}");
                for b in &fractions {
                    let expected = 2 * x.0 * a.1 * b.1 == x.1 * (a.0 * b.1 + b.0 * a.1);
                    let meter = &mut Meter::new(u64::MAX);
                    assert_eq!(fraction(&big_x).is_mean_of(fraction(&big_a), fraction(&big(b)), meter), Ok(expected), "{x:?} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn steps_of_means() {
        // Each row has the form (words of the denominators of the mean and of the two other fractions, `more`, steps).
        // If `more` is 0, the denominators are powers of two. If `more` is 1, the number of words is added to each
        // power of two. Denominators that do not divide one another need products.
        for (words, more, steps) in
            [([1_u32, 1, 1], 0, 6), ([3, 5, 7], 0, 29), ([7, 5, 3], 0, 24), ([2, 3, 4], 1, 21), ([1_000, 1_000, 1], 1, 253_003)]
        {
            let [x, a, b] =
                words.map(|words| (BigUint::from(1_u32), Denominator::new((BigUint::from(1_u32) << (64 * words - 1)) + more * words)));
            let mut meter = Meter::new(u64::MAX);
            fraction(&x).is_mean_of(fraction(&a), fraction(&b), &mut meter).unwrap();
            assert_eq!(meter.spent, steps, "{words:?}");
        }
    }

    #[test]
    fn coprime_numbers() {
        let factor = |one: u64, other: u64| (1..=one.max(other)).rev().find(|d| one.is_multiple_of(*d) && other.is_multiple_of(*d));
        for one in 0..40 {
            for other in 0..40 {
                assert_eq!(coprime(&BigUint::from(one), &BigUint::from(other)), factor(one, other) == Some(1), "{one} and {other}");
            }
        }
    }

    #[test]
    fn leading_digits_of_long_fractions() {
        // Tests fractions near multiples of 2^-56. Their denominators are shorter than a 64-bit word, equally long,
        // longer by one bit, or much longer.
        for bits in [1_u32, 55, 56, 63, 64, 65, 128, 192, 400, 1_000] {
            let denominator = (BigUint::from(1_u32) << bits) + 1_u32;
            for part in [0_u64, 1, 2, 3, (1 << 56) / 3, (1 << 56) - 2, (1 << 56) - 1, 1 << 56] {
                let near = (&denominator * part) >> 56_u32;
                for numerator in [near.clone(), &near + 1_u32, &near + 2_u32].into_iter().filter(|numerator| *numerator <= denominator) {
                    let exact = u64::try_from((&numerator << 56_u32) / &denominator).unwrap();
                    assert_eq!(leading(&numerator, &denominator), exact, "{numerator}/{denominator}");
                }
            }
        }
    }

    #[test]
    fn fractions_that_lead_with_the_same_digits() {
        // Compares 1/3 with two fractions that differ from 1/3 by less than 2^-56. One fraction is smaller than 1/3,
        // and one is greater.
        let denominator = (BigUint::from(1_u32) << 200_u32) + 1_u32;
        let over = |numerator: BigUint, denominator: &BigUint| (numerator, Denominator::new(denominator.clone()));
        let [middle, above] = [0_u32, 1].map(|more| over(&denominator / 3_u32 + more, &denominator));
        let third = over(BigUint::from(1_u32), &BigUint::from(3_u32));
        assert_eq!(fraction(&middle).leading, fraction(&above).leading);
        assert_eq!(fraction(&middle).compare(fraction(&above)), Ordering::Less);
        assert_eq!(fraction(&middle).compare(fraction(&third)), Ordering::Less);
        assert_eq!(fraction(&above).compare(fraction(&third)), Ordering::Greater);
        assert_eq!(fraction(&third).compare(fraction(&third)), Ordering::Equal);
        // Compares 1 with the next smaller fraction of the same denominator.
        let [one, below] = [0_u32, 1].map(|less| over(&denominator - less, &denominator));
        assert_eq!((fraction(&one).leading, fraction(&below).leading), (1 << 56, (1 << 56) - 1));
        assert_eq!(fraction(&below).compare(fraction(&one)), Ordering::Less);
        assert_eq!(fraction(&one).is_mean_of(fraction(&one), fraction(&below), &mut Meter::new(u64::MAX)), Ok(false));
    }
}
