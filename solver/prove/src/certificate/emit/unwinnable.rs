//! Encodes certificates of kind `unwinnable` (`spec/kinds/unwinnable.md`).

use super::batch::{Announced, Entry};
use super::cbor::Writer;

/// Name and version of the kind.
pub const KIND: (&str, u64) = ("unwinnable", 1);

/// Up to this number of positions, zero bytes at the end of the bit list are omitted.
const MAX_IMPLICIT: u32 = 4096;

/// Claim and evidence of a certificate of kind `unwinnable`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Position in packed form (`spec/rules/chess.md`, section 4).
    pub root: &'a [u8],
    /// Intended winner: 0 for White, 1 for Black.
    pub winner: u32,
    /// Number of visited positions.
    pub positions: u32,
    /// Ascending numbers of the positions in which the static argument rules out mate.
    pub settled: &'a [u32],
    /// Ascending numbers of the positions in which the skeleton argument rules out mate.
    pub by_skeletons: &'a [u32],
    /// Number of partial positions that the skeleton argument visits.
    pub skeletons: u32,
    /// Set of squares: bit 0 is a1, bit 1 is b1, bit 63 is h8. The skeleton argument follows the pieces on these
    /// squares move by move.
    pub tracked: u64,
}

/// Returns the estimated work for verifying a claim with `positions` visited positions. `settled` is the number of
/// positions to which the checker applies the static argument. `skeletons` is the number of partial positions
/// (skeletons) that the skeleton argument visits.
#[must_use]
pub fn announced(positions: u64, settled: u64, skeletons: u64) -> Announced {
    let steps = [positions.saturating_mul(16), settled.saturating_mul(400), skeletons.saturating_mul(512)];
    Announced { steps: steps.into_iter().fold(0, u64::saturating_add), skeletons }
}

/// Encodes the claim and its evidence as an entry.
#[must_use]
pub fn entry(claim: &Claim) -> Entry {
    let bytes = if claim.positions > MAX_IMPLICIT { claim.positions.div_ceil(8) } else { trimmed(claim.settled) };
    let items = |writer: &mut Writer| {
        writer.array(2);
        writer.bytes(claim.root);
        writer.unsigned(claim.winner);
    };
    let skeletons = if claim.by_skeletons.is_empty() { 0 } else { claim.skeletons };
    let announced = announced(claim.positions.into(), claim.settled.len() as u64, skeletons.into());
    Entry::new(KIND, announced, items, |writer| {
        writer.array(if claim.by_skeletons.is_empty() { 2 } else { 5 });
        writer.unsigned(claim.positions);
        writer.bytes(&bits(bytes, claim.settled));
        if !claim.by_skeletons.is_empty() {
            writer.bytes(&bits(trimmed(claim.by_skeletons), claim.by_skeletons));
            writer.unsigned(claim.skeletons);
            writer.unsigned(claim.tracked);
        }
    })
}

/// Returns the length of the shortest bit list for these numbers, in bytes. The numbers must be in ascending order.
fn trimmed(numbers: &[u32]) -> u32 {
    numbers.last().map_or(0, |last| last / 8 + 1)
}

/// Returns a bit list of `bytes` bytes in which the bits with these numbers are set. Bit 0 is the most significant bit
/// of the first byte.
fn bits(bytes: u32, numbers: &[u32]) -> Vec<u8> {
    let mut bits = vec![0; bytes as usize];
    for number in numbers {
        bits[*number as usize / 8] |= 0x80 >> (number % 8);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::{Claim, entry};
    use crate::certificate::emit::batch;
    use crate::model::name::GameName;

    fn evidence(positions: u32, settled: &[u32], by_skeletons: &[u32], (skeletons, tracked): (u32, u64)) -> Vec<u8> {
        let game = GameName { rules: "chess", version: 1, parameters: Vec::new() };
        let bytes = batch::single(&game, &entry(&Claim { root: &[], winner: 0, positions, settled, by_skeletons, skeletons, tracked }));
        // The evidence follows the claim [h'', 0] and the empty list of citations.
        let claim = bytes.windows(4).rposition(|window| window == [0x82, 0x40, 0, 0x80]).expect("a claim");
        bytes[claim + 4..].to_vec()
    }

    #[test]
    fn a_bit_for_each_position() {
        assert_eq!(evidence(7, &[], &[], (0, 0)), [0x82, 7, 0x40]);
        assert_eq!(evidence(1, &[0], &[], (0, 0)), [0x82, 1, 0x41, 0x80]);
        assert_eq!(evidence(4096, &[3, 9], &[], (0, 0)), [0x82, 0x19, 0x10, 0, 0x42, 0x10, 0x40]);
        assert_eq!(evidence(4097, &[3], &[], (0, 0)).len(), 4 + 3 + 513);
        assert_eq!(evidence(1, &[], &[0], (5, 0)), [0x85, 1, 0x40, 0x41, 0x80, 5, 0]);
        assert_eq!(evidence(9, &[1], &[0, 8], (16384, 1 << 15)), [0x85, 9, 0x41, 0x40, 0x42, 0x80, 0x80, 0x19, 0x40, 0, 0x19, 0x80, 0]);
        assert_eq!(evidence(4097, &[3], &[16], (7, 3))[4 + 3 + 513..], [0x43, 0, 0, 0x80, 7, 3]);
    }
}
