//! The modules here, called engines, compute the values of games and prove forced wins. The engines do not depend on
//! the rules of particular games, on certificates or on output.

pub mod bidding;
pub mod chips;
pub mod closed_set;
pub mod proof_number;
pub mod reachable;
pub mod scoring;
