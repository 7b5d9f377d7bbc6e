//! From a question to a verified certificate: a win of the side asked about is looked for, then one of the other side; what is found is proved and certified.

use std::time::{Duration, Instant};

use super::checkpoint::Checkpoint;
use super::lemmas::Lemmas;
use super::portfolio::{self, Help, Limits};
use super::prove::{self, prove};
use super::{Error, Question, Shrink, certify};
use crate::certificate::Certificate;
use crate::certificate::verify::{self, Refused};
use crate::control::Control;
use crate::engine::proof_number::hints::Hints;
use crate::engine::proof_number::solution_tree::Proof;
use crate::engine::proof_number::table::TranspositionTable;
use crate::games::Colour;
use crate::games::losing_chess::Position;

/// What an answer may take and rests on.
pub struct Means<'a> {
    /// Memory, threads and time of the search.
    pub limits: Limits,
    /// How much effort goes into a small proof.
    pub shrink: Shrink,
    /// What was proved earlier.
    pub lemmas: &'a [Lemmas],
    /// Whether the checker verifies the certificate.
    pub verified: bool,
    /// Hears, before the other side's win is looked for, that this side cannot win.
    pub disproved: &'a mut dyn FnMut(Colour),
}

/// How it ended.
pub enum Verdict {
    /// A side wins.
    Won(Box<Won>),
    /// Neither side can win by force; if one side was asked about, neither can that side nor the other.
    Neither,
    /// The limits were reached, or all that is left is play that comes back to positions.
    Unknown,
    /// A win was found, but the table has forgotten parts of its proof.
    Forgotten,
    /// The checker does not verify the certificate.
    Refused(Refused),
}

/// A proved win.
pub struct Won {
    /// Whose.
    pub winner: Colour,
    /// Its proof.
    pub proof: Proof,
    /// The proof's certificate.
    pub certificate: Certificate,
}

/// An answer, and what it took.
pub struct Answer {
    /// How it ended.
    pub verdict: Verdict,
    /// Evaluations of positions.
    pub evaluations: u64,
    /// The time of the search.
    pub search: Duration,
    /// The time of making the proof small, writing and verifying it.
    pub proof: Duration,
}

/// Answers a question: whether `wanted` wins or, if that side cannot, the other; without `wanted`, which side wins. `hints` are for the side wanted.
///
/// # Errors
/// [`portfolio::Error`].
pub fn answer(
    question: &Question,
    wanted: Option<Colour>,
    hints: Option<Hints<Position>>,
    Means { limits, shrink, lemmas, verified, disproved }: Means,
    checkpoint: &mut Option<Checkpoint>,
    control: Control,
) -> Result<Answer, portfolio::Error> {
    let begun = Instant::now();
    let store = |side, table: &mut TranspositionTable| lemmas.iter().for_each(|one| one.put(side, table));
    let mut search = |wanted, hints, before: u64| {
        let time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        let evaluations = limits.evaluations.map(|most| most.saturating_sub(before));
        portfolio::search(question, wanted, Limits { time, evaluations, ..limits }, checkpoint, Help { lemmas: &store, hints }, control)
    };
    let (mut found, mut evaluations) = search(wanted, hints, 0)?;
    if let (Some(side), portfolio::Verdict::NotWon) = (wanted, &found) {
        disproved(side);
        let (other, more) = search(Some(side.other()), None, evaluations)?;
        (found, evaluations) = (other, evaluations + more);
    }
    let (search, begun) = (begun.elapsed(), Instant::now());
    let verdict = match found {
        portfolio::Verdict::Unknown => Verdict::Unknown,
        portfolio::Verdict::NotWon => Verdict::Neither,
        portfolio::Verdict::Won(found) => {
            let winner = found.game.winner;
            match prove(found, prove::Means { tables: limits.tables, threads: limits.threads, shrink }, control) {
                Ok(proof) => certified(question, winner, proof, verified),
                Err(Error::Lost) => Verdict::Forgotten,
                Err(Error::Interrupted) => return Err(portfolio::Error::Interrupted),
            }
        }
    };
    control.done();
    Ok(Answer { verdict, evaluations, search, proof: begun.elapsed() })
}

/// The certificate of a proof, verified if that is asked.
fn certified(question: &Question, winner: Colour, proof: Proof, verified: bool) -> Verdict {
    let certificate = [certify(question, winner, &proof)];
    if verified && let Err(refused) = verify::verify_all(&certificate) {
        return Verdict::Refused(refused);
    }
    let [certificate] = certificate;
    Verdict::Won(Box::new(Won { winner, proof, certificate }))
}
