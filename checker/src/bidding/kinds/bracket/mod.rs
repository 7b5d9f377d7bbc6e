//! The kind `bracket`: a certificate proves bounds of the thresholds of a bidding game.
//!
//! Implements `spec/kinds/bracket.md`. If all clauses hold, the bounds are true (`spec/soundness/bracket.md`).
//! `evidence` reads the claim and the bounds, and `table` stores the bounds. `cited` converts the bounds in cited
//! certificates to the precision of the citing file. `classes` tests the inequalities, and `claim` describes the
//! verified result.
//!
//! Section 6 of the spec derives the memory bound that `memory` returns.

mod cited;
mod claim;
mod classes;
mod data;
mod evidence;
mod table;
#[cfg(test)]
mod tests;

use super::richman;
use crate::bidding::game::{CitedGame, Game, numbered, size};
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use cited::CitedTable;
use evidence::Claimed;

pub use claim::Claim;
pub use table::{Bounds, Table};

const NAME: &str = "bracket";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 5;
const BYTES_PER_FILE: u64 = 5 << 20;
const NUMBERING_PER_BYTE: u64 = 1;

/// Returns an upper bound, in bytes, on the memory for verifying a certificate of `file_size` bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Section 3 of the spec fixes the order of the tests.
pub(crate) fn verify(game: &dyn Game, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader)?;
    size(game, case.reader.file_size(), NUMBERING_PER_BYTE)?;
    let positions = numbered(game, &mut case, NAME, claimed.classes.clone())?;
    let games = game.cited();
    let digests = case.read_citations(Some(games.len()))?;
    let table = evidence::read(&mut case.reader, &claimed)?;
    case.reader.trailing()?;

    let expected: Vec<Description> = games.iter().map(|cited: &CitedGame| cited.game.clone()).collect();
    let verified = case.cited(&digests, &[NAME, richman::Version::Full.kind().name], &expected)?;
    let cited: Vec<CitedTable<'_>> =
        verified.iter().map(|cited| CitedTable::new(cited, table.bits(), case.meter)).collect::<Result<_, _>>()?;
    let found = classes::bound(&table, positions.as_ref(), case.meter)?;
    classes::check(&table, positions.as_ref(), &cited, case.threads, case.meter)?;
    let claim = Claim::new(&table, positions.as_ref(), found);
    Ok(Proved { claim: Box::new(claim), table: Some(Box::new(table)) })
}
