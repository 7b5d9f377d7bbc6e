//! Reasons why no solution with real-valued bidding was found, for games and for families of endings.

use crate::control::Interrupted;
use crate::engine::bidding::Error;

/// Reason why no solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// No policy was found whose values pass verification.
    #[error("no policy was found whose values verify")]
    NotFound,
    /// After `.0` steps, Larsson and Wästlund's method found a Richman function. The labels do not prove the function,
    /// because alpha < beta in some position.
    #[error("after {0} steps the equations hold, but the labels do not prove the values: {INTERVALS}")]
    NotSharp(u64),
    /// After `.0` steps, the intervals of Larsson and Wästlund's method have almost stopped shrinking.
    #[error("after {0} steps the intervals have all but stopped shrinking: it looks as if {INTERVALS}")]
    Stalled(u64),
}

/// Common end of the messages of `NotSharp` and `Stalled`.
const INTERVALS: &str = "alpha < beta somewhere, which the paper's method cannot prove; the default method can";

impl From<Interrupted> for Unsolved {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<Error> for Unsolved {
    fn from(failure: Error) -> Self {
        match failure {
            Error::Interrupted => Self::Interrupted,
            Error::NotFound => Self::NotFound,
        }
    }
}
