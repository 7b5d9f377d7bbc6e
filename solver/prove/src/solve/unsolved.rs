//! Reasons why real-valued bidding has no solution, for games and for families of endings.

use std::fmt;

use crate::control::Interrupted;
use crate::engine::bidding::Error;

/// Reason why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The work was interrupted.
    Interrupted,
    /// No policy was found whose values verify.
    NotFound,
    /// After `.0` steps the paper's method found a Richman function that its labels do not prove: alpha < beta
    /// somewhere.
    NotSharp(u64),
    /// After `.0` steps the intervals of the paper's method have almost stopped shrinking.
    Stalled(u64),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const INTERVALS: &str = "alpha < beta somewhere, which the paper's method cannot prove; the default method can";
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::NotFound => f.write_str("no policy was found whose values verify"),
            Self::NotSharp(steps) => {
                write!(f, "after {steps} steps the equations hold, but the labels do not prove the values: {INTERVALS}")
            }
            Self::Stalled(steps) => {
                write!(f, "after {steps} steps the intervals have all but stopped shrinking: it looks as if {INTERVALS}")
            }
        }
    }
}

impl std::error::Error for Unsolved {}

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
