//! The interface between a game and the kinds `helpmate` and `unwinnable`: its rules, and the arguments that a side can
//! no longer win.
//!
//! Throughout, `winner` is the intended winner: the side about which a certificate claims that it can or cannot win.

use super::legal::LegalMoves;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::PackedPosition;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// A turn-based game whose positions certificates store in packed form.
pub trait PackedGame: TwoPlayerGame {
    /// Decodes a packed position. `place` is where it stands in the file.
    fn unpack(&self, packed: &[u8], place: &Place) -> Result<PackedPosition, Refusal>;

    /// Generates the legal moves as [`TwoPlayerGame::play`] does, but grouped by unit.
    fn legal(&self, position: &PackedPosition, moves: &mut LegalMoves) -> Status;

    /// Parses a position. `place` is where the text stands in the file.
    #[cfg(any(test, feature = "inspect"))]
    fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal>;
}

/// A game in which a side may be able to win only with the other side's help, or not at all. A side wins by having won
/// when play is over.
pub trait HelpmateGame: PackedGame {
    /// Returns whether the material alone shows that the side cannot win from here on. If it does, the side has not won
    /// here either, unless play is over.
    fn material(&self, position: &PackedPosition, winner: Colour) -> bool;

    /// Returns whether the rule set's static argument shows that the side cannot win from here on. Subtracts the steps
    /// it takes from `left`.
    fn static_argument(&self, position: &PackedPosition, winner: Colour, left: &mut u64) -> bool;

    /// Applies the rule set's skeleton argument to the same question, with at most `most` skeletons. Pieces on the
    /// squares `tracked` are tracked: the least significant bit is a1, the next b1, the most significant h8. Subtracts
    /// the steps it takes from `left`, and stops when none are left.
    fn skeleton_argument(&self, position: &PackedPosition, winner: Colour, tracked: u64, most: u32, left: &mut u64) -> Argument;

    /// Applies the static argument without a step limit.
    #[cfg(any(test, feature = "inspect"))]
    fn statically(&self, position: &PackedPosition, winner: Colour) -> bool {
        self.static_argument(position, winner, &mut u64::MAX.clone())
    }

    /// Applies the skeleton argument without a step limit.
    #[cfg(any(test, feature = "inspect"))]
    fn by_skeletons(&self, position: &PackedPosition, winner: Colour, tracked: u64, most: u32) -> Argument {
        self.skeleton_argument(position, winner, tracked, most, &mut u64::MAX.clone())
    }
}

/// Result of a skeleton argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The argument holds with this number of skeletons.
    Holds(u32),
    /// The argument does not apply, because a side has a right to castle.
    Castling,
    /// The argument fails, for this reason.
    Fails(String),
    /// More skeletons than allowed are reachable.
    TooMany,
    /// The argument takes more steps than are left.
    OutOfSteps,
}
