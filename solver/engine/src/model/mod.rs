//! Defines the results of engines and the contents of certificates, without the rules of any game: option graphs, exact
//! values, solutions, chip tables, outcomes of scoring games, strategies, proofs of forced wins, and complete games.

pub mod bracket;
pub mod chips;
pub mod graph;
pub mod name;
pub mod parts;
pub mod proof_graph;
pub mod scored;
pub mod scoring;
pub mod solution;
pub mod strategy;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod two_player;
pub mod value;
