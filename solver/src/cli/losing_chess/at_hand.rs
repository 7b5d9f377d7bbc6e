//! Proofs in `certs/losing` that answer a question without a search.

use std::path::Path;

use super::super::outcome::{Failure, note};
use super::super::progress;
use super::super::resources::Resources;
use crate::certificate::verify;
use crate::games::Colour;
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::text::Setup;
use crate::report::losing::shipped;
use crate::report::text::counted;
use crate::solve::losing::lemmas::Lemmas;

/// The proof of the last position on the way that has one, read from `certs/losing` of the working directory and verified. A file that is not verified is named and
/// not used: a search can still answer.
///
/// # Errors
/// If there is too little memory for it.
pub(super) fn open(way: &[Setup], rules: Stalemate, side: Option<Colour>, resources: &Resources) -> Result<Option<Lemmas>, Failure> {
    let Some((_, proof)) = shipped::last_proof(way, rules, side) else { return Ok(None) };
    let file = Path::new(proof.file);
    let Some(positions) = file.is_file().then(|| verify::claimed_positions(file)).flatten() else { return Ok(None) };
    let what = format!("{}, a proof of {}", proof.file, counted(positions, "position", "positions"));
    resources.allow(&what, Lemmas::estimate_memory(positions))?;
    match progress::during(proof.file, || Lemmas::open(file)) {
        Ok(lemmas) => Ok(Some(lemmas).filter(|lemmas| lemmas.holds_for(rules) && side.is_none_or(|side| side == lemmas.winner))),
        Err(why) => {
            note(&format!("{}: not used: {why}", proof.file));
            Ok(None)
        }
    }
}
