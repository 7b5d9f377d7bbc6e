//! The kinds of certificates about bidding games. They know no rule set.

pub mod chips;
pub mod richman;
