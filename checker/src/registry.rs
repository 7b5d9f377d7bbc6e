//! Lists the kinds of certificates in this build, each with the rule sets to which it applies.
//!
//! There are four families, each enabled by its own feature. A kind applies to all rule sets of its family. The
//! exceptions are `bracket`, `strategy` and version 2 of `richman`, which apply only to some rule sets. To add a kind
//! or a rule set, write one module in its family and one line in this file.

#[cfg(feature = "antichess")]
use crate::antichess::{linked, losing, rules as antichess, safe};
#[cfg(feature = "bidding")]
use crate::bidding::{
    game::Game as BiddingGame,
    kinds::{bracket, chips, richman, strategy},
    rules::{bidding_chess, graph, path_games, placing::connect, placing::hex, placing::tic_tac_toe},
};
use crate::core::cbor::Reader;
use crate::core::claim::KindName;
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
#[cfg(feature = "helpmate")]
use crate::helpmate::{game::HelpmateGame, kinds::batch, kinds::helpmate, kinds::unwinnable, rules as chess};
#[cfg(feature = "scoring")]
use crate::scoring::{self, subtraction, subtraction::Subtraction};

/// A game of one of the four families of games.
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
    /// Returns the description of the game.
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

/// A rule set. All rule sets have version 1.
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    /// Function that reads the parameters of the rule set, the last item before the claim.
    pub(crate) parameters: fn(&mut Reader<'_>) -> Result<Game, Refusal>,
}

/// Version of every rule set.
pub(crate) const RULES_VERSION: u64 = 1;

/// Function that verifies certificates of one kind.
pub(crate) enum Verify {
    #[cfg(feature = "bidding")]
    Bidding(fn(&dyn BiddingGame, Verification<'_, '_>) -> Result<Proved, Refusal>),
    #[cfg(feature = "scoring")]
    Scoring(fn(&Subtraction, Verification<'_, '_>) -> Result<Proved, Refusal>),
    #[cfg(feature = "antichess")]
    Antichess(fn(&antichess::Antichess, Verification<'_, '_>) -> Result<Proved, Refusal>),
    #[cfg(feature = "helpmate")]
    Helpmate(fn(&dyn HelpmateGame, Verification<'_, '_>) -> Result<Proved, Refusal>),
}

/// A kind of certificate.
pub(crate) struct Kind {
    pub(crate) name: KindName,
    /// Rule sets to which the kind applies.
    pub(crate) rules: &'static [Rules],
    /// Computes an upper bound, in bytes, on the memory that the verification of a file of this size takes. The kind's
    /// specification derives the bound.
    pub(crate) memory: fn(file_size: u64) -> u64,
    pub(crate) verify: Verify,
}

impl Kind {
    /// Verifies a certificate of this kind that is about `game`.
    pub(crate) fn verify(&self, game: &Game, case: Verification<'_, '_>) -> Result<Proved, Refusal> {
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

// The following constants list the rule sets of each family.
#[cfg(feature = "bidding")]
const BIDDING_CHESS: Rules = Rules { name: bidding_chess::NAME, parameters: |reader| bidding_chess::parameters(reader).map(Game::Bidding) };
// The three placing games come first, because `PLACING` consists of the first entries of this list.
#[cfg(feature = "bidding")]
const BIDDING: &[Rules] = &[
    Rules { name: tic_tac_toe::NAME, parameters: |reader| tic_tac_toe::parameters(reader).map(Game::Bidding) },
    Rules { name: hex::NAME, parameters: |reader| hex::parameters(reader).map(Game::Bidding) },
    Rules { name: connect::NAME, parameters: |reader| connect::parameters(reader).map(Game::Bidding) },
    BIDDING_CHESS,
    Rules { name: graph::NAME, parameters: |reader| graph::parameters(reader).map(Game::Bidding) },
    Rules { name: path_games::TUG, parameters: |reader| path_games::tug(reader).map(Game::Bidding) },
    Rules { name: path_games::ULTIMATUM, parameters: |reader| path_games::ultimatum(reader).map(Game::Bidding) },
    Rules { name: path_games::SUDDEN_DEATH, parameters: |reader| path_games::sudden_death(reader).map(Game::Bidding) },
];
#[cfg(feature = "bidding")]
const PLACING: &[Rules] = BIDDING.split_at(3).0;
#[cfg(feature = "scoring")]
const SCORING: &[Rules] = &[Rules { name: subtraction::NAME, parameters: |reader| subtraction::parameters(reader).map(Game::Scoring) }];
#[cfg(feature = "antichess")]
const ANTICHESS: &[Rules] =
    &[Rules { name: antichess::NAME, parameters: |reader| Ok(Game::Antichess(Box::new(antichess::parameters(reader)?))) }];
#[cfg(feature = "helpmate")]
const CHESS: &[Rules] = &[Rules { name: chess::NAME, parameters: |reader| Ok(Game::Helpmate(Box::new(chess::parameters(reader)?))) }];

/// Kinds that this build knows.
pub(crate) const KINDS: &[Kind] = &[
    #[cfg(feature = "bidding")]
    Kind {
        name: richman::Version::Full.kind(),
        rules: BIDDING,
        memory: |size| richman::Version::Full.memory(size),
        verify: Verify::Bidding(|game, case| richman::verify(game, case, richman::Version::Full)),
    },
    #[cfg(feature = "bidding")]
    Kind {
        name: richman::Version::Sparse.kind(),
        rules: &[BIDDING_CHESS],
        memory: |size| richman::Version::Sparse.memory(size),
        verify: Verify::Bidding(|game, case| richman::verify(game, case, richman::Version::Sparse)),
    },
    #[cfg(feature = "bidding")]
    Kind { name: bracket::KIND, rules: &[BIDDING_CHESS], memory: bracket::memory, verify: Verify::Bidding(bracket::verify) },
    #[cfg(feature = "bidding")]
    Kind { name: chips::KIND, rules: BIDDING, memory: chips::memory, verify: Verify::Bidding(chips::verify) },
    #[cfg(feature = "bidding")]
    Kind { name: strategy::KIND, rules: PLACING, memory: strategy::memory, verify: Verify::Bidding(strategy::verify) },
    #[cfg(feature = "scoring")]
    Kind { name: scoring::KIND, rules: SCORING, memory: scoring::memory, verify: Verify::Scoring(scoring::verify) },
    #[cfg(feature = "antichess")]
    Kind { name: losing::KIND, rules: ANTICHESS, memory: losing::memory, verify: Verify::Antichess(losing::verify) },
    #[cfg(feature = "antichess")]
    Kind { name: linked::KIND, rules: ANTICHESS, memory: linked::memory, verify: Verify::Antichess(linked::verify) },
    #[cfg(feature = "antichess")]
    Kind { name: safe::KIND, rules: ANTICHESS, memory: safe::memory, verify: Verify::Antichess(safe::verify) },
    #[cfg(feature = "helpmate")]
    Kind { name: helpmate::KIND, rules: CHESS, memory: helpmate::memory, verify: Verify::Helpmate(|it, case| helpmate::verify(it, case)) },
    #[cfg(feature = "helpmate")]
    Kind { name: unwinnable::KIND, rules: CHESS, memory: unwinnable::memory, verify: Verify::Helpmate(unwinnable::verify) },
    #[cfg(feature = "helpmate")]
    Kind { name: batch::KIND, rules: CHESS, memory: batch::memory, verify: Verify::Helpmate(batch::verify) },
];

/// Returns the rule sets in this build. A rule set is returned several times if several kinds apply to it.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rules> {
    KINDS.iter().flat_map(|kind| kind.rules)
}

#[cfg(test)]
mod tests {
    //! Verifies a small certificate of each family of games.

