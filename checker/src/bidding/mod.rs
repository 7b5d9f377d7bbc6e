//! Bidding games, whose positions are numbered: their rules, and the kinds of certificates about what the players need to win, in money (`richman`)
//! or in chips (`chips`).

pub(crate) mod game;
pub mod kinds;
pub(crate) mod rules;
pub(crate) mod whole;
