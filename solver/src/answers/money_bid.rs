//! Computes how much a player should bid for the next move. A bid is a signed fraction of all the money.
//!
//! The bid is `(max_w - min_b) / 2`: `max_w` is the value after White's best move, and `min_b` is the value after
//! Black's best move. Section 2 of the paper explains this formula. The bid is negative in zugzwang.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::model::value::Rational;

/// Bid for the next move, as a signed fraction of all the money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    negative: bool,
    size: Rational,
}

/// Classification of a position by the sign of its bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tempo {
    /// Both players want to move.
    Hot,
    /// Neither player gains anything by moving (the paper's section 8).
    Quiescent,
    /// Each player would rather let the other move (the paper's section 11).
    Zugzwang,
}

impl Bid {
    /// Computes the bid `(max_w - min_b) / 2`.
    #[must_use]
    pub fn between(max_w: &Rational, min_b: &Rational) -> Self {
        let (negative, size) = max_w.half_difference(min_b);
        Self { negative, size }
    }

    /// Returns the bid without its sign.
    #[must_use]
    pub fn size(&self) -> &Rational {
        &self.size
    }

    /// Classifies the position by the sign of this bid.
    #[must_use]
    pub fn tempo(&self) -> Tempo {
        match (self.negative, self.size == Rational::ZERO) {
            (true, _) => Tempo::Zugzwang,
            (false, true) => Tempo::Quiescent,
            (false, false) => Tempo::Hot,
        }
    }

    /// Formats the bid as a decimal fraction, rounded towards zero.
    #[must_use]
    pub fn decimal(&self, digits: usize) -> String {
        format!("{}{}", self.sign(), self.size.decimal(digits))
    }

    fn sign(&self) -> &'static str {
        if self.negative { "-" } else { "" }
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.sign(), self.size)
    }
}

impl Serialize for Bid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Ord for Bid {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (true, true) => other.size.cmp(&self.size),
            (false, false) => self.size.cmp(&other.size),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Bid {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bid, Rational, Tempo};

    #[test]
    fn bids_have_a_sign() {
        let value = |n: u8, d: u8| Rational::new(n.into(), d.into());
        let cases = [
            (value(1, 1), value(0, 1), "1/2", "0.50", Tempo::Hot),
            (value(3, 4), value(1, 4), "1/4", "0.25", Tempo::Hot),
            (value(1, 2), value(1, 2), "0/1", "0.00", Tempo::Quiescent),
            (value(1, 3), value(1, 2), "-1/12", "-0.08", Tempo::Zugzwang),
            (value(1, 4), value(3, 4), "-1/4", "-0.25", Tempo::Zugzwang),
        ];
        let bids: Vec<Bid> = cases.iter().map(|(white, black, ..)| Bid::between(white, black)).collect();
        for (bid, (.., text, decimal, tempo)) in bids.iter().zip(&cases) {
            assert_eq!((bid.to_string().as_str(), bid.decimal(2).as_str(), bid.tempo()), (*text, *decimal, *tempo));
        }
        assert!(bids.is_sorted_by(|a, b| a > b), "from hot to the worst zugzwang");
    }
}
