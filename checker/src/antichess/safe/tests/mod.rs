//! Tests of the kind `safe`: genuine closed sets, made by a plain retrograde analysis, and one forged certificate for
//! each clause.

mod clauses;
mod emitter;
mod genuine;

use crate::{NoSource, Refusal, Verified};
use std::sync::Arc;

fn verify(bytes: &[u8]) -> Result<Arc<Verified>, Refusal> {
    crate::verify(bytes, &mut NoSource)
}

/// Returns the refusal of a certificate.
fn reject(bytes: &[u8]) -> Refusal {
    verify(bytes).expect_err("a wrong certificate")
}
