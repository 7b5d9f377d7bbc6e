//! Reasons why a walk through proofs of losing chess cannot go on.

use crate::games::losing_chess::notation::MoveError;
use crate::model::proof_graph::NotAProof;

/// Reason why a walk cannot start, or why a requested move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkError {
    /// The text does not name a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The move is legal for the winner, but the proof has another move.
    #[error("{word}: {winner}'s move in the proof is {san}; if it is a reply to that, write {san} before it")]
    PerhapsReply {
        /// Move, as the user wrote it.
        word: String,
        /// Name of the winner.
        winner: &'static str,
        /// The winner's move in the proof.
        san: String,
    },
    /// The move is legal for the winner, but the proof has another move.
    #[error("{word} is legal, but {winner}'s move in the proof is {san}; nothing is proved here about {word}")]
    NotProved {
        /// Move, as the user wrote it.
        word: String,
        /// Name of the winner.
        winner: &'static str,
        /// The winner's move in the proof.
        san: String,
    },
    /// The move is legal neither for the winner nor as a reply to the proof's move.
    #[error("{word} is neither {winner}'s move in the proof, {san}, nor a reply to it: {reason}")]
    Neither {
        /// Move, as the user wrote it.
        word: String,
        /// Name of the winner.
        winner: &'static str,
        /// The winner's move in the proof.
        san: String,
        /// Reasons why the move is not legal.
        reason: String,
    },
    /// The line of moves contains a wrong move. A possible reason is that the line starts at another position than the
    /// root of the proof.
    #[error("{source} (this proof begins {begins})")]
    Elsewhere {
        /// Reason why the move is wrong.
        source: Box<WalkError>,
        /// Root of the proof in words, such as `after e3 d5`.
        begins: String,
    },
    /// The move follows a position that a cited certificate proves, and this certificate was not opened.
    #[error("{word}: this proof ends here, and the certificate {file}, which it cites, goes on")]
    Cited {
        /// Move, as the user wrote it.
        word: String,
        /// File of the cited certificate.
        file: String,
    },
    /// A cited certificate cannot be opened.
    #[error("the proof goes on in a cited certificate: {0}")]
    Citation(String),
    /// Play is over in the current position.
    #[error("play is over")]
    Over,
    /// The walk is at the root, so there is no move to take back.
    #[error("this is the root")]
    Root,
    /// This is the beginning of the game, so there is no move to take back.
    #[error("this is the beginning of the game")]
    Beginning,
    /// The proof has no position with this number.
    #[error("no position {number}: they have the numbers 0 to {last}")]
    NoPosition {
        /// Requested number.
        number: u32,
        /// Number of the last position in the proof.
        last: usize,
    },
    /// The position with this number does not follow from the root of the walk.
    #[error("position {0} of this certificate does not follow from the root of this walk, but from another root")]
    NotFromHere(u32),
    /// The certificate has fewer roots than the requested number.
    #[error("no root {number}: {}", number_of(*.roots))]
    NoRoot {
        /// Requested number, counted from 1.
        number: usize,
        /// Number of roots.
        roots: usize,
    },
    /// The position is not a root of the certificate.
    #[error("'{position}' is not a root: {}", number_of(*.roots))]
    NotARoot {
        /// Requested position.
        position: String,
        /// Number of roots.
        roots: usize,
    },
    /// The list of moves has no entry with the requested number. The field is the number of the last entry.
    #[error("the moves that are listed have the numbers 1 to {0}")]
    NotListed(usize),
    /// There is no proof to walk through.
    #[error("there is no proof of losing chess")]
    NoProof,
    /// The solver cannot read a verified proof, because the solver's rules of the game differ from the checker's.
    #[error("{file}: {source}")]
    Unreadable {
        /// Name of the file.
        file: String,
        /// Reason why the proof cannot be read.
        source: ProofError,
    },
}

/// Describes how many roots a certificate has.
fn number_of(roots: usize) -> String {
    match roots {
        1 => "the certificate has one root, with the number 1".to_owned(),
        _ => format!("the certificate has {roots} roots, with the numbers 1 to {roots}"),
    }
}

/// Reason why the solver refuses a proof that the checker has verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The certificate's bit stream is not a proof under the solver's rules.
    #[error(transparent)]
    Stream(#[from] NotAProof),
    /// The longest line of moves does not have the claimed length.
    #[error("at most {found} moves, not {claimed}")]
    Length {
        /// Length of the longest line in the proof.
        found: u32,
        /// Length of the longest line in the claim.
        claimed: u32,
    },
}
