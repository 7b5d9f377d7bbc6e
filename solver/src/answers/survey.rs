//! Summary of one solved ending, computed from its table: the topics of sections 8 to 14 of the paper.
//!
//! Colours are those of the ending, with the stronger side white. Positions with alpha < beta are judged by alpha.

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

/// Number of positions, up to symmetry and on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Classes under symmetry.
    pub classes: u64,
    /// Placements in these classes.
    pub placements: u64,
}

impl Count {
    fn add(&mut self, placements: u64) {
        self.classes += 1;
        self.placements += placements;
    }
}

/// Position with its value (alpha, if alpha and beta differ).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The position.
    pub position: String,
    /// Its value.
    #[serde(serialize_with = "as_text")]
    pub value: Rational,
}

/// Positions in which neither player wants to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Zugzwang {
    /// Number of such positions.
    pub count: Count,
    /// Positions with the lowest bids, lowest first; at most ten.
    pub worst: Vec<ZugzwangExample>,
}

/// A position in which neither player wants to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZugzwangExample {
    /// The position and its value.
    #[serde(flatten)]
    pub example: Example,
    /// Bid, which is negative.
    pub bid: Bid,
}

/// Positions with alpha < beta.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Intervals {
    /// Number of such positions.
    pub count: Count,
    /// Position with the largest beta - alpha.
    pub widest: Option<Interval>,
}

/// A position with alpha < beta.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// The position.
    pub position: String,
    /// Its alpha.
    #[serde(serialize_with = "as_text")]
    pub alpha: Rational,
    /// Its beta.
    #[serde(serialize_with = "as_text")]
    pub beta: Rational,
}

/// Summary of an ending. JSON: `spec/json/report.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// The ending.
    pub material: String,
    /// The board, `8x8`.
    pub board: String,
    /// All positions.
    pub positions: Count,
    /// Distinct values of its positions.
    pub values: usize,
    /// A position of least value.
    pub least: Example,
    /// A position of greatest value.
    pub greatest: Example,
    /// Largest labels.
    pub labels: Labels,
    /// Positions in which a move is worth nothing.
    pub quiescence: Quiescence,
    /// Positions in which a move is worth less than nothing.
    pub zugzwang: Zugzwang,
    /// Denominators of the values.
    pub denominators: Denominators,
    /// Pawn promotions, in endings with pawns.
    pub promotions: Option<Promotions>,
    /// Positions with alpha < beta.
    pub intervals: Intervals,
}

/// Class with the data that the parts of a survey use.
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

/// Summarises an ending of a tablebase.
///
/// # Panics
/// If the tablebase lacks a sub-ending, or the ending has 2^32 or more classes.
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

/// Classifies how much the players want to move, judged by alpha. The value lies midway between the values after
/// White's best move and after Black's best move, so White's best move decides.
fn tempo(entry: &Entry, tablebase: &Tablebase, number: usize) -> Tempo {
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

/// Finds the first class with the largest difference of alpha and beta. Fractions may have thousands of digits, so most
/// classes are excluded by a fixed number of binary places.
///
/// # Panics
/// Never: values are at most 1.
#[must_use]
pub fn widest(ending: &Ending, solution: &Solution) -> Option<Interval> {
    const PLACES: usize = 60;
    let apart = || (0..solution.len()).filter(|&class| solution.rank_alpha[class] != solution.rank_beta[class]);
    apart().next()?;
    let floor = |value: &Rational| i64::try_from(value.scaled_floor(PLACES)).expect("values are at most 1");
    let floors: Vec<i64> = solution.values.par_iter().map(floor).collect();
    let about = |class: usize| floors[solution.rank_beta[class] as usize] - floors[solution.rank_alpha[class] as usize];
    let most = apart().map(about).max()?;
    let exactly = |class: usize| solution.beta(class).half_difference(solution.alpha(class)).1;
    // A difference of floors is off by less than one, so exact comparison is needed only within 2 of the maximum.
    let candidates = apart().filter(|&class| about(class) >= most - 2).map(|class| (class, exactly(class)));
    let (class, _) = candidates.reduce(|known, other| if other.1 > known.1 { other } else { known })?;
    let position = ending.position_text(u32::try_from(class).ok()?);
    Some(Interval { position, alpha: solution.alpha(class).clone(), beta: solution.beta(class).clone() })
}

const PLAYERS: [Colour; 2] = [Colour::White, Colour::Black];
