//! Bidding games, whose positions are numbered. This module contains the rules of these games, and the kinds of
//! certificates about the money (`richman`) or the chips (`chips`) that a player needs in order to win.

pub(crate) mod game;
pub mod kinds;
pub(crate) mod rules;
pub(crate) mod whole;
