//! Engines: they compute values of option graphs and know no game, no file format and no screen.

pub mod chips;
pub mod components;
pub mod elimination;
pub mod exact;
pub mod iterate;
pub mod labels;
pub mod lifting;
pub mod lp;
pub mod modular;
pub mod policy;
pub mod proof_number;
pub mod richman;
pub mod scoring;
pub mod start;
pub mod sweep;
pub mod valuation;
