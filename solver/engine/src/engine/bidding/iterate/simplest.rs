//! The simplest rational number in an interval (section 7), refined as the interval shrinks.
//!
//! The simplest number has the smallest denominator. A number in the open interval from 0 to 1 is found by descending
//! the Stern-Brocot tree: between neighbours `l/m` and `h/k` lies `(l + h) / (m + k)`, and all other numbers between
//! them have larger denominators. When a narrower interval excludes the current number, the simplest number in it is a
//! descendant of the current one in the tree, so the search resumes there. The number of equal turns in a row is a
//! quotient of a continued fraction.

use dashu_int::UBig;
use dashu_int::ops::DivRem;

/// A non-negative fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    pub(super) numerator: UBig,
    pub(super) denominator: UBig,
}

impl Fraction {
    pub(super) const ZERO: Fraction = Fraction { numerator: UBig::ZERO, denominator: UBig::ONE };
    pub(super) const ONE: Fraction = Fraction { numerator: UBig::ONE, denominator: UBig::ONE };

    /// Adds `times` times the other's numerator and denominator.
    fn add(&mut self, times: &UBig, other: &Self) {
        self.numerator += times * &other.numerator;
        self.denominator += times * &other.denominator;
    }
}

/// The simplest number in an interval, with its place in the Stern-Brocot tree.
#[derive(Clone, Debug)]
pub(super) struct Simplest {
    value: Fraction,
    /// The neighbours between which `value` was found; 0 and 1 if it is 0 or 1.
    low: Fraction,
    high: Fraction,
}

/// The interval from `low / 2^places` to `high / 2^places`.
pub(super) struct Interval {
    pub(super) low: UBig,
    pub(super) high: UBig,
    pub(super) places: usize,
}

impl Simplest {
    /// Creates the simplest number of the interval from 0 to 1. Of the two ends, 0 is preferred.
    pub(super) fn new() -> Self {
        Self { value: Fraction::ZERO, low: Fraction::ZERO, high: Fraction::ONE }
    }

    /// Creates the payoff at an end of the game: 1 if White has won.
    pub(super) fn end(white_won: bool) -> Self {
        Self { value: if white_won { Fraction::ONE } else { Fraction::ZERO }, ..Self::new() }
    }

    pub(super) fn value(&self) -> &Fraction {
        &self.value
    }

    /// Moves to the simplest number of `interval`, which lies within the previous interval and excludes the previous
    /// number.
    pub(super) fn refine(&mut self, interval: &Interval) {
        let Interval { low, high, places } = interval;
        if self.value.denominator == UBig::ONE {
            // 0 or 1 is excluded now. (The interval cannot begin at 0: 0 was preferred.)
            if *high == UBig::ONE << places {
                self.value = Fraction::ONE;
                return;
            }
        } else if &self.value.numerator << places < low * &self.value.denominator {
            self.low = self.value.clone();
        } else {
            self.high = self.value.clone();
        }
        self.descend(interval);
    }

    /// Searches the part of the tree between the fractions `near < far`, which both lie outside the interval. A number
    /// between them is `(near + t far)`, by numerators and denominators, for exactly one `t > 0`; it is simplest when
    /// `t` is.
    fn descend(&mut self, Interval { low, high, places }: &Interval) {
        let parameter = |x: &UBig| {
            let above = x * &self.low.denominator - (&self.low.numerator << places);
            let below = (&self.high.numerator << places) - x * &self.high.denominator;
            (above, below)
        };
        let (mut from, mut to) = (parameter(low), parameter(high));
        let (mut near, mut far) = (&mut self.low, &mut self.high);
        loop {
            let (quotient, remainder) = (&from.0).div_rem(&from.1);
            let exact = remainder == UBig::ZERO;
            let least = if exact { quotient.clone() } else { &quotient + UBig::ONE };
            if &least * &to.1 <= to.0 {
                near.add(&(least - UBig::ONE), far);
                self.value = near.clone();
                self.value.add(&UBig::ONE, far);
                return;
            }
            // No integer t fits: subtract the integer part and invert the remainder.
            near.add(&quotient, far);
            let (from_whole, to_rest) = (from.1, &to.0 - &quotient * &to.1);
            from = (to.1, to_rest);
            to = (from_whole, remainder);
            (near, far) = (far, near);
        }
    }
}
