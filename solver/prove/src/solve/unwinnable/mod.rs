//! Chess unwinnability for many questions: reads them, decides them in parallel, and writes certificates. The crate
//! `gamecert-unwinnable` decides each question.
//!
//! `questions` and `pgn` read questions, `ordered` runs threads and keeps the order, `judge` decides a question,
//! `certify` writes certificates of verdicts, `batch` writes many of them to a file, `merge` combines several files.

pub mod batch;
pub mod certify;
pub mod judge;
pub mod merge;
pub mod ordered;
#[cfg(feature = "game")]
pub mod pgn;
pub mod questions;
mod sorted;
