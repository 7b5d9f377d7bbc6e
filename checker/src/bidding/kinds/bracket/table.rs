//! The table of a certificate: the bounds of every class of symmetric positions, stored as in the file.

use crate::Digest;
use crate::core::fields::index;
use sha2::{Digest as _, Sha256};

/// Bounds of a class of symmetric positions, in units of 2^-bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Lower and upper bound of alpha.
    pub alpha: [u128; 2],
    /// Lower and upper bound of beta.
    pub beta: [u128; 2],
}

impl Bounds {
    /// Applies `lower` to the lower bounds and `upper` to the upper bounds.
    pub(super) fn map(self, lower: impl Fn(u128) -> u128, upper: impl Fn(u128) -> u128) -> Self {
        let change = |[low, high]: [u128; 2]| [lower(low), upper(high)];
        Self { alpha: change(self.alpha), beta: change(self.beta) }
    }

    /// Combines each bound with the corresponding bound of `other` by the function `join`.
    pub(super) fn with(self, other: Self, join: impl Fn(u128, u128) -> u128) -> Self {
        let both = |[low, high]: [u128; 2], [other_low, other_high]: [u128; 2]| [join(low, other_low), join(high, other_high)];
        Self { alpha: both(self.alpha, other.alpha), beta: both(self.beta, other.beta) }
    }

    /// Returns the bounds with colours exchanged: the new alpha is 1 - beta, and the new beta is 1 - alpha. Every bound
    /// must be at most `one`.
    pub(super) fn exchanged(self, one: u128) -> Self {
        let from_one = |[low, high]: [u128; 2]| [one.saturating_sub(high), one.saturating_sub(low)];
        Self { alpha: from_one(self.beta), beta: from_one(self.alpha) }
    }
}

/// A verified table with the bounds of each class of symmetric positions.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) bits: u32,
    pub(super) value_bytes: usize,
    pub(super) difference_bytes: usize,
    pub(super) record_bytes: usize,
    pub(super) records: Vec<u8>,
}

impl Table {
    /// Returns the number of binary places of the bounds.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the number 1 in units of 2^-bits.
    #[must_use]
    pub fn one(&self) -> u128 {
        1 << self.bits
    }

    /// Returns the bounds of a class of symmetric positions, or `None` if the class does not exist.
    #[must_use]
    pub fn bounds(&self, class: u32) -> Option<Bounds> {
        let mut record = self.records.get(index(class).checked_mul(self.record_bytes)?..)?;
        let mut number = |bytes: usize| {
            let (number, rest) = record.split_at_checked(bytes)?;
            record = rest;
            Some(number.iter().fold(0, |number, byte| (number << 8) | u128::from(*byte)))
        };
        // A sum that overflows may saturate, because a saturated sum is greater than 1, like the true sum.
        let mut bounds = || {
            let lower = number(self.value_bytes)?;
            Some([lower, lower.saturating_add(number(self.difference_bytes)?)])
        };
        Some(Bounds { alpha: bounds()?, beta: bounds()? })
    }

    /// Returns the SHA-256 digest of all bounds. Each bound is hashed as a reduced fraction (section 7 of the spec).
    pub(super) fn digest(&self) -> Digest {
        let mut hasher = Sha256::new();
        let classes = (0..).map_while(|class| self.bounds(class));
        for units in classes.flat_map(|Bounds { alpha, beta }| alpha.into_iter().chain(beta)) {
            // `common` is at most `bits`, so 0 is hashed as 0 / 2^0. The exponent is at most 120.
            let common = units.trailing_zeros().min(self.bits);
            let [.., exponent] = self.bits.saturating_sub(common).to_be_bytes();
            hasher.update([exponent]);
            hasher.update(units.unbounded_shr(common).to_be_bytes());
        }
        hasher.finalize().into()
    }
}
