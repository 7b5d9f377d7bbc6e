//! The text form of a placement, section 7 of the rules page.

use super::material::{Material, Piece};
use super::numbering::Placement;
use crate::bidding::rules::bidding_chess::board::{Board, PerSquare};
use crate::core::game::Colour;
use std::fmt::Write;

/// The placement in the form of FEN's first field.
pub(super) fn write(board: Board, material: &Material, placement: &Placement) -> String {
    let mut occupants = PerSquare::<Option<char>>::empty();
    for (piece, square) in material.pieces().iter().zip(placement.squares()) {
        occupants.set(*square, Some(letter(*piece)));
    }
    let ranks: Vec<String> = (0..board.height()).rev().map(|rank| write_rank(board, rank, &occupants)).collect();
    ranks.join("/")
}

fn letter(piece: Piece) -> char {
    match piece.colour {
        Colour::White => piece.role.letter(),
        Colour::Black => piece.role.letter().to_ascii_lowercase(),
    }
}

fn write_rank(board: Board, rank: u8, occupants: &PerSquare<Option<char>>) -> String {
    let mut text = String::new();
    let mut empty = 0_u8;
    for square in (0..board.width()).filter_map(|file| board.at(file, rank)) {
        match occupants.get(square) {
            None => empty += 1,
            Some(letter) => {
                write_empty(&mut text, &mut empty);
                text.push(letter);
            }
        }
    }
    write_empty(&mut text, &mut empty);
    text
}

fn write_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{empty}");
        *empty = 0;
    }
}
