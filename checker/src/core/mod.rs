//! The parts that every claim depends on: CBOR items, readers of fields, refusals, the account of work, and the
//! interface to the kinds.
//!
//! This module knows no game and no kind. `registry` lists them; `session` verifies a file with its citations.

pub(crate) mod cbor;
pub(crate) mod claim;
pub(crate) mod fields;
pub(crate) mod game;
pub(crate) mod refusal;
mod values;
pub(crate) mod verification;
pub(crate) mod work;
