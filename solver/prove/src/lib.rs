//! Leads from a question about a game to a verified certificate.
//!
//! [`solve`] has one module per use case. A use case builds the game, runs the engine and returns the evidence.
//! [`certificate`] encodes the evidence, has the checker verify it, and reads verified files back. Nothing in this
//! crate needs to be trusted.

use gamecert_engine::{control, engine, games, model};

pub mod certificate;
pub mod solve;
