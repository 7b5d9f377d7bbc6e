//! Certificates of kind `losing` (`spec/kinds/losing.md`).

use super::bits::choices;
use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

pub(super) const KIND: (&str, u64) = ("losing", 1);

/// What a certificate claims and how it is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// The position in the rule set's text form.
    pub root: &'a str,
    /// Moves since the last capture or pawn move before it.
    pub clock: u32,
    /// 0 White, 1 Black.
    pub winner: u32,
    /// Distinct positions of the proof.
    pub positions: u64,
    /// The greatest number of moves.
    pub longest: u32,
    /// The greatest number of moves in a row without a capture or pawn move, `clock` included.
    pub reversible: u32,
    /// For each position at which the winner has a choice, in preorder, the index of the move and the number of legal moves.
    pub choices: &'a [(u16, u16)],
}

/// The certificate.
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
