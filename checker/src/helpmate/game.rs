//! The interface between a game and the kinds `helpmate` and `unwinnable`. A game provides its rules, and arguments
//! which show that a side can no longer win.
//!
//! In this module, `winner` is the side that can win, or cannot win, according to the certificate.

use super::legal::LegalMoves;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::PackedPosition;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// A turn-based game whose positions certificates store in packed form.
pub trait PackedGame: TwoPlayerGame {
    /// Decodes a packed position. `place` is the location of the packed position in the file.
    fn unpack(&self, packed: &[u8], place: &Place) -> Result<PackedPosition, Refusal>;

    /// Generates the legal moves as [`TwoPlayerGame::play`] does, but grouped by the piece or pawn that moves.
    fn legal(&self, position: &PackedPosition, moves: &mut LegalMoves) -> Status;

    /// Parses a position. `place` is the location of the text in the file.
    #[cfg(any(test, feature = "inspect"))]
    fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal>;
}

/// A game with arguments which show that a side can no longer win, even with the other side's help.
pub trait HelpmateGame: PackedGame {
    /// Returns whether the material alone shows that `winner` cannot win by further moves. This function does not test
    /// whether `winner` has already won.
    fn material(&self, position: &PackedPosition, winner: Colour) -> bool;

    /// Returns whether the static argument of the rule set, a test without search, shows that `winner` cannot win from
    /// this position on. Subtracts the steps taken from the work budget `left`.
    fn static_argument(&self, position: &PackedPosition, winner: Colour, left: &mut u64) -> bool;

    /// Tries to prove that `winner` cannot win from this position on, by exploring skeletons: partly known positions
    /// (section 5.3 of `spec/rules/chess.md`). Explores at most `most` skeletons (partly known positions). The moves of
    /// pieces on the squares `tracked` are considered one by one. Bit 0 of `tracked` stands for a1, bit 1 for b1, and
    /// bit 63 for h8. Subtracts the steps taken from the work budget `left`, and stops when the budget is used up.
    fn skeleton_argument(&self, position: &PackedPosition, winner: Colour, tracked: u64, most: u32, left: &mut u64) -> Argument;

    /// Applies the static argument (a test that does not search). The number of steps is not limited.
    #[cfg(any(test, feature = "inspect"))]
    fn statically(&self, position: &PackedPosition, winner: Colour) -> bool {
        self.static_argument(position, winner, &mut u64::MAX.clone())
    }

    /// Applies the skeleton argument, a search in partly known positions, without a step limit.
    #[cfg(any(test, feature = "inspect"))]
    fn by_skeletons(&self, position: &PackedPosition, winner: Colour, tracked: u64, most: u32) -> Argument {
        self.skeleton_argument(position, winner, tracked, most, &mut u64::MAX.clone())
    }
}

/// The result of the skeleton argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The argument holds, and this number of skeletons (partly known positions) was explored.
    Holds(u32),
    /// The argument does not apply, because a side has a right to castle.
    Castling,
    /// The argument fails, for this reason.
    Fails(String),
    /// The argument fails, because more skeletons (partly known positions) are reachable than allowed.
    TooMany,
    /// The argument takes more steps than the work budget allows.
    OutOfSteps,
}
