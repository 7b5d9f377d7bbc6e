//! Positions and moves written as text: the first four fields of FEN, and two squares for a move.

use super::bitboard::{Bitboard, ascending, square_bit, square_letters};
use super::game::Move;
use super::position::Position;
use crate::core::fields::index;
use crate::core::game::Colour;

/// Bytes of a text, at most.
const LONGEST: usize = 100;

/// The letters of units by their codes. Empty squares have no letter.
const WHITE: &[u8; 8] = b" BRQPNKR";
const BLACK: &[u8; 8] = b" brqpnkr";

/// The letters of the rights to castle, in order, with the squares of the rooks: h1, a1, h8, a8.
pub(crate) const RIGHTS: [(u8, u32); 4] = [(b'K', 7), (b'Q', 0), (b'k', 63), (b'q', 56)];

/// The text of a position.
pub(crate) fn write(position: Position) -> String {
    let (occupied, white, castling) = (position.occupied(), position.units(Colour::White), position.castling());
    let (mut text, mut length) = ([0; LONGEST], 0_usize);
    // Writes a letter of ASCII if it is wanted, without a jump that cannot be foreseen.
    let mut write = |wanted: bool, letter: u8| {
        text.get_mut(length).into_iter().for_each(|next| *next = letter);
        length = length.saturating_add(usize::from(wanted));
    };
    for (rank, row) in (0..8).rev().zip(occupied.to_be_bytes()) {
        let mut next = 0;
        for file in ascending(Bitboard::from(row)) {
            write(file > next, digit(file.saturating_sub(next)));
            let square = rank * 8 + file;
            let letters = if white & square_bit(square) == 0 { BLACK } else { WHITE };
            write(true, letters.get(position.code(square)).copied().unwrap_or_default());
            next = file.saturating_add(1);
        }
        write(next < 8, digit(8_u32.saturating_sub(next)));
        write(true, if rank > 0 { b'/' } else { b' ' });
    }
    write(true, if position.to_move() == Colour::White { b'w' } else { b'b' });
    write(true, b' ');
    RIGHTS.into_iter().for_each(|(letter, corner)| write(castling & square_bit(corner) != 0, letter));
    write(castling == 0, b'-');
    write(true, b' ');
    match position.en_passant() {
        0 => write(true, b'-'),
        passed => square_letters(passed.trailing_zeros()).into_iter().for_each(|letter| write(true, letter)),
    }
    String::from_utf8(text.get(..length).unwrap_or_default().to_vec()).unwrap_or_default()
}

/// The digit for a number of empty squares.
#[inline]
fn digit(empty: u32) -> u8 {
    b"012345678".get(index(empty)).copied().unwrap_or_default()
}

/// Writes a move: the two squares, and what a pawn becomes.
#[inline]
pub(crate) fn push_move(text: &mut Vec<u8>, played: Move) {
    let ([from_file, from_rank], [to_file, to_rank]) = (square_letters(played.from()), square_letters(played.to()));
    text.extend_from_slice(&[from_file, from_rank, to_file, to_rank]);
    if let Some(unit) = played.becomes() {
        text.push(unit.letter().to_ascii_lowercase());
    }
}
