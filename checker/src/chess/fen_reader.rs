//! Reads the first four fields of FEN. Each rule set decides which FEN strings are valid positions.

use super::bitboard::{Bitboard, square_bit, square_name};
use super::position::Position;
use super::role::Role;
use crate::core::game::Colour;

/// The first four fields of FEN.
pub(crate) struct Fields<'t> {
    /// The pieces and pawns, without their owners.
    pub(crate) units: Position,
    /// Squares of White's pieces and pawns.
    pub(crate) white: Bitboard,
    pub(crate) to_move: Colour,
    /// The castling field, unparsed.
    pub(crate) castling: &'t str,
    /// The en passant square as a set, which can be empty.
    pub(crate) passed: Bitboard,
}

/// Reads four fields separated by single spaces. Returns `None` if the string has another form.
pub(crate) fn read(text: &str) -> Option<Fields<'_>> {
    let mut fields = text.split(' ');
    let (units, white) = board(fields.next()?)?;
    let to_move = match fields.next()? {
        "w" => Colour::White,
        "b" => Colour::Black,
        _ => return None,
    };
    let castling = fields.next()?;
    let passed = match fields.next()? {
        "-" => 0,
        name => square_bit((0..64).find(|square| square_name(*square) == name)?),
    };
    fields.next().is_none().then_some(Fields { units, white, to_move, castling, passed })
}

/// Reads the board field. Returns all pieces and pawns, and the squares that White occupies. The field lists the ranks
/// from the eighth to the first, and the squares of each rank from file a to file h. A digit in the field stands for a
/// run of empty squares.
fn board(field: &str) -> Option<(Position, Bitboard)> {
    let (mut units, mut white) = (Position::empty(), 0);
    let mut ranks = field.split('/');
    for rank in (0..8).rev() {
        let (mut file, mut counted) = (0_u32, false);
        for letter in ranks.next()?.chars() {
            let empty = letter.to_digit(10).filter(|count| (1..=8).contains(count));
            if file > 7 || counted && empty.is_some() {
                return None;
            }
            if empty.is_none() {
                let at = square_bit(rank << 3 | file);
                units.put(Role::of_letter(letter)?, at);
                white |= if letter.is_ascii_uppercase() { at } else { 0 };
            }
            file = file.saturating_add(empty.unwrap_or(1));
            counted = empty.is_some();
        }
        if file != 8 {
            return None;
        }
    }
    ranks.next().is_none().then_some((units, white))
}
