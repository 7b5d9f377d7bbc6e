//! Answers a question about losing chess with a verified certificate. Searches for a win of the requested side, and
//! then for a win of the other side. A win may also follow from earlier proofs, which are then combined without a
//! search. Every win is then proved and certified.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::assemble::{Missing, assemble};
use super::checkpoint::Checkpoint;
use super::lemmas::Lemmas;
use super::portfolio::{self, Help, Limits, TableSource};
use super::prove::{self, prove};
use super::unfinished::{ProvedPosition, Unfinished};
use super::{Error, Question, Shrink, WinSearch, certify, fifty_move_limits};
use crate::certificate::Certificate;
use crate::certificate::verify::{self, Refused};
use crate::control::Control;
use crate::engine::proof_number::hints::Hints;
use crate::engine::proof_number::solution_tree::Proof;
use crate::engine::proof_number::table::TranspositionTable;
use crate::games::Colour;
use crate::games::losing_chess::Position;

/// Options and resources for answering a question.
pub struct AnswerOptions<'a> {
    /// Limits on the memory, threads and time of the search.
    pub limits: Limits,
    /// How much work to spend on making the proof smaller.
    pub shrink: Shrink,
    /// The program divides the proof into parts, called shards, and makes only one of them smaller: the index of this
    /// shard, from 0, and the number of shards.
    pub shard: (u32, u32),
    /// Whether the proof must hold under a 50-move rule.
    pub fifty_moves: bool,
    /// Positions that are proved by earlier proofs.
    pub lemmas: &'a [Lemmas],
    /// Endgame tables for the question's rule set. `None` if the search uses no tables.
    pub tables: Option<TableSource<'a>>,
    /// Whether the checker verifies the certificate.
    pub verified: bool,
    /// Whether to certify proved positions if the search ends without a verdict.
    pub parts: bool,
    /// If the requested side cannot win, this function is called with that side. After this call, the search for a win
    /// of the other side begins.
    pub disproved: &'a mut dyn FnMut(Colour),
}

/// Result of answering a question.
pub enum Verdict {
    /// A side wins.
    Won(Box<Won>),
    /// Neither side can win by force.
    Neither,
    /// The search reached its limits, or it found only lines of moves that repeat positions.
    Unknown(Vec<Open>),
    /// Proofs of these positions are missing, and no search was made.
    Missing(Vec<Missing>),
    /// The search found a win, but no proof of the win could be made.
    Unproved(Error),
    /// The checker refused the certificate.
    Refused(Refused),
}

/// State of an unfinished search for one side's win.
pub struct Open {
    /// The search that found no win.
    pub unfinished: Unfinished,
    /// Positions that the search has proved, each with its win and certificate. The list is empty unless it was
    /// requested.
    pub parts: Vec<(Position, Won)>,
}

/// A proved win.
pub struct Won {
    /// Side that wins.
    pub winner: Colour,
    /// Proof of the win.
    pub proof: Proof,
    /// Certificate of the proof.
    pub certificate: Certificate,
}

/// Answer to a question, and what it cost.
pub struct VerdictWithCost {
    /// Verdict on the question.
    pub verdict: Verdict,
    /// Number of positions that the search evaluated.
    pub evaluations: u64,
    /// Duration of the search.
    pub search: Duration,
    /// Time for extracting the proof, making it smaller, encoding it and verifying it.
    pub proof: Duration,
}

/// Searches for a win of the side `requested` and, if this side cannot win, for a win of the other side. If `requested`
/// is `None`, searches for a win of either side. Hints may be used only if `requested` names a side.
///
/// # Errors
/// [`portfolio::Error`].
pub fn answer(
    question: &Question,
    requested: Option<Colour>,
    hints: Option<Hints<Position>>,
    AnswerOptions { limits, shrink, shard, fifty_moves, lemmas, tables, verified, parts, disproved }: AnswerOptions,
    checkpoint: &mut Option<Checkpoint>,
    control: Control,
) -> Result<VerdictWithCost, portfolio::Error> {
    let started = Instant::now();
    let store = |side, table: &mut TranspositionTable| lemmas.iter().for_each(|one| one.put(side, table));
    // The search for the other side's win uses the tables of the first search.
    let opened = OnceCell::new();
    let open = |source: TableSource| match opened.get() {
        Some(known) => Ok(Arc::clone(known)),
        None => (source.open)().inspect(|tables| _ = opened.set(Arc::clone(tables))),
    };
    let open = tables.map(|source| (source.units, move || open(source)));
    let mut search = |requested, hints, before: u64| {
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let evaluations = limits.evaluations.map(|most| most.saturating_sub(before));
        portfolio::search(
            question,
            requested,
            Limits { time, evaluations, ..limits },
            checkpoint,
            Help { lemmas: &store, hints, tables: open.as_ref().map(|(units, open)| TableSource { units: *units, open }) },
            control,
        )
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
            proved(
                question,
                found,
                prove::ProofOptions { until, ..proof_options(question, limits, shrink, shard, fifty_moves) },
                verified,
                control,
            )?
        }
    };
    control.done();
    Ok(VerdictWithCost { verdict, evaluations, search, proof: begun.elapsed() })
}

