//! Shows the positions and moves that this checker generates. The feature `inspect` enables this module, and
//! verification does not use it.

#[cfg(feature = "bidding")]
mod bidding;

use crate::core::cbor::Reader;
use crate::core::game::Description;
#[cfg(feature = "antichess")]
use crate::core::refusal::Place;
use crate::core::refusal::Refusal;
use crate::envelope;
use crate::registry;

#[cfg(feature = "bidding")]
pub use crate::bidding::game::Choice;
#[cfg(feature = "bidding")]
pub use crate::bidding::whole::{WholeEnd, WholeGame, WholePosition};
#[cfg(any(feature = "antichess", feature = "helpmate"))]
pub use crate::chess::game::{Notation, Status, Step, TwoPlayerGame};
#[cfg(any(feature = "antichess", feature = "helpmate"))]
pub use crate::chess::packed::{Move, PackedPosition};
#[cfg(feature = "helpmate")]
pub use crate::helpmate::game::{Argument, HelpmateGame, PackedGame};
#[cfg(feature = "bidding")]
pub use bidding::{Class, generate, whole_game};

fn game(bytes: &[u8]) -> Result<registry::Game, Refusal> {
    envelope::open(&mut Reader::new(bytes), |_| Ok(())).map(|envelope| envelope.game)
}

/// Returns the description of the game that a certificate is about.
///
/// # Errors
/// Fails if the bytes do not begin like a certificate.
pub fn description(bytes: &[u8]) -> Result<Description, Refusal> {
    game(bytes).map(|game| game.description())
}

/// If a certificate is about losing chess, calls `look` with the rules of its game. Returns `None` for any other game.
///
/// # Errors
/// Fails if the bytes do not begin like a certificate.
#[cfg(feature = "antichess")]
pub fn antichess<T>(bytes: &[u8], look: impl FnOnce(&dyn AntichessGame) -> T) -> Result<Option<T>, Refusal> {
    match game(bytes)? {
        registry::Game::Antichess(game) => Ok(Some(look(game.as_ref()))),
        #[allow(unreachable_patterns, reason = "a build may have one family alone")]
        _ => Ok(None),
    }
}

/// The rules of losing chess.
#[cfg(feature = "antichess")]
pub trait AntichessGame: TwoPlayerGame {
    /// Parses a position from text. `place` is the location of the text in the file.
    ///
    /// # Errors
    /// Returns a refusal that names the violated clause of the rule set.
    fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal>;
}

#[cfg(feature = "antichess")]
impl AntichessGame for crate::antichess::rules::Antichess {
    fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal> {
        self.read(text, place)
    }
}

/// Calls `look` with the rules of chess.
#[cfg(feature = "helpmate")]
pub fn chess<T>(look: impl FnOnce(&dyn HelpmateGame) -> T) -> T {
    look(&crate::helpmate::rules::Chess::new())
}
