//! The proved claim of a certificate of kind `safe`.

use super::claimed::{Claimed, Defence};
use crate::antichess::rules::Antichess;
use crate::chess::game::TwoPlayerGame;
use crate::core::cbor::as_u64;
use crate::core::claim;
use crate::core::fields::counted;
use crate::core::game::Colour;

/// The claim that one side does not lose, or that neither side loses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// Stalemate rule (`international` or `fics`), which decides who has won at a stalemate.
    pub stalemate: &'static str,
    /// The positions from which the sides do not lose, each as the first four fields of FEN.
    pub roots: Vec<String>,
    /// The sides that do not lose: one side, or White and Black.
    pub sides: Vec<Colour>,
    /// The kind of play against which the sides are safe.
    pub defence: Defence,
    /// Number of positions in the closed set of each side.
    pub positions: Vec<u32>,
}

impl Claim {
    pub(super) fn new(game: &Antichess, claimed: &Claimed) -> Self {
        Self {
            stalemate: game.variant(),
            roots: claimed.roots.iter().map(|root| game.text(root)).collect(),
            sides: claimed.sides.iter().map(|side| side.colour).collect(),
            defence: claimed.defence,
            positions: claimed.sides.iter().map(|side| side.positions).collect(),
        }
    }

    /// Returns a sentence that says who cannot win.
    fn result(&self, from: &str) -> String {
        match (self.sides.as_slice(), self.defence) {
            ([side], Defence::ByForce) => {
                let other = side.other();
                format!("{other} cannot win losing chess by force {from}: {side} has a defence against every play")
            }
            ([side], Defence::Always) => format!("{} cannot win losing chess {from}, whatever both sides play", side.other()),
            (_, Defence::ByForce) => format!("losing chess is drawn with best play {from}: neither side can win by force"),
            (_, Defence::Always) => format!("neither side can win losing chess {from}, whatever both sides play"),
        }
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let rule = match self.stalemate {
            "international" => "whoever is stalemated has won",
            _ => "at a stalemate the side with fewer pieces and pawns has won, and equal numbers are a draw",
        };
        let mut statements = match self.roots.as_slice() {
            [root] => vec![self.result(&format!("from {root}"))],
            roots => {
                let each = roots.iter().map(|root| format!("one of these positions is {root}"));
                std::iter::once(self.result(&format!("from any of {} positions", as_u64(roots.len())))).chain(each).collect()
            }
        };
        statements.push("play without end is a draw; a 50-move rule or a rule about repetition would not change this result".to_owned());
        statements.push(format!(
            "captures are compulsory, and a side without pieces and pawns has won; rule of stalemate {}: {rule}",
            self.stalemate
        ));
        statements.extend(self.sides.iter().zip(&self.positions).map(|(side, positions)| {
            format!("the proof that {side} does not lose has {}", counted(*positions, ["position", "distinct positions"]))
        }));
        statements
    }
}
