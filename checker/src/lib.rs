//! The checker of gamecert: verifies certificates for the values of games and trusts nothing but its own rules.
//!
//! A certificate is one file of bytes. The pages in `spec/` define the format of certificates and the conditions that a
//! certificate must meet. [`verify`] reads a certificate and returns the claim that it proves, or the clause that it
//! violates:
//!
//! ```
//! let refusal = gamecert_checker::verify(b"no certificate", &mut gamecert_checker::NoSource).unwrap_err();
//! assert_eq!(refusal.verdict(), gamecert_checker::Verdict::Rejected);
//! assert_eq!(refusal.to_string(), "envelope/magic at byte 0: expected tag 55799 around an array of 7 items that opens with \
//!     the text \"gamecert\"; expected a tag, found a text string");
//! ```
//!
//! The verification of every claim uses the module `core`. The four families of games are `bidding`, `scoring`,
//! `antichess` and `helpmate`. Each family has its own kinds of certificates and is enabled by its own feature.
//! `antichess` and `helpmate` share the rules in `chess`. `registry` lists certificate kinds and rule sets. `envelope`
//! looks up the kind and the rule set of a certificate, and a [`Session`] verifies certificates with their citations.
//! The module `threads` distributes work among threads. Each clause of the specification is implemented by a function
//! with the clause's name. Three features do not affect verification. The feature `inspect` shows the games as this
//! checker generates them, `json` writes verdicts as JSON, and `files` reads files and finds cited ones.
//!
//! The library prints nothing. Without the feature `files` it reads no files: cited certificates come from a [`Source`]
//! that the caller supplies. The library does not panic on any input. Lints forbid unchecked indexing, `unwrap`,
//! narrowing casts, and machine arithmetic that may overflow. No verdict depends on whether a build checks for
//! overflow. Arithmetic on machine integers is checked or saturates. For a few operations, wrapping is intended or a
//! comment rules out overflow. Integers of arbitrary length do not overflow. The lint against overflow covers neither
//! shifts nor the method `sum` of iterators. No number is shifted by its width or more. The sums cannot overflow,
//! because they add lengths of lists or a few bounded numbers.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::as_conversions)
)]
// A build with only one family does not use all the code that the families share.
#![cfg_attr(not(all(feature = "bidding", feature = "scoring", feature = "antichess", feature = "helpmate")), allow(dead_code))]

#[cfg(feature = "antichess")]
mod antichess;
#[cfg(feature = "bidding")]
mod bidding;
#[cfg(any(feature = "antichess", feature = "helpmate"))]
mod chess;
mod core;
mod envelope;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "helpmate")]
mod helpmate;
#[cfg(any(test, feature = "inspect"))]
pub mod inspect;
#[cfg(feature = "json")]
pub mod json;
mod registry;
#[cfg(feature = "scoring")]
pub mod scoring;
mod session;
#[cfg(test)]
mod testing;
mod threads;

pub use crate::core::claim::{Claim, Data, Entry, Fields, KindName, Value};
pub use crate::core::fields::quoted;
pub use crate::core::game::{Colour, Description};
pub use crate::core::refusal::{Place, Refusal, Verdict};
pub use crate::core::verification::{Cited, Digest, Verified, digest, hex};
#[cfg(feature = "antichess")]
pub use antichess::{linked, losing, safe};
#[cfg(feature = "bidding")]
pub use bidding::kinds::{bracket, chips, richman, strategy};
#[cfg(feature = "helpmate")]
pub use helpmate::kinds::{batch, helpmate as can_mate, unwinnable};
pub use session::{NoSource, NotFetched, Session, Source};

use std::sync::Arc;

/// Verifies a certificate and its citations, without a memory limit and with the default limit on steps of work.
///
/// # Errors
/// Returns a refusal that names the first violated clause of the specification.
pub fn verify(bytes: &[u8], source: &mut dyn Source) -> Result<Arc<Verified>, Refusal> {
    Session::new(source).verify(bytes)
}
