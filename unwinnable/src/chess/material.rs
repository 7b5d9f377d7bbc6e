//! Implements the material argument of section 5 of `spec/rules/chess.md`.

use cozy_chess::{BitBoard, Board, Color, Piece as Role};

/// Returns whether the material on the board shows that the intended winner cannot mate, now or later.
pub(crate) fn cannot_mate(board: &Board, intended_winner: Color) -> bool {
    let (own, others) = (board.colors(intended_winner), board.colors(!intended_winner));
    if own.len() == 1 {
        return true;
    }
    if !board.pieces(Role::Pawn).is_empty() {
        return false;
    }
    let [kings, queens, knights, bishops] = [Role::King, Role::Queen, Role::Knight, Role::Bishop].map(|role| board.pieces(role));
    let one_knight = own.len() == 2 && !(own & knights).is_empty();
    if one_knight && (others & !kings & !queens).is_empty() {
        return true;
    }
    let on_one_colour = |colour: BitBoard| (own & bishops & !colour).is_empty() && (others & bishops & !colour).is_empty();
    (own & !kings & !bishops).is_empty()
        && (others & knights).is_empty()
        && (on_one_colour(BitBoard::DARK_SQUARES) || on_one_colour(BitBoard::LIGHT_SQUARES))
}
