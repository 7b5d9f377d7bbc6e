//! Defines the data that games, engines and certificates share, such as option graphs, exact values, strategies and
//! proofs of forced wins.

pub mod bits;
pub mod bracket;
pub mod chips;
pub mod closed_list;
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
