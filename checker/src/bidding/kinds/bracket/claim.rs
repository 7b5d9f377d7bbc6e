//! The claim that a verified certificate of kind `bracket` proves.

use super::classes::BoundsSummary;
use super::table::Table;
use crate::Digest;
use crate::bidding::game::Positions;
use crate::bidding::kinds::{BIDS, DRAWS, for_each_position};
use crate::core::claim;
use crate::core::fields::counted;

/// The claim: every position has a lower and an upper bound for each of its two thresholds, alpha and beta.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// Number of positions of the game.
    pub positions: u64,
    /// Number of classes of symmetric positions.
    pub classes: u32,
    /// Number of binary places of each bound.
    pub bits: u32,
    /// Number of classes of symmetric positions whose bounds prove that alpha is less than beta.
    pub differ: u64,
    /// Widest gap between lower and upper bound, for alpha and for beta, in units of 2^-bits.
    pub widest: [u128; 2],
    /// SHA-256 of all bounds. Two files have the same digest if and only if all their bounds are equal as numbers.
    pub bounds: Digest,
    /// Number of bytes of each difference (upper bound minus lower bound) in the file.
    pub(super) difference_bytes: usize,
}

impl Claim {
    pub(super) fn new(table: &Table, positions: &dyn Positions, BoundsSummary { differ, widest }: BoundsSummary) -> Self {
        let (positions, classes) = (positions.placements(), positions.classes());
        let (bits, bounds, difference_bytes) = (table.bits(), table.digest(), table.difference_bytes);
        Self { positions, classes, bits, differ, widest, bounds, difference_bytes }
    }
}

/// Formats the number `units` * 2^-bits, rounded up to a power of 2. If `units` is 0, returns 0.
fn power(units: u128, bits: u32) -> String {
    match units.checked_next_power_of_two().map(|power| bits.saturating_sub(power.trailing_zeros())) {
        _ if units == 0 => "0".to_owned(),
        None | Some(0) => "1".to_owned(),
        Some(places) => format!("2^-{places}"),
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let Self { positions, classes, bits, differ, widest: [alpha, beta], .. } = self;
        let in_all = counted(*classes, ["class", "classes"]);
        let others = match u64::from(*classes).saturating_sub(*differ) {
            0 => String::new(),
            others => format!("; whether they differ at the other {others} is not said"),
        };
        vec![
            format!(
                "{} the file has lower and upper bounds of two shares alpha and beta of all money; those of alpha are at \
                 most {} apart, those of beta at most {}, and all are multiples of 2^-{bits}",
                for_each_position(*positions, *classes),
                power(*alpha, *bits),
                power(*beta, *bits)
            ),
            format!("alpha is less than beta at {differ} of {in_all} of positions{others}"),
            "White can force a win if Black has less than alpha, Black can if Black has more than beta, and between these neither can"
                .to_owned(),
            BIDS.to_owned(),
            DRAWS.to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn widths_as_powers() {
        for (units, bits, expected) in [
            (0, 5, "0"),
            (1, 5, "2^-5"),
            (2, 5, "2^-4"),
            (3, 5, "2^-3"),
            (16, 5, "2^-1"),
            (17, 5, "1"),
            (32, 5, "1"),
            (1, 120, "2^-120"),
            (1 << 120, 120, "1"),
        ] {
            assert_eq!(power(units, bits), expected, "{units} units of 2^-{bits}");
        }
    }
}