    use crate::NoSource;
    use crate::session::{NotFetched, Source};

    /// Accepted certificates from the conformance corpus, each with its name and its bytes in hexadecimal digits.
    const ACCEPTED: &[(&str, &str)] = &[
        #[cfg(feature = "bidding")]
        (
            "richman/tug-1",
            "d9d9f7876867616d6563657274018267726963686d616e0183637475670181018201018088820102830001008300010181018101810181018100",
        ),
        #[cfg(feature = "scoring")]
        ("scoring/one-0", "d9d9f7876867616d656365727401826773636f72696e6701836b7375627472616374696f6e01818101820000808183020040"),
        #[cfg(feature = "antichess")]
        (
            "losing/end-no-units-fics-white",
            "d9d9f7876867616d65636572740182666c6f73696e6701836c6c6f73696e672d6368657373018164666963738676382f382f382f382f382f382f382f6b372077202d202d0000010000808140",
        ),
        #[cfg(feature = "helpmate")]
        ("helpmate/only-moves", "d9d9f7876867616d656365727401826868656c706d61746501836563686573730180834a0000000000600080e4b0000180814198"),
    ];

    #[test]
    fn a_certificate_of_each_family_is_verified() {
        for (name, digits) in ACCEPTED {
            let bytes = (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect::<Vec<u8>>();
            let verdict = crate::verify(&bytes, &mut NoSource);
            assert!(verdict.is_ok(), "{name}: {}", verdict.unwrap_err());
        }
    }

    /// Tests that the table of kinds in section 2 of `spec/FORMAT.md` agrees with this module, for the families in this
    /// build.
    #[test]
    fn kinds_and_rule_sets_are_those_of_the_page() {
        let page = include_str!("../pages/FORMAT.md");
        let (_, table) = page.split_once("| kind | version | rule sets |\n|---|---|---|\n").unwrap();
        let claimed: Vec<_> = table.lines().take_while(|line| line.starts_with('|')).map(|line| line.replace('`', "")).collect();
        let known: Vec<_> = super::KINDS
            .iter()
            .map(|kind| {
                let mut rules: Vec<_> = kind.rules.iter().map(|rules| rules.name).collect();
                rules.sort_unstable();
                format!("| {} | {} | {} |", kind.name.name, kind.name.version, rules.join(", "))
            })
            .collect();
        if cfg!(all(feature = "bidding", feature = "scoring", feature = "antichess", feature = "helpmate")) {
            assert_eq!(claimed, known);
        }
        for row in known {
            assert!(claimed.contains(&row), "{row}");
        }
    }

    #[test]
    fn the_source_that_has_nothing() {
        assert_eq!(NoSource.fetch(&[0; 32], u64::MAX), Err(NotFetched::Missing("anywhere".to_owned())));
    }
}
