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
use crate::core::claim::{KindName, Shape};
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

/// The families of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    #[cfg(feature = "bidding")]
    Bidding,
    #[cfg(feature = "scoring")]
    Scoring,
    #[cfg(feature = "antichess")]
    Antichess,
    #[cfg(feature = "helpmate")]
    Helpmate,
}

/// A rule set. All that there are have version 1.
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    pub(crate) family: Family,
    /// The names of its parameters in descriptions.
    pub(crate) parameter_names: &'static [&'static str],
    pub(crate) parameters: Parameters,
}

/// The version of every rule set.
pub(crate) const RULES_VERSION: u64 = 1;

/// Reads parameters from their place in the envelope.
type Parameters = fn(&mut Reader<'_>) -> Result<Game, Refusal>;

impl Rules {
    const fn new(name: &'static str, family: Family, parameter_names: &'static [&'static str], parameters: Parameters) -> Self {
        Self { name, family, parameter_names, parameters }
    }

    #[cfg(feature = "bidding")]
    const fn bidding(name: &'static str, parameter_names: &'static [&'static str], parameters: Parameters) -> Self {
        Self::new(name, Family::Bidding, parameter_names, parameters)
    }
}

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
    /// The fields of its claims.
    pub(crate) claim: Shape,
    /// A bound for the memory that a certificate of that size takes, in bytes: the section on resources of the kind's page.
    pub(crate) memory: fn(file_size: u64) -> u64,
    pub(crate) verify: Verify,
}

impl Kind {
    /// The family of games that it applies to.
    pub(crate) fn family(&self) -> Family {
        match self.verify {
            #[cfg(feature = "bidding")]
            Verify::Bidding(_) => Family::Bidding,
            #[cfg(feature = "scoring")]
            Verify::Scoring(_) => Family::Scoring,
            #[cfg(feature = "antichess")]
            Verify::Antichess(_) => Family::Antichess,
            #[cfg(feature = "helpmate")]
            Verify::Helpmate(_) => Family::Helpmate,
        }
    }

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

/// Every rule set that this build knows, by family.
pub(crate) const RULES: &[&[Rules]] = &[
    #[cfg(feature = "bidding")]
    &[
        Rules::bidding(bidding_chess::NAME, &["board", "material"], |reader| bidding_chess::parameters(reader).map(Game::Bidding)),
        Rules::bidding(graph::NAME, &["positions", "digest"], |reader| graph::parameters(reader).map(Game::Bidding)),
        Rules::bidding(tic_tac_toe::NAME, &["board", "row"], |reader| tic_tac_toe::parameters(reader).map(Game::Bidding)),
        Rules::bidding(hex::NAME, &["board"], |reader| hex::parameters(reader).map(Game::Bidding)),
        Rules::bidding(connect::NAME, &["board", "row"], |reader| connect::parameters(reader).map(Game::Bidding)),
        Rules::bidding(path_games::TUG, &["length"], |reader| path_games::tug(reader).map(Game::Bidding)),
        Rules::bidding(path_games::ULTIMATUM, &["degree"], |reader| path_games::ultimatum(reader).map(Game::Bidding)),
        Rules::bidding(path_games::SUDDEN_DEATH, &["player", "moves"], |reader| path_games::sudden_death(reader).map(Game::Bidding)),
    ],
    #[cfg(feature = "scoring")]
    &[Rules::new(subtraction::NAME, Family::Scoring, &["set"], |reader| subtraction::parameters(reader).map(Game::Scoring))],
    #[cfg(feature = "antichess")]
    &[Rules::new(antichess::NAME, Family::Antichess, &["stalemate"], |reader| {
        Ok(Game::Antichess(Box::new(antichess::parameters(reader)?)))
    })],
    #[cfg(feature = "helpmate")]
    &[Rules::new(chess::NAME, Family::Helpmate, &[], |reader| Ok(Game::Helpmate(Box::new(chess::parameters(reader)?))))],
];

/// Every kind that this build knows, by family.
pub(crate) const KINDS: &[&[Kind]] = &[
    #[cfg(feature = "bidding")]
    &[
        Kind { name: richman::KIND, claim: richman::SHAPE, memory: richman::memory, verify: Verify::Bidding(richman::verify) },
        Kind { name: chips::KIND, claim: chips::SHAPE, memory: chips::memory, verify: Verify::Bidding(chips::verify) },
    ],
    #[cfg(feature = "scoring")]
    &[Kind { name: scoring::KIND, claim: scoring::SHAPE, memory: scoring::memory, verify: Verify::Scoring(scoring::verify) }],
    #[cfg(feature = "antichess")]
    &[Kind { name: losing::KIND, claim: losing::SHAPE, memory: losing::memory, verify: Verify::Antichess(losing::verify) }],
    #[cfg(feature = "helpmate")]
    &[
        Kind {
            name: helpmate::KIND,
            claim: helpmate::SHAPE,
            memory: helpmate::memory,
            verify: Verify::Helpmate(|game, case| helpmate::verify(game, case)),
        },
        Kind { name: unwinnable::KIND, claim: unwinnable::SHAPE, memory: unwinnable::memory, verify: Verify::Helpmate(unwinnable::verify) },
        Kind { name: batch::KIND, claim: batch::SHAPE, memory: batch::memory, verify: Verify::Helpmate(batch::verify) },
    ],
];

/// The fields of the claims of a kind, if this build knows it.
#[must_use]
pub fn claim_shape(kind: &str, version: u64) -> Option<Shape> {
    KINDS.iter().copied().flatten().find(|known| known.name.name == kind && known.name.version == version).map(|known| known.claim)
}

/// The names of the parameters of a rule set, if this build knows it.
#[must_use]
pub fn parameter_names(rules: &str, version: u64) -> Option<&'static [&'static str]> {
    RULES.iter().copied().flatten().find(|known| known.name == rules && version == RULES_VERSION).map(|known| known.parameter_names)
}
