//! Arithmetic modulo a 62-bit prime.

use super::elimination::Field;

/// Primes just below 2^62. If a prime divides a pivot of the elimination, the next prime is tried.
pub const PRIMES: [u64; 4] = [(1 << 62) - 57, (1 << 62) - 87, (1 << 62) - 117, (1 << 62) - 143];

/// A prime modulus below 2^62. Residues are stored in Montgomery form, that is, multiplied by 2^64.
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
    /// Creates the modulus for an odd prime below 2^62.
    #[must_use]
    pub fn new(prime: u64) -> Self {
        assert!(prime % 2 == 1 && prime < 1 << 62);
        // Newton's iteration doubles the number of correct low bits: 5, 10, ..., 80.
        let mut inverse = prime.wrapping_mul(3) ^ 2;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let power = (1_u128 << 64) % u128::from(prime);
        let square = low(power * power % u128::from(prime));
        Self { prime, negated_inverse: inverse.wrapping_neg(), square }
    }

    /// Returns the prime.
    #[must_use]
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// Returns the residue of a number below the prime.
    #[must_use]
    pub fn residue(&self, n: u64) -> Residue {
        self.mul(Residue(n), Residue(self.square))
    }

    /// Returns the residue of a small signed number.
    #[must_use]
    pub fn signed(&self, n: i64) -> Residue {
        let magnitude = self.residue(n.unsigned_abs());
        if n < 0 { self.sub(Residue(0), magnitude) } else { magnitude }
    }

    /// Returns the least non-negative number with this residue.
    #[must_use]
    pub fn number(&self, a: Residue) -> u64 {
        self.mul(a, Residue(1)).0
    }

    /// Returns `a * b`.
    #[must_use]
    pub fn mul(&self, a: Residue, b: Residue) -> Residue {
        let product = u128::from(a.0) * u128::from(b.0);
        let multiple = low(product).wrapping_mul(self.negated_inverse);
        // The sum is below `2 * prime * 2^64`, so the quotient by 2^64 is below twice the prime.
        let sum = product + u128::from(multiple) * u128::from(self.prime);
        let quotient = high(sum);
        Residue(if quotient >= self.prime { quotient - self.prime } else { quotient })
    }

    /// Returns `a - b`.
    #[must_use]
    pub fn sub(&self, a: Residue, b: Residue) -> Residue {
        Residue(if a.0 >= b.0 { a.0 - b.0 } else { a.0 + self.prime - b.0 })
    }

    /// Returns `1 / a`, computed by Fermat's little theorem, or 0 if `a` is 0.
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

impl Field for Modulus {
    type Element = Residue;

    fn entry(&self, n: i64) -> Residue {
        self.signed(n)
    }

    fn is_zero(&self, a: Residue) -> bool {
        a == Residue(0)
    }

    fn mul(&self, a: Residue, b: Residue) -> Residue {
        Modulus::mul(self, a, b)
    }

    fn sub(&self, a: Residue, b: Residue) -> Residue {
        Modulus::sub(self, a, b)
    }

    fn inverse(&self, a: Residue) -> Residue {
        Modulus::inverse(self, a)
    }
}

#[cfg(test)]
mod tests {
    use super::{Modulus, PRIMES};

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
}
