//! Which kinds of certificates and which rule sets this build knows, and which go together.
//!
//! There are four families, each behind a feature of its own. A kind applies to the rule sets of its family. A new kind, or a new rule set, is one module in
//! its family and one line here.

#[cfg(feature = "antichess")]
use crate::antichess::{losing, rules as antichess};
#[cfg(feature = "bidding")]
use crate::bidding::{
    game::Game as BiddingGame,
    kinds::{chips, richman},
    rules::{bidding_chess, graph, path_games, placing::connect, placing::hex, placing::tic_tac_toe},
};
use crate::core::case::{Case, Proved};
use crate::core::cbor::Reader;
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
#[cfg(feature = "helpmate")]
use crate::helpmate::{game::HelpmateGame, kinds::batch, kinds::helpmate, kinds::unwinnable, rules as chess};
#[cfg(feature = "scoring")]
use crate::scoring::{self, subtraction, subtraction::Subtraction};

/// A game of one of the four families.
pub(crate) enum Game {
    #[cfg(feature = "bidding")]
    Bidding(Box<dyn BiddingGame>),
    #[cfg(feature = "scoring")]
    Scoring(Subtraction),
    #[cfg(feature = "antichess")]
    Antichess(Box<antichess::Antichess>),
    #[cfg(feature = "helpmate")]
    Helpmate(Box<dyn HelpmateGame>),
}

impl Game {
    /// What game it is.
    pub(crate) fn description(&self) -> Description {
        match self {
            #[cfg(feature = "bidding")]
            Self::Bidding(game) => game.description(),
            #[cfg(feature = "scoring")]
            Self::Scoring(game) => game.description(),
            #[cfg(feature = "antichess")]
            Self::Antichess(game) => game.description(),
            #[cfg(feature = "helpmate")]
            Self::Helpmate(_) => chess::description(),
        }
    }
}

/// A family of games: its rule sets, and the kinds of certificates, each of which applies to all of these.
pub(crate) struct Family {
    pub(crate) rules: &'static [Rules],
    pub(crate) kinds: &'static [Kind],
}

/// A rule set. All that there are have version 1.
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    /// Reads the parameters from their place in the envelope.
    pub(crate) parameters: fn(&mut Reader<'_>) -> Result<Game, Refusal>,
}

/// The version of every rule set.
pub(crate) const RULES_VERSION: u64 = 1;

/// What verifies certificates of a kind, from the claim on.
pub(crate) enum Verify {
    #[cfg(feature = "bidding")]
    Bidding(fn(&dyn BiddingGame, Case<'_, '_>) -> Result<Proved, Refusal>),
    #[cfg(feature = "scoring")]
    Scoring(fn(&Subtraction, Case<'_, '_>) -> Result<Proved, Refusal>),
    #[cfg(feature = "antichess")]
    Antichess(fn(&antichess::Antichess, Case<'_, '_>) -> Result<Proved, Refusal>),
    #[cfg(feature = "helpmate")]
    Helpmate(fn(&dyn HelpmateGame, Case<'_, '_>) -> Result<Proved, Refusal>),
}

/// A kind of certificate.
pub(crate) struct Kind {
    pub(crate) name: KindName,
    /// A bound for the memory that a certificate of that size takes, in bytes: the section on resources of the kind's page.
    pub(crate) memory: fn(file_size: u64) -> u64,
    pub(crate) verify: Verify,
}

impl Kind {
    /// Verifies a certificate of this kind about that game.
    pub(crate) fn verify(&self, game: &Game, case: Case<'_, '_>) -> Result<Proved, Refusal> {
        match (&self.verify, game) {
            #[cfg(feature = "bidding")]
            (Verify::Bidding(verify), Game::Bidding(game)) => verify(game.as_ref(), case),
            #[cfg(feature = "scoring")]
            (Verify::Scoring(verify), Game::Scoring(game)) => verify(game, case),
            #[cfg(feature = "antichess")]
            (Verify::Antichess(verify), Game::Antichess(game)) => verify(game, case),
            #[cfg(feature = "helpmate")]
            (Verify::Helpmate(verify), Game::Helpmate(game)) => verify(game.as_ref(), case),
            #[allow(unreachable_patterns, reason = "a build may have one family alone")]
            _ => Err(Refusal::internal(Place::Byte(0), "kind and game are of different families")),
        }
    }
}

/// Every family that this build knows.
pub(crate) const FAMILIES: &[Family] = &[
    #[cfg(feature = "bidding")]
    Family {
        rules: &[
            Rules { name: bidding_chess::NAME, parameters: |reader| bidding_chess::parameters(reader).map(Game::Bidding) },
            Rules { name: graph::NAME, parameters: |reader| graph::parameters(reader).map(Game::Bidding) },
            Rules { name: tic_tac_toe::NAME, parameters: |reader| tic_tac_toe::parameters(reader).map(Game::Bidding) },
            Rules { name: hex::NAME, parameters: |reader| hex::parameters(reader).map(Game::Bidding) },
            Rules { name: connect::NAME, parameters: |reader| connect::parameters(reader).map(Game::Bidding) },
            Rules { name: path_games::TUG, parameters: |reader| path_games::tug(reader).map(Game::Bidding) },
            Rules { name: path_games::ULTIMATUM, parameters: |reader| path_games::ultimatum(reader).map(Game::Bidding) },
            Rules { name: path_games::SUDDEN_DEATH, parameters: |reader| path_games::sudden_death(reader).map(Game::Bidding) },
        ],
        kinds: &[
            Kind { name: richman::KIND, memory: richman::memory, verify: Verify::Bidding(richman::verify) },
            Kind { name: chips::KIND, memory: chips::memory, verify: Verify::Bidding(chips::verify) },
        ],
    },
    #[cfg(feature = "scoring")]
    Family {
        rules: &[Rules { name: subtraction::NAME, parameters: |reader| subtraction::parameters(reader).map(Game::Scoring) }],
        kinds: &[Kind { name: scoring::KIND, memory: scoring::memory, verify: Verify::Scoring(scoring::verify) }],
    },
    #[cfg(feature = "antichess")]
    Family {
        rules: &[Rules { name: antichess::NAME, parameters: |reader| Ok(Game::Antichess(Box::new(antichess::parameters(reader)?))) }],
        kinds: &[Kind { name: losing::KIND, memory: losing::memory, verify: Verify::Antichess(losing::verify) }],
    },
    #[cfg(feature = "helpmate")]
    Family {
        rules: &[Rules { name: chess::NAME, parameters: |reader| Ok(Game::Helpmate(Box::new(chess::parameters(reader)?))) }],
        kinds: &[
            Kind { name: helpmate::KIND, memory: helpmate::memory, verify: Verify::Helpmate(|game, case| helpmate::verify(game, case)) },
            Kind { name: unwinnable::KIND, memory: unwinnable::memory, verify: Verify::Helpmate(unwinnable::verify) },
            Kind { name: batch::KIND, memory: batch::memory, verify: Verify::Helpmate(batch::verify) },
        ],
    },
];

/// Every kind that this build knows.
pub(crate) fn kinds() -> impl Iterator<Item = &'static Kind> {
    FAMILIES.iter().flat_map(|family| family.kinds)
}

/// Every rule set that this build knows.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rules> {
    FAMILIES.iter().flat_map(|family| family.rules)
}
