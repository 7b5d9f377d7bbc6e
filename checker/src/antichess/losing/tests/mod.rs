//! Tests of the kind `losing`: proofs found by plain searches, one forged certificate for each clause, and proofs with
//! changed bits.

mod clauses;
pub(in crate::antichess) mod emitter;
mod genuine;
mod large;
mod mutants;
mod oracle;

use crate::antichess::rules::{self, Antichess};
use crate::core::cbor::Reader;
use crate::testing::{A, T};
use crate::{NoSource, Refusal, Verified};
use std::sync::Arc;

/// Returns losing chess under the stalemate rule `variant`.
pub(in crate::antichess) fn rules(variant: &'static str) -> Antichess {
    rules::parameters(&mut Reader::new(&A(vec![T(variant)]).bytes())).unwrap()
}

fn verify(bytes: &[u8]) -> Result<Arc<Verified>, Refusal> {
    crate::verify(bytes, &mut NoSource)
}

/// Verifies a wrong certificate and returns the refusal.
fn reject(bytes: &[u8]) -> Refusal {
    verify(bytes).expect_err("a wrong certificate")
}
