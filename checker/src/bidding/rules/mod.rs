//! The rule sets of bidding games. Each rule set generates its positions and options by itself and reads nothing about
//! them from a certificate. The only exception is `graph`, whose games are stored in the certificate. No rule set
//! depends on a certificate kind.

pub(crate) mod bidding_chess;
pub(crate) mod graph;
pub(crate) mod path_games;
pub(crate) mod placing;
