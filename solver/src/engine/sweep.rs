//! Approximates the least Richman function from below by sweeps over fixed-point numbers.
//!
//! `x <- floor((max + min) / 2)` from 0, in place, back and forth through the positions, until nothing changes. The map is
//! monotone and rounds down, so every sweep stays below the true values and the fixed point is a lower bound.

use crate::control::{Control, Interrupted};
use crate::graph::View;
use crate::value::Rational;

/// A number from 0 to 1 with a fixed number of binary places.
pub trait FixedPoint: Copy + Ord + Send + Sync {
    /// 0.
    const ZERO: Self;
    /// A value rounded down.
    fn round_down(value: &Rational) -> Self;
    /// Half the sum, rounded down.
    fn half_sum(self, other: Self) -> Self;
    /// The number with 2^-50 (for 64 bits) or 2^-100 (for 128 bits) added: what counts as a tie with it reaches at least as high.
    fn plus_tolerance(self) -> Self;
}

macro_rules! fixed_point {
    ($word:ty, $tolerance_bits:literal) => {
        impl FixedPoint for $word {
            const ZERO: Self = 0;

            fn round_down(value: &Rational) -> Self {
                let places = <$word>::BITS as usize - 1;
                Self::try_from(value.scaled_floor(places)).expect("a value of at most 1 fits")
            }

            fn half_sum(self, other: Self) -> Self {
                // The carries of the sum are the common bits, the rest is their difference.
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

/// The greatest fixed-point solution reached from 0, for all places (positions, then the boundary).
///
/// # Errors
/// [`Interrupted`] when asked to stop.
pub fn lower_values<F: FixedPoint>(view: &View, control: Control) -> Result<Vec<F>, Interrupted> {
    control.stage("sweeping", None);
    let mut values = vec![F::ZERO; view.len()];
    values.extend(view.boundary.iter().map(F::round_down));
    let mut sweeps = 0;
    loop {
        let changed =
            if sweeps % 2 == 0 { sweep(view, &mut values, 0..view.len()) } else { sweep(view, &mut values, (0..view.len()).rev()) };
        sweeps += 1;
        control.at(sweeps, &format!("{changed} positions changed"))?;
        if changed == 0 {
            return Ok(values);
        }
    }
}

fn sweep<F: FixedPoint>(view: &View, values: &mut [F], order: impl Iterator<Item = usize>) -> usize {
    let mut changed = 0;
    for position in order {
        let high = greatest(view.max.get(position), values);
        let low = least(view.min.get(position), values);
        let value = high.half_sum(low);
        changed += usize::from(value != values[position]);
        values[position] = value;
    }
    changed
}

fn greatest<F: FixedPoint>(places: &[u32], values: &[F]) -> F {
    places.iter().map(|&place| values[place as usize]).fold(F::ZERO, F::max)
}

fn least<F: FixedPoint>(places: &[u32], values: &[F]) -> F {
    let first = values[places[0] as usize];
    places[1..].iter().map(|&place| values[place as usize]).fold(first, F::min)
}
