//! Defines the tie-breaking rules of discrete bidding, and the threshold tables in certificates of kind `chips`
//! (`spec/kinds/chips.md`).
//!
//! A *code* is an integer that encodes a player's chips (see [`Rule`]).

use std::cmp::Ordering;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use crate::model::graph::Player;

/// Rule for breaking ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The player who has the tie-breaking advantage decides who wins a tie (section 2.3 of Payne and Develin's paper).
    Advantage,
    /// The winner of the last bid wins the tie (section 7 of Payne and Develin's paper).
    MakeItTakeIt,
    /// Left wins every tie (section 7 of Payne and Develin's paper).
    LadiesFirst,
}

impl TieBreak {
    /// All tie-breaking rules.
    pub const ALL: [Self; 3] = [Self::Advantage, Self::MakeItTakeIt, Self::LadiesFirst];

    /// Returns the name of the rule, such as `make-it-take-it`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Advantage => "advantage",
            Self::MakeItTakeIt => "make-it-take-it",
            Self::LadiesFirst => "ladies-first",
        }
    }
}

/// Error for a string that is not the name of a tie-breaking rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}', expected 'advantage', 'make-it-take-it' or 'ladies-first'")]
pub struct TieBreakError(String);

impl FromStr for TieBreak {
    type Err = TieBreakError;

    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        let found = Self::ALL.into_iter().find(|tie_break| tie_break.name() == text);
        found.ok_or_else(|| TieBreakError(text.to_owned()))
    }
}

/// A tie-breaking rule and the *claimant*, the player whose forced wins are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Rule for breaking ties.
    pub tie_break: TieBreak,
    /// Player whose forced wins are computed.
    pub claimant: Player,
}

impl Rule {
    /// Returns the number that one more chip adds to the encoded amount of chips.
    #[must_use]
    pub fn unit(self) -> u32 {
        if self.tie_break == TieBreak::LadiesFirst { 1 } else { 2 }
    }

    /// Returns the threshold of a position without a forced win, for k chips in all.
    #[must_use]
    pub fn top(self, k: u32) -> u32 {
        self.unit() * (k + 1)
    }

    /// Returns the threshold of a position. `x` is the least threshold among the claimant's options, and `y` is the
    /// greatest threshold among the other player's options.
    #[must_use]
    pub fn threshold(self, x: u32, y: u32) -> u32 {
        let (lo, hi) = (x.min(y), x.max(y));
        match (self.tie_break, self.claimant) {
            (TieBreak::Advantage, _) => lo.div_ceil(2) + hi / 2,
            (TieBreak::MakeItTakeIt, _) => lo / 2 + hi.div_ceil(2),
            (TieBreak::LadiesFirst, Player::Left) => (lo + hi) / 2,
            (TieBreak::LadiesFirst, Player::Right) => (lo + hi).div_ceil(2),
        }
    }

    /// Returns whether the encoded amount of chips includes the tie-breaking advantage or the minus-epsilon chip.
    #[must_use]
    pub fn is_marked(self, code: u32) -> bool {
        match self.tie_break {
            TieBreak::Advantage => code % 2 == 1,
            TieBreak::MakeItTakeIt => code.is_multiple_of(2),
            TieBreak::LadiesFirst => false,
        }
    }

    /// Writes an encoded amount of chips in the notation of Payne and Develin's paper. For example, `12*` is 12 chips
    /// with the tie-breaking advantage, and `12-e` is 12 chips with the minus-epsilon chip.
    #[must_use]
    pub fn write(self, code: u32) -> String {
        match self.tie_break {
            TieBreak::Advantage if code % 2 == 1 => format!("{}*", code / 2),
            TieBreak::MakeItTakeIt if code.is_multiple_of(2) => format!("{}-e", code / 2),
            TieBreak::Advantage | TieBreak::MakeItTakeIt => (code / 2).to_string(),
            TieBreak::LadiesFirst => code.to_string(),
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A sequence of thresholds, one for each number of chips from `first` on. `values` stores the beginning of the
/// sequence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThresholdTable {
    /// Number of chips to which the first threshold belongs.
    pub first: u32,
    /// Stored thresholds. A periodic table stores `preperiod + period` thresholds.
    pub values: Box<[u32]>,
    /// How the sequence continues after `values`, or `None` if this is not known.
    pub tail: Option<Tail>,
}

/// The rule by which a sequence f of thresholds continues. For every k from the preperiod on, f(k + period) = f(k) +
/// slope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tail {
    /// Length of the period, at least 1.
    pub period: u32,
    /// Increase of the thresholds from one period to the next.
    pub slope: u32,
}

impl ThresholdTable {
    /// Returns the least number of chips for which the rule of the tail holds.
    ///
    /// # Panics
    /// Panics if the sequence has no tail.
    #[must_use]
    pub fn preperiod(&self) -> u32 {
        let tail = self.tail.expect("a sequence that goes on");
        u32::try_from(self.values.len()).expect("a length below 2^32") - tail.period
    }

