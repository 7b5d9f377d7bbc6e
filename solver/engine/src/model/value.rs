//! Defines exact values: reduced fractions between 0 and 1. A [`ValuePool`] stores each value once and identifies the
//! value by a small id.
//!
//! A chess ending has tens of thousands of positions, but only thousands of distinct values. Therefore the pool
//! computes the average of each pair of values only once.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::sync::Arc;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, Gcd};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A non-negative fraction in lowest terms. Copies of a fraction share the memory for the digits, and different
/// fractions can share a long denominator. Sharing digits saves memory, because values with thousands of digits occur
/// many times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational(Digits);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Digits {
    Zero,
    One,
    /// A fraction other than 0 and 1.
    Other(Arc<Parts>),
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Parts {
    numerator: UBig,
    denominator: Denominator,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Denominator {
    /// A denominator of at most [`SHORT`] bits.
    Short(UBig),
    /// A longer denominator, which several fractions can share.
    Long(Arc<UBig>),
}

/// Denominators with at most this number of bits are stored without an allocation, and are not shared.
const SHORT: usize = 128;

static ZERO: UBig = UBig::ZERO;
static ONE: UBig = UBig::ONE;

impl Rational {
    /// Zero, White's payoff when Black has won.
    pub const ZERO: Rational = Rational(Digits::Zero);
    /// One, White's payoff when White has won.
    pub const ONE: Rational = Rational(Digits::One);

    /// Creates the fraction `numerator / denominator`, which must be in lowest terms.
    fn from_lowest_terms(numerator: UBig, denominator: UBig) -> Self {
        let denominator =
            if denominator.bit_len() <= SHORT { Denominator::Short(denominator) } else { Denominator::Long(Arc::new(denominator)) };
        Self::over(numerator, denominator)
    }

    fn over(numerator: UBig, denominator: Denominator) -> Self {
        Self(match &denominator {
            Denominator::Short(one) if *one == UBig::ONE && numerator == UBig::ZERO => Digits::Zero,
            Denominator::Short(one) if *one == UBig::ONE && numerator == UBig::ONE => Digits::One,
            _ => Digits::Other(Arc::new(Parts { numerator, denominator })),
        })
    }

    /// Creates the fraction `numerator / denominator`, reduced to lowest terms.
    ///
    /// # Panics
    /// Panics if the denominator is zero.
    #[must_use]
    pub fn new(numerator: UBig, denominator: UBig) -> Self {
        assert!(denominator != UBig::ZERO, "a fraction's denominator is not zero");
        if numerator == UBig::ZERO {
            return Self::ZERO;
        }
        // Most of the common factor is a power of two. Shifting it out first shortens the division that follows.
        let twos = trailing_zeros(&numerator).min(trailing_zeros(&denominator));
        let (numerator, denominator) = (numerator >> twos, denominator >> twos);
        let common = (&numerator).gcd(&denominator);
        if common == UBig::ONE {
            Self::from_lowest_terms(numerator, denominator)
        } else {
            Self::from_lowest_terms(numerator / &common, denominator / common)
        }
    }

    /// Creates the fraction `numerator / denominator`, which must be in lowest terms.
    #[must_use]
    pub fn reduced(numerator: UBig, denominator: UBig) -> Self {
        if cfg!(test) {
            assert!((&numerator).gcd(&denominator) == UBig::ONE, "{numerator}/{denominator} is not in lowest terms");
        }
        Self::from_lowest_terms(numerator, denominator)
    }

    /// Returns the numerator of the fraction in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> &UBig {
        match &self.0 {
            Digits::Zero => &ZERO,
            Digits::One => &ONE,
            Digits::Other(parts) => &parts.numerator,
        }
    }

    /// Returns the positive denominator of the fraction in lowest terms.
    #[must_use]
    pub fn denominator(&self) -> &UBig {
        match &self.0 {
            Digits::Zero | Digits::One => &ONE,
            Digits::Other(parts) => match &parts.denominator {
                Denominator::Short(denominator) => denominator,
                Denominator::Long(denominator) => denominator,
            },
        }
    }

    /// Returns the same fraction, but shares the memory of a long denominator. If the denominator is long and the set
    /// `denominators` does not contain it yet, adds the denominator to the set.
    fn sharing(self, denominators: &mut HashSet<Arc<UBig>, FxBuildHasher>) -> Self {
        let Digits::Other(parts) = &self.0 else { return self };
        let Denominator::Long(own) = &parts.denominator else { return self };
        match denominators.get(&**own) {
            None => {
                denominators.insert(Arc::clone(own));
                self
            }
            Some(known) if Arc::ptr_eq(known, own) => self,
            Some(known) => {
                let denominator = Denominator::Long(Arc::clone(known));
                let Digits::Other(parts) = self.0 else { unreachable!("it was one before") };
                let numerator = Arc::try_unwrap(parts).map_or_else(|parts| parts.numerator.clone(), |parts| parts.numerator);
                Self::over(numerator, denominator)
            }
        }
    }

    /// Returns `1 - self`, the value of the same position with White and Black exchanged.
    ///
    /// # Panics
    /// Panics if the value exceeds 1.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        match &self.0 {
            Digits::Zero => Self::ONE,
            Digits::One => Self::ZERO,
            Digits::Other(parts) => Self::over(self.denominator() - self.numerator(), parts.denominator.clone()),
        }
    }

    /// Returns `(self + other) / 2`.
    #[must_use]
    pub fn average(&self, other: &Self) -> Self {
        let (twos, other_twos) = (trailing_zeros(self.denominator()), trailing_zeros(other.denominator()));
        let (odd, other_odd) = (self.denominator() >> twos, other.denominator() >> other_twos);
        let most = twos.max(other_twos);
        let (left, right) = (self.numerator() << (most - twos), other.numerator() << (most - other_twos));
        let (sum, common, product) = if odd == other_odd {
            (left + right, odd.clone(), odd)
        } else {
            let common = (&odd).gcd(&other_odd);
            let (cofactor, other_cofactor) = (&odd / &common, &other_odd / &common);
            (left * &other_cofactor + right * &cofactor, common, odd * other_cofactor)
        };
        if sum == UBig::ZERO {
            return Self::ZERO;
        }
        let cancelled = trailing_zeros(&sum).min(most + 1);
        // Every odd common factor of `sum` and `product` divides `common` (Knuth, TAOCP 2, section 4.5.1), so the
        // reduction needs no division by a longer number.
        let factor = if common == UBig::ONE { UBig::ONE } else { (&sum % &common).gcd(&common) };
        let (numerator, odd) = if factor == UBig::ONE { (sum, product) } else { (sum / &factor, product / factor) };
        Self::from_lowest_terms(numerator >> cancelled, odd << (most + 1 - cancelled))
    }

    /// Returns `floor(self * 2^bits)`.
    #[must_use]
    pub fn scaled_floor(&self, bits: usize) -> UBig {
        (self.numerator() << bits) / self.denominator()
    }

    /// Returns whether `self - other` is negative, and the absolute value of `(self - other) / 2`.
    #[must_use]
    pub fn half_difference(&self, other: &Self) -> (bool, Self) {
        let (a, b) = (self.numerator() * other.denominator(), other.numerator() * self.denominator());
        let negative = a < b;
        let difference = if negative { b - a } else { a - b };
        (negative, Self::new(difference, (self.denominator() * other.denominator()) << 1))
    }

    /// Returns the value as a decimal fraction with `digits` places, rounded down.
    #[must_use]
    pub fn decimal(&self, digits: usize) -> String {
        let scaled = (self.numerator() * UBig::from(10_u8).pow(digits)) / self.denominator();
        let text = scaled.to_string();
        let text = format!("{text:0>width$}", width = digits + 1);
        let (whole, places) = text.split_at(text.len() - digits);
        if digits == 0 { whole.to_owned() } else { format!("{whole}.{places}") }
    }
}

