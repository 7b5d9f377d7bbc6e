//! Tests the paper's properties of scoring games and the paper's formula for large heaps. The module also finds the
//! best bids and moves.

use std::collections::VecDeque;
use std::io::{self, Write};

use serde::Serialize;

use super::bid_matrix::{BidTable, NoTable};
use super::score_bids::{Bid, Move, Stage, Then};
use super::text::{counted, stretches};
use crate::control::{Control, Interrupted};
use crate::engine::scoring::matrix::Holder;
use crate::model::scoring::{Outcomes, SubtractionSet};

/// Property that was tested for one total budget, with the result of the test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Property {
    /// Name of the property.
    pub name: &'static str,
    /// The property as a formula and in words.
    pub says: String,
    /// Whether the property is true for all heaps.
    pub holds: bool,
    /// First counterexample, if the property is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
}

/// Heap and coins for which a property is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counterexample {
    /// Total number of coins of both players.
    pub budget: u32,
    /// Size of the heap.
    pub heap: u32,
    /// Number of Left's coins.
    pub coins: usize,
    /// Left side of the inequality `lesser <= greater`, which is false here.
    pub lesser: i32,
    /// Right side of the inequality `lesser <= greater`.
    pub greater: i32,
}

fn properties_of(set: &SubtractionSet, period: u32) -> Vec<(&'static str, String)> {
    let most = set.max();
    let points = 2 * most;
    vec![
        ("A", "v(x, p) <= v(x, p+1): a coin more does no harm".to_owned()),
        ("B", "-v(x, q) <= v(x, p): the marker does no harm".to_owned()),
        ("C", "v(x, p) <= -v(x, q-1): the marker is worth at most a coin".to_owned()),
        ("marker-points", format!("v(x, p) <= -v(x, q) + {points}: the marker is worth at most {points} points")),
        ("coin-points", format!("v(x, p+1) <= v(x, p) + {points}: a coin is worth at most {points} points")),
        ("sign", "v(x, p) >= 0 where p >= q, v(x, p) <= 0 where p < q".to_owned()),
        ("bound", format!("|v(x, p)| <= {most} * (ceil(|p - q| / 2) + 1)")),
        ("heap", format!("v(x, p) <= v(x+{period}, p) where p >= q, v(x, p) >= v(x+{period}, p) where p < q")),
    ]
}

/// Tests all properties for heaps of every size.
///
/// # Errors
/// [`Interrupted`] if the computation is stopped on request.
pub fn properties(set: &SubtractionSet, outcomes: &Outcomes, control: Control) -> Result<Vec<Property>, Interrupted> {
    let (budget, period) = (outcomes.budget, outcomes.period);
    let names = properties_of(set, period);
    let mut found: Vec<Option<Counterexample>> = vec![None; names.len()];
    let mut before: VecDeque<Vec<i32>> = VecDeque::new();
    let most = i32::try_from(set.max()).expect("at most 255");
    // For larger heaps, both the row and the row one period earlier repeat, so no further test is necessary.
    outcomes.walk(outcomes.onset + 2 * period, |heap, row| {
        let last = row.len() - 1;
        for (p, &value) in row.iter().enumerate() {
            let q = last - p;
            let mut expect = |number: usize, lesser: i32, greater: i32| {
                if lesser > greater && found[number].is_none() {
                    found[number] = Some(Counterexample { budget, heap, coins: p, lesser, greater });
                }
            };
            if p < last {
                expect(0, value, row[p + 1]);
                expect(2, value, -row[q - 1]);
                expect(4, row[p + 1], value + 2 * most);
            }
            expect(1, -row[q], value);
            expect(3, value, 2 * most - row[q]);
            let half = i32::try_from(p.abs_diff(q).div_ceil(2)).expect("budgets below 2^28");
            expect(6, value.abs(), most * (half + 1));
            let earlier = (before.len() == period as usize).then(|| before[0][p]);
            if p >= q {
                expect(5, 0, value);
                earlier.into_iter().for_each(|earlier| expect(7, earlier, value));
            } else {
                expect(5, value, 0);
                earlier.into_iter().for_each(|earlier| expect(7, value, earlier));
            }
        }
        if before.len() == period as usize {
            before.pop_front();
        }
        before.push_back(row.to_vec());
        control.check().is_ok()
    });
    control.check()?;
    let properties = names.into_iter().zip(found).map(|((name, says), counterexample)| Property {
        name,
        says,
        holds: counterexample.is_none(),
        counterexample,
    });
    Ok(properties.collect())
}

