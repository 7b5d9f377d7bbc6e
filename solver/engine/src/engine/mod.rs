//! Engines: they compute values of option graphs and prove forced wins, and know no game, no certificate and no screen.

pub mod bidding;
pub mod chips;
pub mod proof_number;
pub mod scoring;