/// Answers a question without a search, by combining earlier proofs into a proof that `winner` wins. The new proof
/// takes the positions in `lemmas` as proved. The winner may also move to positions in `hints`.
///
/// # Errors
/// [`portfolio::Error`].
pub fn assembled(
    question: &Question,
    winner: Colour,
    hints: impl IntoIterator<Item = Position>,
    AnswerOptions { limits, shrink, shard, fifty_moves, lemmas, tables, verified, .. }: AnswerOptions,
    control: Control,
) -> Result<VerdictWithCost, portfolio::Error> {
    let begun = Instant::now();
    let tables = tables.map(|source| (source.open)()).transpose()?;
    let found = assemble(question, winner, hints, lemmas, (limits.tables, tables));
    let (search, begun) = (begun.elapsed(), Instant::now());
    let verdict = match found {
        Ok(found) => proved(question, found, proof_options(question, limits, shrink, shard, fifty_moves), verified, control)?,
        Err(missing) => Verdict::Missing(missing),
    };
    control.done();
    Ok(VerdictWithCost { verdict, evaluations: 0, search, proof: begun.elapsed() })
}

/// Answers a question from one earlier proof, without a search and without making the proof smaller. The question may
/// be about any position of the earlier proof. Returns [`Verdict::Missing`] if the earlier proof does not prove the
/// question's position.
///
/// # Errors
/// [`portfolio::Error`].
pub fn known(
    question: &Question,
    lemmas: &Lemmas,
    limits: Limits,
    verified: bool,
    control: Control,
) -> Result<VerdictWithCost, portfolio::Error> {
    let (shrink, lemmas) = (Shrink::Passes(0), std::slice::from_ref(lemmas));
    let options = AnswerOptions {
        limits,
        shrink,
        shard: (0, 1),
        fifty_moves: false,
        lemmas,
        tables: None,
        verified,
        parts: false,
        disproved: &mut |_| {},
    };
    assembled(question, lemmas[0].winner, [], options, control)
}

fn proof_options(question: &Question, limits: Limits, shrink: Shrink, shard: (u32, u32), fifty_moves: bool) -> prove::ProofOptions {
    let runs = fifty_moves.then(|| fifty_move_limits(question));
    prove::ProofOptions { tables: limits.tables, threads: limits.threads, shrink, shard, until: None, runs }
}

/// Extracts the proof from a search that found a win, and encodes and verifies its certificate.
fn proved(
    question: &Question,
    found: WinSearch,
    options: prove::ProofOptions,
    verified: bool,
    control: Control,
) -> Result<Verdict, portfolio::Error> {
    let winner = found.game.rules.winner;
    match prove(found, options, control) {
        Ok(proof) => Ok(match certified(question, winner, proof, verified) {
            Ok(won) => Verdict::Won(Box::new(won)),
            Err(refused) => Verdict::Refused(refused),
        }),
        Err(Error::Interrupted) => Err(portfolio::Error::Interrupted),
        Err(why) => Ok(Verdict::Unproved(why)),
    }
}

/// Encodes the certificate of a proof, and verifies it if this was requested.
fn certified(question: &Question, winner: Colour, proof: Proof, verified: bool) -> Result<Won, Refused> {
    let certificate = [certify(question, winner, &proof)];
    if verified {
        verify::verify_all(&certificate)?;
    }
    let [certificate] = certificate;
    Ok(Won { winner, proof, certificate })
}

/// Summarises searches that ended without a verdict. For each side, keeps only the search that made the most
/// evaluations. If `parts` is set, also returns the positions that the search with the most evaluations has proved.
fn left_open(
    question: &Question,
    mut left: Vec<Unfinished>,
    (parts, verified): (bool, bool),
    control: Control,
) -> Result<Verdict, portfolio::Error> {
    left.sort_by_key(|one| (one.search.game.rules.winner == Colour::Black, Reverse(one.evaluations)));
    left.dedup_by_key(|one| one.search.game.rules.winner);
    let mut open = Vec::new();
    for unfinished in left {
        let winner = unfinished.search.game.rules.winner;
        let mut proved = Vec::new();
        if parts {
            control.stage("positions of parts that are proved", None);
            for ProvedPosition { position, proof } in unfinished.parts(control)? {
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
