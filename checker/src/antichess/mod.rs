//! Losing chess (also called antichess, giveaway or suicide chess): its rules, and two kinds of certificates. A
//! certificate of kind `losing` proves that a side wins by force (version 2 of this kind is in `linked`). A certificate
//! of kind `safe` proves that a side cannot lose.

pub mod linked;
pub mod losing;
pub(crate) mod rules;
pub mod safe;
