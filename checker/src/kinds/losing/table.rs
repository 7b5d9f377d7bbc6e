//! What has been verified, for words and for callers.

use super::claim::Stated;
use crate::game::{Colour, InTurns};

/// A proof that a side wins by force.
#[derive(Clone, Debug)]
pub struct Table {
    variant: &'static str,
    root: String,
    clock: u32,
    winner: Colour,
    positions: u32,
    longest: u64,
    reversible: u64,
    stream: Vec<u8>,
}

impl Table {
    pub(super) fn new(game: &dyn InTurns, stated: &Stated, stream: &[u8]) -> Self {
        Self {
            variant: game.variant(),
            root: game.text(&stated.root),
            clock: stated.clock,
            winner: stated.winner,
            positions: stated.positions,
            longest: stated.longest.number,
            reversible: stated.reversible.number,
            stream: stream.to_vec(),
        }
    }

    /// The variant of the rules, as the parameters of the rule set name it: for `losing-chess` the rule of stalemate.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// The position from which the winner wins, in the text form of the rule set.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The moves of both sides since the last capture or pawn move before the root.
    #[must_use]
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// The side that wins.
    #[must_use]
    pub fn winner(&self) -> Colour {
        self.winner
    }

    /// The number of distinct positions of the proof.
    #[must_use]
    pub fn positions(&self) -> u32 {
        self.positions
    }

    /// The greatest number of moves of both sides from the root.
    #[must_use]
    pub fn longest(&self) -> u64 {
        self.longest
    }

    /// The greatest number of moves in a row without a capture or pawn move, those of the clock included.
    #[must_use]
    pub fn reversible(&self) -> u64 {
        self.reversible
    }

    /// The proof as the certificate has it.
    #[must_use]
    pub fn stream(&self) -> &[u8] {
        &self.stream
    }
}
