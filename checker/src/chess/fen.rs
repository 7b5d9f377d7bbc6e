//! Writes a position as the first four fields of FEN, and a move as its two squares.

use super::bitboard::{square_bit, square_name};
use super::packed::Move;
use super::position::Position;
use crate::core::game::Colour;

/// The letter of each castling right and the square of its rook (h1, a1, h8 or a8), in the order of FEN.
pub(crate) const RIGHTS: [(char, u32); 4] = [('K', 7), ('Q', 0), ('k', 63), ('q', 56)];

pub(crate) fn write(position: Position) -> String {
    let (occupied, white, castling) = (position.occupied(), position.units(Colour::White), position.castling());
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0_u32;
        for at in (0..8).map(|file| square_bit(rank << 3 | file)) {
            if occupied & at == 0 {
                empty = empty.saturating_add(1);
                continue;
            }
            count(&mut text, &mut empty);
            let letter = position.role(at).letter();
            text.push(if white & at == 0 { letter.to_ascii_lowercase() } else { letter });
        }
        count(&mut text, &mut empty);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push_str(if position.to_move() == Colour::White { "w " } else { "b " });
    text.extend(RIGHTS.into_iter().filter(|(_, corner)| castling & square_bit(*corner) != 0).map(|(letter, _)| letter));
    text.push_str(if castling == 0 { "- " } else { " " });
    match position.en_passant() {
        0 => text.push('-'),
        passed => text.push_str(&square_name(passed.trailing_zeros())),
    }
    text
}

/// Appends the number of empty squares to `text` unless it is 0, and resets the number to 0.
fn count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.extend(char::from_digit(*empty, 10));
    }
    *empty = 0;
}

/// Formats a move: its two squares and, if a pawn promotes, the letter of the promotion piece.
pub(crate) fn move_name(played: Move) -> String {
    let mut name = square_name(played.from()) + &square_name(played.to());
    name.extend(played.becomes().map(|unit| unit.letter().to_ascii_lowercase()));
    name
}
