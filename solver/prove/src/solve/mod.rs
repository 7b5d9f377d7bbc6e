//! Implements the use cases of the solver. Each use case takes a question, solves it with an engine under the rules of
//! a game, and produces a certificate. The module `output` writes files.

pub mod bidding_chess;
pub mod bidding_game;
pub mod bracket;
pub mod cache;
pub mod chips;
pub mod family;
pub mod losing;
pub mod output;
pub mod safe;
pub mod scoring;
pub mod strategy;
pub mod supplied;
pub mod unsolved;
pub mod unwinnable;
