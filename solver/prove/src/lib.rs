//! Answers questions about games with verified certificates.
//!
//! The module [`solve`] has one submodule per use case. A submodule builds the game, runs the engine and returns the
//! evidence. The module [`certificate`] encodes the evidence, has the checker verify it, and reads verified files back.
//! No code of this crate needs to be trusted.

use gamecert_engine::{control, engine, games, model};

pub mod certificate;
pub mod solve;
