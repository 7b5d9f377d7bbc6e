//! Forced wins of losing chess, from the position to the certificate.
//!
//! `hunt` looks for a win of either side, each search for one of them is a `contender`, `checkpoint` keeps what it has found in a file, `library` has what was proved earlier, `prove` makes
//! a small proof of what was found, this module its certificate. `answer` puts these together.

pub mod answer;
pub mod checkpoint;
pub mod contender;
pub mod hunt;
pub mod library;
pub mod prove;

use std::fmt;
use std::time::Duration;

use crate::certificate::Certificate;
use crate::certificate::emit::losing;
use crate::control::Interrupted;
use crate::engine::proof_number::Settings;
use crate::engine::proof_number::extract::{self, Proof};
use crate::engine::proof_number::table::Table;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Position, Side, Stalemate};

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
pub enum Failure {
    /// It was stopped.
    Interrupted,
    /// Parts of the proof that the table had forgotten were not found again.
    Lost,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interrupted => "interrupted",
            Self::Lost => "the win was found, but the table forgot parts of its proof; a larger one helps",
        })
    }
}

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<extract::Failure> for Failure {
    fn from(failure: extract::Failure) -> Self {
        match failure {
            extract::Failure::Interrupted => Self::Interrupted,
            extract::Failure::Lost => Self::Lost,
        }
    }
}

/// A win that a search has found.
pub struct Found {
    /// The rule set and the side that wins.
    pub play: ForSide,
    /// The position.
    pub root: Position,
    /// What the search has proved.
    pub table: Table,
    /// How it was set.
    pub settings: Settings,
}

/// The certificate of a proof.
#[must_use]
pub fn certify(question: &Question, winner: Side, proof: &Proof) -> Certificate {
    let bytes = losing::emit(
        &question.stalemate.name(),
        &losing::Claim {
            root: &question.position.to_string(),
            clock: question.clock,
            winner: u32::from(winner == Side::Black),
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
