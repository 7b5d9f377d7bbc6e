//! The interface between a game and the kinds `helpmate` and `unwinnable`: its rules, and the arguments that a side can no longer win.
//!
//! `winner` is the intended winner everywhere: the side of which it is asked whether it can win.

use super::legal::LegalMoves;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::PackedPosition;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// A game of turns whose positions certificates hold in packed form.
pub trait PackedGame: TwoPlayerGame {
    /// The position with that packed form, which stands at `place`.
    fn unpack(&self, packed: &[u8], place: &Place) -> Result<PackedPosition, Refusal>;

    /// As [`TwoPlayerGame::play`], with the moves unit by unit.
    fn legal(&self, position: &PackedPosition, moves: &mut LegalMoves) -> Status;

    /// The position with that text, which stands at `place`.
    #[cfg(any(test, feature = "inspect"))]
    fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal>;
}

/// Such a game in which a side may win only with the other's help, or not even so. To win is to have won where play is over.
pub trait HelpmateGame: PackedGame {
    /// Whether it can be seen of the material that the side cannot win from here on. If so, it has not won here either, unless play is over.
    fn material(&self, position: &PackedPosition, winner: Colour) -> bool;

    /// Whether the rule set's static argument shows that the side cannot win from here on. What it takes is subtracted from the steps that are left.
    fn static_argument(&self, position: &PackedPosition, winner: Colour, left: &mut u64) -> bool;

    /// Whether the rule set's skeleton argument shows it, with at most `most` skeletons. Pieces on the squares `tracked` are
    /// tracked: the least significant bit is for a1, the next for b1, the most significant one for h8. What it takes is subtracted from the steps that
    /// are left; it ends when there are none.
    fn skeleton_argument(&self, position: &PackedPosition, winner: Colour, tracked: u64, most: u32, left: &mut u64) -> Argument;

    /// The static argument with any number of steps.
    #[cfg(any(test, feature = "inspect"))]
    fn statically(&self, position: &PackedPosition, winner: Colour) -> bool {
        self.static_argument(position, winner, &mut u64::MAX.clone())
    }

    /// The skeleton argument with any number of steps.
    #[cfg(any(test, feature = "inspect"))]
    fn by_skeletons(&self, position: &PackedPosition, winner: Colour, tracked: u64, most: u32) -> Argument {
        self.skeleton_argument(position, winner, tracked, most, &mut u64::MAX.clone())
    }
}

/// What becomes of a skeleton argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// It holds, and this number of skeletons is met.
    Holds(u32),
    /// It does not apply to positions with a right to castle.
    Castling,
    /// It fails, for a reason that is said.
    Fails(String),
    /// There are more skeletons than allowed.
    TooMany,
    /// It takes more steps than are left.
    OutOfSteps,
}
