//! Defines fixed-point bounds of the thresholds alpha and beta of every position. These bounds are the content of a
//! certificate of kind `bracket`.

use dashu_int::UBig;

use super::value::Rational;

/// Maximum number of binary places of a bound.
pub const MAX_BITS: u32 = 120;

/// A number from 0 to 1 for each position, stored as an integer multiple of 2^-bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// Numbers of at most 63 binary places.
    Narrow(Vec<u64>),
    /// Numbers of more than 63 binary places.
    Wide(Vec<u128>),
}

impl Column {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(column) => column.len(),
            Self::Wide(column) => column.len(),
        }
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number that is stored for a position.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn get(&self, position: usize) -> u128 {
        match self {
            Self::Narrow(column) => column[position].into(),
            Self::Wide(column) => column[position],
        }
    }
}

/// Bounds of the thresholds alpha and beta for every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// Number of binary places of the bounds.
    pub bits: u32,
    /// The lower bounds of alpha, and the upper bounds of alpha.
    pub alpha: [Column; 2],
    /// The lower bounds of beta, and the upper bounds of beta.
    pub beta: [Column; 2],
}

/// The bounds of one position, as integer multiples of 2^-bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Lower and upper bound of alpha.
    pub alpha: [u128; 2],
    /// Lower and upper bound of beta.
    pub beta: [u128; 2],
}

impl Bounds {
    /// Creates the bounds of an end of the game that is not a draw. `one` is the value 1 as a multiple of 2^-bits.
    #[must_use]
    pub fn end(won_by_white: bool, one: u128) -> Self {
        let payoff = if won_by_white { one } else { 0 };
        Self { alpha: [payoff; 2], beta: [payoff; 2] }
    }

    /// Returns whether the bounds prove that alpha is less than beta.
    #[must_use]
    pub fn part(&self) -> bool {
        self.alpha[1] < self.beta[0]
    }

    /// Returns the width of the alpha interval or of the beta interval, whichever is greater.
    #[must_use]
    pub fn width(&self) -> u128 {
        let width = |[low, high]: [u128; 2]| high.saturating_sub(low);
        width(self.alpha).max(width(self.beta))
    }

    /// Returns the bounds of the same position with White and Black exchanged. `one` is the value 1 as a multiple of
    /// 2^-bits.
    #[must_use]
    pub fn exchanged(&self, one: u128) -> Self {
        let exchange = |[low, high]: [u128; 2]| [one - high, one - low];
        Self { alpha: exchange(self.beta), beta: exchange(self.alpha) }
    }

    /// Converts the bounds from multiples of 2^-from to multiples of 2^-to. Lower bounds are rounded down, and upper
    /// bounds are rounded up.
    #[must_use]
    pub fn in_units(&self, from: u32, to: u32) -> Self {
        let outward = |[low, high]: [u128; 2]| {
            if from <= to {
                return [low << (to - from), high << (to - from)];
            }
            let less = from - to;
            [low >> less, (high >> less) + u128::from(high & ((1 << less) - 1) != 0)]
        };
        Self { alpha: outward(self.alpha), beta: outward(self.beta) }
    }
}

impl Bracket {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.alpha[0].len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bounds of a position.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn bounds(&self, position: usize) -> Bounds {
        let of = |columns: &[Column; 2]| [columns[0].get(position), columns[1].get(position)];
        Bounds { alpha: of(&self.alpha), beta: of(&self.beta) }
    }
}

/// Rounds a value down and up to multiples of 2^-bits, and returns both results.
///
/// # Panics
/// Panics if `bits` exceeds [`MAX_BITS`]. Can panic if the value exceeds 1.
#[must_use]
pub fn around(value: &Rational, bits: u32) -> [u128; 2] {
    assert!(bits <= MAX_BITS, "too many binary places to store");
    let floor = value.scaled_floor(bits as usize);
    let exact = &floor * value.denominator() == (value.numerator() << bits as usize);
    let low = u128::try_from(&floor).expect("a value of at most 1 fits");
    [low, if exact { low } else { low + 1 }]
}

/// Converts a multiple of 2^-bits to a fraction.
#[must_use]
pub fn fraction(number: u128, bits: u32) -> Rational {
    Rational::new(UBig::from(number), UBig::ONE << bits as usize)
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Rational, UBig, around, fraction};

    #[test]
    fn rounding_goes_outward() {
        let third = Rational::new(UBig::ONE, UBig::from(3_u8));
        assert_eq!((around(&third, 4), around(&third, 120)[0] * 3 + 1), ([5, 6], 1 << 120));
        assert_eq!((around(&Rational::ZERO, 7), around(&Rational::ONE, 120)), ([0, 0], [1 << 120; 2]));
        let bounds = Bounds { alpha: [5, 6], beta: [8, 11] };
        assert_eq!(bounds.in_units(4, 2), Bounds { alpha: [1, 2], beta: [2, 3] });
        assert_eq!(bounds.in_units(4, 6), Bounds { alpha: [20, 24], beta: [32, 44] });
        assert_eq!(bounds.exchanged(16), Bounds { alpha: [5, 8], beta: [10, 11] });
        assert_eq!((bounds.exchanged(16).exchanged(16), bounds.part(), bounds.width()), (bounds, true, 3));
        assert_eq!(fraction(12, 4), Rational::new(UBig::from(3_u8), UBig::from(4_u8)));
    }
}
