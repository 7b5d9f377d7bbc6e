//! Encodes certificates of kind `safe` (`spec/kinds/safe.md`).

use super::bits::stream;
use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

pub(super) const KIND: (&str, u64) = ("safe", 1);

/// A side that does not lose, with the closed set that proves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side<'a> {
    /// The side: 0 for White, 1 for Black.
    pub side: u32,
    /// Number of positions in the closed set.
    pub positions: u32,
    /// One pair for each choice: the index of the move, and the number of legal moves. The positions are in the same
    /// order as in the closed set. The list is empty if the closed set follows all legal moves.
    pub choices: &'a [(u16, u16)],
}

/// Encodes the certificate of a claim. `roots` are positions in the rule set's text form, in ascending order. `defence`
/// is 0 if the sides must choose moves, and 1 if all moves defend. In `sides`, White comes before Black.
#[must_use]
pub fn emit(game: &GameName, roots: &[String], defence: u32, sides: &[Side]) -> Vec<u8> {
    let claim = |writer: &mut Writer| {
        writer.array(4);
        beginning(writer, roots, sides.iter().map(|side| side.side), defence);
        writer.column(sides.iter().map(|side| side.positions));
    };
    let evidence = |writer: &mut Writer| {
        writer.array(sides.len());
        sides.iter().for_each(|side| writer.bytes(&stream(side.choices)));
    };
    certificate(KIND, game, &[], claim, evidence)
}

/// Writes the first three items of the claim: the roots, the sides and the defence.
pub(super) fn beginning(writer: &mut Writer, roots: &[String], sides: impl ExactSizeIterator<Item = u32>, defence: u32) {
    writer.array(roots.len());
    roots.iter().for_each(|root| writer.text(root));
    writer.column(sides);
    writer.unsigned(defence);
}