/// Computes the outcome of large heaps in unitary games by the formula of the paper's Conjecture 28. `odd` tells
/// whether the heaps are of odd size.
#[must_use]
pub fn limit(budget: u32, p: u32, odd: bool) -> i32 {
    let d = i64::from(p) - (i64::from(budget) - i64::from(p));
    let ceil = |n: i64, by: i64| -((-n).div_euclid(by));
    let value = if budget.is_multiple_of(2) {
        let j = d / 2;
        if odd { 2 * j.div_euclid(2) + 1 } else { 2 * ceil(j, 2) }
    } else if d > 0 {
        if odd { 2 * (d + 1).div_euclid(4) + 1 } else { 2 * ceil(d, 4) }
    } else if odd {
        2 * ceil(d, 4) - 1
    } else {
        2 * (d + 1).div_euclid(4)
    };
    i32::try_from(value).expect("budgets below 2^28")
}

/// Compares the outcomes of large heaps in a unitary game with the formula of [`limit`]. Returns the first difference:
/// `lesser` is the value of the formula, and `greater` is the outcome.
#[must_use]
pub fn conjecture_28(outcomes: &Outcomes) -> Option<Counterexample> {
    (outcomes.onset..outcomes.onset + 2).find_map(|heap| {
        let wrong = (0..=outcomes.budget).find(|&p| outcomes.at(heap, p) != limit(outcomes.budget, p, heap % 2 == 1))?;
        let (lesser, greater) = (limit(outcomes.budget, wrong, heap % 2 == 1), outcomes.at(heap, wrong));
        Some(Counterexample { budget: outcomes.budget, heap, coins: wrong as usize, lesser, greater })
    })
}

/// Best bids and moves of both players at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestPlay {
    /// Size of the heap.
    pub heap: u32,
    /// Number of Left's coins.
    pub left_coins: u32,
    /// Right's coins.
    pub right_coins: u32,
    /// Player who holds the tie-breaking marker, `left` or `right`.
    pub marker: &'static str,
    /// Outcome, which is Left's points minus Right's points from this position on.
    pub outcome: i32,
    /// Left's best bids; empty if the game is over.
    pub left: Vec<BestBid>,
    /// Right's best bids; empty if the game is over.
    pub right: Vec<BestBid>,
}

/// Describes an outcome in words. An outcome is Left's points minus Right's points.
#[must_use]
pub fn margin(outcome: i32) -> String {
    let points = counted(outcome.unsigned_abs().into(), "point", "points");
    match outcome {
        0 => "both make the same number of points".to_owned(),
        1.. => format!("Left makes {points} more than Right"),
        _ => format!("Right makes {points} more than Left"),
    }
}

