//! Bitboards are sets of squares of the 8x8 board. Most functions of this module compute the moves from all squares of
//! a set at once.
//!
//! A set is a 64-bit number in which each square has bit `file + 8 * rank`. File and rank count from 0. Module
//! `attacks` computes the attacks of a single piece.

use crate::core::game::Colour;
use std::num::NonZeroU64;

/// A set of squares.
pub(crate) type Bitboard = u64;

pub(crate) const FILE_A: Bitboard = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: Bitboard = FILE_A << 7;
pub(crate) const RANK_1: Bitboard = 0xff;
pub(crate) const RANK_3: Bitboard = RANK_1 << 16;
pub(crate) const RANK_4: Bitboard = RANK_1 << 24;
pub(crate) const RANK_5: Bitboard = RANK_1 << 32;
pub(crate) const RANK_6: Bitboard = RANK_1 << 40;
pub(crate) const RANK_8: Bitboard = RANK_1 << 56;

/// Returns the set with only the square `square`, or the empty set if `square` is 64 or more.
pub(crate) fn square_bit(square: u32) -> Bitboard {
    1_u64.checked_shl(square).unwrap_or(0)
}

/// Iterates over the squares of a set in ascending order.
#[inline]
pub(crate) fn ascending(mut squares: Bitboard) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = NonZeroU64::new(squares)?.trailing_zeros();
        squares &= squares.wrapping_sub(1);
        Some(square)
    })
}

/// Moves all squares of a set one rank forward, in the direction of the pawns of `colour`.
pub(crate) fn pawn_push(colour: Colour, squares: Bitboard) -> Bitboard {
    if colour == Colour::White { squares << 8 } else { squares >> 8 }
}

/// Returns the left and right neighbours of all squares of a set.
pub(crate) fn beside(squares: Bitboard) -> Bitboard {
    (squares & !FILE_H) << 1 | (squares & !FILE_A) >> 1
}

/// Returns the squares attacked by pawns of `colour` on `squares`.
pub(crate) fn pawn_attacks(colour: Colour, squares: Bitboard) -> Bitboard {
    beside(pawn_push(colour, squares))
}

/// Returns the horizontal and vertical neighbours of all squares of a set.
pub(crate) fn rook_steps(squares: Bitboard) -> Bitboard {
    squares << 8 | squares >> 8 | beside(squares)
}

/// Returns the diagonal neighbours of all squares of a set.
pub(crate) fn bishop_steps(squares: Bitboard) -> Bitboard {
    beside(squares << 8 | squares >> 8)
}

/// Returns the squares attacked by kings on `squares`.
pub(crate) fn king_steps(squares: Bitboard) -> Bitboard {
    rook_steps(squares) | bishop_steps(squares)
}

/// Returns the squares attacked by knights on `squares`.
pub(crate) fn knight_steps(squares: Bitboard) -> Bitboard {
    let one_file = beside(squares);
    let two_files = (squares & !(FILE_H | FILE_H >> 1)) << 2 | (squares & !(FILE_A | FILE_A << 1)) >> 2;
    one_file << 16 | one_file >> 16 | two_files << 8 | two_files >> 8
}

/// Formats the name of a square, such as `a1`.
pub(crate) fn square_name(square: u32) -> String {
    let [file, rank] = [square, square / 8].map(|number| u8::try_from(number % 8).unwrap_or(0));
    [b'a'.saturating_add(file), b'1'.saturating_add(rank)].map(char::from).iter().collect()
}
