//! Certificates of kind `losing` (`spec/kinds/losing.md`).

use super::bits::choices;
use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

pub(super) const KIND: (&str, u64) = ("losing", 1);

/// Claim and evidence of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Position in the rule set's text form.
    pub root: &'a str,
    /// Plies since the last capture or pawn move before the root.
    pub clock: u32,
    /// Winner: 0 White, 1 Black.
    pub winner: u32,
    /// Number of distinct positions of the proof.
    pub positions: u64,
    /// Length of the longest line, in plies.
    pub longest: u32,
    /// Greatest number of consecutive moves without a capture or pawn move, `clock` included.
    pub reversible: u32,
    /// For each position at which the winner has a choice, in preorder, the index of the move and the number of legal moves.
    pub choices: &'a [(u16, u16)],
}

/// Encodes the certificate.
#[must_use]
pub fn emit(game: &GameName, claim: &Claim) -> Vec<u8> {
    let items = |writer: &mut Writer| {
        writer.array(6);
        writer.text(claim.root);
        writer.unsigned(claim.clock);
        writer.unsigned(claim.winner);
        writer.unsigned(claim.positions);
        writer.unsigned(claim.longest);
        writer.unsigned(claim.reversible);
    };
    certificate(KIND, game, &[], items, |writer| choices(writer, claim.choices))
}
