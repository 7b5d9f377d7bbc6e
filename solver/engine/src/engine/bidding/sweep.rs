//! Approximates the least Richman function from below by sweeps over all positions, with fixed-point numbers.
//!
//! All values start at 0. A sweep replaces the value of each position by `floor((max + min) / 2)`. In this formula, max
//! is the greatest value among the options of the player who tries to win, and min is the least value among the other
//! player's options. Sweeps go back and forth through the positions until the changes are negligible. Values only rise,
//! and never exceed the exact values.

use crate::control::{Control, Interrupted};
use crate::model::graph::View;
use crate::model::value::Rational;

/// A number from 0 to 1 with a fixed number of binary places.
pub trait FixedPoint: Copy + Ord + Send + Sync {
    /// The number 0.
    const ZERO: Self;
    /// Rounds a value down.
    fn round_down(value: &Rational) -> Self;
    /// Largest change that counts as negligible: 1/64 of the tolerance that [`FixedPoint::plus_tolerance`] adds.
    const SETTLED: Self;
    /// Returns `self - smaller`.
    fn less(self, smaller: Self) -> Self;
    /// Returns half of `self + other`, rounded down.
    fn half_sum(self, other: Self) -> Self;
    /// Adds the tolerance within which two values count as equal: 2^-50 for 64-bit numbers, and 2^-100 for 128-bit
    /// numbers.
    fn plus_tolerance(self) -> Self;
}

macro_rules! fixed_point {
    ($word:ty, $tolerance_bits:literal) => {
        impl FixedPoint for $word {
            const ZERO: Self = 0;
            const SETTLED: Self = 1 << (<$word>::BITS - 1 - $tolerance_bits - 6);

            fn less(self, smaller: Self) -> Self {
                self - smaller
            }

            fn round_down(value: &Rational) -> Self {
                let places = <$word>::BITS as usize - 1;
                Self::try_from(value.scaled_floor(places)).expect("a value of at most 1 fits")
            }

            fn half_sum(self, other: Self) -> Self {
                // `a + b` equals `2 * (a & b) + (a ^ b)`, because the common bits are the carries.
                (self & other) + ((self ^ other) >> 1)
            }

            fn plus_tolerance(self) -> Self {
                self + (1 << (<$word>::BITS - 1 - $tolerance_bits))
            }
        }
    };
}

fixed_point!(u64, 50);
fixed_point!(u128, 100);

/// Number of positions between two checks for interruption. There are a few milliseconds between two checks.
pub const POSITIONS_PER_CHECK: usize = 1 << 16;

/// A series of sweeps over all positions. The series can be paused and resumed.
pub struct Sweeps<F> {
    values: Vec<F>,
    done: u64,
}

impl<F: FixedPoint> Sweeps<F> {
    /// Starts with the value 0 at all positions.
    #[must_use]
    pub fn new(view: &View) -> Self {
        let mut values = vec![F::ZERO; view.len()];
        values.extend(view.boundary.iter().map(F::round_down));
        Self { values, done: 0 }
    }

    /// Returns the current values of the positions, and then the fixed values of the boundary entries (ends of the
    /// game, and positions solved before).
    #[must_use]
    pub fn values(&self) -> &[F] {
        &self.values
    }

    /// Sweeps until the values converge or the total number of sweeps reaches `most`. Returns whether the values have
    /// converged.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    pub fn run(&mut self, view: &View, most: u64, control: Control) -> Result<bool, Interrupted> {
        control.stage("sweeps", None);
        while self.done < most {
            let change = if self.done.is_multiple_of(2) {
                sweep(view, &mut self.values, 0..view.len(), control)?
            } else {
                sweep(view, &mut self.values, (0..view.len()).rev(), control)?
            };
            self.done += 1;
            control.at(self.done, "")?;
            if change <= F::SETTLED {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Recomputes all values once, in the order `order`. Returns the greatest change of a value.
fn sweep<F: FixedPoint>(view: &View, values: &mut [F], order: impl Iterator<Item = usize>, control: Control) -> Result<F, Interrupted> {
    let mut change = F::ZERO;
    for position in order {
        if position.is_multiple_of(POSITIONS_PER_CHECK) {
            control.check()?;
        }
        let high = greatest(view.own.get(position), values);
        let low = least(view.other.get(position), values);
        let value = high.half_sum(low);
        change = change.max(value.less(values[position]));
        values[position] = value;
    }
    Ok(change)
}

fn greatest<F: FixedPoint>(places: &[u32], values: &[F]) -> F {
    places.iter().map(|&place| values[place as usize]).fold(F::ZERO, F::max)
}

fn least<F: FixedPoint>(places: &[u32], values: &[F]) -> F {
    let first = values[places[0] as usize];
    places[1..].iter().map(|&place| values[place as usize]).fold(first, F::min)
}
