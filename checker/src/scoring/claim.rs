//! The claim that a certificate of kind `scoring` proves.

use super::claimed::{Claimed, Form};
use super::evidence::Block;
use crate::core::claim;
use crate::core::fields::{counted, index};

/// Limits on the outcomes that a claim stores.
const ROWS: usize = 4;
const OUTCOMES: usize = 16;

const COINS: [&str; 2] = ["coin", "coins"];

/// Some outcomes of the first period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// The first row is for the heap at which the outcomes begin to repeat. The row of a heap x has the outcomes v(x,
    /// p) for each number p of Left's coins.
    pub rows: Vec<Vec<i32>>,
    /// Whether the period has more rows of outcomes than this struct stores.
    pub more_rows: bool,
    /// Whether the rows have more outcomes than this struct stores.
    pub more_outcomes: bool,
}

impl Outcomes {
    /// Stores the first few rows of outcomes, and the first outcomes of each row. Returns `None` if there are no rows
    /// of outcomes.
    pub(super) fn of<'a>(mut rows: impl Iterator<Item = &'a [i32]>) -> Option<Self> {
        let beginning: Vec<&[i32]> = rows.by_ref().take(ROWS).collect();
        let more_outcomes = beginning.first()?.len() > OUTCOMES;
        let kept = beginning.iter().map(|row| row.iter().take(OUTCOMES).copied().collect()).collect();
        Some(Self { rows: kept, more_rows: rows.next().is_some(), more_outcomes })
    }
}

/// For every total budget from `first` to `last`, the outcomes in the file are correct. From some heap on, the outcomes
/// repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// Subtraction set: the numbers that may be taken, ascending.
    pub set: Vec<u8>,
    /// Smallest total budget, in coins.
    pub first: u32,
    /// Greatest total budget, in coins; below 2^28.
    pub last: u32,
    /// The period and the onset of each block.
    blocks: Vec<(u32, u32)>,
    /// Outcomes of the first period, or `None` if the claim is about several budgets.
    pub outcomes: Option<Outcomes>,
}

impl Claim {
    pub(super) fn new(set: &[u8], claimed: &Claimed, blocks: &[Block<'_>], outcomes: Option<Outcomes>) -> Self {
        let blocks = blocks.iter().map(|block| (block.period, block.onset)).collect();
        Self { set: set.to_vec(), first: claimed.first, last: claimed.last, blocks, outcomes }
    }

    /// Returns the least period and the least heap at which the outcomes begin to repeat. Returns `None` if nothing is
    /// proved about the budget.
    #[must_use]
    pub fn period_and_onset(&self, budget: u32) -> Option<(u32, u32)> {
        let number = match Form::for_set(&self.set) {
            Form::Rows => budget.checked_sub(self.first)?,
            Form::Jumps => budget.div_ceil(2).checked_sub(self.first.div_ceil(2))?,
        };
        (self.first..=self.last).contains(&budget).then_some(*self.blocks.get(index(number))?)
    }

    /// Returns all claimed budgets, each with its period and its onset (the heap from which the rows of outcomes
    /// repeat).
    pub(super) fn budgets(&self) -> impl Iterator<Item = (u32, (u32, u32))> {
        (self.first..=self.last).filter_map(|budget| Some((budget, self.period_and_onset(budget)?)))
    }

    /// Describes in words how the rows of outcomes for a single budget repeat.
    fn single(&self, (budget, (period, onset)): (u32, (u32, u32)), outcomes: &Outcomes) -> Vec<String> {
        let coins = counted(budget, COINS);
        let mut said = vec![format!(
            "with {coins} in all the outcomes repeat with the period {period} from heap {onset} on, with no lesser period and from no lesser heap on"
        )];
        let dots = if outcomes.more_outcomes { ", …" } else { "" };
        for (heap, row) in (onset..).zip(&outcomes.rows) {
            let row = row.iter().map(i32::to_string).collect::<Vec<String>>().join(", ") + dots;
            said.push(format!("with {coins} in all the outcomes of heap {heap}, where Left has the marker and 0, 1, … coins, are {row}"));
        }
        said
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let set = self.set.iter().map(u8::to_string).collect::<Vec<String>>().join(", ");
        let with = match (self.first, self.last) {
            (first, last) if first == last => format!("with {} in all", counted(first, COINS)),
            (first, last) => format!("with each number of coins in all from {first} to {last}"),
        };
        let rules = [
            format!(
                "{with}, for every heap, however they and the marker (with which one wins ties) are divided, the file has by how many points Left ends ahead of Right with best play"
            ),
            "a player whose bids the other one knows beforehand can do as well (maximin = minimax); having a coin more of them is never worse".to_owned(),
            format!(
                "two players take from a heap, each time one of the numbers {set}, and score what they take, until nothing can be taken"
            ),
            "before each move both bid coins of their own at once; the higher bid wins, at a tie that of the holder of the marker, who hands it over; the \
             winner pays the bid to the other player and moves"
                .to_owned(),
        ];
        if let (Some(outcomes), Some(budget)) = (&self.outcomes, self.budgets().next()) {
            return self.single(budget, outcomes).into_iter().chain(rules).collect();
        }
        // If several budgets have the same greatest value, the first of them is named.
        let later = |best: (u32, u32), found: (u32, u32)| if found.0 > best.0 { found } else { best };
        let (onset, of_onset) = self.budgets().map(|(budget, (_, onset))| (onset, budget)).fold((0, self.first), later);
        let (period, of_period) = self.budgets().map(|(budget, (period, _))| (period, budget)).fold((0, self.first), later);
        let [of_onset, of_period] = [of_onset, of_period].map(|budget| counted(budget, COINS));
        let result = format!(
            "{with}, the outcomes of large heaps repeat: the least period is at most {period}, first with {of_period}, and they repeat from heap \
             {onset} on at the latest, first with {of_onset}"
        );
        let [outcomes, known, moves, bids] = rules;
        vec![outcomes, result, known, moves, bids]
    }
}