    /// Returns the threshold for k chips, or `None` if the table does not determine it.
    #[must_use]
    pub fn at(&self, k: u32) -> Option<u32> {
        let index = k.checked_sub(self.first)? as usize;
        if let Some(value) = self.values.get(index) {
            return Some(*value);
        }
        let Tail { period, slope } = self.tail?;
        let beyond = u32::try_from(index - self.values.len()).ok()?;
        let start = self.values.len() - period as usize;
        Some(self.values[start + (beyond % period) as usize] + (beyond / period + 1) * slope)
    }

    /// Compares two tables by how fast the thresholds grow. If a table has no tail, compares the thresholds for `last`
    /// chips. The stored thresholds break a tie.
    #[must_use]
    pub fn compare(&self, other: &Self, last: u32) -> Ordering {
        let in_the_end = match (self.tail, other.tail) {
            (Some(a), Some(b)) => (u64::from(a.slope) * u64::from(b.period)).cmp(&(u64::from(b.slope) * u64::from(a.period))),
            _ => self.at(last).cmp(&other.at(last)),
        };
        in_the_end.then_with(|| self.values.cmp(&other.values))
    }
}

/// The total numbers k of chips for which the threshold tables of a game are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// All k from the first number to the second.
    Between(u32, u32),
    /// Every number of chips, for a game without cycles. Each table has its own period.
    Ordered {
        /// From this number of chips on, no threshold exceeds a threshold that grows faster.
        onset: u32,
    },
    /// The tables are valid for every number of chips, and all tables have the same preperiod and the same period.
    Common {
        /// Common preperiod of all tables.
        preperiod: u32,
        /// Common period of all tables.
        period: u32,
    },
}

impl Range {
    /// Returns the least and the greatest number of chips for which the tables store thresholds. Returns `None` if
    /// these numbers may differ from table to table.
    #[must_use]
    pub fn stored(self) -> Option<(u32, u32)> {
        match self {
            Self::Between(first, last) => Some((first, last)),
            Self::Ordered { .. } => None,
            Self::Common { preperiod, period } => Some((0, preperiod + period - 1)),
        }
    }
}

/// A value for each position of a game. Equal values are stored only once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared<T> {
    /// Distinct values, in the order of first use.
    pub distinct: Vec<T>,
    /// For each position, the index of the position's value in `distinct`.
    pub number: Vec<u32>,
}

impl<T: Eq + Hash> Shared<T> {
    /// Collects the values of all positions.
    ///
    /// # Panics
    /// Panics if there are more than 2^32 distinct values.
    pub fn new(each: impl Iterator<Item = T>) -> Self {
        let mut distinct: IndexSet<T, FxBuildHasher> = IndexSet::default();
        let number = each.map(|one| u32::try_from(distinct.insert_full(one).0).expect("fewer than 2^32")).collect();
        Self { distinct: distinct.into_iter().collect(), number }
    }
}

impl<T> Shared<T> {
    /// Returns the value of a position.
    #[must_use]
    pub fn of(&self, position: usize) -> &T {
        &self.distinct[self.number[position] as usize]
    }
}

/// The labels of a position, for all stored numbers of chips in ascending order. Each number of chips has one label
/// under the rule `ladies-first`, and otherwise two labels.
pub type LabelRow = Box<[u16]>;

/// The thresholds of every position of a game: the content of a certificate of kind `chips`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipTables {
    /// Tie-breaking rule and claimant.
    pub rule: Rule,
    /// The total numbers of chips for which the tables are valid.
    pub range: Range,
    /// The threshold table of each position.
    pub tables: Shared<ThresholdTable>,
    /// The labels of each position, or `None` for an ordered game, in which play never repeats a position.
    pub labels: Option<Shared<LabelRow>>,
}

impl ChipTables {
    /// Returns the threshold table of a position.
    #[must_use]
    pub fn of(&self, position: usize) -> &ThresholdTable {
        self.tables.of(position)
    }
}
