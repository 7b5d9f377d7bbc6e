//! The code that every claim depends on: the CBOR reader, functions that read fields, refusals, the counter of work
//! steps, and the interface to the kinds.
//!
//! No code in this module is specific to a game or a kind. Module `registry` lists all games and kinds. Module
//! `session` verifies a file and the files that it cites.

pub(crate) mod cbor;
pub(crate) mod claim;
pub(crate) mod fields;
pub(crate) mod game;
pub(crate) mod refusal;
mod values;
pub(crate) mod verification;
pub(crate) mod work;
