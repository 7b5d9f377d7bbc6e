//! Engines compute values of option graphs and prove forced wins. They do not depend on particular games, certificates
//! or output.

pub mod bidding;
pub mod chips;
pub mod closed_set;
pub mod proof_number;
pub mod reachable;
pub mod scoring;
