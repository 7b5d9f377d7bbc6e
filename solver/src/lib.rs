//! Solves bidding games exactly and writes certificates that `gamecert-checker` verifies.
//!
//! Data goes one way. [`games`] have the rules and number positions; [`engine`] computes on option graphs and positions and knows no game; what engines compute and
//! certificates state is [`model`]. [`certificate`] turns that into bytes, reads it back and has the checker verify it. [`solve`] goes from a question to a
//! verified certificate, [`report`] from verified results to data for people, which [`plot`] draws and [`cli`] prints.

pub mod certificate;
#[cfg(feature = "cli")]
pub mod cli;
pub mod control;
pub mod engine;
pub mod games;
pub mod model;
#[cfg(feature = "plot")]
pub mod plot;
pub mod report;
pub mod solve;
