//! Reasons why a verified certificate has no answer to a question.

use crate::games::bidding_chess::EndingError;
use crate::games::losing_chess::text::FenError;
use crate::games::stored::StoredError;
use crate::games::{NameError, PositionError};
use crate::model::closed_list::NotClosed;

use super::bid_matrix::NoTable;
use super::lookup::LookupError;
use super::walk::{ProofError, WalkError};

/// Reason why a certificate has no answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The text is not a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The text is not a position of losing chess.
    #[error(transparent)]
    LosingPosition(#[from] FenError),
    /// The text is not a position of orthodox chess.
    #[error("position '{text}': {source}")]
    ChessPosition {
        /// Text of the question.
        text: String,
        /// Reason why the text is not a position.
        source: gamecert_unwinnable::FenError,
    },
    /// The moves of a proof cannot be followed further.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The position has no table of bids.
    #[error(transparent)]
    BidTable(#[from] NoTable),
    /// The tablebase has no entry for the position.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The question is incomplete, or does not suit this kind of certificate.
    #[error("{0}")]
    Question(String),
    /// The question is valid, but the certificate proves nothing about it.
    #[error("{0}")]
    NotCovered(String),
    /// The checker has verified the certificate, but the solver cannot read it, so one of the two has a bug.
    #[error("{0}")]
    Disagreement(String),
}

impl NoAnswer {
    pub(crate) fn question(sentence: impl Into<String>) -> Self {
        Self::Question(sentence.into())
    }

    pub(crate) fn not_covered(sentence: impl Into<String>) -> Self {
        Self::NotCovered(sentence.into())
    }

    pub(crate) fn disagreement(sentence: impl Into<String>) -> Self {
        Self::Disagreement(sentence.into())
    }
}

macro_rules! disagreements {
    ($($error:ty),*) => {
        $(impl From<$error> for NoAnswer {
            fn from(error: $error) -> Self {
                Self::Disagreement(error.to_string())
            }
        })*
    };
}

disagreements!(EndingError, NameError, NotClosed, StoredError, ProofError);
