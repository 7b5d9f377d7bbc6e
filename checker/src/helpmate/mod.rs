//! Cooperative mate in chess: the rules, arguments that a side can no longer mate, and the certificate kinds about play
//! in which both sides help: `helpmate`, `unwinnable`, and `batch`, which holds many of these.

pub(crate) mod arguments;
pub(crate) mod game;
pub mod kinds;
pub(crate) mod legal;
pub(crate) mod rules;
