//! Encodes certificates of kind `losing` (`spec/kinds/losing.md`).

use super::bits::choices;
use super::cbor::Writer;
use super::envelope::{Digest, certificate};
use crate::model::name::GameName;

pub(super) const KIND: (&str, u64) = ("losing", 1);
/// Kind of certificates that have several roots or cite others.
pub(super) const LINKED: (&str, u64) = ("losing", 2);

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
    /// The positions are in the order in which a depth-first search from the root reaches them (preorder).
    pub choices: &'a [(u16, u16)],
}

/// A position from which the winner wins, in a certificate of version 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Position as the first four fields of a FEN.
    pub position: String,
    /// Number of plies from the last capture or pawn move to the position.
    pub clock: u32,
    /// Number of plies within which the winner wins.
    pub longest: u32,
    /// Bound on the number of plies before the first capture or pawn move.
    pub run: u32,
}

/// Claim and evidence of a certificate of kind `losing`, version 2. Such a certificate may cite other certificates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedClaim<'a> {
    /// The positions from which the winner wins, in ascending order of their text.
    pub roots: &'a [Root],
    /// Winner: 0 for White, 1 for Black.
    pub winner: u32,
    /// Number of distinct positions in the certificate's own proof.
    pub positions: u32,
    /// Greatest number of consecutive plies without a capture or pawn move. Plies before a root are counted too.
    pub reversible: u32,
    /// The winner's choices, as in [`Claim`]. The roots are proved one after another.
    pub choices: &'a [(u16, u16)],
}

/// Encodes the certificate of this claim, which cites the certificates with these digests.
#[must_use]
pub fn emit_linked(game: &GameName, claim: &LinkedClaim, citations: &[Digest]) -> Vec<u8> {
    let items = |writer: &mut Writer| {
        writer.array(4);
        writer.array(claim.roots.len());
        for Root { position, clock, longest, run } in claim.roots {
            writer.array(4);
            writer.text(position);
            [clock, longest, run].into_iter().for_each(|number| writer.unsigned(*number));
        }
        writer.unsigned(claim.winner);
        writer.unsigned(claim.positions);
        writer.unsigned(claim.reversible);
    };
    certificate(LINKED, game, citations, items, |writer| choices(writer, claim.choices))
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
