//! Parses positions and tests the clauses in section 4 of `spec/rules/losing-chess.md`.

use super::NAME;
use crate::chess::bitboard::{Bitboard, RANK_1, RANK_3, RANK_6, RANK_8, pawn_push};
use crate::chess::fen_reader as fen;
use crate::chess::position::Position;
use crate::core::fields::quoted;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

const MAX_UNITS: u32 = 16;

pub(super) fn read(text: &str, place: &Place) -> Result<Position, Refusal> {
    let sentence = || format!("expected the first four fields of FEN without castling, found {}", quoted(text, 100));
    let fen::Fields { units: mut position, white, to_move, passed, .. } = fen(text).ok_or_else(|| broken("fen", place, sentence()))?;
    position.own(white, to_move);
    units(position).map_err(|sentence| broken("units", place, sentence))?;
    en_passant(position, passed).map_err(|sentence| broken("en_passant", place, sentence))?;
    position.mark(passed);
    // The en passant square is empty. Empty squares count as squares of the side to move, so the owner of the en
    // passant square needs no change.
    Ok(position)
}

fn broken(clause: &'static str, place: &Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place.clone(), sentence)
}

/// Clause `losing-chess/fen`: the text consists of the first four fields of FEN, without castling rights.
fn fen(text: &str) -> Option<fen::Fields<'_>> {
    fen::read(text).filter(|fields| fields.castling == "-")
}

/// Clause `losing-chess/units`: each side has at most 16 pieces and pawns, the board is not empty, and no pawn stands
/// on the first or the last rank.
fn units(position: Position) -> Result<(), String> {
    let counts = Colour::ALL.map(|side| position.units(side).count_ones());
    if let Some(count) = counts.iter().find(|count| **count > MAX_UNITS) {
        return Err(format!("expected at most {MAX_UNITS} units of a side, found {count}"));
    }
    if counts == [0, 0] {
        return Err("expected a unit, found none".to_owned());
    }
    if position.pawns() & (RANK_1 | RANK_8) != 0 {
        return Err("expected no pawn on the first or the last rank, found one".to_owned());
    }
    Ok(())
}

/// Clause `losing-chess/en_passant`: a pawn has just passed over the en passant square, and a pawn of the side to move
/// can capture on this square.
fn en_passant(position: Position, passed: Bitboard) -> Result<(), String> {
    if passed == 0 {
        return Ok(());
    }
    let us = position.to_move();
    let rank = if us == Colour::White { RANK_6 } else { RANK_3 };
    if passed & rank == 0 {
        return Err("the en passant square is on the wrong rank".to_owned());
    }
    position.just_doubled(pawn_push(us.other(), passed)).map_err(str::to_owned)
}
