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
    /// Returns whether the winner keeps a bishop for ever, so that it can never lose all its units, and cannot win by a
    /// stalemate either. The other side then has only bishops, all on squares of the other colour.
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

    /// Returns whether a stalemate of the winner never counts as its win. Under the FICS rule and the joint rule the
    /// stalemated side needs fewer units than the other side, and the winner keeps the units `kept`.
    fn is_never_smaller(self, kept: u64, others: u64) -> bool {
        self.stalemate != Stalemate::International && kept.count_ones() >= others.count_ones()
    }
}

/// Returns whether a side with these units can never be stalemated, whatever it loses. A stalemated side without pawns
/// has units on all squares to which its units could move. There is always a move up the board by one or two rows, or
/// the unit stands in the last row, and likewise down the board; so at least five units have to block each other.
fn is_never_stalemated(own: u64, position: &Position) -> bool {
    own & position.by_role(Role::Pawn) == 0 && own.count_ones() < 5
}
