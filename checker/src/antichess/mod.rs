//! Losing chess (also called antichess, giveaway or suicide chess): its rules, and the certificate kind `losing`, which
//! proves that a side wins by force.

pub mod losing;
pub(crate) mod rules;
