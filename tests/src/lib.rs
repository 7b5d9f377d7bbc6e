//! Code shared by the tests of this crate: families of endings with their certificates, certificates taken apart for
//! forging, and the generator of the conformance corpus. For chess and losing chess it has random and real positions,
//! searches of all reachable positions, wins found by the solver, and an independent count of proofs.
//!
//! The tests themselves are in `tests/`. They test what the solver and the checker must agree on.

pub mod chess;
pub mod claims;
pub mod corpus;
pub mod doubling;
pub mod family;
pub mod forgery;
pub mod items;
pub mod losing;
pub mod openings;
pub mod printed;
pub mod reached;
pub mod results;
pub mod stored;
pub mod unwinnable;

/// Returns whether the checker verifies a certificate that cites no other.
#[must_use]
pub fn checked(bytes: Vec<u8>) -> bool {
    gamecert_checker::verify(&bytes, &mut gamecert_checker::NoSource).is_ok()
}
