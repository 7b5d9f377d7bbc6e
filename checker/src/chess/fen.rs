//! Positions and moves written as text: the first four fields of FEN, and two squares for a move.

use super::bitboard::{Bitboard, push_square, square_bit};
use super::moves::Coded;
use super::position::Position;
use super::role::Role;
use crate::core::game::Colour;

/// Bytes of a text, at most.
const LONGEST: usize = 100;

/// The letters of the rights to castle, in order, with the squares of the rooks: h1, a1, h8, a8.
pub(crate) const RIGHTS: [(char, u32); 4] = [('K', 7), ('Q', 0), ('k', 63), ('q', 56)];

/// Writes the field of a board: `unit` says what is on a square, and whether it is White's.
fn write_board(text: &mut String, unit: impl Fn(Bitboard) -> Option<(Role, bool)>) {
    for rank in (0..8_u32).rev() {
        if rank < 7 {
            text.push('/');
        }
        let mut empty = 0_u32;
        for file in 0..8 {
            let Some((unit, white)) = unit(square_bit((rank * 8) | file)) else {
                empty = empty.saturating_add(1);
                continue;
            };
            count(text, &mut empty);
            text.push(if white { unit.letter() } else { unit.letter().to_ascii_lowercase() });
        }
        count(text, &mut empty);
    }
}

/// Writes the number of empty squares, if there are any.
fn count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.extend(char::from_digit(*empty, 10));
    }
    *empty = 0;
}

/// The text of a position.
pub(crate) fn write(position: Position) -> String {
    let unit = |at| (position.occupied() & at != 0).then(|| (position.role(at), position.units(Colour::White) & at != 0));
    let mut text = String::with_capacity(LONGEST);
    write_board(&mut text, unit);
    text.push_str(match position.to_move() {
        Colour::White => " w ",
        Colour::Black => " b ",
    });
    let has = |corner| position.castling() & square_bit(corner) != 0;
    text.extend(RIGHTS.into_iter().filter(|(_, corner)| has(*corner)).map(|(letter, _)| letter));
    text.push_str(if position.castling() == 0 { "- " } else { " " });
    match position.en_passant() {
        0 => text.push('-'),
        passed => push_square(&mut text, passed.trailing_zeros()),
    }
    text
}

/// A move: the two squares, and what a pawn becomes.
pub(crate) fn move_name(coded: Coded) -> String {
    let mut name = String::new();
    push_square(&mut name, coded.from);
    push_square(&mut name, coded.to);
    name.extend(coded.becomes().map(|unit| unit.letter().to_ascii_lowercase()));
    name
}
