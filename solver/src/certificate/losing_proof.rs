//! A verified proof that a side of losing chess wins, in the solver's terms.

use crate::games::losing_chess::Position;
use crate::games::losing_chess::winner::ForSide;

/// What a certificate of kind `losing` claims, and the proof as it stands there (`spec/kinds/losing.md`).
#[derive(Clone, Debug)]
pub struct LosingProof {
    /// The rules, and the side that wins.
    pub game: ForSide,
    /// Where the proof begins.
    pub root: Position,
    /// Moves since the last capture or pawn move before the root.
    pub clock: u32,
    /// The number of distinct positions.
    pub positions: u32,
    /// The greatest number of moves of both sides.
    pub longest: u32,
    /// The greatest number of moves in a row without a capture or pawn move, those of `clock` included.
    pub reversible: u64,
    /// The winner's moves in preorder, as bits.
    pub stream: Vec<u8>,
    /// The digest of the certificate, as text.
    pub digest: String,
}
