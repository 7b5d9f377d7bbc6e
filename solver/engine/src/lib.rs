//! This library contains the rules of games, and modules called engines, which compute the values of games or search
//! for forced wins.
//!
//! The module [`games`] generates positions and options. The engines in [`engine`] do not depend on particular games.
//! The module [`model`] defines graphs of games, which the engines read, and results, which the engines return. The
//! module [`control`] reports progress and stops long computations.

pub mod control;
pub mod engine;
pub mod games;
pub mod model;
