//! This library contains the rules of games, engines that compute the values of games, and engines that search for
//! forced wins.
//!
//! The module [`games`] generates positions and options. The engines in [`engine`] do not depend on particular games.
//! The module [`model`] defines the graphs and results that games and engines exchange. The module [`control`] reports
//! progress and stops long computations.

pub mod control;
pub mod engine;
pub mod games;
pub mod model;
