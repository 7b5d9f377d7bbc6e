//! The kind `chips`: how many chips a player needs to win by force, for certain total numbers of chips or for every
//! total number.
//!
//! Implements `spec/kinds/chips.md`. If all clauses hold, the claim is true (`spec/soundness/chips.md`). `claimed`
//! reads the claim, `tables` reads the tables of thresholds, and `evidence` reads everything after the tables.
//! `functions` represents the tables and the ends of the game as functions of the number of chips. `classes` tests each
//! class of symmetric positions. `equation` tests one class for all numbers of chips. `claim` describes the verified
//! result.
//!
//! Section 6 of the spec derives the memory bound that `memory` returns.

mod claim;
mod claimed;
mod classes;
#[cfg(any(test, feature = "inspect"))]
mod columns;
mod data;
mod equation;
mod evidence;
mod functions;
mod seen;
mod table;
mod tables;
#[cfg(test)]
pub(crate) mod tests;

use crate::bidding::game::{Game, numbered};
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use crate::core::work::work;
use claimed::Claimed;

pub use claim::{Claim, Start};
pub use table::{Range, Table, TieBreak};

const NAME: &str = "chips";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 128;
const BYTES_PER_FILE: u64 = 4 << 20;

/// Returns an upper bound, in bytes, on the memory for verifying a certificate of `file_size` bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

const MEMO_PER_BYTE: u64 = 32;
const MEMO_PER_FILE: u64 = 1 << 20;

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Section 3 of the spec fixes the order of the tests.
pub(crate) fn verify(game: &dyn Game, mut case: Verification<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader)?;
    let positions = numbered(game, &mut case, NAME, claimed.classes.clone())?;
    let games = game.cited();
    claimed::exchanged(&games)?;
    let digests = case.read_citations(Some(games.len()))?;
    let table = evidence::read(&mut case.reader, &claimed)?;
    case.reader.trailing()?;
    work(table.steps(), case.reader.file_size())?;
    tables::table_distinct(&table.tables)?;

    let expected: Vec<Description> = games.iter().map(|cited| cited.game.clone()).collect();
    let cited = case.cited(&digests, &[NAME], &expected)?;
    let cited: Option<Vec<&Table>> = cited.iter().map(|cited| cited.table::<Table>()).collect();
    let cited = cited.ok_or_else(|| Refusal::internal(Place::Citation(0), "a cited certificate of this kind has no table"))?;
    functions::citation_claim(&table, &games, &cited)?;

    let memo = case.reader.file_size().saturating_mul(MEMO_PER_BYTE).saturating_add(MEMO_PER_FILE);
    let memo = usize::try_from(memo).unwrap_or(usize::MAX);
    classes::check(&table, positions.as_ref(), &cited, case.threads, memo, case.meter)?;
    let claim = Claim::new(&table, positions.as_ref());
    Ok(Proved { claim: Box::new(claim), table: Some(Box::new(table)) })
}
