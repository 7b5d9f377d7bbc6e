//! Forced wins of losing chess, from the position to the certificate.
//!
//! `hunt` looks for a win of either side with one setting after the other, `checkpoint` keeps what it has found in a file, `library` has what was proved earlier, this module makes the certificate.

pub mod checkpoint;
pub mod hunt;
pub mod library;

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::control::{Control, Interrupted};
use crate::emit::{digest, losing};
use crate::endings::Certificate;
use crate::engine::proof_number::extract::{self, Effort, Proof};
use crate::engine::proof_number::table::Table;
use crate::engine::proof_number::{Settings, driver};
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
    Settings { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 },
    Settings { epsilon: 64, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 12, or_share: 10 },
    Settings { epsilon: 16, replies: 16, quiet_replies: 16, units: 64, mobility: 16, and_share: 16, or_share: 16 },
];

/// Evaluations of a second search that might find a smaller proof, for each of the first; and at most so many.
const SECOND_SEARCH: u64 = 6;
const LONGEST_SECOND_SEARCH: u64 = 1 << 30;

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
    /// How much work it was.
    pub evaluations: u64,
}

/// The proof of a win, made smaller: by a second search that may find another proof, on a table of so many bytes, and by walks through it.
///
/// # Errors
/// [`Failure`].
///
/// # Panics
/// If the system gives no thread, or one panics.
pub fn prove(found: Found, bytes: u64, shrink: Shrink, control: Control) -> Result<Proof, Failure> {
    std::thread::scope(|scope| {
        let work = || prove_here(found, bytes, shrink, control);
        let thread = std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, work);
        thread.expect("a thread for the proof").join().expect("no panic in the proof")
    })
}

fn prove_here(found: Found, bytes: u64, shrink: Shrink, control: Control) -> Result<Proof, Failure> {
    let Found { play, root, table, settings, evaluations } = found;
    let begun = Instant::now();
    let until = match shrink {
        Shrink::Passes(_) => None,
        Shrink::Time(most) => Some(begun + most),
    };
    control.stage("positions of the proof", None);
    let mut proof = extract::extract(&play, &table, settings, root, control)?;
    drop(table);
    if shrink != Shrink::Passes(0) && settings != WALKS[0] {
        control.stage("evaluations of a search for a smaller proof", None);
        let most = evaluations.saturating_mul(SECOND_SEARCH).min(LONGEST_SECOND_SEARCH);
        // Half of the time is for walks.
        let half = until.map(|until| begun + until.duration_since(begun) / 2);
        let other = second(&play, root, bytes, most, half, control);
        proof = other.filter(|other| other.positions < proof.positions).unwrap_or(proof);
    }
    let (mut effort, mut pass, mut walk) = (FIRST_EFFORT, 0, Duration::ZERO);
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
        let settings = WALKS[pass as usize % WALKS.len()];
        match extract::shrink(&play, &proof, settings, effort, until, root, control) {
            Ok(smaller) if smaller.positions <= proof.positions => proof = smaller,
            Ok(_) | Err(extract::Failure::Lost) => {}
            Err(extract::Failure::Interrupted) => return Ok(proof),
        }
        walk = started.elapsed();
        pass += 1;
        effort = effort.saturating_mul(2);
    }
}

/// The proof that a search finds with the settings that make proofs small, if it does.
fn second(play: &ForSide, root: Position, bytes: u64, most: u64, until: Option<Instant>, control: Control) -> Option<Proof> {
    let mut table = Table::new(bytes);
    let mut evaluations = 0;
    let numbers = driver::advance(play, &mut table, WALKS[0], root, &mut |_, more| {
        evaluations += more;
        let late = evaluations >= most || until.is_some_and(|until| Instant::now() >= until);
        if late || control.at(evaluations, "").is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if numbers.proof > 0 { None } else { extract::extract(play, &table, WALKS[0], root, control).ok() }
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
