//! Certificates of kind `helpmate` (`spec/kinds/helpmate.md`).

use super::batch::{Announced, Entry};
use super::bits::choices;
use super::cbor::Writer;

/// The kind and its version.
pub const KIND: (&str, u64) = ("helpmate", 1);

/// What a certificate claims and how it is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// The position in the rule set's packed form.
    pub root: &'a [u8],
    /// 0 White, 1 Black.
    pub winner: u32,
    /// For each move the index and the number of legal moves.
    pub choices: &'a [(u16, u16)],
}

/// What a line of `plies` moves announces.
#[must_use]
pub fn announced(plies: u64) -> Announced {
    Announced { steps: plies.saturating_mul(64), skeletons: 0 }
}

/// Claim and evidence.
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
