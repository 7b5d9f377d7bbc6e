//! Positions and moves written as text: the first four fields of FEN, and two squares for a move.

use super::bitboard::{Bitboard, ascending, push_square, square_bit};
use super::game::Move;
use super::position::Position;
use crate::core::game::Colour;

/// Bytes of a text, at most.
const LONGEST: usize = 100;

/// The letters of the rights to castle, in order, with the squares of the rooks: h1, a1, h8, a8.
pub(crate) const RIGHTS: [(char, u32); 4] = [('K', 7), ('Q', 0), ('k', 63), ('q', 56)];

/// The text of a position.
pub(crate) fn write(position: Position) -> String {
    let (occupied, white) = (position.occupied(), position.units(Colour::White));
    let mut text = String::with_capacity(LONGEST);
    for (rank, row) in (0..8).rev().zip(occupied.to_be_bytes()) {
        let mut next = 0;
        for file in ascending(Bitboard::from(row)) {
            count(&mut text, file.saturating_sub(next));
            let at = square_bit(rank * 8 + file);
            let letter = position.role(at).letter();
            text.push(if white & at == 0 { letter.to_ascii_lowercase() } else { letter });
            next = file.saturating_add(1);
        }
        count(&mut text, 8_u32.saturating_sub(next));
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push_str(if position.to_move() == Colour::White { "w " } else { "b " });
    let has = |corner| position.castling() & square_bit(corner) != 0;
    text.extend(RIGHTS.into_iter().filter(|(_, corner)| has(*corner)).map(|(letter, _)| letter));
    text.push_str(if position.castling() == 0 { "- " } else { " " });
    match position.en_passant() {
        0 => text.push('-'),
        passed => push_square(&mut text, passed.trailing_zeros()),
    }
    text
}

/// Writes the number of empty squares, if there are any.
fn count(text: &mut String, empty: u32) {
    if let Some(digit) = char::from_digit(empty, 10).filter(|_| empty > 0) {
        text.push(digit);
    }
}

/// Writes a move: the two squares, and what a pawn becomes.
pub(crate) fn push_move(text: &mut String, played: Move) {
    push_square(text, played.from());
    push_square(text, played.to());
    if let Some(unit) = played.becomes() {
        text.push(unit.letter().to_ascii_lowercase());
    }
}
