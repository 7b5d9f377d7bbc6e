//! Converts the bounds in a cited certificate to the precision of the citing file (section 2 of
//! `spec/kinds/bracket.md`). Rounds lower bounds down and upper bounds up.

use super::table::{Bounds, Table};
use crate::bidding::kinds::richman;
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::Verified;
use crate::core::work::Meter;
use num_bigint::BigUint;

/// Work steps charged for rounding an exact value. `STEPS_PER_WORD` further steps are charged for each 64-bit word of
/// the denominator.
const STEPS_PER_VALUE: u64 = 8;
const STEPS_PER_WORD: u64 = 4;

/// The bounds or exact values in a cited certificate.
pub(super) enum CitedTable<'a> {
    Bracket { table: &'a Table },
    Exact { table: &'a richman::Table, values: Vec<[u128; 2]> },
}

impl<'a> CitedTable<'a> {
    /// Creates a `CitedTable` from a verified certificate of kind `bracket` or `richman`. Exact values are rounded to
    /// `bits` binary places.
    pub(super) fn new(verified: &'a Verified, bits: u32, meter: &mut Meter) -> Result<Self, Refusal> {
        if let Some(table) = verified.table::<Table>() {
            return Ok(Self::Bracket { table });
        }
        let internal = || Refusal::internal(Place::Citation(0), "a cited certificate has no table, or one with a value above 1");
        let table = verified.table::<richman::Table>().ok_or_else(internal)?;
        let mut values = Vec::with_capacity(table.value_count());
        while let Some((numerator, denominator)) = u32::try_from(values.len()).ok().and_then(|rank| table.value(rank)) {
            meter.spend(denominator.bits().div_ceil(64).saturating_mul(STEPS_PER_WORD).saturating_add(STEPS_PER_VALUE))?;
            values.push(rounded(numerator, denominator, bits).ok_or_else(internal)?);
        }
        Ok(Self::Exact { table, values })
    }

    /// Returns the bounds of a class of symmetric positions. The returned bounds have `bits` binary places. Rounds
    /// lower bounds down and upper bounds up.
    pub(super) fn bounds(&self, class: u32, bits: u32) -> Option<Bounds> {
        match self {
            Self::Bracket { table } => table.bounds(class).map(|bounds| outward(bounds, table.bits(), bits)),
            Self::Exact { table, values } => {
                let value = |ranks: &[u32]| values.get(index(*ranks.get(index(class))?)).copied();
                Some(Bounds { alpha: value(table.rank_alpha())?, beta: value(table.rank_beta())? })
            }
        }
    }
}

/// Rounds a fraction from 0 to 1 down and up to `bits` binary places. Returns both rounded numbers in units of 2^-bits.
fn rounded(numerator: &BigUint, denominator: &BigUint, bits: u32) -> Option<[u128; 2]> {
    let scaled = numerator << bits;
    let down = &scaled / denominator;
    let inexact = &down * denominator != scaled;
    let down = u128::try_from(down).ok()?;
    Some([down, down.checked_add(u128::from(inexact))?])
}

/// Converts bounds from units of 2^-from to units of 2^-to. Rounds lower bounds down and upper bounds up.
fn outward(bounds: Bounds, from: u32, to: u32) -> Bounds {
    match to.checked_sub(from) {
        Some(more) => bounds.map(|bound| bound << more, |bound| bound << more),
        None => {
            let less = from.saturating_sub(to);
            bounds.map(|bound| bound >> less, |bound| bound.div_ceil(1 << less))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{outward, rounded};
    use crate::bidding::kinds::bracket::Bounds;
    use num_bigint::BigUint;

    #[test]
    fn fractions_rounded_down_and_up() {
        for (numerator, denominator, bits, expected) in [
            (0_u32, 1_u32, 7, [0, 0]),
            (1, 1, 7, [128, 128]),
            (1, 2, 1, [1, 1]),
            (1, 3, 1, [0, 1]),
            (2, 3, 4, [10, 11]),
            (1, 1, 120, [1 << 120, 1 << 120]),
            (1, 3, 120, [(1 << 120) / 3, (1 << 120) / 3 + 1]),
        ] {
            let found = rounded(&BigUint::from(numerator), &BigUint::from(denominator), bits);
            assert_eq!(found, Some(expected), "{numerator}/{denominator} in {bits} bits");
        }
    }

    #[test]
    fn bounds_in_other_units() {
        let bounds = |[a, b, c, d]: [u128; 4]| Bounds { alpha: [a, b], beta: [c, d] };
        for (from, to, before, after) in [
            (4, 4, [0, 5, 9, 16], [0, 5, 9, 16]),
            (4, 7, [0, 5, 9, 16], [0, 40, 72, 128]),
            (4, 2, [0, 5, 9, 16], [0, 2, 2, 4]),
            (4, 2, [4, 8, 7, 13], [1, 2, 1, 4]),
            (1, 120, [0, 1, 1, 2], [0, 1 << 119, 1 << 119, 1 << 120]),
            (120, 1, [1, 1, (1 << 120) - 1, 1 << 120], [0, 1, 1, 2]),
        ] {
            assert_eq!(outward(bounds(before), from, to), bounds(after), "{before:?} from {from} to {to} bits");
        }
    }
}
