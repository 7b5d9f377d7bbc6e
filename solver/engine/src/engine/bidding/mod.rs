//! Bidding with real-valued money: exact thresholds of option graphs.
//!
//! `richman` is the default method, `iterate` is the paper's, and `lp` solves linear programs. The other modules are
//! their building blocks.

pub mod bracket;
pub mod components;
pub mod elimination;
pub mod exact;
pub mod iterate;
pub mod labels;
pub mod lifting;
#[cfg(feature = "lp")]
pub mod lp;
pub mod modular;
pub mod policy;
pub mod regions;
pub mod richman;
pub mod solution;
pub mod start;
pub mod sweep;
pub mod valuation;

use crate::control::Interrupted;

/// Reason why a method found no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The computation was asked to stop.
    Interrupted,
    /// No policy was found whose values verify.
    NotFound,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}
