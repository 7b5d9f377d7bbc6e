//! Rational numbers from 0 to 1: exact comparison, exact means, reducedness.
//!
//! Integers are those of `num-bigint`. A [`Fraction`] carries its leading binary digits; almost every comparison is decided by these,
//! and the rest by cross-multiplication. Nothing here is approximate.

use crate::core::cbor::natural::Natural;
use crate::core::refusal::Refusal;
use crate::core::work::Meter;
use num_bigint::BigUint;
use num_integer::Integer as _;
use std::borrow::Cow;
use std::cmp::Ordering;

/// How many binary digits a fraction is known by: few enough that the leading words of numerator and denominator nearly always tell them.
const LEADING_DIGITS: u32 = 56;

/// Numerator and denominator of a reduced fraction from 0 to 1, with its leading digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction<'a> {
    /// The fraction times 2^56, rounded down. It never decreases as the fraction grows.
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
    // Of long numbers the leading words give two bounds of the fraction, between which there may be a multiple of 2^-56.
    let left_out = denominator.bits().saturating_sub(64);
    let word = |number: &BigUint| u128::try_from(number >> left_out).ok();
    let between = |numerator: u128, denominator: u128| {
        let (least, most) = if left_out == 0 { (denominator, numerator) } else { (denominator + 1, numerator + 1) };
        let lower = (numerator << LEADING_DIGITS).checked_div(least)?;
        let upper = (most << LEADING_DIGITS).checked_div(denominator)?;
        u64::try_from(lower).ok().filter(|_| lower == upper)
    };
    let short = word(numerator).zip(word(denominator)).and_then(|(numerator, denominator)| between(numerator, denominator));
    short.unwrap_or_else(|| u64::try_from((numerator << LEADING_DIGITS) / denominator).unwrap_or(u64::MAX))
}

impl Fraction<'_> {
    /// The order of two fractions.
    pub(crate) fn compare(self, other: Fraction<'_>) -> Ordering {
        let exact = || (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator));
        self.leading.cmp(&other.leading).then_with(exact)
    }

    /// The 64-bit words of the denominator.
    fn words(self) -> u64 {
        self.denominator.bits().div_ceil(64)
    }

    /// Whether this is the mean of two fractions: 2 x = a + b.
    pub(crate) fn is_mean_of(self, a: Fraction<'_>, b: Fraction<'_>, meter: &mut Meter) -> Result<bool, Refusal> {
        let [x_words, a_words, b_words] = [self, a, b].map(|fraction| fraction.words());
        meter.allowance(over_one_steps(a_words, b_words).saturating_add(over_one_steps(x_words, a_words.max(b_words))))?;
        if let Some(OverOne { numerators: [a, b], denominator }) = over_one(a, b) {
            let (sum, twice) = (&*a + &*b, &*denominator << 1_u32);
            if let Some(OverOne { numerators: [x, sum], .. }) =
                over_one(self, Fraction { leading: 0, numerator: &sum, denominator: &twice })
            {
                return Ok(x == sum);
            }
        }
        // 2 x/p = a/q + b/r exactly if 2 x q r = p (a r + b q).
        let product = a_words.saturating_mul(b_words);
        meter.allowance(a_words.saturating_add(b_words).saturating_mul(x_words).saturating_add(product) / 4)?;
        let sum = a.numerator * b.denominator + b.numerator * a.denominator;
        Ok((self.numerator << 1_u32) * (a.denominator * b.denominator) == sum * self.denominator)
    }

    /// The mean of two fractions, numerator and denominator. They may have a factor in common, but not 2, and no factor that the denominators of the two have
    /// not: nothing needs reduced fractions but the size of numbers.
    pub(crate) fn mean(self, other: Fraction<'_>, meter: &mut Meter) -> Result<(BigUint, BigUint), Refusal> {
        let (words, other_words) = (self.words(), other.words());
        meter.allowance(over_one_steps(words, other_words))?;
        let OverOne { numerators: [a, b], denominator } = match over_one(self, other) {
            Some(both) => both,
            None => {
                let most = words.max(other_words);
                meter.allowance(most.saturating_mul(most).saturating_mul(4).saturating_add(most.saturating_mul(100)))?;
                let common = self.denominator.gcd(other.denominator);
                let (cofactor, other_cofactor) = (self.denominator / &common, other.denominator / &common);
                let numerators = [self.numerator * &other_cofactor, other.numerator * &cofactor];
                OverOne { numerators: numerators.map(Cow::Owned), denominator: Cow::Owned(self.denominator * other_cofactor) }
            }
        };
        let (sum, denominator) = (&*a + &*b, &*denominator << 1_u32);
        let twos = sum.trailing_zeros().unwrap_or(u64::MAX).min(denominator.trailing_zeros().unwrap_or(0));
        match sum == BigUint::ZERO {
            true => Ok((sum, BigUint::from(1_u32))),
            false => Ok((&sum >> twos, &denominator >> twos)),
        }
    }
}

/// Two fractions over one denominator.
struct OverOne<'a> {
    numerators: [Cow<'a, BigUint>; 2],
    denominator: Cow<'a, BigUint>,
}

