//! Tests whether positions are valid. Section 4 of `spec/rules/chess.md` defines the clauses; this module tests those
//! that apply to both formats of a position.

use super::NAME;
use super::moves::checkers;
use crate::chess::attacks::Attacks;
use crate::chess::bitboard::{Bitboard, FILE_A, FILE_H, RANK_1, RANK_4, RANK_8, pawn_push};
use crate::chess::position::Position;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// The file of a king that has a right to castle.
const FILE_E: Bitboard = FILE_A << 4;
/// Greatest number of pieces and pawns of a side.
const MAX_UNITS: u32 = 16;
/// Greatest number of pawns of a side.
const MAX_PAWNS: u32 = 8;

/// A position before the clauses are tested.
pub(super) struct Announced {
    /// The pieces and pawns, without owners, rights to castle and en passant square.
    pub(super) units: Position,
    /// Squares of White's pieces and pawns.
    pub(super) white: Bitboard,
    /// Squares of the kings that are marked as belonging to the side to move.
    pub(super) to_move: Bitboard,
    /// Squares of the rooks that have a right to castle, on rank 1 for White and on rank 8 for Black.
    pub(super) castling: Bitboard,
    /// Squares of the pawns that can be captured en passant, on rank 4 for White and on rank 5 for Black.
    pub(super) doubled: Bitboard,
}

pub(super) fn broken(clause: &'static str, place: &Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place.clone(), sentence)
}

/// Builds the position and checks the clauses in the order of section 4 of `spec/rules/chess.md`.
pub(super) fn position(announced: Announced, attacks: &Attacks, place: &Place) -> Result<Position, Refusal> {
    let Announced { units: mut position, white, to_move, castling: rooks, doubled } = announced;
    // Until the side to move is known, empty squares count as White's.
    position.own(white, Colour::White);
    let us = kings(position, to_move, attacks).map_err(|sentence| broken("kings", place, sentence))?;
    position.own(white, us);
    units(position).map_err(|sentence| broken("units", place, sentence))?;
    castling(position, rooks).map_err(|sentence| broken("castling", place, sentence))?;
    en_passant(position, doubled).map_err(|sentence| broken("en_passant", place, sentence))?;
    check(position, attacks).map_err(|sentence| broken("check", place, sentence))?;
    // The pawn passed over the square one step back. This square is empty, and empty squares count as owned by the side
    // to move, so the owner of the square needs no change.
    position.mark(rooks | pawn_push(us, doubled));
    Ok(position)
}

/// Clause `chess/kings`: each side has one king, exactly one side is to move, and the kings are not neighbours. Returns
/// the side to move.
fn kings(position: Position, to_move: Bitboard, attacks: &Attacks) -> Result<Colour, String> {
    let kings = position.kings();
    let sides = Colour::ALL.map(|side| kings & position.units(side));
    if !sides.iter().all(|kings| kings.is_power_of_two()) {
        let [white, black] = sides.map(Bitboard::count_ones);
        return Err(format!("expected one king of each side, found {white} of White and {black} of Black"));
    }
    if !to_move.is_power_of_two() {
        return Err(format!("expected one king of a side to move, found {}", to_move.count_ones()));
    }
    if attacks.king(kings.trailing_zeros()) & kings != 0 {
        return Err("expected the kings apart, found them on neighbouring squares".to_owned());
    }
    Ok(if to_move & position.units(Colour::White) == 0 { Colour::Black } else { Colour::White })
}

/// Clause `chess/units`: each side has at most 16 pieces and pawns, at most 8 of them pawns, and no pawn stands on the
/// first or the last rank.
fn units(position: Position) -> Result<(), String> {
    for (units, most, what) in [(position.occupied(), MAX_UNITS, "units"), (position.pawns(), MAX_PAWNS, "pawns")] {
        let counts = Colour::ALL.map(|side| (position.units(side) & units).count_ones());
        if let Some(count) = counts.iter().find(|count| **count > most) {
            return Err(format!("expected at most {most} {what} of a side, found {count}"));
        }
    }
    if position.pawns() & (RANK_1 | RANK_8) != 0 {
        return Err("expected no pawn on the first or the last rank, found one".to_owned());
    }
    Ok(())
}

/// Clause `chess/castling`: a rook with a right to castle stands in a corner, and its king stands on file e of the same
/// rank.
fn castling(position: Position, rooks: Bitboard) -> Result<(), String> {
    if rooks & !(FILE_A | FILE_H) != 0 {
        return Err("expected a rook with which its side may castle on file a or h, found one elsewhere".to_owned());
    }
    for (side, rank) in Colour::ALL.into_iter().zip([RANK_1, RANK_8]) {
        let (rooks, own) = (rooks & rank, position.units(side));
        if rooks & !(position.rooks_and_queens() & !position.queens() & own) != 0 {
            return Err("expected a rook in the corner with which its side may castle, found none".to_owned());
        }
        if rooks != 0 && position.kings() & own & rank & FILE_E == 0 {
            return Err("expected the king of a side that may castle on file e of its own rank, found it elsewhere".to_owned());
        }
    }
    Ok(())
}

/// Clause `chess/en_passant`: at most one pawn can be captured en passant. Such a pawn has just made a double step and
/// stands beside an opposing pawn, which attacks the square passed over.
fn en_passant(position: Position, doubled: Bitboard) -> Result<(), String> {
    if doubled == 0 {
        return Ok(());
    }
    if doubled.count_ones() > 1 {
        return Err(format!("expected at most one pawn that can be captured en passant, found {}", doubled.count_ones()));
    }
    // A pawn that has made a double step to rank 4 is White's.
    if (doubled & RANK_4 == 0) == (position.to_move() == Colour::Black) {
        return Err("expected a pawn of the side that is not to move where the double step ended, found one of the other side".to_owned());
    }
    position.just_doubled(doubled).map_err(str::to_owned)
}

/// Clause `chess/check`: the side that is not to move is not in check.
fn check(position: Position, attacks: &Attacks) -> Result<(), String> {
    if checkers(position, position.to_move().other(), attacks) == 0 {
        Ok(())
    } else {
        Err("expected no check to the side that is not to move, found one".to_owned())
    }
}
