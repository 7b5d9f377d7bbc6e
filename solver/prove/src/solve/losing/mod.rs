//! Proves that a side wins losing chess by force, and certifies the proofs.
//!
//! `answer` answers a question and returns a verified certificate. `portfolio` searches for a win of either side with
//! several `worker`s, which have different settings. `checkpoint` saves the state of the workers to a file, and
//! `lemmas` supplies positions that earlier certificates prove. `prove` extracts a small proof of a win, and this
//! module encodes the certificate of the proof. `unfinished` describes a search without a verdict. `assemble` combines
//! earlier proofs into a new one without a search. `table_files` stores endgame tables, and `ending` uses them to
//! answer questions about small endings. `link` makes certificates that cite others. `proved_positions` finds positions
//! in proofs, and `game` reads games.

pub mod answer;
pub mod assemble;
pub mod checkpoint;
pub mod ending;
#[cfg(feature = "game")]
pub mod game;
pub mod lemmas;
pub mod link;
pub mod portfolio;
pub mod prove;
pub mod proved_positions;
pub mod published_tree;
pub mod table_files;
pub mod unfinished;
pub mod worker;

use std::time::Duration;

use crate::certificate::Certificate;
use crate::certificate::emit::losing;
use crate::control::Interrupted;
use crate::engine::proof_number::Settings;
use crate::engine::proof_number::solution_tree::{self, Proof, RunLimits, Strategy};
use crate::engine::proof_number::table::TranspositionTable;
use crate::games::Colour;
use crate::games::losing_chess::winner::WithTables;
use crate::games::losing_chess::{Position, Stalemate};

/// The question of which side wins from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// Number of plies since the last capture or pawn move.
    pub clock: u32,
    /// Rule set.
    pub stalemate: Stalemate,
}

/// How much work to spend on making a proof smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shrink {
    /// Makes at most this number of passes over the proof.
    Passes(u32),
    /// Makes passes over the proof until this time is over.
    Time(Duration),
}

/// Reason why a win has no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The transposition table no longer contained some positions of the proof, and a new search did not prove them
    /// again.
    #[error("the win was found, but the table forgot parts of its proof; a larger one helps")]
    Lost,
    /// No proof was found that holds under a 50-move rule. The field counts the positions of the best proof that break
    /// the rule.
    #[error("no proof was found that holds under a 50-move rule; {}", long_runs(*.0))]
    LongRuns(usize),
    /// There is too little memory for a proof that holds under a 50-move rule.
    #[error("there is too little memory for a proof that holds under a 50-move rule")]
    NoMemory,
}

fn long_runs(count: usize) -> String {
    let places = if count == 1 { "at 1 position".to_owned() } else { format!("at {count} positions") };
    format!("{places} of the best one, more than 99 plies without a capture or pawn move follow")
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

/// A win, or an unfinished search for a win.
pub struct WinSearch {
    /// Rule set, side that is claimed to win, and endgame tables of the search.
    pub game: WithTables,
    /// Root position.
    pub root: Position,
    /// Transposition table, which has the proved positions.
    pub table: TranspositionTable,
    /// Settings of the search.
    pub settings: Settings,
    /// Strategies of earlier proofs, each with a position that the strategy wins. If there are strategies, the first
    /// one wins from `root`.
    pub strategies: Vec<(Strategy, Position)>,
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

/// Returns the limits that a proof must observe under a 50-move rule.
#[must_use]
pub fn fifty_move_limits(question: &Question) -> RunLimits {
    const MOST: u16 = 99;
    let before = u16::try_from(question.clock).unwrap_or(u16::MAX);
    RunLimits { at_root: MOST.saturating_sub(before), anywhere: MOST }
}

/// Returns the greatest number of consecutive moves without a capture or pawn move. Moves before the position of the
/// question are counted too.
#[must_use]
pub fn reversible(question: &Question, proof: &Proof) -> u32 {
    proof.reversible.max(question.clock + proof.reversible_at_root)
}
