//! Reasons why a question of the web page has no answer.

use crate::answers::NoAnswer;
use crate::answers::lookup::LookupError;
use crate::answers::walk::{ProofError, WalkError};
use crate::certificate::verify::OpenError;
use crate::control::Interrupted;
use crate::engine;
use crate::games::file::FileError;
use crate::games::losing_chess::notation::MoveError;
use crate::games::losing_chess::text::FenError;
use crate::games::{NameError, PositionError};
use crate::model::closed_list::NotClosed;
use crate::model::scoring::SetError;
use crate::play::round::BidTooHigh;
use crate::solve;

/// Reason why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The question is not JSON of the expected form.
    #[error("no question: {0}")]
    Json(#[from] serde_json::Error),
    /// An earlier question must come first, such as one that opens a game.
    #[error("{0}")]
    NotOpen(&'static str),
    /// The page asks for something that does not exist or cannot be shown.
    #[error("{0}")]
    Question(String),
    /// The answer needs more memory than a page has.
    #[error("{what} would take {:.1} GB of memory, more than the {:.1} GB of a page", gigabytes(*.bytes), gigabytes(super::MAX_BYTES))]
    Memory {
        /// The computation.
        what: String,
        /// Estimated memory.
        bytes: u64,
    },
    /// The file is not a valid certificate, or is not of the kind that the question needs.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file is not a game.
    #[error("{name}: {source}")]
    GameFile {
        /// Name of the file.
        name: String,
        /// Error in the file.
        source: FileError,
    },
    /// The certificate has no answer to the question.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// The tablebase does not contain the position.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The proofs do not contain the requested move or position.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The checker has verified the proof, but the solver cannot read it.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// The checker has verified the closed set, but the solver cannot read it.
    #[error(transparent)]
    ClosedSet(#[from] NotClosed),
    /// The string is not the name of a game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The string does not describe a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The string does not describe a position of losing chess.
    #[error(transparent)]
    LosingPosition(#[from] FenError),
    /// The string does not describe a position of orthodox chess.
    #[error(transparent)]
    ChessPosition(#[from] gamecert_unwinnable::FenError),
    /// The string does not name a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The PGN text does not contain a valid game of orthodox chess.
    #[cfg(feature = "game")]
    #[error(transparent)]
    Pgn(#[from] solve::unwinnable::pgn::single::GameError),
    /// The numbers are not a subtraction set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// A bid exceeds the player's chips.
    #[error(transparent)]
    Bid(#[from] BidTooHigh),
    /// The thresholds could not be computed.
    #[error(transparent)]
    Chips(#[from] solve::chips::Error),
    /// The outcomes could not be computed.
    #[error(transparent)]
    Scoring(#[from] engine::scoring::Error),
    /// The computation was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}
