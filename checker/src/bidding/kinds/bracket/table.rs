//! The table of a certificate: the bounds of every class, kept as the file has them.

use crate::Digest;
use crate::core::fields::index;
use sha2::{Digest as _, Sha256};

/// The bounds of a class, in units of 2^-bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Not greater than alpha.
    pub alpha_lower: u128,
    /// Not less than alpha.
    pub alpha_upper: u128,
    /// Not greater than beta.
    pub beta_lower: u128,
    /// Not less than beta.
    pub beta_upper: u128,
}

impl Bounds {
    /// An exact value of alpha and beta both.
    pub(super) fn exact(value: u128) -> Self {
        Self { alpha_lower: value, alpha_upper: value, beta_lower: value, beta_upper: value }
    }

    /// These bounds after a change of each, of the lower ones by `lower`.
    pub(super) fn map(self, lower: impl Fn(u128) -> u128, upper: impl Fn(u128) -> u128) -> Self {
        let Self { alpha_lower, alpha_upper, beta_lower, beta_upper } = self;
        Self {
            alpha_lower: lower(alpha_lower),
            alpha_upper: upper(alpha_upper),
            beta_lower: lower(beta_lower),
            beta_upper: upper(beta_upper),
        }
    }

    /// These bounds joined with others, each with its like.
    pub(super) fn with(self, other: Self, join: impl Fn(u128, u128) -> u128) -> Self {
        Self {
            alpha_lower: join(self.alpha_lower, other.alpha_lower),
            alpha_upper: join(self.alpha_upper, other.alpha_upper),
            beta_lower: join(self.beta_lower, other.beta_lower),
            beta_upper: join(self.beta_upper, other.beta_upper),
        }
    }

    /// The bounds with colours exchanged: alpha' = 1 - beta, beta' = 1 - alpha. None is greater than `one`.
    pub(super) fn exchanged(self, one: u128) -> Self {
        let from_one = |bound: u128| one.saturating_sub(bound);
        Self {
            alpha_lower: from_one(self.beta_upper),
            alpha_upper: from_one(self.beta_lower),
            beta_lower: from_one(self.alpha_upper),
            beta_upper: from_one(self.alpha_lower),
        }
    }
}

/// A verified table: one record for each class.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) bits: u32,
    pub(super) value_bytes: usize,
    pub(super) difference_bytes: usize,
    pub(super) record_bytes: usize,
    pub(super) records: Vec<u8>,
}

impl Table {
    /// How many binary places bounds have.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The number 1 in units of 2^-bits.
    #[must_use]
    pub fn one(&self) -> u128 {
        1 << self.bits
    }

    /// The bounds of a class, if there is one with that number.
    #[must_use]
    pub fn bounds(&self, class: u32) -> Option<Bounds> {
        let mut record = self.records.get(index(class).checked_mul(self.record_bytes)?..)?;
        let mut number = |bytes: usize| {
            let (number, rest) = record.split_at_checked(bytes)?;
            record = rest;
            Some(number.iter().fold(0, |number, byte| (number << 8) | u128::from(*byte)))
        };
        // A sum that does not fit is too large in any case.
        let (alpha_lower, alpha_width) = (number(self.value_bytes)?, number(self.difference_bytes)?);
        let (beta_lower, beta_width) = (number(self.value_bytes)?, number(self.difference_bytes)?);
        let [alpha_upper, beta_upper] = [alpha_lower.saturating_add(alpha_width), beta_lower.saturating_add(beta_width)];
        Some(Bounds { alpha_lower, alpha_upper, beta_lower, beta_upper })
    }

    /// SHA-256 over the bounds of all classes as reduced fractions, section 7 of the kind's page.
    pub(super) fn digest(&self) -> Digest {
        let mut hasher = Sha256::new();
        for Bounds { alpha_lower, alpha_upper, beta_lower, beta_upper } in (0..).map_while(|class| self.bounds(class)) {
            for units in [alpha_lower, alpha_upper, beta_lower, beta_upper] {
                // At most `bits`, so 0 is 0 / 2^0. The exponent is at most 120.
                let common = units.trailing_zeros().min(self.bits);
                let [.., exponent] = self.bits.saturating_sub(common).to_be_bytes();
                hasher.update([exponent]);
                hasher.update(units.unbounded_shr(common).to_be_bytes());
            }
        }
        hasher.finalize().into()
    }
}
