//! The text form of a placement: section 7 of `spec/rules/bidding-chess.md`.

use super::board::{Board, Square};
use super::material::{Material, Piece};
use super::numbering::Placement;
use crate::core::game::Colour;

/// Formats a placement like the first field of FEN.
pub(super) fn write(board: Board, material: &Material, placement: &Placement) -> String {
    let on =
        |square: Square| placement.iter().zip(&material.pieces).find(|(occupied, _)| **occupied == square).map(|(_, piece)| letter(*piece));
    let write_rank = |rank: u8| -> String {
        let letters: Vec<Option<char>> = (0..board.width).map(|file| on(Square::new(file, rank))).collect();
        let runs = letters.chunk_by(|one, next| one.is_none() && next.is_none());
        runs.map(|run| if let [Some(letter)] = run { letter.to_string() } else { run.len().to_string() }).collect()
    };
    let ranks: Vec<String> = (0..board.height).rev().map(write_rank).collect();
    ranks.join("/")
}

fn letter(piece: Piece) -> char {
    match piece.colour {
        Colour::White => piece.role.letter(),
        Colour::Black => piece.role.letter().to_ascii_lowercase(),
    }
}
