//! The kinds of certificates that this checker knows.
//!
//! A new kind is one module here and one line in [`KINDS`]. Rooms that several kinds share are `bits`, streams of bits, and `store`, positions met.

pub mod batch;
mod bits;
pub mod chips;
pub mod helpmate;
pub mod losing;
pub mod richman;
pub mod scoring;
mod store;
pub mod unwinnable;

use crate::cbor::Reader;
use crate::claim::Claim;
use crate::game::{Colour, Game, WithHelp};
use crate::library::Case;
use crate::rejection::{Place, Rejection};
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
    /// What verifies entries of a batch that are of this kind; `None` if a batch has none. Such a kind cites nothing, and its claim in words is one
    /// sentence.
    pub(crate) entries: Option<fn() -> Box<dyn Entries>>,
}

/// Verifies entries of a batch that are of one kind, one after the other. The room that this takes is used again.
pub(crate) trait Entries {
    /// Verifies the claim and the evidence that follow.
    fn verify(&mut self, reader: &mut Reader<'_>, game: &dyn Game) -> Result<Proved, Rejection>;
}

/// What a kind has verified.
pub(crate) struct Proved {
    pub(crate) claim: Claim,
    /// The kind's own table, for certificates that cite this one and for callers.
    pub(crate) table: Box<dyn Any + Send + Sync>,
}

/// The game as the kinds about what can happen with help see it.
fn with_help(game: &dyn Game) -> Result<&dyn WithHelp, Rejection> {
    game.with_help().ok_or_else(|| Rejection::internal(Place::Byte(0), "the game is not one in which sides can help each other"))
}

/// The name of a side of a game of turns.
fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// The rule sets of bidding games.
const BIDDING_GAMES: &[&str] = &["bidding-chess", "graph", "tic-tac-toe", "hex", "connect", "tug", "ultimatum", "sudden-death"];

/// The rule sets of games for points.
const SCORING_GAMES: &[&str] = &["subtraction"];

/// The rule sets of games in which two sides move in turns.
const GAMES_OF_TURNS: &[&str] = &["losing-chess"];

/// The rule sets of games in which it is asked what can happen with help.
const GAMES_WITH_HELP: &[&str] = &["chess"];

/// Every kind that this checker knows.
pub(crate) const KINDS: &[Kind] = &[
    Kind {
        name: richman::NAME,
        version: richman::VERSION,
        games: BIDDING_GAMES,
        memory: richman::memory,
        verify: richman::verify,
        entries: None,
    },
    Kind { name: chips::NAME, version: chips::VERSION, games: BIDDING_GAMES, memory: chips::memory, verify: chips::verify, entries: None },
    Kind {
        name: scoring::NAME,
        version: scoring::VERSION,
        games: SCORING_GAMES,
        memory: scoring::memory,
        verify: scoring::verify,
        entries: None,
    },
    Kind {
        name: losing::NAME,
        version: losing::VERSION,
        games: GAMES_OF_TURNS,
        memory: losing::memory,
        verify: losing::verify,
        entries: None,
    },
    Kind {
        name: helpmate::NAME,
        version: helpmate::VERSION,
        games: GAMES_WITH_HELP,
        memory: helpmate::memory,
        verify: helpmate::verify,
        entries: Some(helpmate::entries),
    },
    Kind {
        name: unwinnable::NAME,
        version: unwinnable::VERSION,
        games: GAMES_WITH_HELP,
        memory: unwinnable::memory,
        verify: unwinnable::verify,
        entries: Some(unwinnable::entries),
    },
    Kind {
        name: batch::NAME,
        version: batch::VERSION,
        games: GAMES_WITH_HELP,
        memory: batch::memory,
        verify: batch::verify,
        entries: None,
    },
];
