//! Certificates: written ([`emit`]), verified by the checker ([`verify`]), and read back once they are verified (`read`).

pub mod can_mate;
pub mod emit;
pub mod losing_proof;
pub mod read;
pub mod sort;
pub mod verify;

use std::sync::Arc;

pub use emit::{BEGINNING, Digest, digest};

/// A certificate as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Its bytes, which sessions of the checker share.
    pub bytes: Arc<Vec<u8>>,
    /// Their digest.
    pub digest: Digest,
}

impl Certificate {
    /// The certificate with these bytes.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { digest: digest(&bytes), bytes: Arc::new(bytes) }
    }
}
