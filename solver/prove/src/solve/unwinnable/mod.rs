//! Decides unwinnability in chess for many questions. Reads the questions, decides them in parallel, and writes
//! certificates. The crate `gamecert-unwinnable` decides each single question.
//!
//! `questions` and `pgn` read questions. `ordered` runs threads and keeps the results in order. `judge` decides a
//! question. `certify` encodes certificates of verdicts, `batch` writes many certificates to a file, and `merge`
//! combines several files.

pub mod batch;
pub mod certify;
pub mod judge;
pub mod merge;
pub mod ordered;
#[cfg(feature = "game")]
pub mod pgn;
pub mod questions;
mod sorted;
