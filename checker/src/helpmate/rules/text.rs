//! Reads positions from text: section 4 of `spec/rules/chess.md`. Certificates use the packed format. The text format
//! is used to compare the rules with other implementations.

use super::clauses::{Announced, broken};
use crate::chess::bitboard::{Bitboard, RANK_3, RANK_6, pawn_push, square_bit};
use crate::chess::fen::RIGHTS;
use crate::chess::fen_reader as fen;
use crate::core::fields::quoted;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// Clause `chess/fen`: the text has the first four fields of FEN, which are the board, the side to move, castling, and
/// the en passant square.
pub(super) fn fen(text: &str, place: &Place) -> Result<Announced, Refusal> {
    fields(text).ok_or_else(|| broken("fen", place, format!("expected the first four fields of FEN, found {}", quoted(text, 100))))
}

fn fields(text: &str) -> Option<Announced> {
    let fen::Fields { units, white, to_move, castling, passed } = fen::read(text)?;
    let (own, rank) = match to_move {
        Colour::White => (white, RANK_6),
        Colour::Black => (!white, RANK_3),
    };
    if passed & !rank != 0 {
        return None;
    }
    // The clauses expect exactly one king to be marked as belonging to the side to move. If the side to move has
    // several kings, an earlier test refuses the position.
    let kings = units.kings() & own;
    Some(Announced { units, white, to_move: kings, castling: rights(castling)?, doubled: pawn_push(to_move.other(), passed) })
}

/// Parses the third field of FEN. Returns the corners of the rooks that have a right to castle.
fn rights(field: &str) -> Option<Bitboard> {
    if field == "-" {
        return Some(0);
    }
    let mut left = field;
    let mut rooks = 0;
    for (letter, corner) in RIGHTS {
        if let Some(rest) = left.strip_prefix(letter) {
            left = rest;
            rooks |= square_bit(corner);
        }
    }
    (left.is_empty() && rooks != 0).then_some(rooks)
}
