//! Implements the material argument of section 5 of `spec/rules/chess.md`, which looks only at the pieces and pawns on
//! the board. `spec/soundness/unwinnable.md` proves that the argument is sound.

use crate::chess::bitboard::Bitboard;
use crate::chess::position::Position;
use crate::core::game::Colour;

/// The dark squares, which include a1.
const DARK: Bitboard = 0xaa55_aa55_aa55_aa55;

/// Tests whether the pieces and pawns on the board alone rule out a mate. Returns true if `winner` can mate neither in
/// this position nor in any later position.
pub(super) fn cannot_mate(position: Position, winner: Colour) -> bool {
    let pieces = position.units(winner) & !position.kings();
    let others = position.units(winner.other()) & !position.kings();
    pieces == 0
        || position.pawns() == 0 && (knight_against_queens(position, pieces, others) || bishops_of_one_colour(position, pieces, others))
}

/// Tests case 2 of the material argument: the intended winner has only a king and a knight, and the opponent has only a
/// king and queens.
fn knight_against_queens(position: Position, pieces: Bitboard, others: Bitboard) -> bool {
    pieces.count_ones() == 1 && pieces & position.knights() != 0 && others & !position.queens() == 0
}

/// Tests case 3 of the material argument: the intended winner has only a king and bishops on squares of one colour. The
/// opponent has no knights, and no bishops on squares of the other colour.
fn bishops_of_one_colour(position: Position, pieces: Bitboard, others: Bitboard) -> bool {
    let bishops = position.bishops();
    let all_on = |colour: Bitboard| pieces & !(bishops & colour) == 0 && others & (position.knights() | bishops & !colour) == 0;
    all_on(DARK) || all_on(!DARK)
}
