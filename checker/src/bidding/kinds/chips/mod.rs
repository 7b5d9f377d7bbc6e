//! The kind `chips`: how many chips a player needs to win by force, for given numbers of chips in all or for every number.
//!
//! Implements `spec/kinds/chips.md`; `spec/soundness/chips.md` says why its clauses are enough. `stated` reads the claim, `tables` reads the tables of
//! thresholds, `evidence` what stands behind them, `functions` sees tables of this and of cited certificates and the ends alike, `classes` goes through the
//! classes, `equation` tests one class for all numbers of chips, `claim` is what has been verified.
//!
//! Why a certificate takes no more memory than `memory` says is derived in section 6 of the page.

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
use crate::core::case::{Case, Proved};
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::work;
use claimed::Claimed;

pub use claim::{Claim, Start};
pub use table::{Range, Table, TieBreak};

const NAME: &str = "chips";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 128;
const BYTES_PER_FILE: u64 = 4 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

/// The memory for what is remembered of the classes tested, for each byte of the file and beside.
const MEMO_PER_BYTE: u64 = 32;
const MEMO_PER_FILE: u64 = 1 << 20;

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 3 fixes.
pub(crate) fn verify(game: &dyn Game, mut case: Case<'_, '_>) -> Result<Proved, Refusal> {
    let claimed = Claimed::read(&mut case.reader)?;
    let positions = numbered(game, &mut case, NAME, claimed.classes.clone())?;
    let games = game.cited();
    claimed::exchanged(&games)?;
    let digests = case.read_citations(games.len())?;
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
