//! Lists the reasons why games and endings were not solved for real-valued bidding.

use crate::control::Interrupted;
use crate::engine::bidding::Error;

/// Reason why no solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The engine found no values that pass verification.
    #[error("no policy was found whose values verify")]
    NotFound,
    /// After this number of steps, Larsson and Wästlund's method satisfied the equations. The values are not proved,
    /// because the bounds alpha and beta differ in some position.
    #[error("after {0} steps the equations hold, but the labels do not prove the values: {INTERVALS}")]
    NotSharp(u64),
    /// The intervals of Larsson and Wästlund's method hardly shrank after this number of steps.
    #[error("after {0} steps the intervals have all but stopped shrinking: it looks as if {INTERVALS}")]
    Stalled(u64),
}

/// The error messages of `NotSharp` and `Stalled` end with these words.
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
