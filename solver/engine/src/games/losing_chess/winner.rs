//! Defines losing chess as a game for proof-number search, which looks for forced wins of one side.

use std::sync::Arc;

use super::piece::Move;
use super::position::Position;
use super::tables::{Outcome, Tables};
use super::{Role, Stalemate};
use crate::games::Colour;
use crate::model::two_player::{Status, TableMove, TwoPlayerGame};

/// Losing chess with a stalemate rule and the intended winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForSide {
    /// Stalemate rule.
    pub stalemate: Stalemate,
    /// Intended winner.
    pub winner: Colour,
}

impl TwoPlayerGame for ForSide {
    type Position = Position;
    type Move = Move;

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.units(position.side().other()) != 0 {
            position.legal_moves(moves);
        }
    }

    fn after(&self, position: &Position, played: Move) -> Position {
        position.after(played)
    }

    fn winners_turn(&self, position: &Position) -> bool {
        position.side() == self.winner
    }

    fn status(&self, position: &Position) -> Status {
        let mobility = position.mobility();
        let moves = if position.units(position.side().other()) == 0 { 0 } else { mobility.moves() };
        match moves {
            0 if self.stalemate.winner(position) == Some(self.winner) => Status::Won,
            0 => Status::NotWon,
            _ if self.has_a_bishop_forever(position) => Status::NotWon,
            moves => Status::Open { moves, captures: mobility.captures > 0, units: position.units(self.winner).count_ones() },
        }
    }

    fn is_irreversible(&self, position: &Position, played: Move) -> bool {
        position.is_irreversible(played)
    }
}

/// Losing chess with optional endgame tables.
#[derive(Clone)]
pub struct WithTables {
    /// Stalemate rule and intended winner.
    pub rules: ForSide,
    /// Endgame tables for the stalemate rule of `rules`.
    pub tables: Option<Arc<Tables>>,
}

impl TwoPlayerGame for WithTables {
    type Position = Position;
    type Move = Move;

    fn key(&self, position: &Position) -> u64 {
        self.rules.key(position)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.rules.moves(position, moves);
    }

    fn after(&self, position: &Position, played: Move) -> Position {
        self.rules.after(position, played)
    }

    fn winners_turn(&self, position: &Position) -> bool {
        self.rules.winners_turn(position)
    }

    fn status(&self, position: &Position) -> Status {
        self.rules.status(position)
    }

    fn is_irreversible(&self, position: &Position, played: Move) -> bool {
        self.rules.is_irreversible(position, played)
    }

    fn in_tables(&self, position: &Position) -> Option<bool> {
        let outcome = self.tables.as_ref()?.outcome(position)?;
        Some(outcome == if self.winners_turn(position) { Outcome::Win } else { Outcome::Loss })
    }

    fn table_moves(&self, position: &Position) -> Vec<TableMove> {
        self.tables.as_ref().map_or_else(Vec::new, |tables| tables.winning_moves(position))
    }

    fn plies_in_tables(&self, position: &Position) -> u32 {
        self.tables.as_ref().map_or(0, |tables| tables.plies(position))
    }
}

const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

impl ForSide {
    /// Returns whether the winner always keeps a bishop and therefore cannot win. Bishops on squares of one colour
    /// cannot capture a bishop on a square of the other colour.
    fn has_a_bishop_forever(self, position: &Position) -> bool {
        let (own, others) = (position.units(self.winner), position.units(self.winner.other()));
        if others & !position.by_role(Role::Bishop) != 0 {
            return false;
        }
        let bishops = own & position.by_role(Role::Bishop);
        let kept = match () {
            () if others & LIGHT == 0 => bishops & LIGHT,
            () if others & !LIGHT == 0 => bishops & !LIGHT,
            () => 0,
        };
        // The other side is never stalemated, because bishops cannot block each other all the way to the edge of the
        // board. The winner can be stalemated if its own pawns are in its way.
        kept != 0 && (is_never_stalemated(own, position) || self.is_never_smaller(kept, others))
    }

    /// Returns whether a stalemate of the winner is never a win for the winner. Except under the international rule,
    /// only the side with fewer pieces and pawns can win by a stalemate.
    fn is_never_smaller(self, kept: u64, others: u64) -> bool {
        self.stalemate != Stalemate::International && kept.count_ones() >= others.count_ones()
    }
}

/// Returns whether a side with these pieces and pawns always has a legal move. A side without pawns is stalemated only
/// if at least five pieces block each other.
fn is_never_stalemated(own: u64, position: &Position) -> bool {
    own & position.by_role(Role::Pawn) == 0 && own.count_ones() < 5
}
