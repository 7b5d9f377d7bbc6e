//! Finds the simplest rational number in an interval, and updates the number as the interval shrinks (section 7 of
//! *Endgames in bidding chess*, the paper that [`super`] cites).
//!
//! The simplest number of an interval is the number with the smallest denominator. The module finds a number strictly
//! between 0 and 1 by a descent in the Stern-Brocot tree. The fraction `(l + h) / (m + k)` lies between the neighbours
//! `l/m` and `h/k` of the tree. All other fractions between these neighbours have larger denominators. A narrower
//! interval may exclude the current number. The new simplest number is then a descendant of the current number, so the
//! descent continues from the current number. If the descent turns several times in a row to the same side, all these
//! turns are made in one step.

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

    /// Computes `self + times * other` separately for the numerator and for the denominator.
    fn add(&mut self, times: &UBig, other: &Self) {
        self.numerator += times * &other.numerator;
        self.denominator += times * &other.denominator;
    }
}

/// The simplest number in an interval, with its two neighbours in the Stern-Brocot tree.
#[derive(Clone, Debug)]
pub(super) struct Simplest {
    value: Fraction,
    /// Lower neighbour of `value` in the tree. The upper neighbour of `value` is `high`. For the values 0 and 1, `low`
    /// is 0 and `high` is 1.
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
    /// Creates the simplest number of the interval from 0 to 1. Both 0 and 1 have the smallest denominator, and 0 is
    /// chosen.
    pub(super) fn new() -> Self {
        Self { value: Fraction::ZERO, low: Fraction::ZERO, high: Fraction::ONE }
    }

    /// Creates the payoff of an end of the game: 1 if White has won, and 0 otherwise.
    pub(super) fn end(white_won: bool) -> Self {
        Self { value: if white_won { Fraction::ONE } else { Fraction::ZERO }, ..Self::new() }
    }

    pub(super) fn value(&self) -> &Fraction {
        &self.value
    }

    /// Changes `value` to the simplest number of `interval`. The interval must lie within the previous interval, and
    /// must not contain the old `value`.
    pub(super) fn refine(&mut self, interval: &Interval) {
        let Interval { low, high, places } = interval;
        if self.value.denominator == UBig::ONE {
            // The interval excludes the old value, which was 0 or 1. It also excludes 0 if the old value was 1, because
            // 0 is preferred to 1.
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

    /// Searches the Stern-Brocot tree between the fractions `near` and `far`, which both lie outside the interval.
    fn descend(&mut self, Interval { low, high, places }: &Interval) {
        // Every number between the two fractions has the form `near + t far` for exactly one `t > 0`, where `+` adds
        // numerators and denominators separately. The simplest `t` gives the simplest number.
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
            // No integer `t` lies in the interval, so subtract the integer part and invert the remainder.
            near.add(&quotient, far);
            let (from_whole, to_rest) = (from.1, &to.0 - &quotient * &to.1);
            from = (to.1, to_rest);
            to = (from_whole, remainder);
            (near, far) = (far, near);
        }
    }
}
