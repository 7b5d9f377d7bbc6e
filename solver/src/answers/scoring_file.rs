//! What outcomes of a scoring game from a file say: the paper's three properties, with a counterexample where one fails.

use serde::Serialize;

use crate::engine::scoring::matrix::Scores;
use crate::model::scored::ScoredGame;

/// Whether a property holds at all positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// `A`, `B` or `C`.
    pub name: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Where it fails first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Broken>,
}

/// Where a property fails: two outcomes that should be the other way round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// The position.
    pub position: String,
    /// Left's coins where less is expected,
    pub coins: usize,
    /// who has the marker there,
    pub marker: &'static str,
    /// and the outcome.
    pub outcome: i32,
    /// The same where more is expected.
    pub than_coins: usize,
    /// Who has the marker there.
    pub than_marker: &'static str,
    /// The outcome there.
    pub than_outcome: i32,
}

/// A property: its name, what it says, what is added to Left's coins, and how the marker changes hands, where Left should not have less.
type Comparison = (&'static str, &'static str, usize, &'static [(usize, usize)]);

/// Tests (A), (B) and (C) for one total budget. `scores` may stop short of the last positions.
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
