//! Encodes certificates of kind `losing` (`spec/kinds/losing.md`).

use super::bits::choices;
use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

pub(super) const KIND: (&str, u64) = ("losing", 1);

/// Claim and evidence of a certificate of kind `losing`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Position as the first four fields of a FEN.
    pub root: &'a str,
    /// Number of plies from the last capture or pawn move to the root.
    pub clock: u32,
    /// Winner: 0 for White, 1 for Black.
    pub winner: u32,
    /// Number of distinct positions in the proof.
    pub positions: u64,
    /// Length of the longest line of moves in the proof, in plies.
    pub longest: u32,
    /// Greatest number of consecutive plies without a capture or pawn move. Plies before the root are counted too.
    pub reversible: u32,
    /// For each position in which the winner has a choice, the index of the chosen move and the number of legal moves.
    /// The positions are in preorder: each before those that follow from it.
    pub choices: &'a [(u16, u16)],
}

/// Encodes the certificate of this claim.
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
