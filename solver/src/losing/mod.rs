//! Forced wins of losing chess, from the position to the certificate.
//!
//! `hunt` looks for a win of either side with one setting after the other, `checkpoint` keeps what it has found in a file, `library` has what was proved earlier, this module makes the certificate.

pub mod checkpoint;
pub mod hunt;
pub mod library;

use std::fmt;
use std::time::{Duration, Instant};

use crate::control::{Control, Interrupted};
use crate::emit::{digest, losing};
use crate::endings::Certificate;
use crate::engine::proof_number::Settings;
use crate::engine::proof_number::extract::{self, Effort, Proof};
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
            Self::Lost => "the win was found, but the table forgot parts of its proof; more --memory helps",
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

/// Evaluations for each position in the first walk that makes a proof smaller; then twice as many in each.
const FIRST_EFFORT: Effort = 4;
/// Settings for walks, in turn: what one does not find another may. With all of a sum counted, proofs come out small.
const WALKS: [Settings; 3] = [
    Settings { epsilon: 16, replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 },
    Settings { epsilon: 64, replies: 16, units: 16, mobility: 16, and_share: 12, or_share: 10 },
    Settings { epsilon: 16, replies: 16, units: 64, mobility: 16, and_share: 16, or_share: 16 },
];

/// The proof of a win that a search on this table has found, made smaller.
///
/// # Errors
/// [`Failure`]. Once there is a proof, being stopped means the one that there is.
pub fn prove(
    play: &ForSide,
    table: &Table,
    settings: Settings,
    root: Position,
    shrink: Shrink,
    control: Control,
) -> Result<Proof, Failure> {
    control.stage("positions of the proof", None);
    let mut proof = extract::extract(play, table, settings, root, control)?;
    let (begun, mut effort, mut pass) = (Instant::now(), FIRST_EFFORT, 0);
    let mut walk = Duration::ZERO;
    loop {
        let enough = match shrink {
            Shrink::Passes(most) => pass >= most,
            // The next walk takes as long as the last one at least.
            Shrink::Time(most) => begun.elapsed() + walk > most,
        };
        if enough {
            return Ok(proof);
        }
        let started = Instant::now();
        control.stage(&format!("shrinking {} positions, walk {}", proof.positions, pass + 1), None);
        let until = match shrink {
            Shrink::Passes(_) => None,
            Shrink::Time(most) => Some(begun + most),
        };
        let settings = WALKS[pass as usize % WALKS.len()];
        match extract::shrink(play, &proof, settings, effort, until, root, control) {
            Ok(smaller) if smaller.positions <= proof.positions => proof = smaller,
            Ok(_) | Err(extract::Failure::Lost) => {}
            Err(extract::Failure::Interrupted) => return Ok(proof),
        }
        walk = started.elapsed();
        pass += 1;
        effort = effort.saturating_mul(2);
    }
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
    Certificate { digest: digest(&bytes), bytes }
}

/// The greatest number of moves in a row without a capture or pawn move, those before the question included.
#[must_use]
pub fn reversible(question: &Question, proof: &Proof) -> u32 {
    proof.reversible.max(question.clock + proof.reversible_at_root)
}
