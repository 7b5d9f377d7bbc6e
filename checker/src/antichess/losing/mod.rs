//! The kind `losing`, version 1: a tree of moves proves that a side wins by force.
//!
//! Implements sections 1 to 5 of `spec/kinds/losing.md`. If all clauses hold, the claim is true
//! (`spec/soundness/losing.md`). `claimed` reads the claim, `proof` traverses the positions, and `claim` stores the
//! verified result.
//!
//! Section 5 of `spec/kinds/losing.md` derives the memory bound that `memory` computes.

pub(super) mod claim;
pub(super) mod claimed;
mod data;
pub(super) mod proof;
#[cfg(test)]
pub(super) mod tests;

use super::rules::Antichess;
use crate::chess::bits::Bits;
use crate::core::claim::KindName;
use crate::core::fields::bytes_at;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use claimed::Claimed;
use proof::{LARGEST, Proof, Value, Wins};

pub use claim::Claim;

pub(super) const NAME: &str = "losing";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 968;
const BYTES_PER_FILE: u64 = 8 << 20;

/// Returns an upper bound, in bytes, on the memory for verifying a certificate of `file_size` bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

pub(super) fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Section 2 of `spec/kinds/losing.md` fixes the order of the tests.
pub(crate) fn verify(game: &Antichess, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader, game)?;
    case.read_citations(Some(0))?;
    case.reader.array_of(1)?;
    let (stream, start) = bytes_at(&mut case.reader)?;
    case.reader.trailing()?;

    let mut proof = Proof::new(game, (claimed.winner, claimed.positions, 0), Bits::new(NAME, stream, start), case.meter)?;
    let root = proof.prove(&claimed.root)?;
    let reversible = claimed.check(root, &proof.end()?)?.min(LARGEST);
    let root = (claimed.root, Value { rev: reversible, ..root });
    let wins = Wins { winner: claimed.winner, roots: vec![root], reversible };
    Ok(Proved { claim: Box::new(Claim::new(game, &claimed)), table: Some(Box::new(wins)) })
}
