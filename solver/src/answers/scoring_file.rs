//! Tests whether the outcomes of a scoring game from a file have the paper's three properties. Finds counterexamples.

use serde::Serialize;

use crate::engine::scoring::matrix::Scores;
use crate::model::scored::ScoredGame;

/// A property, with a counterexample if the property is false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// Name of the property (`A`, `B` or `C`).
    pub name: &'static str,
    /// The property in words.
    pub says: &'static str,
    /// First counterexample, if the property is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Broken>,
}

/// A counterexample: two states with the same position. The first state has the greater outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// Position for which the property is false.
    pub position: String,
    /// Number of Left's coins in the first state.
    pub coins: usize,
    /// Holder of the marker in the first state.
    pub marker: &'static str,
    /// Outcome of the first state.
    pub outcome: i32,
    /// Number of Left's coins in the second state.
    pub than_coins: usize,
    /// Holder of the marker in the second state.
    pub than_marker: &'static str,
    /// Outcome of the second state.
    pub than_outcome: i32,
}

/// A property says that the outcome of the first state does not exceed the outcome of the second state. The first two
/// fields are the name of the property, and the property in words. The third field says how many more coins Left has in
/// the second state than in the first. Each pair in the fourth field has the holders of the marker in both states (0
/// for Left, 1 for Right).
type Comparison = (&'static str, &'static str, usize, &'static [(usize, usize)]);

/// Tests the properties (A), (B) and (C) for one total budget. The last positions of the game may be missing in
/// `scores`.
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
