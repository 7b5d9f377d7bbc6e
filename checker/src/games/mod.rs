//! The rule sets that this checker knows. Each generates its own positions and options; nothing about them is read from a certificate.
//!
//! A new rule set is one module here and one line in [`RULES`].

pub(crate) mod bidding_chess;

use crate::cbor::Reader;
use crate::game::Game;
use crate::rejection::Rejection;

/// A rule set.
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    pub(crate) version: u64,
    /// Reads the parameters from their place in the envelope.
    pub(crate) parameters: fn(&mut Reader<'_>) -> Result<Box<dyn Game>, Rejection>,
}

/// Every rule set that this checker knows.
pub(crate) const RULES: &[Rules] =
    &[Rules { name: bidding_chess::NAME, version: bidding_chess::VERSION, parameters: bidding_chess::parameters }];
