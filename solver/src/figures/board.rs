//! Draws a board that shows how the value of a bidding chess position depends on the square of one piece. Each square
//! shows the value of the position in which the piece stands on this square.

use super::{NoFigure, Subject, exact, share};
use crate::answers::bounds::BoundedTables;
use crate::answers::lookup::LookupError;
use crate::answers::tablebase::Tablebase;
use crate::games::Colour;
use crate::games::bidding_chess::{Board as BoardSize, Diagram, Role};
use crate::model::bracket::fraction;
use crate::model::graph::BoundaryValue;
use crate::model::value::Rational;
use crate::plot::figure::{Board, Body, Figure, Piece, Square};

/// Number of decimal places that are printed in a square.
const WRITTEN: usize = 3;

/// Gives access to the values of positions, or to bounds of these values.
pub trait Known {
    /// Returns the size of the board.
    fn board(&self) -> BoardSize;
    /// Returns alpha and beta, or only alpha if both may be equal.
    ///
    /// # Errors
    /// Returns a [`NoFigure`] if there is nothing to show.
    fn worth(&self, diagram: &Diagram) -> Result<Vec<Rational>, NoFigure>;
    /// Explains the numbers of a figure that shows a single number in each square.
    fn meaning_of_one(&self) -> String;
    /// Explains the numbers of a figure that shows two numbers in some squares.
    fn meaning_of_two(&self) -> String;
}

impl Known for Tablebase {
    fn board(&self) -> BoardSize {
        self.board()
    }

    fn worth(&self, diagram: &Diagram) -> Result<Vec<Rational>, NoFigure> {
        let Some(probe) = self.probe(diagram) else {
            let present = self.endings().iter().map(|(ending, _)| ending.material().clone()).collect();
            let position = diagram.to_string();
            return Err(LookupError::NotThere { position, material: diagram.placement().0, present, board: self.board() }.into());
        };
        let value = self.value(probe.ending, probe.class);
        let BoundaryValue { alpha, beta, .. } = if probe.exchanged { value.exchanged() } else { value };
        Ok(if alpha == beta { vec![alpha] } else { vec![alpha, beta] })
    }

    fn meaning_of_one(&self) -> String {
        "Black wins by force with more than this share of the money, White if Black has less".to_owned()
    }

    fn meaning_of_two(&self) -> String {
        "White wins by force if Black's share of the money is below the first number, Black if it is above the last; \
         the colour is their middle"
            .to_owned()
    }
}

impl Known for BoundedTables {
    fn board(&self) -> BoardSize {
        self.board()
    }

    /// Returns the lower bound of alpha. If alpha < beta is proved, also returns the lower bound of beta.
    fn worth(&self, diagram: &Diagram) -> Result<Vec<Rational>, NoFigure> {
        let (bounds, (_, bits)) = (self.bounds(diagram)?, self.last());
        let [alpha, beta] = [bounds.alpha, bounds.beta].map(|[low, _]| fraction(low, bits));
        Ok(if bounds.part() { vec![alpha, beta] } else { vec![alpha] })
    }

    fn meaning_of_one(&self) -> String {
        "lower bounds of alpha, from which beta is not distinguished: White wins by force if Black has less of the money".to_owned()
    }

    fn meaning_of_two(&self) -> String {
        "lower bounds; where there are two numbers, White wins by force if Black's share is below the first, Black if it is a \
         little above the last"
            .to_owned()
    }
}

/// Draws a board for the piece on `square`. Each square to which the piece can be moved shows the value of the position
/// with the piece on this square.
///
/// # Errors
/// Returns a [`NoFigure`] if there is nothing to show.
pub fn moved(subject: &Subject, known: &impl Known, diagram: &Diagram, square: &str) -> Result<Figure, NoFigure> {
    let board = known.board();
    known.worth(diagram)?;
    let from = board.named(square).ok_or_else(|| NoFigure::Square { square: square.to_owned(), board })?;
    let piece = diagram.at(from).ok_or_else(|| NoFigure::NoPiece { square: square.to_owned(), position: diagram.to_string() })?;
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
        let Ok(values) = known.worth(&there) else { return Square::Empty };
        sharp &= values.len() == 1;
        let lines = values.iter().map(|value| value.decimal(WRITTEN)).collect();
        let exact = values.iter().map(exact).collect();
        let [first, last] = [0, values.len() - 1].map(|number| share(&values[number]));
        Square::Share { share: f64::midpoint(first, last), lines, exact, marked: to == from }
    };
    let ranks: Vec<Vec<Square>> = (0..=last).rev().map(|rank| (0..board.width()).map(|file| one(file, rank)).collect()).collect();
    let meaning = if sharp { known.meaning_of_one() } else { known.meaning_of_two() };
    let pawns = if piece.role == Role::Pawn { "; grey: a pawn cannot stand there" } else { "" };
    Ok(Figure {
        title: format!("{}: {}'s {} on every square", subject.title, piece.colour, name(piece.role)),
        notes: vec![format!("position {diagram}, framed: {square}; numbers are rounded down{pawns}"), meaning, subject.source()],
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
