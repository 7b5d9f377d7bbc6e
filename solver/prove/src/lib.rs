//! Answers questions about games and produces verified certificates.
//!
//! The module [`solve`] has one submodule per use case. A submodule builds the game, runs the engine and returns the
//! evidence. The module [`certificate`] encodes the evidence, has the checker verify it, and reads verified files back.
//! Nobody needs to trust the code of this crate.

use gamecert_engine::{control, engine, games, model};

pub mod certificate;
pub mod solve;
