//! The kind `richman`: exact values of real-valued bidding, alpha and beta, for every class of a game.
//!
//! Implements `spec/kinds/richman.md`; `spec/soundness/richman.md` says why its clauses are enough. `evidence` reads claim
//! and columns (section 1 and the first clauses of section 2), `values` holds the table of values and its clauses, `fraction` the arithmetic, `ranking` orders
//! the values of this and the cited certificates together, so that `classes` compares integers only; `claim` is what has been verified.
//!
//! Why a certificate takes no more memory than `memory` says is derived in section 5 of the page.

mod claim;
mod classes;
#[cfg(any(test, feature = "inspect"))]
mod columns;
mod data;
mod evidence;
mod fraction;
mod ranking;
mod table;
#[cfg(test)]
mod tests;
mod values;

use crate::bidding::game::{CitedGame, Game, class_place, numbered};
use crate::core::case::{Case, Proved};
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::work;
use evidence::Stated;

pub use claim::{Claim, Start};
pub use table::{Label, Table};

const NAME: &str = "richman";
pub(crate) const KIND: KindName = KindName { name: NAME, version: 1 };

const BYTES_PER_BYTE: u64 = 96;
const BYTES_PER_FILE: u64 = 2 << 20;

/// A bound for the memory that a certificate of that size takes, in bytes.
pub(crate) fn memory(file_size: u64) -> u64 {
    file_size.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE)
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate from its claim on, in the order of tests that section 2 fixes.
pub(crate) fn verify(game: &dyn Game, mut case: Case<'_, '_>) -> Result<Proved, Refusal> {
    let stated = Stated::read(&mut case.reader)?;
    let positions = numbered(game, &mut case, NAME, stated.classes.clone())?;
    let games = game.cited();
    let digests = case.read_citations(games.len())?;
    let mut table = evidence::read(&mut case.reader, &stated)?;
    case.reader.trailing()?;
    evidence::form_differs(&stated, &table)?;
    let steps = table.steps();
    work(steps, case.reader.file_size())?;
    case.meter.allowance(steps)?;

    let wanted: Vec<Description> = games.iter().map(|cited: &CitedGame| cited.game.clone()).collect();
    let cited = case.cited(&digests, &[NAME], &wanted)?;
    let cited: Option<Vec<&Table>> = cited.iter().map(|cited| cited.table::<Table>()).collect();
    let cited = cited.ok_or_else(|| Refusal::internal(Place::Citation(0), "a cited certificate of this kind has no table"))?;

    table.values.check()?;
    let class = |number| class_place(positions.as_ref(), number);
    evidence::rank(&table, class)?;
    classes::check(&table, positions.as_ref(), &games, &cited, case.threads, case.meter)?;
    evidence::value_used(&table)?;
    table.values.value_reduced(case.meter)?;
    let claim = Claim::new(&table, positions.as_ref());
    Ok(Proved { claim: Box::new(claim), table: Some(Box::new(table)) })
}
