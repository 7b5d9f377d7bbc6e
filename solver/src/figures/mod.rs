//! Computes the data of figures from results that are verified or decided.
//!
//! The modules `chips`, `distribution`, `board` and `scoring` show tables of certificates. The module `spread` shows a
//! proof of losing chess, and `unwinnable` shows an answer about chess.

pub mod board;
pub mod chips;
pub mod distribution;
pub mod scoring;
pub mod spread;
pub mod unwinnable;

use crate::answers::NoAnswer;
use crate::answers::lookup::LookupError;
use crate::answers::text::Decimal;
use crate::games::bidding_chess::Board;
use crate::model::graph::Player;
use crate::model::value::Rational;
use crate::plot::figure::Whose;

/// Reason why there is no figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoFigure {
    /// The certificate has no values for the position.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// The string does not name a square of the board.
    #[error("'{square}' is no square of a board of {board}")]
    Square {
        /// Name of the requested square.
        square: String,
        /// Board of the ending.
        board: Board,
    },
    /// The requested square is empty, so no piece can be moved from it.
    #[error("no piece stands on {square} in {position}")]
    NoPiece {
        /// Name of the square.
        square: String,
        /// The position.
        position: String,
    },
    /// The certificate covers only the case of 0 chips.
    #[error("thresholds are divided by the number of chips, and the certificate has only 0 chips")]
    NoChips,
    /// The requested number of chips is greater than a figure can show.
    #[error("{0} chips: pictures go up to {max} chips", max = chips::MOST)]
    ManyChips(u32),
    /// The certificate does not cover the requested number of chips.
    #[error("{asked} chips: the certificate is about {first} to {last} chips")]
    OtherChips {
        /// Requested number of chips.
        asked: u32,
        /// Least number that the certificate covers.
        first: u32,
        /// Greatest number that the certificate covers.
        last: u32,
    },
    /// At most one total budget contains the requested number of Left's coins.
    #[error("Left cannot have {coins} of {budget} in more than one total budget")]
    OneBudget {
        /// Requested number of Left's coins.
        coins: scoring::Coins,
        /// Greatest total budget.
        budget: u32,
    },
    /// The last requested heap is 0, so there is nothing to show.
    #[error("the heap of 0 has nothing to show")]
    NoHeap,
    /// The game is over in the current position of the walk.
    #[error("play is over here: nothing of the proof lies below")]
    Over,
    /// The question was not decided.
    #[error("unknown within the limits: there is nothing to draw")]
    Unknown,
}

impl From<LookupError> for NoFigure {
    fn from(error: LookupError) -> Self {
        Self::NoAnswer(error.into())
    }
}

/// Game and certificate that a figure is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Description of the game.
    pub title: String,
    /// Digest of the certificate, in hexadecimal.
    pub digest: String,
}

/// A figure prints only the first digits of a certificate's digest, enough to identify the certificate.
const DIGITS: usize = 12;

impl Subject {
    /// Names the certificate that the figure comes from.
    fn source(&self) -> String {
        format!("certificate sha256 {}…", self.digest.get(..DIGITS).unwrap_or(&self.digest))
    }
}

/// Converts a value to a floating-point number, which is precise enough for drawing.
fn share(value: &Rational) -> f64 {
    // The decimal fraction of a value between 0 and 1 always parses.
    value.decimal(12).parse().unwrap_or(f64::NAN)
}

/// Formats a value for a table, first as a fraction or whole number, and then as a decimal fraction.
fn exact(value: &Rational) -> [String; 2] {
    match Decimal::new(value) {
        Decimal::Whole(number) => [number.clone(), number],
        Decimal::Exact(decimal) | Decimal::Cut(decimal) => [value.to_string(), decimal],
    }
}

/// Returns the colour that pictures use for a player.
fn whose(player: Player) -> Whose {
    match player {
        Player::Left => Whose::Left,
        Player::Right => Whose::Right,
    }
}
