//! Solves bidding games exactly and writes certificates that `gamecert-checker` verifies.

pub mod control;
pub mod engine;
pub mod games;
pub mod graph;
pub mod report;
pub mod solution;
pub mod value;
