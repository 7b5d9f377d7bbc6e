//! Certificates as bytes: the envelope and one emitter per kind (`spec/FORMAT.md`, `spec/kinds`).

pub mod cbor;
pub mod chips;
pub mod envelope;
pub mod losing;
pub mod richman;
pub mod scoring;

pub use envelope::{Digest, digest};
