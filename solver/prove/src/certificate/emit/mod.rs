//! Encodes certificates. One module encodes the envelope (`spec/FORMAT.md`), and each kind has its own module
//! (`spec/kinds`). The crate `gamecert-unwinnable` encodes the kinds `helpmate` and `unwinnable`.

pub mod batch;
mod bits;
pub mod bracket;
pub mod cbor;
pub mod chips;
pub mod envelope;
pub mod losing;
mod question;
pub mod richman;
pub mod safe;
pub mod scoring;
pub mod strategy;

pub use envelope::{BEGINNING, Digest, digest};
pub use question::Question;
