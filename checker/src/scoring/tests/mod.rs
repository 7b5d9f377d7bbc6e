//! Tests of the kind `scoring`. These tests compare the computation of rows with the definition of the game, verify
//! correct and forged certificates, and try to violate each clause.

mod clauses;
mod definition;
mod emitter;
mod every_outcome;
mod genuine;
mod mutants;
mod statements;
mod work;

use super::Claim;
use crate::core::refusal::Refusal;
use crate::{NoSource, Session, Verified};
use std::num::NonZeroU32;
use std::sync::Arc;

/// Verifies a file on one thread and on three, and asserts that the verdict is the same.
fn verify(bytes: &[u8]) -> Result<Arc<Verified>, Refusal> {
    let mut source = NoSource;
    let verdict = Session::new(&mut source).verify(bytes);
    let mut source = NoSource;
    let threads = NonZeroU32::new(3).unwrap();
    let threaded = Session::new(&mut source).with_threads(threads).verify(bytes);
    assert_eq!(verdict.as_ref().map(claim), threaded.as_ref().map(claim));
    verdict
}

fn claim(verified: &Arc<Verified>) -> &Claim {
    verified.claim_as().unwrap()
}

fn reject(bytes: &[u8]) -> Refusal {
    verify(bytes).expect_err("a wrong certificate")
}
