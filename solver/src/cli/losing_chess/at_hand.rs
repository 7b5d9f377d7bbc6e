//! Answers questions with the proofs in `certs/losing`, without a search.

use std::path::Path;
use std::time::Instant;

use super::super::outcome::{Failure, note};
use super::super::progress;
use super::super::remembered::Remembered;
use super::super::resources::Resources;
use super::Asked;
use crate::answers::losing::{self as report, shipped};
use crate::answers::text::counted;
use crate::answers::walk::Walk;
use crate::answers::written::Written;
use crate::certificate::{losing_proof, verify};
use crate::games::Colour;
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::text::Setup;
use crate::solve::losing::lemmas::Lemmas;

/// Answers a question about a position from the proof in `certs/losing` whose root is this position. Returns `None` if
/// the proof or its file does not exist, or if the file fails verification or has an unexpected digest. Also returns
/// `None` if the proof does not begin at this position.
///
/// # Errors
/// Fails if memory is short, or if the solver refuses the proof.
pub(super) fn answer(
    line: &Asked,
    rules: Stalemate,
    side: Option<Colour>,
    resources: &Resources,
) -> Result<Option<report::PositionAnswer>, Failure> {
    let begins_here = |(moves, _): &(usize, _)| moves + 1 == line.way.len();
    let Some((_, shipped)) = shipped::last_proof(&line.way, rules, side).filter(begins_here) else { return Ok(None) };
    let file = Path::new(shipped.file);
    if !is_there(file, resources, losing_proof::estimate_memory)? {
        return Ok(None);
    }
    let mut remembered = Remembered::open(false);
    let begun = Instant::now();
    let Ok(verified) = progress::during(shipped.file, || remembered.open_losing(file)) else { return Ok(None) };
    let Setup { position, clock } = line.setup();
    if verified.digest != shipped.sha256 || (verified.root, verified.clock) != (position, clock) {
        return Ok(None);
    }
    remembered.save();
    let winner = verified.game.winner;
    let proof = remembered.read(verified, file)?;
    let walk = Walk::after(&proof, line.before.clone());
    remembered.keep(&walk);
    let claim = proof.claim();
    let proof = report::Proof {
        positions: claim.positions.into(),
        longest: claim.longest,
        reversible: u32::try_from(claim.reversible).unwrap_or(u32::MAX),
        fifty_moves: claim.reversible < 100,
        verified: true,
        line: walk.numbered(line.before.len(), &walk.main_line()),
        winner_begins: position.side() == winner,
        written: Written {
            sha256: proof.digest().to_owned(),
            bytes: file.metadata().map_or(0, |metadata| metadata.len() as usize),
            ..Written::default()
        },
    };
    Ok(Some(report::PositionAnswer {
        asked: line.words.clone(),
        fen: position.to_string(),
        verdict: report::Verdict::won_by(winner),
        evaluations: 0,
        times: Some(report::Times { search_seconds: 0.0, proof_seconds: begun.elapsed().as_secs_f64() }),
        proof: Some(proof),
        tables: Vec::new(),
        source: Some(shipped.file.to_owned()),
        remembered_since: remembered.since,
        known: None,
        open: Vec::new(),
        missing: Vec::new(),
    }))
}

/// Returns whether the file with a proof exists. Fails if there is too little memory for reading the proof.
fn is_there(file: &Path, resources: &Resources, estimate: fn(u64) -> u64) -> Result<bool, Failure> {
    let Some(positions) = file.is_file().then(|| verify::claimed_positions(file)).flatten() else { return Ok(false) };
    let what = format!("{}, a proof of {}", file.display(), counted(positions, "position", "positions"));
    resources.allow(&what, estimate(positions))?;
    Ok(true)
}

/// Opens and verifies a proof whose root is a position in `way`. A file that fails verification is reported and
/// ignored, because a search can still find an answer.
///
/// # Errors
/// Fails if there is too little memory.
pub(super) fn open(way: &[Setup], rules: Stalemate, side: Option<Colour>, resources: &Resources) -> Result<Option<Lemmas>, Failure> {
    let Some((_, proof)) = shipped::last_proof(way, rules, side) else { return Ok(None) };
    let file = Path::new(proof.file);
    if !is_there(file, resources, Lemmas::estimate_memory)? {
        return Ok(None);
    }
    match progress::during(proof.file, || Lemmas::open(file)) {
        // A shipped proof cites no others.
        Ok(mut lemmas) => Ok(lemmas.pop().filter(|lemmas| lemmas.holds_for(rules) && side.is_none_or(|side| side == lemmas.winner))),
        Err(why) => {
            note(&format!("{}: not used: {why}", proof.file));
            Ok(None)
        }
    }
}
