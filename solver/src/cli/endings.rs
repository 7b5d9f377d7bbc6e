//! Checks and messages for the commands that solve endings of bidding chess.

use std::fmt::Display;

use serde::Serialize;

use super::files::Emit;
use super::outcome::{Failure, note};
use crate::games::bidding_chess::{Board, Material};

/// An ending without a solution.
#[derive(Serialize)]
pub(super) struct Failed {
    material: String,
    reason: String,
}

impl Failed {
    pub(super) fn all<E: Display>(failures: &[(&Material, E)]) -> Vec<Self> {
        failures.iter().map(|(material, reason)| Self { material: material.to_string(), reason: reason.to_string() }).collect()
    }
}

/// Refuses endings whose pieces do not fit on the board.
pub(super) fn must_fit(materials: &[Material], board: Board) -> Result<(), Failure> {
    match materials.iter().find(|material| !material.fits(board)) {
        None => Ok(()),
        Some(material) => Err(Failure::input(format!("the pieces of {material} do not fit on a board of {board}"))),
    }
}

/// Refuses `--emit-cert` for several endings.
pub(super) fn allow_files(emit: &Emit, materials: &[Material]) -> Result<(), Failure> {
    if emit.emit_cert.is_some() && materials.len() > 1 {
        return Err(Failure::input("--emit-cert takes one ending; use --emit-dir for several"));
    }
    Ok(())
}

/// Returns the failure that determines the exit status. Prints all failures except the returned one.
pub(super) fn end<E: Display>(mut failures: Vec<(&Material, E)>, is_bad_input: impl Fn(&E) -> bool) -> Result<(), Failure> {
    // Bad input may cause the other failures, so it is sorted last: the last failure determines the exit status.
    failures.sort_by_key(|(_, failure)| is_bad_input(failure));
    // A sentence about bad input says itself which ending is meant.
    let sentence = |(material, failure): &(&Material, E)| {
        if is_bad_input(failure) { failure.to_string() } else { format!("{material}: {failure}") }
    };
    let Some(last) = failures.pop() else { return Ok(()) };
    failures.iter().for_each(|failure| note(&sentence(failure)));
    Err(if is_bad_input(&last.1) { Failure::BadInput(sentence(&last)) } else { Failure::NoAnswer(sentence(&last)) })
}
