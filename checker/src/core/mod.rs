//! What every claim rests on: items of the format, readers of fields, refusals, the account of work, and what a kind is handed and hands back.
//!
//! It knows no game and no kind. Which of them there are is said in `registry`; `session` verifies a file with what it cites.

pub(crate) mod case;
pub(crate) mod cbor;
pub(crate) mod claim;
pub(crate) mod fields;
pub(crate) mod game;
pub(crate) mod refusal;
mod values;
pub(crate) mod work;
