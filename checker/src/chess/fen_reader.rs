//! The first four fields of FEN, read. Which of these texts stand for positions is left to the rule sets.

use super::bitboard::{Bitboard, square, square_bit, square_name};
use super::position::Position;
use super::role::Role;
use crate::core::game::Colour;

/// The first four fields of FEN.
pub(crate) struct Fields<'t> {
    /// The units. Whose they are is not said.
    pub(crate) units: Position,
    /// The squares with White's units.
    pub(crate) white: Bitboard,
    pub(crate) to_move: Colour,
    /// The third field.
    pub(crate) castling: &'t str,
    /// The en passant square, if there is one.
    pub(crate) passed: Bitboard,
}

/// Reads four fields with one space between them. `None` if the text does not have that form.
pub(crate) fn read(text: &str) -> Option<Fields<'_>> {
    let mut fields = text.split(' ');
    let (mut units, mut whites) = (Position::empty(), 0);
    board(fields.next()?, |role, at, white| {
        units.put(role, at);
        whites |= if white { at } else { 0 };
    })?;
    let to_move = match fields.next()? {
        "w" => Colour::White,
        "b" => Colour::Black,
        _ => return None,
    };
    let castling = fields.next()?;
    let passed = match fields.next()? {
        "-" => 0,
        name => square_bit(named(name)?),
    };
    fields.next().is_none().then_some(Fields { units, white: whites, to_move, castling, passed })
}

/// Calls `put` with each unit, its square, and whether it is White's. Ranks come from the eighth to the first, each from file a to h. `None` if
/// the field is none.
fn board(field: &str, mut put: impl FnMut(Role, Bitboard, bool)) -> Option<()> {
    let mut ranks = field.split('/');
    for rank in (0..8).rev() {
        let mut file = 0_i8;
        let mut counted = false;
        for letter in ranks.next()?.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                if counted {
                    return None;
                }
                file = file.checked_add(i8::try_from(empty).ok()?)?;
                counted = true;
            } else {
                put(Role::of_letter(letter)?, square_bit(square(file, rank)?), letter.is_ascii_uppercase());
                file = file.checked_add(1)?;
                counted = false;
            }
        }
        if file != 8 {
            return None;
        }
    }
    ranks.next().is_none().then_some(())
}

/// The square of that name.
fn named(name: &str) -> Option<u32> {
    (0..64).find(|square| square_name(*square) == name)
}
