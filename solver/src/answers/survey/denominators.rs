//! Examines the denominators of alpha and beta in an ending, and the prime factors of these denominators (the paper's
//! sections 9 and 10).

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, PowerOfTwo};
use serde::Serialize;

use super::{Count, Entry, Example};
use crate::answers::as_optional_text;
use crate::answers::as_text;
use crate::model::solution::Solution;
use crate::model::value::Rational;

/// Trial division uses the primes up to this bound.
pub const PRIME_BOUND: u64 = 10_000;

/// Statistics of the denominators of alpha and beta in an ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Denominators {
    /// Number of distinct denominators.
    pub distinct: usize,
    /// Number of positions for which the denominators of alpha and beta are powers of two.
    pub dyadic: Count,
    /// Number of positions for which the denominator of alpha or beta is not a power of two.
    pub nondyadic: Count,
    /// Position whose alpha or beta has the largest denominator.
    pub largest: Example,
    /// Number of decimal digits of the largest denominator.
    pub digits: usize,
    /// Prime factors of the largest denominator.
    pub factors: Factorization,
    /// Position whose alpha or beta has the largest denominator among the powers of two.
    pub largest_dyadic: Option<Example>,
    /// Position whose alpha or beta has the least denominator that is not a power of two.
    pub least_nondyadic: Option<Example>,
    /// The constant [`PRIME_BOUND`].
    pub prime_bound: u64,
    /// Odd primes up to `prime_bound` that divide at least one denominator.
    pub odd_primes: BTreeSet<u64>,
    /// Statistics of the denominators that are odd and greater than 1.
    pub odd: OddDenominators,
}

/// Statistics of the denominators that are odd and greater than 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OddDenominators {
    /// Number of positions whose alpha or beta has an odd denominator greater than 1.
    pub count: Count,
    /// Position whose alpha or beta has the largest odd denominator.
    pub largest: Option<Example>,
    /// Prime factors of the largest odd denominator.
    pub factors: Option<Factorization>,
}

/// Prime factors of a number, found by trial division. The factorization may be incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Factorization {
    /// Prime factors in ascending order, each with its exponent.
    pub primes: Vec<(u64, u32)>,
    /// Factor that remains after trial division, if any. No prime up to [`PRIME_BOUND`] divides this factor.
    #[serde(serialize_with = "as_optional_text", skip_serializing_if = "Option::is_none")]
    pub cofactor: Option<UBig>,
    /// The number that was factored.
    #[serde(serialize_with = "as_text")]
    pub number: UBig,
}

impl Factorization {
    /// Factors a number by trial division with the primes up to [`PRIME_BOUND`].
    ///
    /// # Panics
    /// Panics if the number is 0.
    #[must_use]
    pub fn new(number: &UBig) -> Self {
        assert!(*number != UBig::ZERO, "zero has no factorization");
        let mut rest = number.clone();
        let mut factors = Vec::new();
        for prime in primes() {
            let mut exponent = 0;
            while &rest % prime == 0 {
                rest /= prime;
                exponent += 1;
            }
            if exponent > 0 {
                factors.push((prime, exponent));
            }
        }
        // A remainder greater than 1 is prime if it is less than the square of the bound.
        match u64::try_from(&rest) {
            Ok(1) => {}
            Ok(prime) if prime < PRIME_BOUND * PRIME_BOUND => factors.push((prime, 1)),
            _ => return Self { primes: factors, cofactor: Some(rest), number: number.clone() },
        }
        Self { primes: factors, cofactor: None, number: number.clone() }
    }
}

impl fmt::Display for Factorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = |&(prime, exponent): &(u64, u32)| if exponent == 1 { prime.to_string() } else { format!("{prime}^{exponent}") };
        let mut factors: Vec<String> = self.primes.iter().map(power).collect();
        if let Some(cofactor) = &self.cofactor {
            factors.push(format!("(a cofactor of {} digits)", cofactor.to_string().len()));
        }
        if factors.is_empty() { f.write_str("1") } else { f.write_str(&factors.join(" * ")) }
    }
}

/// Generates the primes up to [`PRIME_BOUND`].
fn primes() -> impl Iterator<Item = u64> {
    let bound = usize::try_from(PRIME_BOUND).expect("a small bound");
    let mut composite = vec![false; bound + 1];
    for n in 2..=bound {
        if !composite[n] {
            (n * n..=bound).step_by(n).for_each(|multiple| composite[multiple] = true);
        }
    }
    (2..=PRIME_BOUND).zip(composite.into_iter().skip(2)).filter_map(|(n, composite)| (!composite).then_some(n))
}

/// Returns the primes up to [`PRIME_BOUND`] that divide at least one of the numbers. For speed, each number is first
/// divided by 64-bit products of several primes.
fn prime_divisors(numbers: &HashSet<UBig>) -> BTreeSet<u64> {
    let mut handfuls: Vec<(u64, Vec<u64>)> = vec![(1, Vec::new())];
    for prime in primes() {
        match handfuls.last_mut() {
            Some((product, primes)) if product.checked_mul(prime).is_some() => {
                *product *= prime;
                primes.push(prime);
            }
            _ => handfuls.push((prime, vec![prime])),
        }
    }
    let mut found = BTreeSet::new();
    for number in numbers {
        for (product, primes) in &handfuls {
            let rest = number % *product;
            found.extend(primes.iter().filter(|&prime| rest % prime == 0));
        }
    }
    found
}

