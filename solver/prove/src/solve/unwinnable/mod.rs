//! Decides for many chess positions whether a side can still mate. Reads the questions, decides them in parallel, and
//! writes certificates. The crate `gamecert-unwinnable` decides the single questions.
//!
//! `questions` and `pgn` read questions. `ordered` runs threads, and keeps the results in the order of the questions.
//! `judge` decides a question. `certify` encodes certificates of verdicts, `batch` writes many certificates to a file,
//! and `merge` combines several files.

pub mod batch;
pub mod certify;
pub mod judge;
pub mod merge;
pub mod ordered;
#[cfg(feature = "game")]
pub mod pgn;
pub mod questions;
mod sorted;
