//! Reports: what solved tables and verified certificates say of positions and games, as data and in words; the command line prints it.
//!
//! [`answers`] has what certificates say, one answerer for each kind, of the games that [`certified`] opens. [`tablebase`] finds positions in solved endings, [`lookup`] says
//! everything of one position, [`export`] goes through all classes of an ending, [`survey`] sums an ending up, [`game`] says what there is to say of a game's start, [`bids`] what the bids at a place of a scoring game make sure of, [`plot`] makes figures,
//! [`losing`] says what was found out about losing chess, [`walk`] goes through a proof of it, [`unwinnable`] says who can still mate. [`explorer`] answers the page's
//! questions by all of them. Exact numbers stay exact: in JSON they are strings `p/q`.

pub mod advise;
pub mod answers;
pub mod bid;
pub mod bid_table;
pub mod bids;
pub mod bounds;
pub mod certified;
pub mod chips;
pub mod explorer;
pub mod export;
pub mod game;
pub mod lookup;
pub mod losing;
pub mod move_tree;
#[cfg(feature = "plot")]
pub mod plot;
pub mod scored;
pub mod scoring;
pub mod squares;
pub mod survey;
pub mod tablebase;
pub mod text;
pub mod unwinnable;
pub mod walk;

use std::fmt::Display;

use serde::Serializer;

/// Serializes something as the text it displays.
fn as_text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serializes something, if it is there, as the text it displays.
fn as_optional_text<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}
