//! Rational numbers from 0 to 1: exact comparison, exact means, reducedness.
//!
//! Integers are those of `num-bigint`. A [`Fraction`] carries its leading 64 binary digits; almost every comparison is decided by these,
//! and the rest by cross-multiplication. Nothing here is approximate.

use crate::core::cbor::natural::Natural;
use num_bigint::BigUint;
use std::cmp::Ordering;

/// Numerator and denominator of a reduced fraction from 0 to 1, with its leading digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction<'a> {
    /// The fraction times 2^64, rounded down; 2^64 - 1 for the fraction 1. It never decreases as the fraction grows.
    pub(crate) leading: u64,
    pub(crate) numerator: &'a BigUint,
    pub(crate) denominator: &'a BigUint,
}

/// The number that the file writes.
pub(crate) fn natural(number: Natural<'_>) -> BigUint {
    match number {
        Natural::Small(number) => BigUint::from(number),
        Natural::Big(bytes) => BigUint::from_bytes_be(bytes),
    }
}

/// [`Fraction::leading`] of a fraction from 0 to 1 with a positive denominator.
pub(crate) fn leading(numerator: &BigUint, denominator: &BigUint) -> u64 {
    u64::try_from((numerator << 64_u32) / denominator).unwrap_or(u64::MAX)
}

impl Fraction<'_> {
    /// The order of two fractions.
    pub(crate) fn compare(self, other: Fraction<'_>) -> Ordering {
        let exact = || (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator));
        self.leading.cmp(&other.leading).then_with(exact)
    }

    /// The steps that it takes to find out whether this is the mean of two fractions.
    pub(crate) fn mean_steps(self, a: Fraction<'_>, b: Fraction<'_>) -> u64 {
        let [x, a, b] = [self, a, b].map(|fraction| fraction.denominator.bits().div_ceil(64));
        let product = a.saturating_mul(b);
        a.saturating_add(b).saturating_mul(x).saturating_add(product) / 4 + 4
    }

    /// Whether this is the mean of two fractions: 2 x = a + b.
    pub(crate) fn is_mean_of(self, a: Fraction<'_>, b: Fraction<'_>) -> bool {
        if self.denominator == a.denominator && self.denominator == b.denominator {
            return self.numerator << 1_u32 == a.numerator + b.numerator;
        }
        // 2 x/p = a/q + b/r exactly if 2 x q r = p (a r + b q).
        let (sum, denominator) = if a.denominator == b.denominator {
            (a.numerator + b.numerator, a.denominator.clone())
        } else {
            (a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
        };
        (self.numerator << 1_u32) * denominator == sum * self.denominator
    }
}

/// Whether two numbers have no common factor above 1: Euclid's algorithm.
pub(crate) fn coprime(one: &BigUint, other: &BigUint) -> bool {
    let (mut greater, mut less) = (one.clone(), other.clone());
    while less != BigUint::ZERO {
        let rest = greater % &less;
        (greater, less) = (less, rest);
    }
    greater == BigUint::from(1_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fraction, with its leading digits worked out.
    fn fraction((numerator, denominator): &(BigUint, BigUint)) -> Fraction<'_> {
        Fraction { leading: leading(numerator, denominator), numerator, denominator }
    }

    #[test]
    fn order_and_mean_of_small_fractions() {
        let fractions: Vec<(u32, u32)> =
            (1..=12).flat_map(|denominator| (0..=denominator).map(move |numerator| (numerator, denominator))).collect();
        let big = |(numerator, denominator): &(u32, u32)| (BigUint::from(*numerator), BigUint::from(*denominator));
        for x in &fractions {
            let big_x = big(x);
            for a in &fractions {
                let big_a = big(a);
                assert_eq!(fraction(&big_x).compare(fraction(&big_a)), (x.0 * a.1).cmp(&(a.0 * x.1)), "{x:?} {a:?}");
                for b in &fractions {
                    let expected = 2 * x.0 * a.1 * b.1 == x.1 * (a.0 * b.1 + b.0 * a.1);
                    assert_eq!(fraction(&big_x).is_mean_of(fraction(&big_a), fraction(&big(b))), expected, "{x:?} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn steps_of_means() {
        // The words of the denominators: of the mean, and of both others.
        for (words, steps) in [([1, 1, 1], 4), ([3, 5, 7], 21), ([7, 5, 3], 21), ([1, 2, 4], 7), ([1_000, 1_000, 1], 250_504)] {
            let [x, a, b] = words.map(|words| (BigUint::from(1_u32), BigUint::from(1_u32) << (64 * words - 1)));
            assert_eq!(fraction(&x).mean_steps(fraction(&a), fraction(&b)), steps, "{words:?}");
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
    fn fractions_that_lead_with_the_same_digits() {
        // a/b and a neighbour closer than 2^-64, on both sides.
        let denominator = (BigUint::from(1_u32) << 200_u32) + 1_u32;
        let middle = (&denominator / 3_u32, denominator.clone());
        let above = (&denominator / 3_u32 + 1_u32, denominator.clone());
        let third = (BigUint::from(1_u32), BigUint::from(3_u32));
        assert_eq!(fraction(&middle).leading, fraction(&above).leading);
        assert_eq!(fraction(&middle).compare(fraction(&above)), Ordering::Less);
        assert_eq!(fraction(&middle).compare(fraction(&third)), Ordering::Less);
        assert_eq!(fraction(&above).compare(fraction(&third)), Ordering::Greater);
        assert_eq!(fraction(&third).compare(fraction(&third)), Ordering::Equal);
        // The end: 1 itself and what is just below it.
        let one = (denominator.clone(), denominator.clone());
        let below = (&denominator - 1_u32, denominator);
        assert_eq!((fraction(&one).leading, fraction(&below).leading), (u64::MAX, u64::MAX));
        assert_eq!(fraction(&below).compare(fraction(&one)), Ordering::Less);
        assert!(!fraction(&one).is_mean_of(fraction(&one), fraction(&below)));
    }
}
