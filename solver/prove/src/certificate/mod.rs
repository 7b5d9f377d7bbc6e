//! Writes certificates ([`emit`]), has the checker verify them ([`verify`]), and reads them back after verification
//! (`read`).

pub mod can_mate;
pub mod emit;
pub mod file_kind;
pub mod losing_proof;
pub mod read;
pub mod safe_proof;
pub mod verify;

use std::sync::Arc;

pub use emit::{BEGINNING, Digest, digest};

/// A certificate in encoded form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The encoded bytes. Several sessions of the checker can share the bytes without copying them.
    pub bytes: Arc<Vec<u8>>,
    /// Digest of the bytes.
    pub digest: Digest,
}

impl Certificate {
    /// Makes a certificate from its bytes and computes their digest.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { digest: digest(&bytes), bytes: Arc::new(bytes) }
    }
}
