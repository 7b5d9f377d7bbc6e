//! The claim as the file states it: section 2 of the kind's page, and the clauses up to `chips/exchanged`.

use super::rule::{Rule, TieBreak};
use super::{NAME, broken};
use crate::bidding::game::CitedGame;
use crate::core::cbor::Reader;
use crate::core::fields::{bounded, placed, side};
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// For which numbers of chips thresholds are claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// From the first to the last of these numbers.
    Between {
        /// The least number of chips.
        first: u32,
        /// The greatest.
        last: u32,
    },
    /// All numbers, in a game in which every option leads to a class of greater number. Each table has a period of its own.
    Ordered {
        /// From this number of chips on, options compare as their slopes do.
        onset: u32,
    },
    /// All numbers, in any other game.
    Periodic {
        /// From this number of chips on, all tables are periodic.
        preperiod: u32,
        /// The period of all tables.
        period: u32,
    },
}

impl Range {
    /// The least number of chips.
    pub(super) fn first(self) -> u32 {
        match self {
            Self::Between { first, .. } => first,
            Self::Ordered { .. } | Self::Periodic { .. } => 0,
        }
    }

    /// The number of values that every table has in the file, where that is the same for all.
    pub(super) fn values(self) -> Option<u32> {
        match self {
            Self::Between { first, last } => Some(last.saturating_sub(first).saturating_add(1)),
            Self::Ordered { .. } => None,
            Self::Periodic { preperiod, period } => Some(preperiod.saturating_add(period)),
        }
    }
}

/// The claim: `[player, tie_break, range, classes]`.
pub(super) struct Stated {
    pub(super) rule: Rule,
    pub(super) range: Range,
    /// The claimed number of classes, with its place.
    pub(super) classes: (u64, Place),
}

impl Stated {
    /// Reads the claim.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        reader.array_of(4)?;
        let player = player(reader)?;
        let tie_break = tie_break(reader)?;
        let range = range(reader)?;
        Ok(Self { rule: Rule { player, tie_break }, range, classes: placed(reader)? })
    }
}

/// Clause `chips/player`: player is 0 or 1.
fn player(reader: &mut Reader<'_>) -> Result<Colour, Refusal> {
    side(reader, NAME, "player")
}

/// Clause `chips/tie_break`: tie_break is 0, 1 or 2.
fn tie_break(reader: &mut Reader<'_>) -> Result<TieBreak, Refusal> {
    let place = reader.place();
    match reader.unsigned()? {
        0 => Ok(TieBreak::Advantage),
        1 => Ok(TieBreak::MakeItTakeIt),
        2 => Ok(TieBreak::LadiesFirst),
        other => Err(broken("tie_break", place, format!("expected the tie break 0, 1 or 2, found {other}"))),
    }
}

/// Clause `chips/range`: the first item is 0, 1 or 2, and the numbers behind it are in bounds.
fn range(reader: &mut Reader<'_>) -> Result<Range, Refusal> {
    let (file_size, place) = (reader.file_size(), reader.place());
    let wrong = |sentence: String| broken("range", place.clone(), sentence);
    let found = reader.array()?;
    let length = |expected: usize| match found == expected {
        true => Ok(()),
        false => Err(Refusal::new("cbor", "type", place.clone(), format!("expected an array of {expected} items, found one of {found}"))),
    };
    if found == 0 {
        length(3)?;
    }
    match reader.unsigned()? {
        0 => {
            length(3)?;
            let (first, last) = (reader.unsigned()?, reader.unsigned()?);
            match (bounded(first), bounded(last)) {
                (Some(first), Some(last)) if first <= last => Ok(Range::Between { first, last }),
                _ => Err(wrong(format!("expected two numbers below 2^28 in order, found {first} and {last}"))),
            }
        }
        1 => {
            length(2)?;
            let onset = reader.unsigned()?;
            match bounded(onset) {
                Some(bounded) if onset <= file_size => Ok(Range::Ordered { onset: bounded }),
                _ => Err(wrong(format!("expected an onset below 2^28 and of {file_size} at most, found {onset}"))),
            }
        }
        2 => {
            length(3)?;
            let (preperiod, period) = (reader.unsigned()?, reader.unsigned()?);
            match (bounded(preperiod), bounded(period)) {
                (Some(preperiod), Some(period)) if period >= 1 => Ok(Range::Periodic { preperiod, period }),
                _ => Err(wrong(format!("expected a preperiod and a positive period below 2^28, found {preperiod} and {period}"))),
            }
        }
        other => Err(wrong(format!("expected a range that opens with 0, 1 or 2, found {other}"))),
    }
}

/// Clause `chips/exchanged`: no option leads to a cited game with colours exchanged, for a table holds one player's thresholds only.
pub(super) fn exchanged(games: &[CitedGame]) -> Result<(), Refusal> {
    match (0_u64..).zip(games).find(|(_, game)| game.exchanged) {
        Some((number, cited)) => {
            Err(broken("exchanged", Place::Citation(number), format!("an option leads to {} with colours exchanged", cited.game)))
        }
        None => Ok(()),
    }
}
