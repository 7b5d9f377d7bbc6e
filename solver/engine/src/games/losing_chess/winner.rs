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
            _ if self.is_blocked_by_a_bishop(position) => Status::NotWon,
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
    /// Returns whether the other side has only bishops on squares of one colour, and the winner has a bishop on a
    /// square of the other colour. Bishops on squares of one colour can never capture a bishop on a square of the other
    /// colour. As long as the other side has a piece, it has a move (section 2 of Watkins' paper on losing chess).
    fn is_blocked_by_a_bishop(self, position: &Position) -> bool {
        let (own, others) = (position.units(self.winner), position.units(self.winner.other()));
        let bishops = position.by_role(Role::Bishop);
        if others & !bishops != 0 {
            return false;
        }
        let own_bishops = own & bishops;
        (others & LIGHT == 0 && own_bishops & LIGHT != 0) || (others & !LIGHT == 0 && own_bishops & !LIGHT != 0)
    }
}
