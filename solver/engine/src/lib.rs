//! This library has the rules of games, engines that compute values of option graphs, and engines that search for
//! forced wins.
//!
//! The games in [`games`] number positions and generate options. The engines in [`engine`] compute on option graphs and
//! positions, independently of particular games. [`model`] has the graphs and results that games and engines exchange.
//! [`control`] passes progress and cancellation through a long computation.

pub mod control;
pub mod engine;
pub mod games;
pub mod model;
