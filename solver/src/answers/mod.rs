//! Finds results about positions and games, and presents them as data or in words. The results come from solved tables
//! and verified certificates.
//!
//! The module [`kinds`] answers questions about each kind of certificate, and [`certified`] opens the game that a
//! certificate is about. For solved endings, [`tablebase`] finds positions, [`lookup`] describes one position,
//! [`export`] lists all positions, and [`survey`] summarises an ending. The module [`game`] describes the start of a
//! game, and the module [`score_bids`] describes the bids in a scoring game. The modules [`losing`] and [`walk`]
//! describe proofs of losing chess, and [`losing_tables`] lists its endgame tables. [`unwinnable`] describes which side
//! can still mate, and [`written`] describes the certificate of an answer. Exact numbers are never rounded. In JSON, an
//! exact number is a string `p/q`.

#[cfg(feature = "game")]
pub mod analyse;
pub mod bid_matrix;
pub mod bounds;
pub mod certified;
pub mod chips;
pub mod error;
pub mod export;
pub mod game;
pub mod kinds;
pub mod link;
pub mod lookup;
pub mod losing;
pub mod losing_tables;
pub mod money_bid;
pub mod move_tree;
pub mod safe;
pub mod score_bids;
pub mod scoring;
pub mod scoring_file;
pub mod squares;
pub mod survey;
pub mod tablebase;
pub mod text;
pub mod unwinnable;
pub mod walk;
pub mod written;

use std::fmt::Display;

pub use error::NoAnswer;

use serde::Serializer;

fn as_text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn as_optional_text<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}
