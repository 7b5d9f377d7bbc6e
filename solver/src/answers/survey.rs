//! Summarises one solved ending. The topics are those of sections 8 to 14 of the paper.
//!
//! The colours are those of the ending, in which White is the stronger side. If the thresholds alpha and beta of a
//! position differ, most of the summary uses alpha.

mod denominators;
mod labels;
mod orbits;
mod promotions;
mod quiescence;

use std::cmp::Ordering;

use rayon::prelude::*;
use serde::Serialize;

pub use denominators::{Denominators, Factorization, OddDenominators, PRIME_BOUND};
pub use labels::{Labels, LargestLabel};
pub use promotions::{Margin, Promotions};
pub use quiescence::{Category, Quiescence, QuiescentCategory};

use super::as_text;
use super::money_bid::{Bid, Tempo};
use super::tablebase::{Tablebase, Threshold};
use crate::games::Colour;
use crate::games::bidding_chess::{Destination, Ending, Placement};
use crate::model::solution::Solution;
use crate::model::value::Rational;
use orbits::Orbits;

/// Number of positions, counted in two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Number of positions, with symmetric positions counted as one.
    pub classes: u64,
    /// Number of positions, with symmetric positions counted separately.
    pub placements: u64,
}

impl Count {
    fn add(&mut self, placements: u64) {
        self.classes += 1;
        self.placements += placements;
    }
}

/// A position with one of its thresholds alpha and beta.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// Text of the position.
    pub position: String,
    /// The position's alpha. In [`Denominators`], the value may also be beta.
    #[serde(serialize_with = "as_text")]
    pub value: Rational,
}

/// Statistics of the positions in which neither player wants to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Zugzwang {
    /// Number of positions in which neither player wants to move.
    pub count: Count,
    /// Positions with the lowest bids, in ascending order of the bids. The list has at most ten entries.
    pub worst: Vec<ZugzwangExample>,
}

/// A position in which neither player wants to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZugzwangExample {
    /// The position and its value.
    #[serde(flatten)]
    pub example: Example,
    /// Negative bid of the position.
    pub bid: Bid,
}

/// Statistics of the positions for which alpha is less than beta.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Intervals {
    /// Number of positions for which alpha is less than beta.
    pub count: Count,
    /// Position with the greatest difference `beta - alpha`.
    pub widest: Option<Interval>,
}

/// A position for which alpha is less than beta.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// Text of the position.
    pub position: String,
    /// White wins by force if Black has less than this share of the money.
    #[serde(serialize_with = "as_text")]
    pub alpha: Rational,
    /// Black wins by force if Black has more than this share of the money.
    #[serde(serialize_with = "as_text")]
    pub beta: Rational,
}

/// Summary of an ending. The schema of the JSON form is `spec/json/report.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Name of the ending.
    pub material: String,
    /// Size of the board, such as `8x8`.
    pub board: String,
    /// Number of all positions.
    pub positions: Count,
    /// Number of distinct values of alpha and beta.
    pub values: usize,
    /// The lowest value of alpha, with a position that has it.
    pub least: Example,
    /// The highest value of alpha, with a position that has it.
    pub greatest: Example,
    /// Largest label of each player.
    pub labels: Labels,
    /// Positions in which a move is worth nothing.
    pub quiescence: Quiescence,
    /// Positions in which neither player wants to move.
    pub zugzwang: Zugzwang,
    /// Statistics of the denominators of alpha and beta.
    pub denominators: Denominators,
    /// Statistics of promotions, if the ending has pawns.
    pub promotions: Option<Promotions>,
    /// Statistics of the positions for which alpha is less than beta.
    pub intervals: Intervals,
}

/// Data about one class of symmetric positions.
struct Entry<'a> {
    ending: &'a Ending,
    solution: &'a Solution,
    class: u32,
    placement: Placement,
    placements: u64,
}

impl Entry<'_> {
    fn alpha(&self) -> &Rational {
        &self.solution.values[self.solution.rank_alpha[self.class as usize] as usize]
    }

    fn position(&self) -> String {
        self.ending.position_text(self.class)
    }

    fn example(&self) -> Example {
        Example { position: self.position(), value: self.alpha().clone() }
    }
}

