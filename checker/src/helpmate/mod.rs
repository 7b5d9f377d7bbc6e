//! Chess, as far as it is about mate: its rules, arguments that a side can no longer mate, and the kinds of certificates about what can happen if both sides
//! help: `helpmate`, `unwinnable`, and `batch` for many of these.

pub(crate) mod arguments;
pub(crate) mod game;
pub mod kinds;
pub(crate) mod legal;
pub(crate) mod rules;
