//! Certificates are written ([`emit`]), verified by the checker ([`verify`]), and read back after verification
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
    /// The encoded bytes, which sessions of the checker can share without copying.
    pub bytes: Arc<Vec<u8>>,
    /// Digest of the bytes.
    pub digest: Digest,
}

impl Certificate {
    /// Wraps bytes as a certificate and computes their digest.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { digest: digest(&bytes), bytes: Arc::new(bytes) }
    }
}
