//! Use cases: each goes from a question through rules and engine to a certificate.

pub mod bidding_chess;
pub mod bidding_game;
pub mod chips;
pub mod losing;
pub mod scoring;
pub mod unwinnable;
