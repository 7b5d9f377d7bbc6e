//! Chess unwinnability for many questions: read, decided in parallel, certified. What decides one question is the crate `gamecert-unwinnable`.
//!
//! `lines` and `pgn` read questions, `ordered` keeps their order, `judge` decides them, `certify` writes verdicts as certificates.

pub mod certify;
pub mod judge;
pub mod lines;
pub mod ordered;
#[cfg(feature = "pgn")]
pub mod pgn;
