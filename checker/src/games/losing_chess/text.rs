//! Positions and moves as text: section 4 of `spec/rules/losing-chess.md` and its clauses.

use super::moves::Coded;
use super::position::Position;
use super::{NAME, SIDES};
use crate::chess::fen as board_field;
use crate::chess::lines::{RANK_1, RANK_8, Squares, ahead, beside, named, push_square, single};
use crate::game::Colour;
use crate::rejection::{Place, Rejection};

/// A side has at most so many units.
const MOST_UNITS: u32 = 16;

/// A board without a side to move: the units of both sides, and which of them are White's.
struct Board {
    units: Position,
    white: Squares,
}

/// The position that a text stands for.
pub(super) fn read(text: &str, place: &Place) -> Result<Position, Rejection> {
    let (board, to_move, passed) = fen(text).ok_or_else(|| {
        let found: String = text.chars().take(100).flat_map(char::escape_debug).collect();
        broken("fen", place, format!("expected the first four fields of FEN without castling, found \"{found}\""))
    })?;
    let mut position = board.units;
    position.own(board.white, to_move);
    units(position).map_err(|sentence| broken("units", place, sentence))?;
    en_passant(position, passed).map_err(|sentence| broken("en_passant", place, sentence))?;
    position.pass(passed);
    // The en passant square is empty, so it is White's or Black's as the other empty squares are.
    Ok(position)
}

fn broken(clause: &'static str, place: &Place, sentence: impl Into<String>) -> Rejection {
    Rejection::new(NAME, clause, place.clone(), sentence)
}

/// Clause `losing-chess/fen`: board, side to move, no castling, en passant square.
fn fen(text: &str) -> Option<(Board, Colour, Squares)> {
    let mut fields = text.split(' ');
    let board = board(fields.next()?)?;
    let to_move = match fields.next()? {
        "w" => Colour::White,
        "b" => Colour::Black,
        _ => return None,
    };
    if fields.next()? != "-" {
        return None;
    }
    let passed = match fields.next()? {
        "-" => 0,
        name => single(named(name)?),
    };
    fields.next().is_none().then_some((board, to_move, passed))
}

/// The first field.
fn board(field: &str) -> Option<Board> {
    let mut board = Board { units: Position::empty(), white: 0 };
    board_field::read(field, |unit, at, white| {
        board.units.put(unit, at);
        if white {
            board.white |= at;
        }
    })?;
    Some(board)
}

/// Clause `losing-chess/units`: at most 16 a side, not none at all, no pawns on the first and last rank.
fn units(position: Position) -> Result<(), String> {
    let counts = SIDES.map(|side| position.units(side).count_ones());
    if let Some(count) = counts.iter().find(|count| **count > MOST_UNITS) {
        return Err(format!("expected at most {MOST_UNITS} units of a side, found {count}"));
    }
    if counts == [0, 0] {
        return Err("expected a unit, found none".to_owned());
    }
    if position.pawns() & (RANK_1 | RANK_8) != 0 {
        return Err("expected no pawn on the first or the last rank, found one".to_owned());
    }
    Ok(())
}

/// Clause `losing-chess/en_passant`: the square has been passed over just now, and a pawn can capture there.
fn en_passant(position: Position, passed: Squares) -> Result<(), String> {
    if passed == 0 {
        return Ok(());
    }
    let us = position.to_move();
    let rank = match us {
        Colour::White => RANK_1 << 40,
        Colour::Black => RANK_1 << 16,
    };
    if passed & rank == 0 {
        return Err("the en passant square is on the wrong rank".to_owned());
    }
    let (begin, end) = (ahead(us, passed), ahead(us.other(), passed));
    if position.occupied() & (passed | begin) != 0 {
        return Err("a unit stands on the way of the double step".to_owned());
    }
    if position.pawns() & position.units(us.other()) & end == 0 {
        return Err("no pawn stands where the double step ended".to_owned());
    }
    if position.pawns() & position.units(us) & beside(end) == 0 {
        return Err("no pawn can capture en passant".to_owned());
    }
    Ok(())
}

/// The text of a position.
pub(super) fn write(position: Position) -> String {
    let unit = |at| (position.occupied() & at != 0).then(|| (position.unit(at), position.units(Colour::White) & at != 0));
    let mut text = String::new();
    board_field::write(&mut text, unit);
    text.push_str(match position.to_move() {
        Colour::White => " w - ",
        Colour::Black => " b - ",
    });
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
