//! Tests of the kind `losing`: proofs found by plain searches, each clause by hand, and proofs with bits changed.

mod clauses;
mod emitter;
mod genuine;
mod large;
mod mutants;
mod oracle;

use crate::antichess::rules::{self, Antichess};
use crate::core::cbor::Reader;
use crate::testing::{A, T};
use crate::{NoSource, Refusal, Verified};
use std::sync::Arc;

/// The game with that rule of stalemate.
fn rules(variant: &'static str) -> Antichess {
    rules::parameters(&mut Reader::new(&A(vec![T(variant)]).bytes())).unwrap()
}

fn verify(bytes: &[u8]) -> Result<Arc<Verified>, Refusal> {
    crate::verify(bytes, &mut NoSource)
}

/// The first clause broken, with its place.
fn reject(bytes: &[u8]) -> Refusal {
    verify(bytes).expect_err("a wrong certificate")
}
