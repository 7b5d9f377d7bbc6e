//! From a question about a game to a verified certificate.
//!
//! [`solve`] has one use case in each module: it builds the game, runs the engine and returns the evidence. [`certificate`] writes evidence as bytes, has the
//! checker verify these, and reads verified files back. Nothing here has to be believed.

use gamecert_engine::{control, engine, games, model};

pub mod certificate;
pub mod solve;