impl BestPlay {
    /// Writes the best bids and moves as text.
    ///
    /// # Errors
    /// Fails if the text cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { heap, left_coins, right_coins, marker, outcome, .. } = self;
        let holder = if *marker == "left" { "Left" } else { "Right" };
        let more = margin(*outcome);
        let left_coins = counted((*left_coins).into(), "coin", "coins");
        writeln!(
            out,
            "With a heap of {heap}, {left_coins} for Left, {right_coins} for Right and {holder}'s marker, {more} if both play best."
        )?;
        for (player, bids) in [("Left", &self.left), ("Right", &self.right)] {
            if bids.is_empty() {
                writeln!(out, "  {player}: the game is over")?;
            }
            // Puts consecutive bids into one line if the best moves after them are the same.
            for alike in bids.chunk_by(|a, b| (&a.take, &a.take_at_tie) == (&b.take, &b.take_at_tie)) {
                let BestBid { take, take_at_tie, .. } = &alike[0];
                let list = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" or ");
                write!(out, "  {player} bids {}", stretches(&alike.iter().map(|one| one.bid).collect::<Vec<_>>()))?;
                if !take.is_empty() {
                    write!(out, "; with the greater bid takes {}", list(take))?;
                }
                if !take_at_tie.is_empty() {
                    write!(out, "; at a tie takes {}", list(take_at_tie))?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

/// A bid that guarantees the best possible outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestBid {
    /// Number of coins of the bid.
    pub bid: u32,
    /// Best numbers of counters to take from the heap after winning with the greater bid. The list is empty if the bid
    /// cannot be the greater one.
    pub take: Vec<u32>,
    /// Best numbers of counters to take from the heap after winning a tie with the marker. The list is empty if the
    /// player cannot win a tie.
    pub take_at_tie: Vec<u32>,
}

/// Builds the state in which the players bid for the move at a heap. The function `outcome` returns the outcomes of
/// smaller heaps.
#[must_use]
pub fn stage<'a>(
    set: &SubtractionSet,
    heap: u32,
    coins: [u32; 2],
    holder: Holder,
    outcome: &'a dyn Fn(u32, u32, Holder) -> i32,
) -> Stage<'a> {
    let points = |s: u32| i32::try_from(s).expect("at most 255");
    let moves =
        |sign: i32| set.numbers().iter().filter(|&&s| s <= heap).map(|&s| Move { to: heap - s, points: sign * points(s) }).collect();
    Stage { coins, holder, zero_bid: true, moves: [moves(1), moves(-1)], penalties: [None, None], outcome }
}

/// Returns the outcome of a heap if Left has `left_coins` coins and `holder` has the marker. The function `v(x, c)`
/// returns the outcome of heap x if Left has c coins and the marker.
#[must_use]
pub fn of_holder(v: &dyn Fn(u32, u32) -> i32, budget: u32, heap: u32, left_coins: u32, holder: Holder) -> i32 {
    match holder {
        Holder::Left => v(heap, left_coins),
        // The players can be exchanged, because both have the same moves.
        Holder::Right => -v(heap, budget - left_coins),
    }
}

/// Computes the outcome of each pair of bids at a heap. The function `v` is the same as in [`of_holder`].
///
/// # Errors
/// Returns the same errors as [`BidTable::new`].
pub fn bid_table(
    set: &SubtractionSet,
    v: &dyn Fn(u32, u32) -> i32,
    heap: u32,
    [left_coins, right_coins]: [u32; 2],
    holder: Holder,
) -> Result<BidTable, NoTable> {
    let outcome = |heap, left, holder| of_holder(v, left_coins + right_coins, heap, left, holder);
    BidTable::new(&stage(set, heap, [left_coins, right_coins], holder, &outcome))
}

/// Computes the best bids and moves of both players at a heap. The function `v` is the same as in [`of_holder`].
#[must_use]
pub fn best_play(
    set: &SubtractionSet,
    v: &dyn Fn(u32, u32) -> i32,
    heap: u32,
    [left_coins, right_coins]: [u32; 2],
    holder: Holder,
) -> BestPlay {
    let outcome = |heap, left, holder| of_holder(v, left_coins + right_coins, heap, left, holder);
    let stage = stage(set, heap, [left_coins, right_coins], holder, &outcome);
    let best = |side: usize| {
        let take = |then: Option<&Then>| -> Vec<u32> {
            then.map_or(Vec::new(), |then| then.moves.iter().map(|&index| heap - stage.moves[side][index].to).collect())
        };
        let bid = |bid: Bid| BestBid {
            bid: bid.bid.expect("0 is a bid"),
            take: take(bid.higher.as_ref()),
            take_at_tie: take(bid.tie.as_ref().filter(|tie| tie.won).map(|tie| &tie.then)),
        };
        stage.best(side).into_iter().map(bid).collect()
    };
    let marker = if holder == Holder::Left { "left" } else { "right" };
    BestPlay { heap, left_coins, right_coins, marker, outcome: outcome(heap, left_coins, holder), left: best(0), right: best(1) }
}