impl std::fmt::Display for Rational {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.numerator(), self.denominator())
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numerator() * other.denominator()).cmp(&(other.numerator() * self.denominator()))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn trailing_zeros(n: &UBig) -> usize {
    n.trailing_zeros().unwrap_or(0)
}

/// Identifier of a value of a [`ValuePool`]. Two values of a pool are equal if and only if their ids are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(u32);

impl ValueId {
    /// Identifier of 0 in every pool.
    pub const ZERO: ValueId = ValueId(0);
    /// Identifier of 1 in every pool.
    pub const ONE: ValueId = ValueId(1);

    /// Returns the index of the value in the pool.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of distinct values. The average of each pair of values is computed only once.
pub struct ValuePool {
    values: Vec<Rational>,
    /// For each value, floor(value * 2^64), or 2^64 - 1 for the value 1.
    leading: Vec<u64>,
    /// A hash table in which the id of a value is looked up.
    ids: HashTable<ValueId>,
    denominators: HashSet<Arc<UBig>, FxBuildHasher>,
    averages: FxHashMap<(ValueId, ValueId), ValueId>,
}

impl Default for ValuePool {
    fn default() -> Self {
        let mut pool = Self {
            values: Vec::new(),
            leading: Vec::new(),
            ids: HashTable::new(),
            denominators: HashSet::default(),
            averages: FxHashMap::default(),
        };
        assert_eq!(pool.intern(Rational::ZERO), ValueId::ZERO);
        assert_eq!(pool.intern(Rational::ONE), ValueId::ONE);
        pool
    }
}

impl ValuePool {
    /// Returns the id of a value. If the value is new, stores it first.
    ///
    /// # Panics
    /// Panics if the pool already contains 2^32 values.
    pub fn intern(&mut self, value: Rational) -> ValueId {
        let next = ValueId(u32::try_from(self.values.len()).expect("fewer than 2^32 distinct values"));
        let values = &mut self.values;
        let hash = FxBuildHasher.hash_one(&value);
        let known = self.ids.entry(hash, |id| values[id.index()] == value, |id| FxBuildHasher.hash_one(&values[id.index()]));
        match known {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                place.insert(next);
                values.push(value.sharing(&mut self.denominators));
                next
            }
        }
    }

