//! The rules of games, and engines that compute values of option graphs and search for forced wins.
//!
//! [`games`] number positions and generate options. [`engine`] computes on option graphs and positions and knows no game. [`model`] has the graphs and the results
//! that both exchange. [`control`] carries progress and cancellation through a long computation.

pub mod control;
pub mod engine;
pub mod games;
pub mod model;
