//! Positions and moves as text: section 4 of `spec/rules/chess.md`.

use super::clauses::{Announced, broken};
use super::moves::Coded;
use super::position::Position;
use crate::chess::fen as board_field;
use crate::chess::lines::{RANK_3, RANK_6, Squares, ahead, named, push_square, single};
use crate::game::Colour;
use crate::rejection::{Place, Rejection};

/// Bytes of a text, at most.
const LONGEST: usize = 100;

/// The letters of the rights to castle, in order, with the squares of the rooks: h1, a1, h8, a8.
const RIGHTS: [(char, u32); 4] = [('K', 7), ('Q', 0), ('k', 63), ('q', 56)];

/// Clause `chess/fen`: board, side to move, castling, en passant square.
pub(super) fn fen(text: &str, place: &Place) -> Result<Announced, Rejection> {
    fields(text).ok_or_else(|| {
        let found: String = text.chars().take(100).flat_map(char::escape_debug).collect();
        broken("fen", place, format!("expected the first four fields of FEN, found \"{found}\""))
    })
}

fn fields(text: &str) -> Option<Announced> {
    let mut fields = text.split(' ');
    let (units, white) = board(fields.next()?)?;
    let (us, own) = match fields.next()? {
        "w" => (Colour::White, white),
        "b" => (Colour::Black, !white),
        _ => return None,
    };
    let castling = rights(fields.next()?)?;
    let doubled = doubled(fields.next()?, us)?;
    // The clauses count the kings that are to move; a side to move that has several is found out before that.
    let to_move = units.kings() & own;
    fields.next().is_none().then_some(Announced { units, white, to_move, castling, doubled })
}

/// The first field: the units, and which of them are White's.
fn board(field: &str) -> Option<(Position, Squares)> {
    let (mut units, mut whites) = (Position::empty(), 0);
    board_field::read(field, |unit, at, white| {
        units.put(unit, at);
        if white {
            whites |= at;
        }
    })?;
    Some((units, whites))
}

/// The third field: the corners of the rooks with which their sides may castle.
fn rights(field: &str) -> Option<Squares> {
    if field == "-" {
        return Some(0);
    }
    let mut left = field;
    let mut rooks = 0;
    for (letter, corner) in RIGHTS {
        if let Some(rest) = left.strip_prefix(letter) {
            left = rest;
            rooks |= single(corner);
        }
    }
    (left.is_empty() && rooks != 0).then_some(rooks)
}

/// The fourth field: the square of the pawn that passed the square that it names.
fn doubled(field: &str, us: Colour) -> Option<Squares> {
    if field == "-" {
        return Some(0);
    }
    let rank = match us {
        Colour::White => RANK_6,
        Colour::Black => RANK_3,
    };
    let passed = single(named(field)?);
    (passed & rank != 0).then_some(ahead(us.other(), passed))
}

/// The text of a position.
pub(super) fn write(position: Position) -> String {
    let unit = |at| (position.occupied() & at != 0).then(|| (position.unit(at), position.units(Colour::White) & at != 0));
    let mut text = String::with_capacity(LONGEST);
    board_field::write(&mut text, unit);
    text.push_str(match position.to_move() {
        Colour::White => " w ",
        Colour::Black => " b ",
    });
    let has = |corner| position.castling() & single(corner) != 0;
    text.extend(RIGHTS.into_iter().filter(|(_, corner)| has(*corner)).map(|(letter, _)| letter));
    text.push_str(if position.castling() == 0 { "- " } else { " " });
    match position.en_passant() {
        0 => text.push('-'),
        passed => push_square(&mut text, passed.trailing_zeros()),
    }
    text
}

/// A move: the two squares, and what a pawn becomes.
pub(super) fn move_name(coded: Coded) -> String {
    let mut name = String::new();
    push_square(&mut name, coded.from);
    push_square(&mut name, coded.to);
    name.extend(coded.becomes().map(|unit| unit.letter().to_ascii_lowercase()));
    name
}
