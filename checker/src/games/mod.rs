//! The rule sets that this checker knows. Each generates its own positions and options; but for [`graph`], the rule set of games that are
//! stored whole, nothing about them is read from a certificate.
//!
//! A new rule set is one module here and one line in [`RULES`].

pub(crate) mod bidding_chess;
pub(crate) mod chess;
pub(crate) mod graph;
pub(crate) mod lines;
pub(crate) mod losing_chess;
pub(crate) mod placing;
pub(crate) mod subtraction;

use crate::cbor::Reader;
use crate::game::Game;
use crate::rejection::Rejection;
use placing::{connect, hex, tic_tac_toe};

/// A rule set.
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    pub(crate) version: u64,
    /// Reads the parameters from their place in the envelope.
    pub(crate) parameters: fn(&mut Reader<'_>) -> Result<Box<dyn Game>, Rejection>,
}

/// Every rule set that this checker knows.
pub(crate) const RULES: &[Rules] = &[
    Rules { name: bidding_chess::NAME, version: bidding_chess::VERSION, parameters: bidding_chess::parameters },
    Rules { name: chess::NAME, version: chess::VERSION, parameters: chess::parameters },
    Rules { name: graph::NAME, version: graph::VERSION, parameters: graph::parameters },
    Rules { name: tic_tac_toe::NAME, version: placing::VERSION, parameters: tic_tac_toe::parameters },
    Rules { name: hex::NAME, version: placing::VERSION, parameters: hex::parameters },
    Rules { name: connect::NAME, version: placing::VERSION, parameters: connect::parameters },
    Rules { name: lines::TUG, version: lines::VERSION, parameters: lines::tug },
    Rules { name: lines::ULTIMATUM, version: lines::VERSION, parameters: lines::ultimatum },
    Rules { name: lines::SUDDEN_DEATH, version: lines::VERSION, parameters: lines::sudden_death },
    Rules { name: subtraction::NAME, version: subtraction::VERSION, parameters: subtraction::parameters },
    Rules { name: losing_chess::NAME, version: losing_chess::VERSION, parameters: losing_chess::parameters },
];
