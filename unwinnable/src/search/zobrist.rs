//! Computes the Zobrist keys of the successors of a position, mostly without making the moves. The searches reach most
//! positions many times, and mostly need only the key of a position.
//!
//! The keys differ from those of [`Position::key`], because the crate `cozy-chess` does not expose its table of random
//! numbers.

use cozy_chess::{Board, Color, Move as NativeMove, Piece as Role, Square};

use super::board_after;
use crate::chess::Position;

/// Random numbers for each side, role and square.
static UNITS: [[[u64; 64]; 6]; 2] = {
    let mut units = [[[0; 64]; 6]; 2];
    let mut state: u64 = 0;
    let mut index = 0;
    while index < 2 * 6 * 64 {
        // These lines are the SplitMix64 generator by S. Vigna.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        units[index / 384][index / 64 % 6][index % 64] = mixed ^ (mixed >> 31);
        index += 1;
    }
    units
};

/// Constants for the side to move, the castling rights and the en passant square, which are parts of a key.
const BLACK_TO_MOVE: u64 = 0xd1b5_4a32_d192_ed03;
const CASTLING: u64 = 0xaef1_7502_108e_f2d9;
const EN_PASSANT: u64 = 0x9e37_79b9_7f4a_7c15;

pub(super) fn key(board: &Board) -> u64 {
    let mut key = if board.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    for side in Color::ALL {
        for role in Role::ALL {
            for square in board.colored_pieces(side, role) {
                key ^= UNITS[side as usize][role as usize][square as usize];
            }
        }
        let rights = board.castle_rights(side);
        for (number, right) in [rights.short, rights.long].into_iter().enumerate() {
            if right.is_some() {
                key ^= (2 * side as u64 + number as u64 + 1).wrapping_mul(CASTLING);
            }
        }
    }
    key ^ Position::en_passant_of(board).map_or(0, |square| (square as u64 + 1).wrapping_mul(EN_PASSANT))
}

/// Computes the keys of the successors of a position.
pub(super) struct Keys<'a> {
    board: &'a Board,
    here: u64,
    /// Whether the position has no castling rights and no en passant square. If the field is true, most keys of
    /// successors can be derived from the position's key.
    plain: bool,
}

/// Computes the keys of the positions after moves of one piece or pawn.
pub(super) struct KeysOfUnit<'a> {
    keys: &'a Keys<'a>,
    role: Role,
    /// The key after the piece or pawn is removed and the turn passes.
    lifted: u64,
}

impl<'a> Keys<'a> {
    /// Prepares to compute the keys of the successors of `board`. `here` is the key of `board`.
    pub(super) fn new(board: &'a Board, here: u64) -> Self {
        let castles = Color::ALL.iter().any(|&side| board.castle_rights(side).short.is_some() || board.castle_rights(side).long.is_some());
        Self { board, here, plain: !castles && board.en_passant().is_none() }
    }

    /// Prepares to compute the keys after moves of the piece or pawn on the square `from`, which has the role `role`.
    #[inline]
    pub(super) fn of_unit(&'a self, role: Role, from: Square) -> KeysOfUnit<'a> {
        let us = self.board.side_to_move();
        KeysOfUnit { keys: self, role, lifted: self.here ^ BLACK_TO_MOVE ^ UNITS[us as usize][role as usize][from as usize] }
    }
}

impl KeysOfUnit<'_> {
    /// Returns the key after a legal move of the piece or pawn.
    #[inline]
    pub(super) fn after(&self, played: NativeMove) -> u64 {
        let NativeMove { from, to, promotion } = played;
        let board = self.keys.board;
        // The key of a double step is computed from the new board, because the move may create an en passant square.
        let double = self.role == Role::Pawn && (from as u8).abs_diff(to as u8) == 16;
        if !self.keys.plain || double || promotion.is_some() {
            return key(&board_after(board, played));
        }
        let us = board.side_to_move();
        let captured = if board.colors(!us).has(to) { board.piece_on(to) } else { None };
        let captured = captured.map_or(0, |captured| UNITS[!us as usize][captured as usize][to as usize]);
        self.lifted ^ UNITS[us as usize][self.role as usize][to as usize] ^ captured
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::{Keys, key};
    use crate::chess::Position;

    #[test]
    fn keys_after_moves_are_those_of_the_positions() {
        let mut random = Rng::with_seed(1);
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/P3k3/8/2pP4/8/5K2/p5p1/8 w - c6",
        ] {
            for _ in 0..100 {
                let mut board = fen.parse::<Position>().unwrap().board().clone();
                for _ in 0..60 {
                    let here = key(&board);
                    let mut moves = Vec::new();
                    board.generate_moves(|of_unit| {
                        moves.extend(of_unit.into_iter().map(|played| (of_unit.piece, played)));
                        false
                    });
                    for &(role, played) in &moves {
                        let mut after = board.clone();
                        after.play_unchecked(played);
                        let found = Keys::new(&board, here).of_unit(role, played.from).after(played);
                        assert_eq!(found, key(&after), "{board} {played}");
                        assert_ne!(key(&after), here);
                    }
                    let Some(&(_, played)) = moves.get(random.usize(..moves.len().max(1))) else { break };
                    board.play_unchecked(played);
                }
            }
        }
    }
}
