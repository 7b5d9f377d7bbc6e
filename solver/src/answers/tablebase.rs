//! Looks up positions in solved endings on one board.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::certified::ending_of;
use crate::answers::NoAnswer;
use crate::certificate::verify::VerifiedGame;
use crate::games::Colour;
use crate::games::bidding_chess::{Board, Destination, Diagram, Ending, Material, Move, Placement};
use crate::model::graph::BoundaryValue;
use crate::model::solution::{Choices, Solution};
use crate::model::value::Rational;

/// Solved endings, together with all endings into which play can lead.
pub struct Tablebase {
    board: Board,
    endings: Vec<(Arc<Ending>, Arc<Solution>)>,
    numbers: HashMap<Material, usize>,
}

/// Position found in a tablebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Index of the ending in the tablebase.
    pub ending: usize,
    /// Number of the class of symmetric positions that contains the position. Each ending numbers its own classes of
    /// symmetric positions.
    pub class: u32,
    /// Placement of the pieces.
    pub placement: Placement,
    /// Whether White and Black were exchanged to find the position in the tablebase.
    pub exchanged: bool,
}

/// A possible move with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Move, with the colours of the ending.
    pub mv: Move,
    /// Position or end of the game after the move.
    pub destination: Destination,
    /// Value after the move.
    pub value: BoundaryValue,
}

/// Threshold by which moves are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// White wins by force if Black's share of the money is less than alpha.
    Alpha,
    /// Black wins by force if Black's share of the money is greater than beta.
    Beta,
}

impl Tablebase {
    /// Creates a tablebase from `endings`. Endings that come later in play must come first in the list.
    ///
    /// # Panics
    /// Panics if `endings` is empty.
    #[must_use]
    pub fn new(endings: Vec<(Arc<Ending>, Arc<Solution>)>) -> Self {
        let board = endings.first().expect("a tablebase has an ending").0.board();
        let numbers = endings.iter().zip(0..).map(|((ending, _), number)| (ending.material().clone(), number)).collect();
        Self { board, endings, numbers }
    }

    /// Creates a tablebase from verified certificates. The last certificate must cite all others. Returns the
    /// tablebase, and the digests of the certificates in the order of `games`.
    ///
    /// # Errors
    /// [`NoAnswer::Disagreement`] if the certificates are not about endings of bidding chess.
    pub fn of_verified(games: Vec<VerifiedGame>) -> Result<(Self, Vec<String>), NoAnswer> {
        let other = || NoAnswer::disagreement("not an ending of bidding chess");
        let (board, material) = games.last().and_then(|game| ending_of(&game.about)).ok_or_else(other)?;
        let family = Ending::family(board, &[material])?;
        let mut endings = Vec::new();
        let mut digests = Vec::new();
        for game in games {
            let (_, material) = ending_of(&game.about).ok_or_else(other)?;
            let ending = family.iter().find(|ending| *ending.material() == material).ok_or_else(other)?;
            endings.push((Arc::clone(ending), Arc::new(game.solution)));
            digests.push(game.about.digest.to_string());
        }
        Ok((Self::new(endings), digests))
    }

    /// Returns the board, which is the same for all endings.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the endings. Endings that come later in play come first in the list.
    #[must_use]
    pub fn endings(&self) -> &[(Arc<Ending>, Arc<Solution>)] {
        &self.endings
    }

    /// Returns the index of the ending with this material, if the tablebase contains that ending.
    #[must_use]
    pub fn number_of(&self, material: &Material) -> Option<usize> {
        self.numbers.get(material).copied()
    }

    /// Looks up a position. Returns `None` if the ending of the position is not in the tablebase.
    #[must_use]
    pub fn probe(&self, diagram: &Diagram) -> Option<Probe> {
        let (material, placement, exchanged) = diagram.placement();
        let ending = self.number_of(&material)?;
        let class = self.endings[ending].0.numbering().class(&mut placement.squares().to_vec());
        Some(Probe { ending, class, placement, exchanged })
    }

    /// Returns the value of a class of symmetric positions. The value uses the colours of the stored ending, in which
    /// White is the stronger side.
    #[must_use]
    pub fn value(&self, ending: usize, class: u32) -> BoundaryValue {
        self.endings[ending].1.boundary_value(class as usize)
    }

    /// Returns the value after a move in an ending, with the colours of this ending.
    ///
    /// # Panics
    /// Panics if the tablebase lacks the ending after the move.
    #[must_use]
    pub fn destination_value(&self, ending: usize, destination: Destination) -> BoundaryValue {
        match destination {
            Destination::Won(Colour::White) => BoundaryValue::end(Rational::ONE),
            Destination::Won(Colour::Black) => BoundaryValue::end(Rational::ZERO),
            Destination::Same(class) => self.value(ending, class),
            Destination::Sub { ending: sub, class, exchanged } => {
                let material = self.endings[ending].0.sub_endings()[sub].material();
                let value = self.value(self.number_of(material).expect("sub-endings are in the tablebase"), class);
                if exchanged { value.exchanged() } else { value }
            }
        }
    }

    /// Returns the moves of one player in a position of an ending, in the order that the rules define. The colours are
    /// those of the ending.
    #[must_use]
    pub fn options(&self, ending: usize, placement: &Placement, colour: Colour) -> Vec<Choice> {
        let (game, _) = &self.endings[ending];
        let mut options = Vec::new();
        let _ = game.rules().moves(game.material(), placement, colour, |mv| {
            let destination = game.destination(placement, &mv);
            options.push(Choice { mv, destination, value: self.destination_value(ending, destination) });
            ControlFlow::<()>::Continue(())
        });
        options
    }

    /// Returns the best moves of White and Black for a class of symmetric positions. Each number is an index into the
    /// player's list of moves.
    #[must_use]
    pub fn choices(&self, ending: usize, class: u32, threshold: Threshold) -> (u16, u16) {
        let (white, black) = match (&self.endings[ending].1.choices, threshold) {
            (Choices::Sharp { white, black }, _) => (white, black),
            (Choices::Interval { white_alpha, black_alpha, .. }, Threshold::Alpha) => (white_alpha, black_alpha),
            (Choices::Interval { white_beta, black_beta, .. }, Threshold::Beta) => (white_beta, black_beta),
        };
        (white[class as usize], black[class as usize])
    }

    /// Returns the best moves of White and Black for a class of symmetric positions.
    ///
    /// # Panics
    /// Panics if the index of a chosen move is too large.
    #[must_use]
    pub fn chosen_moves(&self, ending: usize, class: u32, threshold: Threshold) -> (Move, Move) {
        let (game, _) = &self.endings[ending];
        let placement = game.numbering().placement(class);
        let chosen = |colour, mut skip: u16| {
            let found = game.rules().moves(game.material(), &placement, colour, |mv| {
                if skip == 0 {
                    return ControlFlow::Break(mv);
                }
                skip -= 1;
                ControlFlow::Continue(())
            });
            found.break_value().expect("a choice is an index into the options")
        };
        let (white, black) = self.choices(ending, class, threshold);
        (chosen(Colour::White, white), chosen(Colour::Black, black))
    }
}
