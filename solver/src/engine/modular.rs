//! Arithmetic modulo a 62-bit prime, and a sparse factorisation of a matrix modulo it.

/// Primes just below 2^62, tried in turn when one divides a pivot.
pub const PRIMES: [u64; 4] = [(1 << 62) - 57, (1 << 62) - 87, (1 << 62) - 117, (1 << 62) - 143];

/// A prime modulus below 2^62; residues are kept in Montgomery form (times 2^64).
#[derive(Clone, Copy, Debug)]
pub struct Modulus {
    prime: u64,
    /// -1/prime modulo 2^64.
    negated_inverse: u64,
    /// 2^128 modulo the prime.
    square: u64,
}

/// A residue in Montgomery form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residue(u64);

impl Modulus {
    /// Arithmetic modulo an odd prime below 2^62.
    #[must_use]
    pub fn new(prime: u64) -> Self {
        debug_assert!(prime % 2 == 1 && prime < 1 << 62);
        // Newton's iteration doubles the number of correct low bits: 5, 10, ..., 80.
        let mut inverse = prime.wrapping_mul(3) ^ 2;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let power = (1_u128 << 64) % u128::from(prime);
        let square = low(power * power % u128::from(prime));
        Self { prime, negated_inverse: inverse.wrapping_neg(), square }
    }

    /// The prime.
    #[must_use]
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// The residue of a number below the prime.
    #[must_use]
    pub fn residue(&self, n: u64) -> Residue {
        self.mul(Residue(n), Residue(self.square))
    }

    /// The residue of a small signed number.
    #[must_use]
    pub fn signed(&self, n: i64) -> Residue {
        let magnitude = self.residue(n.unsigned_abs());
        if n < 0 { self.sub(Residue(0), magnitude) } else { magnitude }
    }

    /// The least number not below 0 with this residue.
    #[must_use]
    pub fn number(&self, a: Residue) -> u64 {
        self.mul(a, Residue(1)).0
    }

    /// a b.
    #[must_use]
    pub fn mul(&self, a: Residue, b: Residue) -> Residue {
        let product = u128::from(a.0) * u128::from(b.0);
        let multiple = low(product).wrapping_mul(self.negated_inverse);
        // The sum is below 2 prime 2^64, so the quotient is below twice the prime.
        let sum = product + u128::from(multiple) * u128::from(self.prime);
        let quotient = high(sum);
        Residue(if quotient >= self.prime { quotient - self.prime } else { quotient })
    }

    /// a - b.
    #[must_use]
    pub fn sub(&self, a: Residue, b: Residue) -> Residue {
        Residue(if a.0 >= b.0 { a.0 - b.0 } else { a.0 + self.prime - b.0 })
    }

    /// 1 / a, by Fermat's little theorem. 0 for 0.
    #[must_use]
    pub fn inverse(&self, a: Residue) -> Residue {
        let (mut power, mut exponent, mut base) = (self.residue(1), self.prime - 2, a);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = self.mul(power, base);
            }
            base = self.mul(base, base);
            exponent /= 2;
        }
        power
    }
}

fn low(n: u128) -> u64 {
    n as u64
}

fn high(n: u128) -> u64 {
    (n >> 64) as u64
}

/// A square matrix by rows: column and entry, columns distinct within a row.
pub type SparseRows = Vec<Vec<(u32, i64)>>;

/// The matrix factored modulo a prime, ready to solve for many right-hand sides.
pub struct Factors {
    modulus: Modulus,
    /// In order of elimination.
    steps: Vec<Step>,
}

struct Step {
    pivot: u32,
    inverse: Residue,
    /// Rows from which a multiple of the pivot's row was taken.
    below: Vec<(u32, Residue)>,
    /// The rest of the pivot's row.
    right: Vec<(u32, Residue)>,
}

