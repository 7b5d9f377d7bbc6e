//! Reasons why a walk through proofs of losing chess cannot go on.

use crate::games::losing_chess::notation::MoveError;
use crate::model::proof_graph::NotAProof;

/// Reason why a walk cannot begin, or cannot go where it was asked to go.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkError {
    /// The text does not name a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The move is legal for the winner but not the proof's move, and it would also be a reply to that move.
    #[error("{word}: {winner}'s move in the proof is {san}; if it is a reply to that, write {san} before it")]
    PerhapsReply {
        /// Text of the move.
        word: String,
        /// Name of the winner.
        winner: &'static str,
        /// The proof's move.
        san: String,
    },
    /// The move is legal for the winner but not the proof's move.
    #[error("{word} is legal, but {winner}'s move in the proof is {san}; nothing is proved here about {word}")]
    NotProved {
        /// Text of the move.
        word: String,
        /// Name of the winner.
        winner: &'static str,
        /// The proof's move.
        san: String,
    },
    /// The move is legal neither for the winner nor as a reply to the proof's move.
    #[error("{word} is neither {winner}'s move in the proof, {san}, nor a reply to it: {reason}")]
    Neither {
        /// Text of the move.
        word: String,
        /// Name of the winner.
        winner: &'static str,
        /// The proof's move.
        san: String,
        /// Reasons why the move is not legal.
        reason: String,
    },
    /// A move is wrong, perhaps because the moves do not begin where the proof begins.
    #[error("{source} (this proof begins {begins})")]
    Elsewhere {
        /// Reason why the move is wrong.
        source: Box<WalkError>,
        /// Beginning of the proof, such as `after e3 d5`.
        begins: String,
    },
    /// Play is over in the current position.
    #[error("play is over")]
    Over,
    /// There is no move to take back within the proof.
    #[error("this is the root")]
    Root,
    /// There is no move to take back.
    #[error("this is the beginning of the game")]
    Beginning,
    /// The proof has no position with this number.
    #[error("no position {number}: they have the numbers 0 to {last}")]
    NoPosition {
        /// Number that was asked for.
        number: u32,
        /// Greatest number.
        last: usize,
    },
    /// The list of moves has no entry with the requested number. The field is the greatest number.
    #[error("the moves that are listed have the numbers 1 to {0}")]
    NotListed(usize),
    /// There is no proof to walk through.
    #[error("there is no proof of losing chess")]
    NoProof,
    /// A verified proof cannot be read: the solver's rules differ from the checker's.
    #[error("{file}: {source}")]
    Unreadable {
        /// Name of the file.
        file: String,
        /// Reason why the proof cannot be read.
        source: ProofError,
    },
}

/// Difference between a verified proof and what the solver reads in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The stream is not a proof.
    #[error(transparent)]
    Stream(#[from] NotAProof),
    /// The length of the longest line differs from the claimed length.
    #[error("at most {found} moves, not {claimed}")]
    Length {
        /// Greatest number of moves in the stream.
        found: u32,
        /// Greatest number of moves in the claim.
        claimed: u32,
    },
}
