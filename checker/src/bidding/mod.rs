//! Bidding games: the players bid for every move. This module contains the rules of the games and the kinds of
//! certificates. A certificate proves how much money (`richman`, `bracket`) or how many chips (`chips`, `strategy`) a
//! player needs in order to win.

pub(crate) mod game;
pub mod kinds;
pub(crate) mod rules;
pub(crate) mod whole;
