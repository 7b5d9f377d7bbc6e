//! A position of bidding chess with one piece moved over all squares: what each square is worth.

use super::{Subject, exact, share};
use crate::games::Colour;
use crate::games::bidding_chess::{Diagram, Role};
use crate::model::graph::BoundaryValue;
use crate::plot::figure::{Board, Body, Figure, Piece, Square};
use crate::report::lookup::LookupError;
use crate::report::tablebase::Tablebase;

/// Decimal places in a square.
const WRITTEN: usize = 3;

/// The diagram's piece on the square of this name, on each square where it could stand.
///
/// # Errors
/// A sentence that says why there is nothing to show.
pub fn moved(subject: &Subject, tablebase: &Tablebase, diagram: &Diagram, square: &str) -> Result<Figure, String> {
    let board = tablebase.board();
    let value = |diagram: &Diagram| -> Option<BoundaryValue> {
        let probe = tablebase.probe(diagram)?;
        let value = tablebase.value(probe.ending, probe.class);
        Some(if probe.exchanged { value.exchanged() } else { value })
    };
    if tablebase.probe(diagram).is_none() {
        let present = tablebase.endings().iter().map(|(ending, _)| ending.material().clone()).collect();
        let error = LookupError::NotThere { position: diagram.to_string(), material: diagram.placement().0, present, board };
        return Err(error.to_string());
    }
    let from = board.named(square).ok_or_else(|| format!("'{square}' is no square of a board of {board}"))?;
    let piece = diagram.at(from).ok_or_else(|| format!("no piece stands on {square} in {diagram}"))?;
    let last = board.height() - 1;
    let mut sharp = true;
    let mut one = |file: u8, rank: u8| {
        let to = board.square(file, rank);
        if let Some(other) = diagram.at(to).filter(|_| to != from) {
            return Square::Piece(Piece { letter: other.role.letter().to_ascii_uppercase(), light: other.colour == Colour::White });
        }
        if piece.role == Role::Pawn && [0, last].contains(&rank) {
            return Square::Empty;
        }
        let mut there = diagram.clone();
        there.pieces.iter_mut().filter(|(_, at)| *at == from).for_each(|(_, at)| *at = to);
        there.pieces.sort_unstable();
        let Some(BoundaryValue { alpha, beta, .. }) = value(&there) else { return Square::Empty };
        let equal = alpha == beta;
        sharp &= equal;
        let values = if equal { vec![&alpha] } else { vec![&alpha, &beta] };
        let lines = values.iter().map(|value| value.decimal(WRITTEN)).collect();
        let exact = values.iter().map(|value| exact(value)).collect();
        Square::Share { share: f64::midpoint(share(&alpha), share(&beta)), lines, exact, marked: to == from }
    };
    let ranks: Vec<Vec<Square>> = (0..=last).rev().map(|rank| (0..board.width()).map(|file| one(file, rank)).collect()).collect();
    let colour = if piece.colour == Colour::White { "White" } else { "Black" };
    let meaning = if sharp {
        "Black wins by force with more than this share of the money, White if Black has less"
    } else {
        "White wins by force if Black's share of the money is below the first number, Black if it is above the last; \
         the colour is their middle"
    };
    let pawns = if piece.role == Role::Pawn { "; grey: a pawn cannot stand there" } else { "" };
    Ok(Figure {
        title: format!("{}: {colour}'s {} on every square", subject.title, name(piece.role)),
        notes: vec![format!("position {diagram}, framed: {square}; numbers are rounded down{pawns}"), meaning.to_owned(), subject.source()],
        body: Body::Board(Board {
            files: board.width().into(),
            ranks,
            scale: "Black's share of the money".to_owned(),
            ends: ["Black is better".to_owned(), "White is better".to_owned()],
        }),
    })
}

fn name(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}
