//! Forced wins of losing chess, from the position to the certificate.
//!
//! `answer` runs everything from a question to a verified certificate. `portfolio` searches for a win of either side
//! with several `worker`s, each with its own settings; `checkpoint` saves their state to a file, and `lemmas` supplies
//! positions proved by earlier certificates. `prove` extracts a small proof of a win, and this module writes its
//! certificate. `unfinished` describes a search without a verdict, and `assemble` builds a proof from earlier ones
//! without a search.

pub mod answer;
pub mod assemble;
pub mod checkpoint;
#[cfg(feature = "pgn")]
pub mod game;
pub mod lemmas;
pub mod portfolio;
pub mod prove;
pub mod unfinished;
pub mod worker;

use std::time::Duration;

use crate::certificate::Certificate;
use crate::certificate::emit::losing;
use crate::control::Interrupted;
use crate::engine::proof_number::Settings;
use crate::engine::proof_number::solution_tree::{self, Proof, Strategy};
use crate::engine::proof_number::table::TranspositionTable;
use crate::games::Colour;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Position, Stalemate};

/// The question: who wins from here?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// Plies since the last capture or pawn move.
    pub clock: u32,
    /// Rule set.
    pub stalemate: Stalemate,
}

/// Effort for making a proof smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shrink {
    /// This number of passes over the proof. The result then depends only on the proof.
    Passes(u32),
    /// As many passes as fit into this time.
    Time(Duration),
}

/// Reason why a win has no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The table had lost parts of the proof, and they were not found again.
    #[error("the win was found, but the table forgot parts of its proof; a larger one helps")]
    Lost,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<solution_tree::Error> for Error {
    fn from(failure: solution_tree::Error) -> Self {
        match failure {
            solution_tree::Error::Interrupted => Self::Interrupted,
            solution_tree::Error::Lost => Self::Lost,
        }
    }
}

/// Win found by a search.
pub struct Found {
    /// Rule set and winning side.
    pub game: ForSide,
    /// Root position.
    pub root: Position,
    /// Transposition table with the proof.
    pub table: TranspositionTable,
    /// Settings of the search.
    pub settings: Settings,
    /// Strategies, if already available. The first proves the root; the others prove it or parts of it.
    pub strategies: Vec<Strategy>,
}

/// Encodes the certificate of a proof.
#[must_use]
pub fn certify(question: &Question, winner: Colour, proof: &Proof) -> Certificate {
    let bytes = losing::emit(
        &question.stalemate.name(),
        &losing::Claim {
            root: &question.position.to_string(),
            clock: question.clock,
            winner: u32::from(winner == Colour::Black),
            positions: proof.positions,
            longest: proof.longest,
            reversible: reversible(question, proof),
            choices: &proof.choices,
        },
    );
    Certificate::new(bytes)
}

/// Returns the greatest number of consecutive moves without a capture or pawn move, including those before the
/// question's position.
#[must_use]
pub fn reversible(question: &Question, proof: &Proof) -> u32 {
    proof.reversible.max(question.clock + proof.reversible_at_root)
}
