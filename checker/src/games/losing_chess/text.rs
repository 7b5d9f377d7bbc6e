//! Positions and moves as text: section 4 of `spec/rules/losing-chess.md` and its clauses.

use super::lines::{RANK_1, RANK_8, Squares, single, square};
use super::moves::Coded;
use super::position::{Position, Unit, ahead, beside};
use super::{NAME, SIDES};
use crate::game::Colour;
use crate::rejection::{Place, Rejection};

/// White's letters; Black's are the small ones.
const LETTERS: [(char, Unit); 6] =
    [('P', Unit::Pawn), ('N', Unit::Knight), ('B', Unit::Bishop), ('R', Unit::Rook), ('Q', Unit::Queen), ('K', Unit::King)];

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

/// The first field: ranks from the eighth to the first, each from file a to h.
fn board(field: &str) -> Option<Board> {
    let mut board = Board { units: Position::empty(), white: 0 };
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
                let (_, unit) = LETTERS.iter().find(|(known, _)| *known == letter.to_ascii_uppercase())?;
                let at = single(square(file, rank)?);
                board.units.put(*unit, at);
                if letter.is_ascii_uppercase() {
                    board.white |= at;
                }
                file = file.checked_add(1)?;
                counted = false;
            }
        }
        if file != 8 {
            return None;
        }
    }
    ranks.next().is_none().then_some(board)
}

/// The square of that name.
fn named(name: &str) -> Option<u32> {
    (0..64).find(|square| square_name(*square) == name)
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
    let rank_text = |rank| {
        let mut text = String::new();
        let mut empty = 0_u32;
        for at in (0..8).filter_map(|file| square(file, rank)).map(single) {
            if position.occupied() & at == 0 {
                empty = empty.saturating_add(1);
                continue;
            }
            count(&mut text, &mut empty);
            let letter = letter(position.unit(at));
            text.push(if position.units(Colour::White) & at == 0 { letter.to_ascii_lowercase() } else { letter });
        }
        count(&mut text, &mut empty);
        text
    };
    let ranks: Vec<String> = (0..8).rev().map(rank_text).collect();
    let to_move = match position.to_move() {
        Colour::White => "w",
        Colour::Black => "b",
    };
    let passed = match position.en_passant() {
        0 => "-".to_owned(),
        passed => square_name(passed.trailing_zeros()),
    };
    format!("{} {to_move} - {passed}", ranks.join("/"))
}

/// Writes the number of empty squares, if there are any.
fn count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
    }
    *empty = 0;
}

fn letter(unit: Unit) -> char {
    LETTERS.iter().find(|(_, known)| *known == unit).map_or('?', |(letter, _)| *letter)
}

/// The name of a square: `a1`.
fn square_name(square: u32) -> String {
    let file = char::from_u32(u32::from('a').saturating_add(square % 8)).unwrap_or('?');
    format!("{file}{}", (square / 8).saturating_add(1))
}

/// A move: the two squares, and what a pawn becomes.
pub(super) fn move_name(coded: Coded) -> String {
    let becomes = coded.becomes().map(|unit| letter(unit).to_ascii_lowercase());
    format!("{}{}{}", square_name(coded.from), square_name(coded.to), becomes.map(String::from).unwrap_or_default())
}
