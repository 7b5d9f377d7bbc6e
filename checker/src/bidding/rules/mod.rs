//! The rule sets of bidding games. Each generates its own positions and options and reads nothing about them from a
//! certificate, except for `graph`, whose games are stored whole. Rule sets do not depend on any kind.

pub(crate) mod bidding_chess;
pub(crate) mod graph;
pub(crate) mod path_games;
pub(crate) mod placing;
