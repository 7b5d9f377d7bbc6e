//! Bidding games, whose positions are numbered. This module has their rules, and the kinds of certificates about the
//! money (`richman`) or the chips (`chips`) that the players need to win.

pub(crate) mod game;
pub mod kinds;
pub(crate) mod rules;
pub(crate) mod whole;
