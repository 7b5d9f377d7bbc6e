//! Rules of games, and engines that compute values of option graphs and search for forced wins.
//!
//! [`games`] number positions and generate options. [`engine`] computes on option graphs and positions, independently
//! of particular games. [`model`] has the graphs and results that both exchange. [`control`] passes progress and
//! cancellation through a long computation.

pub mod control;
pub mod engine;
pub mod games;
pub mod model;
