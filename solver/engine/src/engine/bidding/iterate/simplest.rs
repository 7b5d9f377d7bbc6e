//! The simplest rational number in an interval (section 7), refined as the interval shrinks.
//!
//! "Simplest" is of smallest denominator. A number in the open interval from 0 to 1 is reached from there by going
//! down the Stern-Brocot tree: between neighbours `l/m` and `h/k` lies `(l + h) / (m + k)`, and all other numbers between them have larger
//! denominators. When nested intervals leave a number behind, the next one lies below it in the tree, so the search goes on where
//! it stood; how often it turns the same way is one quotient of a continued fraction.

use dashu_int::UBig;
use dashu_int::ops::DivRem;

/// A fraction in lowest terms, not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    pub(super) numerator: UBig,
    pub(super) denominator: UBig,
}

impl Fraction {
    pub(super) const ZERO: Fraction = Fraction { numerator: UBig::ZERO, denominator: UBig::ONE };
    pub(super) const ONE: Fraction = Fraction { numerator: UBig::ONE, denominator: UBig::ONE };

    /// Adds numerators and denominators, the other's `times` times.
    fn add(&mut self, times: &UBig, other: &Self) {
        self.numerator += times * &other.numerator;
        self.denominator += times * &other.denominator;
    }
}

/// The simplest number in an interval, with its place in the tree.
#[derive(Clone, Debug)]
pub(super) struct Simplest {
    value: Fraction,
    /// The neighbours between which `value` was found; 0 and 1 if it is one of these.
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
    /// The choice in the interval from 0 to 1: of its two ends, 0.
    pub(super) fn new() -> Self {
        Self { value: Fraction::ZERO, low: Fraction::ZERO, high: Fraction::ONE }
    }

    /// The payoff at an end of the game: 1 if White has won.
    pub(super) fn end(white_won: bool) -> Self {
        Self { value: if white_won { Fraction::ONE } else { Fraction::ZERO }, ..Self::new() }
    }

    pub(super) fn value(&self) -> &Fraction {
        &self.value
    }

    /// Goes on to the simplest number of an interval within the last one that does not contain the last one's.
    pub(super) fn refine(&mut self, interval: &Interval) {
        let Interval { low, high, places } = interval;
        if self.value.denominator == UBig::ONE {
            // 0 or 1 no longer will do. (The interval never begins at 0 then: 0 was preferred.)
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

    /// Searches between the neighbours `near < far`, both outside the interval. A number between them is
    /// `(near + t far)` of numerators and denominators for one `t > 0`, and simplest where `t` is.
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
            // No whole t: take the whole part off and turn the rest round.
            near.add(&quotient, far);
            let (from_whole, to_rest) = (from.1, &to.0 - &quotient * &to.1);
            from = (to.1, to_rest);
            to = (from_whole, remainder);
            (near, far) = (far, near);
        }
    }
}
