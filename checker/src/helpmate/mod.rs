//! Cooperative mate in chess. The module has the rules, arguments which show that a side can no longer mate, and the
//! certificate kinds about play in which both sides help. These kinds are `helpmate`, `unwinnable`, and `batch`, whose
//! entries are certificates of the other two.

pub(crate) mod arguments;
pub(crate) mod game;
pub mod kinds;
pub(crate) mod legal;
pub(crate) mod rules;
