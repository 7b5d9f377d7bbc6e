//! Losing chess, also called antichess, giveaway or suicide chess: its rules, and the kind `losing` of certificates that a side wins by force.

pub mod losing;
pub(crate) mod rules;
