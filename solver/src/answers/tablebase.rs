//! Solved endings of one board, to be asked about positions.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::certified::ending_of;
use crate::certificate::verify::VerifiedGame;
use crate::games::Colour;
use crate::games::bidding_chess::{Board, Destination, Diagram, Ending, Material, Move, Placement};
use crate::model::graph::BoundaryValue;
use crate::model::solution::{Choices, Solution};
use crate::model::value::Rational;

/// Endings with their solved tables. Every sub-ending of an ending in it is in it too.
pub struct Tablebase {
    board: Board,
    endings: Vec<(Arc<Ending>, Arc<Solution>)>,
    numbers: HashMap<Material, usize>,
}

/// A position found in a tablebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Number of the ending in the tablebase.
    pub ending: usize,
    /// The position's class there.
    pub class: u32,
    /// The placement that was looked up, in the ending's colours.
    pub placement: Placement,
    /// Whether the position's colours had to be exchanged to find it.
    pub exchanged: bool,
}

/// A possible move with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Where it leads.
    pub destination: Destination,
    /// What is known of that position.
    pub value: BoundaryValue,
}

/// Which of the two values a choice of moves serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// The least Richman function.
    Alpha,
    /// The greatest.
    Beta,
}

impl Tablebase {
    /// A tablebase of these endings, sub-endings first.
    ///
    /// # Panics
    /// If the list is empty.
    #[must_use]
    pub fn new(endings: Vec<(Arc<Ending>, Arc<Solution>)>) -> Self {
        let board = endings.first().expect("a tablebase has an ending").0.board();
        let numbers = endings.iter().zip(0..).map(|((ending, _), number)| (ending.material().clone(), number)).collect();
        Self { board, endings, numbers }
    }

    /// The endings of verified certificates, the one that the others are cited by last, with the certificates' digests in the same order.
    ///
    /// # Errors
    /// A sentence, if they are not about endings of bidding chess.
    pub fn of_verified(games: Vec<VerifiedGame>) -> Result<(Self, Vec<String>), String> {
        let other = || "not an ending of bidding chess".to_owned();
        let (board, material) = games.last().and_then(|game| ending_of(&game.about)).ok_or_else(other)?;
        let family = Ending::family(board, &[material]).map_err(|error| error.to_string())?;
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

    /// The board of all endings.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The endings, sub-endings first.
    #[must_use]
    pub fn endings(&self) -> &[(Arc<Ending>, Arc<Solution>)] {
        &self.endings
    }

    /// The number of an ending.
    #[must_use]
    pub fn number_of(&self, material: &Material) -> Option<usize> {
        self.numbers.get(material).copied()
    }

    /// Looks a position up. `None` if its ending is not in the tablebase.
    #[must_use]
    pub fn probe(&self, diagram: &Diagram) -> Option<Probe> {
        let (material, placement, exchanged) = diagram.placement();
        let ending = self.number_of(&material)?;
        let class = self.endings[ending].0.numbering().class(&mut placement.squares().to_vec());
        Some(Probe { ending, class, placement, exchanged })
    }

    /// What is known of a class of an ending, in the ending's colours.
    #[must_use]
    pub fn value(&self, ending: usize, class: u32) -> BoundaryValue {
        self.endings[ending].1.boundary_value(class as usize)
    }

    /// What is known of the place that a move of an ending leads to, in the ending's colours.
    ///
    /// # Panics
    /// If the tablebase lacks a sub-ending.
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

    /// A player's moves in a placement of an ending, in move order, with what they lead to; in the ending's colours.
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

    /// The canonical choices of White and Black in a class of an ending, as indices into their options.
    #[must_use]
    pub fn choices(&self, ending: usize, class: u32, threshold: Threshold) -> (u16, u16) {
        let (white, black) = match (&self.endings[ending].1.choices, threshold) {
            (Choices::Sharp { white, black }, _) => (white, black),
            (Choices::Interval { white_alpha, black_alpha, .. }, Threshold::Alpha) => (white_alpha, black_alpha),
            (Choices::Interval { white_beta, black_beta, .. }, Threshold::Beta) => (white_beta, black_beta),
        };
        (white[class as usize], black[class as usize])
    }

    /// The canonical choices of White and Black in a class of an ending, as moves of its canonical placement.
    ///
    /// # Panics
    /// If a choice is not an index into the options.
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
