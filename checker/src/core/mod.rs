//! The code that every claim depends on: the CBOR reader, readers of fields, refusals, the count of steps, and the
//! interface to the kinds.
//!
//! This module knows no game and no kind. Module `registry` lists all games and kinds. Module `session` verifies a file
//! with its citations.

pub(crate) mod cbor;
pub(crate) mod claim;
pub(crate) mod fields;
pub(crate) mod game;
pub(crate) mod refusal;
mod values;
pub(crate) mod verification;
pub(crate) mod work;
