//! The kind `losing`, version 2: a certificate proves wins from several positions, and may cite other certificates.
//!
//! Implements section 6 of `spec/kinds/losing.md`. If all clauses hold, the claim is true (`spec/soundness/losing.md`).
//! `claimed` reads the claim, and `claim` stores the verified result. The module `losing::proof`, which version 1 uses
//! too, reads the proof.

mod claim;
mod claimed;
mod data;
#[cfg(test)]
mod tests;

use super::losing::proof::{Proof, Wins};
use super::losing::{NAME, broken};
use super::rules::Antichess;
use crate::chess::bits::Bits;
use crate::chess::position_table::contradiction;
use crate::core::cbor::as_u64;
use crate::core::claim::KindName;
use crate::core::fields::bytes_at;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Digest, Proved, Verification};
use claimed::Claimed;

pub use claim::{Claim, Root};

pub(crate) const KIND: KindName = KindName { name: NAME, version: 2 };

const BYTES_PER_BYTE: u64 = 1000;
const BYTES_PER_FILE: u64 = 8 << 20;

/// Returns an upper bound, in bytes, on the memory for verifying a certificate of `file_size` bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

/// Section 6 of `spec/kinds/losing.md` fixes the order of the tests.
pub(crate) fn verify(game: &Antichess, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader, game)?;
    let place = case.reader.place();
    let digests = case.read_citations(None)?;
    citations(&digests, place)?;
    case.reader.array_of(1)?;
    let (stream, start) = bytes_at(&mut case.reader)?;
    case.reader.trailing()?;

    let (mut files, mut roots, mut reversible) = (Vec::new(), 0_usize, 0);
    for (number, digest) in (0_u64..).zip(&digests) {
        let file = case.citations.verify(number, digest, (&[NAME], &game.description()), case.meter)?;
        let wins = file.table::<Wins>().ok_or_else(contradiction)?;
        cited(claimed.winner, wins.winner, number)?;
        roots = roots.saturating_add(wins.roots.len());
        reversible = wins.reversible.max(reversible);
        files.push(file);
    }
    let roots = u32::try_from(roots).unwrap_or(u32::MAX);
    let mut proof = Proof::new(game, (claimed.winner, claimed.positions, roots), Bits::new(NAME, stream, start), case.meter)?;
    for file in &files {
        proof.cite(&file.table::<Wins>().ok_or_else(contradiction)?.roots)?;
    }
    let mut proved = Vec::new();
    for root in &claimed.roots {
        proved.push((root.position, proof.prove(&root.position)?));
    }
    let total = proof.end()?;
    let reversible = claimed.check(&proved, &total, reversible)?;
    for (number, used) in (0_u64..).zip(&total.used) {
        unused(*used, number)?;
    }
    let wins = Wins { winner: claimed.winner, roots: proved, reversible };
    Ok(Proved { claim: Box::new(Claim::new(game, &claimed, as_u64(files.len()))), table: Some(Box::new(wins)) })
}

/// Clause `losing/citations`: the digests are in ascending order of their bytes, so none comes twice.
fn citations(digests: &[Digest], place: Place) -> Result<(), Refusal> {
    if digests.is_sorted_by(|one, next| one < next) {
        return Ok(());
    }
    Err(broken("citations", place, "expected digests in ascending order of their bytes, found one that is not greater"))
}

/// Clause `losing/cited`: the winner of each cited certificate is the winner of this one.
fn cited(expected: Colour, found: Colour, number: u64) -> Result<(), Refusal> {
    if expected == found {
        return Ok(());
    }
    Err(broken("cited", Place::Citation(number), format!("expected a certificate that {expected} wins, found one that {found} wins")))
}

/// Clause `losing/unused`: each cited certificate has a root that the proof reaches and that no earlier citation has.
fn unused(used: bool, number: u64) -> Result<(), Refusal> {
    if used {
        return Ok(());
    }
    Err(broken("unused", Place::Citation(number), "no root of this certificate is met in the proof, or earlier citations have them all"))
}
