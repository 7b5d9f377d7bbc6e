//! Computes exact rational solutions of sparse integer systems by Dixon's method (*Exact solution of linear equations
//! using p-adic expansions*, Numerische Mathematik 40, 1982). The matrix is factored once modulo a prime p. Then the
//! base-p digits of the solution are computed one after another.

use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};

use super::elimination::{Factors, SparseRows};
use super::modular::{Modulus, PRIMES, Residue};

/// A system of equations `matrix * y = constants` whose unknowns y lie between 0 and `bound`.
pub struct System {
    /// The rows of the matrix.
    pub matrix: SparseRows,
    /// The right-hand side.
    pub constants: Vec<UBig>,
    /// Upper bound of every unknown.
    pub bound: UBig,
}

/// A solution, as fractions with a common denominator.
pub struct Solution {
    /// Numerators of the unknowns.
    pub numerators: Vec<UBig>,
    /// Common denominator, which is positive.
    pub denominator: UBig,
}

impl System {
    /// Solves the system exactly. Returns `None` if the system is singular, or if an unknown is not between 0 and
    /// `bound`.
    #[must_use]
    pub fn solve(&self) -> Option<Solution> {
        if self.matrix.is_empty() {
            return Some(Solution { numerators: Vec::new(), denominator: UBig::ONE });
        }
        let (modulus, factors) = PRIMES.iter().find_map(|&prime| {
            let modulus = Modulus::new(prime);
            Factors::new(&self.matrix, modulus, usize::MAX).map(|factors| (modulus, factors))
        })?;
        let mut expansion = Expansion::new(self, modulus);
        // The rows have a Euclidean length of at most sqrt(8). By Cramer's rule and Hadamard's bound, the denominator
        // therefore has at most 1.5 bits per row.
        let enough = self.bound.bit_len() + 3 * self.matrix.len() + 2 * 62;
        let mut digits = self.bound.bit_len() / 62 + 3;
        loop {
            while expansion.digits.len() < digits {
                expansion.next_digit(&factors, &self.matrix);
            }
            if let Some(solution) = self.recover(&expansion)
                && self.holds(&solution)
            {
                return Some(solution);
            }
            if digits * 61 > 2 * enough {
                return None;
            }
            digits += 2 + digits / 2;
        }
    }

    /// Finds fractions that agree with the digits computed so far. If enough digits are known, the fractions are the
    /// solution.
    fn recover(&self, expansion: &Expansion) -> Option<Solution> {
        let power = expansion.power();
        // If 2 bound q^2 < p^k, where k is the number of digits, at most one denominator q has numerators of at most
        // bound * q. One digit is kept in reserve, so an accidental agreement is improbable.
        let limit = (&power >> 64) / &self.bound;
        let widest = limit.bit_len() / 2;
        let mut denominator = UBig::ONE;
        // Numerators are stored because they are half as long as residues. A numerator belongs to the common
        // denominator at the time when the numerator was stored. `growth` lists the factors by which the denominator
        // grew later.
        let mut numerators: Vec<UBig> = Vec::with_capacity(self.matrix.len());
        let mut growth: Vec<(usize, UBig)> = Vec::new();
        for unknown in 0..self.matrix.len() {
            let mut scaled = (expansion.residue(unknown) * &denominator) % &power;
            if scaled > &self.bound * &denominator {
                let factor = least_denominator(&scaled, &power, &(&self.bound * &denominator), widest)?;
                denominator *= &factor;
                if denominator.bit_len() > widest {
                    return None;
                }
                scaled = (scaled * &factor) % &power;
                growth.push((unknown, factor));
            }
            numerators.push(scaled);
        }
        let mut later = UBig::ONE;
        let mut end = numerators.len();
        for (first, factor) in growth.into_iter().rev() {
            if later != UBig::ONE {
                numerators[first..end].iter_mut().for_each(|numerator| *numerator *= &later);
            }
            (later, end) = (later * factor, first);
        }
        numerators[..end].iter_mut().for_each(|numerator| *numerator *= &later);
        let largest = &self.bound * &denominator;
        numerators.iter().all(|numerator| *numerator <= largest).then_some(Solution { numerators, denominator })
    }

    /// Checks exactly whether the equations hold.
    fn holds(&self, solution: &Solution) -> bool {
        self.matrix.iter().zip(&self.constants).all(|(row, constant)| {
            let sum: IBig =
                row.iter().map(|&(column, entry)| IBig::from(entry) * IBig::from(solution.numerators[column as usize].clone())).sum();
            sum == IBig::from(constant * &solution.denominator)
        })
    }
}

