//! Steps on whole sets of squares, and what a unit attacks, for the arguments of section 5 of `spec/rules/chess.md`.

use cozy_chess::{BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves};

/// The files but the first, and but the last.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Squares one step away from some square of the set, as kings and queens go.
pub(super) fn spread_king(set: BitBoard) -> BitBoard {
    spread_straight(set) | spread_diagonal(set)
}

/// As [`spread_king`], for rooks.
pub(super) fn spread_straight(BitBoard(set): BitBoard) -> BitBoard {
    BitBoard(set << 8 | set >> 8 | (set & NOT_H) << 1 | (set & NOT_A) >> 1)
}

/// As [`spread_king`], for bishops.
pub(super) fn spread_diagonal(BitBoard(set): BitBoard) -> BitBoard {
    let (right, left) = ((set & NOT_H) << 1, (set & NOT_A) >> 1);
    BitBoard((right | left) << 8 | (right | left) >> 8)
}

/// As [`spread_king`], for knights.
pub(super) fn spread_knight(BitBoard(set): BitBoard) -> BitBoard {
    let (right, left) = ((set & NOT_H) << 1, (set & NOT_A) >> 1);
    let (right_2, left_2) = ((right & NOT_H) << 1, (left & NOT_A) >> 1);
    BitBoard((right | left) << 16 | (right | left) >> 16 | (right_2 | left_2) << 8 | (right_2 | left_2) >> 8)
}

/// The squares that pawns on the set attack.
pub(super) fn spread_pawn(BitBoard(set): BitBoard, colour: Color) -> BitBoard {
    let beside = (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    forward(BitBoard(beside), colour)
}

/// The squares one step ahead of the set.
pub(super) fn forward(BitBoard(set): BitBoard, colour: Color) -> BitBoard {
    BitBoard(if colour == Color::White { set << 8 } else { set >> 8 })
}

/// Everything that can be reached by steps into allowed squares.
pub(super) fn flood(mut set: BitBoard, allowed: BitBoard, spread: impl Fn(BitBoard) -> BitBoard) -> BitBoard {
    loop {
        let next = set | (spread(set) & allowed);
        if next == set {
            return set;
        }
        set = next;
    }
}

/// The squares that a unit on a square attacks where exactly the squares of `occupied` (and maybe its own) are occupied.
pub(crate) fn attacks(piece: Piece, from: Square, colour: Color, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, colour),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}
