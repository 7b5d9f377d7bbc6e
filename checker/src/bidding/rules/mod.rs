//! The rule sets of bidding games. Each rule set except `graph` generates its positions and options by itself, and
//! reads none of them from a certificate. The games of the rule set `graph` are stored in the certificate. No rule set
//! depends on a certificate kind.

pub(crate) mod bidding_chess;
pub(crate) mod graph;
pub(crate) mod path_games;
pub(crate) mod placing;
