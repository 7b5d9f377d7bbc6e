//! Encodes certificates of kind `helpmate` (`spec/kinds/helpmate.md`).

use super::batch::{Announced, Entry};
use super::bits::choices;
use super::cbor::Writer;

/// Name and version of the kind.
pub const KIND: (&str, u64) = ("helpmate", 1);

/// Claim and evidence of a certificate of kind `helpmate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Position in packed form (`spec/rules/chess.md`, section 4).
    pub root: &'a [u8],
    /// Intended winner: 0 for White, 1 for Black.
    pub winner: u32,
    /// For each move of the line, its index among the legal moves, and the number of legal moves.
    pub choices: &'a [(u16, u16)],
}

/// Returns the estimated work for verifying `plies` moves.
#[must_use]
pub fn announced(plies: u64) -> Announced {
    Announced { steps: plies.saturating_mul(64), skeletons: 0 }
}

/// Encodes the claim and its evidence as an entry.
#[must_use]
pub fn entry(claim: &Claim) -> Entry {
    let items = |writer: &mut Writer| {
        writer.array(3);
        writer.bytes(claim.root);
        writer.unsigned(claim.winner);
        writer.unsigned(claim.choices.len() as u64);
    };
    Entry::new(KIND, announced(claim.choices.len() as u64), items, |writer| choices(writer, claim.choices))
}
