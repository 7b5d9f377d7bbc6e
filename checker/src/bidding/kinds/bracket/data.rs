//! Converts claims of kind `bracket` to fields that programs can read.

use super::claim::Claim;
use crate::core::claim::{Data, Fields};
use crate::hex;

/// Formats the number `units` * 2^-bits as a reduced fraction.
fn fraction(units: u128, bits: u32) -> String {
    let common = units.trailing_zeros().min(bits);
    format!("{}/{}", units >> common, 1_u128 << bits.saturating_sub(common))
}

impl Data for Claim {
    fn fields(&self) -> Fields {
        let [alpha, beta] = self.widest.map(|widest| fraction(widest, self.bits));
        vec![
            ("bits", self.bits.into()),
            ("bounds", hex(&self.bounds).as_str().into()),
            ("classes", self.classes.into()),
            ("classes_that_differ", self.differ.into()),
            ("widest_alpha", alpha.as_str().into()),
            ("widest_beta", beta.as_str().into()),
        ]
    }

    fn evidence(&self) -> Fields {
        vec![("positions", self.positions.into()), ("difference_bytes", self.difference_bytes.into())]
    }
}

#[cfg(test)]
mod tests {
    use super::fraction;

    #[test]
    fn reduced_fractions() {
        for (units, bits, expected) in
            [(0, 5, "0/1"), (1, 5, "1/32"), (2, 5, "1/16"), (24, 5, "3/4"), (32, 5, "1/1"), (1 << 120, 120, "1/1"), (3, 1, "3/2")]
        {
            assert_eq!(fraction(units, bits), expected, "{units} units of 2^-{bits}");
        }
    }
}
