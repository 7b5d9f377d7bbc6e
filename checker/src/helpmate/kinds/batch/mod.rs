//! The kind `batch`: many certificates of other kinds in one file.
//!
//! Implements `spec/kinds/batch.md`. What an entry claims, and why its evidence is enough, is left to its kind. `stated` reads which
//! kinds occur, `entries` verifies the entries, `claim` is what has been verified.
//!
//! # Memory (section 4)
//!
//! The bound is that of the greediest kind that may occur, for the whole file, and 720 bytes for each byte of the file. The kinds verify one entry after the
//! other and use the same memory again (beside the greediest kind's that of the others is small). What is kept is the claim of
//! each entry.
//!
//! - A position takes at least 9 bytes of the file in its packed form and at most 100 in its text form (the rule set's page). So an entry takes 17 bytes of
//!   the file at least: itself, the number of its kind, the claim, the root, the winner, a number, the evidence, a string.
//! - In claims and statements it takes at most 1,100 beside moves: two lists that double when they are full (168), a claim (64), the
//!   text of the root (200), a statement (600), both with the spare capacity of strings that have grown, and what allocations add.
//! - A move of an entry of the kind `helpmate` takes 6 in its claim and 6 in the statement, or 12 there when that has grown step by step. There are at most
//!   1024 of them. More than 255 take an entry of 19 bytes and stand in the statement in one piece: (12 * 1024 + 1,100) / 19 is less than 720. Fewer take
//!   less: (18 * 255 + 1,100) / 17.
//! - What is made of this to be printed takes less than the memory of the kinds, which has been given back by then.

mod claim;
mod entries;
mod stated;
#[cfg(test)]
mod tests;

use super::{helpmate, unwinnable};
use crate::core::case::{Case, Proved};
use crate::core::claim::KindName;
use crate::core::refusal::{Place, Refusal};
use crate::helpmate::game::HelpmateGame;
use entries::Batch;
use stated::Stated;

pub use claim::Claim;
pub(crate) use claim::SHAPE;

const NAME: &str = "batch";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 720;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    let greediest = helpmate::memory(file_size).max(unwinnable::memory(file_size));
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(greediest)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(game: &dyn HelpmateGame, mut case: Case<'_, '_>) -> Result<Proved, Refusal> {
    let stated = Stated::read(&mut case.reader)?;
    case.read_citations(0)?;
    let batch = Batch::read(&mut case.reader, game, &stated, case.meter)?;
    case.reader.trailing()?;
    stated.unused(&batch.counts())?;
    Ok(Proved::claim(Claim { entries: batch.claims() }))
}
