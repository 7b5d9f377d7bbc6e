//! The interface through which the kinds of certificates use turn-based games of two sides.

use super::packed::{Move, PackedPosition};
use super::position::Position;
use super::{fen, moves};
use crate::core::game::Colour;

/// Whether the game goes on or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The game goes on; this side is to move.
    Goes(Colour),
    /// The game is over and this side has won; `None` if neither side has won.
    Over(Option<Colour>),
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Position after the move.
    pub position: PackedPosition,
    /// Whether the move resets the counter of a 50-move rule: it is a capture or a pawn move.
    pub zeroing: bool,
}

/// Text forms of a game's positions and moves.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// Formats a position.
    pub(crate) position: fn(&PackedPosition) -> String,
    /// Formats a move, in at most five letters.
    pub(crate) played: fn(Move) -> String,
}

impl Notation {
    /// The notation of chess: FEN, and the two squares of a move.
    const CHESS: Self = Self { position: |packed| fen::write(Position::from_packed(*packed)), played: fen::move_name };

    /// Formats moves, separated by single spaces.
    pub(crate) fn line(self, moves: &[Move]) -> String {
        let mut line = String::with_capacity(moves.len().saturating_mul(6));
        moves.iter().for_each(|played| line.extend([(self.played)(*played).as_str(), " "]));
        line.pop();
        line
    }
}

/// A turn-based game of two sides with too many positions to number. A position contains all information about how play
/// continues.
///
/// By default, legal moves have the effects and the text forms of chess moves; a game may override both.
///
/// All games pack positions into the same type, so the kinds can use any game through this trait. A virtual call is
/// cheap compared with the look-up of a position in the transposition table.
pub trait TwoPlayerGame {
    /// Returns how positions and moves are written.
    fn notation(&self) -> Notation {
        Notation::CHESS
    }

    /// Formats a position.
    fn text(&self, position: &PackedPosition) -> String {
        (self.notation().position)(position)
    }

    /// Returns whether the game goes on. If the game goes on, replaces the content of `moves` by the legal moves in
    /// move order. A game that goes on has at least one legal move, and no two legal moves lead to the same position.
    fn play(&self, position: &PackedPosition, moves: &mut Vec<Move>) -> Status;

    /// Makes a legal move on `position`. Returns whether the move resets the counter of a 50-move rule.
    fn advance(&self, position: &mut PackedPosition, played: Move) -> bool {
        moves::advance(position, played)
    }

    /// Returns the result of a legal move.
    fn make(&self, position: &PackedPosition, played: Move) -> Step {
        let mut position = *position;
        let zeroing = self.advance(&mut position, played);
        Step { position, zeroing }
    }

    /// Formats a move in the text form of the rule set.
    #[cfg(any(test, feature = "inspect"))]
    fn name(&self, played: Move) -> String {
        (self.notation().played)(played)
    }

    /// Formats moves in the text form of the rule set, separated by single spaces.
    fn names(&self, moves: &[Move]) -> String {
        self.notation().line(moves)
    }
}
