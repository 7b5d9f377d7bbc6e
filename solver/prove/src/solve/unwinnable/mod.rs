//! Chess unwinnability for many questions: reads them, decides them in parallel, and makes certificates. The crate `gamecert-unwinnable` decides each of them.
//!
//! `questions` and `pgn` read questions, `ordered` runs threads and keeps the order, `judge` decides a question, `certify` makes certificates of verdicts,
//! `batch` writes many of them to a file, `merge` makes one file of several.

pub mod batch;
pub mod certify;
pub mod judge;
pub mod merge;
pub mod ordered;
#[cfg(feature = "game")]
pub mod pgn;
pub mod questions;
mod sorted;
