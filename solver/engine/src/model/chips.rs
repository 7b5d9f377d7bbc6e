//! Discrete bidding: tie-breaking rules, and chip tables as in certificates of kind `chips` (`spec/kinds/chips.md`).
//!
//! A player's holding is encoded as one number, the player's code; see [`Rule`].

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
    /// The tie-breaking advantage (section 2.3 of Payne and Develin's paper).
    Advantage,
    /// The winner of the last bid wins the tie (section 7).
    MakeItTakeIt,
    /// Left wins every tie (section 7).
    LadiesFirst,
}

impl TieBreak {
    /// All ways of breaking ties.
    pub const ALL: [Self; 3] = [Self::Advantage, Self::MakeItTakeIt, Self::LadiesFirst];

    /// The name: `advantage`, `make-it-take-it` or `ladies-first`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Advantage => "advantage",
            Self::MakeItTakeIt => "make-it-take-it",
            Self::LadiesFirst => "ladies-first",
        }
    }
}

impl FromStr for TieBreak {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|tie_break| tie_break.name() == text);
        found.ok_or_else(|| format!("'{text}', expected 'advantage', 'make-it-take-it' or 'ladies-first'"))
    }
}

/// A tie-breaking rule, together with the player who claims wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Rule for breaking ties.
    pub tie_break: TieBreak,
    /// Player whose wins are claimed.
    pub claimant: Player,
}

impl Rule {
    /// Returns the amount that one chip adds to a code.
    #[must_use]
    pub fn unit(self) -> u32 {
        if self.tie_break == TieBreak::LadiesFirst { 1 } else { 2 }
    }

    /// Returns the least number above all codes with k chips in play: the threshold of a position without a win.
    #[must_use]
    pub fn top(self, k: u32) -> u32 {
        self.unit() * (k + 1)
    }

    /// Returns the threshold of a position from `x`, the least over the claimant's options, and `y`, the greatest over
    /// the other player's.
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

    /// Returns whether a code has the mark that its notation shows: the tie-breaking advantage (`12*`), or the
    /// minus-epsilon chip (`12-e`).
    #[must_use]
    pub fn is_marked(self, code: u32) -> bool {
        match self.tie_break {
            TieBreak::Advantage => code % 2 == 1,
            TieBreak::MakeItTakeIt => code.is_multiple_of(2),
            TieBreak::LadiesFirst => false,
        }
    }

    /// Returns a code in the paper's notation: `12*` has the tie-breaking advantage, `12-e` the minus-epsilon chip.
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

/// A sequence of thresholds: `values` for k from `first` on. If the sequence has a tail, later values repeat every
/// `period` values with `slope` added.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThresholdTable {
    /// Number of chips k of the first value.
    pub first: u32,
    /// Stored values: in a periodic table, `preperiod + period` of them.
    pub values: Box<[u32]>,
    /// Periodic continuation, if there is one.
    pub tail: Option<Tail>,
}

/// Periodic continuation of a sequence: f(k + period) = f(k) + slope for k from the preperiod on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tail {
    /// Length of the period, at least 1.
    pub period: u32,
    /// Rise of the sequence per period.
    pub slope: u32,
}

impl ThresholdTable {
    /// Returns the k from which the sequence is periodic.
    ///
    /// # Panics
    /// If the sequence has no tail.
    #[must_use]
    pub fn preperiod(&self) -> u32 {
        let tail = self.tail.expect("a sequence that goes on");
        u32::try_from(self.values.len()).expect("a length below 2^32") - tail.period
    }

    /// Returns the threshold for k chips, if the table contains it.
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
}

/// Numbers of chips for which the tables of a game hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// All k from the first to the last.
    Between(u32, u32),
    /// All k, in a game where every option leads to a greater number. Each table has its own period. From `onset` on,
    /// options compare like their slopes.
    Ordered {
        /// Number of chips from which slopes decide.
        onset: u32,
    },
    /// All k, with a common preperiod and period.
    Common {
        /// Number of chips from which all tables are periodic.
        preperiod: u32,
        /// Common period of all tables.
        period: u32,
    },
}

impl Range {
    /// Returns the first and last k for which tables store a value, if these are the same for all tables.
    #[must_use]
    pub fn stored(self) -> Option<(u32, u32)> {
        match self {
            Self::Between(first, last) => Some((first, last)),
            Self::Ordered { .. } => None,
            Self::Common { preperiod, period } => Some((0, preperiod + period - 1)),
        }
    }
}

/// A value for each position, with equal values stored once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared<T> {
    /// Distinct values, in the order in which positions first use them.
    pub distinct: Vec<T>,
    /// Index into `distinct` for each position.
    pub number: Vec<u32>,
}

impl<T: Eq + Hash> Shared<T> {
    /// Collects one value for each position.
    ///
    /// # Panics
    /// If there are 2^32 distinct values.
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

/// Labels of a position: for each stored k, for each half chip of surplus.
pub type LabelRow = Box<[u16]>;

/// The thresholds of every position of a game: the content of a certificate of kind `chips`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipTables {
    /// Bidding rule, including the claimant.
    pub rule: Rule,
    /// Numbers of chips for which the tables hold.
    pub range: Range,
    /// Threshold tables by position.
    pub tables: Shared<ThresholdTable>,
    /// Labels by position; `None` if the game is ordered and needs none.
    pub labels: Option<Shared<LabelRow>>,
}

impl ChipTables {
    /// Returns the table of a position.
    #[must_use]
    pub fn of(&self, position: usize) -> &ThresholdTable {
        self.tables.of(position)
    }
}