/// Two fractions over the greater of their denominators, powers of two aside, if the other one divides that. So it is nearly always, and takes no product of
/// two long numbers. In most cases the two are equal, powers of two aside, and one of the fractions stays as it is.
fn over_one<'a>(a: Fraction<'a>, b: Fraction<'a>) -> Option<OverOne<'a>> {
    let [a_twos, b_twos] = [a, b].map(|fraction| fraction.denominator.trailing_zeros().unwrap_or(0));
    let twos = a_twos.max(b_twos);
    let [a_more, b_more] = [a_twos, b_twos].map(|own| twos.saturating_sub(own));
    let [a_denominator, b_denominator] = [shifted(a.denominator, a_more), shifted(b.denominator, b_more)];
    let [a_numerator, b_numerator] = [shifted(a.numerator, a_more), shifted(b.numerator, b_more)];
    Some(match a_denominator.cmp(&b_denominator) {
        Ordering::Equal => OverOne { numerators: [a_numerator, b_numerator], denominator: a_denominator },
        Ordering::Greater => {
            let factor = quotient(&(&*a_denominator >> twos), &(&*b_denominator >> twos))?;
            OverOne { numerators: [a_numerator, Cow::Owned(&*b_numerator * factor)], denominator: a_denominator }
        }
        Ordering::Less => {
            let factor = quotient(&(&*b_denominator >> twos), &(&*a_denominator >> twos))?;
            OverOne { numerators: [Cow::Owned(&*a_numerator * factor), b_numerator], denominator: b_denominator }
        }
    })
}

/// The number times a power of two.
fn shifted(number: &BigUint, twos: u64) -> Cow<'_, BigUint> {
    if twos == 0 { Cow::Borrowed(number) } else { Cow::Owned(number << twos) }
}

/// The steps of [`over_one`] for denominators of these lengths in words.
fn over_one_steps(one: u64, other: u64) -> u64 {
    let (more, less) = (one.max(other), one.min(other));
    let division = more.saturating_sub(less).saturating_mul(less) / 2;
    more.saturating_add(division).saturating_add(2)
}

/// The quotient, if there is no rest.
fn quotient(dividend: &BigUint, divisor: &BigUint) -> Option<BigUint> {
    let (quotient, rest) = dividend.div_rem(divisor);
    (rest == BigUint::ZERO).then_some(quotient)
}

/// Whether two numbers have no common factor above 1.
pub(crate) fn coprime(one: &BigUint, other: &BigUint) -> bool {
    one.gcd(other) == BigUint::from(1_u32)
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
                    let meter = &mut Meter::new(u64::MAX);
                    assert_eq!(fraction(&big_x).is_mean_of(fraction(&big_a), fraction(&big(b)), meter), Ok(expected), "{x:?} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn steps_of_means() {
        // The words of the denominators, powers of two and one more than these: of the mean, and of both others. Where they do not divide one another, there
        // are products, or a greatest common divisor.
        for (words, more, steps) in
            [([1_u32, 1, 1], 0, 6), ([3, 5, 7], 0, 29), ([7, 5, 3], 0, 24), ([2, 3, 4], 1, 21), ([1_000, 1_000, 1], 1, 253_003)]
        {
            let [x, a, b] = words.map(|words| (BigUint::from(1_u32), (BigUint::from(1_u32) << (64 * words - 1)) + more * words));
            let mut meter = Meter::new(u64::MAX);
            fraction(&x).is_mean_of(fraction(&a), fraction(&b), &mut meter).unwrap();
            assert_eq!(meter.spent, steps, "{words:?}");
        }
    }

    #[test]
    fn means_of_small_fractions() {
        let fractions: Vec<(BigUint, BigUint)> = (1_u32..=24)
            .flat_map(|denominator| (0..=denominator).map(move |numerator| (BigUint::from(numerator), BigUint::from(denominator))))
            .collect();
        for a in &fractions {
            for b in &fractions {
                let (numerator, denominator) = fraction(a).mean(fraction(b), &mut Meter::new(u64::MAX)).unwrap();
                assert_eq!(&numerator * &a.1 * &b.1 * 2_u32, &denominator * (&a.0 * &b.1 + &b.0 * &a.1), "{a:?} {b:?}");
                assert!(numerator.bit(0) || denominator.bit(0), "{a:?} {b:?}");
                let found = (numerator, denominator);
                assert_eq!(fraction(&found).is_mean_of(fraction(a), fraction(b), &mut Meter::new(u64::MAX)), Ok(true));
            }
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
        // Fractions about multiples of 2^-56, with denominators that are longer than what is looked at first, by nothing, by a bit, by much.
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
        // a/b and a neighbour closer than 2^-56, on both sides.
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
        assert_eq!((fraction(&one).leading, fraction(&below).leading), (1 << 56, (1 << 56) - 1));
        assert_eq!(fraction(&below).compare(fraction(&one)), Ordering::Less);
        assert_eq!(fraction(&one).is_mean_of(fraction(&one), fraction(&below), &mut Meter::new(u64::MAX)), Ok(false));
    }
}
