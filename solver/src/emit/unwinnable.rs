//! Certificates of kind `unwinnable` (`spec/kinds/unwinnable.md`).

use super::batch::Entry;
use super::cbor::Writer;

pub(super) const KIND: (&str, u64) = ("unwinnable", 1);

/// Up to so many positions, bytes of 0 are left out at the end of the list of leaves.
const MOST_IMPLICIT: u32 = 4096;

/// What a certificate claims and how it is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// The position in the rule set's packed form.
    pub root: &'a [u8],
    /// 0 White, 1 Black.
    pub winner: u32,
    /// The number of positions that are met.
    pub positions: u32,
    /// The numbers of those that the static argument settles, ascending.
    pub leaves: &'a [u32],
}

/// Claim and evidence.
#[must_use]
pub fn entry(claim: &Claim) -> Entry {
    let (mut claimed, mut evidence) = (Writer::default(), Writer::default());
    claimed.array(2);
    claimed.bytes(claim.root);
    claimed.unsigned(claim.winner);
    evidence.array(2);
    evidence.unsigned(claim.positions);
    evidence.bytes(&leaves(claim.positions, claim.leaves));
    Entry { kind: KIND, claim: claimed, evidence }
}

/// A bit for each position, the most significant of each byte first.
fn leaves(positions: u32, leaves: &[u32]) -> Vec<u8> {
    let bytes = if positions > MOST_IMPLICIT { positions.div_ceil(8) } else { leaves.last().map_or(0, |last| last / 8 + 1) };
    let mut bits = vec![0; bytes as usize];
    for leaf in leaves {
        bits[*leaf as usize / 8] |= 0x80 >> (leaf % 8);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::leaves;

    #[test]
    fn a_bit_for_each_position() {
        assert_eq!(leaves(7, &[]), [0_u8; 0]);
        assert_eq!(leaves(1, &[0]), [0x80]);
        assert_eq!(leaves(4096, &[3, 9]), [0x10, 0x40]);
        assert_eq!(leaves(4097, &[3]).len(), 513);
    }
}