/// Summarises an ending of a tablebase. `number` is the index of the ending.
///
/// # Panics
/// Panics if the tablebase lacks an ending into which play can lead. Panics if the ending has 2^32 or more classes of
/// symmetric positions.
#[must_use]
pub fn survey(tablebase: &Tablebase, number: usize) -> Survey {
    let (ending, solution) = &tablebase.endings()[number];
    let (ending, solution) = (&**ending, &**solution);
    let orbits = Orbits::new(ending);
    let classes = u32::try_from(solution.len()).expect("fewer than 2^32 classes");
    let mut positions = Count::default();
    let mut labels = Labels::default();
    let mut quiescence = Quiescence::default();
    let mut zugzwang = Zugzwang::default();
    let mut denominators = denominators::Collector::new(solution);
    let mut promotions = ending.material().has_pawns().then(Promotions::default);
    let mut intervals = Intervals::default();
    for class in 0..classes {
        let placement = ending.numbering().placement(class);
        let entry = Entry { ending, solution, class, placement, placements: orbits.placements(&placement) };
        positions.add(entry.placements);
        labels.add(&entry);
        denominators.add(&entry);
        if let Some(promotions) = &mut promotions {
            promotions.add(&entry, tablebase, number);
        }
        intervals.add(&entry);
        let tempo = tempo(&entry, tablebase, number);
        quiescence.add(&entry, tempo == Tempo::Quiescent);
        if tempo == Tempo::Zugzwang {
            zugzwang.add(&entry, tablebase, number);
        }
    }
    intervals.widest = widest(ending, solution);
    let extreme = |class: Option<u32>| {
        let class = class.expect("an ending has positions");
        Example { position: ending.position_text(class), value: tablebase.value(number, class).alpha }
    };
    Survey {
        material: ending.material().to_string(),
        board: ending.board().to_string(),
        positions,
        values: denominators.values(),
        least: extreme((0..classes).min_by_key(|&class| solution.rank_alpha[class as usize])),
        greatest: extreme((0..classes).rev().max_by_key(|&class| solution.rank_alpha[class as usize])),
        labels,
        quiescence,
        zugzwang,
        denominators: denominators.finish(),
        promotions,
        intervals,
    }
}

/// Finds out from alpha whether the players gain by moving.
fn tempo(entry: &Entry, tablebase: &Tablebase, number: usize) -> Tempo {
    // Alpha is the mean of its values after White's and Black's best moves, so both players gain equally by moving.
    let (white, _) = tablebase.chosen_moves(number, entry.class, Threshold::Alpha);
    let ranks = &entry.solution.rank_alpha;
    let gain = match entry.ending.destination(&entry.placement, &white) {
        Destination::Same(class) => ranks[class as usize].cmp(&ranks[entry.class as usize]),
        destination => tablebase.destination_value(number, destination).alpha.cmp(entry.alpha()),
    };
    match gain {
        Ordering::Greater => Tempo::Hot,
        Ordering::Equal => Tempo::Quiescent,
        Ordering::Less => Tempo::Zugzwang,
    }
}

impl Zugzwang {
    fn add(&mut self, entry: &Entry, tablebase: &Tablebase, number: usize) {
        const MAX_EXAMPLES: usize = 10;
        self.count.add(entry.placements);
        let (white, black) = tablebase.chosen_moves(number, entry.class, Threshold::Alpha);
        let [max_w, min_b] =
            [white, black].map(|mv| tablebase.destination_value(number, entry.ending.destination(&entry.placement, &mv)).alpha);
        let bid = Bid::between(&max_w, &min_b);
        let at = self.worst.partition_point(|known| known.bid <= bid);
        if at < MAX_EXAMPLES {
            self.worst.insert(at, ZugzwangExample { example: entry.example(), bid });
            self.worst.truncate(MAX_EXAMPLES);
        }
    }
}

impl Intervals {
    fn add(&mut self, entry: &Entry) {
        let at = entry.class as usize;
        if entry.solution.rank_alpha[at] != entry.solution.rank_beta[at] {
            self.count.add(entry.placements);
        }
    }
}

/// Finds the first position with the greatest difference between alpha and beta.
///
/// # Panics
/// Never panics, because values are at most 1.
#[must_use]
pub fn widest(ending: &Ending, solution: &Solution) -> Option<Interval> {
    // The fractions may have thousands of digits, so exact comparisons are slow. Most positions need only a rounded
    // comparison.
    const PLACES: usize = 60;
    let apart = || (0..solution.len()).filter(|&class| solution.rank_alpha[class] != solution.rank_beta[class]);
    apart().next()?;
    let floor = |value: &Rational| i64::try_from(value.scaled_floor(PLACES)).expect("values are at most 1");
    let floors: Vec<i64> = solution.values.par_iter().map(floor).collect();
    let about = |class: usize| floors[solution.rank_beta[class] as usize] - floors[solution.rank_alpha[class] as usize];
    let most = apart().map(about).max()?;
    let exactly = |class: usize| solution.beta(class).half_difference(solution.alpha(class)).1;
    // The difference of the rounded values differs from the exact difference by less than 2^-60. Only classes within 2
    // * 2^-60 of the maximum therefore need an exact comparison.
    let candidates = apart().filter(|&class| about(class) >= most - 2).map(|class| (class, exactly(class)));
    let (class, _) = candidates.reduce(|known, other| if other.1 > known.1 { other } else { known })?;
    let position = ending.position_text(u32::try_from(class).ok()?);
    Some(Interval { position, alpha: solution.alpha(class).clone(), beta: solution.beta(class).clone() })
}

const PLAYERS: [Colour; 2] = [Colour::White, Colour::Black];
