//! Forced wins of losing chess, from the position to the certificate.
//!
//! `answer` is the whole way from a question to a verified certificate. `portfolio` searches for a win of either side with several `worker`s, each with settings of its own; `checkpoint` keeps
//! in a file what they have found, `lemmas` are positions proved by earlier certificates. `prove` makes a small proof of a win that was found, this module its certificate. `unfinished` says
//! what a search without a verdict leaves, `assemble` puts a proof together from earlier ones without a search. `answer` puts these together.

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

use std::fmt;
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

/// What is asked: who wins from here?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// Moves since the last capture or pawn move.
    pub clock: u32,
    /// The rule set.
    pub stalemate: Stalemate,
}

/// How much effort goes into making a proof smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shrink {
    /// So many walks through the proof. (The outcome then depends on the proof alone.)
    Passes(u32),
    /// As many as fit.
    Time(Duration),
}

/// Why there is no certificate of a win that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// It was stopped.
    Interrupted,
    /// Parts of the proof that the table had forgotten were not found again.
    Lost,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interrupted => "interrupted",
            Self::Lost => "the win was found, but the table forgot parts of its proof; a larger one helps",
        })
    }
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

/// A win that a search has found.
pub struct Found {
    /// The rule set and the side that wins.
    pub game: ForSide,
    /// The position.
    pub root: Position,
    /// What the search has proved.
    pub table: TranspositionTable,
    /// How it was set.
    pub settings: Settings,
    /// Strategies that prove the position, or parts of such a proof, if they are there already: the first one proves it.
    pub strategies: Vec<Strategy>,
}

/// The certificate of a proof.
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

/// The greatest number of moves in a row without a capture or pawn move, those before the question included.
#[must_use]
pub fn reversible(question: &Question, proof: &Proof) -> u32 {
    proof.reversible.max(question.clock + proof.reversible_at_root)
}
