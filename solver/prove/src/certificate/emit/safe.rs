//! Encodes certificates of kind `safe` (`spec/kinds/safe.md`).

use super::bits::stream;
use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::GameName;

pub(super) const KIND: (&str, u64) = ("safe", 1);

/// A side that does not lose, with its closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side<'a> {
    /// 0 for White, 1 for Black.
    pub side: u32,
    /// Number of positions in the closed set.
    pub positions: u32,
    /// For each position in which the side has a choice: the index of the chosen move, and the number of legal moves.
    /// The positions are in the order of the set. Empty if all moves are followed.
    pub choices: &'a [(u16, u16)],
}

/// Encodes the certificate of a claim. `roots` are positions in the rule set's text form, in ascending order. `defence`
/// is 0 for a defence by force, 1 if all series of moves are meant. White comes before Black in `sides`.
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

/// Writes the items of the claim that a question fixes.
pub(super) fn beginning(writer: &mut Writer, roots: &[String], sides: impl ExactSizeIterator<Item = u32>, defence: u32) {
    writer.array(roots.len());
    roots.iter().for_each(|root| writer.text(root));
    writer.column(sides);
    writer.unsigned(defence);
}
