//! Results from outcomes of a scoring game from a file: the paper's three properties with counterexamples.

use serde::Serialize;

use crate::engine::scoring::matrix::Scores;
use crate::model::scored::ScoredGame;

/// Property with a counterexample if it fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// `A`, `B` or `C`.
    pub name: &'static str,
    /// Statement of the property.
    pub says: &'static str,
    /// First counterexample, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Broken>,
}

/// Counterexample: two outcomes in the wrong order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// Position where the property fails.
    pub position: String,
    /// Left's coins in the case that should have the smaller outcome.
    pub coins: usize,
    /// Holder of the marker in that case.
    pub marker: &'static str,
    /// Outcome in that case.
    pub outcome: i32,
    /// Left's coins in the case that should have the greater outcome.
    pub than_coins: usize,
    /// Holder of the marker in that case.
    pub than_marker: &'static str,
    /// Outcome in that case.
    pub than_outcome: i32,
}

/// A property: name, statement, coins added to Left's, and pairs of holders before and after. Left's outcome should not
/// decrease.
type Comparison = (&'static str, &'static str, usize, &'static [(usize, usize)]);

/// Tests (A), (B) and (C) for one total budget. `scores` may end before the last positions.
#[must_use]
pub fn held(game: &ScoredGame, scores: &Scores) -> Vec<Held> {
    const MARKER: [&str; 2] = ["left", "right"];
    let properties: [Comparison; 3] = [
        ("A", "a coin more does no harm", 1, &[(0, 0), (1, 1)]),
        ("B", "the marker does no harm", 0, &[(1, 0)]),
        ("C", "the marker is worth at most a coin", 1, &[(0, 1)]),
    ];
    let test = |(name, says, more, markers): Comparison| {
        let places =
            game.positions.iter().zip(scores).flat_map(|(position, scores)| markers.iter().map(move |pair| (position, scores, *pair)));
        let counterexample = places.into_iter().find_map(|(position, scores, (from, to))| {
            let (less, greater) = (&scores[from], &scores[to]);
            let coins = (0..less.len() - more).find(|&coins| less[coins] > greater[coins + more])?;
            Some(Broken {
                position: position.name.clone(),
                coins,
                marker: MARKER[from],
                outcome: less[coins],
                than_coins: coins + more,
                than_marker: MARKER[to],
                than_outcome: greater[coins + more],
            })
        });
        Held { name, says, counterexample }
    };
    properties.into_iter().map(test).collect()
}
