//! The rule sets of bidding games. Each generates its own positions and options; but for `graph`, the rule set of games that are
//! stored whole, nothing about them is read from a certificate. They know no kind.

pub(crate) mod bidding_chess;
pub(crate) mod graph;
pub(crate) mod path_games;
pub(crate) mod placing;
