//! The kind `safe`: a closed set of positions proves that a side cannot lose.
//!
//! Implements `spec/kinds/safe.md`; `spec/soundness/safe.md` proves that the claim is true if all clauses hold.
//! `claimed` reads the claim, `closed_set` lists the positions, and `claim` stores the verified result.
//!
//! Section 5 of `spec/kinds/safe.md` derives the memory bound that `memory` computes.

mod claim;
mod claimed;
mod closed_set;
mod data;
#[cfg(test)]
mod tests;

use super::rules::Antichess;
use crate::chess::bits::Bits;
use crate::core::cbor::as_u64;
use crate::core::claim::KindName;
use crate::core::fields::bytes_at;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use claimed::Claimed;
use closed_set::ClosedSet;

pub use claim::Claim;
pub use claimed::Defence;

const NAME: &str = "safe";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 740;
const BYTES_PER_FILE: u64 = 64 << 20;

/// Returns an upper bound, in bytes, on the memory for verifying a certificate of `file_size` bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Section 2 of `spec/kinds/safe.md` fixes the order of the tests.
pub(crate) fn verify(game: &Antichess, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    stalemate(game, case.reader.place())?;
    let claimed = Claimed::read(&mut case.reader, game)?;
    case.read_citations(Some(0))?;
    let place = case.reader.place();
    streams(claimed.sides.len(), case.reader.array()?, place)?;
    let mut evidence = Vec::new();
    for _ in &claimed.sides {
        evidence.push(bytes_at(&mut case.reader)?);
    }
    case.reader.trailing()?;

    for (side, (stream, start)) in claimed.sides.iter().zip(evidence) {
        ClosedSet::new(game, &claimed, side, Bits::new(NAME, stream, start))?.verify(case.meter)?;
    }
    Ok(Proved::claim(Claim::new(game, &claimed)))
}

/// Clause `safe/stalemate`: the stalemate rule is `international` or `fics`, the two rules by which people play.
fn stalemate(game: &Antichess, place: Place) -> Result<(), Refusal> {
    match game.variant() {
        "international" | "fics" => Ok(()),
        other => Err(broken("stalemate", place, format!("expected the stalemate rule international or fics, found {other}"))),
    }
}

/// Clause `safe/streams`: there is one bit stream of chosen moves for each side.
fn streams(sides: usize, found: usize, place: Place) -> Result<(), Refusal> {
    if sides == found {
        return Ok(());
    }
    Err(broken("streams", place, format!("expected {} streams, one for each side, found {}", as_u64(sides), as_u64(found))))
}