    /// Returns the id of the average of two values.
    pub fn average(&mut self, a: ValueId, b: ValueId) -> ValueId {
        if a == b {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.averages.get(&key) {
            return known;
        }
        let average = self.get(a).average(self.get(b));
        let id = self.intern(average);
        self.averages.insert(key, id);
        id
    }

    /// Returns the value with this id.
    #[must_use]
    pub fn get(&self, id: ValueId) -> &Rational {
        &self.values[id.index()]
    }

    /// Returns the values, in the order of their ids.
    #[must_use]
    pub fn into_values(self) -> Vec<Rational> {
        self.values
    }

    /// Returns all ids in ascending order of their values.
    pub fn ascending(&mut self) -> Vec<ValueId> {
        for value in &self.values[self.leading.len()..] {
            self.leading.push(u64::try_from(value.scaled_floor(64)).unwrap_or(u64::MAX));
        }
        let mut ids: Vec<ValueId> = (0..).take(self.values.len()).map(ValueId).collect();
        // The leading 64 bits decide nearly every comparison.
        let leading = |id: ValueId| self.leading[id.index()];
        ids.sort_unstable_by(|&a, &b| leading(a).cmp(&leading(b)).then_with(|| self.get(a).cmp(self.get(b))));
        ids
    }
}

impl serde::Serialize for Rational {
    /// Serialises the value as a string `p/q`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Rational, UBig};

    #[test]
    fn averages_are_reduced() {
        let fractions: Vec<Rational> =
            (1..=24_u32).flat_map(|d| (0..=d).map(move |n| Rational::new(UBig::from(n), UBig::from(d)))).collect();
        for a in &fractions {
            for b in &fractions {
                let sum = a.numerator() * b.denominator() + b.numerator() * a.denominator();
                let expected = Rational::new(sum, (a.denominator() * b.denominator()) << 1);
                assert_eq!(a.average(b), expected, "{a} and {b}");
            }
        }
    }
}
