//! The interface between the kinds of certificates and turn-based games for two players.

use super::packed::{Move, PackedPosition};
use super::position::Position;
use super::{fen, moves};
use crate::core::game::Colour;

/// Whether the game goes on or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The game goes on, and this side is to move.
    Goes(Colour),
    /// The game is over. The value is the winner, or `None` if neither side has won.
    Over(Option<Colour>),
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Position after the move.
    pub position: PackedPosition,
    /// Whether the move is a capture or a pawn move, which resets the counter of a 50-move rule.
    pub zeroing: bool,
}

/// Functions that format the positions and moves of a game.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// Formats a position.
    pub(crate) position: fn(&PackedPosition) -> String,
    /// Formats a move with at most five characters.
    pub(crate) played: fn(Move) -> String,
}

impl Notation {
    /// The notation of chess.
    const CHESS: Self = Self { position: |packed| fen::write(Position::from_packed(*packed)), played: fen::move_name };

    /// Formats a list of moves, separated by single spaces.
    pub(crate) fn line(self, moves: &[Move]) -> String {
        let mut line = String::with_capacity(moves.len().saturating_mul(6));
        moves.iter().for_each(|played| line.extend([(self.played)(*played).as_str(), " "]));
        line.pop();
        line
    }
}

/// A turn-based game for two players. Such a game has too many positions to number them all. A position contains
/// everything that decides how play can continue.
///
/// By default, moves have the same effects and the same notation as in chess; a game can override both.
pub trait TwoPlayerGame {
    /// Returns the functions that format positions and moves.
    fn notation(&self) -> Notation {
        Notation::CHESS
    }

    /// Formats a position.
    fn text(&self, position: &PackedPosition) -> String {
        (self.notation().position)(position)
    }

    /// Returns whether the game goes on or is over. If the game goes on, replaces the content of `moves` by the legal
    /// moves in move order. A game that goes on has at least one legal move, and no two legal moves lead to the same
    /// position.
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