impl Factors {
    /// Eliminates on the diagonal, always next the vertex that adds the fewest entries. `None` if a pivot vanishes modulo the prime.
    ///
    /// The systems met here are nonsingular M-matrices (2 on the diagonal, at most -2 beside it), whose diagonal pivots
    /// never vanish over the rationals, in any order.
    #[must_use]
    pub fn new(rows: &SparseRows, modulus: Modulus) -> Option<Self> {
        let size = rows.len();
        let mut rows: Vec<Vec<(u32, Residue)>> =
            rows.iter().map(|row| row.iter().map(|&(column, entry)| (column, modulus.signed(entry))).collect()).collect();
        let mut above: Vec<Vec<u32>> = vec![Vec::new(); size];
        for (index, row) in (0_u32..).zip(&rows) {
            for &(column, _) in row {
                if column != index {
                    above[column as usize].push(index);
                }
            }
        }
        let mut left: Vec<u32> = (0..).take(size).collect();
        let mut place_in_row = vec![u32::MAX; size];
        let mut steps = Vec::with_capacity(size);
        while !left.is_empty() {
            let cost = |&v: &u32| (rows[v as usize].len() - 1) * above[v as usize].len();
            let (at, &pivot) = left.iter().enumerate().min_by_key(|(_, v)| cost(v))?;
            left.swap_remove(at);
            let mut right = std::mem::take(&mut rows[pivot as usize]);
            let diagonal = right.iter().position(|&(column, _)| column == pivot)?;
            let (_, entry) = right.swap_remove(diagonal);
            if entry == Residue(0) {
                return None;
            }
            let inverse = modulus.inverse(entry);
            for &(column, _) in &right {
                above[column as usize].retain(|&row| row != pivot);
            }
            let mut below = Vec::with_capacity(above[pivot as usize].len());
            for target in std::mem::take(&mut above[pivot as usize]) {
                let row = &mut rows[target as usize];
                let diagonal = row.iter().position(|&(column, _)| column == pivot)?;
                let (_, entry) = row.swap_remove(diagonal);
                let factor = modulus.mul(entry, inverse);
                for (place, &(column, _)) in (0_u32..).zip(row.iter()) {
                    place_in_row[column as usize] = place;
                }
                for &(column, entry) in &right {
                    let change = modulus.mul(factor, entry);
                    let place = place_in_row[column as usize];
                    if place == u32::MAX {
                        row.push((column, modulus.sub(Residue(0), change)));
                        above[column as usize].push(target);
                    } else {
                        let old = &mut row[place as usize].1;
                        *old = modulus.sub(*old, change);
                    }
                }
                for &(column, _) in row.iter() {
                    place_in_row[column as usize] = u32::MAX;
                }
                below.push((target, factor));
            }
            steps.push(Step { pivot, inverse, below, right });
        }
        Some(Self { modulus, steps })
    }

    /// Solves for one right-hand side (residues in, residues out).
    pub fn solve(&self, side: &mut [Residue]) {
        let modulus = &self.modulus;
        for step in &self.steps {
            let value = side[step.pivot as usize];
            for &(target, factor) in &step.below {
                side[target as usize] = modulus.sub(side[target as usize], modulus.mul(factor, value));
            }
        }
        for step in self.steps.iter().rev() {
            let mut value = side[step.pivot as usize];
            for &(column, entry) in &step.right {
                value = modulus.sub(value, modulus.mul(entry, side[column as usize]));
            }
            side[step.pivot as usize] = modulus.mul(value, step.inverse);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Factors, Modulus, PRIMES};

    #[test]
    fn arithmetic_modulo_each_prime() {
        for prime in PRIMES {
            let modulus = Modulus::new(prime);
            for n in [0, 1, 2, 3, 12_345_678_901, prime - 2, prime - 1] {
                let a = modulus.residue(n);
                assert_eq!(modulus.number(a), n);
                let expected = u64::try_from(u128::from(n) * u128::from(n) % u128::from(prime)).unwrap();
                assert_eq!(modulus.number(modulus.mul(a, a)), expected, "{n} squared");
                if n > 0 {
                    assert_eq!(modulus.number(modulus.mul(a, modulus.inverse(a))), 1, "1 / {n}");
                }
            }
            assert_eq!(modulus.number(modulus.signed(-1)), prime - 1);
        }
    }

    #[test]
    fn factors_solve_what_they_were_made_of() {
        // 2 on the diagonal, two successors each: a ring with chords.
        let size: u32 = 40;
        let rows: Vec<Vec<(u32, i64)>> = (0..size)
            .map(|v| {
                let (a, b) = ((v + 1) % size, (v * 7 + 3) % size);
                let mut row = vec![(v, if v == b { 1 } else { 2 })];
                if v == 0 {
                    return row;
                }
                if a == b {
                    row.push((a, -2));
                } else {
                    row.extend([a, b].into_iter().filter(|&s| s != v).map(|s| (s, -1)));
                }
                row
            })
            .collect();
        let modulus = Modulus::new(PRIMES[0]);
        let factors = Factors::new(&rows, modulus).unwrap();
        let wanted: Vec<_> = (0..u64::from(size)).map(|n| modulus.residue(n * n + 5)).collect();
        let mut side: Vec<_> = rows
            .iter()
            .map(|row| {
                row.iter().fold(modulus.residue(0), |sum, &(column, entry)| {
                    let term = modulus.mul(modulus.signed(-entry), wanted[column as usize]);
                    modulus.sub(sum, term)
                })
            })
            .collect();
        factors.solve(&mut side);
        assert_eq!(side, wanted);
    }
}
