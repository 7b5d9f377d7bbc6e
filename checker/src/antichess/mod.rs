//! Losing chess (also called antichess, giveaway or suicide chess): its rules, the certificate kind `losing`, which
//! proves that a side wins by force, and the kind `safe`, which proves that a side cannot lose.

pub mod losing;
pub(crate) mod rules;
pub mod safe;
