//! Solves bidding games exactly and writes certificates that `gamecert-checker` verifies.

pub mod bidding_game;
pub mod chips;
pub mod cli;
pub mod control;
pub mod discrete;
pub mod emit;
pub mod endings;
pub mod engine;
pub mod forced_win;
pub mod game;
pub mod games;
pub mod graph;
pub mod losing;
pub mod losing_proof;
pub mod plot;
pub mod proof_graph;
pub mod read;
pub mod report;
pub mod scored;
pub mod scoring;
pub mod solution;
pub mod subtraction;
#[cfg(test)]
mod testing;
pub mod unwinnable;
pub mod value;
pub mod verify;
