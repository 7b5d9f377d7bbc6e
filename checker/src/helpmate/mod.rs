//! Cooperative mate in chess, in which both sides help one side to mate. The module has the rules of chess, arguments
//! which show that a side can no longer mate, and three kinds of certificates. The kinds are `helpmate`, `unwinnable`,
//! and `batch`, whose entries are certificates of the other two kinds.

pub(crate) mod arguments;
pub(crate) mod game;
pub mod kinds;
pub(crate) mod legal;
pub(crate) mod rules;
