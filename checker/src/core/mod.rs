//! The modules on which every claim depends.
//!
//! Nothing in these modules is specific to a game or a certificate kind. Module `registry` lists all games and kinds.
//! Module `session` verifies a file and the files that it cites.

pub(crate) mod cbor;
pub(crate) mod claim;
pub(crate) mod fields;
pub(crate) mod game;
pub(crate) mod refusal;
mod values;
pub(crate) mod verification;
pub(crate) mod work;
