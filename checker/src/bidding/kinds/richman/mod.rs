//! The kind `richman`: a certificate proves the exact thresholds alpha and beta of every position.
//!
//! Implements `spec/kinds/richman.md`; `spec/soundness/richman.md` explains why the claim is true if all clauses hold.
//! `evidence` reads the claim, the ranks, the labels and the chosen options. `values` contains the table of values and
//! tests its clauses, and `fraction` does the arithmetic. `derived` computes the values that a file of version 2 leaves
//! out. `components` determines the order in which missing values are computed, and `means` computes each as a mean.
//! `ranking` sorts all values, so that `classes` compares only integers. `claim` describes the verified result.
//!
//! Section 5 of the spec derives the memory bound that `memory` returns.

mod claim;
mod classes;
#[cfg(any(test, feature = "inspect"))]
mod columns;
mod components;
mod data;
mod derived;
mod evidence;
mod fraction;
mod means;
mod ranking;
mod table;
#[cfg(test)]
mod tests;
mod values;

use crate::bidding::game::{CitedGame, Game, class_place, numbered, size};
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use crate::core::work::work;
use evidence::Claimed;
use fraction::Denominator;

pub use claim::{Claim, Start};
pub use table::{Label, Table};

const NAME: &str = "richman";

/// A version of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// Version 1: the file lists the value of every class of symmetric positions.
    Full,
    /// Version 2: the file lists only the values of classes of symmetric positions on cycles, and the checker computes
    /// the other values.
    Sparse,
}

const BYTES_PER_BYTE: u64 = 96;
const BYTES_PER_FILE: u64 = 2 << 20;

const SPARSE_BYTES_PER_BYTE: u64 = 7;
const SPARSE_BYTES_PER_CLASS: u64 = 224;
const SPARSE_NUMBERING_PER_BYTE: u64 = 1;
const SPARSE_MAX_PER_FILE: u64 = 64 << 20;

impl Version {
    /// Returns the kind's name with this version.
    pub(crate) const fn kind(self) -> KindName {
        let version = match self {
            Self::Full => 1,
            Self::Sparse => 2,
        };
        KindName { name: NAME, version }
    }

    /// Returns how many bytes are charged to the memory budget before a certificate of `file_size` bytes is read. In
    /// version 1, this number includes all memory that verification takes. In version 2, further memory is charged
    /// before it is allocated.
    pub(crate) fn memory(self, file_size: u64) -> u64 {
        let per_byte = match self {
            Self::Full => BYTES_PER_BYTE,
            Self::Sparse => SPARSE_BYTES_PER_BYTE,
        };
        file_size.saturating_mul(per_byte).saturating_add(BYTES_PER_FILE)
    }
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Verifies a certificate, beginning with the claim. Section 2 of the spec defines the order of the tests.
pub(crate) fn verify(game: &dyn Game, mut case: Verification<'_, '_>, version: Version) -> Result<Proved, Refusal> {
    let sparse = version == Version::Sparse;
    if sparse {
        case.citations.bound(case.reader.file_size().saturating_mul(BYTES_PER_BYTE).saturating_add(SPARSE_MAX_PER_FILE));
    }
    let claimed = Claimed::read(&mut case.reader)?;
    if sparse {
        size(game, case.reader.file_size(), SPARSE_NUMBERING_PER_BYTE)?;
    }
    let positions = numbered(game, &mut case, NAME, claimed.classes.clone())?;
    if sparse {
        case.citations.reserve(claimed.classes.0.saturating_mul(SPARSE_BYTES_PER_CLASS))?;
    }
    let games = game.cited();
    let digests = case.read_citations(Some(games.len()))?;
    let mut table = evidence::read(&mut case.reader, &claimed, version, case.citations)?;
    case.reader.trailing()?;
    evidence::form_differs(&claimed, &table)?;
    let steps = table.steps();
    work(steps, case.reader.file_size())?;
    case.meter.spend(steps)?;

    let expected: Vec<Description> = games.iter().map(|cited: &CitedGame| cited.game.clone()).collect();
    let cited = case.cited(&digests, &[NAME], &expected)?;
    let cited: Option<Vec<&Table>> = cited.iter().map(|cited| cited.table::<Table>()).collect();
    let cited = cited.ok_or_else(|| Refusal::internal(Place::Citation(0), "a cited certificate of this kind has no table"))?;

    let class = |number| class_place(positions.as_ref(), number);
    let moves = || positions.moves().ok_or_else(|| Refusal::internal(class(0), "the numbering of a cited game does not fit"));
    table.values.check_listed()?;
    let (moves, derived) = if sparse {
        evidence::rank(&table, class)?;
        let moves = moves()?;
        let context = derived::Context { positions: positions.as_ref(), moves: moves.as_ref(), cited: &cited };
        let derived = derived::derive(&mut table, &context, case.citations, case.meter)?;
        let denominators = cited.iter().copied().chain([&table]).flat_map(|table| table.values.denominators());
        let longest = denominators.map(Denominator::words).max();
        case.citations.reserve(means::scratch_bytes(longest.unwrap_or(0)))?;
        table.values.check_order()?;
        (moves, derived)
    } else {
        table.values.check_order()?;
        evidence::rank(&table, class)?;
        (moves()?, vec![])
    };
    // For games with colours exchanged, the values 1 - x need memory for their numerators.
    for (_, cited) in games.iter().zip(&cited).filter(|(game, _)| game.exchanged) {
        case.citations.reserve(cited.values.derived_bytes())?;
    }
    let context =
        classes::Context { positions: positions.as_ref(), moves: moves.as_ref(), games: &games, cited: &cited, derived: &derived };
    classes::check(&table, &context, case.threads, case.meter)?;
    evidence::value_used(&table)?;
    table.values.value_reduced(case.meter)?;
    let claim = Claim::new(&table, positions.as_ref());
    Ok(Proved { claim: Box::new(claim), table: Some(Box::new(table)) })
}
