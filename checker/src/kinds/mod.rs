//! The kinds of certificates that this checker knows.
//!
//! A new kind is one module here and one line in [`KINDS`].

pub mod chips;
pub mod losing;
pub mod richman;
pub mod scoring;

use crate::claim::Claim;
use crate::library::Case;
use crate::rejection::Rejection;
use std::any::Any;

/// A kind of certificate.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) version: u64,
    /// The rule sets it applies to (clause `envelope/pairing`).
    pub(crate) games: &'static [&'static str],
    /// A bound for the checker's memory, in bytes, from the size of the file: section 4 of the kind's page.
    pub(crate) memory: fn(file_size: u64) -> u64,
    /// Verifies claim and evidence, from the claim to the end of the file.
    pub(crate) verify: fn(case: Case<'_, '_, '_>) -> Result<Proved, Rejection>,
}

/// What a kind has verified.
pub(crate) struct Proved {
    pub(crate) claim: Claim,
    /// The kind's own table, for certificates that cite this one and for callers.
    pub(crate) table: Box<dyn Any + Send + Sync>,
}

/// The rule sets of bidding games.
const BIDDING_GAMES: &[&str] = &["bidding-chess", "graph", "tic-tac-toe", "hex", "connect", "tug", "ultimatum", "sudden-death"];

/// The rule sets of games for points.
const SCORING_GAMES: &[&str] = &["subtraction"];

/// The rule sets of games in which two sides move in turns.
const GAMES_OF_TURNS: &[&str] = &["losing-chess"];

/// Every kind that this checker knows.
pub(crate) const KINDS: &[Kind] = &[
    Kind { name: richman::NAME, version: richman::VERSION, games: BIDDING_GAMES, memory: richman::memory, verify: richman::verify },
    Kind { name: chips::NAME, version: chips::VERSION, games: BIDDING_GAMES, memory: chips::memory, verify: chips::verify },
    Kind { name: scoring::NAME, version: scoring::VERSION, games: SCORING_GAMES, memory: scoring::memory, verify: scoring::verify },
    Kind { name: losing::NAME, version: losing::VERSION, games: GAMES_OF_TURNS, memory: losing::memory, verify: losing::verify },
];
