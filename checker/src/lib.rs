//! The checker of gamecert: verifies certificates for the values of games and trusts nothing but its own rules.
//!
//! A certificate is one file of bytes; its format and what must hold of it are fixed by the pages in `spec/`. [`verify`] reads one and
//! answers with what it proves or with the clause that it breaks:
//!
//! ```
//! let rejection = checker::verify(b"no certificate".to_vec(), &mut checker::NoSource).unwrap_err();
//! assert_eq!(rejection.to_string(), "envelope/magic at byte 0: expected tag 55799 around an array of 7 items that opens with \
//!     the text \"gamecert\"; expected a tag, found a text string");
//! ```
//!
//! The rooms, from the bytes upwards: items of the format (`cbor`), the envelope (`envelope`), rational numbers (`number`); the rule sets (`games`, on
//! the geometry of `chess`) behind the trait `game::Game`; the kinds of certificates (`kinds`), which know no rule set; and the
//! [`Library`], which verifies what a certificate cites. Each clause of the specification is a function of the clause's name.
//!
//! The library reads no files and prints nothing: cited certificates come from a [`Source`] that the caller supplies. No bytes make it panic;
//! lints forbid what could (unchecked indexing, `unwrap`, narrowing casts), and arithmetic is checked in release builds too.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::as_conversions)
)]

mod cbor;
mod chess;
mod claim;
mod envelope;
mod game;
mod games;
mod generated;
mod kinds;
mod library;
mod number;
mod rejection;
#[cfg(test)]
mod testing;

pub use claim::{Claim, Figure};
pub use game::{Argument, Choice, Colour, Description, InTurns, Move, Play, Step, WholeEnd, WholeGame, WholePosition, WithHelp, Words};
pub use generated::{Class, generate, in_turns, numbered, whole_game, with_help};
pub use kinds::{batch, chips, helpmate, losing, richman, scoring, unwinnable};
pub use library::{Cited, Digest, KindName, Library, NoSource, Source, Verified, digest};
pub use rejection::{Place, Rejection};

use std::sync::Arc;

/// Verifies one certificate, with what it cites from `source`, and no limit on memory.
///
/// # Errors
/// The first clause of the specification that the certificate breaks.
pub fn verify(bytes: Vec<u8>, source: &mut dyn Source) -> Result<Arc<Verified>, Rejection> {
    Library::new(source, None).verify(bytes)
}