/// Returns the least positive denominator q with `q * residue mod power <= bound * q`. Tests the cofactors of the
/// extended Euclidean algorithm, in ascending order. Returns `None` if no cofactor satisfies the inequality.
fn least_denominator(residue: &UBig, power: &UBig, bound: &UBig, widest: usize) -> Option<UBig> {
    let (mut older, mut newer) = (power.clone(), residue.clone());
    // Absolute values of the cofactors of `residue`, whose signs alternate.
    let (mut older_factor, mut newer_factor) = (UBig::ZERO, UBig::ONE);
    let mut negative = false;
    while newer > bound * &newer_factor || negative {
        if newer == UBig::ZERO || newer_factor.bit_len() > widest {
            return None;
        }
        let (quotient, remainder) = (&older).div_rem(&newer);
        let factor = &older_factor + quotient * &newer_factor;
        (older, newer) = (newer, remainder);
        (older_factor, newer_factor) = (newer_factor, factor);
        negative = !negative;
    }
    Some(newer_factor)
}

/// For all unknowns, the base-p digits that were computed so far.
struct Expansion {
    modulus: Modulus,
    /// The vector `(constants - matrix * x) / p^n`. In this formula, n is the number of computed digits, and x is the
    /// solution modulo p^n.
    rest: Vec<IBig>,
    /// Vectors of digits, from the lowest digit to the highest. Each vector contains one digit of every unknown.
    digits: Vec<Vec<u64>>,
}

impl Expansion {
    fn new(system: &System, modulus: Modulus) -> Self {
        Self { modulus, rest: system.constants.iter().map(|c| IBig::from(c.clone())).collect(), digits: Vec::new() }
    }

    fn next_digit(&mut self, factors: &Factors<Modulus>, matrix: &SparseRows) {
        let prime = IBig::from(self.modulus.prime());
        let mut side: Vec<Residue> = self.rest.iter().map(|rest| self.modulus.residue(least_residue(rest, self.modulus.prime()))).collect();
        factors.solve(&mut side);
        let digit: Vec<u64> = side.into_iter().map(|residue| self.modulus.number(residue)).collect();
        for (rest, row) in self.rest.iter_mut().zip(matrix) {
            let product: i128 = row.iter().map(|&(column, entry)| i128::from(entry) * i128::from(digit[column as usize])).sum();
            *rest = (&*rest - IBig::from(product)) / &prime;
        }
        self.digits.push(digit);
    }

    /// Returns p^n, where n is the number of digits computed so far.
    fn power(&self) -> UBig {
        UBig::from(self.modulus.prime()).pow(self.digits.len())
    }

    /// Returns the value of an unknown modulo [`Expansion::power`].
    fn residue(&self, unknown: usize) -> UBig {
        let prime = UBig::from(self.modulus.prime());
        self.digits.iter().rev().fold(UBig::ZERO, |sum, digit| sum * &prime + UBig::from(digit[unknown]))
    }
}

fn least_residue(n: &IBig, prime: u64) -> u64 {
    let (sign, magnitude) = n.clone().into_parts();
    let residue = magnitude % prime;
    match sign {
        dashu_int::Sign::Negative if residue > 0 => prime - residue,
        _ => residue,
    }
}

#[cfg(test)]
mod tests {
    use super::System;
    use dashu_int::UBig;

    fn small(n: u32) -> UBig {
        UBig::from(n)
    }

    #[test]
    fn solves_small_systems_exactly() {
        // The equations 2x - y = 1 and 2y - x = 0 have the solution x = 2/3, y = 1/3.
        let system =
            System { matrix: vec![vec![(0, 2), (1, -1)], vec![(1, 2), (0, -1)]], constants: vec![small(1), small(0)], bound: small(1) };
        let solution = system.solve().unwrap();
        let three = &solution.denominator / small(3);
        assert_eq!(solution.numerators, [&three * small(2), three.clone()]);
    }

    #[test]
    fn a_long_walk_has_a_large_denominator() {
        // The system describes a gambler's ruin on 200 positions, of which every third has a direct win. The
        // denominator of its solution is about 2^200.
        let size = 200_u32;
        let matrix: Vec<Vec<(u32, i64)>> = (0..size)
            .map(|v| {
                let mut row = vec![(v, 2)];
                row.extend(v.checked_sub(1).map(|u| (u, -1)));
                row.extend((v + 1 < size && v % 3 != 0).then_some((v + 1, -1)));
                row
            })
            .collect();
        let constants: Vec<UBig> = (0..size).map(|v| small(u32::from(v % 3 == 0))).collect();
        let system = System { matrix, constants, bound: small(1) };
        let solution = system.solve().unwrap();
        assert!(system.holds(&solution));
        assert!(solution.numerators.iter().all(|n| *n <= solution.denominator));
    }

    #[test]
    fn a_singular_system_has_no_answer() {
        let system =
            System { matrix: vec![vec![(0, 2), (1, -2)], vec![(1, 2), (0, -2)]], constants: vec![small(0), small(0)], bound: small(1) };
        assert!(system.solve().is_none());
    }
}
