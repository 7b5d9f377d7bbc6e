//! The claim: section 2 of the kind's page, and the clauses up to `chips/exchanged`.

use super::broken;
use super::rule::{MOST, Rule, TieBreak};
use crate::cbor::Reader;
use crate::game::{CitedGame, Colour, Positions};
use crate::rejection::{Place, Rejection};

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
    classes: u64,
    classes_place: Place,
}

impl Stated {
    /// Reads the claim.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Rejection> {
        reader.array_of(4)?;
        let player = player(reader)?;
        let tie_break = tie_break(reader)?;
        let range = range(reader)?;
        let classes_place = reader.place();
        Ok(Self { rule: Rule { player, tie_break }, range, classes: reader.unsigned()?, classes_place })
    }

    /// The claimed number of classes.
    pub(super) fn classes(&self) -> u64 {
        self.classes
    }
}

/// Clause `chips/player`: player is 0 or 1.
fn player(reader: &mut Reader<'_>) -> Result<Colour, Rejection> {
    let place = reader.place();
    match reader.unsigned()? {
        0 => Ok(Colour::White),
        1 => Ok(Colour::Black),
        other => Err(broken("player", place, format!("expected the player 0 or 1, found {other}"))),
    }
}

/// Clause `chips/tie_break`: tie_break is 0, 1 or 2.
fn tie_break(reader: &mut Reader<'_>) -> Result<TieBreak, Rejection> {
    let place = reader.place();
    match reader.unsigned()? {
        0 => Ok(TieBreak::Advantage),
        1 => Ok(TieBreak::MakeItTakeIt),
        2 => Ok(TieBreak::LadiesFirst),
        other => Err(broken("tie_break", place, format!("expected the tie break 0, 1 or 2, found {other}"))),
    }
}

/// Clause `chips/range`: the first item is 0, 1 or 2, and the numbers behind it are in bounds.
fn range(reader: &mut Reader<'_>) -> Result<Range, Rejection> {
    let (file_size, place) = (reader.file_size(), reader.place());
    let wrong = |sentence: String| broken("range", place.clone(), sentence);
    let found = reader.array()?;
    let length = |expected: usize| match found == expected {
        true => Ok(()),
        false => Err(Rejection::new("cbor", "type", place.clone(), format!("expected an array of {expected} items, found one of {found}"))),
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

/// A number below 2^28.
pub(super) fn bounded(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| *number < MOST)
}

/// Clause `chips/classes`: the claimed number is the rule set's.
pub(super) fn classes<'a>(stated: &Stated, positions: Option<Box<dyn Positions + 'a>>) -> Result<Box<dyn Positions + 'a>, Rejection> {
    let wrong = |expected: String| {
        broken("classes", stated.classes_place.clone(), format!("expected {expected} classes, found {}", stated.classes))
    };
    match positions {
        Some(positions) if stated.classes == u64::from(positions.classes()) => Ok(positions),
        Some(positions) => Err(wrong(positions.classes().to_string())),
        None => Err(wrong("more".to_owned())),
    }
}

/// Clause `chips/exchanged`: no option leads to a cited game with colours exchanged, for a table holds one player's thresholds only.
pub(super) fn exchanged(games: &[CitedGame]) -> Result<(), Rejection> {
    match (0_u64..).zip(games).find(|(_, game)| game.exchanged) {
        Some((number, cited)) => {
            Err(broken("exchanged", Place::Citation(number), format!("an option leads to {} with colours exchanged", cited.game)))
        }
        None => Ok(()),
    }
}
