//! From a question to a verified certificate: a win of the side asked about is looked for, then one of the other side, or one is put together
//! from earlier proofs; what is found is proved and certified.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::assemble::{Missing, assemble};
use super::checkpoint::Checkpoint;
use super::lemmas::Lemmas;
use super::portfolio::{self, Help, Limits};
use super::prove::{self, prove};
use super::unfinished::{Part, Unfinished};
use super::{Error, Found, Question, Shrink, certify};
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
    /// In which of how many shards of the proof, counted from 0.
    pub shard: (u32, u32),
    /// What was proved earlier.
    pub lemmas: &'a [Lemmas],
    /// Whether the checker verifies the certificate.
    pub verified: bool,
    /// Whether parts that are proved get certificates, where the whole is not.
    pub parts: bool,
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
    Unknown(Vec<Open>),
    /// Nothing was searched for, and these positions are missing in a proof.
    Missing(Vec<Missing>),
    /// A win was found, but the table has forgotten parts of its proof.
    Forgotten,
    /// The checker does not verify the certificate.
    Refused(Refused),
}

/// What is left of the search for one side's win.
pub struct Open {
    /// What the search leaves.
    pub unfinished: Unfinished,
    /// The parts that are proved, if they were asked for: positions and the wins from there.
    pub parts: Vec<(Position, Won)>,
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
    requested: Option<Colour>,
    hints: Option<Hints<Position>>,
    Means { limits, shrink, shard, lemmas, verified, parts, disproved }: Means,
    checkpoint: &mut Option<Checkpoint>,
    control: Control,
) -> Result<Answer, portfolio::Error> {
    let started = Instant::now();
    let store = |side, table: &mut TranspositionTable| lemmas.iter().for_each(|one| one.put(side, table));
    let mut search = |requested, hints, before: u64| {
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let evaluations = limits.evaluations.map(|most| most.saturating_sub(before));
        portfolio::search(question, requested, Limits { time, evaluations, ..limits }, checkpoint, Help { lemmas: &store, hints }, control)
    };
    let (mut found, mut evaluations) = search(requested, hints, 0)?;
    if let (Some(side), portfolio::Verdict::NotWon) = (requested, &found) {
        disproved(side);
        let (other, more) = search(Some(side.other()), None, evaluations)?;
        (found, evaluations) = (other, evaluations + more);
    }
    let (search, begun) = (started.elapsed(), Instant::now());
    let verdict = match found {
        portfolio::Verdict::Unknown(left) => left_open(question, left, (parts, verified), control)?,
        portfolio::Verdict::NotWon => Verdict::Neither,
        portfolio::Verdict::Won(found) => {
            let until = limits.time.map(|time| started + time);
            proved(question, found, prove::Means { until, ..means_of(limits, shrink, shard) }, verified, control)?
        }
    };
    control.done();
    Ok(Answer { verdict, evaluations, search, proof: begun.elapsed() })
}

/// Answers a question without a search: what `lemmas` prove is put together for a win of `winner`, along `hints`.
///
/// # Errors
/// [`portfolio::Error`].
pub fn assembled(
    question: &Question,
    winner: Colour,
    hints: impl IntoIterator<Item = Position>,
    Means { limits, shrink, shard, lemmas, verified, .. }: Means,
    control: Control,
) -> Result<Answer, portfolio::Error> {
    let begun = Instant::now();
    let found = assemble(question, winner, hints, lemmas, limits.tables);
    let (search, begun) = (begun.elapsed(), Instant::now());
    let verdict = match found {
        Ok(found) => proved(question, found, means_of(limits, shrink, shard), verified, control)?,
        Err(missing) => Verdict::Missing(missing),
    };
    control.done();
    Ok(Answer { verdict, evaluations: 0, search, proof: begun.elapsed() })
}

/// The answer of an earlier proof, without a search and without walks: of the position that it is about, or of one that it proves on the way. The verdict is
/// [`Verdict::Missing`] if it does not prove the question's position.
///
/// # Errors
/// [`portfolio::Error`].
pub fn known(question: &Question, lemmas: &Lemmas, limits: Limits, verified: bool, control: Control) -> Result<Answer, portfolio::Error> {
    let (shrink, lemmas) = (Shrink::Passes(0), std::slice::from_ref(lemmas));
    let means = Means { limits, shrink, shard: (0, 1), lemmas, verified, parts: false, disproved: &mut |_| {} };
    assembled(question, lemmas[0].winner, [], means, control)
}

/// What a proof may take.
fn means_of(limits: Limits, shrink: Shrink, shard: (u32, u32)) -> prove::Means {
    prove::Means { tables: limits.tables, threads: limits.threads, shrink, shard, until: None }
}

/// From a win that was found to its certificate.
fn proved(question: &Question, found: Found, means: prove::Means, verified: bool, control: Control) -> Result<Verdict, portfolio::Error> {
    let winner = found.game.winner;
    match prove(found, means, control) {
        Ok(proof) => Ok(match certified(question, winner, proof, verified) {
            Ok(won) => Verdict::Won(Box::new(won)),
            Err(refused) => Verdict::Refused(refused),
        }),
        Err(Error::Lost) => Ok(Verdict::Forgotten),
        Err(Error::Interrupted) => Err(portfolio::Error::Interrupted),
    }
}

/// The certificate of a proof, verified if that is asked.
fn certified(question: &Question, winner: Colour, proof: Proof, verified: bool) -> Result<Won, Refused> {
    let certificate = [certify(question, winner, &proof)];
    if verified {
        verify::verify_all(&certificate)?;
    }
    let [certificate] = certificate;
    Ok(Won { winner, proof, certificate })
}

/// What searches without a verdict leave: of each side the worker that got farthest, and if `parts` says so the parts that are proved.
fn left_open(
    question: &Question,
    mut left: Vec<Unfinished>,
    (parts, verified): (bool, bool),
    control: Control,
) -> Result<Verdict, portfolio::Error> {
    left.sort_by_key(|one| (one.search.game.winner == Colour::Black, Reverse(one.evaluations)));
    left.dedup_by_key(|one| one.search.game.winner);
    let mut open = Vec::new();
    for unfinished in left {
        let winner = unfinished.search.game.winner;
        let mut proved = Vec::new();
        if parts {
            control.stage("positions of parts that are proved", None);
            for Part { position, proof } in unfinished.parts(control)? {
                match certified(&Question { position, clock: 0, ..*question }, winner, proof, verified) {
                    Ok(won) => proved.push((position, won)),
                    Err(refused) => return Ok(Verdict::Refused(refused)),
                }
            }
        }
        open.push(Open { unfinished, parts: proved });
    }
    Ok(Verdict::Unknown(open))
}
