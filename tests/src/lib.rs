//! What the tests of this crate share: families of endings with their certificates, and certificates taken apart to be forged;
//! for chess and losing chess positions at random, real ones, what can be reached from them, wins found by the solver, proofs counted again;
//! the generator of the conformance corpus.
//!
//! The tests themselves are in `tests/`: what the solver and the checker must agree on.

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

/// Whether the checker verifies a certificate that rests on no other.
#[must_use]
pub fn checked(bytes: Vec<u8>) -> bool {
    gamecert_checker::verify(&bytes, &mut gamecert_checker::NoSource).is_ok()
}