fn is_dyadic(value: &Rational) -> bool {
    value.denominator().is_power_of_two()
}

fn is_odd(value: &Rational) -> bool {
    value.denominator().bit(0) && *value.denominator() != UBig::ONE
}

/// Collects statistics of denominators over all classes of symmetric positions of an ending.
pub(super) struct Collector<'a> {
    solution: &'a Solution,
    // For each value: is the denominator a power of two, and is it odd and greater than 1?
    kinds: Vec<(bool, bool)>,
    /// First position with each value of alpha or beta. The entry is `None` if no position so far has the value.
    first: Vec<Option<String>>,
    dyadic: Count,
    nondyadic: Count,
    odd: Count,
}

impl<'a> Collector<'a> {
    pub(super) fn new(solution: &'a Solution) -> Self {
        let kinds = solution.values.iter().map(|value| (is_dyadic(value), is_odd(value))).collect();
        let none = Count::default();
        Self { solution, kinds, first: vec![None; solution.values.len()], dyadic: none, nondyadic: none, odd: none }
    }

    pub(super) fn add(&mut self, entry: &Entry) {
        let at = entry.class as usize;
        let ranks = [self.solution.rank_alpha[at], self.solution.rank_beta[at]].map(|rank| rank as usize);
        for rank in ranks {
            self.first[rank].get_or_insert_with(|| entry.position());
        }
        let count = if ranks.iter().all(|&rank| self.kinds[rank].0) { &mut self.dyadic } else { &mut self.nondyadic };
        count.add(entry.placements);
        if ranks.iter().any(|&rank| self.kinds[rank].1) {
            self.odd.add(entry.placements);
        }
    }

    /// Returns the number of distinct values of alpha and beta.
    pub(super) fn values(&self) -> usize {
        self.first.iter().flatten().count()
    }

    pub(super) fn finish(self) -> Denominators {
        let occurring: Vec<(&Rational, &String, (bool, bool))> = self
            .solution
            .values
            .iter()
            .zip(&self.first)
            .zip(&self.kinds)
            .filter_map(|((value, first), &kinds)| Some((value, first.as_ref()?, kinds)))
            .collect();
        let example = |(value, position, _): &(&Rational, &String, _)| Example { position: (*position).clone(), value: (*value).clone() };
        // If several values have the same denominator, takes the least value.
        let largest_of = |requested: fn((bool, bool)) -> bool| {
            occurring.iter().rev().filter(|(.., kinds)| requested(*kinds)).max_by_key(|(value, ..)| value.denominator()).map(example)
        };
        let least_nondyadic =
            occurring.iter().filter(|(.., (dyadic, _))| !dyadic).min_by_key(|(value, ..)| value.denominator()).map(example);
        let denominators: HashSet<&UBig> = occurring.iter().map(|(value, ..)| value.denominator()).collect();
        let odd_parts: HashSet<UBig> =
            denominators.iter().map(|&denominator| denominator >> denominator.trailing_zeros().unwrap_or(0)).collect();
        let largest = largest_of(|_| true).expect("an ending has positions");
        let largest_odd = largest_of(|(_, odd)| odd);
        Denominators {
            distinct: denominators.len(),
            dyadic: self.dyadic,
            nondyadic: self.nondyadic,
            digits: largest.value.denominator().to_string().len(),
            factors: Factorization::new(largest.value.denominator()),
            largest,
            largest_dyadic: largest_of(|(dyadic, _)| dyadic),
            least_nondyadic,
            prime_bound: PRIME_BOUND,
            odd_primes: prime_divisors(&odd_parts),
            odd: OddDenominators {
                count: self.odd,
                factors: largest_odd.as_ref().map(|example| Factorization::new(example.value.denominator())),
                largest: largest_odd,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Factorization, HashSet, UBig, prime_divisors, primes};

    #[test]
    fn small_primes_are_divided_out() {
        assert_eq!(primes().count(), 1229);
        let cases = [
            (1_u64, "1"),
            (320, "2^6 * 5"),
            (819, "3^2 * 7 * 13"),
            (229_627_505_902_878_720, "2^40 * 3^3 * 5 * 7 * 13 * 17"),
            // The prime 63587 is greater than the bound. It is recognised as a prime because it is less than the square
            // of the bound.
            (2 * 63_587, "2 * 63587"),
            (3 * 63_587 * 68_891, "3 * (a cofactor of 10 digits)"),
        ];
        for (number, text) in cases {
            assert_eq!(Factorization::new(&UBig::from(number)).to_string(), text);
        }
        let numbers: HashSet<UBig> = [819_u64, 251 * 9973, 1].into_iter().map(UBig::from).collect();
        assert_eq!(Vec::from_iter(prime_divisors(&numbers)), [3, 7, 13, 251, 9973]);
    }
}
