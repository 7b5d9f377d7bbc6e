//! Reads the claim, which section 2 of `spec/kinds/chips.md` defines, and tests the clauses up to `chips/exchanged`.

use super::{NAME, broken};
use crate::bidding::game::CitedGame;
use crate::bidding::kinds::discrete::Rule;
use crate::core::cbor::Reader;
use crate::core::fields::{bounded, placed};
use crate::core::refusal::{Place, Refusal};

/// The numbers of chips for which thresholds are claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// The numbers from `first` to `last`.
    Between {
        /// Least number of chips.
        first: u32,
        /// Greatest number of chips.
        last: u32,
    },
    /// The claim covers all numbers of chips. In the game, every option leads to a class of symmetric positions with a
    /// greater number. Each table of thresholds has its own period.
    Ordered {
        /// Number of chips from which the clause `chips/dominance` holds.
        onset: u32,
    },
    /// The range covers every number of chips.
    Periodic {
        /// From this number of chips on, all tables of thresholds are periodic.
        preperiod: u32,
        /// The common period of all tables of thresholds, in chips.
        period: u32,
    },
}

impl Range {
    /// Returns the least number of chips of the range.
    pub(super) fn first(self) -> u32 {
        match self {
            Self::Between { first, .. } => first,
            Self::Ordered { .. } | Self::Periodic { .. } => 0,
        }
    }
}

/// The claim, which consists of `[player, tie_break, range, classes]`.
pub(super) struct Claimed {
    pub(super) rule: Rule,
    pub(super) range: Range,
    /// The claimed number of classes of symmetric positions, and where in the file the number stands.
    pub(super) classes: (u64, Place),
}

impl Claimed {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        reader.array_of(4)?;
        Ok(Self { rule: Rule::read(reader, NAME)?, range: range(reader)?, classes: placed(reader)? })
    }
}

/// Clause `chips/range`: the range is an array whose first item is 0, 1 or 2 and whose other items are within their
/// limits.
fn range(reader: &mut Reader<'_>) -> Result<Range, Refusal> {
    let (file_size, place) = (reader.file_size(), reader.place());
    let mut ahead = reader.clone();
    // An empty array is treated like range 0 and then refused as too short.
    let form = if ahead.array()? == 0 { 0 } else { ahead.unsigned()? };
    if form > 2 {
        return Err(broken("range", place, format!("expected a range that opens with 0, 1 or 2, found {form}")));
    }
    reader.array_of(if form == 1 { 2 } else { 3 })?;
    reader.unsigned()?;
    let one = reader.unsigned()?;
    let other = if form == 1 { 0 } else { reader.unsigned()? };
    match (form, bounded(one), bounded(other)) {
        (0, Some(first), Some(last)) if first <= last => Ok(Range::Between { first, last }),
        (1, Some(onset), _) if one <= file_size => Ok(Range::Ordered { onset }),
        (2, Some(preperiod), Some(period)) if period >= 1 => Ok(Range::Periodic { preperiod, period }),
        _ => {
            let expected = match form {
                0 => "two numbers in order",
                1 => "an onset of the file's size at most",
                _ => "a preperiod and a positive period",
            };
            Err(broken("range", place, format!("expected {expected}, below 2^28, found {one} and {other}")))
        }
    }
}

/// Clause `chips/exchanged`: no option leads to a cited game with colours exchanged, because a certificate has the
/// thresholds of one player only.
pub(super) fn exchanged(games: &[CitedGame]) -> Result<(), Refusal> {
    match (0_u64..).zip(games).find(|(_, game)| game.exchanged) {
        Some((number, cited)) => {
            Err(broken("exchanged", Place::Citation(number), format!("an option leads to {} with colours exchanged", cited.game)))
        }
        None => Ok(()),
    }
}
