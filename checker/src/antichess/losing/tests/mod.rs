//! Tests of the kind `losing`: proofs found by plain searches, each clause by hand, and proofs with bits changed.

mod clauses;
mod emitter;
mod genuine;
mod large;
mod mutants;
mod oracle;

use crate::NoSource;
use crate::{Refusal, Verified};
use std::sync::Arc;

fn verify(bytes: &[u8]) -> Result<Arc<Verified>, Refusal> {
    crate::verify(bytes.to_vec(), &mut NoSource)
}

/// The first clause broken, with its place.
fn reject(bytes: &[u8]) -> Refusal {
    verify(bytes).expect_err("a wrong certificate")
}
