//! The kinds of certificates about what can happen if both sides help.

pub mod batch;
pub mod helpmate;
pub mod unwinnable;
