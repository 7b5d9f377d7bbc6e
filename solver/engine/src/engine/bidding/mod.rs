//! Computes the thresholds of option graphs, or bounds of these thresholds, for bidding with real-valued money.
//!
//! `richman` is the default method, `iterate` is the method of Larsson and Wästlund's paper, `lp` solves linear
//! programs, and `bracket` computes bounds.

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
    /// The method found no policy (chosen options of both players) that it could prove optimal.
    NotFound,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}
